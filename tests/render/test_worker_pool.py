"""The worker pool: real worker processes, and what happens when one dies, hangs or fails."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image

from render import Audience
from render.jobs import Job
from render.worker_pool import WorkerError, WorkerPool
from rules.iye import IYE
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
WHO = Audience(("Ada", "Bo"), 0, "İye #42")


def job(theme: str = "light") -> Job:
    state = IYE.setup(IYE.Settings(), 2, 7)
    return Job("iye", IYE.to_json(IYE.view(state, 0)), True, "dark" if theme == "dark" else "light", WHO)


def end_yourself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_once(path: str) -> str:
    """Die the first time, answer the second."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "back"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def wait_for(path: str) -> None:
    while not Path(path).exists():
        time.sleep(0.01)


def gone(pid: int) -> bool:
    """Whether the process has ended, reaped by its new parent or not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def unsendable() -> object:
    return lambda: None


def chatter() -> int:
    print("this must not reach the answers")
    return os.getpid()


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    async with WorkerPool() as open_pool:
        yield open_pool


async def test_a_picture_comes_back(pool: WorkerPool) -> None:
    light, dark = await asyncio.gather(pool.draw(job()), pool.draw(job("dark")))
    for picture in (light, dark):
        image = Image.open(BytesIO(picture.data))
        assert (image.format or "").lower() == picture.suffix
        assert image.size == (picture.width, picture.height)
        assert len(picture.data) <= 300 * 1024
    assert light.data != dark.data


async def test_a_computer_player_answers_in_time_and_legally(pool: WorkerPool) -> None:
    state = IYE.setup(IYE.Settings(), 2, 7)
    decision = IYE.decision(state)
    assert decision is not None
    thought = pool.think("iye", IYE.to_json(IYE.view(state, decision.seat)), decision.seat, "hard", 1, 0.3)
    option = await asyncio.wait_for(thought, PATIENCE)
    assert option in IYE.options(state)


async def test_pictures_do_not_wait_for_thoughts(pool: WorkerPool, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    thought = asyncio.create_task(pool.run(wait_for, str(gate)))
    await pool.draw(job())
    assert not thought.done()
    gate.touch()
    await thought


async def test_errors_come_as_they_were_raised(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError):
        await pool.run(divmod, 1, 0)
    with pytest.raises(RuntimeError, match="unsendable"):  # the words around it are each Python's own
        await pool.run(unsendable)
    assert await pool.run(divmod, 7, 2) == (3, 1)


async def test_what_is_printed_does_not_spoil_the_answers(pool: WorkerPool) -> None:
    assert await pool.run(chatter) == await pool.run(chatter) != os.getpid()


async def test_a_dead_worker_is_replaced(pool: WorkerPool, tmp_path: Path) -> None:
    assert await pool.run(end_once, f"{tmp_path}/once") == "back"
    with pytest.raises(WorkerError, match="end_yourself"):
        await pool.run(end_yourself)
    assert await pool.run(divmod, 7, 2) == (3, 1)


async def test_a_worker_that_hangs_is_replaced(pool: WorkerPool) -> None:
    with pytest.raises(WorkerError, match="no answer within"):
        await pool.run(time.sleep, 60, seconds=0.2)
    assert await pool.run(divmod, 7, 2) == (3, 1)


async def test_a_caller_that_gives_up_harms_nobody(pool: WorkerPool) -> None:
    first = await pool.run(os.getpid)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await pool.run(time.sleep, 0.3)
    assert await pool.run(divmod, 7, 2) == (3, 1)
    assert await pool.run(os.getpid) == first, "the worker went on"


async def test_closing_ends_every_worker() -> None:
    pool = WorkerPool()
    pid = await pool.run(os.getpid)
    waiting = asyncio.create_task(pool.run(time.sleep, 30))
    await asyncio.sleep(0.1)
    await pool.close()
    with pytest.raises(WorkerError, match="closed"):
        await waiting
    with pytest.raises(WorkerError, match="closed"):
        await pool.run(os.getpid)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_no_worker_outlives_a_bot_that_is_killed() -> None:
    program = (
        "import asyncio, os, signal\n"
        "from render.worker_pool import WorkerPool\n"
        "async def main():\n"
        "    print(await WorkerPool().run(os.getpid), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", program, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    out, _ = await bot.communicate()
    assert bot.returncode == -signal.SIGKILL
    worker = int(out)
    for _ in range(500):
        if gone(worker):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the worker is still there")
