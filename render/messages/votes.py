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


def takeback_done(asker: str, *, unrated: bool, alone: bool = False) -> str:
    """A takeback was agreed to. `unrated`: the match is not rated against the computer any more because of it; but a
    defeat is where the asker is `alone` with computer players."""
    done = say("{asker} took back the last turn.", asker=asker)
    if not unrated:
        return done
    if alone:
        return together([done, say("A win against the computer is not rated any more, a defeat is.")])
    return together([done, say("The match is not rated against the computer any more.")])


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


# To whoever is about to ask, for confirmation.


def really_offer_draw(title: str, *, to_computers: bool) -> str:
    """What a draw means. `to_computers`: no other person has to agree."""
    if to_computers:
        return say(
            "Do you want to offer a draw in **{title}**? A computer player agrees unless it stands before you. The "
            "match then ends without a winner, is not rated, and that cannot be taken back.",
            title=title,
        )
    return say(
        "Do you want to offer a draw in **{title}**? When everybody else at the table agrees, the match ends without a "
        "winner, and that cannot be taken back.",
        title=title,
    )


def really_take_back(title: str, *, alone: bool) -> str:
    """What a takeback means for the rating. `alone`: no other person has to agree."""
    if alone:
        return say(
            "Do you want to take back your last turn in **{title}**? From then on a win against the computer is not "
            "rated any more, and a defeat is.",
            title=title,
        )
    return say(
        "Do you want to ask for your last turn back in **{title}**? When everybody agrees, nobody is rated against the "
        "computer in this match any more.",
        title=title,
    )


# To whoever asked, or answered.


def others_asked() -> str:
    """The question is put to the table."""
    return say("The others at the table have been asked.")


def done_at_once() -> str:
    """There was nobody who had to be asked."""
    return say("Done.")


def computer_accepted() -> str:
    """The computer players have agreed to a draw."""
    return say("The computer agrees: the match ends as a draw.")


def computer_declined() -> str:
    """A computer player stands before whoever offers a draw."""
    return say("The computer stands before you and plays on.")


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
