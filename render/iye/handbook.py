"""The rules of İye as pages, with our own rulings marked as ours."""

from __future__ import annotations

from render.language import say, translatable

_AIM = translatable("""\
Two shamans move one drum over a board of 25 spirits (5 by 5). **Whatever tile the drum lands on goes to your \
opponent**, and with it the turn. Whoever first wins two cycles wins the match; a short match of one cycle can be \
chosen.

**Deal.** All 25 tiles are laid at random, face up, and the drum is put on the centre, c3.
The spirits are 1 Owls, 3 Water, 5 Tree, 7 Horses and 9 Sun. How many there are of a spirit is also what it scores.""")

_MOVES = translatable("""\
You must move the drum once each turn; there is no passing. It must land on a tile.

**Naturally:** one or two spaces along a row or a column, also over tiles and empty spaces.
**By spending a tile** of your own, which leaves the cycle for good and is not scored:
- **Sun:** to a corner of the board.
- **Horses:** two spaces one way and one to the side, like a knight in chess.
- **Tree:** one space diagonally.
- **Water:** any distance in any of the eight directions.
- **Owls:** to any tile.

You may spend a tile although a natural move exists. If no natural move exists, you must. A tile that you receive \
can be spent from your next turn on. All tiles, held and spent, are open to both.""")

_END = translatable("""\
A cycle ends in one of two ways.

**No legal move:** if the player to move has none, whoever moved last wins the cycle, without scoring.
**One tile left** on the board: the cycle is scored. For each spirit, whoever holds more tiles of it takes its points \
(Owls 1, Water 3, Tree 5, Horses 7, Sun 9); with equal numbers nobody does. More points win the cycle; equal points: \
nobody wins it.

**Next cycle:** hands are emptied and new tiles dealt. The loser chooses who begins. After a tie, the second player of \
the tied cycle begins.

**Example.** You hold 1 Owls, 2 Water, 2 Tree, 3 Horses, 3 Sun, your opponent 1 Water, 2 Tree, 2 Horses, 4 Sun. You \
take 1 + 3 + 7 = 11 points, your opponent 9; the Tree is nobody's. You win the cycle.""")

_OURS = translatable("""\
Where the rulebook is silent, this table plays as follows. These rulings are ours.

- The centre tile stays under the drum at the start. It counts as on the board and can be landed on later.
- Nothing blocks Water: it passes over tiles and empty spaces. (Read literally, "like a queen in chess" could mean \
that tiles block it.)
- A natural move of two spaces may pass over a tile.
- A spent tile never brings the drum to an empty space: a tile must be given.
- If one tile is left and the next player could not move either, the cycle is scored.
- Spending a tile where a natural move reaches the same place is legal. You are warned, for it is never better.
- Who begins the very first cycle is drawn by lot, unless the host chose.
- If the loser of a cycle lets the time run out, the loser begins the next one.
- Ties have no limit. The players can agree on a draw at any time.
- Resigning gives up the match, not only the cycle.
- A match can be played to one cycle won.""")


def pages() -> list[tuple[str, str]]:
    """See `Presenter.rules`."""
    return [
        (say("The Aim"), say(_AIM)),
        (say("Your Turn"), say(_MOVES)),
        (say("How a Cycle Ends"), say(_END)),
        (say("Our Rulings"), say(_OURS)),
    ]
