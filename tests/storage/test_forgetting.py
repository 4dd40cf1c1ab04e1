"""A person is taken off what a match keeps and is still to say, in one transaction."""

from __future__ import annotations

import pytest

from storage import Store
from storage.forgetting import Forgotten
from tests.storage.conftest import ADA, BEN, NOW, running

PERSON = Forgotten(ADA, frozenset({"Ada", "A*da", "A\\*da"}), "a former player")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"text": "**Ada** left."}, {"text": "**a former player** left."}),
        ({"text": f"<@{ADA}>, your turn; <@{ADA}1> waits"}, {"text": f"a former player, your turn; <@{ADA}1> waits"}),
        ({"text": "Adam and Ada's cat"}, {"text": "Adam and a former player's cat"}),
        ({"text": "**A\\*da** and A*da"}, {"text": "**a former player** and a former player"}),
        (
            {"posts": [{"head": "Ada", "picture": "Ada-1.webp"}]},
            {"posts": [{"head": "a former player", "picture": "Ada-1.webp"}]},
        ),
        ({"on_timeout": "Ada"}, {"on_timeout": "Ada"}),
        ({"invited": [ADA, BEN], "by": ADA, "n": 3}, {"invited": [BEN], "by": None, "n": 3}),
        ({"left": [{"user_id": ADA, "name": "Ada"}]}, {"left": [{"user_id": None, "name": "a former player"}]}),
    ],
)
def test_taking_off(before: dict[str, object], after: dict[str, object]) -> None:
    assert PERSON.off(before) == after


async def test_extra_and_what_is_to_be_announced_change_together(store: Store) -> None:
    number, other = await running(store), await running(store)
    for one in (number, other):
        async with store.matches.open(one) as match:
            match.extra["posts"] = [{"head": "**Ada** moved", "id": 5}]
            match.announce("notice", {"text": f"<@{ADA}>: Ada and Ben", "mention": [ADA, BEN]}, NOW)
            match.announce("remind", {"user": ADA, "asked": 1}, NOW, lane="remind:x")
            match.announce("remind", {"user": BEN, "asked": 1}, NOW, lane="remind:y")
    async with store.matches.open(number) as match:
        match.forget(ADA, "a former player", frozenset({"Ada"}))
    assert (await store.matches.read(number)).extra["posts"] == [{"head": "**a former player** moved", "id": 5}]
    rows = await store.outbox.pending(NOW)
    mine = [row.payload for row in rows if row.match_id == number]
    assert mine == [
        {"text": "a former player: a former player and Ben", "mention": [BEN]},
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
