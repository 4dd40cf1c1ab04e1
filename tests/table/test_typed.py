"""Typed choices are read as people and phones write them, in one place for all games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from playground.people import Channel, Person
from playground.visible import Message
from table.errors import Refusal
from table.fold import fits, fold, same, squeezed
from table.reading import meant, nearest
from tests.table.conftest import Scene, newest_post
from tests.table.test_races import match_in
from tests.table.test_seats import three

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("C4", "c4"),
        (" c4. ", "c4"),
        ("ｃ４", "c4"),
        ("`c4`", "c4"),
        ("İye", "iye"),
        ("IYE", "iye"),
        ("ıye", "iye"),
        ("İstanbul", "istanbul"),
        ("tent\u2013G1a\u2212tundra", "tent-g1a-tundra"),
        ("a\u00a0 b\u200b", "a b"),
        ("Zoë", "zoe"),
        ("c4。", "c4"),
        ("...", ""),
    ],
)
def test_what_does_not_matter_is_left_out(typed: str, read: str) -> None:
    assert fold(typed) == read and fold(read) == read


def test_a_choice_with_other_gaps_is_the_same() -> None:
    assert same("C 4", "c4") and same("tent G1a tundra", "tent-G1a-tundra") and same("c4.", "c4")
    assert not same("", "c4") and not same("...", "c4") and squeezed(" - ") == ""
    assert fits("", "Europe/Istanbul") and fits("İSTANBUL", "Europe/Istanbul") and fits("tent g1", "tent-G1a-tundra")
    assert not fits("x", "c4")


def test_a_suggestion_is_meant_by_its_value_and_by_its_text() -> None:
    pairs = [("İye #2 (your turn, with Bo)", "2"), ("x" * 120, "3")]
    assert meant(pairs, "2") == meant(pairs, "iye #2 (Your turn, with Bo)") == "2"
    assert meant(pairs, "x" * 99 + "…") == "3", "the text as it is shown, cut"
    assert meant(pairs, "4") is None


def test_the_nearest_shares_the_most_parts() -> None:
    options = ["tent-G1a-tundra", "tent-F2a-tundra", "totem-G1a", "draw-deck"]
    assert nearest(options, "tent G1a tundar") == "tent-G1a-tundra"
    assert nearest(options, "drew dek") == "draw-deck"


def test_nobody_else_makes_letters_small() -> None:
    for folder in ("cogs", "table"):
        for file in (ROOT / folder).rglob("*.py"):
            if file.name not in ("fold.py", "metrics.py"):
                assert not re.search(r"\.(lower|casefold)\(\)", file.read_text()), file


async def begun(scene: Scene, line: str, **options: Any) -> tuple[Person, Channel]:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    thread = await scene.begin(ada, bo, line=line, **options)
    return scene.to_move(newest_post(thread)), thread


@pytest.mark.parametrize("typed", ["C 4", "c4.", "ｃ４", "C\u20114"])
@pytest.mark.parametrize("line", ["iye move", "iye play"])
async def test_a_square_as_phones_write_it(quick: Scene, line: str, typed: str) -> None:
    ada, thread = await begun(quick, "iye new", first="host")
    await ada.command(thread, line, **{"to" if line.endswith("move") else "option": typed})
    assert [row.option for row in await (await match_in(quick, thread)).steps()] == ["c4"]


def other_gaps(option: str) -> str:
    return option.upper().replace("-", " ").replace("+", " ")


@pytest.mark.parametrize(
    ("line", "focused"),
    [("iye play", "option"), ("iwari play", "option"), ("iwari place", "choice"), ("tiwanaku play", "option")],
)
@pytest.mark.parametrize("how", ["gaps", "shown", "dashes"])
async def test_any_option_with_other_gaps_or_as_it_is_suggested(
    quick: Scene, line: str, focused: str, how: str
) -> None:
    person, thread = await begun(quick, f"{line.split()[0]} new")
    choices = await person.autocomplete(thread, line, focused=focused)
    name, option = choices[-1]["name"], choices[-1]["value"]
    typed = {"gaps": other_gaps(option), "shown": name, "dashes": option.replace("-", "\u2013")}[how]
    await person.command(thread, line, **{focused: typed})
    assert (await (await match_in(quick, thread)).steps())[0].option == option


async def test_the_shown_text_of_a_square_and_of_a_means(quick: Scene) -> None:
    ada, thread = await begun(quick, "iye new", first="host")
    (square,) = await ada.autocomplete(thread, "iye move", focused="to", value="c4")
    (means, *_) = await ada.autocomplete(thread, "iye move", focused="with", to=square["name"])
    await ada.command(thread, "iye move", to=square["name"], with_=means["name"])
    assert [row.option for row in await (await match_in(quick, thread)).steps()] == ["c4"]


async def test_what_is_not_understood_is_named_with_the_nearest_choice(quick: Scene) -> None:
    ada, thread = await begun(quick, "iye new", first="host")
    answer = await ada.command(thread, "iye play", option="z9")
    assert isinstance(answer, Message)
    assert re.fullmatch(r"“z9” is none of what is possible now; the nearest is `[a-e][1-5]`\.", answer.text)
    person, thread = await begun(quick, "iwari new")
    option = next(one["value"] for one in await person.autocomplete(thread, "iwari place", focused="choice", value="t"))
    first, rest = option.split("-", 1)
    answer = await person.command(thread, "iwari place", choice=f"{first} {rest} zzz".replace("-", " "))
    assert isinstance(answer, Message)
    assert answer.text.startswith("“zzz” in “") and answer.text.endswith(f"the nearest is `{option}`.")
    assert not (await match_in(quick, thread)).step_count


@pytest.mark.parametrize("typed", ["IYE", "iye", "İYE", "ıye"])
async def test_a_match_is_found_by_its_games_name(quick: Scene, typed: str) -> None:
    ada, thread = await begun(quick, "iye new", first="host")
    (choice,) = await ada.autocomplete(thread, "match board", focused="match", value=typed)
    assert choice["name"].startswith("İye #1")
    panel = await ada.command(quick.games, "match board", match=choice["name"])
    assert isinstance(panel, Message) and "İye #1" in panel.text


@pytest.mark.parametrize("typed", ["İstanbul", "ISTANBUL", "Europe/Istanbul", "europe istanbul", "Ｉｓｔａｎｂｕｌ"])
async def test_a_zone_is_found_and_taken(quick: Scene, typed: str) -> None:
    ada = quick.person("Ada")
    names = [choice["name"] for choice in await ada.autocomplete(quick.games, "me zone", focused="zone", value=typed)]
    assert "Europe/Istanbul" in names
    answer = await ada.command(quick.games, "me zone", zone="europe istanbul")
    assert isinstance(answer, Message) and "Europe/Istanbul" in answer.text


async def test_the_shown_text_of_a_seat(quick: Scene) -> None:
    ada, bo, _, thread = await three(quick)
    choices = await ada.autocomplete(thread, "match replace", focused="player", value="BO")
    assert [choice["name"].split(": ")[1] for choice in choices] == ["Bo"]
    answer = await ada.command(thread, "match replace", player=choices[0]["name"])
    assert isinstance(answer, Message) and f"{bo.name}** can be replaced only after" in answer.text


async def test_the_shown_text_of_a_table_and_of_a_disc(quick: Scene) -> None:
    ada = quick.person("Ada")
    (disc, *_) = await ada.autocomplete(quick.games, "tiwanaku new", focused="disc")
    lobby = await ada.command(quick.games, "tiwanaku new", disc=disc["name"])
    assert isinstance(lobby, Message) and not lobby.ephemeral and disc["value"] in lobby.text
    (table,) = await ada.autocomplete(quick.games, "match cancel", focused="match")
    asked = await ada.command(quick.games, "match cancel", match=table["name"])
    assert isinstance(asked, Message) and "Do you want to close" in asked.text
    (open_one,) = await ada.autocomplete(quick.games, "table close", focused="match", value="TIWANAKU")
    asked = await ada.command(quick.games, "table close", match=open_one["name"])
    assert isinstance(asked, Message) and "for good" in asked.text


@pytest.mark.parametrize("typed", ["3", "#3", "İye #3", "İye #3 (your turn, with A #9)", "３", "iye # 3"])
def test_a_matchs_number(typed: str) -> None:
    from cogs.commands.common import number_of

    assert number_of(typed) == 3


@pytest.mark.parametrize("typed", ["", "three", "3 or 4", "#", "3" * 13])
def test_what_is_no_number_of_a_match(typed: str) -> None:
    from cogs.commands.common import number_of

    with pytest.raises(Refusal):
        number_of(typed)
