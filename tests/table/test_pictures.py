"""A board that several people see alike is drawn once; what only one may see is theirs alone."""

from __future__ import annotations

import asyncio

from cogs.metrics import Metrics
from cogs.pictures import Pictures, job_for
from render.encode import Picture
from render.jobs import Job
from render.worker_pool import WorkerError, WorkerPool
from rules import GAMES
from storage.records import SeatRow
from table.perspective import Perspective


class CountingPool(WorkerPool):
    """Draws nothing, counts, and fails for as long as `failing`."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []
        self.failing = False

    async def draw(self, job: Job) -> Picture:
        self.jobs.append(job)
        await asyncio.sleep(0.01)
        if self.failing:
            raise WorkerError("broken")
        return Picture(b"", "webp", 1, 1)


def perspective(key: str, seat: int | None, seed: int = 1) -> Perspective:
    game = GAMES[key]
    view = game.view(game.setup(game.Settings(), 2, seed), seat)
    seats = [SeatRow(index=index, user_id=index + 1, name=f"P{index}", level=None, joined_at=0) for index in range(2)]
    return Perspective(1, key, 1, "running", seat, seats, view, None, None, None, 0)


async def test_the_same_board_is_drawn_once_for_the_panel_and_the_post() -> None:
    pool = CountingPool()
    pictures = Pictures(pool, Metrics())
    sights = [perspective("iye", seat) for seat in (0, 1, None)]
    await asyncio.gather(*(pictures.draw(one, "light", ask=False) for one in sights))
    assert len(pool.jobs) == 1
    others = [("dark", False), ("light", True), ("light", False)]
    await asyncio.gather(*(pictures.draw(sights[0], theme, ask=ask) for theme, ask in others))
    assert len(pool.jobs) == 4


async def test_a_hand_is_drawn_for_its_owner_alone() -> None:
    jobs = [job_for(perspective("iwari", seat), "light", ask=False) for seat in (0, 1, None)]
    assert [job.audience.viewer for job in jobs] == [0, 1, None]
    assert len({job.view for job in jobs}) == 3


async def test_marks_are_drawn_for_who_made_them() -> None:
    marked = perspective("tiwanaku", 0)
    assert job_for(marked, "light", ask=False).audience.viewer is None
    marked.notes = {"a1": "3"}
    assert job_for(marked, "light", ask=False).audience.viewer == 0


async def test_all_who_wait_hear_of_a_failure_and_the_next_one_tries_again() -> None:
    pool = CountingPool()
    pictures = Pictures(pool, Metrics())
    pool.failing = True
    results = await asyncio.gather(
        *(pictures.draw(perspective("iye", seat), "light", ask=False) for seat in (0, 1)), return_exceptions=True
    )
    assert [type(result) for result in results] == [WorkerError, WorkerError]
    pool.failing = False
    assert (await pictures.draw(perspective("iye", 0), "light", ask=False)).suffix == "webp"
    assert len(pool.jobs) == 2


async def test_one_who_gives_up_does_not_spoil_it_for_the_other() -> None:
    pictures = Pictures(CountingPool(), Metrics())
    first, second = (
        asyncio.create_task(pictures.draw(perspective("iye", seat), "light", ask=False)) for seat in (0, 1)
    )
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).suffix == "webp"
    assert first.cancelled()
