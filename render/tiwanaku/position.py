"""The position in words: all of it, in short, who leads, who has won and by what."""

from __future__ import annotations

from render.presenter import ALT, LONG, Audience, among, counted, paged, shorten
from render.tiwanaku import names, notes
from render.tiwanaku.words import question
from rules.tiwanaku import TIWANAKU, State
from rules.tiwanaku.coop import GroupAct, OrderOtoma
from rules.tiwanaku.explore import Act
from rules.tiwanaku.notation import notation
from rules.tiwanaku.position import HIDDEN, LAST_LEVEL, OTOMA, UNKNOWN
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.tiles import COLOURS
from rules.tiwanaku.valley import DIRECTIONS, ROWS

PARTS = (
    ("start", "Start"),
    ("discovery", "Discovery"),
    ("divination", "Divination"),
    ("mistakes", "Wrong divinations"),
    ("offerings", "Offerings"),
    ("untouched", "Spaces without terrain"),
)
"""The parts of a score, as they are called."""


def describe(view: State, audience: Audience) -> list[str]:
    """See `Presenter.describe`."""
    lines = [_headline(view, audience), "", "Spaces are named by column and row. Columns: " + _columns(view) + "."]
    lines += [_row(view, row) for row in range(ROWS)]
    lines += ["", f"Tiles still to be laid: {_left(view)}."]
    lines += ["", *(_party(view, side, audience) for side in range(len(view.parties)))]
    lines += ["", *_pieces(view, audience), *_supplies(view, audience)]
    lines += _last(view, audience)
    if view.stack:
        lines += _choices(view)
    elif view.code:
        lines.append(f"The scenario was {view.code}.")
    lines += _notes(view, audience)
    return paged(lines)


def _headline(view: State, audience: Audience) -> str:
    if not view.stack:
        return result(view, audience).partition("\n")[0]
    decision = view.stack[-1]
    phase = {"divining": "Final divinations. ", "offering": "Last offerings. "}.get(view.phase, "")
    return f"{phase}{audience.name(decision.seat)} is to {question(decision, view).replace('your', 'the')}."


def _columns(view: State) -> str:
    return ", ".join(f"{'abcdefghi'[at]} {names.ELEMENTS[at]}" for at in range(view.ground.columns))


def _row(view: State, row: int) -> str:
    ground = view.ground
    cells = range(row * ground.columns, (row + 1) * ground.columns)
    known = [_space(view, cell) for cell in cells if view.terrain[cell] != HIDDEN]
    hidden = [ground.names[cell] for cell in cells if view.terrain[cell] == HIDDEN]
    parts = known + ([f"{', '.join(hidden)} unknown"] if hidden else [])
    return f"Row {row + 1}, {names.ANIMALS[row]}: " + "; ".join(parts) + "."


def _space(view: State, cell: int) -> str:
    """A space: terrain, crop or arrow, who stands there. At the end also what was never found."""
    terrain = names.TERRAIN[TERRAINS.index(view.terrain[cell])]
    crop = names.CROP[int(view.crops[cell]) - 1] if view.crops[cell] != HIDDEN else "bare"
    more = ""
    if not view.tiles >> cell & 1:
        more = ", never found" if not view.stack else ", its tile is asked for"
    elif not view.stack and not view.planted >> cell & 1:
        more = ", never divined"
    elif _has_arrow(view, cell):
        more = f", arrow {names.arrow(view.arrows[cell])}"
    return f"{view.ground.names[cell]} {terrain} {crop}{more}"


def _has_arrow(view: State, cell: int) -> bool:
    """Alone the arrows of bare tiles lie open and still matter (T47)."""
    if view.settings.mode != "solo" or view.planted >> cell & 1:
        return False
    return view.arrows[cell] != UNKNOWN


def _left(view: State) -> str:
    return ", ".join(f"{count} {name}" for count, name in zip(view.left, names.TERRAIN, strict=True))


def _party(view: State, side: int, audience: Audience) -> str:
    party = view.parties[side]
    levels = ", ".join(f"{name} {level}" for name, level in zip(names.TERRAIN, party.levels, strict=True))
    held = ", ".join(names.tokens(party.tokens)) or "none"
    owner = names.side(view, side, audience)
    text = f"{owner}: {counted(party.points, 'point')}; diversity {levels}"
    return text + ("." if _no_tokens(view, side) else f"; tokens {held}.")


def _no_tokens(view: State, side: int) -> bool:
    """Alone the Otoma never hold tokens (T41)."""
    return side == OTOMA and view.settings.mode == "solo"


def _pieces(view: State, audience: Audience) -> list[str]:
    lines = []
    for colour, mask in enumerate(view.meeples):
        owners = among([audience.name(seat) for seat in range(view.seats) if view.colour(seat) == colour])
        there = ", ".join(names.places(view, mask)) or "none on the board"
        lines.append(f"Meeples of {owners} ({COLOURS[colour]}): {there}; {view.reserve[colour]} in supply.")
    if view.settings.mode == "solo":
        runners = [
            f"{COLOURS[view.otoma_colour(number)]} {view.ground.names[cell]}" for number, cell in enumerate(view.otoma)
        ]
        lines.append(f"Otoma: {', '.join(runners)}.")
    elif view.otoma:
        there = ", ".join(view.ground.names[cell] for cell in sorted(view.otoma))
        lines.append(f"Otoma ({COLOURS[view.otoma_colour(0)]}): {there}.")
    return lines


def _supplies(view: State, audience: Audience) -> list[str]:
    lines = [f"Offering tokens in supply: {_token_supply(view)}."]
    if view.settings.mode != "coop":
        return lines
    spent = ", ".join(f"{len(stack)} {name}" for stack, name in zip(view.spent, names.TERRAIN, strict=True))
    lines.append(f"Tiles on the Diversity board: {spent}.")
    behind = [f"{audience.name(seat)} {sum(map(len, stacks))}" for seat, stacks in enumerate(view.hands)]
    lines.append(f"Tiles behind the screens: {', '.join(behind)}.")
    if audience.viewer is not None and audience.viewer < len(view.hands):
        lines += _own_stacks(view, audience.viewer)
    return lines


def _own_stacks(view: State, seat: int) -> list[str]:
    stacks = [
        f"{name} {len(stack)}, top {DIRECTIONS[stack[-1] % 4]}"
        for stack, name in zip(view.hands[seat], names.TERRAIN, strict=True)
        if stack and stack[-1] != UNKNOWN
    ]
    return [f"Your stacks: {'; '.join(stacks)}."] if stacks else []


def token_supply(view: State) -> list[int]:
    """Offering tokens nobody holds, by rising level: one set a player (T7), one alone (T40), two together (T60)."""
    sets = {"solo": 1, "coop": 2}.get(view.settings.mode, view.seats)
    return [sets - sum(party.tokens >> level & 1 for party in view.parties) for level in range(5)]


def _token_supply(view: State) -> str:
    return ", ".join(f"{count} {name}" for count, name in zip(token_supply(view), names.CROP, strict=True))


def _last(view: State, audience: Audience) -> list[str]:
    """What the last turn touched."""
    trace = view.last
    if trace is None:
        return []
    spaces = view.ground.names
    parts = []
    if len(trace.route) == 1:
        parts.append(f"a meeple came in at {spaces[trace.route[0]]}")
    elif trace.route:
        parts.append(f"a meeple went from {spaces[trace.route[0]]} to {spaces[trace.route[-1]]}")
    own = view.meeples[view.colour(trace.seat)]
    # Whoever found or planted something without an Otoma stands there still; who took a meeple back does not.
    back = [cell for cell in trace.cells if not (trace.route or trace.otoma or own >> cell & 1)]
    parts += [f"the meeple on {spaces[cell]} was taken back" for cell in back]
    if new := dict.fromkeys(spaces[cell] for cell in trace.cells if cell not in back):
        parts.append(f"found or planted {', '.join(new)}")
    parts += [f"an Otoma ran from {spaces[run[0]]} to {spaces[run[-1]]}" for run in trace.otoma]
    return [f"Last turn, {audience.name(trace.seat)}: {'; '.join(parts)}."] if parts else []


def _choices(view: State) -> list[str]:
    """The spaces that can be reached or divined, and the Otoma that can run."""
    decision = view.stack[-1]
    lines = []
    if isinstance(decision, _ON_THE_BOARD):
        words = notation(view.size)
        found: dict[str, set[int]] = {}
        for option in decision.options(view):
            choice = words.read(option)
            found.setdefault(choice.verb, set()).add(choice.target)
        for verb, what in _REACH.items():
            if verb in found:
                spaces = ", ".join(view.ground.names[cell] for cell in sorted(found[verb]))
                lines.append(f"{what}: {spaces}.")
    if bare := view.bare(decision.seat):
        lines.append(f"Own meeples on bare ground, to divine: {', '.join(names.places(view, bare))}.")
    return lines


_ON_THE_BOARD = (Act, GroupAct, OrderOtoma)
_REACH = {"explore": "May move to", "enter": "May bring a meeple in to", "otoma": "Otoma that may run first"}


def _notes(view: State, audience: Audience) -> list[str]:
    noted = [
        f"{view.ground.names[cell]} {digits or 'none'}" for cell, digits in notes.shown(view, audience.notes).items()
    ]
    return [f"Your notes: {', '.join(noted)}."] if noted else []


def alt(view: State, audience: Audience) -> str:
    """See `Presenter.alt`."""
    found = view.tiles.bit_count()
    text = (
        f"{_headline(view, audience)} {found} of {view.ground.cells} spaces found, {view.planted.bit_count()} planted."
    )
    return shorten(f"{text} {_scores(view, audience)}.", ALT)


def _scores(view: State, audience: Audience) -> str:
    parts = [f"{names.side(view, side, audience)} {party.points}" for side, party in enumerate(view.parties)]
    return "Points: " + ", ".join(parts)


def standing(view: State, audience: Audience) -> str:
    """See `Presenter.standing`."""
    if not view.stack:
        return f"{_scores(view, audience)}."
    return f"{_scores(view, audience)}. Tiles left: {_left(view)}."


def result(view: State, audience: Audience) -> str:
    """See `Presenter.result`: who won, and below it a line for each part of the scores."""
    if view.drawn:
        return "The match ended in an agreed draw."
    if view.resigned:
        return _given_up(view, audience)
    return "\n".join([_winner(view, audience), *_parts(view, audience)])


def _given_up(view: State, audience: Audience) -> str:
    gone = among([audience.name(seat) for seat in view.resigned])
    winners = [row for row in TIWANAKU.standings(view) if row.winner]
    won = among([names.side(view, OTOMA, audience) if row.seat is None else audience.name(row.seat) for row in winners])
    return f"{won} won the match: {gone} resigned."


def _winner(view: State, audience: Audience) -> str:
    if not view.competitive:
        people, otoma = view.parties
        if people.points > otoma.points:
            winners = among([audience.name(seat) for seat in range(view.seats)])
            return f"{winners} won with {people.points} points to the Otoma's {otoma.points}."
        tie = " A tie is theirs." if people.points == otoma.points else ""
        return f"The Otoma won with {otoma.points} points to {people.points}.{tie}"
    rows = TIWANAKU.standings(view)
    winners_ = [row for row in rows if row.winner]
    names_ = among([audience.name(row.seat) for row in winners_ if row.seat is not None])
    best = winners_[0].score
    if len(winners_) > 1:
        return f"{names_} share the victory with {counted(best, 'point')} each."
    how = ""
    if sum(row.score == best for row in rows) > 1:
        how = ", tied on points but further on the diversity tracks"
    return f"{names_} won with {counted(best, 'point')}{how}."


def _parts(view: State, audience: Audience) -> list[str]:
    """The parts of all scores, a line each, in the order that the first line names."""
    order = " / ".join(names.side(view, side, audience) for side in range(len(view.parties)))
    lines = [f"Points by part, {order}:"]
    table = [party.parts() for party in view.parties]
    for key, title in PARTS:
        values = [parts[key] for parts in table]
        if any(values):
            lines.append(f"{title}: {' / '.join(_signed(value) for value in values)}")
    total = " / ".join(str(party.points) for party in view.parties)
    return [*lines, f"In all: {total}."]


def _signed(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def scoring(view: State, audience: Audience) -> str:
    """See `Presenter.scoring`."""
    blocks = []
    for side, party in enumerate(view.parties):
        parts = party.parts()
        lines = [f"{names.side(view, side, audience)}: {counted(party.points, 'point')}"]
        lines += [f"- {_part(view, side, key, title)}: {_signed(parts[key])}" for key, title in _scored(view, side)]
        levels = ", ".join(f"{name} {level}" for name, level in zip(names.TERRAIN, party.levels, strict=True))
        # Only among rivals do levels break ties (T37); a tie with the Otoma is theirs (T52, T74).
        what = "Levels, which break ties" if view.competitive else "Levels"
        lines.append(f"- {what}: {levels}, {party.progress} of {4 * LAST_LEVEL} in all")
        blocks.append("\n".join(lines))
    return shorten("\n\n".join(blocks), LONG)


def _scored(view: State, side: int) -> list[tuple[str, str]]:
    """The parts that a side can score: the Otoma never err and, alone, never offer; T74 is for them together."""
    never = {"untouched"}
    if not view.competitive and side == OTOMA:
        never = {"mistakes"} if view.settings.mode == "coop" else {"mistakes", "offerings", "untouched"}
    return [(key, title) for key, title in PARTS if key not in never]


def _part(view: State, side: int, key: str, title: str) -> str:
    """The Otoma plant without divining (T50)."""
    return "Crops planted" if key == "divination" and not view.competitive and side == OTOMA else title
