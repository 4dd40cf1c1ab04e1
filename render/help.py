"""The pages of /help: what Longhouse is and how to play a turn, for somebody who has never seen it."""

from __future__ import annotations


def pages() -> list[tuple[str, str]]:
    """Title and text of each page, in order."""
    return [
        ("Welcome", _WELCOME),
        ("A Turn", _TURN),
        ("Your Matches", _MATCHES),
        ("By Yourself", _SOLO),
        ("More", _MORE),
    ]


_WELCOME = """\
Longhouse plays modern board games by post: you move when you have a minute, and everybody sees a picture of \
the board.

**Begin with friends**, in a channel of a server:
`/iye new` a duel around one drum
`/tiwanaku new` rivals explore a valley; `/tiwanaku coop` together against the Otoma
`/iwari new` tribes settle a land

People press **Join**, the host adds computer players where seats are free, and **Start** opens a thread for \
the match.

`/iye rules`, `/tiwanaku rules` and `/iwari rules` explain each game in a few pages."""

_TURN = """\
When it is your turn, the newest post in the match's thread mentions you. Press **Play**: a panel that only \
you see shows the board with everything that is possible, and your hand.

Choose step by step. What cannot be taken back is shown first and asks for **Confirm**; **Undo** takes back \
the rest while it is still your turn. **Describe** tells the whole position in words.

You can also type: `/iye move`, `/tiwanaku explore`, `/tiwanaku divine`, `/iwari place` and so on, or `/iye \
play` and its likes, which suggest everything that is possible.

When your turn has passed, **Take Back** asks the others whether you may have it again."""

_MATCHES = """\
`/match list` your matches, those that wait for you first
`/match board` the board of a match, for you alone
`/match undo`, `/match redo`, `/match takeback` second thoughts
`/match draw`, `/match resign` ways to end early
`/match here` go on in this channel when the thread is gone

In a match's own thread these mean that match; elsewhere add `match`."""

_SOLO = """\
In direct messages with Longhouse, or anywhere once you have added it to your account:
`/iye solo` against the computer, at three levels
`/tiwanaku solo` against the Otoma

Computer players also fill seats at a table: **Add Computer** in the lobby. They see no more than you do."""

_MORE = """\
Deadlines are shown in your own time. A match is never lost: after a restart or an upgrade the same buttons \
go on working.

Where a rulebook leaves something open, the rules pages say what we decided and mark it as ours. Maps, \
scenarios and pictures are our own."""

PLAYGROUND_WELCOME = """\
# Welcome to the playground
It is a small Discord on your own machine. Nothing here leaves it, and nothing can be broken.

**Try this first**
1. Go to #games, type `/iye new` and press Enter.
2. Press **Add Computer** and choose a level, or become somebody else by the faces at the lower left and press **Join**.
3. Press **Start**, and open the thread that appears. **Play** shows your choices, to you alone.

**Alone**: `/iye solo` and `/tiwanaku solo` play in your direct messages.
**Together**: `/tiwanaku new`, `/tiwanaku coop` and `/iwari new`. Open the page in two tabs to be two people at once.
`/help` explains the rest, `/match list` shows what waits for you.

-# Stop the program whenever you like: started again, every match goes on where it was."""
"""The first message in the playground, for somebody who came by `make play`; `#games` becomes a link."""
