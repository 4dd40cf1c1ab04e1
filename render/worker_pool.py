"""The worker pool: worker processes that draw and think, so that the event loop does neither.

Half a second of Pillow in a thread stalls a loop by 170 ms, so work goes to processes of its own: one pool for
pictures, one for thinking (at lower priority), so that a picture never waits behind a computer player. Workers are
plain subprocesses, not a `ProcessPoolExecutor`: one that hangs can be ended alone, none imports the bot's main module,
and none outlives it.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from render import PRESENTERS, jobs
from render.jobs import Job
from render.worker import LENGTH

if TYPE_CHECKING:
    from render.encode import Picture
    from render.replay import Replay

ResultT = TypeVar("ResultT")

_ROOT = str(Path(__file__).resolve().parent.parent)


class WorkerError(RuntimeError):
    """Something could not be made: the worker hung or died twice, or the worker pool is closed. The text says which."""


class _Died(Exception):
    """The worker ended or did not answer in time."""


class _Worker:
    """One subprocess; used by one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, nice: int, largest: int) -> _Worker:
        before = os.environ.get("PYTHONPATH")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([_ROOT, before] if before else [_ROOT]),
            "MALLOC_ARENA_MAX": "1",
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "render.worker",
            str(nice),
            str(largest),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    async def ask(self, message: bytes, seconds: float) -> tuple[bool, Any, bool]:
        """Send a pickled message and wait for the answer. _Died when none comes in time; the worker is ended then."""
        source, sink = self.process.stdout, self.process.stdin
        assert source is not None and sink is not None
        try:
            async with asyncio.timeout(seconds):
                sink.write(LENGTH.pack(len(message)) + message)
                await sink.drain()
                (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
                reply = await source.readexactly(length)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            await self.end()
            raise _Died(f"no answer within {seconds:g} s" if isinstance(error, TimeoutError) else "it ended") from error
        except BaseException:
            self.kill()
            raise
        return cast("tuple[bool, Any, bool]", pickle.loads(reply))

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        self.kill()
        await self.process.wait()

    async def dismiss(self) -> None:
        """Let it end by itself, at once when it does not."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            async with asyncio.timeout(1):
                await self.process.wait()
        except TimeoutError:
            await self.end()


class _Pool:
    """At most `size` workers, started when needed, replaced when they have grown beyond `largest` MiB."""

    def __init__(self, size: int, nice: int, largest: int) -> None:
        self.nice = nice
        self.largest = largest
        self.free = asyncio.Semaphore(size)
        self.idle: list[_Worker] = []
        self.started: set[_Worker] = set()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False

    async def run(self, function: Callable[..., ResultT], arguments: tuple[Any, ...], seconds: float) -> ResultT:
        """The function's result, or the error it raised. A caller that is cancelled does not stop the worker."""
        if self.closed:
            raise WorkerError("The worker pool is closed.")
        task = asyncio.create_task(self._run(function, arguments, seconds))
        self.tasks.add(task)
        task.add_done_callback(self._done)
        try:
            return cast(ResultT, await asyncio.shield(task))
        except asyncio.CancelledError:
            if task.cancelled() and self.closed:
                raise WorkerError("The worker pool was closed.") from None
            raise

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # Its caller may be gone; then nobody else looks at it.

    async def _run(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
        message = pickle.dumps((function, arguments))
        async with self.free:
            for last in (False, True):
                try:
                    well, result = await self._once(message, seconds)
                    break
                except _Died as error:
                    if last:
                        raise WorkerError(f"The worker could not do {function.__name__}: {error}.") from error
        if well:
            return result
        raise result

    async def _once(self, message: bytes, seconds: float) -> tuple[bool, Any]:
        worker = await self._take()
        try:
            well, result, tired = await worker.ask(message, seconds)
        except _Died:
            self.started.discard(worker)
            raise
        if tired:
            await worker.dismiss()
            self.started.discard(worker)
        else:
            self.idle.append(worker)
        return well, result

    async def _take(self) -> _Worker:
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                return worker
            self.started.discard(worker)
        worker = await _Worker.start(self.nice, self.largest)
        self.started.add(worker)
        return worker

    async def close(self) -> None:
        self.closed = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        idle, self.idle = self.idle, []
        await asyncio.gather(*(worker.dismiss() for worker in idle))
        await asyncio.gather(*(worker.end() for worker in self.started.difference(idle)))


class WorkerPool:
    """Pictures and thoughts, made in other processes. Close it when the bot ends.

    pool = WorkerPool()
    picture = await pool.draw(Job("iye", game.to_json(view), ask=True, theme="dark", audience=audience))
    option = await pool.think("iye", game.to_json(view), seat, "hard", seed, seconds=2)
    """

    def __init__(self, painters: int = 1, thinkers: int = 1, patience: float = 20.0) -> None:
        """`painters` and `thinkers` are processes; after `patience` seconds a picture's worker is replaced."""
        self.patience = patience
        self._painters = _Pool(painters, nice=0, largest=150)
        self._thinkers = _Pool(thinkers, nice=10, largest=64)

    async def draw(self, job: Job) -> Picture:
        """Draw and encode. WorkerError when it cannot be done; an error of the drawing itself comes as it is."""
        return await self._painters.run(jobs.draw, (job,), self.patience)

    async def think(self, game: str, view: bytes, seat: int, level: str, seed: int, seconds: float) -> str:
        """A computer player's option from a view; see `render.jobs.think`."""
        return await self._thinkers.run(jobs.think, (game, view, seat, level, seed, seconds), seconds + 30)

    async def film(self, replay: Replay, seconds: float = 120.0) -> Picture:
        """A whole match as an animated picture; takes seconds, so it waits among the thinkers. ValueError as `film`."""
        return await self._thinkers.run(jobs.film, (replay,), seconds)

    async def run(self, function: Callable[..., ResultT], *arguments: Any, seconds: float = 60.0) -> ResultT:
        """Any other heavy work, among the thinkers: a function that can be imported by name, with plain arguments."""
        return await self._thinkers.run(function, arguments, seconds)

    async def warm(self, games: Iterable[str] = (), themes: tuple[str, ...] = ("light", "dark")) -> None:
        """Have the static layers drawn before the first picture is wanted (all games when none is named)."""
        await self._painters.run(jobs.warm, (list(games) or list(PRESENTERS), list(themes)), 60.0)

    async def close(self) -> None:
        """End all workers; what is under way is given up."""
        await self._painters.close()
        await self._thinkers.close()

    async def __aenter__(self) -> WorkerPool:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
