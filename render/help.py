"""The pages of /help: what Longhouse is and how to play a turn, for somebody who has never seen it."""

from __future__ import annotations

from collections.abc import Sequence

from render import PRESENTERS
from render.language import enumeration, listing, say, translatable
from render.presenter import Beginning


def pages() -> list[tuple[str, str]]:
    """Title and text of each page, in order."""
    tables = "\n".join(_listed(presenter.tables) for presenter in PRESENTERS.values())
    alone = "\n".join(_listed([found]) for presenter in PRESENTERS.values() for found in presenter.alone)
    rules = listing([f"`/{key} rules`" for key in PRESENTERS])
    typed = enumeration(f"`/{command}`" for presenter in PRESENTERS.values() for command in presenter.typed)
    suggested = listing([f"`/{key} play`" for key in PRESENTERS])
    return [
        (say("Welcome"), say(_WELCOME, tables=tables, alone=alone, rules=rules)),
        (say("A Turn"), say(_TURN, typed=typed, suggested=suggested)),
        (say("Your Matches"), say(_MATCHES)),
        (say("Notices"), say(_NOTICES)),
        (say("Privacy"), say(_PRIVACY)),
    ]


def example() -> str:
    """A command that opens a table, with its slash."""
    return f"/{next(iter(PRESENTERS.values())).example}"


def playground_welcome() -> str:
    """The first message in the playground, for somebody who came by `make play`; `#games` becomes a link."""
    tables = [f"`/{found.command}`" for presenter in PRESENTERS.values() for found in presenter.tables]
    alone = [f"`/{found.command}`" for presenter in PRESENTERS.values() for found in presenter.alone]
    example, *others = tables
    rules = f"`/{next(iter(PRESENTERS))} rules`"
    return say(_PLAYGROUND, example=example, others=listing(others), alone=listing(alone), rules=rules)


def _listed(beginnings: Sequence[Beginning]) -> str:
    return "; ".join(say("`/{command}` {what}", command=found.command, what=say(found.what)) for found in beginnings)


_WELCOME = translatable("""\
Longhouse plays modern board games by post: you move when you have a minute, and everybody sees a picture of \
the board.

**With friends**, in a channel of a server:
{tables}

People press **Join**. **Add Computer** fills free seats; a computer player sees no more than you do. **Start** opens \
a thread for the match.

**By yourself**, in direct messages with Longhouse, or anywhere once you have added it to your account:
{alone}
`/daily today` a challenge each day, the same for everybody, with one try
`/stats me` how well you play

{rules} explain each game in a few pages. Where a rulebook leaves something open, they say what we \
decided and mark it as ours.""")

_TURN = translatable("""\
When it is your turn, the newest post in the match's thread mentions you. Press **Play**: a panel that only \
you see shows the board with everything that is possible, and your hand.

Choose one thing after another. What cannot be taken back is shown first and asks for **Confirm**; **Undo** takes back \
the rest while it is still your turn. **Describe** tells the whole position in words.

You can also type: {typed} and so on. {suggested} suggest everything that is possible.

When your turn has passed, **Take Back** asks the others whether you may have it again. That cannot be done once \
something hidden was revealed, and then the button is not there.""")

_MATCHES = translatable("""\
`/match list` your matches, those that wait for you first
`/match board` the board of a match, for you alone
`/match undo`, `/match redo`, `/match takeback` second thoughts
`/match draw`, `/match resign` ways to end early
`/match leave` gives your seat to the computer or to somebody else
`/match history`, `/match at`, `/match replay`, `/match export` look back
`/match here` go on in this channel when the thread is gone

In a match's own thread these mean that match; elsewhere add `match`.

A match is never lost: after a restart or an upgrade the same buttons go on working.""")

_NOTICES = translatable("""\
You are mentioned once for each turn of yours. Times and deadlines are shown in your own time.

`/me show` what is set for you
`/me notices` in the thread or in a direct message
`/me reminders` how often, or never
`/me zone` and `/me quiet` your time zone, and hours in which nobody calls you
`/me digest` one message a day with all that waits
`/me vacation` days off: no notices, and your deadlines wait
`/match mute` hear nothing more of one match

The host of a table sets the time for a turn, and what happens when it is out, under **Options**.""")

_PRIVACY = translatable("""\
Longhouse reads no messages: it knows what you type into its commands and press on its buttons. It keeps the matches \
(who sat where, every choice and its time), what you set for yourself, and your notes in a match. Nothing is passed on.

Hands, notes and panels are shown to you alone, as messages that only you can see.

`/privacy export` gives you all that is stored about you, as a file.
`/privacy delete` removes it; in old matches your seat becomes that of a former player.""")

_PLAYGROUND = translatable("""\
# How to begin
This is the playground: a small Discord on your own machine. Nothing leaves it, and nothing can be broken.

**Try this first**
1. Go to #games, type {example} and press Enter twice.
2. Press **Add Computer** and choose a level, or become somebody else by the faces at the lower left and press **Join**.
3. Press **Start**, and open the thread that appears. **Play** shows your choices, to you alone.

**Alone**: {alone} play in your direct messages.
**Together**: {others}. Open the page in two tabs to be two people at once.
{rules} and its likes explain the games, `/help` the rest; `/match list` shows what waits for you.

-# Stop the program whenever you like: started again, every match goes on where it was.""")
