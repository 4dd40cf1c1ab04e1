"""How much is asked of the database: a statement costs four changes of thread, or a way to a server and back."""

from __future__ import annotations

from storage import PersonSettings, Store
from tests.storage.conftest import ADA, NOW, running, steps
from tests.storage.counting import counting


async def test_a_step_is_few_statements_and_one_commit(store: Store) -> None:
    """Opened, stepped and announced: in mid-turn, where the position before is replaced, and at a turn's end."""
    number = await running(store, length=9)
    await steps(store, number, "add-1")
    for option in ("add-1", "end"):
        with counting(store) as counted:
            async with store.matches.open(number) as match:
                match.step(0, option, NOW)
                match.announce("turn", {}, NOW)
                match.announce("call", {}, NOW)
        assert len(counted.statements) <= 8, str(counted)
        assert (counted.reads, counted.commits) == (1, 1)


async def test_a_match_is_read_with_its_people_and_notes_by_two_statements(store: Store) -> None:
    number = await running(store, length=9)
    await store.people.put(ADA, PersonSettings(theme="dark"))
    await store.notes.put(number, 1, {"c4": "?"})
    await steps(store, number, "add-1", "end", "add-2", "pay", "end")
    with counting(store) as counted:
        match = await store.matches.look(number, recent=60)
        settings = match.person(ADA)
        assert settings is not None and settings.theme == "dark"
        assert (match.note(0), match.note(1)) == ({}, {"c4": "?"})
        assert match.undoable(0) is not None
    assert (len(counted.statements), counted.reads, counted.commits) == (2, 1, 0)


async def test_the_story_of_a_post_needs_no_further_question(store: Store) -> None:
    number = await running(store, length=9)
    await steps(store, number, "add-1", "end", "add-2", "pay", "end", "add-1")
    with counting(store) as counted:
        match = await store.matches.read(number, recent=60)
        assert len(await match.steps()) == 6
        assert [step.option for step in await match.events_since(2)] == ["add-2", "pay", "end", "add-1"]
        assert (await match.state_at(5)).turn == 2
        assert await match.cannot_take_back(2) is None
    assert (len(counted.statements), counted.reads) == (2, 1)


async def test_what_was_sent_is_noted_with_the_change(store: Store) -> None:
    number = await running(store)
    async with store.matches.open(number) as match:
        match.announce("turn", {}, NOW)
    with counting(store) as counted:
        (row,) = await store.outbox.pending(NOW, newer=("turn", "think"))
        async with store.matches.open(row.match_id or 0) as match:
            match.warned = row.step_count
            match.mark_sent(row.id, 901, NOW + 1)
    assert len(counted.statements) == 5 and counted.commits == 1, str(counted)
    assert await store.outbox.pending(NOW) == []
    sent = await store.outbox.last_sent(number, "turn")
    assert sent is not None and (sent.message_id, sent.sent_at) == (901, NOW + 1)


async def test_who_only_looks_commits_nothing(store: Store) -> None:
    number = await running(store)
    with counting(store) as counted:
        async with store.matches.open(number):
            pass
    assert (counted.reads, counted.commits) == (1, 0)


async def test_a_seat_that_stays_as_it_is_is_not_written_again(store: Store) -> None:
    number = await running(store)
    with counting(store) as counted:
        async with store.matches.open(number) as match:
            match.mute(1, True)
            match.mute(0, False)
    written = [statement for statement in counted.statements if "seats" in statement and "SELECT" not in statement]
    assert len(written) == 1
    assert [seat.muted for seat in (await store.matches.read(number)).seats] == [False, True]
