"""A game that is added as any game is, with one of each thing that the contract allows, played at a table.

Nothing outside of it knows it but the four places that list games.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from playground.people import Channel, Person
from playground.visible import Message, Modal
from render import help as help_pages
from rules import daily
from rules.chance import Chance
from rules.errors import IllegalOption
from storage.stored_match import StoredMatch
from tests.patience import PATIENCE
from tests.refused import refused
from tests.table.conftest import Scene, newest_post
from tests.table.quick import QuickPool
from tests.toy.game import Buy, Settings, State, Toy
from tests.toy.registered import toy as toy
from tests.toy.registered import toy_commands as toy_commands

pytestmark = pytest.mark.usefixtures("toy_commands")


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both begin with two different cards, so that each turn asks for one."""
    monkeypatch.setattr("cogs.ui.lobby.new_seed", lambda: 12)


def shown(answer: object) -> Message:
    assert isinstance(answer, Message), answer
    return answer


async def begun(scene: Scene, purse: int = 5) -> tuple[Person, Person, Channel]:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line="toy new", purse=purse)
    return ada, bo, thread


async def match_in(scene: Scene, thread: Channel) -> StoredMatch:
    found = await scene.store.matches.in_thread(int(thread.id))
    assert found is not None
    return await scene.store.matches.read(found.id)


async def buying(scene: Scene, person: Person, thread: Channel) -> Message:
    """The person's panel where goods are bought."""
    panel = shown(await person.press(newest_post(thread), "Play"))
    return shown(await person.press(panel, "Buy"))


async def options(scene: Scene, thread: Channel) -> list[str]:
    return [step.option for step in await (await match_in(scene, thread)).steps()]


def menus(message: Message) -> dict[str, list[str]]:
    return {select.placeholder: [option.label for option in select.options] for select in message.selects}


def drawn(scene: Scene) -> list[tuple[str, bool]]:
    assert isinstance(scene.pool, QuickPool)
    return [(job.sheet, job.ask) for job in scene.pool.drawn]


# The lobby.


async def test_a_table_of_it_is_opened_as_of_any_game(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = shown(await ada.command(quick.games, "toy new"))
    assert "### Toy: a table by **Ada**" in lobby.text and "Toy: 2 rounds" in lobby.text
    assert lobby.data["components"][0]["accent_color"] == 0x123456
    answer = shown(await ada.command(await ada.dm(), "toy new"))
    assert "play Toy alone by `/toy solo`" in answer.text


async def test_more_fields_than_one_form_takes_are_on_pages(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = shown(await ada.command(quick.games, "toy new"))
    asked = shown(await ada.press(lobby, "Options"))
    assert asked.ephemeral and asked.labels == ["The Game (1 of 2)", "The Game (2 of 2)", "The Table"]
    forms = [await ada.press(asked, label) for label in asked.labels]
    fields = [list(form.fields) for form in forms if isinstance(form, Modal)]
    assert fields == [
        ["rounds", "purse", "pace"],
        ["first", "goods", "motto"],
        ["players", "deadline", "on_timeout"],
    ], "nothing is left out"
    answer = await ada.fill(forms[0], rounds="=3")
    assert answer == asked and "Toy: 3 rounds" in asked.text
    async with asyncio.timeout(PATIENCE):
        while "Toy: 3 rounds" not in lobby.text:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await ada.fill(await ada.press(asked, "The Game (2 of 2)"), goods=["=rye", "=peeking"], motto="on we go")
    await ada.fill(await ada.press(asked, "The Table"), deadline="=3", on_timeout="=default")
    await bo.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    match = await match_in(quick, quick.games.threads[-1])
    settings = match.settings
    assert (settings.rounds, settings.goods, settings.motto) == (3, ("rye",), "ON WE GO")
    assert (settings.peeking, settings.collector, settings.purse) == (True, False, 3)
    assert match.due_at == quick.now + 3 * 86_400


async def test_a_page_that_does_not_fit_is_refused_in_the_words_of_the_game(quick: Scene) -> None:
    ada = quick.person("Ada")
    lobby = shown(await ada.command(quick.games, "toy new"))
    before = lobby.text
    asked = shown(await ada.press(lobby, "Options"))
    answer = shown(await ada.fill(await ada.press(asked, "The Game (2 of 2)"), goods=[]))
    assert answer.ephemeral and "A market needs a good at least." in answer.text and lobby.text == before


async def test_pages_are_the_host_s_and_end_with_the_lobby(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = shown(await ada.command(quick.games, "toy new"))
    assert "Only the host" in shown(await bo.press(lobby, "Options")).text
    asked = shown(await ada.press(lobby, "Options"))
    form = await ada.press(asked, "The Table")
    await ada.press(await ada.press(lobby, "Cancel"), "Close Table")
    assert "closed" in shown(await ada.press(asked, "The Table")).text
    assert "closed" in shown(await ada.fill(form, deadline="=3")).text


# What is possible at any time.


async def test_what_is_possible_at_any_time_is_in_a_menu_of_its_own(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    panel = shown(await ada.press(newest_post(thread), "Play"))
    assert menus(panel) == {"At Any Time…": ["Look at the Deck"]}
    assert [label for label in panel.labels if label in ("Gather", "Buy", "Rest", "Peek")] == ["Gather", "Buy", "Rest"]
    panel = shown(await ada.choose(panel, "peek"))
    assert "Confirm" in panel.labels, "it reveals something"
    panel = shown(await ada.press(panel, "Confirm"))
    assert not panel.selects and "Gather" in panel.labels
    assert await options(quick, thread) == ["peek"]


# Several at a time.


async def test_several_choices_are_taken_as_several_steps(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    panel = await buying(quick, ada, thread)
    assert menus(panel) == {"Choose 1 to 3…": ["Take Figs", "Take Oats", "Take Yams"]}
    (menu,) = panel.selects
    assert (menu.min_values, menu.max_values) == (1, 3)
    assert "Done" in panel.labels and "Take Figs" not in panel.labels
    panel = shown(await ada.choose(panel, "take-yam", "take-fig"))
    assert await options(quick, thread) == ["buy", "take-fig", "take-yam"], "in the order of the list"
    assert "Play a card" in panel.text
    panel = shown(await ada.press(panel, "Undo"))
    assert await options(quick, thread) == ["buy", "take-fig"], "each can be taken back"
    assert menus(panel) == {"Choose 1 to 2…": ["Take Oats", "Take Yams"]}
    await ada.choose(panel, "take-yam")
    await quick.finish_turn((await match_in(quick, thread)).id, int(ada.id))
    await quick.quiet()
    told = newest_post(thread).text
    assert "**Ada** bought Figs." in told and "**Ada** bought Yams." in told
    assert newest_post(thread).mentions == [bo]


async def test_one_of_several_is_taken_with_what_ends_the_picking(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    await ada.choose(await buying(quick, ada, thread), "take-oat")
    assert await options(quick, thread) == ["buy", "take-oat", "done"]


async def test_choices_that_do_not_go_together_change_nothing(quick: Scene) -> None:
    """Three coins buy any of the goods, but not figs and yams."""
    ada, _, thread = await begun(quick, purse=3)
    panel = await buying(quick, ada, thread)
    before = await match_in(quick, thread)
    await ada.choose(panel, "take-fig", "take-yam")
    assert "choose one of those that are offered" in [said.text for said in ada.sees(thread) if said.ephemeral][-1]
    after = await match_in(quick, thread)
    assert await options(quick, thread) == ["buy"], "nothing is saved"
    assert (after.revision, after.game.to_json(after.state)) == (before.revision, before.game.to_json(before.state))
    await ada.choose(panel, "take-fig", "take-oat")
    assert await options(quick, thread) == ["buy", "take-fig", "take-oat"]


async def test_the_table_takes_all_of_them_or_none(quick: Scene) -> None:
    ada, _, thread = await begun(quick, purse=3)
    await buying(quick, ada, thread)
    table, match = quick.bot.services.table, await match_in(quick, thread)
    for wrong in (["take-fig", "take-yam"], ["take-fig", "take-fig"], ["done"], ["take-rye"]):
        with refused(kind=IllegalOption):
            await table.take_many(match.id, int(ada.id), wrong, match.revision)
    assert (await match_in(quick, thread)).revision == match.revision
    both = ["take-oat", "take-fig"]
    outcomes = await asyncio.gather(
        *(table.take_many(match.id, int(ada.id), both, match.revision) for _ in range(3)),
        table.take_many(match.id, int(ada.id), ["take-yam"], match.revision),
    )
    assert sum(outcome.changed for outcome in outcomes) == 1
    said = sorted(outcome.said for outcome in outcomes)
    assert said[:3] == ["", "", ""] and "has changed since" in said[3], "a repeat is done, another choice is stale"
    assert await options(quick, thread) == ["buy", "take-fig", "take-oat"]


async def test_several_that_cannot_be_undone_are_confirmed_first(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here buying is warned of, so that it is confirmed in mid-turn, too."""
    ada, _, thread = await begun(quick)
    warn = "You could keep your coins."
    monkeypatch.setattr("tests.toy.look.ToyPresenter.warn", lambda *_: warn)
    monkeypatch.setattr(Buy, "resolve", passing(Buy.resolve))
    panel = await buying(quick, ada, thread)
    panel = shown(await ada.choose(panel, "take-fig", "take-oat"))
    assert "**Take Figs, Take Oats**?" in panel.text and warn in panel.text
    confirm = next(button.custom_id for button in panel.buttons if button.label == "Confirm")
    assert confirm.startswith("lh:confirmpicks:") and confirm.endswith(":0.1")
    assert await options(quick, thread) == ["buy"]
    back = shown(await ada.press(panel, "Back"))
    panel = shown(await ada.choose(back, "take-fig", "take-oat"))
    answers = await asyncio.gather(*(ada.press(panel, confirm, anyway=True) for _ in range(2)))
    assert await options(quick, thread) == ["buy", "take-fig", "take-oat"]
    assert not any("has changed since" in shown(answer).text for answer in answers), "a repeat is answered as done"


def passing(resolve: Any) -> Any:
    """Buying that passes the turn when it is done."""

    def done(self: Buy, state: Any, option: str) -> Any:
        events = resolve(self, state, option)
        state.turn += not isinstance(state.stack[-1], Buy)
        return events

    return done


# Sheets.


async def test_a_post_shows_the_sheet_that_changed_most(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    post = newest_post(thread)
    assert post.alts == ["The market: Figs, Oats, Yams."]
    assert post.labels == ["Play", "Describe", "Stores"]
    await ada.choose(await buying(quick, ada, thread), "take-fig")
    await quick.finish_turn((await match_in(quick, thread)).id, int(ada.id))
    await quick.quiet()
    post = newest_post(thread)
    assert post.alts == ["The stores: 1 good, 0 goods."] and "Market" in post.labels and "Stores" not in post.labels
    assert next(iter(post.files)).endswith("-stores.webp")
    await quick.finish_turn((await match_in(quick, thread)).id, int(bo.id))
    await quick.quiet()
    assert post.alts == ["The stores: 1 good, 0 goods."], "the post before keeps its picture and its words"
    assert not post.buttons
    assert newest_post(thread).alts == ["The market: Figs, Oats, Yams."]


async def test_the_other_sheets_are_a_press_away(quick: Scene) -> None:
    ada, bo, thread = await begun(quick)
    post = newest_post(thread)
    seen = shown(await bo.press(post, "Stores"))
    assert seen.ephemeral and seen.alts == ["The stores: 0 goods, 0 goods."]
    assert drawn(quick)[-1] == ("stores", False)
    panel = shown(await ada.press(post, "Play"))
    assert panel.alts == ["The market: Figs, Oats, Yams."] and drawn(quick)[-1] == ("market", True)
    assert "Stores" in panel.labels and "Market" not in panel.labels
    turned = shown(await ada.press(panel, "Stores"))
    assert turned == panel and panel.alts == ["The stores: 0 goods, 0 goods."]
    assert {"Gather", "Buy", "Rest", "Market"} <= set(panel.labels), "the choices stay"
    await ada.press(panel, "Market")
    assert panel.alts == ["The market: Figs, Oats, Yams."]
    await ada.press(panel, "Gather")
    assert "Play a card" in panel.text
    gone = shown(await ada.press(post, re.sub("stores$", "cellar", sheet_id(post)), anyway=True))
    assert "is not there any more" in gone.text


def sheet_id(post: Message) -> str:
    return next(button.custom_id for button in post.buttons if button.label == "Stores")


# Words.


async def test_a_description_is_read_page_by_page(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    said = shown(await ada.press(newest_post(thread), "Describe"))
    assert said.ephemeral and "The market sells Figs" in said.text and "Page 1 of 2" in said.text
    assert [button.label for button in said.buttons if button.disabled] == ["Back"]
    await ada.press(said, "Next")
    assert "You hold" in said.text and "Page 2 of 2" in said.text
    assert [button.label for button in said.buttons if button.disabled] == ["Next"]
    await ada.press(said, "Back")
    assert "Page 1 of 2" in said.text


async def test_help_and_commands_know_it(quick: Scene) -> None:
    ada = quick.person("Ada")
    pages = dict(help_pages.pages())
    assert "`/toy new` a small market, for two or three" in pages["Welcome"]
    assert "`/toy solo` against the computer" in pages["Welcome"]
    assert "`/toy buy`" in pages["A Turn"] and "`/toy play`" in pages["A Turn"]
    assert "Gather, buy, play a card" in shown(await ada.command(quick.games, "toy rules")).text
    assert "begin one with `/toy new`" in shown(await ada.command(quick.games, "toy board")).text


# To the end.


async def test_a_match_is_played_to_its_end_and_looked_back_at(quick: Scene) -> None:
    ada, _, thread = await begun(quick)
    last = await quick.play_out(thread, "toy", typed=3)
    assert re.search(r"won\.", last.text) and "The collector: 4 (coins 4)" in last.text
    assert last.labels == ["Rematch", "Describe", "Stores"]
    board = shown(await ada.command(thread, "match at", turn=1))
    assert board.alts and board.alts[0].startswith("The ")
    assert await quick.store.ratings.of(int(ada.id)) == [], "at a calm pace it is not rated"


async def test_its_matches_are_rated_where_it_says_so(quick: Scene) -> None:
    ada, bo = quick.person("Ada"), quick.person("Bo")
    lobby = shown(await ada.command(quick.games, "toy new"))
    asked = shown(await ada.press(lobby, "Options"))
    await ada.fill(await ada.press(asked, "The Game (1 of 2)"), pace="=brisk")
    await bo.press(lobby, "Join")
    await ada.press(lobby, "Start")
    await quick.quiet()
    await quick.play_out(quick.games.threads[-1], "toy", typed=0)
    assert [rating.game for rating in await quick.store.ratings.of(int(ada.id))] == ["toy"]


async def test_nobody_is_told_that_a_hand_left_no_choice(quick: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Toy.start

    def alike(game: Toy, settings: Settings, seats: int, chance: Chance) -> State:
        state = start(game, settings, seats, chance)
        state.hands[0] = ["hen", "hen"]
        return state

    monkeypatch.setattr(Toy, "start", alike)
    ada, _, thread = await begun(quick)
    match = await match_in(quick, thread)
    await quick.bot.services.table.take(match.id, int(ada.id), "gather")
    await quick.quiet()
    assert "**Ada** played Hen." in newest_post(thread).text and "only choice" not in newest_post(thread).text


async def test_its_challenge_of_the_day(quick: Scene) -> None:
    ada = quick.person("Ada")
    number = daily.number_at(quick.now)
    goal = daily.goal("toy", number)
    said = shown(await ada.command(quick.games, "daily today")).text
    assert f"**Toy Daily #{number}" in said and f"Sell more than the collector at a {goal.level} pace." in said
    direct = await ada.dm()
    assert "begins below" in shown(await ada.command(direct, "daily play", game="toy")).text
    await quick.quiet()
    tried = await quick.store.attempts.get("toy", number, int(ada.id))
    assert tried is not None and tried.match_id is not None
    while (match := await quick.store.matches.read(tried.match_id)).status == "running":
        await quick.bot.services.table.take(match.id, int(ada.id), match.game.options(match.state)[0])
        await quick.quiet()
    shared = shown(await ada.command(quick.games, "daily share", game="toy")).text
    assert re.search(rf"(Won|Lost) with \d+ points? at a {goal.level} pace", shared)
    assert "1. " in shown(await ada.command(quick.games, "daily board", game="toy")).text
