"""Divine: name the crop of a space where an own meeple stands on bare terrain (T28-T31, alone T51)."""

from __future__ import annotations

from rules.game import Decision, Events
from rules.tiwanaku import offer
from rules.tiwanaku.events import CropDivined
from rules.tiwanaku.notation import DONE, OFFERS, notation, offers
from rules.tiwanaku.position import Position
from rules.tiwanaku.regions import bits, board


class DivineMore(Decision):
    """After a right divination: another one, or an offering, or neither ends the turn (T30, T32)."""

    def options(self, state: Position) -> list[str]:
        """Divinations first, then offerings, `done` last."""
        found = notation(state.size).divinations.of(state.bare(self.seat))
        return [*found, *offers(state.party(self.seat).tokens), DONE]

    def resolve(self, state: Position, option: str) -> Events:
        if option in OFFERS:
            state.stage = "end"
            return offer.make(state, self.seat, OFFERS[option])
        if option == DONE:
            # Offering was among the choices here, so it is not asked for again.
            state.stage = "end"
            return []
        return divine(state, self.seat, option)

    def default(self, state: Position) -> str:
        """Name nothing."""
        return DONE


class DivineAll(Decision):
    """Alone, every own meeple on bare terrain must divine, errors or not (T51)."""

    def options(self, state: Position) -> list[str]:
        return list(notation(state.size).divinations.of(state.bare(self.seat)))

    def resolve(self, state: Position, option: str) -> Events:
        return divine(state, self.seat, option)

    def default(self, state: Position) -> str:
        """A crop that is not plainly wrong, since one must be named."""
        return sensible(state, self.seat)


def divine(state: Position, seat: int, option: str) -> Events:
    """One divination of a turn, and what it leads to: more of them, an offering, or the end of the turn."""
    choice = notation(state.size).read(option)
    event = name_crop(state, seat, choice.target, choice.crop)
    if state.settings.mode == "solo":
        # T51: go on until all are done; an offering may follow even after errors.
        state.stage = "offer"
        if state.bare(seat):
            state.stack.append(DivineAll(seat))
    elif event.named != event.crop:
        # T31; and no offering (T32, G27).
        state.stage = "end"
    elif state.bare(seat):
        state.stack.append(DivineMore(seat))
    else:
        state.stage = "offer"
    return [event]


def name_crop(state: Position, seat: int, cell: int, named: int) -> CropDivined:
    """The true crop is planted whatever was named (T29); a right word scores and may win a token, a wrong one costs."""
    party = state.party(seat)
    crop = int(state.crops[cell])
    state.planted |= 1 << cell
    state.trace.cells.append(cell)
    if named != crop:
        points = -min(crop, party.points)
        party.mistakes += points
        token = 0
    else:
        points = crop
        party.divination += points
        token = 1 << crop - 1 & ~party.tokens
        party.tokens |= token
    party.points += points
    return CropDivined(seat, cell, named, crop, points, bool(token))


def sensible(state: Position, seat: int) -> str:
    """A divination for somebody who must divine and has not said what."""
    cell = next(bits(state.bare(seat)))
    return notation(state.size).divine[cell][plausible(state, cell) - 1]


def plausible(state: Position, cell: int) -> int:
    """The lowest crop level that no crop planted beside the space rules out (T13), from what everybody can see."""
    near = board(state.size).touch[cell] & state.planted
    barred = {int(state.crops[other]) for other in bits(near)}
    return next((level for level in range(1, 6) if level not in barred), 1)
