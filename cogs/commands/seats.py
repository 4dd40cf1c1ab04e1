"""`/match leave`, `/match replace`, `/match takeover`: people come and go while a match runs."""

from __future__ import annotations

import discord
from discord import ui

from cogs.commands.common import Choices, choices_of, find_match, match_choices, suggesting
from cogs.commands.match import group
from cogs.services import Client, Interaction
from cogs.ui import post
from cogs.ui.presses import Press
from cogs.ui.sure import sure
from render.messages import seats as words
from render.messages import votes
from render.presenter import shorten
from storage.errors import MatchError
from storage.records import SeatRow
from storage.stored_match import StoredMatch
from table import consent, limits, seating
from table.errors import Refusal
from table.fold import fold, same
from table.perspective import bold, seat_name
from table.reading import CHOICE

LOSES = "loses"
"""What a button to leave was said to mean, where the match ends by it and counts."""


@group.command(name="leave")
async def leave(interaction: Interaction, to: discord.User | None = None, match: str | None = None) -> None:
    """`/match leave`."""
    services = interaction.client.services
    match_id = await find_match(interaction, None, match)
    stored = await services.store.matches.read(match_id)
    seating.require_running(stored)
    seat = seating.seat_of(stored, interaction.user.id)
    if to is None:
        await interaction.response.send_message(view=await _really_leave(stored, seat), ephemeral=True)
        return
    require_guest(stored, to, seat)
    await interaction.response.defer(ephemeral=True, thinking=True)
    async with services.store.matches.open(match_id) as opened:
        seating.require_running(opened)
        seat = seating.seat_of(opened, interaction.user.id)
        require_guest(opened, to, seat)
        await limits.invite(services.store, interaction.user.id, 1, services.clock())
        seating.offer(opened, seat, to.id, seat, services.clock())
        last = seating.comes_last(opened)
    await interaction.edit_original_response(view=post.note(words.your_seat_offered(comes_last=last)))


async def _really_leave(match: StoredMatch, seat: SeatRow) -> ui.LayoutView:
    """What leaving means in this match, as it stands now."""
    alone = all(other.user_id is None for other in match.seats if other.index != seat.index)
    loses, last = await seating.leaving_loses(match), seating.comes_last(match)
    asked = words.really_leave(post.title_of(match), alone=alone, loses=loses, comes_last=last)
    return sure(match, asked, ("leave", "leavematch"), ("play_on", "panel"), LOSES if loses else "")


async def press_leave(interaction: Interaction, press: Press) -> None:
    """It was confirmed that the person leaves. Asked anew where it means something else by now."""
    services, user = interaction.client.services, interaction.user.id
    await interaction.response.defer()
    if await services.table.leave(press.match, user, loses=press.argument == LOSES):
        await interaction.edit_original_response(view=post.note(words.you_left()))
        return
    match = await services.store.matches.read(press.match)
    await interaction.edit_original_response(view=await _really_leave(match, seating.seat_of(match, user)))


def require_guest(match: StoredMatch, person: discord.User | discord.Member, seat: SeatRow) -> None:
    """Refusal unless this seat can be offered to this person."""
    if match.place.guild_id is None:
        raise Refusal("direct_match")
    if person.bot:
        raise Refusal("seat_for_bot")
    if (theirs := match.seat_of(person.id)) is not None:
        raise Refusal("other_plays_already", name=bold(seat_name(theirs)))
    if (own := seating.own_seat(match, seat, person.id)) is not None:
        raise Refusal("other_had_another_seat", name=bold(person.display_name), now=bold(seat_name(own)))


@group.command(name="replace")
async def replace(
    interaction: Interaction, player: str, by: discord.User | None = None, match: str | None = None
) -> None:
    """`/match replace`."""
    services = interaction.client.services
    match_id = await find_match(interaction, None, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    async with services.store.matches.open(match_id) as opened:
        seating.require_running(opened)
        asker = seating.seat_of(opened, interaction.user.id)
        seat = named_seat(opened, player)
        if by is not None:
            require_guest(opened, by, seat)
        if seat.index == asker.index:
            raise Refusal("own_seat")
        if seat.user_id is None:
            if by is None:
                raise Refusal("newcomer_missing")
            if opened.host_id != interaction.user.id:
                raise Refusal("only_host_offers")
            await limits.invite(services.store, interaction.user.id, 1, services.clock())
            seating.offer(opened, seat, by.id, asker, services.clock())
            said = words.seat_offered()
        else:
            now = services.clock()
            person = await services.store.people.get(seat.user_id)
            seating.require_absent(opened, seat, person.away_until, now)
            decided = consent.vote(opened, asker, seat, by.id if by else None, now)
            said = words.replaced_at_once() if decided else votes.others_asked()
    await interaction.edit_original_response(view=post.note(said))


@group.command(name="takeover")
async def takeover(interaction: Interaction, seat: str | None = None, match: str | None = None) -> None:
    """`/match takeover`."""
    match_id = await find_match(interaction, None, match)
    stored = await interaction.client.services.store.matches.read(match_id)
    if seat is None:
        if stored.seat_of(interaction.user.id) is not None:
            raise Refusal("plays_already")
        free = seating.free_seats(stored, interaction.user.id)
        if len(free) != 1:
            raise Refusal("several_free_seats") if free else Refusal("no_free_seat")
        index = free[0].index
    else:
        index = named_seat(stored, seat).index
    await _take(interaction, match_id, index)


async def press_takeover(interaction: Interaction, press: Press) -> None:
    """Somebody takes the seat that a notice tells of."""
    if not press.argument.isdecimal():
        raise Refusal("seat_unknown")
    await _take(interaction, press.match, int(press.argument[:3]))


async def _take(interaction: Interaction, match_id: int, index: int) -> None:
    services, user = interaction.client.services, interaction.user
    await interaction.response.defer(ephemeral=True, thinking=True)
    async with services.store.matches.open(match_id) as match:
        seating.require_running(match)
        if match.place.guild_id is None:
            raise Refusal("direct_match")
        if match.place.guild_id != interaction.guild_id:
            raise Refusal("other_server")
        if index >= len(match.seats):
            raise Refusal("seat_unknown")
        seat = match.seats[index]
        if (reason := seating.may_take(match, seat, user.id)) is not None:
            raise reason
        await limits.require_seat(services.store, match.place.guild_id, user.id)
        seating.to_person(match, seat, user.id, user.display_name, services.clock())
    await interaction.edit_original_response(view=post.note(words.seat_taken()))


def named_seat(match: StoredMatch, named: str) -> SeatRow:
    """The seat of a suggestion (its number from 1) or of a name. Refusal."""
    named_so = [seat for seat in match.seats if same(named, str(seat.index + 1))]  # first: somebody may be called "2"
    named_so += [seat for seat in match.seats if same(named, suggestion(match, seat))]
    named_so += [seat for seat in match.seats if fold(named) and fold(named) == fold(seat_name(seat))]
    if not named_so:
        raise Refusal("seat_unknown")
    return named_so[0]


def suggestion(match: StoredMatch, seat: SeatRow) -> str:
    """How a seat is suggested: its number, and whose it is or was."""
    return shorten(f"{seat.index + 1}: {seating.last_holder(match, seat).name}", CHOICE)


async def _seats(interaction: Interaction, current: str, *, free: bool) -> Choices:
    try:
        match_id = await find_match(interaction, None, getattr(interaction.namespace, "match", None))
        match = await interaction.client.services.store.matches.read(match_id)
    except (Refusal, MatchError):
        return []
    me = interaction.user.id
    if free:
        seats = seating.free_seats(match, me)
    else:
        seats = [seat for seat in match.seats if seat.user_id != me]
    return choices_of([(suggestion(match, seat), str(seat.index + 1)) for seat in seats], current)


@replace.autocomplete("player")
@suggesting
async def _players(interaction: Interaction, current: str) -> Choices:
    return await _seats(interaction, current, free=False)


@takeover.autocomplete("seat")
@suggesting
async def _free(interaction: Interaction, current: str) -> Choices:
    return await _seats(interaction, current, free=True)


@leave.autocomplete("match")
@replace.autocomplete("match")
@takeover.autocomplete("match")
@suggesting
async def _matches(interaction: Interaction, current: str) -> Choices:
    return await match_choices(interaction, current)


def register(client: Client) -> None:
    """Add what this file answers."""
    client.services.presses.on("leavematch", press_leave, private=True)
    client.services.presses.on("takeover", press_takeover)
