"""What choices are worth to a computer player, in points, as far as its level of play sees."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from rules.tiwanaku import coop, explore
from rules.tiwanaku.coop import GroupAct, SpendTile
from rules.tiwanaku.deduction import Knowledge, Odds
from rules.tiwanaku.explore import Reach
from rules.tiwanaku.notation import Choice, notation, offer
from rules.tiwanaku.offer import OFFER_POINTS
from rules.tiwanaku.position import LAST_LEVEL, OTOMA, Position
from rules.tiwanaku.regions import bits


class Temper(NamedTuple):
    """How a level of play thinks.

    `tier` of deduction; `sure`, the least chance at which it names a crop; `weighs`, whether it looks further
    than the points of the moment; `random`, how often it does whatever comes to mind; `offers`, the fewest
    tokens it offers before the end; `shapes`, whether it thinks of all the regions that are still possible.
    """

    tier: int
    sure: float
    weighs: bool
    random: float
    offers: int
    shapes: bool = False


TEMPERS = {
    "easy": Temper(0, 0.5, False, 0.5, 2),
    "normal": Temper(1, 0.75, False, 0.0, 4),
    "hard": Temper(5, 0.75, True, 0.0, 5, shapes=True),
}

TOKEN = 2.0
"""What a token is worth: five of them bring ten points."""

LATER = 0.6
"""What a divination that must wait for more knowledge is worth, beside one that is certain."""

NOTHING = -1.0
"""What a move is worth that neither finds nor prepares anything."""


class Guess(NamedTuple):
    """The best crop to name in a space, its chance, and the points to be expected."""

    cell: int
    crop: int
    chance: float
    worth: float


class Judge:
    """The eyes of one seat on one view."""

    def __init__(
        self, view: Position, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool] = lambda: False
    ) -> None:
        self.view = view
        self.seat = seat
        self.temper = TEMPERS[level]
        self.rng = rng
        self.hurry = hurry
        self.party = view.party(seat)
        self.words = notation(view.size)
        self.bare = view.bare(seat)
        # The same spaces and runs come up in many options of a turn.
        self._prospects: dict[int, float] = {}
        self._harms: dict[tuple[int, int], float] = {}
        # A space that is found by either side is one point less for the Otoma at the end (T74).
        self.untouched = 1.0 if view.settings.mode == "coop" else 0.0
        # The endless divinations of the end come for nothing, so near it bare meeples may wait (T34).
        self.hurry_to_divine = 1.0 if not view.competitive or sum(view.left) > 2 * view.seats else 0.5

    @cached_property
    def known(self) -> Knowledge:
        """What this level of play works out."""
        return Knowledge(self.view, self.temper.tier, shapes=self.temper.shapes and not self.hurry())

    @cached_property
    def guesses(self) -> list[Guess]:
        """The own bare spaces, the surest first."""
        found = [self.guess(cell) for cell in bits(self.bare)]
        return sorted(found, key=lambda guess: (-guess.chance, -guess.worth))

    def guess(self, cell: int) -> Guess:
        """The crop that promises most in a space with bare terrain."""
        odds = self.known.levels(cell)
        costs = sum(odd * level for level, odd in enumerate(odds, start=1))
        guesses = [
            Guess(cell, level, odd, odd * self._prize(level) - (costs - odd * level))
            for level, odd in enumerate(odds, start=1)
            if odd
        ]
        return max(guesses, key=lambda guess: (guess.worth, guess.chance))

    def divination(self) -> str:
        """The divination to make now, or "" when none is sure enough."""
        return next((self._named(guess) for guess in self.guesses if self._dares(guess)), "")

    def final_divination(self) -> str:
        """At the end nothing is to be gained by waiting: any that promises more than it risks, or ""."""
        return next((self._named(guess) for guess in self.guesses if guess.worth > 0), "")

    def best_guess(self) -> str:
        """The surest divination, dared or not."""
        return self._named(self.guesses[0])

    def offering(self) -> str:
        """All tokens when there are enough of them, or ""."""
        tokens = self.party.tokens
        enough = tokens.bit_count() >= self.temper.offers
        if self.temper.weighs and tokens.bit_count() == self.temper.offers - 1:
            enough = not self._may_come(31 & ~tokens)
        return offer(tokens) if enough else ""

    def act(self, options: list[str]) -> str:
        """The option with the most points to be expected."""
        if self.rng.random() < self.temper.random:
            moves = [option for option in options if not option.startswith("divine")]
            return self.rng.choice(moves or options)
        best, most = "", float("-inf")
        for option in self.rng.sample(options, len(options)):
            worth = self.worth(option)
            if worth > most:
                best, most = option, worth
        return best

    def worth(self, option: str) -> float:
        """The points to be expected of an option of a turn."""
        choice = self.words.read(option)
        if choice.verb == "divine":
            return self._worth_of_divining(choice)
        if choice.verb == "spend":
            return self._worth_of_spending(option)
        if choice.verb == "retrieve":
            return NOTHING - 0.5 - self._stake(choice.target)
        origin = choice.origin
        if choice.verb == "explore" and origin < 0:
            origin = self._walker(self._reaches, choice.target)
        return self._worth_of_moving(origin, choice.target)

    @cached_property
    def _reaches(self) -> list[Reach]:
        decision = self.view.stack[-1]
        if isinstance(decision, GroupAct):
            return coop.reaches(self.view, self.seat, decision.way)
        return explore.reaches(explore.stand_of(self.view, self.seat))

    @staticmethod
    def _walker(reaches: list[Reach], target: int) -> int:
        origins = next(origins for origins, ends in reaches if ends >> target & 1)
        return origins.bit_length() - 1

    def _worth_of_divining(self, choice: Choice) -> float:
        """The whole Divine that begins with this, when it is the best one to begin with."""
        dared = [guess for guess in self.guesses if self._dares(guess)]
        first = dared[0] if dared else self.guesses[0]
        if (choice.target, choice.crop) != (first.cell, first.crop):
            return NOTHING * 10
        if not dared:
            return first.worth if first.worth > 0 else NOTHING + first.worth
        total, goes_on = 0.0, 1.0
        for guess in dared:
            total += goes_on * guess.worth
            goes_on *= guess.chance
        return total * self.hurry_to_divine

    def _worth_of_moving(self, origin: int, target: int) -> float:
        worth = self._prospect(target) - self._stake(origin)
        if not self.temper.weighs or self.view.competitive:
            return worth
        return worth - self._reactions(target)

    def _prospect(self, cell: int) -> float:
        found = self._prospects.get(cell)
        if found is None:
            found = self._prospects[cell] = self._weigh(cell)
        return found

    def _weigh(self, cell: int) -> float:
        """What standing on a space brings, now and by a divination to come."""
        if self.view.planted >> cell & 1:
            return NOTHING
        if self.view.tiles >> cell & 1:
            return self._promise(cell) if self.temper.weighs else self._sure_promise(cell)
        odds = self.known.terrains(cell) if self.temper.weighs else (0.25,) * 4
        found = sum(odd * self._diversity(terrain) for terrain, odd in enumerate(odds))
        if not self.temper.weighs:
            return found
        return found + self._promise_of_empty(cell, odds) + self._news(cell) + self.untouched

    def _stake(self, cell: int) -> float:
        """What leaving a space gives up."""
        if cell < 0 or not self.bare >> cell & 1:
            return 0.0
        return self._promise(cell) if self.temper.weighs else self._sure_promise(cell)

    def _promise(self, cell: int) -> float:
        """A divination to come on bare terrain: as it stands, or when more is known."""
        odds = self.known.levels(cell)
        certain = sum(odd * self._prize(level) for level, odd in enumerate(odds, start=1))
        return max(self.guess(cell).worth, LATER * certain)

    def _sure_promise(self, cell: int) -> float:
        guess = self.guess(cell)
        return guess.worth if guess.chance >= self.temper.sure else 0.0

    def _promise_of_empty(self, cell: int, odds: Odds) -> float:
        """The same for a space where the terrain is still to be found."""
        levels = [level for level in range(1, 6) if self.known.open[level - 1] >> cell & 1]
        return LATER * sum(self._prize(level) for level in levels) / max(1, len(levels))

    def _news(self, cell: int) -> float:
        """What the terrain found there tells about own meeples that wait beside."""
        waiting = [
            guess for guess in self.guesses if guess.chance < 1 and self.known.group_at[guess.cell].exits >> cell & 1
        ]
        return 0.4 * len(waiting)

    def _diversity(self, terrain: int) -> float:
        return _step(self.party.levels, terrain)

    def _reactions(self, target: int) -> float:
        """What the Otoma that a move to a space sets running are likely to win."""
        view = self.view
        if view.settings.mode == "coop":
            lines = [view.ground.away(target, cell) for cell in view.otoma]
            return sum(self.harm(number, line[1]) for number, line in enumerate(lines) if line is not None)
        if not (view.tiles & ~view.planted) >> target & 1:
            # A tile that is still to be found may show any arrow, wherever it lies.
            return 0.0
        colour, way = divmod(view.arrows[target], 4)
        return 0.0 if colour == view.colour(self.seat) else self.harm(colour - 1, way)

    def harm(self, number: int, way: int) -> float:
        """What a run of an Otoma meeple is likely to bring its side: diversity and a crop (T50)."""
        found = self._harms.get((number, way))
        if found is None:
            found = self._harms[number, way] = self._weigh_run(number, way)
        return found

    def _weigh_run(self, number: int, way: int) -> float:
        view = self.view
        if view.tiles == view.ground.full:
            return 0.0
        cell = view.ground.slide(view.otoma[number], way, view.tiles)[-1]
        odds = self.known.terrains(cell)
        levels = [level for level in range(1, 6) if self.known.open[level - 1] >> cell & 1]
        steps = sum(odd * _step(view.parties[OTOMA].levels, terrain) for terrain, odd in enumerate(odds))
        return steps + sum(levels) / max(1, len(levels)) - self.untouched

    def _worth_of_spending(self, option: str) -> float:
        """The best move that a tile's arrow allows."""
        decision = self.view.stack[-1]
        assert isinstance(decision, SpendTile)
        stacks = self.view.hands[self.seat]
        way = stacks[coop.spent_by(option)][-1] % 4
        worths = [NOTHING * 2]
        for origins, ends in coop.reaches(self.view, self.seat, way):
            origin = origins.bit_length() - 1
            worths += [self._worth_of_moving(origin, target) for target in bits(ends)]
        worths += [self._worth_of_moving(-1, target) for target in bits(coop.entrances(self.view, self.seat, way))]
        return max(worths)

    def _dares(self, guess: Guess) -> bool:
        return guess.chance >= self.temper.sure and guess.worth > 0

    def _prize(self, level: int) -> float:
        """The points of a right word, with the worth of the token."""
        return level + (0.0 if self.party.tokens >> level - 1 & 1 else TOKEN)

    def _may_come(self, tokens: int) -> bool:
        """Whether a missing token can still be won soon enough to wait for it."""
        return sum(self.view.left) > self.view.seats and OFFER_POINTS[tokens.bit_count()] == 0

    def _named(self, guess: Guess) -> str:
        return self.words.divine[guess.cell][guess.crop - 1]


def _step(levels: list[int], terrain: int) -> float:
    """The points of the next step on a track (T26, T27)."""
    level = levels[terrain] + 1
    return 1.0 if level > LAST_LEVEL else 1.0 + levels.count(level)
