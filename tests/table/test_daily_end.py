"""How a day's challenge begins without holding anybody up, and what its last post offers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from playground.visible import Message
from render import jobs
from rules import GAMES
from tests.table.conftest import Scene, newest_post
from tests.table.quick import QuickPool
from tests.table.test_daily import match_of, text


class Listed(QuickPool):
    """Writes down what the workers were asked to do."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []

    async def run(self, function: Any, *arguments: Any, seconds: float = 60.0) -> Any:
        self.asked.append(function)
        return function(*arguments)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    scene = Scene(tmp_path, Listed())
    await scene.open()
    yield scene
    await scene.close()


async def test_the_first_state_of_a_slow_game_is_made_by_a_worker(scene: Scene) -> None:
    ada = scene.person("Ada")
    await ada.command(await ada.dm(), "daily play", game="tiwanaku")
    await scene.quiet()
    assert isinstance(scene.pool, Listed)
    assert scene.pool.asked.count(jobs.set_up) == 1
    match = await scene.store.matches.read(await match_of(scene, ada, "tiwanaku"))
    made = GAMES["tiwanaku"].setup(match.settings, len(match.seats), match.seed or 0)
    assert match.game.to_json(match.state) == match.game.to_json(made)


@pytest.mark.parametrize("game", ["iye", "tiwanaku"])
async def test_the_last_post_offers_the_day_and_no_rematch(scene: Scene, game: str) -> None:
    ada = scene.person("Ada")
    direct = await ada.dm()
    await ada.command(direct, "daily play", game=game)
    await scene.quiet()
    first = newest_post(direct)
    assert first.labels == ["Play", "Describe"], "nothing is taken back in it"
    assert "/daily" not in first.text, "there is nothing to share yet"
    await scene.bot.services.table.resign(await match_of(scene, ada, game), int(ada.id))
    await scene.quiet()
    last = newest_post(direct)
    assert last.labels == ["Today's Challenges", "Describe"]
    assert "`/daily share`" in last.text and "`/daily board`" in last.text
    shown = await ada.press(last, "Today's Challenges")
    assert isinstance(shown, Message) and shown.ephemeral
    assert "### Today's Challenges" in shown.text
    assert ("Not solved" if game == "iye" else "Lost to the Otoma") in shown.text
    assert text(await ada.command(direct, "daily today")) == shown.text


async def test_the_last_post_of_any_other_match_offers_a_rematch(scene: Scene) -> None:
    ada = scene.person("Ada")
    direct = await ada.dm()
    await ada.command(direct, "iye solo", level="easy")
    await scene.quiet()
    await ada.press(await ada.command(direct, "match resign"), "Resign")
    await scene.quiet()
    last = newest_post(direct)
    assert last.labels == ["Rematch", "Describe"] and "/daily" not in last.text
