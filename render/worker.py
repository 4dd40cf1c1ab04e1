"""A worker process of the studio: takes (function, arguments) from its standard input, answers on its standard output.

Run by `render.studio` as `python -m render.worker`. It ends when its input ends, so it never outlives the bot, even
after `kill -9`. Messages are pickles with their length before them; both ends are ours.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

LENGTH = struct.Struct("!Q")
TIRED = 150 * 1024 * 1024
"""A worker that has grown beyond this many bytes asks to be replaced."""


def resident() -> int:
    """The bytes of memory this process holds; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def answer(raw: bytes) -> bytes:
    """Carry one message out: (well, result or error, tired) pickled."""
    try:
        function, arguments = pickle.loads(raw)
        reply = (True, function(*arguments), resident() > TIRED)
    except Exception as error:
        reply = (False, error, resident() > TIRED)
    try:
        return pickle.dumps(reply)
    except Exception as error:  # A result or an error that does not pickle.
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}"), True))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer messages until the source ends."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        raw = source.read(length)
        if len(raw) < length:
            return
        reply = answer(raw)
        sink.write(LENGTH.pack(len(reply)) + reply)
        sink.flush()


def main() -> None:
    """Keep the real output for answers; whatever is printed goes to the error stream."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which closes us in order.
    with suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
