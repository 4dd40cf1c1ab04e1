"""A process of the worker pool: it takes (function, arguments) from its standard input, answers on its standard output.

Run by `render.worker_pool` as `python -m render.worker`. It ends when its input ends and never outlives the bot, even
after `kill -9`. Messages are pickles with their length before them; both ends are ours.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

LENGTH = struct.Struct("!Q")


def resident() -> int:
    """The bytes of memory this process holds; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def tidy(limit: int) -> None:
    """Give freed memory back when more than `limit` bytes are held: the C library keeps it, and drawing frees much."""
    if resident() > limit:
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def answer(raw: bytes, largest: int) -> bytes:
    """Carry one message out: (well, result or error, tired) pickled. Tired is who holds more than `largest` bytes."""
    try:
        function, arguments = pickle.loads(raw)
        reply = (True, function(*arguments), resident() > largest)
    except Exception as error:
        reply = (False, error, resident() > largest)
    try:
        return pickle.dumps(reply)
    except Exception as error:  # A result or an error that does not pickle.
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}"), True))


def serve(source: BinaryIO, sink: BinaryIO, largest: int) -> None:
    """Answer messages until the source ends."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        raw = source.read(length)
        if len(raw) < length:
            return
        reply = answer(raw, largest)
        sink.write(LENGTH.pack(len(reply)) + reply)
        sink.flush()
        tidy(largest // 2)


def main() -> None:
    """Keep the real output for answers; whatever is printed goes to the error stream. Arguments: niceness, MiB."""
    nice, largest = int(sys.argv[1]), int(sys.argv[2]) * 1024 * 1024
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which closes us in order.
    with suppress(OSError, AttributeError):
        os.nice(nice)
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sink, largest)


if __name__ == "__main__":
    main()
