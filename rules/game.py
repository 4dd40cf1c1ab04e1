"""The contract that every game keeps: a match waits for one seat to choose one of a list of options, or it is over.

A game is a package with a `State`, a few `Decision` classes that hold its rules, and one `Game` object. All nested
play is a stack of decisions in the state, so undo, replay, storage, computer players, buttons and fuzzing need no more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast, get_args, get_origin

import msgspec
from msgspec import Struct

from rules.chance import Chance
from rules.errors import BadSettings, IllegalOption

LEVELS = ("easy", "normal", "hard")
"""How well a computer player plays, in rising order."""


# Events and decisions are made at every step. They are plain data in which nothing goes round in a circle, so the
# garbage collector need not follow them (`gc=False`), and to make one takes half the time.


class Event(Struct, tag=True, frozen=True, gc=False):
    """Something that happened, as data. `seen_by` is None for all, or the only seats that may know.

    A class with `reveals = True` shows somebody something that was hidden before (a card drawn, a tile discovered):
    undo does not go behind the step that made it. One with `always_told = True` is told however much else happened.
    """

    reveals: ClassVar[bool] = False
    always_told: ClassVar[bool] = False

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        """The seats that may know of it; None: everybody."""
        return None


Events = list[Any]
"""What a step made happen, in order: a list of `Event`."""


class Picks(Struct, frozen=True):
    """Options of a decision that may be chosen together: each once, `fewest` to `most` of them at a time.

    `done` is the option that ends the picking where fewer than `most` are chosen; "" where it ends by itself. See
    `Decision.picks` for how they are carried out.
    """

    options: list[str]
    fewest: int
    most: int
    done: str = ""


class Decision(Struct, tag=True, gc=False):
    """One choice that a seat must make. Each subclass holds one rule of its game.

    Where what can be chosen depends on something hidden (a hand), the class has `open_options = False`: that there was
    but one option is told to nobody else then, and the words to others do not tell what exactly is asked.
    """

    open_options: ClassVar[bool] = True
    seat: int

    @property
    def kind(self) -> str:
        """The name of the decision's class."""
        return type(self).__name__

    def options(self, state: Any) -> list[str]:
        """Every legal choice, in a stable order, never empty, each once and at most 60 characters."""
        raise NotImplementedError

    def legal(self, state: Any, option: str) -> bool:
        """Whether `option` is among `options(state)`; overridden where that can be told faster."""
        return option in self.options(state)

    def resolve(self, state: Any, option: str) -> Events:
        """Carry a legal option out: change the state and push what must be decided next.

        The decision itself was taken off the stack before.
        """
        raise NotImplementedError

    def anytime(self, state: Any) -> list[str]:
        """Those of the `options`, in the same order and never all of them, that are possible at any time in the turn.

        They are listed apart from what the turn is about. One that is taken is a step as any other.
        """
        return []

    def picks(self, state: Any) -> Picks | None:
        """Which of the `options` may be chosen together, two or more at a time; None: they are chosen one by one.

        What is chosen is taken as ordinary steps, which is all that the log knows of it: the options in the order in
        which `Picks.options` lists them, and after them `done`, where there is one and the decision still waits. What
        follows a pick that is not the last must be a further decision of the same class for the same seat, whose
        options hold those that are left. `Game.steps_of` makes the steps, or raises IllegalOption when one of them is
        not legal any more after those before it; then none of them may be kept. Any of these options, and `done`, can
        be taken alone, too.
        """
        return None

    def default(self, state: Any) -> str:
        """A sensible option for somebody whose time is out: legal, harmless, as near to passing as the rules allow."""
        return self.options(state)[0]


class State(Struct, kw_only=True, dict=True):
    """What every game's state has. A subclass narrows `stack` to its own decisions so that JSON keeps their types.

    `turn` counts hand-overs: the steps that share a number are one turn. `chance` is None in a view.
    """

    seats: int
    chance: Chance | None
    turn: int = 0
    resigned: list[int] = []
    drawn: bool = False
    stack: list[Any] = []

    def luck(self) -> Chance:
        """The match's chance. RuntimeError in a view, which has none."""
        if self.chance is None:
            raise RuntimeError("a view has no chance; determinize it first")
        return self.chance


class Standing(Struct, frozen=True):
    """How a seat stands. `seat` is None for a side that nobody plays (an automatic rival), named by `side`.

    `rank` counts from 1; sides with equal rank share it. `parts` are the named parts that sum up to `score`.
    `winner` is always False while the match runs.
    """

    seat: int | None
    score: int
    parts: dict[str, int]
    rank: int
    winner: bool
    side: str = ""


class Goal(Struct, frozen=True):
    """What a day's challenge asks for, as far as it may be told to everybody before it is played.

    `level` is how hard it is, in the game's own words; `moves` in how many moves it is to be won, 0 where points count.
    """

    level: str = ""
    moves: int = 0


StateT = TypeVar("StateT", bound=State)
SettingsT = TypeVar("SettingsT", bound=Struct)


class Game(Generic[StateT, SettingsT]):
    """One game: set up, ask, apply, look. Stateless; the one instance stands in `rules.GAMES`.

    A subclass names its state and settings, as `class Iye(Game[State, Settings])`, and gives the class attributes and
    `start`, `scores`, and, where something is hidden, `blank` and `guess`.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int]
    may_draw: ClassVar[bool] = False
    """Whether the players may agree to end a match without a winner."""
    slow_setup: ClassVar[bool] = False
    """Whether `setup` may take so long that an event loop should leave it to another process."""
    challenges: ClassVar[int | None] = None
    """The series of chance that the challenges of the day are drawn from: a number below 256 that no other game has,
    and that never changes. None: the game has no challenge of the day."""
    challenge_version: ClassVar[int] = 1
    """Rises when a day's challenge would come out differently; a try that has begun keeps its own settings."""
    Settings: type[SettingsT]
    State: type[StateT]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if get_origin(base) is Game:
                cls.State, cls.Settings = get_args(base)

    # What a subclass writes.

    def seat_range(self, settings: SettingsT) -> range:
        """The numbers of seats these settings allow."""
        return self.seats

    def check(self, settings: SettingsT, seats: int) -> None:
        """Raise BadSettings when these settings make no match."""

    def start(self, settings: SettingsT, seats: int, chance: Chance) -> StateT:
        """A fresh state with the first decision on its stack. Settings and seats are already checked."""
        raise NotImplementedError

    def advance(self, state: StateT) -> Events:
        """Called when a step left the stack empty: push the next decision, or leave it empty at the match's end."""
        return []

    def scores(self, state: StateT) -> list[Standing]:
        """The standing of every seat (seat order), then of sides that nobody plays; also right in mid-game."""
        raise NotImplementedError

    def after(self, state: StateT, seat: int) -> int | None:
        """The seat whose turn follows this one's, as far as can be foreseen; None: nobody's."""
        return (seat + 1) % state.seats

    def blank(self, view: StateT, seat: int | None) -> None:
        """Remove from a copy of the state, in place, what this seat (None: a spectator) may not know."""

    def guess(self, view: StateT, seat: int | None, rng: random.Random) -> None:
        """Fill what `blank` removed, in place, with something that agrees with all the view shows."""

    def choose(self, view: StateT, seat: int, level: str, rng: random.Random, hurry: Callable[[], bool]) -> str:
        """A computer player's option for the decision that waits for `seat`, from its view alone.

        `level` is one of LEVELS. `hurry()` turns true when the time for thinking is over; then the answer is due.
        """
        raise NotImplementedError

    def rated(self, settings: SettingsT, seats: int) -> bool:
        """Whether a match of these settings counts for ratings: people play against each other in it."""
        return seats > 1

    def goal(self, weekday: int) -> Goal:
        """What the challenge of a day asks for, by its day of the week from Monday (0). Told at once, without making
        the challenge. Only for a game with `challenges`, as what follows."""
        raise NotImplementedError

    def challenge(self, goal: Goal, chance: Chance) -> tuple[SettingsT, int]:
        """A challenge with this goal: settings and number of seats; a person has seat 0, computer players the others.

        It may take some seconds: to be called in a worker.
        """
        raise NotImplementedError

    def achieved(self, won: bool, score: int, moves: int) -> tuple[int, ...]:
        """By what tries at a challenge are compared: a greater result is better, equal ones are told apart by time.

        `score` is that of the match, `moves` counts the person's own choices.
        """
        return won, score, -moves

    # What everybody calls.

    def setup(self, settings: SettingsT, seats: int, seed: int) -> StateT:
        """A new match. BadSettings when settings or the number of seats do not fit."""
        allowed = self.seat_range(settings)
        if seats not in allowed:
            few, most = allowed.start, allowed.stop - 1
            raise BadSettings("seats_not_allowed", game=self.title, fewest=few, most=most, seats=seats)
        self.check(settings, seats)
        return self.start(settings, seats, Chance(seed))

    def decision(self, state: StateT) -> Decision | None:
        """What the match waits for; None when it is over."""
        stack = state.stack
        return stack[-1] if stack else None

    def options(self, state: StateT) -> list[str]:
        """The options of the decision that waits; empty when the match is over. Remembered until the next `apply`."""
        memory = state.__dict__
        found: list[str] | None = memory.get("options")
        if found is None:
            stack = state.stack
            found = memory["options"] = stack[-1].options(state) if stack else []
        return found

    def apply(self, state: StateT, option: str) -> Events:
        """Carry an option out, in place. IllegalOption (and an unchanged state) when it is not among the options."""
        stack = state.stack
        if not stack:
            raise IllegalOption("match_over")
        decision = stack[-1]
        memory = state.__dict__
        remembered = memory.get("options")
        if not (decision.legal(state, option) if remembered is None else option in remembered):
            raise IllegalOption("not_offered")
        memory.clear()
        stack.pop()
        events: Events = decision.resolve(state, option)
        if not stack:
            events += self.advance(state)
        return events

    def steps_of(self, state: StateT, chosen: Sequence[str]) -> list[str]:
        """The steps that choosing these options together (at least one) comes to; see `Decision.picks`.

        The state is left as it was. IllegalOption when the decision that waits does not allow them together, or a later
        one is not legal any more.
        """
        decision = self.decision(state)
        picks = decision.picks(state) if decision is not None else None
        if decision is None or picks is None:
            raise IllegalOption("not_offered")
        fewest = max(1, picks.fewest)
        steps = [option for option in picks.options if option in chosen]
        if len(steps) != len(chosen) or not fewest <= len(chosen) <= picks.most:
            raise IllegalOption("not_together", fewest=fewest, most=picks.most)
        after = self.copy(state)
        for number, option in enumerate(steps):
            if number and not _still(decision, self.decision(after)):
                raise IllegalOption("not_together", fewest=fewest, most=picks.most)
            self.apply(after, option)
        if picks.done and _still(decision, self.decision(after)):
            self.apply(after, picks.done)
            steps.append(picks.done)
        return steps

    def resign(self, state: StateT, seat: int) -> Events:
        """The seat gives the match up: it is over, and the others stand before the seat."""
        state.__dict__.clear()
        state.resigned.append(seat)
        state.stack.clear()
        return [Resigned(seat)]

    def agree_draw(self, state: StateT) -> Events:
        """The seats agree to end the match without a winner."""
        state.__dict__.clear()
        state.drawn = True
        state.stack.clear()
        return [DrawAgreed()]

    def standings(self, state: StateT) -> list[Standing]:
        """Per seat (seat order), then sides nobody plays: score, its parts, rank, and who has won once it is over."""
        rows = self.scores(state)
        if state.drawn:
            return [msgspec.structs.replace(row, rank=1, winner=False) for row in rows]
        if state.resigned:
            return _after_resignation(rows, state.resigned)
        return rows

    def view(self, state: StateT, seat: int | None) -> StateT:
        """What this seat (None: a spectator) may know: a copy with the hidden parts blanked, and no seed."""
        view = self.copy(state)
        view.chance = None
        self.blank(view, seat)
        return view

    def determinize(self, state: StateT, seat: int | None, rng: random.Random) -> StateT:
        """A full state that this seat could not tell from the real one. Takes a state or a view of the same seat."""
        guess = self.view(state, seat)
        self.guess(guess, seat, rng)
        guess.chance = Chance(rng.getrandbits(62))
        return guess

    def copy(self, state: StateT) -> StateT:
        """An independent copy."""
        return self.from_json(self.to_json(state))

    def to_json(self, state: StateT) -> bytes:
        """The whole state, hidden parts and seed included, as JSON."""
        return msgspec.json.encode(state)

    def from_json(self, raw: bytes) -> StateT:
        """The state back from `to_json`. msgspec.ValidationError when it is not one."""
        return cast(StateT, self._decoder().decode(raw))

    def settings_from(self, raw: bytes) -> SettingsT:
        """Settings from their JSON. BadSettings when they are not."""
        try:
            return msgspec.json.decode(raw, type=self.Settings)
        except msgspec.ValidationError as error:
            raise BadSettings("settings_unreadable", reason=str(error)) from error

    def _decoder(self) -> msgspec.json.Decoder[Any]:
        decoder = self.__dict__.get("decoder")
        if decoder is None:
            decoder = self.__dict__["decoder"] = msgspec.json.Decoder(self.State)
        return cast("msgspec.json.Decoder[Any]", decoder)


def _still(one: Decision, other: Decision | None) -> bool:
    """Whether a decision of the same kind waits for the same seat."""
    return other is not None and type(other) is type(one) and other.seat == one.seat


class Resigned(Event, frozen=True):
    """A seat gave the match up."""

    seat: int


class DrawAgreed(Event, frozen=True):
    """The seats agreed to a draw."""


class Row(Struct, frozen=True):
    """A side before ranking: a greater `key` ranks higher, equal keys share a rank. Else as in Standing."""

    seat: int | None
    score: int
    parts: dict[str, int]
    key: tuple[int, ...]
    side: str = ""


def ranked(rows: list[Row], over: bool) -> list[Standing]:
    """Standings from rows. With `over`, every side of rank 1 is marked a winner."""
    ranks = [1 + sum(other.key > row.key for other in rows) for row in rows]
    return [
        Standing(row.seat, row.score, row.parts, rank, over and rank == 1, row.side)
        for row, rank in zip(rows, ranks, strict=True)
    ]


def _after_resignation(rows: list[Standing], resigned: list[int]) -> list[Standing]:
    """Those who stayed win or share rank 1 by score order; those who resigned come last."""
    stayed = sorted(row.rank for row in rows if row.seat not in resigned)
    result = []
    for row in rows:
        gone = row.seat in resigned
        rank = len(stayed) + 1 if gone else 1 + sum(rank < row.rank for rank in stayed)
        result.append(msgspec.structs.replace(row, rank=rank, winner=not gone and rank == 1))
    return result
