"""What is said to people about what is stored of them."""

from __future__ import annotations

from render.presenter import counted

YOUR_DATA = "Here is everything that is stored about you. The file's times are UTC."
WHAT_YOU_CAN_DO = "`/privacy export` gives you all that is stored about you; `/privacy delete` removes it."
MOVED_ON = "You took part in something new meanwhile, so not everything could be removed; please try once more."
DELETED = (
    "It is done: your settings, notes and ratings are removed, and in old matches your seat is that of a former player."
)


def really_delete(running: int, gathering: int) -> str:
    """The question before somebody is forgotten."""
    said = (
        "Remove everything that is stored about you: settings, notes, ratings and results? This cannot be taken back."
    )
    parts = []
    if running:
        parts.append(f"you resign {counted(running, 'match', 'matches')} under way")
    if gathering:
        parts.append(f"you leave {counted(gathering, 'table')} where players gather")
    if parts:
        said += f"\nFirst, {' and '.join(parts)}."
    return said + "\nIn matches that are over your seat becomes that of “a former player”."
