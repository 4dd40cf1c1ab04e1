"""A whole match of each game through the table, kept by PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.engines import new_database
from tests.table.conftest import Scene, newest_post
from tests.table.quick import QuickPool


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    scene = Scene(tmp_path, QuickPool(), new_database())
    await scene.open()
    yield scene
    await scene.close()


@pytest.mark.parametrize(
    ("game", "options"),
    [("iye", {"first": "host"}), ("tiwanaku", {"size": "short", "players": 2}), ("iwari", {"players": 3})],
)
async def test_a_whole_match_with_a_restart_is_rated(scene: Scene, game: str, options: dict[str, Any]) -> None:
    people = [scene.person(name) for name in ("Ada", "Bo", "Cem")][: options.get("players", 2)]
    thread = await scene.begin(*people, line=f"{game} new", **options)
    await scene.play(newest_post(thread))
    await scene.quiet()
    await scene.stop()
    await scene.start()
    last = await scene.play_out(thread, game, typed=2)
    assert last.button("Rematch") is not None
    match = await scene.store.matches.read(1)
    assert match.status == "over" and await match.check() is None
    for person in people:
        assert len(await scene.store.ratings.history(int(person.id), game)) == 1
