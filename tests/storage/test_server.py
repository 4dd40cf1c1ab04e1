"""What only a database server does: it is shared, restarted and lost, and tells its errors by numbers of its own."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import Connection, select, text, update
from sqlalchemy.exc import DBAPIError

from render.errors import words
from storage import (
    BadUrl,
    Conflict,
    DatabaseBusy,
    DatabaseCorrupt,
    DatabaseReadOnly,
    DiskFull,
    SecondInstance,
    StorageError,
    Store,
    database,
    instance,
    schema,
)
from storage.addresses import parse
from storage.database import Database
from storage.errors import Collision, storage_error
from storage.matches import Matches
from tests.engines import Home, Server, on_postgresql
from tests.patience import PATIENCE
from tests.refused import refused
from tests.storage.conftest import ADA, NOW, TOYS, open_at, running, steps


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that another one has is not waited for."""
    monkeypatch.setattr(instance, "SERVER_PATIENCE", 0.0)


@pytest.fixture
async def other(store: Store, home: Home, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Matches]:
    """The matches as a second program has them that should not be there: nothing has kept it out."""

    async def unguarded(self: Database, connection: object) -> None:
        return None

    second = Database(parse(home.url))
    monkeypatch.setattr(Database, "_guarded", unguarded)
    yield Matches(second, TOYS, lambda: None)
    await second.close()


# What readers see.


@on_postgresql
async def test_readers_see_one_moment(store: Store, other: Matches) -> None:
    """A match that is being played is read in several statements: they must fit together."""
    number = await running(store, length=999)
    playing = asyncio.create_task(steps(store, number, *["add-1", "end"] * 60))
    looked = 0
    while not playing.done():
        match = await other.read(number, recent=30)
        assert match.step_count == len(await match.steps()) if match.step_count <= 30 else True
        assert sum(match.state.scores) == (match.step_count + 1) // 2
        assert match.state.turn == match.turn
        looked += 1
    await playing
    assert looked > 10


@on_postgresql
async def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(DatabaseReadOnly):
        await store._database.read(lambda connection: connection.execute(text("DELETE FROM people")).close())


# Two who write.


@on_postgresql
async def test_two_programs_that_step_at_once(store: Store, other: Matches) -> None:
    """Each step is written once; whoever comes late is told so, and nothing of it is saved."""
    number = await running(store, length=999)

    async def play(matches: Matches) -> int:
        done = 0
        for _ in range(30):
            try:
                async with matches.open(number) as match:
                    await asyncio.sleep(0)
                    match.step(match.to_act or 0, "add-1", NOW)
                    match.announce("turn", {}, NOW)
                done += 1
            except Conflict:
                await asyncio.sleep(0)
        return done

    done = sum(await asyncio.gather(play(store.matches), play(other)))
    match = await store.matches.read(number)
    assert match.step_count == len(await match.steps()) == sum(match.state.scores) == done
    assert len(await store.outbox.pending(NOW, 999)) == done
    assert 30 <= done <= 60


@on_postgresql
async def test_notes_of_the_table_are_not_lost_between_two_programs(store: Store, other: Matches) -> None:
    """Changes that raise no revision: what one has written is not overwritten by the other."""
    number = await running(store)
    with pytest.raises(Conflict):
        async with store.matches.open(number) as mine:
            mine.due_at = NOW + 1
            async with other.open(number) as theirs:
                theirs.remind_at = NOW + 2
    match = await store.matches.read(number)
    assert (match.due_at, match.remind_at) == (None, NOW + 2)


@on_postgresql
async def test_a_write_that_collides_is_begun_again(store: Store, other: Matches) -> None:
    """Both read a figure and write what follows from it: the second one sees what the first has written."""
    number = await running(store)
    warned = select(schema.matches.c.warned).where(schema.matches.c.id == number)
    added = update(schema.matches).where(schema.matches.c.id == number)

    def one_more(connection: Connection) -> None:
        found = connection.scalar(warned) or 0
        connection.execute(text("SELECT pg_sleep(0.01)"))
        connection.execute(added.values(warned=found + 1))

    await asyncio.gather(*(base.write(one_more) for base in (store._database, other._database) for _ in range(3)))
    assert (await store.matches.read(number)).warned == 6


@on_postgresql
async def test_collisions_without_end_are_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    async def collides(self: Database, work: object) -> None:
        tried.append(work)
        raise Collision("Another program was writing at the same time, so nothing was saved.")

    monkeypatch.setattr(Database, "_written", collides)
    with pytest.raises(DatabaseBusy):
        await store.outbox.add("notice", {}, NOW)
    assert len(tried) == 4


# The lock.


@on_postgresql
async def test_a_second_store_is_refused(store: Store, home: Home) -> None:
    with pytest.raises(SecondInstance):
        await open_at(home)
    await store.close()
    await (await open_at(home)).close()


def cut(home: Home) -> Callable[[Connection], None]:
    """End every other connection to the database, as a server does that is restarted."""
    name = home.url.partition("?")[0].rpartition("/")[2]
    query = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name AND pid <> pg_backend_pid()"
    )
    return lambda connection: connection.execute(query, {"name": name}).close()


async def ended(home: Home) -> None:
    """All connections are cut; the bots do not know of it yet."""
    outside = Database(parse(home.url))
    await outside.read(cut(home))
    await outside.close()
    await asyncio.sleep(0.05)


@on_postgresql
async def test_a_lock_that_was_lost_is_taken_anew_before_anything_is_written(store: Store, home: Home) -> None:
    number = await running(store)
    await ended(home)
    await steps(store, number, "add-1")
    assert (await store.matches.read(number)).step_count == 1
    with pytest.raises(SecondInstance):
        await open_at(home)


@on_postgresql
async def test_who_lost_the_lock_to_another_writes_nothing_more_and_is_told(store: Store, home: Home) -> None:
    number = await running(store)
    await ended(home)
    async with await open_at(home) as second:
        for _ in range(2):
            with refused("another program", SecondInstance):
                await steps(store, number, "add-1")
        await asyncio.wait_for(store.taken_over(), PATIENCE)
        assert (await store.matches.read(number)).step_count == 0  # to look does no harm
        await steps(second, number, "end")
    match = await store.matches.read(number)
    assert [row.option for row in await match.steps()] == ["end"]


@on_postgresql
async def test_a_lost_lock_is_noticed_also_while_nothing_is_written(
    store: Store, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(home)
    async with await open_at(home):
        monkeypatch.setattr(database, "_WATCH_SECONDS", 0.01)
        store._database.watch()
        await asyncio.wait_for(store.taken_over(), PATIENCE)


@on_postgresql
async def test_a_lock_is_taken_again_by_itself(store: Store, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    await ended(home)
    monkeypatch.setattr(database, "_WATCH_SECONDS", 0.01)
    store._database.watch()
    held = text(
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
        " WHERE locktype = 'advisory' AND datname = current_database()"
    )
    async with asyncio.timeout(PATIENCE):
        while not await store._database.read(lambda connection: connection.scalar(held)):  # noqa: ASYNC110 - a server tells of nothing
            await asyncio.sleep(0.01)
    with pytest.raises(SecondInstance):
        await open_at(home)
    assert not store._database.taken_over.is_set()


async def test_a_server_that_is_restarted_costs_nothing_but_a_moment(own_server: Server) -> None:
    async with await open_at(Home(own_server.url("postgres"))) as store:
        number = await running(store)
        await steps(store, number, "add-1")
        await asyncio.to_thread(own_server.stop)
        for doing in (steps(store, number, "add-1"), store.matches.read(number)):
            with refused("cannot be reached", DatabaseBusy):
                await doing
        await asyncio.to_thread(own_server.start)
        await steps(store, number, "add-1")
        assert (await store.matches.read(number)).step_count == 2


# Errors.


@on_postgresql
@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("08006", DatabaseBusy),
        ("23505", Conflict),
        ("25006", DatabaseReadOnly),
        ("28P01", BadUrl),
        ("3D000", BadUrl),
        ("40001", Collision),
        ("40P01", Collision),
        ("42501", DatabaseReadOnly),
        ("53100", DiskFull),
        ("53300", DatabaseBusy),
        ("55P03", DatabaseBusy),
        ("57014", DatabaseBusy),
        ("57P01", DatabaseBusy),
        ("57P03", DatabaseBusy),
        ("XX001", DatabaseCorrupt),
        ("42P01", StorageError),
    ],
)
async def test_errors_are_told_by_their_sqlstate(store: Store, state: str, kind: type[StorageError]) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql(f"DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '{state}'; END $$")

    with pytest.raises(kind) as caught:
        await store._database.read(fail)
    assert type(caught.value) is kind
    assert words(caught.value).endswith(".")
    assert isinstance(caught.value.__cause__, DBAPIError)
    await store.people.get(ADA)  # the connection is of use still


def test_an_error_within_an_error_is_found() -> None:
    outer = RuntimeError("outside")
    outer.__cause__ = type("Inner", (Exception,), {"sqlstate": "53100"})()
    assert isinstance(storage_error(outer), DiskFull)


@on_postgresql
async def test_a_value_that_the_server_refuses_is_not_told(store: Store) -> None:
    """It comes into the log, where no names are to stand."""
    name = "Zebulon" + chr(0)
    with pytest.raises(StorageError) as caught:
        await store.matches.create("toy", "{}", ADA, name, None, 6, NOW)
    assert "Zebulon" + chr(0) not in "".join(traceback.format_exception(caught.value))


@on_postgresql
@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda url: url.replace("?host=", "?host=/nowhere"), DatabaseBusy),
        (lambda url: url.replace("?", "_not_there?"), BadUrl),
        (lambda url: url.replace("longhouse@", "somebody@"), BadUrl),
        (lambda url: url + "&fancy=1", BadUrl),
    ],
)
async def test_a_server_that_does_not_let_us_in(
    home: Home, change: Callable[[str], str], kind: type[StorageError]
) -> None:
    with pytest.raises(kind):
        await open_at(Home(change(home.url)))


@on_postgresql
@pytest.mark.parametrize("driver", ["postgres", "postgresql", "postgresql+asyncpg", "postgresql+psycopg"])
async def test_every_notation_means_the_same_server(home: Home, driver: str) -> None:
    url = home.url.replace("postgresql:", f"{driver}:") + "&sslmode=disable"
    await (await open_at(Home(url))).close()


# Figures.


@on_postgresql
async def test_numbers_as_large_as_they_come(store: Store) -> None:
    """Ids of Discord have up to 64 bits, seeds 62."""
    large = 2**62 + 3
    number = await store.matches.create("toy", "{}", large, "Ada", large, large, large)
    async with store.matches.open(number) as match:
        match.sit(large, "Ada", now=large)
        match.sit(large + 1, "Ben", now=large)
        match.start(large, large)
        match.due_at = match.remind_at = large
        match.announce("turn", {"n": large}, large)
    for option in ("end", "end"):
        async with store.matches.open(number) as match:
            match.step(match.to_act or 0, option, large)
    async with store.matches.open(number) as match:
        match.resign(match.to_act or 0, large)
    match = await store.matches.read(number)
    assert (match.status, match.seed, match.host_id) == ("over", large, large)
    assert {row.user_id for row in await store.ratings.best("toy")} == {large, large + 1}
    await store.people.forget(large)
