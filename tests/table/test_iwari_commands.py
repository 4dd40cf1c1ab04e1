"""What `/iwari new` may ask for and what follows from it, `/iwari board` and `/iwari rules`, and feats in the panel."""

from __future__ import annotations

from typing import Any

import pytest

from playground.people import Person
from playground.visible import Message
from render import PRESENTERS
from rules.iwari import IWARI, Settings, State, maps
from rules.iwari.components import components
from tests.table.conftest import Scene, newest_post
from tests.table.test_iwari_turns import begin_with, shows, stored, taken, tap, tap_option

FEATS = tuple(components().ours.feats)

NEW: list[tuple[dict[str, Any], Settings]] = [
    ({}, Settings()),
    *[({"map": name}, Settings(map=name)) for name in maps.ids()],
    ({"feats": "none"}, Settings()),
    ({"feats": "all"}, Settings(feats=FEATS)),
    *[({"feats": feat}, Settings(feats=(feat,))) for feat in FEATS],
    ({"draft": True}, Settings(draft=True)),
    ({"map": maps.ids()[-1], "feats": "honour", "draft": True}, Settings(maps.ids()[-1], True, ("honour",))),
]


@pytest.mark.parametrize(("asked", "settings"), NEW, ids=[str(asked) for asked, _ in NEW])
async def test_what_is_asked_for_is_told_at_the_table_and_played(
    quick: Scene, asked: dict[str, Any], settings: Settings
) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = await ada.command(quick.games, "iwari new", **asked)
    assert isinstance(lobby, Message) and PRESENTERS["iwari"].summary(settings) in lobby.text
    await bo.press(lobby, "Join")
    quick.games.catch_up()
    await ada.press(lobby, "Start")
    await quick.quiet()
    state = (await stored(quick, quick.games.threads[-1])).state
    assert state.settings == settings and tuple(state.claims) == settings.feats
    assert state.phase == ("draft" if settings.draft else "play")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_a_table_is_for_as_many_as_were_asked_for(quick: Scene, players: int) -> None:
    lobby = await quick.person("Ada").command(quick.games, "iwari new", players=players)
    assert isinstance(lobby, Message)
    assert lobby.text.count("*free*") == players - 1 and f"{players - 1} more player" in lobby.text


async def test_b5_starting_hands_are_drafted_from_the_last_player_to_the_first(quick: Scene) -> None:
    people = [quick.person(name) for name in ("Ada", "Bo", "Cem")]
    thread = await quick.begin(*people, line="iwari new", players=3, draft=True)
    order = (await stored(quick, thread)).state.order
    for seat in reversed(order):
        post = newest_post(thread)
        person = quick.to_move(post)
        assert person.id == people[seat].id and "Draw a card (3 to draw)." in post.text
        panel = await person.press(post, "Play")
        for draw in ("draw-deck", "shown", "draw-deck"):
            state = (await stored(quick, thread)).state
            assert isinstance(panel, Message)
            panel = await tap_option(person, panel, state, IWARI.options(state)[0] if draw == "shown" else draw)
        await quick.quiet()
        told = thread.messages[-1].text
        assert told.count("drew from the deck") == 2 and told.count("from the display") == 1
    post = newest_post(thread)
    assert quick.to_move(post).id == people[order[0]].id and "Place a piece or discard a card." in post.text


async def test_the_board_is_shown_to_whoever_asks_without_the_hands_of_others(
    quick: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_with(monkeypatch, "FGG", lambda state: None)
    people = [quick.person(name) for name in ("Ada", "Bo")]
    thread = await quick.begin(*people, line="iwari new", players=2)
    mover = quick.to_move(newest_post(thread))
    other = next(person for person in people if person.id != mover.id)
    mine = await mover.command(thread, "iwari board")
    assert isinstance(mine, Message) and mine.ephemeral and mine.images
    assert "You hold Forest, Glaciers and Glaciers" in mine.text and shows(mine, "Discard a Card")
    for person, said in ((other, ""), (quick.person("Cem"), "You do not play in this match")):
        board = await person.command(thread, "iwari board")
        assert isinstance(board, Message) and board.ephemeral and board.images
        assert said in board.text and f"It is **{mover.name}**'s turn." in board.text
        assert "hold" not in board.text and not board.selects and board.labels == ["Describe"]


async def test_the_rules_are_turned_page_by_page(quick: Scene) -> None:
    ada = quick.person("Ada")
    page = await ada.command(quick.games, "iwari rules")
    pages = PRESENTERS["iwari"].rules()
    for number, (title, text) in enumerate(pages, start=1):
        assert isinstance(page, Message) and page.ephemeral
        assert f"### Iwari: {title}\n" in page.text and text.strip() in page.text
        assert f"Page {number} of {len(pages)}" in page.text
        back, after = (next(found for found in page.buttons if found.label == name) for name in ("Back", "Next"))
        assert back.disabled == (number == 1) and after.disabled == (number == len(pages))
        if number < len(pages):
            page = await ada.press(page, "Next")
    assert isinstance(page, Message)
    page = await ada.press(page, "Back")
    assert isinstance(page, Message) and f"Page {len(pages) - 1} of {len(pages)}" in page.text


# Feats.


@pytest.fixture
def earned_by_one_tent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tent on F2c makes a settlement and fills Forest 2: it earns a Union and a Discovery."""

    def almost(state: State) -> None:
        mark = str(state.active)
        for name, row in (("G1", f".....{mark}"), ("F2", f"{mark}{mark}.")):
            state.tents[state.board.index[name]] = row
        state.tents_left[state.active] -= 3

    begin_with(monkeypatch, "FGT", almost)


async def feats_asked(quick: Scene) -> tuple[Any, Person, Message]:
    """The thread, whoever has just placed the tent, and the panel that asks where the feats shall stand."""
    people = [quick.person(name) for name in ("Ada", "Bo", "Cem")]
    thread = await quick.begin(*people, line="iwari new", players=3, feats="all")
    person = quick.to_move(newest_post(thread))
    panel = await person.command(thread, "iwari place", choice="tent-F2c-forest")
    assert isinstance(panel, Message) and "Place Union and Discovery on the map, or decline" in panel.text
    return thread, person, panel


async def test_f11_two_feats_are_placed_in_the_players_own_order(quick: Scene, earned_by_one_tent: None) -> None:
    thread, person, panel = await feats_asked(quick)
    assert shows(panel, "Union") and shows(panel, "Discovery")
    for option in ("discovery-D1", "union-G1"):
        panel = await tap_option(person, panel, (await stored(quick, thread)).state, option)
        assert shows(panel, "Undo")
    assert await taken(quick, thread) == ["tent-F2c-forest", "discovery-D1", "union-G1"]
    assert "Draw a card" in panel.text, "the map is full there, and no card pays for a totem"
    await person.command(thread, "iwari draw", card="deck")
    await quick.quiet()
    told = newest_post(thread).text
    lines = [
        f"**{person.name}** placed Discovery on D1 Amber Sands.",
        f"**{person.name}** placed Union on G1 Whitehorn.",
    ]
    assert [told.index(line) for line in lines] == sorted(told.index(line) for line in lines)
    score = await person.command(thread, "iwari score")
    assert isinstance(score, Message)
    assert f"G1 Whitehorn: **{person.name}** 2 (feats: ×2)" in score.text
    assert f"F2 Fern Hollow: **{person.name}** 3\n" in score.text and "(feats: ×2)" in score.text


async def test_f2_feats_are_declined_and_taken_back_until_a_card_is_drawn(
    quick: Scene, earned_by_one_tent: None
) -> None:
    thread, person, panel = await feats_asked(quick)
    for option in ("decline-union", "decline"):
        panel = await tap_option(person, panel, (await stored(quick, thread)).state, option)
    state = (await stored(quick, thread)).state
    assert state.feats == [] and [len(state.claims[feat]) for feat in FEATS] == [1, 1, 0, 0]
    panel = await tap(person, panel, "Undo")
    assert "Place Discovery on the map, or decline" in panel.text
    await tap_option(person, panel, (await stored(quick, thread)).state, "decline")
    await person.command(thread, "iwari draw", card="deck")
    await quick.quiet()
    told = newest_post(thread).text
    assert f"**{person.name}** declined Union." in told and f"**{person.name}** declined Discovery." in told


async def test_f3_feats_are_placed_by_typing_too(quick: Scene, earned_by_one_tent: None) -> None:
    thread, person, _ = await feats_asked(quick)
    for line in ("discard", "draw"):
        assert await person.autocomplete(thread, f"iwari {line}", focused="card") == []
    suggested = await person.autocomplete(thread, "iwari place", focused="choice", value="union")
    assert [choice["value"] for choice in suggested] == ["union-G1", "union-F2", "decline-union"]
    await person.command(thread, "iwari place", choice="UNION-F2")
    panel = await person.command(thread, "iwari place", choice="discovery-F2")
    assert isinstance(panel, Message) and "“F2” in “discovery-F2” is none of what is possible now" in panel.text
    panel = await person.command(thread, "iwari place", choice="decline")
    assert isinstance(panel, Message) and "Draw a card" in panel.text
    assert await taken(quick, thread) == ["tent-F2c-forest", "union-F2", "decline"]


# The end of two.


@pytest.mark.parametrize(
    ("lead", "verdict"), [(9, "The third tribe won alone, so both players lose."), (0, " won with ")]
)
async def test_t2_7_the_last_post_says_whether_the_third_tribe_has_won(
    quick: Scene, monkeypatch: pytest.MonkeyPatch, lead: int, verdict: str
) -> None:
    """The last turn of the match: a card is discarded, and the third tribe opens a territory."""

    def late(state: State) -> None:
        state.last_round, state.journey, state.order = "deck", 2, state.order[::-1]
        state.half = [5, 4, lead]

    begin_with(monkeypatch, "FGT", late)
    thread = await quick.begin(quick.person("Ada"), quick.person("Bo"), line="iwari new", players=2)
    person = quick.to_move(newest_post(thread))
    for line, choice in (("discard", {"card": "forest"}), ("place", {"choice": "tent-G1a-glaciers"})):
        await person.command(thread, f"iwari {line}", **choice)
    await quick.quiet()
    last = newest_post(thread)
    match = await stored(quick, thread)
    assert match.status == "over" and verdict in last.text and not last.mentions
    assert [row.winner for row in IWARI.standings(match.state)] == [lead == 0, False, lead == 9]
