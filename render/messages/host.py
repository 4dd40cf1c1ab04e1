"""What is said to whoever runs the program: in the terminal, and where the database fails, also to people."""

from __future__ import annotations

from collections.abc import Mapping

from render.language import plural, say, translatable
from render.presenter import ErrorWords


def _in_use(path: str, process: str) -> str:
    if process:
        return say("{path} is in use by another program (process {process}).", path=path, process=process)
    return say("{path} is in use by another program.", path=path)


ERRORS: Mapping[str, ErrorWords] = {
    # While it runs.
    "disk_full": translatable("The disk is full, so nothing could be saved."),
    "database_busy": translatable("Another program keeps the database locked, so nothing could be saved."),
    "database_read_only": translatable("The database cannot be written, so nothing could be saved."),
    "database_damaged": translatable("The database is damaged; restore it from a backup."),
    "not_a_database": translatable("The file is not a database; restore it from a backup."),
    "saved_by_another": translatable("Somebody else has saved the same thing first, so nothing was changed."),
    "match_saved_by_another": translatable("Match {match} was changed by somebody else, so nothing was saved."),
    "database_failed": translatable("The database failed ({reason})."),
    "server_unreachable": translatable("The database server cannot be reached; try again in a moment."),
    "server_overloaded": translatable("The database server has no room for us at the moment; try again."),
    "server_refuses_us": translatable(
        "The database server does not let us in; look at the address, the user and the password."
    ),
    "server_has_no_such_database": translatable("The database server has no database of this name; make it first."),
    "server_forbids": translatable("The database server does not allow us this, so nothing could be saved."),
    "written_by_another": translatable("Another program was writing at the same time, so nothing was saved."),
    "database_closed": translatable("The database is closed."),
    "closing_no_new_match": translatable("The bot is shutting down, so no match can be begun."),
    "closing": translatable("The bot is shutting down; try again in a moment."),
    # At its start.
    "url_missing": translatable("No database is named: set DATABASE_URL, for example sqlite:///longhouse.db."),
    "url_unreadable": translatable("The database's address cannot be read; it looks like sqlite:///longhouse.db."),
    "url_in_memory": translatable("The database must be a file, since one in memory loses every match."),
    "url_of_other_kind": translatable("The database must be SQLite or PostgreSQL."),
    "url_unusable": translatable("The database's address cannot be used ({reason})."),
    "directory_missing": translatable("The directory {path} for the database does not exist; create it first."),
    "file_not_a_file": translatable("{path} is not a file, so it is not used as the database."),
    "file_damaged": translatable("{path} is damaged ({reason}); restore it from a backup."),
    "file_missing_beside_log": translatable("{path} is missing but {log} is there: put the database back beside it."),
    "file_unreadable": translatable("{path} cannot be read ({reason})."),
    "file_unwritable": translatable("{path} cannot be written ({reason})."),
    "directory_unwritable": translatable("{path} cannot be written, which the database's log needs."),
    "file_empty": translatable("{path} is empty, which a database never is; restore it from a backup or remove it."),
    "file_not_a_database": translatable("{path} is not a SQLite database; restore it from a backup."),
    "file_not_ours": translatable("{path} is a SQLite database, but not one of Longhouse."),
    "file_newer": translatable("{path} was written by a newer version of Longhouse ({revision}); start that version."),
    "database_not_ours": translatable("The database holds tables, but not those of Longhouse."),
    "database_newer": translatable("The database was written by a newer version of Longhouse ({revision})."),
    "migration_broke_links": translatable(
        "After the migration a row of {table} points nowhere, so nothing was changed."
    ),
    "open_in_this_program": translatable("{path} is open already in this program."),
    "in_use": _in_use,
    "server_in_use": translatable("The database is in use by another program."),
    # Backups.
    "backup_of_server": translatable(
        "Only SQLite databases are copied by the bot; use your database server's own tool."
    ),
    "move_to_itself": translatable("Source and target are the same database."),
    "move_from_nothing": translatable("There is no database at {path} that could be moved."),
    "move_from_older": translatable(
        "The source was written by an older version of Longhouse: start the bot on it once, stop it, and try again."
    ),
    "move_target_older": translatable(
        "The target was made by an older version of Longhouse: give the name of an empty database."
    ),
    "move_target_not_empty": translatable("The target is not empty: nothing is moved into it, so nothing is lost."),
    "move_differs": translatable("What was copied of the table {table} differs, so nothing was kept of it."),
    "backup_exists": translatable("{path} exists already, and a backup never overwrites; choose another name."),
    "backup_of_nothing": translatable("There is no database at {path}."),
    "backup_directory_missing": translatable("The directory {path} for the backup does not exist; create it first."),
    "backup_directory_unwritable": translatable("The directory {path} for backups cannot be made ({reason})."),
    "backup_unsound": translatable("The backup {path} is not sound ({reason}), so it was not kept."),
    "backup_failed": translatable("The backup {path} could not be made ({reason})."),
}
"""By code; see `render.errors`."""


# The command line.


def program() -> str:
    """Above the help of the command line."""
    return say(
        "Longhouse: board games by post on Discord.\n\n"
        "`python bot.py` runs the bot: on Discord when DISCORD_TOKEN is set, else on a playground on this machine.\n"
        "`python bot.py backup FILE` copies the database; `python bot.py check` replays every stored match under "
        "these rules; `python bot.py move SOURCE TARGET` moves everything from SQLite to PostgreSQL or back."
    )


def backup_help() -> str:
    """What `backup` does."""
    return say("copy the database to FILE, also while the bot runs")


def check_help() -> str:
    """What `check` does."""
    return say("replay every stored match under the present rules and report what differs")


def move_help() -> str:
    """What `move` does."""
    return say("move everything from the database SOURCE to the empty database TARGET, while no bot runs")


def table_moved(table: str, rows: int) -> str:
    """A table was copied."""
    return say("{table}: {rows}", table=table, rows=plural(rows, "{count} row", "{count} rows"))


def moved(rows: int) -> str:
    """All was copied and compared."""
    return say(
        "{rows} were moved and compared; set DATABASE_URL to the target before the bot is started.",
        rows=plural(rows, "{count} row", "{count} rows"),
    )


def copied(path: str) -> str:
    """A backup was made."""
    return say("The database was copied to {path}.", path=path)


def checked(total: int, differing: int) -> str:
    """What `check` has found, in all."""
    return say(
        "{matches} checked, {count} differ.",
        matches=plural(total, "{count} match", "{count} matches"),
        count=differing,
    )


def does_not_replay(match: int, game: str, version: int, reason: str) -> str:
    """A match whose log the present rules refuse; `reason` "": it comes to another state than the stored one."""
    if reason:
        return say(
            "match {match} ({game}, version {version}) does not replay: {reason}",
            match=match,
            game=game,
            version=version,
            reason=reason,
        )
    return say(
        "match {match} ({game}, version {version}) replays to another state than the stored one",
        match=match,
        game=game,
        version=version,
    )


def cannot_be_read(match: int, reason: str) -> str:
    """A match that this program cannot read."""
    return say("match {match}: {reason}", match=match, reason=reason)


def goes_on(difference: str) -> str:
    """A match under way that differs, and goes on all the same."""
    return say("{difference}; it is under way and goes on from its stored position", difference=difference)


def cannot_go_on(difference: str, reason: str) -> str:
    """A match under way that differs and cannot go on; `reason` "": nothing can be chosen in it."""
    if reason:
        return say("{difference}; it is under way and cannot go on: {reason}", difference=difference, reason=reason)
    return say("{difference}; it is under way and cannot go on: there is nothing to choose", difference=difference)


def token_refused() -> str:
    """Discord does not take the bot's token."""
    return say("DISCORD_TOKEN: Discord does not accept it; copy it anew from the developer portal.")


def discord_unreachable(reason: str) -> str:
    """There is no way to Discord."""
    return say("Discord cannot be reached: {reason}", reason=reason)


def playground_unservable(port: int, reason: str) -> str:
    """The playground's port cannot be had."""
    return say("PLAYGROUND_PORT: the playground cannot be served on port {port}: {reason}", port=port, reason=reason)


def playground_open(address: str) -> str:
    """Where the playground is."""
    return say("The playground is open: {address}", address=address)


def setting_wrong(name: str, reason: str) -> str:
    """A setting of the environment; `name` "": several together."""
    return say("{name}: {reason}", name=name, reason=reason) if name else reason


def loopback_only() -> str:
    """An address that is none of this machine."""
    return say("must be an address on this machine (127.0.0.1), since the bot's token is sent to it")


def both_addresses() -> str:
    """One of two settings that go together is missing."""
    return say("DISCORD_API and DISCORD_GATEWAY go together: set both or neither")
