"""A board that several people see alike is drawn once; what only one may see is his alone."""

from __future__ import annotations

import asyncio

from cogs.pictures import Pictures, job_for
from cogs.sight import Sight
from render.encode import Picture
from render.studio import Studio, StudioError
from render.work import Job
from rules import GAMES
from storage.records import SeatRow


class CountingStudio(Studio):
    """Draws nothing, counts, and fails for as long as `failing`."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []
        self.failing = False

    async def draw(self, job: Job) -> Picture:
        self.jobs.append(job)
        await asyncio.sleep(0.01)
        if self.failing:
            raise StudioError("broken")
        return Picture(b"", "webp", 1, 1)


def sight(key: str, seat: int | None, seed: int = 1) -> Sight:
    game = GAMES[key]
    view = game.view(game.setup(game.Settings(), 2, seed), seat)
    seats = [SeatRow(index=index, user_id=index + 1, name=f"P{index}", level=None, joined_at=0) for index in range(2)]
    return Sight(1, key, 1, "running", seat, seats, view, None, None, None, 0)


async def test_the_same_board_is_drawn_once_for_the_panel_and_the_post() -> None:
    studio = CountingStudio()
    pictures = Pictures(studio)
    sights = [sight("iye", seat) for seat in (0, 1, None)]
    await asyncio.gather(*(pictures.draw(one, "light", ask=False) for one in sights))
    assert len(studio.jobs) == 1
    others = [("dark", False), ("light", True), ("light", False)]
    await asyncio.gather(*(pictures.draw(sights[0], theme, ask=ask) for theme, ask in others))
    assert len(studio.jobs) == 4


async def test_a_hand_is_drawn_for_its_owner_alone() -> None:
    jobs = [job_for(sight("iwari", seat), "light", ask=False) for seat in (0, 1, None)]
    assert [job.who.viewer for job in jobs] == [0, 1, None]
    assert len({job.view for job in jobs}) == 3


async def test_marks_are_drawn_for_who_made_them() -> None:
    marked = sight("tiwanaku", 0)
    assert job_for(marked, "light", ask=False).who.viewer is None
    marked.notes = {"a1": "3"}
    assert job_for(marked, "light", ask=False).who.viewer == 0


async def test_all_who_wait_hear_of_a_failure_and_the_next_one_tries_again() -> None:
    studio = CountingStudio()
    pictures = Pictures(studio)
    studio.failing = True
    results = await asyncio.gather(
        *(pictures.draw(sight("iye", seat), "light", ask=False) for seat in (0, 1)), return_exceptions=True
    )
    assert [type(result) for result in results] == [StudioError, StudioError]
    studio.failing = False
    assert (await pictures.draw(sight("iye", 0), "light", ask=False)).suffix == "webp"
    assert len(studio.jobs) == 2


async def test_one_who_gives_up_does_not_spoil_it_for_the_other() -> None:
    pictures = Pictures(CountingStudio())
    first, second = (asyncio.create_task(pictures.draw(sight("iye", seat), "light", ask=False)) for seat in (0, 1))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).suffix == "webp"
    assert first.cancelled()
