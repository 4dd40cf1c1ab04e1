"""Every word that is said about a match of İye."""

from __future__ import annotations

from render.language import enumeration, plural, say, together, translatable
from render.presenter import ALT, Audience, paged, shorten
from rules.game import Decision, Event
from rules.iye import COUNTS, MOVES, ChooseStarter, ProblemMove, Settings, State, cycle, events
from rules.iye.position import CycleResult
from rules.iye.tiles import CELLS, NATURAL, SIZE, SPENT, SQUARES

_SPIRITS = (
    translatable("Owls"),
    translatable("Water"),
    translatable("Tree"),
    translatable("Horses"),
    translatable("Sun"),
)

_WAYS = (
    translatable("Spending Owls (to any tile): {places}."),
    translatable("Spending Water (any distance in any direction): {places}."),
    translatable("Spending Tree (one space diagonally): {places}."),
    translatable("Spending Horses (in an L): {places}."),
    translatable("Spending Sun (to a corner): {places}."),
)
"""Where a spirit leads, by the spirit."""


def spirit_name(spirit: int) -> str:
    """A spirit as the rulebook names it; they go from the rarest to the most common."""
    return say(_SPIRITS[spirit])


def spirit_names() -> list[str]:
    """All five, from the rarest to the most common."""
    return [spirit_name(spirit) for spirit in range(len(_SPIRITS))]


def tell(event: Event, audience: Audience) -> str:
    """See `Presenter.tell`."""
    match event:
        case events.DrumMoved():
            return _moved(event, audience)
        case events.Dealt():
            name = audience.name(event.starter)
            return say("Cycle {number} was dealt. {name} begins.", number=event.cycle, name=name)
        case events.CycleEnded():
            result = CycleResult(event.winner, event.stuck, event.points)
            return _cycle_ended(event.cycle, result, audience)
        case events.OutOfMoves():
            return say(
                "{name} had no moves left, and {other} could still move.",
                name=audience.name(event.seat),
                other=audience.name(1 - event.seat),
            )
        case events.StarterChosen() if event.seat == event.starter:
            return say("{name} chose to begin.", name=audience.name(event.seat))
        case events.StarterChosen():
            return say("{name} let {other} begin.", name=audience.name(event.seat), other=audience.name(event.starter))
        case events.MatchWon():
            return say("{name} won the match.", name=audience.name(event.seat))
    return ""


def _moved(event: events.DrumMoved, audience: Audience) -> str:
    mover, other = audience.name(event.seat), audience.name(1 - event.seat)
    square, given = SQUARES[event.target], spirit_name(event.given)
    if event.spirit is None:
        return say(
            "{mover} moved the drum to {square}; {other} received {given}.",
            mover=mover,
            square=square,
            other=other,
            given=given,
        )
    return say(
        "{mover} spent {spirit} to reach {square}; {other} received {given}.",
        mover=mover,
        spirit=spirit_name(event.spirit),
        square=square,
        other=other,
        given=given,
    )


def _cycle_ended(number: int, ended: CycleResult, audience: Audience) -> str:
    first, second = ended.points
    if ended.stuck is not None and ended.winner is not None:
        return say(
            "{loser} could not move, so {winner} won cycle {number}.",
            loser=audience.name(ended.stuck),
            winner=audience.name(ended.winner),
            number=number,
        )
    if ended.winner is None:
        return say(
            "Cycle {number} was tied {first} to {second}. Nobody won it.", number=number, first=first, second=second
        )
    return say(
        "{name} won cycle {number} with {high} points to {low}.",
        name=audience.name(ended.winner),
        number=number,
        high=max(first, second),
        low=min(first, second),
    )


def question(decision: Decision, view: State) -> str:
    """See `Presenter.question`."""
    if isinstance(decision, ChooseStarter):
        return say("Choose who begins the next cycle.")
    if isinstance(decision, ProblemMove) and decision.seat == 0:
        return plural(
            decision.left,
            "Move the drum, and leave your opponent without a move within {count} move.",
            "Move the drum, and leave your opponent without a move within {count} moves.",
        )
    if view.tiles & NATURAL[view.drum]:
        return say("Move the drum.")
    return say("Spend a tile to move the drum.")


def label(option: str, view: State) -> str:
    """See `Presenter.label`: the square, what lies there, and what it costs."""
    if option == "go-first":
        return say("I Begin")
    if option == "go-second":
        return say("My Opponent Begins")
    target, spirit = MOVES[option]
    square, given = SQUARES[target], spirit_name(view.layout[target])
    if spirit is None:
        return say("{square} · Gives {given}", square=square, given=given)
    return say("{square} · Gives {given} · Spend {spirit}", square=square, given=given, spirit=spirit_name(spirit))


def landing(options: list[str], view: State) -> str:
    """A square that all these options reach: what lies there, and each means to get there."""
    target = MOVES[options[0]].target
    return say(
        "{square} · Gives {given} ({ways})",
        square=SQUARES[target],
        given=spirit_name(view.layout[target]),
        ways=enumeration(map(means, options)),
    )


def means(option: str) -> str:
    """How an option moves the drum: the spirit it spends, or naturally."""
    spirit = MOVES[option].spirit
    return say("Natural Movement") if spirit is None else say("Spend {spirit}", spirit=spirit_name(spirit))


def group(option: str, view: State) -> str:
    """See `Presenter.group`: moves are listed by what they give, since there can be more than 25 (46 were seen)."""
    move = MOVES.get(option)
    return "" if move is None else say("Give {spirit}", spirit=spirit_name(view.layout[move.target]))


def warn(option: str, view: State) -> str:
    """See `Presenter.warn`: spending a tile where a natural move reaches is legal and never better (H6)."""
    move = MOVES.get(option)
    if move is None or move.spirit is None or not NATURAL[view.drum] >> move.target & 1:
        return ""
    return say("You can reach {square} without spending a tile.", square=SQUARES[move.target])


def describe(view: State, audience: Audience) -> list[str]:
    """See `Presenter.describe`."""
    lines = [_headline(view, audience), "", _where_the_drum_is(view)]
    lines += [_row(view, row) for row in range(SIZE)]
    for seat in range(2):
        lines += ["", *_holdings(view, seat, audience)]
    lines += ["", _points(view, audience)]
    if view.last is not None:
        lines.append(say("Last move: {what}", what=_moved(view.last, audience)))
    lines += [_past_cycle(index, view, audience) for index in range(len(view.past))]
    if moves := _choices(view):
        lines += ["", *moves]
    return paged(lines)


def _headline(view: State, audience: Audience) -> str:
    if not view.stack:
        return result(view, audience)
    decision = view.stack[-1]
    name = audience.name(decision.seat)
    if isinstance(decision, ChooseStarter):
        return say("Cycle {number} is over. {name} chooses who begins the next one.", number=len(view.past), name=name)
    if isinstance(decision, ProblemMove):
        return plural(
            decision.left,
            "A problem: {solver} wins within {count} move, or loses. {name} is to move.",
            "A problem: {solver} wins within {count} moves, or loses. {name} is to move.",
            solver=audience.name(0),
            name=name,
        )
    return say("Cycle {number}. {name} is to move.", number=len(view.past) + 1, name=name)


def _where_the_drum_is(view: State) -> str:
    square = SQUARES[view.drum]
    if view.tiles >> view.drum & 1:
        tile = spirit_name(view.layout[view.drum])
        return say("The drum is on {square}, which still holds its tile ({tile}).", square=square, tile=tile)
    return say("The drum is on {square}.", square=square)


def _row(view: State, row: int) -> str:
    cells = range(row * SIZE, row * SIZE + SIZE)
    signs = [spirit_name(view.layout[cell]) if view.tiles >> cell & 1 else say("empty") for cell in cells]
    return say("Row {number}, a to e: {spaces}.", number=row + 1, spaces=enumeration(signs))


def _tiles(counts: list[int]) -> str:
    named = [f"{count} {spirit_name(spirit)}" for spirit, count in enumerate(counts) if count]
    return enumeration(named) or say("nothing")


def _holdings(view: State, seat: int, audience: Audience) -> list[str]:
    lines = [
        plural(
            view.wins(seat),
            "{name} has won {count} cycle and holds {tiles}.",
            "{name} has won {count} cycles and holds {tiles}.",
            name=audience.name(seat),
            tiles=_tiles(view.hands[seat]),
        )
    ]
    if any(view.spent[seat]):
        lines.append(say("Spent: {tiles}.", tiles=_tiles(view.spent[seat])))
    if view.stack:
        lines.append(say("{aim}.", aim=aim(view, seat)))
    return lines


def aim(view: State, seat: int) -> str:
    """What still wins the match for a seat, as it stands on its card; "" when the match is over."""
    if not view.stack:
        return ""
    if isinstance(view.stack[-1], ProblemMove):
        return say("Wins by never being stuck") if seat else say("Wins when the other is stuck")
    missing = view.cycles - view.wins(seat)
    if view.wins(seat):
        return plural(missing, "{count} more cycle wins the match", "{count} more cycles win the match")
    if view.cycles == 1:
        return say("This cycle wins the match")
    return plural(missing, "{count} cycle wins the match", "{count} cycles win the match")


def _points(view: State, audience: Audience) -> str:
    points, scored = cycle.score(view.hands)
    majorities = [
        f"{spirit_name(spirit)} ({COUNTS[spirit]}) {_or_nobody(seat, audience)}" for spirit, seat in enumerate(scored)
    ]
    return say(
        "Points as the tiles stand: {scores}. Majorities: {majorities}.",
        scores=_scores(points, audience),
        majorities=enumeration(majorities),
    )


def _scores(points: tuple[int, int], audience: Audience) -> str:
    return enumeration(f"{audience.name(seat)} {points[seat]}" for seat in range(2))


def _or_nobody(seat: int | None, audience: Audience) -> str:
    return say("nobody") if seat is None else audience.name(seat)


def _past_cycle(index: int, view: State, audience: Audience) -> str:
    ended = view.past[index]
    last = index == len(view.past) - 1 and not (view.stack or view.resigned or view.drawn)
    if last and ended.stuck is None and view.tiles & (view.tiles - 1):  # only a problem ends so
        return tell(events.OutOfMoves(1 - (ended.winner or 0)), audience)
    return _cycle_ended(index + 1, ended, audience)


def _choices(view: State) -> list[str]:
    """The places that can be reached, each way a line."""
    if not view.stack or isinstance(view.stack[-1], ChooseStarter):
        return []
    hand = view.hands[view.stack[-1].seat]
    lines = []
    if places := _places(view, NATURAL[view.drum]):
        lines.append(say("Natural moves: {places}.", places=places))
    for spirit, way in enumerate(_WAYS):
        if hand[spirit] and (places := _places(view, SPENT[spirit][view.drum])):
            lines.append(say(way, places=places))
    return lines


def _places(view: State, reach: int) -> str:
    landings = view.tiles & reach
    cells = [cell for cell in range(CELLS) if landings >> cell & 1]
    return enumeration(f"{SQUARES[cell]} {spirit_name(view.layout[cell])}" for cell in cells)


def alt(view: State, audience: Audience) -> str:
    """See `Presenter.alt`."""
    drum = plural(
        view.tiles.bit_count(),
        "Drum on {square}, {count} tile left.",
        "Drum on {square}, {count} tiles left.",
        square=SQUARES[view.drum],
    )
    last = ""
    if view.last is not None:
        origin, target = SQUARES[view.last.origin], SQUARES[view.last.target]
        last = say("Last move: {origin} to {target}.", origin=origin, target=target)
    return shorten(together([_headline(view, audience), drum, standing(view, audience), last]), ALT)


def standing(view: State, audience: Audience) -> str:
    """See `Presenter.standing`."""
    points, _ = cycle.score(view.hands)
    now = say("Points now: {scores}.", scores=_scores(points, audience))
    if not view.past and view.cycles == 1:
        return now
    won = say("Cycles won: {first} to {second}.", first=view.wins(0), second=view.wins(1))
    return together([now, won])


def result(view: State, audience: Audience) -> str:
    """See `Presenter.result`."""
    if view.drawn:
        return say("The match ended in an agreed draw.")
    if view.resigned:
        gone = view.resigned[0]
        return say(
            "{winner} won the match: {loser} resigned.", winner=audience.name(1 - gone), loser=audience.name(gone)
        )
    number = int(view.wins(1) > view.wins(0))
    winner, loser, last = audience.name(number), audience.name(1 - number), view.past[-1]
    if last.stuck is not None:
        return _won_by_no_move(view, number, winner, audience.name(last.stuck))
    if view.tiles & (view.tiles - 1):  # only a problem ends so
        return say("{winner} could still move when the moves of {loser} were used up.", winner=winner, loser=loser)
    return _won_by_points(view, number, winner)


def _won_by_no_move(view: State, number: int, winner: str, stuck: str) -> str:
    if view.cycles == 1:
        return say("{winner} won the match: {stuck} could not move.", winner=winner, stuck=stuck)
    return say(
        "{winner} won the match by {won} to {lost} in cycles: {stuck} could not move.",
        winner=winner,
        won=view.wins(number),
        lost=view.wins(1 - number),
        stuck=stuck,
    )


def _won_by_points(view: State, number: int, winner: str) -> str:
    high, low = view.past[-1].points[number], view.past[-1].points[1 - number]
    if view.cycles == 1:
        return say("{winner} won the match: the last cycle ended {high} to {low}.", winner=winner, high=high, low=low)
    return say(
        "{winner} won the match by {won} to {lost} in cycles: the last cycle ended {high} to {low}.",
        winner=winner,
        won=view.wins(number),
        lost=view.wins(1 - number),
        high=high,
        low=low,
    )


def scoring(view: State, audience: Audience) -> str:
    """See `Presenter.scoring`: how the cycles before ended, then what each spirit brings in the last one."""
    broken_off = view.drawn or view.resigned
    ended = view.past if view.stack or broken_off else view.past[:-1]
    lines = [_past_cycle(index, view, audience) for index in range(len(ended))]
    points, scored = cycle.score(view.hands)
    if view.stack or broken_off or view.tiles & (view.tiles - 1):  # no scoring has taken place
        return "\n".join([*lines, standing(view, audience)])
    for spirit, seat in enumerate(scored):
        high, low = sorted((view.hands[0][spirit], view.hands[1][spirit]), reverse=True)
        lines.append(
            plural(
                COUNTS[spirit],
                "{spirit} ({count} point): {name}, {high} to {low}.",
                "{spirit} ({count} points): {name}, {high} to {low}.",
                spirit=spirit_name(spirit),
                name=_or_nobody(seat, audience),
                high=high,
                low=low,
            )
        )
    lines.append(say("In all: {scores}.", scores=_scores(points, audience)))
    return "\n".join(lines)


_BEGINNERS = {
    "random": translatable("Who begins is drawn by lot."),
    "host": translatable("The host begins."),
    "guest": translatable("The guest begins."),
}
"""By `Settings.first`."""


def summary(settings: Settings) -> str:
    """See `Presenter.summary`."""
    if settings.within:
        return plural(
            settings.within,
            "İye: a problem. Leave your opponent without a move within {count} move.",
            "İye: a problem. Leave your opponent without a move within {count} moves.",
        )
    one = settings.cycles == 1
    told = [say("İye: One cycle won wins the match.") if one else say("İye: Two cycles won win the match.")]
    told.append(say(_BEGINNERS[settings.first]))
    if settings.layout:
        told.append(say("The first board is set."))
    if settings.opening:
        made = len(settings.opening.split())
        told.append(plural(made, "{count} move of it is made.", "{count} moves of it are made."))
    return together(told)


def task(moves: int) -> str:
    """See `Presenter.task`."""
    return plural(
        moves,
        "Leave your opponent without a move within {count} move.",
        "Leave your opponent without a move within {count} moves.",
    )


def outcome(won: bool, moves: int) -> str:
    """See `Presenter.outcome`."""
    return plural(moves, "Solved in {count} move", "Solved in {count} moves") if won else say("Not solved")
