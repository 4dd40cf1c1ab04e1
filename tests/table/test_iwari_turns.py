"""Whole turns of Iwari: by buttons and menus of the private panel, and by `/iwari place`, `discard` and `draw`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from render import PRESENTERS
from rules.chance import Chance
from rules.iwari import IWARI, Settings, State, setup
from rules.iwari.components import deck_for
from storage.stored_match import StoredMatch
from table import flow
from table.hours import DAY
from table.state import kept
from tests.table.conftest import Scene, newest_post
from tests.table.test_iwari import with_three_computers
from tests.table.test_notices import later

LOOK = PRESENTERS["iwari"]


async def stored(scene: Scene, thread: Channel) -> StoredMatch:
    """The match of a thread as it is now."""
    summary = await scene.store.matches.in_thread(int(thread.id))
    assert summary is not None
    return await scene.store.matches.read(summary.id)


async def taken(scene: Scene, thread: Channel, after: int = 0) -> list[str]:
    """The choices that are written down, without the first ones."""
    return [step.option for step in await (await stored(scene, thread)).steps()][after:]


def begin_with(monkeypatch: pytest.MonkeyPatch, hand: str, change: Callable[[State], None]) -> None:
    """Every match begins with the display GTFC and this hand for everybody, and then so changed."""
    real = setup.start

    def start(settings: Settings, seats: int, chance: Chance) -> State:
        state = real(settings, seats, chance)
        state.display, state.hands = "GTFC", [hand] * seats
        cards = Counter(deck_for(seats))
        cards.subtract(state.display + "".join(state.hands))
        deck = list(cards.elements())
        chance.shuffle(deck)
        state.deck = "".join(deck)
        change(state)
        return state

    monkeypatch.setattr(setup, "start", start)


# In the private panel.


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two territories are explored, and everybody has cards for two pieces there, of the own or of the third tribe."""

    def open_two(state: State) -> None:
        for name in ("G1", "F1"):
            place = state.board.index[name]
            state.tents[place] = "01" + state.tents[place][2:]
        state.tents_left[:2] = 18, 18

    begin_with(monkeypatch, "FFG", open_two)


def wanted(state: State) -> str:
    """What to do next: two pieces where they can be had, and cards now from the deck and now from the display.

    Of two players the first leaves the second piece to the third tribe.
    """
    options, asked = IWARI.options(state), state.stack[-1].kind
    if asked == "DrawCard":
        return options[len(state.deck) % 2 - 1]
    if asked == "PlayMore" and state.seats == 2 and state.active == state.order[0]:
        return "done"
    placing = [option for option in options if option.startswith(("tent", "totem"))]
    if asked in ("PlayMore", "PlayThirdTribeMore"):
        return placing[-1]
    for option in placing:
        after = IWARI.copy(state)
        IWARI.apply(after, option)
        if after.stack and after.stack[-1].kind in ("PlayMore", "PlayThirdTribeMore"):
            return option
    return placing[0] if placing else options[0]


def shows(panel: Message, name: str) -> bool:
    """Whether a panel has a button or an entry of a menu of this name."""
    return name in panel.labels or any(name == option.label for menu in panel.selects for option in menu.options)


async def tap(person: Person, panel: Message, name: str) -> Message:
    """Press the button of this name, or choose it in the menu."""
    answer = await (person.press(panel, name) if name in panel.labels else person.choose(panel, name))
    assert isinstance(answer, Message) and answer.ephemeral
    return answer


async def tap_option(person: Person, panel: Message, state: State, option: str) -> Message:
    """Take an option as people do: its territory first where territories are listed, then piece, space and payment."""
    decision = state.stack[-1]
    heading, label = LOOK.group(option, decision, state), LOOK.label(option, decision, state)
    if not shows(panel, label):
        panel = await tap(person, panel, heading)
        assert shows(panel, "Back")
    panel = await tap(person, panel, label)
    return await tap(person, panel, "Confirm") if shows(panel, "Confirm") else panel


async def play_turn(scene: Scene, thread: Channel) -> set[str]:
    """Whoever is called plays a whole turn in the panel; gives what was decided and where cards came from."""
    post = newest_post(thread)
    person = scene.to_move(post)
    panel = await person.press(post, "Play")
    match = await stored(scene, thread)
    turn, seat, seen = match.turn, match.to_act, set()
    while match.status == "running" and (match.turn, match.to_act) == (turn, seat):
        assert isinstance(panel, Message) and panel.ephemeral
        assert ("You hold " in panel.text) == bool(match.state.hands[seat])
        option, before = wanted(match.state), match.step_count
        seen |= {match.state.stack[-1].kind, option if option == "draw-deck" else option.split("-")[0]}
        panel = await tap_option(person, panel, match.state, option)
        await scene.quiet()
        assert (await taken(scene, thread, before))[0] == option
        match = await stored(scene, thread)
        if match.to_act == seat and match.turn == turn:
            assert shows(panel, "Undo") != (option == "draw-deck"), "free until a card is drawn from the deck"
    await scene.quiet()
    assert "You drew" not in newest_post(thread).text
    return seen


EVERYTHING = {"PlayCards", "PlayMore", "DrawCard", "tent", "totem", "draw", "draw-deck"}
THIRD = {"PlayThirdTribe", "PlayThirdTribeMore"}


async def play_until(scene: Scene, thread: Channel, wish: set[str], turns: int = 8) -> None:
    """Play turns in the panel, at least four, until all of these were done."""
    done: set[str] = set()
    for number in range(turns):
        done |= await play_turn(scene, thread)
        if number >= 3 and wish <= done:
            return
    raise AssertionError(f"{wish - done} never came")


async def test_two_play_whole_turns_in_their_panels_and_on_to_the_end(quick: Scene, opened: None) -> None:
    """First and second piece, the third tribe's likewise, cards from display and deck: all by buttons and menus."""
    ada, bo = quick.person("Ada"), quick.person("Bo")
    thread = await quick.begin(ada, bo, line="iwari new", players=2)
    await play_until(quick, thread, EVERYTHING | THIRD)
    last = await quick.play_out(thread, "iwari", typed=2)
    assert last.labels == ["Rematch", "Describe"] and not last.mentions


async def test_one_plays_whole_turns_in_the_panel_against_three_computers_and_on_to_the_end(
    quick: Scene, opened: None
) -> None:
    ada = quick.person("Ada")
    thread = await with_three_computers(quick, ada)
    await play_until(quick, thread, EVERYTHING)
    last = await quick.play_out(thread, "iwari", typed=1)
    assert last.labels == ["Rematch", "Describe"] and not last.mentions and "Final points: " in last.text


# By commands.

PLACED, NOT_POSSIBLE = "tent-D1a-glaciers+glaciers", "none of what is possible now"


@pytest.fixture
def arranged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck that is used up for good by its only card."""

    def short(state: State) -> None:
        state.deck, state.journey = "T", 2

    begin_with(monkeypatch, "FGG", short)


async def refused(person: Person, thread: Channel, line: str, card: str) -> bool:
    """Whether the person is told that this cannot be done now; nothing may be written down."""
    answer = await person.command(thread, line, card=card)
    assert isinstance(answer, Message) and answer.ephemeral
    return NOT_POSSIBLE in answer.text


async def three(scene: Scene) -> tuple[Channel, Person, Person]:
    """A match for three: its thread, who is to move, and somebody who is not."""
    people = [scene.person(name) for name in ("Ada", "Bo", "Cem")]
    thread = await scene.begin(*people, line="iwari new", players=3)
    first = scene.to_move(newest_post(thread))
    return thread, first, next(person for person in people if person.id != first.id)


@pytest.mark.parametrize("typed", ["glaciers", " Glaciers ", "discard-glaciers", "DISCARD-GLACIERS"])
async def test_a_card_is_discarded_by_command(quick: Scene, arranged: None, typed: str) -> None:
    thread, first, _ = await three(quick)
    panel = await first.command(thread, "iwari discard", card=typed)
    assert isinstance(panel, Message) and panel.ephemeral and "Draw a card" in panel.text
    assert await taken(quick, thread) == ["discard-glaciers"]
    state = (await stored(quick, thread)).state
    assert state.discard == "G" and state.hands[state.active] == "FG" and len(newest_post(thread).mentions) == 1


async def test_what_cannot_be_discarded_is_refused(quick: Scene, arranged: None) -> None:
    """No card of the hand, no biome, not one's turn, and not while cards are drawn."""
    thread, first, other = await three(quick)
    suggested = await first.autocomplete(thread, "iwari discard", focused="card")
    assert [choice["value"] for choice in suggested] == ["discard-glaciers", "discard-forest"]
    for card in ("desert", "snow", "glaciers+glaciers"):
        assert await refused(first, thread, "iwari discard", card)
    answer = await other.command(thread, "iwari discard", card="glaciers")
    assert isinstance(answer, Message) and f"It is not your turn: the match waits for **{first.name}**." in answer.text
    stranger = await quick.person("Dee").command(thread, "iwari discard", card="glaciers")
    assert isinstance(stranger, Message) and "You do not play in this match." in stranger.text
    assert await taken(quick, thread) == []
    await first.command(thread, "iwari discard", card="forest")
    assert await refused(first, thread, "iwari discard", "glaciers"), "one card, and then it is drawn"
    assert await taken(quick, thread) == ["discard-forest"]


@pytest.mark.parametrize(
    ("typed", "option"),
    [("coast", "draw-coast"), (" Tundra", "draw-tundra"), ("draw-forest", "draw-forest"), ("Deck", "draw-deck")],
)
async def test_a_card_is_drawn_by_command(quick: Scene, arranged: None, typed: str, option: str) -> None:
    thread, first, _ = await three(quick)
    seat = (await stored(quick, thread)).to_act
    assert seat is not None
    await first.command(thread, "iwari place", choice=PLACED)
    panel = await first.command(thread, "iwari draw", card=typed)
    assert isinstance(panel, Message) and panel.ephemeral and "Draw a card" in panel.text
    assert await taken(quick, thread) == [PLACED, option]
    state = (await stored(quick, thread)).state
    card = option.removeprefix("draw-")
    if card == "deck":
        assert state.deck == "" and state.display == "GTFC" and state.known[seat] == ""
        assert "You hold Forest and Tundra" in panel.text
    else:
        assert state.known[seat] == card[0].upper() in state.hands[seat] and card[0].upper() not in state.display


async def test_what_cannot_be_drawn_is_refused(quick: Scene, arranged: None) -> None:
    """Before a piece is placed, a card that is not in the display, by somebody else, from a deck that is used up."""
    thread, first, other = await three(quick)
    assert await first.autocomplete(thread, "iwari draw", focused="card") == []
    assert await refused(first, thread, "iwari draw", "glaciers") and await taken(quick, thread) == []
    assert await refused(first, thread, "iwari draw", "deck")
    await first.command(thread, "iwari place", choice=PLACED)
    suggested = await first.autocomplete(thread, "iwari draw", focused="card")
    everything = ["draw-glaciers", "draw-tundra", "draw-forest", "draw-coast", "draw-deck"]
    assert [choice["value"] for choice in suggested] == everything
    for card in ("desert", "two", ""):
        assert await refused(first, thread, "iwari draw", card), card
    answer = await other.command(thread, "iwari draw", card="coast")
    assert isinstance(answer, Message) and "It is not your turn" in answer.text
    await first.command(thread, "iwari draw", card="deck")
    suggested = await first.autocomplete(thread, "iwari draw", focused="card")
    assert [choice["value"] for choice in suggested] == everything[:-1]
    assert await refused(first, thread, "iwari draw", "deck"), "it is used up for good (B-37)"
    assert await taken(quick, thread) == [PLACED, "draw-deck"]
    await first.command(thread, "iwari draw", card="tundra")
    await quick.quiet()
    state = (await stored(quick, thread)).state
    assert state.turn == 1 and state.display == "GFC" and quick.to_move(newest_post(thread)).id != first.id


# When time is out.


@pytest.mark.parametrize("seats", [2, 3])
async def test_b42_a_random_card_is_discarded_for_whoever_is_out_of_time(
    quick: Scene, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    """The same one after a restart; the third tribe plays in between, and cards are drawn from the deck."""
    begin_with(monkeypatch, "CFG", lambda state: None)
    people = [quick.person(name) for name in ("Ada", "Bo", "Cem")[:seats]]
    thread = await quick.begin(*people, line="iwari new", players=seats)
    late = quick.to_move(newest_post(thread))
    match = await stored(quick, thread)
    card = match.state.stack[-1].default(match.state)
    async with quick.store.matches.open(match.id) as opened:
        kept(opened).deadline_days = 1
        flow.ask(opened, quick.now)
    await quick.stop()
    await quick.start()
    await later(quick, DAY)
    steps = await taken(quick, thread)
    assert steps[0] == card and card in {"discard-coast", "discard-forest", "discard-glaciers"}
    assert steps[1].startswith("tent-") if seats == 2 else steps[1] == "draw-deck"
    assert steps[2:] == ["draw-deck"] * 2 * (seats == 2)
    post = newest_post(thread)
    assert f"The time of **{late.name}** was out, so a default choice was made." in post.text
    assert f"discarded {card.removeprefix('discard-').title()}" in post.text and quick.to_move(post).id != late.id
    state = (await stored(quick, thread)).state
    assert state.turn == 1 and [len(hand) for hand in state.hands] == [3] * seats
