"""A person is taken off what a match keeps and is still to say, in one transaction."""

from __future__ import annotations

import pytest

from render.presenter import shorten
from storage import Store
from storage.forgetting import Forgotten
from tests.storage.conftest import ADA, BEN, NOW, running

PERSON = Forgotten(ADA, frozenset({"Ada", "A*da", "A\\*da"}), "a former player")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"text": "**Ada** left."}, {"text": "**a former player** left."}),
        ({"text": f"<@{ADA}>, your turn; <@{ADA}1> waits"}, {"text": f"a former player, your turn; <@{ADA}1> waits"}),
        ({"text": "**Adam** and **Ada**'s cat"}, {"text": "**Adam** and **a former player**'s cat"}),
        ({"text": "**A\\*da** and A*da"}, {"text": "**a former player** and A*da"}),
        (
            {"posts": [{"head": "**Ada**", "picture": "Ada-1.webp"}]},
            {"posts": [{"head": "**a former player**", "picture": "Ada-1.webp"}]},
        ),
        ({"on_timeout": "Ada"}, {"on_timeout": "Ada"}),
        ({"invited": [ADA, BEN], "by": ADA, "n": 3}, {"invited": [BEN], "by": None, "n": 3}),
        (
            {"left": [{"user_id": ADA, "name": "Ada"}, {"user_id": BEN, "name": "Ada"}]},
            {"left": [{"user_id": None, "name": "a former player"}, {"user_id": BEN, "name": "Ada"}]},
        ),
    ],
)
def test_taking_off(before: dict[str, object], after: dict[str, object]) -> None:
    assert PERSON.off(before) == after


async def test_extra_and_what_is_to_be_announced_change_together(store: Store) -> None:
    number, other = await running(store), await running(store)
    for one in (number, other):
        async with store.matches.open(one) as match:
            match.extra["posts"] = [{"head": "**Ada** moved", "id": 5}]
            match.announce("notice", {"text": f"<@{ADA}>: **Ada** and Ben", "mention": [ADA, BEN]}, NOW)
            match.announce("remind", {"user": ADA, "asked": 1}, NOW, lane="remind:x")
            match.announce("remind", {"user": BEN, "asked": 1}, NOW, lane="remind:y")
    async with store.matches.open(number) as match:
        match.forget(ADA, "a former player", frozenset({"Ada"}))
    assert (await store.matches.read(number)).extra["posts"] == [{"head": "**a former player** moved", "id": 5}]
    rows = await store.outbox.pending(NOW)
    mine = [row.payload for row in rows if row.match_id == number]
    assert mine == [
        {"text": "a former player: **a former player** and Ben", "mention": [BEN]},
        {"user": BEN, "asked": 1},
    ]
    assert len([row for row in rows if row.match_id == other]) == 3
    assert "Ada" in str([row.payload for row in rows if row.match_id == other])


async def test_nothing_changes_when_the_transaction_fails(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.announce("notice", {"text": "Ada"}, NOW)
    with pytest.raises(RuntimeError):
        async with store.matches.open(number) as match:
            match.forget(ADA, "a former player", frozenset({"Ada"}))
            raise RuntimeError("changed my mind")
    assert [row.payload for row in await store.outbox.pending(NOW)] == [{"text": "Ada"}]


# Names that texts were cut in, and names that look like other words.


def off(name: str, key: str, text: str, marked: str = "") -> str:
    return str(Forgotten(ADA, frozenset({name, marked or name}), "a former player").off({key: text})[key])


@pytest.mark.parametrize("limit", range(8, 60))
def test_a_text_that_was_cut_within_the_name(limit: int) -> None:
    name = "Zebulon J. Æthelstan, 3rd"
    text = shorten(f"Points: **Bo** 3, **{name}** 5, **Cem** 7.", limit)
    after = off(name, "standing", text)
    assert "Ze" not in after and "Æ" not in after
    assert after.startswith(text[: text.index("**Z") if "**Z" in text else len(text)].rstrip()[:15])
    if not text.endswith("…"):
        assert after == "Points: **Bo** 3, **a former player** 5, **Cem** 7."


@pytest.mark.parametrize("limit", range(10, 40))
def test_what_is_cut_of_another_name_stays(limit: int) -> None:
    text = shorten("Points: **Zoë Zwart** 3, and so on.", limit)
    assert off("Zo\u0308e", "head", text) == text and off("Ada", "head", text) == text


def test_the_beginning_of_a_name_may_be_that_of_another() -> None:
    """Nothing wrong is put in its place."""
    assert off("Adam Smith", "head", "Now **Ada…") == "Now …"
    assert off("Ada", "head", "**Adam** and **Ada Lovelace** and Ada") == "**Adam** and **Ada Lovelace** and Ada"


@pytest.mark.parametrize(
    "name", ["the", "moved", "Points", "Computer 1", "3", "İye #1", "…", "a former player", "*", ","]
)
def test_a_name_that_is_a_common_word(name: str) -> None:
    marked = "".join(f"\\{letter}" if letter in "*#" else letter for letter in name)
    head = f"### İye #1\n**{marked}** moved the drum to c3, 3 of **Bo**, **Computer 1 (Normal)**…"
    after = off(name, "head", head, marked)
    assert after == head.replace(f"**{marked}** moved", "**a former player** moved")


def test_a_spoken_text_with_the_name_is_to_be_made_anew() -> None:
    assert off("Zebulon the Great of Thule", "alt", "Bo 3, Zebulon the… 5, Cem 7.") == ""
    assert off("Zebulon", "alt", "Zebulon 5, Cem 7.") == "" == off("Zebulon", "alt", "Bo 3, Zebu…")
    assert off("Zebulon", "alt", "Bo 3, Zebulonia 4") == "Bo 3, Zebulonia 4"
