"""Points at which a test can kill the program, to prove that nothing is lost and nothing happens twice.

`LONGHOUSE_FAILPOINT=after-commit` kills the process (as `kill -9` does) when it comes to that point;
`after-commit:3` at the third time. Without the variable a point costs about a microsecond.
"""

from __future__ import annotations

import os
import signal

VARIABLE = "LONGHOUSE_FAILPOINT"

IN_STORAGE = (
    "before-commit",  # a match's changes are in memory, nothing is written
    "inside-commit",  # the match's own row and its steps are written, what is to be announced not yet
    "after-commit",  # all is in the database, nobody has been told
    "before-mark",  # a message was sent, its outbox row does not say so yet
    "after-mark",  # the outbox row says so
    "before-migration",  # the backup is made, the schema is still the old one
    "inside-migration",  # the new schema is written, the transaction is open
    "inside-creation",  # a new database is made, but not yet in its place
)
"""The points inside this package, in the order in which a step passes them. Other packages add their own."""

_counts: dict[str, int] = {}


def hit(name: str) -> None:
    """Kill this process if the environment names this point; SIGKILL where there is one, else exit code 137."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return
    point, _, nth = wanted.partition(":")
    if point != name:
        return
    _counts[name] = _counts.get(name, 0) + 1
    if _counts[name] < int(nth or 1):
        return
    if hasattr(signal, "SIGKILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    os._exit(137)
