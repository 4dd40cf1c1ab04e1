"""The position in words: all of it, in short, who leads, who has won and by what."""

from __future__ import annotations

from render.language import enumeration, listing, number, plural, say, together, translatable
from render.presenter import ALT, LONG, Audience, paged, shorten
from render.tiwanaku import names, notes
from render.tiwanaku.words import question
from rules.tiwanaku import TIWANAKU, State
from rules.tiwanaku.coop import GroupAct, OrderOtoma
from rules.tiwanaku.explore import Act
from rules.tiwanaku.notation import notation
from rules.tiwanaku.position import HIDDEN, LAST_LEVEL, OTOMA, UNKNOWN
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.valley import ROWS

PARTS = {
    "start": translatable("Start"),
    "discovery": translatable("Discovery"),
    "divination": translatable("Divination"),
    "mistakes": translatable("Wrong divinations"),
    "offerings": translatable("Offerings"),
    "untouched": translatable("Spaces without terrain"),
}
"""The parts of a score, as they are called."""


def describe(view: State, audience: Audience) -> list[str]:
    """See `Presenter.describe`."""
    columns = enumeration(f"{'abcdefghi'[at]} {names.element(at)}" for at in range(view.ground.columns))
    lines = [_headline(view, audience), ""]
    lines.append(say("Spaces are named by column and row. Columns: {columns}.", columns=columns))
    lines += [_row(view, row) for row in range(ROWS)]
    lines += ["", say("Tiles still to be laid: {tiles}.", tiles=_left(view))]
    lines += ["", *(_party(view, side, audience) for side in range(len(view.parties)))]
    lines += ["", *_pieces(view, audience), *_supplies(view, audience)]
    lines += _last(view, audience)
    if view.stack:
        lines += _choices(view)
    elif view.code:
        lines.append(say("The scenario was {code}.", code=view.code))
    lines += _notes(view, audience)
    return paged(lines)


def _headline(view: State, audience: Audience) -> str:
    if not view.stack:
        return result(view, audience).partition("\n")[0]
    decision = view.stack[-1]
    name, asked = audience.name(decision.seat), question(decision, view)
    if view.phase == "divining":
        return say("Final divinations. {name} is asked: {question}", name=name, question=asked)
    if view.phase == "offering":
        return say("Last offerings. {name} is asked: {question}", name=name, question=asked)
    return say("{name} is asked: {question}", name=name, question=asked)


def _row(view: State, row: int) -> str:
    ground = view.ground
    cells = range(row * ground.columns, (row + 1) * ground.columns)
    spaces = [_space(view, cell) for cell in cells if view.terrain[cell] != HIDDEN]
    hidden = [ground.names[cell] for cell in cells if view.terrain[cell] == HIDDEN]
    if hidden:
        spaces.append(say("{spaces} unknown", spaces=enumeration(hidden)))
    return say("Row {number}, {animal}: {spaces}.", number=row + 1, animal=names.animal(row), spaces="; ".join(spaces))


def _space(view: State, cell: int) -> str:
    """A space: terrain, crop or arrow. At the end also what was never found."""
    space, terrain = view.ground.names[cell], names.terrain(TERRAINS.index(view.terrain[cell]))
    crop = names.crop(int(view.crops[cell])) if view.crops[cell] != HIDDEN else say("bare")
    known = say("{space} {terrain} {crop}", space=space, terrain=terrain, crop=crop)
    if not view.tiles >> cell & 1:
        if not view.stack:
            return say("{space}, never found", space=known)
        return say("{space}, its tile is asked for", space=known)
    if not view.stack and not view.planted >> cell & 1:
        return say("{space}, never divined", space=known)
    if _has_arrow(view, cell):
        return say("{space}, arrow {arrow}", space=known, arrow=names.arrow(view.arrows[cell]))
    return known


def _has_arrow(view: State, cell: int) -> bool:
    """Alone the arrows of bare tiles lie open and still matter (T47)."""
    if view.settings.mode != "solo" or view.planted >> cell & 1:
        return False
    return view.arrows[cell] != UNKNOWN


def _left(view: State) -> str:
    return enumeration(f"{count} {name}" for count, name in zip(view.left, names.terrains(), strict=True))


def _party(view: State, side: int, audience: Audience) -> str:
    party = view.parties[side]
    levels = enumeration(f"{name} {level}" for name, level in zip(names.terrains(), party.levels, strict=True))
    owner = names.side(view, side, audience)
    if _no_tokens(view, side):
        return plural(
            party.points,
            "{owner}: {count} point; diversity {levels}.",
            "{owner}: {count} points; diversity {levels}.",
            owner=owner,
            levels=levels,
        )
    return plural(
        party.points,
        "{owner}: {count} point; diversity {levels}; tokens {tokens}.",
        "{owner}: {count} points; diversity {levels}; tokens {tokens}.",
        owner=owner,
        levels=levels,
        tokens=enumeration(names.tokens(party.tokens)) or say("none"),
    )


def _no_tokens(view: State, side: int) -> bool:
    """Alone the Otoma never hold tokens (T41)."""
    return side == OTOMA and view.settings.mode == "solo"


def _pieces(view: State, audience: Audience) -> list[str]:
    lines = []
    for colour, mask in enumerate(view.meeples):
        owners = listing([audience.name(seat) for seat in range(view.seats) if view.colour(seat) == colour])
        lines.append(
            say(
                "Meeples of {owners} ({colour}): {spaces}; {count} in supply.",
                owners=owners,
                colour=names.colour(colour),
                spaces=enumeration(names.places(view, mask)) or say("none on the board"),
                count=view.reserve[colour],
            )
        )
    if view.settings.mode == "solo":
        spaces = [
            f"{names.colour(view.otoma_colour(number))} {view.ground.names[cell]}"
            for number, cell in enumerate(view.otoma)
        ]
        lines.append(say("Otoma: {spaces}.", spaces=enumeration(spaces)))
    elif view.otoma:
        there = enumeration(view.ground.names[cell] for cell in sorted(view.otoma))
        lines.append(say("Otoma ({colour}): {spaces}.", colour=names.colour(view.otoma_colour(0)), spaces=there))
    return lines


def _supplies(view: State, audience: Audience) -> list[str]:
    lines = [say("Offering tokens in supply: {tokens}.", tokens=_token_supply(view))]
    if view.settings.mode != "coop":
        return lines
    spent = enumeration(f"{len(stack)} {name}" for stack, name in zip(view.spent, names.terrains(), strict=True))
    lines.append(say("Tiles on the Diversity board: {tiles}.", tiles=spent))
    behind = enumeration(f"{audience.name(seat)} {sum(map(len, stacks))}" for seat, stacks in enumerate(view.hands))
    lines.append(say("Tiles behind the screens: {tiles}.", tiles=behind))
    if audience.viewer is not None and audience.viewer < len(view.hands):
        lines += _own_stacks(view, audience.viewer)
    return lines


def _own_stacks(view: State, seat: int) -> list[str]:
    stacks = [
        say(
            "{terrain} {count}, top {direction}",
            terrain=name,
            count=len(stack),
            direction=names.direction(stack[-1] % 4),
        )
        for stack, name in zip(view.hands[seat], names.terrains(), strict=True)
        if stack and stack[-1] != UNKNOWN
    ]
    return [say("Your stacks: {stacks}.", stacks="; ".join(stacks))] if stacks else []


def token_supply(view: State) -> list[int]:
    """Offering tokens nobody holds, by rising level: one set a player (T7), one alone (T40), two together (T60)."""
    sets = {"solo": 1, "coop": 2}.get(view.settings.mode, view.seats)
    return [sets - sum(party.tokens >> level & 1 for party in view.parties) for level in range(5)]


def _token_supply(view: State) -> str:
    return enumeration(f"{count} {name}" for count, name in zip(token_supply(view), names.crops(), strict=True))


def _last(view: State, audience: Audience) -> list[str]:
    """What the last turn touched."""
    trace = view.last
    if trace is None:
        return []
    spaces = view.ground.names
    done = []
    if len(trace.route) == 1:
        done.append(say("a meeple came in at {space}", space=spaces[trace.route[0]]))
    elif trace.route:
        origin, space = spaces[trace.route[0]], spaces[trace.route[-1]]
        done.append(say("a meeple went from {origin} to {space}", origin=origin, space=space))
    own = view.meeples[view.colour(trace.seat)]
    # Whoever found or planted something without an Otoma stands there still; who took a meeple back does not.
    back = [cell for cell in trace.cells if not (trace.route or trace.otoma or own >> cell & 1)]
    done += [say("the meeple on {space} was taken back", space=spaces[cell]) for cell in back]
    if new := dict.fromkeys(spaces[cell] for cell in trace.cells if cell not in back):
        done.append(say("found or planted {spaces}", spaces=enumeration(new)))
    done += [
        say("an Otoma ran from {origin} to {space}", origin=spaces[run[0]], space=spaces[run[-1]])
        for run in trace.otoma
    ]
    name = audience.name(trace.seat)
    return [say("Last turn, {name}: {done}.", name=name, done="; ".join(done))] if done else []


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
        for verb, sentence in _REACH.items():
            if verb in found:
                spaces = enumeration(view.ground.names[cell] for cell in sorted(found[verb]))
                lines.append(say(sentence, spaces=spaces))
    if bare := view.bare(decision.seat):
        spaces = enumeration(names.places(view, bare))
        lines.append(say("Own meeples on bare ground, to divine: {spaces}.", spaces=spaces))
    return lines


_ON_THE_BOARD = (Act, GroupAct, OrderOtoma)
_REACH = {
    "explore": translatable("May move to: {spaces}."),
    "enter": translatable("May bring a meeple in to: {spaces}."),
    "otoma": translatable("Otoma that may run first: {spaces}."),
}


def _notes(view: State, audience: Audience) -> list[str]:
    noted = [
        f"{view.ground.names[cell]} {digits or say('none')}"
        for cell, digits in notes.shown(view, audience.notes).items()
    ]
    return [say("Your notes: {notes}.", notes=enumeration(noted))] if noted else []


def alt(view: State, audience: Audience) -> str:
    """See `Presenter.alt`."""
    found = say(
        "{found} of {all} spaces found, {planted} planted.",
        found=view.tiles.bit_count(),
        all=view.ground.cells,
        planted=view.planted.bit_count(),
    )
    return shorten(together([_headline(view, audience), found, _scores(view, audience)]), ALT)


def _scores(view: State, audience: Audience) -> str:
    points = [f"{names.side(view, side, audience)} {party.points}" for side, party in enumerate(view.parties)]
    return say("Points: {scores}.", scores=enumeration(points))


def standing(view: State, audience: Audience) -> str:
    """See `Presenter.standing`."""
    if not view.stack:
        return _scores(view, audience)
    return together([_scores(view, audience), say("Tiles left: {tiles}.", tiles=_left(view))])


def result(view: State, audience: Audience) -> str:
    """See `Presenter.result`: who won, and below it a line for each part of the scores."""
    if view.drawn:
        return say("The match ended in an agreed draw.")
    if view.resigned:
        return _given_up(view, audience)
    winner = _winner_among_rivals(view, audience) if view.competitive else _winner_against_the_otoma(view, audience)
    return "\n".join([winner, *_parts(view, audience)])


def _given_up(view: State, audience: Audience) -> str:
    gone = listing([audience.name(seat) for seat in view.resigned])
    winners = [row for row in TIWANAKU.standings(view) if row.winner]
    won = listing(
        [names.side(view, OTOMA, audience) if row.seat is None else audience.name(row.seat) for row in winners]
    )
    return say("{winners} won the match: {losers} resigned.", winners=won, losers=gone)


def _winner_against_the_otoma(view: State, audience: Audience) -> str:
    people, otoma = view.parties
    if people.points > otoma.points:
        return say(
            "{names} won with {points} points to the Otoma's {otoma}.",
            names=listing([audience.name(seat) for seat in range(view.seats)]),
            points=people.points,
            otoma=otoma.points,
        )
    if people.points == otoma.points:
        return say(
            "The Otoma won with {otoma} points to {points}. A tie is theirs.", otoma=otoma.points, points=people.points
        )
    return say("The Otoma won with {otoma} points to {points}.", otoma=otoma.points, points=people.points)


def _winner_among_rivals(view: State, audience: Audience) -> str:
    rows = TIWANAKU.standings(view)
    winners = [row for row in rows if row.winner]
    called, best = listing([audience.name(row.seat) for row in winners if row.seat is not None]), winners[0].score
    if len(winners) > 1:
        return plural(
            best,
            "{names} share the victory with {count} point each.",
            "{names} share the victory with {count} points each.",
            names=called,
        )
    if sum(row.score == best for row in rows) > 1:
        return plural(
            best,
            "{name} won with {count} point, tied on points but further on the diversity tracks.",
            "{name} won with {count} points, tied on points but further on the diversity tracks.",
            name=called,
        )
    return plural(best, "{name} won with {count} point.", "{name} won with {count} points.", name=called)


def _parts(view: State, audience: Audience) -> list[str]:
    """The parts of all scores, a line each, in the order that the first line names."""
    order = " / ".join(names.side(view, side, audience) for side in range(len(view.parties)))
    lines = [say("Points by part, {order}:", order=order)]
    table = [party.parts() for party in view.parties]
    for key, title in PARTS.items():
        values = [parts[key] for parts in table]
        if any(values):
            lines.append(_named(say(title), " / ".join(map(number, values))))
    total = " / ".join(str(party.points) for party in view.parties)
    return [*lines, say("In all: {total}.", total=total)]


def _named(part: str, value: str) -> str:
    return say("{part}: {value}", part=part, value=value)


def scoring(view: State, audience: Audience) -> str:
    """See `Presenter.scoring`."""
    blocks = [_score_of(view, side, audience) for side in range(len(view.parties))]
    return shorten("\n\n".join(blocks), LONG)


def _score_of(view: State, side: int, audience: Audience) -> str:
    party = view.parties[side]
    parts = party.parts()
    lines = [
        plural(
            party.points,
            "{owner}: {count} point",
            "{owner}: {count} points",
            owner=names.side(view, side, audience),
        )
    ]
    lines += [f"- {_named(_part(view, side, key), number(parts[key]))}" for key in _scored(view, side)]
    levels = enumeration(f"{name} {level}" for name, level in zip(names.terrains(), party.levels, strict=True))
    # Only among rivals do levels break ties (T37); a tie with the Otoma is theirs (T52, T74).
    if view.competitive:
        sentence = translatable("- Levels, which break ties: {levels}, {sum} of {most} in all")
    else:
        sentence = translatable("- Levels: {levels}, {sum} of {most} in all")
    lines.append(say(sentence, levels=levels, sum=party.progress, most=4 * LAST_LEVEL))
    return "\n".join(lines)


def _scored(view: State, side: int) -> list[str]:
    """The parts that a side can score: the Otoma never err and, alone, never offer; T74 is for them together."""
    never = {"untouched"}
    if not view.competitive and side == OTOMA:
        never = {"mistakes"} if view.settings.mode == "coop" else {"mistakes", "offerings", "untouched"}
    return [key for key in PARTS if key not in never]


def _part(view: State, side: int, key: str) -> str:
    """The Otoma plant without divining (T50)."""
    planted = key == "divination" and not view.competitive and side == OTOMA
    return say("Crops planted") if planted else say(PARTS[key])
