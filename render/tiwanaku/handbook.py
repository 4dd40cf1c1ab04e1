"""The rules of Tiwanaku as pages, with our own rulings marked as ours."""

from __future__ import annotations

from render.language import say, translatable
from rules.tiwanaku.position import LAST_LEVEL

_AIM = translatable("""\
The valley is hidden. Explore its spaces, find out what terrain they are, and divine which crop each of them \
wants. Play as two to four rivals on a short (25 spaces) or a long board (45), alone against the Otoma, or two to \
four together against them (both long).

**The world obeys four laws**, and so every space has just one right crop:
- A region is a group of spaces of one terrain that lie side by side. It has one to five spaces.
- Two regions of one terrain never touch, not even at a corner.
- A region of so many spaces holds the crops from level 1 up to that number, each once.
- Two equal crops never touch, not even at a corner, whatever the terrain.

**Crops:** 1 Sweet Potato, 2 Coca Leaf, 3 Chili, 4 Corn, 5 Quinoa.
**Terrains:** Dirt, Sand, Grass, Rock. How many tiles of each are left is open to all.

Everybody begins with 10 points, four diversity pawns at level 0, and meeples in supply: five each for two \
players, four for three, three for four. A few starting tiles lie on the board with their crops; they score \
nothing for players. Who begins is drawn by lot.""")

_TURN = translatable("""\
On your turn you explore **or** divine; one of them you must. After that you may make an offering.

**Explore.** Move one of your meeples, bring one in, or take one back.
- Meeples walk along rows and columns as far as you like. Over crops and over your own meeples they go on and may \
turn. On a space with neither they stop at once.
- Never onto or through a space with another's meeple, and never back to the space where the move began. A move \
cannot end on your own meeple; it may end on a crop.
- A new meeple comes in at any edge space without another's meeple, and goes on by the same rules.
- Taking a meeple back, from anywhere, is a whole Explore.
- Where the meeple stops on an empty space, the terrain is found and its tile laid. Your pawn of that terrain goes \
up a level, and you score a point for each of your pawns on exactly that level, itself included. A pawn on the \
last level stays and scores one point.

**Divine.** Name the crop under one of your meeples that stands on bare terrain. Right or wrong, the true crop is \
planted.
- Right: you win its level in points, and its offering token if you hold none of that crop. You may go on with \
another meeple.
- Wrong: you lose the level of the true crop (never below 0), and your turn ends at once, without an offering.

**Offer.** Give back different tokens: 1 for nothing, 2 for 1 point, 3 for 3, 4 for 6, 5 for 10.""")

_END = translatable("""\
**Rivals.** When the last terrain tile is laid, that turn is finished, offering included. Then, beginning with the \
same player and going round, each divines with **one** meeple or passes, until all have passed. Whoever passes is \
out. A wrong divination costs its level, and then one must pass. Crops that nobody divined are not planted. Last, \
everybody may make one offering. Most points win. A tie goes to whoever has more levels on the four tracks \
together; if that is equal too, the victory is shared.

**Alone.** The match ends when all terrain is laid, without final divinations. You win only with **more** points \
than the Otoma.

**Together.** The match ends with the turn after which nobody has a tile behind the screen. Each side makes a last \
offering, and the Otoma score a point for each space without terrain. The group wins only with **more** points.

**Example.** Your Sand pawn goes from level 1 to 2, where your Grass pawn stands already: you score 2 points. You \
then divine Chili, but Quinoa grows there: Quinoa is planted, you lose 5 points, and your turn is over.""")

_SOLO = translatable("""\
You play as for two: five meeples, 10 points, one set of tokens. The Otoma are five meeples, one of each colour \
that you do not play, purple and yellow, with pawns and points of their own. They never make offerings.

**At the start** they stand on five marked starting tiles. For each they score the level of its crop and one \
diversity step.

**Your meeples** can never be taken back. A tile that you find is laid with its arrow up. Arrows do not steer your \
meeples.

**Where your meeple ends on bare terrain**, newly found or not, its arrow acts: the Otoma of that colour runs that \
way. If the arrow has your own colour, nothing happens at the easy level; at the hard level your turn ends and you \
choose which Otoma runs. Ending on a crop sets nobody running, nor does divining.

**Otoma run** straight on, over anything, to the first empty space. Off the board they follow the dotted trail and \
go on. There they find the terrain and plant the right crop: a diversity step, and the crop's level in points. \
That tile's arrow does not matter.

**Divine** with **all** your meeples on bare terrain. A mistake costs its level, but you must go on, and you may \
offer afterwards all the same.""")

_COOP = translatable("""\
All share one set of pawns and points. Each player has meeples of one colour: four each for two players, three \
each for three, four for each pair at four; one less at the expert level. At four, two pairs share colours and \
take turns. There are two sets of tokens, one for each side. The Otoma are five meeples of one colour, four at the \
easy level.

**Tiles.** The terrain tiles are dealt to the players and lie behind their screens, sorted by terrain, arrows up. \
Only you see the tops of your stacks; talk about them as you like. Tiles are not traded.

**A turn.** First put the top tile of one of your stacks on the Diversity board. Then explore or divine. If you \
explore, the first step is one space in the direction of the arrow; then the meeple goes on as usual. It enters no \
space twice and does not stop on a crop. Meeples are never taken back.

**A discovery** takes its tile from the Diversity board; if there is none, from the top of a player's stack.

**The Otoma** that stand in the same row or column as the space where the Explore ended run away from it, the \
nearest first, by their rules (see Alone). A crop that they plant also gives them its token, if they have none.

**Divine** as among rivals; tokens are shared. Each time the group makes an offering, the Otoma offer all \
theirs.""")

_OURS_1 = translatable("""\
Where the rulebook is silent, this table plays as follows. These rulings are ours.

**The world**
- Its crops can be told by thought alone from the whole terrain and the starting crops, without guessing.
- Short scenarios have three to six starting tiles, long ones five to nine, with all five Otoma starts among them.
- The Otoma start on all four terrains, on one of them twice; which colour stands where is drawn by lot, but \
purple is on one of that pair.
- The diversity tracks end at level {level}.
- Each of the 24 arrows (six colours, four directions) is on two or three of the 62 tiles, spread evenly over \
terrains.
- The fourth colour of meeples is orange. A short board shows the first five elements.
- The trails join neighbouring columns or rows in turn, and two of them lead round a corner, as they are drawn.
- The named discs and their worlds are ours, not those of the box.

**Points and turns**
- The Otoma, and the group, begin with 10 points before anything else.
- At the start the Otoma score in reading order: row by row, from left to right.
- A crop that cannot be right may be named all the same. You get no help beyond what is open to all.
- Offering one token for no points is legal. You are warned first.
- After taking a meeple back you may make an offering.
- Between final divinations nobody offers; there is one last offering.
- Who holds fewer than two tokens at the end is not asked for the last offering, which could score nothing.
- The hidden world is shown to nobody before the end.""")

_OURS_2 = translatable("""\
These rulings are ours too.

**Alone**
- Easy or hard is chosen when the match is made.
- Otoma meeples stand in the way of yours, as opponents do.
- The order is always: discovery, then your offering, then the Otoma run.
- When the board is full, no Otoma runs any more.
- At the end you may make one last offering.
- If you have no legal action, the match ends with the points as they are.
- You may walk from crop to crop as often as you like; that sets nobody running.

**Together**
- Otoma, and meeples of other players' colours, stand in your way.
- At the easy level the purple Otoma's start stays empty, and meeples are as many as at the normal level.
- Bringing a meeple in is its first step: with an arrow east it enters at the west edge, and so on.
- The space where a move began counts as visited.
- The first step may go onto a crop or an own meeple if the move can go on from there.
- Which Otoma run is settled where the Explore ends; one that comes to stand in the line later stays. Row or \
column is enough.
- Whoever's turn it is chooses among Otoma equally near, and who supplies a missing tile, where more than one \
could.
- If no tile of yours allows an action, you spend any, and the action lapses. Whoever has no tile left is passed \
over.
- After a wrong divination there is no offering.
- The Otoma get no tokens at the start. With one token they offer it for nothing.
- Tiles are dealt terrain by terrain, each going on where the one before stopped, so totals differ by one at most.
- At four, the seats alternate between the pairs. Each player spends own tiles and moves the pair's meeples.
- If one gives up, the whole group has lost.""")


def pages() -> list[tuple[str, str]]:
    """See `Presenter.rules`."""
    return [
        (say("The Valley"), say(_AIM)),
        (say("Your Turn"), say(_TURN)),
        (say("The End"), say(_END)),
        (say("Alone"), say(_SOLO)),
        (say("Together"), say(_COOP)),
        (say("Our Rulings"), say(_OURS_1, level=LAST_LEVEL)),
        (say("Our Rulings, Alone and Together"), say(_OURS_2)),
    ]
