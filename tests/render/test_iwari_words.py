"""The words of Iwari: every event, every option, the position, the score, the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from render import Audience
from render.iwari import IwariPresenter
from render.language import listing
from render.presenter import LONG
from rules.game import Event
from rules.iwari import IWARI, Settings, State, events, maps
from rules.iwari.board import named
from rules.iwari.position import Feat
from rules.iwari.scoring import parts, settlements, territory_counts
from rules.iwari.third_tribe import PlayThirdTribe
from tests.render.positions import described

LOOK = IwariPresenter()
SCORING = 1800
"""What a match's last post leaves for its scoring."""
FEATS = ("union", "discovery", "honour", "respect")
WHO = Audience(("Ada", "Bo", "Chi", "Dee", "Eli"), 0, "Iwari #1")
COUNTED = (events.TerritoryScored, events.ConnectionScored, events.SettlementScored)
"""Told by the totals of the half journey and by the score of the last post, not by a line each."""
LONG_NAMES = tuple(letter * 32 for letter in "WMQGO")


def playing(seats: int, seed: int, map_id: str = "base_a") -> Iterator[tuple[State, list[Event]]]:
    """A match with all feats, played with a liking for pieces: each position, with what has just happened."""
    state = IWARI.setup(Settings(map=map_id, feats=FEATS), seats, seed)
    chance = random.Random(seed)
    happened: list[Event] = []
    while IWARI.decision(state) is not None:
        yield state, happened
        options = IWARI.options(state)
        liked = [option for option in options if not option.startswith(("discard", "done", "decline"))]
        totems = [option for option in options if option.startswith("totem")]
        pick = chance.choice(totems if totems and chance.random() < 0.5 else liked or options)
        happened = IWARI.apply(state, pick)
    yield state, happened


def finished(seats: int, seed: int) -> State:
    *_, (state, _) = playing(seats, seed)
    return state


def test_every_kind_of_event_is_told() -> None:
    told: dict[str, str] = {}
    for seats, seed in ((2, 1), (2, 2), (3, 1), (4, 4), (5, 2)):
        for state, happened in playing(seats, seed):
            for event in happened:
                line = LOOK.tell(event, IWARI.view(state, 0), WHO)
                private = event.seen_by is not None and 0 not in event.seen_by
                assert bool(line) != (private or isinstance(event, COUNTED)), event
                told.setdefault(type(event).__name__, line)
    declined = LOOK.tell(events.FeatDeclined(1, "union"), IWARI.setup(Settings(), 2, 1), WHO)
    assert declined == "Bo declined Union."
    own = {
        name
        for name, kind in vars(events).items()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert own - set(told) <= {"FeatDeclined", "SettlementScored", "CardDiscarded"}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            events.TentPlaced(0, 0, "F2", "F2a", ("forest",), True),
            "Ada placed a tent on F2a, for Forest. F2 Fern Hollow is explored.",
        ),
        (
            events.TentPlaced(1, 2, "F2", "F2b", ("coast", "coast"), False),
            "Bo placed a tent of the third tribe on F2b, for a pair of Coast.",
        ),
        (events.TotemPlaced(0, 0, "G1", 1, ("glaciers",)), "Ada placed a totem on G1, for Glaciers."),
        (
            events.TotemPlaced(0, 2, "G1", 3, ("glaciers",)),
            "Ada placed a totem of the third tribe on G1, now 3 high, for Glaciers.",
        ),
        (events.CardDiscarded(1, 1, "desert"), "Bo discarded Desert."),
        (events.CardDiscarded(1, 2, "desert"), "Bo discarded Desert: the third tribe could place nothing."),
        (events.CardTaken(0, "coast"), "Ada took Coast from the display."),
        (events.DeckDrawn(0, 1), "Ada drew from the deck; 1 card is left."),
        (events.DeckDrawn(0, 21), "Ada drew from the deck; 21 cards are left."),
        (events.CardSeen(0, "tundra"), "You drew Tundra."),
        (events.CardSeen(1, "tundra"), ""),
        (
            events.DisplayRefilled(("coast", "forest"), 9),
            "New in the display: Coast and Forest. The deck holds 9 cards.",
        ),
        (
            events.LastRound(0, "deck", 1),
            "The deck was used up again: the journey ends after Bo's next turn, and nobody draws after this turn.",
        ),
        (
            events.LastRound(0, "tents", 1),
            "Ada has no tents left: the journey ends after Bo's next turn, and nobody draws any more.",
        ),
        (events.LastRound(1, "tents", 1), "Bo has no tents left: the journey ends with this turn."),
        (events.FeatPlaced(0, "union", "D1"), "Ada placed Union on D1 Amber Sands."),
        (events.FeatPlaced(0, "honour", "7"), "Ada placed Honour on connection 7, F1–D1."),
        (
            events.HalfTotals([4, 9, 0], {"G1": [0, 6, 0], "T1": [4, 3, 0]}),
            "After the half journey: Bo 9 (G1 6, T1 3), Ada 4 (T1 4), the third tribe 0.",
        ),
        (events.FinalTotals([], [], [], [], [14, 26, 0], []), "Final points: Bo 26, Ada 14, the third tribe 0."),
    ],
)
def test_lines(event: Event, line: str) -> None:
    assert LOOK.tell(event, IWARI.setup(Settings(), 2, 1), WHO) == line


def test_labels_of_every_notation() -> None:
    state = IWARI.setup(Settings(), 2, 1)
    decision: Any = IWARI.decision(state)
    labels = {
        "tent-F2a-forest": "Tent on F2a · Forest",
        "totem-G1-coast+coast": "Totem on G1 · Pair of Coast",
        "discard-desert": "Discard Desert",
        "draw-coast": "Take Coast",
        "draw-deck": "Draw From the Deck",
        "union-D1": "Union on D1 Amber Sands",
        "respect-4": "Respect on Connection 4, G1–C1",
        "decline": "Decline",
        "decline-union": "Decline Union",
        "done": "Done",
    }
    assert {option: LOOK.label(option, decision, state) for option in labels} == labels


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("map_id", ["base_a", "base_b2"])
def test_no_list_of_choices_is_longer_than_a_menu(seats: int, map_id: str) -> None:
    """D1: a menu takes 25, and the first list is that of the groups."""
    for state, _ in playing(seats, 3, map_id):
        decision: Any = IWARI.decision(state)
        if decision is None:
            continue
        groups: dict[str, int] = {}
        for option in IWARI.options(state):
            name = LOOK.group(option, decision, state)
            groups[name] = groups.get(name, 0) + 1
        assert len(groups) <= 25
        assert max(groups.values()) <= 25
        assert "" not in groups or len(groups) == 1


def test_a_pair_where_one_card_would_do_is_warned_of() -> None:
    state = IWARI.setup(Settings(), 3, 1)
    decision: Any = IWARI.decision(state)
    state.hands[decision.seat] = "CCF"
    assert LOOK.warn("tent-F2a-coast+coast", decision, state) == "You could pay for this with one Forest card."
    assert LOOK.warn("tent-F2a-forest", decision, state) == ""
    assert LOOK.warn("tent-D1a-coast+coast", decision, state) == ""


def test_questions_tell_others_nothing_of_the_hand() -> None:
    """Also where the options cannot be told from a view that hides the hand, which the one who is asked is told."""
    for state, _ in playing(2, 5):
        asked: Any = IWARI.decision(state)
        if asked is not None:
            other = Audience(WHO.names, 1 - asked.seat)
            views = [(IWARI.view(state, audience.viewer), audience) for audience in (other, Audience(WHO.names))]
            (question,) = {LOOK.question(asked, view, audience) for view, audience in views}
            mine = LOOK.question(asked, IWARI.view(state, asked.seat), Audience(WHO.names, asked.seat))
            cards = [name.title() for name in named(state.hands[asked.seat])]
            own, _, held = mine.partition(" You hold ")
            assert held.rstrip(".") == listing(cards)
            assert question == (own if asked.kind in ("PlayCards", "ChooseFeat") else "Finish your turn.")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_description_names_everything_and_fits(seats: int) -> None:
    audience = Audience(LONG_NAMES[:seats], 0, "Iwari #1")
    for state, _ in list(playing(seats, 7, "base_b2"))[::9]:
        view = IWARI.view(state, 0)
        text = described(LOOK, view, audience)
        assert len(text) < LONG and "…" not in text
        for place in view.board.map.territories:
            assert f"{place.id} {place.name} (" in text
        assert f"Deck {len(view.deck)}." in text
        for name in audience.names:
            assert name in text
        assert text.count(" tent") >= seats


def test_a_description_tells_tents_totems_and_free_spaces() -> None:
    state = IWARI.setup(Settings(), 3, 1)
    table = state.board
    state.tents[table.index["F2"]] = "0.1"
    state.totems[table.index["F2"]] = "1"
    lines = described(LOOK, IWARI.view(state, None), WHO).splitlines()
    assert "F2 Fern Hollow (Forest): tents a V, c B; b free; totems B 1 (at most 1)." in lines
    assert "G1 Whitehorn (Glaciers): unexplored, abcdef free." in lines


def test_hidden_cards_are_not_told() -> None:
    state = IWARI.setup(Settings(), 3, 1)
    for seat in range(3):
        state.hands[seat] = "GTF"
    text = described(LOOK, IWARI.view(state, 1), Audience(WHO.names, 1))
    assert "Your hand: Glaciers, Tundra, Forest." in text
    assert text.count("hand 3 hidden cards") == 2


def test_the_score_adds_up_to_the_standings() -> None:
    state = finished(4, 4)
    pages = {found.title: found.text for found in LOOK.chapters(IWARI.view(state, None), WHO)}
    assert list(pages) == ["Tents", "Totems", "Settlements", "In All"]
    found = parts(state)
    for chapter, points in (("Tents", found.tents), ("Totems", found.totems)):
        for seat in range(4):
            told = 0
            for line in pages[chapter].splitlines():
                assert not line.endswith(": nobody")
                gains = line.split(": ", 1)[1].split(" (feats")[0]
                told += sum(int(gain.split()[-1]) for gain in gains.split(", ") if gain.startswith(WHO.names[seat]))
            assert told == points[seat]
    for seat, total in enumerate(found.total):
        assert f"{WHO.names[seat]} {total} (half journey" in pages["In All"]


def test_the_score_fits_one_message_whatever_the_names() -> None:
    """No chapter is ever cut off: with long names they call the tribes by their letters."""
    for seats in (2, 3, 4, 5):
        state = finished(seats, 7)
        names = tuple(f"**{name}**" for name in LONG_NAMES[:seats])
        told = LOOK.chapters(IWARI.view(state, None), Audience(names), SCORING)
        text = "\n".join(f"**{chapter.title}**\n{chapter.text}" for chapter in told)
        assert len(text) <= SCORING and "…" not in text
        for name in names:
            assert f"{name} " in told[-1].text
        for count in territory_counts(state):
            assert f"\n{state.board.ids[count.territory]} " in text
        for chain in settlements(state):
            assert ", ".join(state.board.space_ids[space] for space in chain.spaces) in text
    assert "Letters: V **W" in text and "**W" not in text.split("**In All**")[0]
    assert LOOK.scoring(finished(3, 7), WHO).startswith("**In All**\n")
    empty = LOOK.scoring(IWARI.setup(Settings(), 3, 1), WHO)
    assert "No tribe has most totems at both ends of a connection." in empty
    assert "No tent stands on the map." in empty


def test_the_description_tells_the_feats_to_be_earned_and_who_begins() -> None:
    state = IWARI.setup(Settings(feats=FEATS), 2, 1)
    state.claims["union"] = [1]
    state.feats = [Feat("union", 1, "D1")]
    text = described(LOOK, IWARI.view(state, 0), WHO)
    assert "Union of Bo stands on D1. Feats still to be earned: Union 1, Discovery 2, Honour 1, Respect 1." in text
    (line,) = (line for line in text.splitlines() if "begins each round" in line)
    assert f"is {WHO.names[state.order[0]]} and begins each round: " in line
    assert "(white hexagon) is the third tribe: 0 points" in text
    assert "Feats" not in described(LOOK, IWARI.setup(Settings(), 2, 1), WHO)


def test_B31_what_follows_the_first_piece_tells_others_nothing_of_the_hand() -> None:
    """With one hand a second piece can be placed, with the other not: only who holds it is told which."""
    seen, own = [], []
    for hand in ("GGF", "CFG"):
        state = IWARI.setup(Settings(), 3, 1)
        place = state.board.index["G1"]
        state.tents[place] = "1" + state.board.empty[place][1:]
        seat = state.active
        state.hands[seat] = hand
        IWARI.apply(state, "tent-G1b-glaciers")
        for viewer in (None, (seat + 1) % 3):
            view, audience = IWARI.view(state, viewer), Audience(WHO.names, viewer)
            decision = IWARI.decision(view)
            assert decision is not None
            words = (described(LOOK, view, audience), LOOK.alt(view, audience), LOOK.question(decision, view, audience))
            seen.append((viewer is None, words, LOOK.draw(view, None, "light", audience).tobytes()))
        own.append(described(LOOK, IWARI.view(state, seat), Audience(WHO.names, seat)).splitlines()[0])
    assert seen[0] == seen[2] and seen[1] == seen[3]
    assert "is asked: Finish your turn." in seen[0][1][0]
    assert "Place a second piece in G1 or be done" in own[0] and "Draw a card" in own[1]


def test_results() -> None:
    state = finished(4, 4)
    winner = next(row for row in IWARI.standings(state) if row.winner)
    assert winner.seat is not None
    assert LOOK.result(state, WHO).startswith(f"{WHO.names[winner.seat]} won with {winner.score} points")
    state.half = [0, 0, 0, 0]
    state.tents, state.totems = list(state.board.empty), [""] * len(state.board.ids)
    state.feats.clear()
    state.tents_left, state.totems_left = [20] * 4, [8, 8, 8, 7]
    assert LOOK.result(state, WHO).startswith("Ada, Bo and Chi share the victory with 0 points.")
    state.totems_left = [8, 7, 7, 7]
    assert LOOK.result(state, WHO).startswith(
        "Ada won with 0 points, and with more tents and totems left than others with as many."
    )


def test_T2_7_both_lose_when_the_third_tribe_wins_alone() -> None:
    state = finished(2, 1)
    state.half = [0, 0, 99]
    assert LOOK.result(state, WHO).startswith("The third tribe won alone, so both players lose.")
    assert "both players lose" in LOOK.alt(IWARI.view(state, None), WHO)


def test_resigning_among_two_names_the_other() -> None:
    state = IWARI.setup(Settings(), 2, 1)
    IWARI.resign(state, 1)
    assert LOOK.result(state, WHO) == "Ada won the match: Bo resigned."


def test_the_lobby_line_names_map_and_feats() -> None:
    settings = Settings(map="base_b2", draft=True, feats=("respect", "union"))
    line = "Iwari on the map The Scattered Shore. Starting hands are drafted. With the feats Union and Respect."
    assert LOOK.summary(settings) == line
    assert LOOK.summary(Settings(feats=("honour",))).endswith("With the feat Honour.")


@pytest.mark.parametrize("map_id", maps.ids())
def test_the_rules_tell_every_road_and_connection(map_id: str) -> None:
    land = maps.load(map_id)
    page = dict(LOOK.rules())[f"Map: {land.name}"]
    for one, other in land.roads:
        if land.home[one] == land.home[other]:
            line = next(line for line in page.splitlines() if line.startswith(f"**{land.home[one]} "))
            assert f"{one[-1]}-{other[-1]}" in line
        else:
            assert f"{one}-{other}" in page
    for link in land.connections:
        assert f"{link.no} {'–'.join(link.ends)} {link.kind}" in page
    assert "our own" in page


RULINGS = {
    "B-1": "those with the fewest peaks are used",
    "B-2": "but no road",
    "B-3": "closes its connection for feats too",
    "B-4": "order of seats is drawn by lot",
    "B-5": "hands are taken in reverse order",
    "B-10": "Tokens for 50 and 100 points are not needed",
    "B-11": "place a piece or discard exactly one card",
    "B-12": "Discarding is always allowed",
    "B-14": "A card that pays for nothing cannot be played",
    "B-15": "A pair cannot stand for its own biome",
    "B-19": "a tent may first raise the limit",
    "B-21": "is looked at when your turn begins",
    "B-22": "the limit of totems is the tied number",
    "B-24": "Totems need no tent of your own",
    "B-28": "Without a tent left you can place no tent",
    "B-30": "What was discarded is open",
    "B-31": "those from the deck only to you",
    "B-34": "the moment its last card leaves it, also to fill the display",
    "B-36": "does not wait for the end of the round",
    "B-37": "whoever is drawing may still take from the display",
    "B-38": "nobody draws any more in the last round",
    "B-39": "Only a player's last tent ends the journey",
    "B-40": "If the tents run out first, there is none",
    "B-41": "that is one end",
    "B-42": "a card of your hand is discarded for you by chance",
    "B-44": "every such group of four or more scores",
    "B-45": "There are none at the half journey",
    "B-46": "needs at least one totem",
    "B-48": "Two connections between the same pair both score",
    "B-50": "the victory is shared",
    "B-51": "open to all at any time",
    "T2-1": "It plays one or two pieces",
    "T2-2": "Only if nothing can be placed for it, you discard one card",
    "T2-3": "it plays with the other two",
    "T2-5": "in your own territory too",
    "T2-6": "never earns feats",
    "T2-7": "You lose only if it wins alone",
    "T2-8": "nobody gets that feat",
    "F-1": "Two Unions, two Discoveries, one Honour, one Respect",
    "F-2": "a declined one is gone",
    "F-3": "placed at once, before drawing",
    "F-4": "Nobody earns the same kind twice",
    "F-5": "by joining two smaller groups",
    "F-9": "with a shared majority, on an uncovered connection",
    "F-10": "of several connections that fit, you choose one",
    "F-11": "you choose the order",
    "F-13": "do not count at the half journey",
    "F-14": "nor for settlements",
    "F-15": "do not touch its territories",
    "D": "All maps, names and numbers here are our own design",
}
"""A few words of each ruling that is not the rulebook's alone."""


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_told_as_ours(ruling: str) -> None:
    ours = [text for title, text in LOOK.rules() if title.startswith("Our Rulings")]
    assert RULINGS[ruling] in " ".join(" ".join(ours).split())


def test_rulings_are_marked_as_ours() -> None:
    pages = dict(LOOK.rules())
    assert "These rulings are ours" in pages["Our Rulings"]
    assert "ours where the rulebook is silent" in pages["Our Rulings, Continued"]
    for name in maps.ids():
        assert "This map is our own" in pages[f"Map: {maps.load(name).name}"]


def test_the_picture_in_a_few_words_says_what_matters_first() -> None:
    """Map, who is asked for what, points, own hand, deck and display; whole sentences, however long the names are."""
    state = IWARI.setup(Settings(), 5, 3)
    seat = state.stack[-1].seat
    state.hands[seat], state.display = "GTF", "CCDG"
    text = LOOK.alt(IWARI.view(state, seat), Audience(WHO.names, seat))
    asked = f"First journey. {WHO.names[seat]} is asked: Place a piece or discard a card."
    assert text.startswith(f"Map of The First Country. {asked} Points: Ada 0, Bo 0, ")
    assert text.endswith(
        f"Your hand: Glaciers, Tundra, Forest. Deck {len(state.deck)}, display Coast, Coast, Desert, Glaciers."
    )
    assert "Your hand" not in LOOK.alt(IWARI.view(state, None), Audience(WHO.names))
    text = LOOK.alt(IWARI.view(state, seat), Audience(LONG_NAMES, seat))
    assert text.startswith("Map of The First Country. First journey. ") and text.endswith(".") and "Points: " in text


def test_T2_2_who_plays_the_third_tribe_is_told_whether_it_can_place() -> None:
    state = IWARI.setup(Settings(), 2, 1)
    seat = state.active
    state.stack = [PlayThirdTribe(seat)]
    state.hands[seat] = "G"
    view = IWARI.view(state, seat)
    asked = "Place a piece for the third tribe. You hold Glaciers."
    assert LOOK.question(view.stack[-1], view, Audience(WHO.names, seat)) == asked
    for place, name in enumerate(state.board.ids):
        if name.startswith("G"):
            state.tents[place] = state.board.empty[place].replace(".", "0")
    state.totems_left[2] = 0
    view = IWARI.view(state, seat)
    asked = "Discard a card, since the third tribe can place nothing. You hold Glaciers."
    assert LOOK.question(view.stack[-1], view, Audience(WHO.names, seat)) == asked
    for viewer in (None, 1 - seat):
        view = IWARI.view(state, viewer)
        assert LOOK.question(view.stack[-1], view, Audience(WHO.names, viewer)) == "Finish your turn."


def test_a_maps_page_says_on_which_connections_a_mountain_may_lie() -> None:
    page = dict(LOOK.rules())["Map: The First Country"]
    assert "9 or 16 (1 peak), 3 or 13 (2 peaks), 2 or 5 (3 peaks), 1 or 10 (4 peaks)" in page
