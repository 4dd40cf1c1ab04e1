"""The toy for people: two sheets, a description in two pages, and words for all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from render.fields import Field, Fields
from render.language import listing
from render.messages.commands import Description
from render.presenter import Audience, Beginning, Presenter, Sheet, paged
from rules.game import Decision, Event, Goal, Standing
from tests.toy.game import COSTS, Bought, CardPlayed, Gathered, Peeked, PlayCard, Settings, State, TopSeen

if TYPE_CHECKING:
    from PIL.Image import Image

    from render.palette import ThemeName

MARKET, STORES = Sheet("market", "Market"), Sheet("stores", "Stores")

NAMES = {"fig": "Figs", "oat": "Oats", "yam": "Yams", "rye": "Rye", "hen": "Hen", "ewe": "Ewe", "cow": "Cow"}

FIELDS = (
    Field("rounds", "How many rounds", ((2, "Two"), (3, "Three"))),
    Field("purse", "Coins at the start", ((1, "One"), (3, "Three"), (5, "Five"))),
    Field("pace", "Pace", (("calm", "Calm, not rated"), ("brisk", "Brisk, rated"))),
    Field("first", "Who begins", (("random", "By lot"), ("host", "The host"))),
    Field(
        "goods",
        "Goods",
        tuple((good, NAMES[good]) for good in COSTS),
        many=True,
        flags=(("peeking", "The deck may be looked at"), ("collector", "A collector takes part")),
    ),
    Field("motto", "A motto", hint="In capitals", length=20, capitals=True),
)


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class ToyPresenter(Presenter):
    key = "toy"
    accent = 0x123456
    beginnings = (
        Beginning("toy new", "a small market, for two or three"),
        Beginning("toy solo", "against the computer", alone=True),
    )
    typed = ("toy buy",)
    commands = {
        "toy": Description("Toy: a small market"),
        "toy new": Description("Open a table of Toy for two or three in this channel", {"purse": "Coins at the start"}),
        "toy solo": Description("Play Toy against the computer, in a direct message"),
    }
    errors = {
        "toy.good_unknown": "There is no good called {good}.",
        "toy.no_goods": "A market needs a good at least.",
    }

    # Sheets.

    def sheets(self, view: State) -> tuple[Sheet, ...]:
        return (MARKET, STORES)

    def sheet_for(self, events: Sequence[Event], decision: Decision | None, view: State) -> str:
        """Buying changes the stores; cards are played before the market."""
        return (STORES if any(isinstance(event, Bought) for event in events) else MARKET).key

    def draw(self, view: State, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        return self.draw_sheet(view, MARKET.key, ask, theme, audience)

    def draw_sheet(self, view: State, sheet: str, ask: Decision | None, theme: ThemeName, audience: Audience) -> Image:
        from render.canvas import sea
        from render.palette import THEMES
        from render.typography import write

        image = sea(700, THEMES[theme])
        lines = self._market(view, audience) if sheet == MARKET.key else self._stores(view, audience)
        marked = self.game.options(view) if ask is not None and sheet == MARKET.key else []
        for number, line in enumerate([audience.match, *lines, ", ".join(marked)]):
            write(image, (60, 80 + 60 * number), line, 34, THEMES[theme].ink, room=1480)
        return image

    def alt(self, view: State, audience: Audience) -> str:
        return f"The market: {', '.join(NAMES[good] for good in view.settings.goods)}."

    def alt_sheet(self, view: State, sheet: str, audience: Audience) -> str:
        if sheet == MARKET.key:
            return self.alt(view, audience)
        counts = ", ".join(counted(len(goods), "good") for goods in view.goods)
        return f"The stores: {counts}."

    # Words.

    def tell_own(self, event: Event, view: State, audience: Audience) -> str:
        match event:
            case Gathered():
                return f"{audience.name(event.seat)} gathered {counted(event.coins, 'coin')}."
            case Bought():
                return f"{audience.name(event.seat)} bought {NAMES[event.good]}."
            case Peeked():
                return f"{audience.name(event.seat)} looked at the deck."
            case TopSeen():
                return f"You saw {NAMES[event.card]}." if event.seat == audience.viewer else ""
            case CardPlayed():
                return f"{audience.name(event.seat)} played {NAMES[event.card]}."
        return ""

    def question(self, decision: Decision, view: State, audience: Audience) -> str:
        if isinstance(decision, PlayCard):
            return "Play a card."
        return "Buy goods or be done." if decision.kind == "Buy" else "Gather, buy or rest."

    def label(self, option: str, decision: Decision, view: State) -> str:
        verb, _, what = option.partition("-")
        return f"{verb.title()} {NAMES[what]}" if what else {"peek": "Look at the Deck"}.get(verb, verb.title())

    def describe(self, view: State, audience: Audience) -> list[str]:
        return ["\n".join(self._market(view, audience)), *paged(self._stores(view, audience))]

    def _market(self, view: State, audience: Audience) -> list[str]:
        costs = listing([f"{NAMES[good]} for {counted(COSTS[good], 'coin')}" for good in view.settings.goods])
        purses = [f"{audience.name(seat)} has {counted(coins, 'coin')}." for seat, coins in enumerate(view.coins)]
        return [f"The market sells {costs}.", *purses, f"The deck holds {counted(len(view.deck), 'card')}."]

    def _stores(self, view: State, audience: Audience) -> list[str]:
        lines = []
        for seat in range(view.seats):
            goods = listing([NAMES[good] for good in view.goods[seat]]) or "nothing"
            played = listing([NAMES[card] for card in view.played[seat]]) or "no card"
            lines.append(f"{audience.name(seat)} stores {goods} and has played {played}.")
        if audience.viewer is not None and audience.viewer < view.seats:
            held = [NAMES.get(card, "a card") for card in view.hands[audience.viewer]]
            lines.append(f"You hold {listing(held) or 'nothing'}.")
        return lines

    def standing(self, view: State, audience: Audience) -> str:
        told = [f"{self._name(row, audience)} {row.score}" for row in self.game.standings(view)]
        return f"Points: {', '.join(told)}."

    def _name(self, row: Standing, audience: Audience) -> str:
        return audience.name(row.seat) if row.seat is not None else self.side(row.side)

    def side(self, name: str) -> str:
        return {"collector": "The collector"}[name]

    def part(self, name: str) -> str:
        return {"goods": "goods", "cards": "cards", "coins": "coins"}[name]

    def result(self, view: State, audience: Audience) -> str:
        if view.drawn:
            return "The match ended in an agreed draw."
        names = [self._name(row, audience) for row in self.game.standings(view) if row.winner]
        return f"{listing(names)} won."

    def rules(self) -> list[tuple[str, str]]:
        return [("All of It", "Gather, buy, play a card. These rules are ours.")]

    def summary(self, settings: Settings) -> str:
        return f"Toy: {counted(settings.rounds, 'round')} with {counted(settings.purse, 'coin')} at the start."

    def fields(self, settings: Settings) -> Fields:
        return FIELDS

    def task(self, goal: Goal) -> str:
        return f"Sell more than the collector at a {goal.level} pace."

    def outcome(self, goal: Goal, won: bool, score: int, moves: int) -> str:
        return f"{'Won' if won else 'Lost'} with {counted(score, 'point')} at a {goal.level} pace"
