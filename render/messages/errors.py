"""What is said when something cannot be done: what is wrong, and what to do. By the code of the error, whoever raises
it; the names of an entry's places, or of its function's parameters, are the values that the error carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.language import either, listing, plural, say, together, translatable
from render.messages import markup
from render.presenter import ErrorWords

# Seats and tables.


def _seats_not_allowed(game: str, fewest: int, most: int, seats: int) -> str:
    if fewest != most:
        return say(
            "{game} is for {fewest} to {most} players here, not for {seats}.",
            game=game,
            fewest=fewest,
            most=most,
            seats=seats,
        )
    return plural(
        most,
        "{game} is for {count} player here, not for {seats}.",
        "{game} is for {count} players here, not for {seats}.",
        game=game,
        seats=seats,
    )


def _all_seats_taken(most: int) -> str:
    return plural(most, "The only seat is taken.", "All {count} seats are taken.")


def _too_few_sit(missing: int) -> str:
    return plural(
        missing,
        "{count} more must sit down before the match can begin.",
        "{count} more must sit down before the match can begin.",
    )


def _too_many_sit(seated: int, most: int) -> str:
    return plural(
        seated,
        "{count} player sits at this table already, so it cannot be for {most}: somebody must leave first.",
        "{count} players sit at this table already, so it cannot be for {most}: somebody must leave first.",
        most=most,
    )


def _wrong_channel(channels: Sequence[int]) -> str:
    return say("In this server matches are opened in {channels}.", channels=either([*map(markup.channel, channels)]))


def _too_many_open(most: int) -> str:
    return plural(
        most,
        "In this server a person may have {count} open match; finish or leave one first (`/match list`).",
        "In this server a person may have {count} open matches; finish or leave one first (`/match list`).",
    )


def _too_many_tables(most: int) -> str:
    return plural(
        most,
        "You have {count} table here that has not begun; begin or close it first (`/match list`).",
        "You have {count} tables here that have not begun; begin or close one first (`/match list`).",
    )


def _too_many_tables_here(most: int) -> str:
    return say("{most} tables in this channel have not begun: join one of them, or try another channel.", most=most)


def _too_many_invitations(most: int, again: int) -> str:
    return say(
        "You have called {most} people within an hour, which is the most; you can call somebody again {when}.",
        most=most,
        when=markup.relative(again),
    )


def _rematch_there(link: str) -> str:
    if not link:
        return say("The rematch was opened already.")
    return say("The rematch was opened already. {link}", link=link)


TABLES: Mapping[str, ErrorWords] = {
    "seats_not_allowed": _seats_not_allowed,
    "settings_unreadable": translatable("The settings cannot be read ({reason})."),
    "wrong_channel": _wrong_channel,
    "too_many_open": _too_many_open,
    "too_many_tables": _too_many_tables,
    "too_many_tables_here": _too_many_tables_here,
    "too_many_invitations": _too_many_invitations,
    "table_in_server_or_solo": translatable(
        "A table for several people is opened in a server; here you can play {game} alone by `/{command}`."
    ),
    "table_in_server": translatable(
        "{game} is not played alone: open a table in a server, where others or computer players can join."
    ),
    "not_a_member": translatable("Longhouse is not a member of this server: ask an admin to add it."),
    "not_a_member_or_solo": translatable(
        "Longhouse is not a member of this server: ask an admin to add it, or play {game} alone by `/{command}` in a "
        "direct message."
    ),
    "table_in_thread": translatable("Open the table in a channel: its match gets a thread of its own there."),
    "channel_without_threads": translatable(
        "A match is played in a thread, and Discord makes none in this kind of channel: write it in a text channel."
    ),
    "threads_full": translatable(
        "This server has as many open threads as Discord allows: close or archive some, then try again."
    ),
    "place_refused": translatable("Discord takes nothing of the match in this place (its error {code}). Try another."),
    "invited_yourself": translatable("You cannot invite yourself; leave the choice empty and anybody may join."),
    "invited_bot": translatable("Bots do not play; add a computer player at the table instead."),
    "every_seat_taken": translatable("Every seat at this table is taken."),
    "all_seats_taken": _all_seats_taken,
    "seat_kept": translatable("The seat that is left is kept for {guest}."),
    "seated_already": translatable("You sit in this match already."),
    "not_at_table": translatable("You do not sit at this table."),
    "level_unknown": translatable("There is no such level."),
    "only_seated_start": translatable("Only those who sit at the table can begin the match."),
    "only_host": translatable("Only the host, {host}, can do that."),
    "too_few_sit": _too_few_sit,
    "too_many_sit": _too_many_sit,
    "not_for_so_many": translatable("What you chose is for {fewest} to {most} players, not for {players}."),
    "not_this_message": translatable("That button is not on this table's own message; press it there."),
    "table_closed": translatable("This table is closed."),
    "no_table": translatable("You sit at no table that has not begun."),
    "several_tables": translatable("You sit at more than one table that has not begun: choose it with `match`."),
    "answer_missing": translatable("Please choose one of the answers to “{question}”."),
    "not_over": translatable("This match is not over yet."),
    "rematch_there": _rematch_there,
}

# A match and its turns.


def _nothing_fits(typed: str, part: str, nearest: str) -> str:
    if part:
        return say(
            "“{part}” in “{typed}” is none of what is possible now; the nearest is `{nearest}`.",
            part=part,
            typed=typed,
            nearest=nearest,
        )
    return say("“{typed}” is none of what is possible now; the nearest is `{nearest}`.", typed=typed, nearest=nearest)


def _several_meant(typed: str, options: Sequence[str]) -> str:
    return say("“{typed}” may be {options}: which one?", typed=typed, options=either([f"`{one}`" for one in options]))


MATCHES: Mapping[str, ErrorWords] = {
    "match_unknown": translatable("There is no match {match}."),
    "match_not_understood": translatable("“{typed}” is no match; choose one of the suggestions or give its number."),
    "no_match": translatable("You have no match that is running; begin one with `{command}`."),
    "no_match_of_game": translatable("You have no match of {game} that is running; begin one with `{command}`."),
    "several_matches": translatable(
        "You play more than one match: write the command in its thread, or choose it with `match`."
    ),
    "several_matches_of_game": translatable(
        "You play more than one match of {game}: write the command in its thread, or choose it with `match`."
    ),
    "played_elsewhere": translatable("That match is played elsewhere: only those who play in it can see it from here."),
    "match_over": translatable("This match is over."),
    "match_closed": translatable("This match was closed."),
    "match_not_begun": translatable("This match has not begun."),
    "match_begun": translatable("This match has begun already."),
    "match_moved_on": translatable("The match has moved on since; look at it again."),
    "not_seated": translatable("You do not play in this match."),
    "not_your_turn": translatable("It is not your turn in this match."),
    "waits_for_another": translatable("It is not your turn: the match waits for {name}."),
    "not_offered": translatable("That move is not possible now; choose one of those that are offered."),
    "nothing_fits": _nothing_fits,
    "several_meant": _several_meant,
    "ends_elsewhere": translatable("That is no move: `/match resign` gives a match up, `/match draw` offers a draw."),
    "not_together": translatable(
        "These cannot be chosen together: choose {fewest} to {most} of those that are offered."
    ),
    "game_unknown": translatable("There is no such game."),
    "only_players_move": translatable("Only those who play in a match can move it."),
    "other_server_move": translatable("A match can only move within the server in which it is played."),
    "played_with_newer": translatable("This match of {game} was played with a newer version of the bot."),
    "rules_too_different": translatable("The rules of {game} have changed too much to go on with this match."),
    "rules_changed": translatable("The rules of {game} in this bot have changed since then."),
    "step_refused": translatable("Step {number} ({option}) does not replay under the present rules."),
    "game_not_known": translatable("This bot does not know the game {key}."),
}

# Second thoughts, votes, draws.

SECOND_THOUGHTS: Mapping[str, ErrorWords] = {
    "nothing_to_undo": translatable("There is nothing to undo in this turn."),
    "undo_revealed": translatable("Something was revealed, so this cannot be undone."),
    "undo_others_played": translatable("Somebody else has played since."),
    "undo_other_rules": translatable("The bot's rules were updated since, so this cannot be undone."),
    "nothing_to_redo": translatable("There is nothing to do again."),
    "redo_other_rules": translatable("The bot's rules were updated since, so this cannot be done again."),
    "redo_refused": translatable("This cannot be done again."),
    "nothing_to_take_back": translatable("There is nothing to take back."),
    "takeback_not_played": translatable("You have not played yet, so there is nothing to take back."),
    "takeback_revealed": translatable("Something was revealed since then, so it cannot be taken back."),
    "takeback_other_rules": translatable("The bot's rules were updated since, so this cannot be taken back."),
    "takeback_daily": translatable("A daily challenge is tried once, so nothing is taken back in it."),
    "no_draw": translatable("A match of {game} cannot end as a draw."),
    "question_gone": translatable("That was asked about an earlier position; there is nothing to answer any more."),
    "others_answer": translatable("The others must answer that."),
    "answered_already": translatable("That was done already."),
}

# People come and go.


def _has_days_off(name: str, until: int) -> str:
    return say("{name} has days off until {day}, so the seat stays.", name=name, day=markup.day(until))


SEATS: Mapping[str, ErrorWords] = {
    "leave_lobby": translatable("This match has not begun: press Leave at its table, or write `/match cancel`."),
    "plays_already": translatable("You play in this match already."),
    "other_plays_already": translatable("{name} plays in this match already."),
    "seat_for_bot": translatable("Bots do not play; leave the choice empty and a computer player takes the seat."),
    "own_seat": translatable("That is your own seat: leave it with `/match leave`."),
    "direct_match": translatable("A match in direct messages is yours alone: nobody else can take a seat of it."),
    "other_server": translatable("That match is played in another server."),
    "seat_unknown": translatable("There is no such seat in this match; choose one of the suggestions."),
    "seat_not_in_match": translatable("That seat is not in this match."),
    "seat_held": translatable("{name} sits there."),
    "seat_of_table": translatable(
        "{name} was at this table from the start: its host can offer you the seat with `/match replace`."
    ),
    "no_free_seat": translatable("No seat of this match is free."),
    "several_free_seats": translatable("Choose with `seat` which one."),
    "only_host_offers": translatable("Only the host can offer the seat of a computer player to somebody."),
    "newcomer_missing": translatable("Choose with `by` who shall have that seat."),
    "had_another_seat": translatable(
        "You had another seat in this match before, where {now} sits now: only that one can be yours again."
    ),
    "other_had_another_seat": translatable(
        "{name} had another seat in this match before, where {now} sits now: only that one can be offered."
    ),
    "somebody_had_another_seat": translatable("Somebody who has had another seat of this match cannot have this one."),
    "not_absent": translatable(
        "{name} can be replaced only after a deadline was missed, when nothing was heard for a week, or when they are "
        "called and have left the server."
    ),
    "has_days_off": _has_days_off,
}

# Everything else that people ask for.


def _permissions_missing(permissions: Sequence[str]) -> str:
    return say(
        "Longhouse may not do this here: it needs {permissions}. "
        "Somebody who manages the channel can grant it under Edit Channel, Permissions, Longhouse.",
        permissions=permission_names(permissions),
    )


def _no_such_turn(last: int) -> str:
    return plural(
        last,
        "This match has had {count} turn so far: choose 0 (the first board) to {count}.",
        "This match has had {count} turns so far: choose 0 (the first board) to {count}.",
    )


OTHERS: Mapping[str, ErrorWords] = {
    "button_of_other_version": translatable("That button is from another version of Longhouse; use the newest post."),
    "button_of_panel": translatable(
        "That button works in your own panel only: press Play, or write the command again."
    ),
    "permissions_missing": _permissions_missing,
    "admins_only": translatable("This is for people who may manage the server."),
    "match_not_here": translatable("There is no such match in this server; choose one of the suggestions."),
    "role_of_everybody": translatable("Longhouse does not ping everybody; choose another role, or none."),
    "match_ended": translatable("This match has ended already."),
    "no_such_turn": _no_such_turn,
    "film_under_way": translatable("A film for you is being made already; please wait for it."),
    "no_film": translatable("This match cannot be shown as a film; look at single turns with `/match at`."),
    "quiet_hours_half": translatable("Quiet hours need both their beginning and their end."),
    "quiet_hours_whole": translatable("Quiet hours cannot last the whole day; for days off there is `/me vacation`."),
    "zone_unknown": translatable("“{name}” is no time zone; choose one of the suggestions, such as Europe/Istanbul."),
    "matches_under_way": translatable("There are matches under way; resign from them first."),
    "new_matches": translatable(
        "You took part in something new meanwhile, so not everything could be removed; please try once more."
    ),
    "daily_preparing": translatable("Today's challenge could not be prepared; please try again in a minute."),
    "daily_tried": translatable("You have had your try at **{challenge}**. A new one comes at midnight UTC."),
    "daily_tried_already": translatable("You have had your try at this challenge already."),
    "daily_under_way": translatable(
        "Your try at **{challenge}** is under way in your direct messages; `/match board` shows it."
    ),
    "daily_not_finished": translatable("You have not finished **{challenge}**; `/daily play` begins it."),
    "daily_once": translatable("A daily challenge is tried once; a new one comes at midnight UTC."),
    "daily_board_elsewhere": translatable("A board is a server's; here `/daily today` shows your own results."),
}

ERRORS: Mapping[str, ErrorWords] = {**TABLES, **MATCHES, **SECOND_THOUGHTS, **SEATS, **OTHERS}
"""By code; see `render.errors`."""


# What comes of Discord, and of failures.

_PERMISSIONS = {
    "view_channel": translatable("View Channel"),
    "send_messages": translatable("Send Messages"),
    "attach_files": translatable("Attach Files"),
    "create_public_threads": translatable("Create Public Threads"),
    "send_messages_in_threads": translatable("Send Messages in Threads"),
}
"""As Discord shows them to people."""

PERMISSIONS = tuple(_PERMISSIONS)
"""What a match in a server needs, by discord.py's names."""


def permission_name(permission: str) -> str:
    """A permission by discord.py's name, as Discord shows it."""
    return say(_PERMISSIONS[permission])


def permission_names(permissions: Sequence[str]) -> str:
    """Several of them, in a sentence."""
    return listing([f"**{permission_name(name)}**" for name in permissions])


def no_direct_messages() -> str:
    """Somebody takes no direct messages."""
    return say(
        "Longhouse cannot send you direct messages: allow them under Privacy Settings of a server that you share with "
        "it, then try again."
    )


def not_a_choice(typed: str) -> str:
    """What was typed stands for nothing."""
    return say("“{typed}” cannot be used there; choose one of the suggestions.", typed=typed)


def server_only() -> str:
    """A command that works in servers was written elsewhere."""
    return say("This command works in a server only.")


def admins_only() -> str:
    """A command was written by somebody who may not manage the server."""
    return say("This command is for people who may manage the server.")


def command_changed() -> str:
    """Discord still shows an older form of a command."""
    return say("This command has changed; please reload Discord and try once more.")


def restarting() -> str:
    """Nothing more is begun."""
    return say("Longhouse is restarting; please try again in a minute.")


def form_gone() -> str:
    """Nobody waits for a form that was opened before the program started."""
    return say("Longhouse was restarted since that form was opened; please open it again.")


def try_again() -> str:
    """Follows what is said about a database that fails."""
    return say("Please try again in a minute; nothing was lost.")


def done_unanswered(where: str) -> str:
    """Something was saved, and then Discord did not take what was to be said. `where`: to look for it."""
    return together([say("This was done and is saved, only Discord did not show you the answer."), where])


def look_at_table(channel: str) -> str:
    """Where a table that gathers players is."""
    return say("Look at the table's message in {channel}, or write `/match list`.", channel=channel)


def look_at_match(title: str, channel: str) -> str:
    """Where a match in a server is."""
    return say("Look at **{title}** in {channel}, or write `/match board`.", title=title, channel=channel)


def look_in_direct_messages(title: str) -> str:
    """Where a match in direct messages is."""
    return say("Look at **{title}** in your direct messages with Longhouse, or write `/match board`.", title=title)


def look_again() -> str:
    """Where settings and notes are."""
    return say("Open it once more to see it.")


def came_twice() -> str:
    """Discord says that somebody has answered already, so it may have been done."""
    return say("This reached us twice; look at the newest post, or write `/match board`, to see what came of it.")


def unexpected(reference: str) -> str:
    """Something failed that nobody has thought of; the log has it under `reference`."""
    return say(
        "Something went wrong on our side and nothing was changed; please try again (reference {reference}).",
        reference=reference,
    )
