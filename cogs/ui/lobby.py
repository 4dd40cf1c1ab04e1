"""The lobby: people gather around a message, then the match begins in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import msgspec
from discord import ui

from cogs.outbox.errors import refused
from cogs.services import Client, Interaction, Services
from cogs.ui import post
from cogs.ui.errors import require_permissions, require_threads
from cogs.ui.forms import OptionsForm, pages
from cogs.ui.presses import Press, button, press_id
from cogs.ui.sure import sure
from render import PRESENTERS, jobs
from render.messages import deadlines, forms, markup
from render.messages import lobby as words
from render.messages.buttons import label
from render.messages.names import level_name
from render.worker_pool import WorkerError
from rules import GAMES
from rules.game import LEVELS
from storage import commits
from storage.open_match import OpenMatch
from storage.records import GuildSettings, Place
from storage.stored_match import StoredMatch
from table import flow, limits, seating
from table.announcements import DirectPayload
from table.errors import Refusal
from table.events import KeptSeatsOpened
from table.hours import DAY, time_control_of
from table.perspective import bold, seat_name
from table.state import TableOptions, TableState, kept
from table.table import new_seed

log = logging.getLogger("longhouse.lobby")

KEPT = DAY
"""Seconds for which a seat is kept for somebody who was invited."""

WORKER_SECONDS = 1.5
"""How long a first state may take another process: the press that begins a match must be answered within 3 s."""

AGAIN = 600
"""Seconds within which the same solo match, unplayed, is not begun a second time."""


class Lobby:
    """Opening tables, sitting down, and beginning."""

    def __init__(self, services: Services) -> None:
        self.services = services

    # Opening.

    async def open(
        self,
        interaction: Interaction,
        key: str,
        settings: msgspec.Struct,
        invited: list[discord.abc.User],
        players: int | None = None,
    ) -> None:
        """Open a table here with its host seated. Refusal where matches cannot be played here.

        `players`: for how many; None: for as many as come."""
        _require_server(interaction, key)
        require_permissions(interaction.app_permissions)
        self._require_guests(interaction.user, invited)
        GAMES[key].check(settings, players or GAMES[key].seat_range(settings).start)
        assert interaction.guild_id is not None
        async with self.services.table.doors.of(interaction.guild_id):
            rules = await self._require_allowed(interaction)
            ping, called = rules.ping_role, [person.id for person in invited]
            await self._invite(interaction, len(called) + (ping is not None))
            extra = TableState(deadline_days=rules.deadline_days, ping=ping, invited=called, players=players)
            match_id = await self._create(interaction, key, settings, extra)
            async with self.services.store.matches.open(match_id) as match:
                match.sit(interaction.user.id, interaction.user.display_name, now=self.services.clock())
                revision = match.revision_after
                match.place = Place(interaction.guild_id, match.place.channel_id)
                keep_seats(match, self.services.clock())
                view = self.message(match, revision)
        roles = [discord.Object(ping)] if ping is not None else []
        allowed = discord.AllowedMentions(users=[discord.Object(person.id) for person in invited], roles=roles)
        try:
            message = (await interaction.response.send_message(view=view, allowed_mentions=allowed)).message_id
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            if (message := await _arrived(interaction, match_id)) is None:
                async with self.services.store.matches.open(match_id) as match:
                    match.close(self.services.clock())  # nobody can see it
                commits.undone()
                raise
        async with self.services.store.matches.open(match_id) as match:
            match.place = Place(match.place.guild_id, match.place.channel_id, None, {"lobby": message or 0})

    async def solo(self, interaction: Interaction, key: str, settings: msgspec.Struct, levels: list[str]) -> None:
        """Begin at once in a direct message, against computer players of these levels (none: a solo mode)."""
        GAMES[key].check(settings, 1 + len(levels))
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user
        channel_id = interaction.channel_id if interaction.guild_id is None else None
        if channel_id is None:
            channel_id = (await user.create_dm()).id
            await self._try_direct(user, key)
        clock = self.services.clock()
        if (name := await self._begun_already(user.id, key, settings, levels)) is not None:
            said = words.began_below if interaction.guild_id is None else words.began_in_direct_message
            await interaction.edit_original_response(content=said(name))
            return
        match_id = await self.services.store.matches.create(
            key, settings, user.id, user.display_name, None, channel_id, clock
        )
        async with self.services.store.matches.open(match_id) as match:
            match.sit(user.id, user.display_name, now=clock)
            for level in levels:
                match.sit(None, "", level=level, now=clock)
            await self.begin(match)
        name = post.title_of(await self.services.store.matches.read(match_id))
        said = words.begins_below if interaction.guild_id is None else words.begins_in_direct_message
        await interaction.edit_original_response(content=said(name))

    async def _begun_already(self, user_id: int, key: str, settings: msgspec.Struct, levels: list[str]) -> str | None:
        """The same match, if the person has begun it a moment ago and has chosen nothing in it: who did not see the
        answer writes the command once more."""
        matches, since = self.services.store.matches, self.services.clock() - AGAIN
        for one in await matches.of_user(user_id, ("running",)):
            if one.game_key != key or one.place.guild_id is not None or one.created_at < since:
                continue
            match = await matches.read(one.id)
            same = match.settings == settings and [seat.level for seat in match.seats if seat.computer] == levels
            if same and kept(match).press is None and match.extra.daily is None:
                return post.title_of(match)
        return None

    async def _try_direct(self, user: discord.User | discord.Member, key: str) -> None:
        """A first word in the direct message, so that somebody who takes none is told at once."""
        await user.send(words.played_here(GAMES[key].title))

    async def _create(self, interaction: Interaction, key: str, settings: msgspec.Struct, extra: TableState) -> int:
        assert interaction.channel_id is not None
        user = interaction.user
        return await self.services.store.matches.create(
            key,
            settings,
            user.id,
            user.display_name,
            interaction.guild_id,
            interaction.channel_id,
            self.services.clock(),
            extra=extra,
        )

    async def _require_allowed(self, interaction: Interaction) -> GuildSettings:
        """What the server has set. Refusal where it does not want this person to open a match."""
        store, guild_id, channel_id = self.services.store, interaction.guild_id, interaction.channel_id
        assert guild_id is not None and channel_id is not None
        rules = await store.guilds.get(guild_id)
        limits.require_channel(rules, channel_id)
        await limits.require_room(store, rules, guild_id, interaction.user.id)
        await limits.require_table(store, rules, guild_id, channel_id, interaction.user.id)
        return rules

    async def _invite(self, interaction: Interaction, number: int) -> None:
        await limits.invite(self.services.store, interaction.user.id, number, self.services.clock())

    def _require_guests(self, host: discord.abc.User, invited: list[discord.abc.User]) -> None:
        for person in invited:
            if person.id == host.id:
                raise Refusal("invited_yourself")
            if person.bot:
                raise Refusal("invited_bot")

    # The message.

    def message(self, match: StoredMatch, revision: int, opened: Sequence[int] = ()) -> ui.LayoutView:
        """What is played, who sits, and what can be pressed. `opened`: the people whose kept seats were just opened."""
        game, look = match.game, PRESENTERS[match.game_key]
        fewest, most = self.sizes(match)
        names = [bold(seat_name(seat)) for seat in match.seats]
        parts = [words.title(game.title, bold(match.host_name)), look.summary(match.settings)]
        if time := deadlines.agreed(time_control_of(match)):
            parts.append(time)
        parts.append(words.seats(names, fewest, most))
        waited_for = guests_of(match)[: max(0, most - len(match.seats))]
        parts += [words.invitation(markup.person(user), bold(match.host_name), game.title) for user in waited_for]
        if waited_for:
            parts.append(markup.small(words.kept_until(match.created_at + KEPT)))
        if opened:
            parts.append(words.seats_open([markup.person(user) for user in opened]))
        if (role := kept(match).ping) is not None:
            parts.append(words.role_called(markup.role(role)))
        full, ready = len(match.seats) >= most, len(match.seats) >= fewest
        green, grey, red = discord.ButtonStyle.success, discord.ButtonStyle.secondary, discord.ButtonStyle.danger

        def press(action: str) -> str:
            return press_id(action, match.id, revision)

        first = ui.ActionRow[Any](
            button(label("join"), press("join"), discord.ButtonStyle.primary, disabled=full),
            button(label("leave"), press("leave"), grey),
            button(label("add_computer"), press("computer"), grey, disabled=full),
            button(label("start"), press("start"), green, disabled=not ready),
        )
        second = ui.ActionRow[Any](button(label("options"), press("options"), grey))
        if waited_for:
            second.add_item(button(label("open_kept_seats"), press("openseats"), grey))
        second.add_item(button(label("cancel"), press("cancel"), red))
        view = ui.LayoutView(timeout=None)
        accent = post.accent(match.game_key)
        view.add_item(ui.Container(ui.TextDisplay("\n".join(parts)), first, second, accent_colour=accent))
        return view

    def sizes(self, match: StoredMatch) -> tuple[int, int]:
        """The fewest and the most who can play, by the settings and by what the host wants."""
        allowed = match.game.seat_range(match.settings)
        most = min(allowed.stop - 1, kept(match).players or allowed.stop - 1)
        return (kept(match).players or allowed.start), most

    async def refresh(self, match_id: int, opened: Sequence[int] = ()) -> None:
        """Show the lobby as it is now, from outside of a press on it; `opened` as `message` has it."""
        match = await self.services.store.matches.read(match_id)
        await self.edit(match, self.message(match, match.revision, opened))

    async def show_begun(self, match: StoredMatch, thread_id: int) -> None:
        """The lobby's last words: where the match is played."""
        names = [bold(seat_name(seat)) for seat in match.seats]
        head = words.title(match.game.title, bold(match.host_name))
        await self.edit(match, self.closed(match, f"{head}\n{words.begun(names, markup.channel(thread_id))}"))

    def closed(self, match: StoredMatch, text: str) -> ui.LayoutView:
        """The lobby without its buttons, with other words."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(ui.TextDisplay(text), accent_colour=post.accent(match.game_key)))
        return view

    async def edit(self, match: StoredMatch, view: ui.LayoutView) -> None:
        """Show something else on the lobby's message, if it is still there."""
        message_id = match.place.messages.get("lobby")
        if message_id is None:
            return
        channel = self.services.discord.get_partial_messageable(match.place.channel_id, guild_id=match.place.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(view=view)
        except discord.HTTPException as error:
            if not refused(error):
                raise
            log.info("a lobby cannot be edited: match=%s cause=%s", match.id, error)

    # Presses.

    async def press_join(self, interaction: Interaction, press: Press) -> None:
        """Sit down on the next free seat."""
        user = interaction.user
        async with self._lobby(interaction, press) as match:
            free = self.sizes(match)[1] - len(match.seats)
            waited_for = guests_of(match)
            if free <= 0:
                raise Refusal("every_seat_taken")
            if user.id not in waited_for and free <= len(waited_for) and match.seat_of(user.id) is None:
                raise Refusal("seat_kept", guest=markup.person(waited_for[0]))
            if match.seat_of(user.id) is None:
                await limits.require_seat(self.services.store, match.place.guild_id, user.id)
            match.sit(user.id, user.display_name, now=self.services.clock())
            seating.keep_order(match)
            view = self.message(match, match.revision_after)
        await interaction.response.edit_message(view=view)

    async def press_leave(self, interaction: Interaction, press: Press) -> None:
        """Stand up; the host's rights pass to the next person, and an empty table is closed."""
        async with self._lobby(interaction, press) as match:
            last = {seat.user_id for seat in match.seats} - {None} == {interaction.user.id}
            view = self.really_close(match) if last else self.stand_up(match, interaction.user.id)
        if last:
            await interaction.response.send_message(view=view, ephemeral=True)
        else:
            await interaction.response.edit_message(view=view)

    def stand_up(self, match: OpenMatch, user_id: int) -> ui.LayoutView:
        """Free the person's seat; gives what the lobby shows then. Refusal when there is none."""
        seat = match.seat_of(user_id)
        if seat is None:
            raise Refusal("not_at_table")
        match.leave(seat.index)
        kept(match).invited = [person for person in kept(match).invited if person != user_id]
        people = [other for other in match.seats if other.user_id is not None]
        if not people:
            return self._cancel(match, words.last_one_left(bold(seat_name(seat))))
        if match.host_id == user_id:
            match.host_id, match.host_name = people[0].user_id or 0, people[0].name
        return self.message(match, match.revision_after)

    async def press_openseats(self, interaction: Interaction, press: Press) -> None:
        """The host gives up waiting for those who were invited."""
        async with self._lobby(interaction, press) as match:
            self.require_host(match, interaction.user)
            guests = guests_of(match)
            kept(match).invited = [user for user in kept(match).invited if user not in guests]
            view = self.message(match, match.revision_after, guests)
        await interaction.response.edit_message(view=view)

    def open_seats(self, match: OpenMatch) -> list[int]:
        """Open the seats that are kept, and have the host told; gives for whom they were kept."""
        guests = guests_of(match)
        kept(match).invited = [user for user in kept(match).invited if user not in guests]
        if guests:
            told = DirectPayload(user=match.host_id, event=KeptSeatsOpened(tuple(guests)))
            match.announce("direct", told, self.services.clock(), lane=f"person:{match.host_id}")
        return guests

    async def press_computer(self, interaction: Interaction, press: Press) -> None:
        """Ask how well the computer player shall play."""
        match = await self.services.store.matches.read(press.match)
        self.require_lobby(match)
        self.require_host(match, interaction.user)
        buttons = [button(level_name(level), press_id("level", match.id, match.revision, level)) for level in LEVELS]
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(words.which_level()))
        view.add_item(ui.ActionRow(*buttons))
        await interaction.response.send_message(view=view, ephemeral=True)

    async def press_level(self, interaction: Interaction, press: Press) -> None:
        """Seat a computer player of this level."""
        if press.argument not in LEVELS:
            raise Refusal("level_unknown")
        async with self.services.store.matches.open(press.match) as match:
            self.require_lobby(match)
            self.require_host(match, interaction.user)
            if len(match.seats) >= self.sizes(match)[1]:
                raise Refusal("every_seat_taken")
            index = match.sit(None, "", level=press.argument, now=self.services.clock())
            name = seat_name(match.seats[index])
        await interaction.response.edit_message(view=post.note(words.sits_down(bold(name))))
        await self.refresh(press.match)

    async def press_start(self, interaction: Interaction, press: Press) -> None:
        """Begin the match: its thread and its first board come from the outbox."""
        require_permissions(interaction.app_permissions)
        async with self._lobby(interaction, press) as match:
            if match.seat_of(interaction.user.id) is None:
                raise Refusal("only_seated_start")
            fewest, _ = self.sizes(match)
            if (missing := fewest - len(match.seats)) > 0:
                raise Refusal("too_few_sit", missing=missing)
            await self.begin(match)
            view = self.closed(match, words.begins_in_thread())
        await interaction.response.edit_message(view=view)

    async def press_options(self, interaction: Interaction, press: Press) -> None:
        """Let the host change what will be played."""
        match = await self.services.store.matches.read(press.match)
        self._require_table(interaction, match)
        self.require_host(match, interaction.user)
        found = pages(match)
        if len(found) == 1:
            await interaction.response.send_modal(OptionsForm(self.change, match, found[0]))
        else:
            await interaction.response.send_message(view=self._overview(match, match.revision), ephemeral=True)

    def _overview(self, match: StoredMatch, revision: int) -> ui.LayoutView:
        """What is chosen at present, to the host alone, with a button for each page of options."""
        summary = PRESENTERS[match.game_key].summary(match.settings)
        text = forms.overview(match.game.title, summary, deadlines.agreed(time_control_of(match)))
        buttons = [
            button(page.title, press_id("form", match.id, revision, str(number)))
            for number, page in enumerate(pages(match))
        ]
        rows = [ui.ActionRow[Any](*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(ui.TextDisplay(text), *rows, accent_colour=post.accent(match.game_key)))
        return view

    async def press_form(self, interaction: Interaction, press: Press) -> None:
        """Open one page of the options."""
        match = await self.services.store.matches.read(press.match)
        self.require_lobby(match)
        self.require_host(match, interaction.user)
        found = pages(match)
        number = int(press.argument[:3]) if press.argument.isdecimal() else 0
        page = found[min(number, len(found) - 1)]
        await interaction.response.send_modal(OptionsForm(self.change_page, match, page))

    async def change_page(
        self, interaction: Interaction, match_id: int, changes: dict[str, Any], options: TableOptions
    ) -> None:
        """Options from one of several pages: the host sees what is chosen then, and everybody the table."""
        match, revision = await self._changed(interaction, match_id, changes, options)
        await interaction.response.edit_message(view=self._overview(match, revision))
        await self.edit(match, self.message(match, revision))

    async def change(
        self, interaction: Interaction, match_id: int, changes: dict[str, Any], options: TableOptions
    ) -> None:
        """Options from the form on the table's own message."""
        match, revision = await self._changed(interaction, match_id, changes, options)
        await interaction.response.edit_message(view=self.message(match, revision))

    async def _changed(
        self, interaction: Interaction, match_id: int, changes: dict[str, Any], options: TableOptions
    ) -> tuple[OpenMatch, int]:
        """Save options; gives the match and its revision. BadSettings says what does not fit."""
        async with self.services.store.matches.open(match_id) as match:
            self.require_lobby(match)
            self.require_host(match, interaction.user)
            settings = msgspec.convert({**msgspec.to_builtins(match.settings), **changes}, match.game.Settings)
            match.game.check(settings, len(match.seats))
            options.apply(kept(match))
            self._require_fitting(match, settings, kept(match).players)
            match.change_settings(settings)
            return match, match.revision_after

    def _require_fitting(self, match: StoredMatch, settings: Any, players: int | None) -> None:
        """Refusal unless such settings are for so many players (None: for as many as come), and all who sit fit in."""
        allowed = match.game.seat_range(settings)
        if players is not None and players not in allowed:
            raise Refusal("not_for_so_many", players=players, fewest=allowed.start, most=allowed.stop - 1)
        if len(match.seats) > (most := players or allowed.stop - 1):
            raise Refusal("too_many_sit", seated=len(match.seats), most=most)

    async def press_cancel(self, interaction: Interaction, press: Press) -> None:
        """The host is about to give the table up."""
        match = await self.services.store.matches.read(press.match)
        self._require_table(interaction, match)
        self.require_host(match, interaction.user)
        await interaction.response.send_message(view=self.really_close(match), ephemeral=True)

    def really_close(self, match: StoredMatch) -> ui.LayoutView:
        """What it means to give the table up."""
        asked = words.really_close(post.title_of(match))
        return sure(match, asked, ("close_table", "closetable"), ("keep_it", "keepmatch"))

    def give_up(self, match: OpenMatch) -> ui.LayoutView:
        """Close the table for its host; gives what the lobby shows then."""
        return self._cancel(match, words.closed_by(bold(match.host_name)))

    # Within.

    async def begin(self, match: OpenMatch, seed: int | None = None) -> None:
        """Start a match whose seats are filled, and have its first board posted; `seed` None: one by lot."""
        now = self.services.clock()
        seating.keep_order(match)
        if seed is None:
            seed = new_seed()
        match.start(seed, now, await self._first_state(match, seed))
        flow.ask(match, now)
        match.announce("open", None, now)
        waiting = match.waits_for
        if waiting is not None and waiting.computer:
            match.announce("think", None, now)

    async def _first_state(self, match: OpenMatch, seed: int) -> bytes | None:
        """The first state from a worker, where making it would stall the loop; None: the match makes it itself."""
        if not match.game.slow_setup:
            return None
        settings = msgspec.json.encode(match.settings)
        try:
            async with asyncio.timeout(WORKER_SECONDS):
                return await self.services.pool.run(jobs.set_up, match.game_key, settings, len(match.seats), seed)
        except (WorkerError, TimeoutError):
            log.info("no worker was free to set a match up: match=%s", match.id)
            return None

    def _cancel(self, match: OpenMatch, text: str) -> ui.LayoutView:
        match.close(self.services.clock())
        return self.closed(match, text)

    @asynccontextmanager
    async def _lobby(self, interaction: Interaction, press: Press) -> AsyncIterator[OpenMatch]:
        """The table, open for change, from a press on its message. Refusal when its match has begun or it was
        closed."""
        async with self.services.store.matches.open(press.match) as match:
            self._require_table(interaction, match)
            if not match.place.messages and interaction.message is not None:  # its opening was interrupted
                place = match.place
                match.place = Place(place.guild_id, place.channel_id, None, {"lobby": interaction.message.id})
            yield match

    def _require_table(self, interaction: Interaction, match: StoredMatch) -> None:
        """Refusal unless the table is open, and the message pressed is its own, which will be edited."""
        self.require_lobby(match)
        own, pressed = match.place.messages.get("lobby"), interaction.message
        if own and (pressed is None or pressed.id != own):
            raise Refusal("not_this_message")

    def require_lobby(self, match: StoredMatch) -> None:
        """Refusal when the table's match has begun, or it was closed."""
        if match.status != "lobby":
            raise Refusal("table_closed") if match.status == "closed" else Refusal("match_begun")

    def require_host(self, match: StoredMatch, user: discord.abc.User) -> None:
        """Refusal for anybody but the host."""
        if match.host_id != user.id:
            raise Refusal("only_host", host=bold(match.host_name))


async def _arrived(interaction: Interaction, match_id: int) -> int | None:
    """The table's message, if Discord has it though its word of that was lost."""
    try:
        message = await interaction.original_response()
    except (discord.HTTPException, discord.ClientException, aiohttp.ClientError, OSError):
        return None
    buttons = ui.LayoutView.from_message(message, timeout=None).walk_children()
    own = any(getattr(item, "custom_id", "").startswith(f"lh:join:{match_id}:") for item in buttons)
    return message.id if own else None


def guests_of(match: StoredMatch) -> list[int]:
    """The people for whom seats are kept: who was invited and does not sit yet."""
    return [user for user in kept(match).invited if match.seat_of(user) is None]


def keep_seats(match: OpenMatch, now: int) -> None:
    """Have the seats of invited people open by themselves when they were kept for long enough."""
    if guests_of(match):
        match.announce("keptseats", None, now, lane=f"keptseats:{match.id}", due_at=now + KEPT)


def _require_server(interaction: Interaction, key: str) -> None:
    game, solo = GAMES[key].title, PRESENTERS[key].solo
    if interaction.guild_id is None and solo:
        raise Refusal("table_in_server_or_solo", game=game, command=solo)
    if interaction.guild_id is None:
        raise Refusal("table_in_server", game=game)
    if not interaction.is_guild_integration():
        raise Refusal("not_a_member_or_solo", game=game, command=solo) if solo else Refusal("not_a_member")
    if isinstance(interaction.channel, discord.Thread):
        raise Refusal("table_in_thread")
    require_threads(interaction.channel)


def register(client: Client) -> None:
    """Add what this file answers."""
    lobby = Lobby(client.services)
    for action in ("join", "leave", "computer", "start", "options", "openseats", "cancel"):
        client.services.presses.on(action, getattr(lobby, f"press_{action}"))
    for action in ("level", "form"):
        client.services.presses.on(action, getattr(lobby, f"press_{action}"), private=True)
