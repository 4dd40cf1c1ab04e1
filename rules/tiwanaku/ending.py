"""Final divinations, last offerings, and how the sides stand (End of the Game, T33-T37, T52, T74)."""

from __future__ import annotations

from rules.game import Decision, Events, Row
from rules.tiwanaku import divine, offer
from rules.tiwanaku.events import LastTilePlaced, MatchEnded, Passed, UntouchedScored
from rules.tiwanaku.notation import PASS, notation
from rules.tiwanaku.position import OTOMA, Position


class FinalDivine(Decision):
    """Divine with one meeple, or pass and be out of the divinations (T34, T35)."""

    def options(self, state: Position) -> list[str]:
        """Divinations first, `pass` last."""
        return [*notation(state.size).divinations.of(state.bare(self.seat)), PASS]

    def resolve(self, state: Position, option: str) -> Events:
        if option == PASS:
            state.passed.append(self.seat)
            return [Passed(self.seat, False)]
        choice = notation(state.size).read(option)
        event = divine.name_crop(state, self.seat, choice.target, choice.crop)
        if event.named == event.crop:
            return [event]
        state.passed.append(self.seat)
        return [event, Passed(self.seat, True)]

    def default(self, state: Position) -> str:
        return PASS


class FinalOffer(offer.Offer):
    """The one last offering (T36, T74, G18). Nothing comes after it, so all the tokens are the best offering."""

    def default(self, state: Position) -> str:
        return self.options(state)[0]


def begin_divinations(state: Position) -> Events:
    """All terrain lies: whoever placed the last tile begins the final divinations (T33, T34)."""
    state.phase = "divining"
    seat = state.active
    return [LastTilePlaced(seat), *_ask_to_divine(state, seat)]


def next_divination(state: Position) -> Events:
    """The next seat clockwise that has not passed."""
    return _ask_to_divine(state, (state.active + 1) % state.seats)


def _ask_to_divine(state: Position, seat: int) -> Events:
    events: Events = []
    for offset in range(state.seats):
        candidate = (seat + offset) % state.seats
        if candidate in state.passed:
            continue
        if state.bare(candidate):
            state.next_turn(candidate)
            state.stack.append(FinalDivine(candidate))
            return events
        state.passed.append(candidate)
        events.append(Passed(candidate, True))
    return events + begin_offerings(
        state, [(state.first_to_end + offset) % state.seats for offset in range(state.seats)]
    )


def begin_offerings(state: Position, seats: list[int]) -> Events:
    """The last offerings, in this order. Who has fewer than two tokens could not score and is not asked."""
    state.phase = "offering"
    state.queue = [seat for seat in seats if state.party(seat).tokens.bit_count() > 1]
    return next_offering(state)


def next_offering(state: Position) -> Events:
    """Ask the next in the queue, or end the match."""
    if state.queue:
        seat = state.queue.pop(0)
        if seat != state.active:
            state.next_turn(seat)
        state.stack.append(FinalOffer(seat))
        return []
    return _finish(state)


def _finish(state: Position) -> Events:
    events: Events = []
    if state.settings.mode == "coop":
        events += _last_of_the_otoma(state)
    state.phase = "over"
    state.last = state.trace
    return [*events, MatchEnded()]


def _last_of_the_otoma(state: Position) -> Events:
    """Their last offering, and a point for each space without terrain (T74)."""
    party = state.parties[OTOMA]
    events: Events = [offer.otoma_offer(state)] if party.tokens else []
    spaces = state.ground.cells - state.tiles.bit_count()
    party.points += spaces
    party.untouched += spaces
    return [*events, UntouchedScored(spaces)]


def rows(state: Position) -> list[Row]:
    """Every seat, then the Otoma: points rank, then levels (T37); a tie is the Otoma's (T52, T74)."""
    if state.competitive:
        return [
            Row(seat, party.points, party.parts(), (party.points, party.progress))
            for seat, party in enumerate(state.parties)
        ]
    people, otoma = state.parties
    found = [Row(seat, people.points, people.parts(), (people.points, 0)) for seat in range(state.seats)]
    return [*found, Row(None, otoma.points, otoma.parts(), (otoma.points, 1), "otoma")]


def given_up(state: Position) -> list[Row]:
    """The same rows when somebody gave up in the co-operative mode: all players lose (T62)."""
    return [Row(row.seat, row.score, row.parts, (int(row.seat is None),), row.side) for row in rows(state)]
