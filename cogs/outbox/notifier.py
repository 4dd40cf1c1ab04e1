"""Who is told what, where and when: each person once for a decision, in the way they want, never in their quiet hours.

A turn post mentions whoever must act, unless they are not to be disturbed, want direct messages or have muted the
match. Then the call is an outbox row of its own, written in the transaction that notes the post, and due when they may
be told. Every such row is checked once more when it goes out: one whose question was answered meanwhile is left out.
"""

from __future__ import annotations

import logging

import discord
from msgspec import Struct

from cogs.outbox.delivery import Delivery
from cogs.outbox.errors import NotYet, Undeliverable
from cogs.outbox.members import Members
from cogs.services import Services
from cogs.ui import post
from render.messages import markup, reminders, turns
from storage.open_match import OpenMatch
from storage.records import OutboxRow, PersonSettings, SeatRow
from storage.stored_match import StoredMatch
from table import flow
from table.announcements import DigestPayload, NoticePayload, QuestionPayload, StandInPayload, payload
from table.events import LeftServer
from table.hours import MINUTE, is_quiet, quiet_until, time_control_of
from table.perspective import bold, seat_name, see_state, title
from table.question import (
    about_question,
    asked_at,
    asks_another,
    lane_of,
    link_to,
    muted_for,
    open_question,
    question_number,
)
from table.state import PostAttempt, kept
from table.telling import whom

log = logging.getLogger("longhouse.calls")

RECHECK = 6 * 3600
"""Seconds after which a notice that is held back is looked at again: settings may have changed."""

SAME_TRY = 300
"""For so many seconds a repeated post mentions as its first try did: Discord may have shown that one already."""


class Call(Struct, frozen=True):
    """How a post calls: whether it mentions, whether it comes without a sound, and what is to follow it. `gone`:
    whoever is to act is not in the server any more."""

    mention: bool = True
    silent: bool = False
    follow: tuple[tuple[str, QuestionPayload, int], ...] = ()
    gone: bool = False


class Notifier:
    """The calls to people, around each post and from the outbox."""

    def __init__(self, services: Services, delivery: Delivery) -> None:
        self.services = services
        self.delivery = delivery
        self.members = Members(services)

    # Around a post.

    async def before_post(self, match: StoredMatch, row: OutboxRow) -> Call:
        """How the post that is about to be sent shall call. The question is put anew where somebody else must answer
        it than was asked, and its deadline is moved by the person's own days off."""
        seat = match.waits_for
        if match.status != "running" or seat is None or seat.user_id is None:
            return Call(mention=False)
        person = await self._person(match, seat.user_id)
        await self._ask_anew(match, seat, person)
        quiet = is_quiet(person, self.services.clock())
        if match.place.guild_id is None:
            return Call(mention=True, silent=quiet)
        follow = await self._heads_up(match, seat)
        if seat.muted:
            return Call(mention=False, follow=follow)
        if not quiet and person.notices == "thread" and await self._left(match, seat.user_id):
            return Call(mention=False, follow=follow, gone=True)
        if not quiet and person.notices == "thread" and person.quiet_from is None:
            return Call(follow=follow)
        wanted = not quiet and person.notices == "thread"
        if await self._mentioned(match, row, wanted):
            return Call(follow=follow)
        at = quiet_until(person, self.services.clock())
        return Call(mention=False, follow=(*follow, ("call", about_question(match, seat.user_id), at)))

    async def _ask_anew(self, match: StoredMatch, seat: SeatRow, person: PersonSettings) -> None:
        strange, asked, terms = asks_another(match), open_question(match), time_control_of(match)
        own_days = (person.away_until or 0) > self.services.clock() or (terms.weekends_off and person.zone != "UTC")
        if not strange and (not terms.days or not own_days or asked.own):
            return
        async with self.services.store.matches.open(match.id) as opened:
            if opened.to_act != seat.index or opened.seats[seat.index].user_id != seat.user_id:
                return
            start = self.services.clock() if strange else asked.at
            flow.ask(opened, start, terms.due(start, person))
            open_question(opened).own = True
        match.due_at, match.extra = opened.due_at, opened.extra

    async def _mentioned(self, match: StoredMatch, row: OutboxRow, wanted: bool) -> bool:
        """Decide whether the post mentions, and note it before it is sent, so that a repeated try does the same."""
        now = self.services.clock()
        async with self.services.store.matches.open(match.id) as opened:
            tried = kept(opened).calling
            if tried is not None and tried.row == row.id and now - tried.at < SAME_TRY:
                return tried.mention
            kept(opened).calling = PostAttempt(row.id, wanted, now)
        return wanted

    async def _heads_up(self, match: StoredMatch, seat: SeatRow) -> tuple[tuple[str, QuestionPayload, int], ...]:
        """The heads-up for whoever comes after the seat to act, where they want one. With two seats it would only ever
        say that the other has the turn, so there is none."""
        number = match.game.after(match.state, seat.index)
        following = match.seats[number] if number is not None and number != seat.index else None
        if len(match.seats) < 3 or following is None or following.user_id is None or following.muted:
            return ()
        person = await self._person(match, following.user_id)
        if not person.heads_up:
            return ()
        about = about_question(match, following.user_id)
        about.before = seat.index
        return (("headsup", about, quiet_until(person, self.services.clock())),)

    def after_post(self, opened: OpenMatch, call: Call) -> None:
        """Have the rest told: in the transaction that notes the post, so once for each post."""
        now = self.services.clock()
        if call.mention and (asked := kept(opened).asked) is not None:
            asked.called = now
        if call.gone:
            self._tell_gone(opened)
        for kind, about, at in call.follow:
            opened.announce(kind, about, now, lane=lane_of(kind, opened, about), due_at=at)

    async def _left(self, match: StoredMatch, user_id: int) -> bool:
        """Whether the person has left the server in which the match is played."""
        guild_id = match.place.guild_id
        return guild_id is not None and await self.members.left(guild_id, user_id)

    def _tell_gone(self, opened: OpenMatch) -> None:
        """Have the table told, once for a question, that whoever is to act has left the server."""
        seat, asked = opened.waits_for, kept(opened).asked
        if opened.status != "running" or seat is None or asked is None or asked.user != seat.user_id or asked.gone:
            return
        asked.gone = True
        opened.announce("notice", NoticePayload(event=LeftServer(whom(seat))), self.services.clock())

    async def _is_gone(self, match: StoredMatch, row: OutboxRow) -> bool:
        """Whether the row's person has left the server; then the table is told instead."""
        if not await self._left(match, payload(row, QuestionPayload).user):
            return False
        async with self.services.store.matches.open(match.id) as opened:
            if self._asks(opened, row):
                self._tell_gone(opened)
        return True

    # From the outbox.

    async def send_call(self, row: OutboxRow) -> int | None:
        """Call somebody whose post did not mention them."""
        if (asking := await self._asked(row)) is None:
            return None
        person = await self._may_be_told(payload(row, QuestionPayload).user)
        if await self._is_gone(asking, row) or (match := await self._note_call(row)) is None:
            return None
        question, since = self._question(match), match.due_at
        mention = markup.person(payload(row, QuestionPayload).user)
        private = turns.direct_call(post.title_of(match), question, since, link_to(match))
        public = turns.later_call(mention, post.title_of(match), question, since)
        return await self._tell(match, row, person, private, public)

    async def _note_call(self, row: OutboxRow) -> StoredMatch | None:
        """Note that the person is called now, so that their first reminder counts from here. None where they are not
        to be called any more; NotYet when their time is out, until the scheduler has seen to that."""
        assert row.match_id is not None
        now = self.services.clock()
        async with self.services.store.matches.open(row.match_id) as opened:
            if not self._asks(opened, row):
                return None
            if opened.due_at is not None and opened.due_at <= now:
                raise NotYet(now + MINUTE)
            open_question(opened).called = now
        return opened

    async def send_reminder(self, row: OutboxRow) -> int | None:
        """Remind somebody of a question that they have not answered."""
        if (match := await self._asked(row)) is None:
            return None
        if open_question(match).called >= row.created_at:
            return None  # they were called after it was written
        person = await self._may_be_told(payload(row, QuestionPayload).user)
        if await self._is_gone(match, row):
            return None
        question, since = self._question(match), open_question(match).at
        mention = markup.person(payload(row, QuestionPayload).user)
        private = reminders.direct_reminder(post.title_of(match), question, match.due_at, since, link_to(match))
        public = reminders.reminder(post.title_of(match), mention, question, match.due_at, since)
        return await self._tell(match, row, person, private, public)

    async def send_heads_up(self, row: OutboxRow) -> int | None:
        """Tell somebody that it is probably their turn next."""
        match = await self._match(row)
        about = payload(row, QuestionPayload)
        if question_number(match) != about.asked or muted_for(match, about.user):
            return None
        person = await self._may_be_told(payload(row, QuestionPayload).user)
        if await self._left(match, about.user):
            return None
        before = bold(seat_name(match.seats[about.before]))
        private = reminders.direct_heads_up(post.title_of(match), before, link_to(match))
        public = reminders.heads_up(post.title_of(match), markup.person(about.user), before)
        return await self._tell(match, row, person, private, public)

    async def send_stall(self, row: OutboxRow) -> int | None:
        """Tell the table that it stands still."""
        match = await self._match(row)
        if question_number(match) != payload(row, StandInPayload).asked or match.waits_for is None:
            return None
        since = open_question(match).at
        text = reminders.standing_still(post.title_of(match), bold(seat_name(match.waits_for)), since)
        return await self._to_table(match, row, text, None)

    async def send_digest(self, row: OutboxRow) -> int | None:
        """The daily list of somebody, and the row of the next one."""
        digest = payload(row, DigestPayload)
        user_id = digest.user
        person = await self.services.store.people.get(user_id)
        if person.digest_hour is None or person.extra.digest != (digest.mark or 0):
            return None  # it was switched off, or begun anew with other hours
        person = await self._may_be_told(user_id)
        await self._next_digest(row, person)
        waiting = [
            match for match in await self.services.store.matches.waiting_for(user_id) if not muted_for(match, user_id)
        ]
        if not waiting:
            return None
        lines = [reminders.digest_line(title(m.game_key, m.id), asked_at(m), m.due_at, link_to(m)) for m in waiting]
        return await self.delivery.to_person(row, user_id, reminders.digest(lines))

    async def _next_digest(self, row: OutboxRow, person: PersonSettings) -> None:
        if not await self.services.store.outbox.follows(row):
            await self.services.table.begin_digest(payload(row, DigestPayload).user, person)

    # Within.

    async def _person(self, match: StoredMatch, user_id: int) -> PersonSettings:
        """The settings of somebody at the table: as they were read with the match, where they were."""
        return match.person(user_id) or await self.services.store.people.get(user_id)

    async def _match(self, row: OutboxRow) -> StoredMatch:
        assert row.match_id is not None
        return await self.services.store.matches.read(row.match_id)

    async def _asked(self, row: OutboxRow) -> StoredMatch | None:
        """The row's match, when it still asks the row's person the row's question and they want to know of it."""
        match = await self._match(row)
        return match if self._asks(match, row) else None

    def _asks(self, match: StoredMatch, row: OutboxRow) -> bool:
        seat = match.waits_for
        about = payload(row, QuestionPayload)
        if seat is None or seat.user_id != about.user or seat.muted:
            return False
        return question_number(match) == about.asked

    async def _may_be_told(self, user_id: int) -> PersonSettings:
        """The person's settings; NotYet when this is no time to tell them anything."""
        person = await self.services.store.people.get(user_id)
        now = self.services.clock()
        if is_quiet(person, now):
            raise NotYet(min(quiet_until(person, now), now + RECHECK))
        return person

    def _question(self, match: StoredMatch) -> str:
        perspective = see_state(match, match.state, None)
        decision = perspective.game.decision(perspective.view)
        assert decision is not None
        return perspective.presenter.question(decision, perspective.view, perspective.audience_in_text)

    async def _tell(self, match: StoredMatch, row: OutboxRow, person: PersonSettings, private: str, public: str) -> int:
        """Tell one person where they want it. A closed direct message falls back to the match's place."""
        user_id = payload(row, QuestionPayload).user
        if person.notices == "direct" or match.place.guild_id is None:
            try:
                return await self.delivery.to_person(row, user_id, private)
            except Undeliverable as error:
                if match.place.guild_id is None:
                    raise
                log.info("told in the match's place instead: match=%s row=%s cause=%s", match.id, row.id, error)
        return await self._to_table(match, row, public, user_id)

    async def _to_table(self, match: StoredMatch, row: OutboxRow, text: str, user_id: int | None) -> int:
        view = post.plain_post(see_state(match, match.state, None), text)
        people = [discord.Object(user_id)] if user_id is not None else []
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=people)
        return (await self.delivery.to_table(match, view, [], allowed, row.nonce)).id
