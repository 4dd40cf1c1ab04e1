"""Whose turn it is and what is asked. Names come in as they should stand in the message; so do questions, which are
whole sentences (`Presenter.question`)."""

from __future__ import annotations

from render.language import plural, say, together
from render.messages import markup


def due(due_at: int | None) -> str:
    """A deadline; "" when there is none."""
    return say("Due {time}.", time=markup.relative(due_at)) if due_at is not None else ""


def asked(question: str, due_at: int | None) -> str:
    """To whoever looks at their own question."""
    return together([question, due(due_at)])


def call(who: str, question: str, due_at: int | None) -> str:
    """The line of a turn's post that calls whoever is next."""
    return together([say("{who}: {question}", who=who, question=question), due(due_at)])


def later_call(who: str, title: str, question: str, due_at: int | None) -> str:
    """To somebody whose turn began while they were not to be disturbed; in the match's place."""
    called = say("{who}, it is your turn in **{title}**. {question}", who=who, title=title, question=question)
    return together([called, due(due_at)])


def direct_call(title: str, question: str, due_at: int | None, link: str) -> str:
    """The same in a direct message."""
    return together(
        [say("**{title}**: it is your turn. {question}", title=title, question=question), due(due_at), link]
    )


def waiting_for(name: str) -> str:
    """For somebody who looks while another is to act."""
    return say("It is {name}'s turn.", name=name)


def begins() -> str:
    """What has happened when nothing has happened yet."""
    return say("The match begins.")


def forced(line: str) -> str:
    """A line about something that was the only choice."""
    return say("{line} (the only choice)", line=line)


def earlier_lines(count: int) -> str:
    """In place of lines that do not fit."""
    return markup.small(plural(count, "and {count} thing more before that", "and {count} things more before that"))


def taken_back() -> str:
    """Above an old post whose turn does not count any more."""
    return markup.small(say("This turn was taken back."))


def old_board() -> str:
    """The picture of a post that cannot be told any more."""
    return say("An earlier board of this match.")


def heading(title: str, text: str) -> str:
    """A text under the match's title."""
    return f"{markup.heading(title)}\n{text}"


def board_changed() -> str:
    """To somebody who pressed a button of an earlier board."""
    return say("The board has changed since that button was made, so nothing was done. This is how it stands now.")


def not_seated() -> str:
    """Above the board that somebody sees who does not play."""
    return say("You do not play in this match; this is the board as everybody may see it.")


def match_over() -> str:
    """There is nothing to do."""
    return say("This match is over.")


def score_now() -> str:
    """Above the score of a match under way."""
    return say("What everything would score if the match ended now:")


def score_at_the_end() -> str:
    """Above the score of a match that is over."""
    return say("How the score came about:")


def undone() -> str:
    """A takeback that needed nobody's consent."""
    return say("Your choices of this turn were undone; nobody had to be asked.")


def rules_page(game: str, title: str) -> str:
    """The head of a page of a game's rules."""
    return say("{game}: {title}", game=game, title=title)
