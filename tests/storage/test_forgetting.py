"""A person is taken off what a match keeps and is still to say, in one transaction."""

from __future__ import annotations

import pytest

from storage import Store
from storage.forgetting import Forgotten
from tests.storage.conftest import ADA, BEN, NOW, running

PERSON = Forgotten(ADA, "a former player")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            {"event": {"type": "Left", "who": {"seat": 1, "user": ADA}}},
            {"event": {"type": "Left", "who": {"seat": 1, "user": None}}},
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


@pytest.mark.parametrize("key", ["head", "standing", "alt", "text", "said", "ended"])
def test_a_text_of_an_older_version_goes(key: str) -> None:
    """Names may stand in it, also cut, and beside words that look like them."""
    assert PERSON.off({"posts": [{key: "**Ada** moved", "picture": "iye-1.webp"}]}) == {
        "posts": [{key: "", "picture": "iye-1.webp"}]
    }


async def test_extra_and_what_is_to_be_announced_change_together(store: Store) -> None:
    number, other = await running(store), await running(store)
    for one in (number, other):
        async with store.matches.open(one) as match:
            match.replace(0, None, "", level="easy", now=NOW)
            match.announce("notice", {"text": f"<@{ADA}>: **Ada** and Ben", "mention": [ADA, BEN]}, NOW)
            match.announce("remind", {"user": ADA, "asked": 1}, NOW, lane="remind:x")
            match.announce("remind", {"user": BEN, "asked": 1}, NOW, lane="remind:y")
    async with store.matches.open(number) as match:
        match.forget(ADA, "a former player")
    (left,) = (await store.matches.read(number)).extra.left
    assert (left.user_id, left.name) == (None, "a former player")
    rows = await store.outbox.pending(NOW)
    mine = [row.payload for row in rows if row.match_id == number]
    assert mine == [{"text": "", "mention": [BEN]}, {"user": BEN, "asked": 1}]
    assert len([row for row in rows if row.match_id == other]) == 3
    assert "Ada" in str([row.payload for row in rows if row.match_id == other])


async def test_nothing_changes_when_the_transaction_fails(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.announce("notice", {"text": "Ada"}, NOW)
    with pytest.raises(RuntimeError):
        async with store.matches.open(number) as match:
            match.forget(ADA, "a former player")
            raise RuntimeError("changed my mind")
    assert [row.payload for row in await store.outbox.pending(NOW)] == [{"text": "Ada"}]
