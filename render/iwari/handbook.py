"""The rules of Iwari as pages, with our own rulings marked as ours, and every map's roads and \
connections in words."""

from __future__ import annotations

from render.iwari import names
from render.language import either, enumeration, plural, say, translatable
from rules.iwari.maps import Map, Territory, ids, load

_AIM = translatable("""\
Two to five tribes travel over a land of five biomes: Glaciers, Tundra, Forest, Coast and Desert. They leave \
**tents** on the small spaces of a territory and **totems**, one upon the other, on its large space. Points \
come from most tents in a territory, from most totems at both ends of a numbered connection, and from \
settlements of joined tents.

**Set-up.** Everybody has 20 tents, 8 totems and 3 cards. Four cards lie face up in the display. Mountains \
cover some connections, which then count for nothing: one with five players, up to four with two. With four \
players one card of each biome is taken out of the deck, with two or three players two.""")

_TURN = translatable("""\
Do one of two things.

**Play up to three cards** to place up to two pieces in one territory (the 3-2-1 rule), then draw up to \
three again.
- Each piece costs one card of the territory's biome, or **a pair of another biome** as a wild card.
- In an **unexplored** territory (no tent is there) you may place a single tent, and nothing else that \
turn.
- In an **explored** one you may place up to two pieces: tents, totems, or one of each.
- A tent space takes one tent. You choose the space; it matters for roads.
- The totem space takes as many totems in all as the tribe with most tents there has tents.

**Or discard one card** and draw one.

**Drawing.** Take cards one by one from the display or the deck, in any mix. The display is filled up to \
four when your hand is full.""")

_SCORE = translatable("""\
**Half journey.** When the deck is used up for the first time, the discards become a new deck and the tents \
are counted.

**The end.** When the deck is used up again, or a player has placed the last tent, the round is played to \
its end. Then tents, totems and settlements are counted.

**Tents**, territory by territory: whoever has most gets a point for every tent there, whoever has second \
most gets as many points as the first has tents, whoever has third most as many as the second has tents, and \
so on. Equal numbers get the same.

**Totems**, connection by connection: a tribe with most totems (ties count) at *both* ends gets a point for \
every totem at the two ends, whoever owns it.

**Settlements**: four or more tents of a tribe joined by roads, also over borders, give a point for each tent.

Most points win. With equal points, most unplaced tents and totems do.

**Example.** In a territory one tribe has 3 tents, a second 2, two more 1 each. They get 7, 3, 2 and 2 \
points.""")

_TWO = translatable("""\
**Two players** share a third tribe. After your own action and before drawing, you must play a turn of the \
third tribe with the cards you have left, under all the rules; without a card left there is no such turn. It \
has its own tents, totems and points. If it wins alone, both of you lose.

**Feats**, each a choice of the table. At the end a feat multiplies the points of the place it stands on: \
one doubles, two treble, and so on.
- **Union** (two): the first two players to complete a settlement, on a territory with a tent of it.
- **Discovery** (two): the first two players to fill the last tent space of an explored territory, on any \
other territory.
- **Honour** (one): the first player with most totems at both ends of a connection by land, on that \
connection.
- **Respect** (one): the same on a connection by water.

**The picture.** Your panel rings what you can choose: a full ring where a card of the biome pays, a dashed \
one where only a pair of another does. A square number is a connection by land, a round one with a wave by \
water. "2/3" above a totem space: two totems stand there, three may. "×2": a feat doubles the points there. \
Thin rings show what the last turn changed. Roads between tents of one tribe take its colour. The last post \
counts chapter by chapter, with a picture for tents, for totems and for \
settlements; `/iwari score` does so at any time.""")

_OURS = translatable("""\
Where the rulebook is silent, this table plays as follows. These rulings are ours.

**Maps.** The rulebook prints no map data. All maps, names and numbers here are our own design.

**Set-up.** The order of seats is drawn by lot. With fewer than four mountains, those with the fewest peaks \
are used. In a draft, hands are taken in reverse order. A mountain closes its connection for feats too, but \
no road.

**Your turn**
- You must place a piece or discard exactly one card. Discarding is always allowed.
- A card that pays for nothing cannot be played. A pair cannot stand for its own biome.
- Whether a territory is explored is looked at when your turn begins.
- Two pieces are placed in your order: a tent may first raise the limit for a totem.
- With tied tents the limit of totems is the tied number. Totems need no tent of your own.
- Cards taken from the display are known to all; those from the deck only to you. What was discarded is \
open.
- Without a tent left you can place no tent, without a totem left no totem.
- When time runs out, a card of your hand is discarded for you by chance and one drawn from the deck. With two \
players the third tribe plays in between. A table may choose otherwise: the computer plays for you, or your seat \
can be taken over.

**The end of the deck**
- It is used up the moment its last card leaves it, also to fill the display.
- The half journey does not wait for the end of the round. If the tents run out first, there is none.
- The second time, nothing is shuffled: whoever is drawing may still take from the display, which is not filled \
again. After that nobody draws any more in the last round.
- If the deck and the tents run out in one round, that is one end: there is no further round.
- Only a player's last tent ends the journey, not the third tribe's.""")

_OURS_MORE = translatable("""\
**Scoring** (ours where the rulebook is silent)
- A settlement is all tents of yours that roads join; each tent counts once, and every such group of four or \
more scores. There are none at the half journey.
- A majority of totems needs at least one totem. Two connections between the same pair both score.
- Still equal after unplaced pieces: the victory is shared.
- What everything would score now is open to all at any time. Tokens for 50 and 100 points are not needed.

**The third tribe**
- It plays one or two pieces, in your own territory too. Only if nothing can be placed for it, you discard \
one card.
- After you discarded a card, it plays with the other two.
- It never earns feats; where it does what would earn one, nobody gets that feat for it. Feats multiply its \
points too, and its majority blocks yours.
- If it ties for first place, the tie-break decides. You lose only if it wins alone.

**Feats**
- Two Unions, two Discoveries, one Honour, one Respect. Nobody earns the same kind twice.
- A feat is placed at once, before drawing, or declined; a declined one is gone.
- A settlement is completed also by joining two smaller groups.
- Of several feats earned at once you choose the order; of several connections that fit, you choose one.
- Honour and Respect may be earned with a shared majority, on an uncovered connection, with a totem of yours \
at both ends.
- Feats do not count at the half journey, nor for settlements. Those on a connection do not touch its \
territories.""")


def pages() -> list[tuple[str, str]]:
    """See `Presenter.rules`."""
    return [
        (say("The Journey"), say(_AIM)),
        (say("Your Turn"), say(_TURN)),
        (say("Scoring"), say(_SCORE)),
        (say("Two Players, Feats"), say(_TWO)),
        (say("Our Rulings"), say(_OURS)),
        (say("Our Rulings, Continued"), say(_OURS_MORE)),
        *(_map_page(load(name)) for name in ids()),
    ]


def _mountains(land: Map) -> str:
    """The connections that share a sign, fewest peaks first: "9 or 16 (1 peak), 3 or 13 (2 peaks)"."""
    signs: dict[int, list[str]] = {}
    for link in land.connections:
        if link.mountain is not None:
            signs.setdefault(link.mountain, []).append(str(link.no))
    return enumeration(
        plural(peaks, "{connections} ({count} peak)", "{connections} ({count} peaks)", connections=either(signs[peaks]))
        for peaks in sorted(signs)
    )


def _map_page(land: Map) -> tuple[str, str]:
    """A map in words, so that it can be played without the picture."""
    fewest, most = land.players
    lines = [say("This map is our own. For {fewest} to {most} players.", fewest=fewest, most=most), ""]
    lines += [_territory(land, place) for place in land.territories]
    outer = enumeration(f"{a}-{b}" for a, b in land.roads if land.home[a] != land.home[b])
    lines += ["", say("**Roads over borders:** {roads}.", roads=outer)]
    links = enumeration(
        f"{link.no} {names.ends_of(link.ends)} {names.connection_kind(link.kind)}" for link in land.connections
    )
    lines += ["", say("**Connections:** {connections}.", connections=links)]
    if connections := _mountains(land):
        lines += ["", say("**Mountains**, by lot on one of each: {connections}.", connections=connections)]
    return say("Map: {name}", name=land.name), "\n".join(lines)


def _territory(land: Map, place: Territory) -> str:
    inner = enumeration(f"{a[-1]}-{b[-1]}" for a, b in land.roads if land.home[a] == land.home[b] == place.id)
    return plural(
        len(place.spaces),
        "**{id} {name}** ({biome}, {count} space): roads {roads}",
        "**{id} {name}** ({biome}, {count} spaces): roads {roads}",
        id=place.id,
        name=place.name,
        biome=names.biome(place.biome),
        roads=inner,
    )
