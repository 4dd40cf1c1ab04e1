"""What the others at a table are asked, and what came of it. Names come in as they should stand in the message."""

from __future__ import annotations

from collections.abc import Sequence

from render.language import listing, say, together, translatable


def takeback_asked(asker: str, others: Sequence[str]) -> str:
    """Somebody would like to have their last turn back."""
    return say(
        "{others}: {asker} asks to take back the last turn. Everybody else at the table must agree.",
        others=listing(others),
        asker=asker,
    )


def takeback_done(asker: str, *, unrated: bool) -> str:
    """A takeback was agreed to. `unrated`: the match is not rated against the computer any more because of it."""
    done = say("{asker} took back the last turn.", asker=asker)
    return together([done, say("The match is not rated against the computer any more.") if unrated else ""])


def takeback_declined(name: str) -> str:
    """A takeback was refused."""
    return say("{name} would rather play on; nothing was taken back.", name=name)


def draw_offered(asker: str, others: Sequence[str]) -> str:
    """Somebody offers a draw."""
    return say(
        "{others}: {asker} offers to end the match as a draw. Everybody else at the table must agree.",
        others=listing(others),
        asker=asker,
    )


def draw_declined(name: str) -> str:
    """A draw was refused."""
    return say("{name} would rather play on; the match goes on.", name=name)


def replacement_asked(asker: str, others: Sequence[str], absent: str) -> str:
    """Somebody wants an absent player replaced."""
    return say(
        "{others}: {asker} asks to replace {absent}, whose time was out. More than half of you must agree.",
        others=listing(others),
        asker=asker,
        absent=absent,
    )


def replacement_done(absent: str) -> str:
    """An absent player was replaced."""
    return say("The table replaced {absent}; the computer plays on.", absent=absent)


def replacement_declined(absent: str) -> str:
    """An absent player was not replaced."""
    return say("{absent} stays in the match.", absent=absent)


# To whoever asked, or answered.


def others_asked() -> str:
    """The question is put to the table."""
    return say("The others at the table have been asked.")


def done_at_once() -> str:
    """There was nobody who had to be asked."""
    return say("Done.")


def you_agreed() -> str:
    """An answer was taken."""
    return say("You agreed.")


def you_declined() -> str:
    """An answer was taken."""
    return say("You declined.")


# What becomes of a question once there is nothing to press any more.


_AGREED = {
    "takeback": translatable("Agreed: the turn was taken back."),
    "draw": translatable("Agreed: the match ends as a draw."),
    "replace": translatable("Agreed: the computer plays on."),
}


def agreed(kind: str) -> str:
    """All agreed to a `takeback`, a `draw`, or enough of them to `replace` somebody."""
    return say(_AGREED[kind])


def declined(name: str) -> str:
    """Somebody said no."""
    return say("{name} declined.", name=name)


def match_went_on() -> str:
    """Somebody played before all had answered."""
    return say("The match went on, so there is nothing to answer any more.")


def asked_anew() -> str:
    """The table was asked something else."""
    return say("Another question took its place.")


def people_changed() -> str:
    """Seats have changed hands."""
    return say("Somebody came or left, so there is nothing to answer any more.")


def match_ended() -> str:
    """There is nothing to decide any more."""
    return say("The match is over.")
