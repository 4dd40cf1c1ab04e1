"""Every word that is said about a match of İye."""

from __future__ import annotations

from render.presenter import ALT, Audience, counted, paged, shorten
from rules.game import Decision, Event
from rules.iye import COUNTS, MOVES, ChooseStarter, ProblemMove, Settings, State, cycle, events
from rules.iye.tiles import CELLS, NATURAL, SIZE, SPENT, SQUARES

NAMES = ("Owls", "Water", "Tree", "Horses", "Sun")
"""The spirits as the rulebook names them, from the rarest to the most common."""

_HOW = (
    "to any tile",
    "any distance in any direction",
    "one space diagonally",
    "in an L",
    "to a corner",
)


def tell(event: Event, audience: Audience) -> str:
    """See `Presenter.tell`."""
    match event:
        case events.DrumMoved():
            return _moved(event, audience)
        case events.Dealt():
            return f"Cycle {event.cycle} was dealt. {audience.name(event.starter)} begins."
        case events.CycleEnded():
            return _ended(event, audience)
        case events.OutOfMoves():
            return (
                f"{audience.name(event.seat)} had no moves left, and {audience.name(1 - event.seat)} could still move."
            )
        case events.StarterChosen() if event.seat == event.starter:
            return f"{audience.name(event.seat)} chose to begin."
        case events.StarterChosen():
            return f"{audience.name(event.seat)} let {audience.name(event.starter)} begin."
        case events.MatchWon():
            return f"{audience.name(event.seat)} won the match."
    return ""


def _moved(event: events.DrumMoved, audience: Audience) -> str:
    mover, other = audience.name(event.seat), audience.name(1 - event.seat)
    gift = f"{other} received {NAMES[event.given]}"
    if event.spirit is None:
        return f"{mover} moved the drum to {SQUARES[event.target]}; {gift}."
    return f"{mover} spent {NAMES[event.spirit]} to reach {SQUARES[event.target]}; {gift}."


def _ended(event: events.CycleEnded, audience: Audience) -> str:
    first, second = event.points
    if event.stuck is not None and event.winner is not None:
        return f"{audience.name(event.stuck)} could not move, so {audience.name(event.winner)} won cycle {event.cycle}."
    if event.winner is None:
        return f"Cycle {event.cycle} was tied {first} to {second}. Nobody won it."
    high, low = max(first, second), min(first, second)
    return f"{audience.name(event.winner)} won cycle {event.cycle} with {high} points to {low}."


def question(decision: Decision, view: State) -> str:
    """See `Presenter.question`."""
    if isinstance(decision, ChooseStarter):
        return "choose who begins the next cycle"
    if isinstance(decision, ProblemMove) and decision.seat == 0:
        return f"move the drum, and leave your opponent without a move within {counted(decision.left, 'move')}"
    if view.tiles & NATURAL[view.drum]:
        return "move the drum"
    return "spend a tile to move the drum"


def label(option: str, view: State) -> str:
    """See `Presenter.label`: the square, what lies there, and what it costs."""
    if option == "go-first":
        return "I Begin"
    if option == "go-second":
        return "My Opponent Begins"
    target, spirit = MOVES[option]
    given = f"{SQUARES[target]} · Gives {NAMES[view.layout[target]]}"
    return given if spirit is None else f"{given} · Spend {NAMES[spirit]}"


def landing(options: list[str], view: State) -> str:
    """A square that all these options reach: what lies there, and each means to get there."""
    target = MOVES[options[0]].target
    return f"{SQUARES[target]} · Gives {NAMES[view.layout[target]]} ({', '.join(map(means, options))})"


def means(option: str) -> str:
    """How an option moves the drum: the spirit it spends, or naturally."""
    spirit = MOVES[option].spirit
    return "Natural Movement" if spirit is None else f"Spend {NAMES[spirit]}"


def group(option: str, view: State) -> str:
    """See `Presenter.group`: moves are listed by what they give, since there can be more than 25 (46 were seen)."""
    move = MOVES.get(option)
    if move is None:
        return ""
    return f"Give {NAMES[view.layout[move.target]]}"


def warn(option: str, view: State) -> str:
    """See `Presenter.warn`: spending a tile where a natural move reaches is legal and never better (H6)."""
    move = MOVES.get(option)
    if move is None or move.spirit is None or not NATURAL[view.drum] >> move.target & 1:
        return ""
    return f"You can reach {SQUARES[move.target]} without spending a tile."


def describe(view: State, audience: Audience) -> list[str]:
    """See `Presenter.describe`."""
    lines = [_headline(view, audience), "", f"The drum is on {SQUARES[view.drum]}{_under_drum(view)}."]
    lines += [_row(view, row) for row in range(SIZE)]
    for seat in range(2):
        lines += ["", *_holdings(view, seat, audience)]
    lines += ["", _scoring(view, audience)]
    if view.last is not None:
        lines.append("Last move: " + _moved(view.last, audience))
    lines += [_past(index, view, audience) for index in range(len(view.past))]
    if moves := _choices(view):
        lines += ["", *moves]
    return paged(lines)


def _headline(view: State, audience: Audience) -> str:
    if not view.stack:
        return result(view, audience)
    decision = view.stack[-1]
    name = audience.name(decision.seat)
    if isinstance(decision, ChooseStarter):
        return f"Cycle {len(view.past)} is over. {name} chooses who begins the next one."
    if isinstance(decision, ProblemMove):
        return (
            f"A problem: {audience.name(0)} wins within {counted(decision.left, 'move')}, or loses. {name} is to move."
        )
    return f"Cycle {len(view.past) + 1}. {name} is to move."


def _under_drum(view: State) -> str:
    if view.tiles >> view.drum & 1:
        return f", which still holds its tile ({NAMES[view.layout[view.drum]]})"
    return ""


def _row(view: State, row: int) -> str:
    cells = range(row * SIZE, row * SIZE + SIZE)
    signs = [NAMES[view.layout[cell]] if view.tiles >> cell & 1 else "empty" for cell in cells]
    return f"Row {row + 1}, a to e: " + ", ".join(signs) + "."


def _listed(counts: list[int]) -> str:
    named = [f"{count} {NAMES[spirit]}" for spirit, count in enumerate(counts) if count]
    return ", ".join(named) or "nothing"


def _holdings(view: State, seat: int, audience: Audience) -> list[str]:
    wins = counted(view.wins(seat), "cycle")
    line = f"{audience.name(seat)} has won {wins} and holds {_listed(view.hands[seat])}."
    if any(view.spent[seat]):
        return [line, f"Spent: {_listed(view.spent[seat])}."]
    return [line]


def _scoring(view: State, audience: Audience) -> str:
    points, scored = cycle.score(view.hands)
    parts = [
        f"{NAMES[spirit]} ({COUNTS[spirit]}) {'nobody' if seat is None else audience.name(seat)}"
        for spirit, seat in enumerate(scored)
    ]
    lead = f"{audience.name(0)} {points[0]}, {audience.name(1)} {points[1]}"
    return f"Points as the tiles stand: {lead}. Majorities: " + ", ".join(parts) + "."


def _past(index: int, view: State, audience: Audience) -> str:
    ended = view.past[index]
    last = index == len(view.past) - 1 and not (view.stack or view.resigned or view.drawn)
    if last and ended.stuck is None and view.tiles & (view.tiles - 1):  # only a problem ends so
        return tell(events.OutOfMoves(1 - (ended.winner or 0)), audience)
    return _ended(events.CycleEnded(index + 1, ended.winner, ended.stuck, ended.points, ()), audience)


def _choices(view: State) -> list[str]:
    """The places that can be reached, each way a line."""
    if not view.stack or isinstance(view.stack[-1], ChooseStarter):
        return []
    hand = view.hands[view.stack[-1].seat]
    ways = [("Natural moves", _places(view, NATURAL[view.drum]))]
    ways += [
        (f"Spending {NAMES[spirit]} ({_HOW[spirit]})", _places(view, SPENT[spirit][view.drum]))
        for spirit in range(5)
        if hand[spirit]
    ]
    return [f"{way}: {places}." for way, places in ways if places]


def _places(view: State, reach: int) -> str:
    landings = view.tiles & reach
    cells = [cell for cell in range(CELLS) if landings >> cell & 1]
    return ", ".join(f"{SQUARES[cell]} {NAMES[view.layout[cell]]}" for cell in cells)


def alt(view: State, audience: Audience) -> str:
    """See `Presenter.alt`."""
    left = counted(view.tiles.bit_count(), "tile")
    text = f"{_headline(view, audience)} Drum on {SQUARES[view.drum]}, {left} left. {standing(view, audience)}"
    if view.last is not None:
        text += f" Last move: {SQUARES[view.last.origin]} to {SQUARES[view.last.target]}."
    return shorten(text, ALT)


def standing(view: State, audience: Audience) -> str:
    """See `Presenter.standing`."""
    points, _ = cycle.score(view.hands)
    parts = [f"{audience.name(seat)} {points[seat]}" for seat in range(2)]
    line = "Points now: " + ", ".join(parts) + "."
    if view.past or view.cycles > 1:
        line += f" Cycles won: {view.wins(0)} to {view.wins(1)}."
    return line


def result(view: State, audience: Audience) -> str:
    """See `Presenter.result`."""
    if view.drawn:
        return "The match ended in an agreed draw."
    if view.resigned:
        gone = view.resigned[0]
        return f"{audience.name(1 - gone)} won the match: {audience.name(gone)} resigned."
    winner = int(view.wins(1) > view.wins(0))
    last = view.past[-1]
    score = f"{view.wins(winner)} to {view.wins(1 - winner)}"
    if last.stuck is not None:
        how = f"{audience.name(last.stuck)} could not move"
    elif view.tiles & (view.tiles - 1):
        return f"{audience.name(winner)} could still move when the moves of {audience.name(1 - winner)} were used up."
    else:
        how = f"the last cycle ended {last.points[winner]} to {last.points[1 - winner]}"
    if view.cycles == 1:
        return f"{audience.name(winner)} won the match: {how}."
    return f"{audience.name(winner)} won the match by {score} in cycles: {how}."


def scoring(view: State, audience: Audience) -> str:
    """See `Presenter.scoring`: how the cycles before ended, then what each spirit brings in the last one."""
    told = view.drawn or view.resigned
    ended = view.past if view.stack or told else view.past[:-1]
    lines = [_past(index, view, audience) for index in range(len(ended))]
    points, scored = cycle.score(view.hands)
    if view.stack or told or view.tiles & (view.tiles - 1):  # no scoring has taken place
        return "\n".join([*lines, standing(view, audience)])
    for spirit, seat in enumerate(scored):
        high, low = sorted((view.hands[0][spirit], view.hands[1][spirit]), reverse=True)
        taker = "nobody" if seat is None else audience.name(seat)
        lines.append(f"{NAMES[spirit]} ({counted(COUNTS[spirit], 'point')}): {taker}, {high} to {low}.")
    lines.append(f"In all: {audience.name(0)} {points[0]}, {audience.name(1)} {points[1]}.")
    return "\n".join(lines)


def summary(settings: Settings) -> str:
    """See `Presenter.summary`."""
    if settings.within:
        return f"İye: a problem. Leave your opponent without a move within {counted(settings.within, 'move')}."
    goal = "One cycle won wins the match." if settings.cycles == 1 else "Two cycles won win the match."
    first = {
        "random": "Who begins is drawn by lot.",
        "host": "The host begins.",
        "guest": "The guest begins.",
    }[settings.first]
    board = " The first board is set." if settings.layout else ""
    if settings.opening:
        board += f" {counted(len(settings.opening.split()), 'move')} of it are made."
    return f"İye: {goal} {first}{board}"
