"""Where points lie when the score is counted: beside a connection's number, and beside a settlement.

Each is looked for among places around what it belongs to, one after the other, so that none lies on another, on a
totem space, a number or a tent; always found in the same order, so that the same position is always drawn alike.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from render.canvas import WIDTH
from render.frame import BAND
from render.iwari import layout, pieces, places
from render.iwari.places import Shape
from render.outlines import Point
from rules.iwari.maps import Connection, Map, load

Sum = Shape
"""What points cover, around the middle where they are drawn."""
WAY = 13
"""How far the ways of two tribes that score the same connection lie apart, in pixels."""
_NEVER, _RATHER_NOT, _HARDLY = 8.0, 3.0, 0.6
"""What it costs to cover a pixel of a sign, of a piece that does not count, of a road."""


class Offer(NamedTuple):
    """A place for points, and what it costs to let them lie there."""

    cost: float
    sum: Sum


def lines(world: Map, link: Connection, tribes: Sequence[int]) -> Iterator[tuple[int, Point, Point]]:
    """The ways of the tribes that score a connection, from its number to both totem spaces: tribe, start, end."""
    for end in link.ends:
        (x, y), (dx, dy) = places.way(link, end, world)
        goal = places.middle(world, end)
        for index, tribe in enumerate(tribes):
            aside = WAY * (index - (len(tribes) - 1) / 2)
            yield tribe, (x - dy * aside, y + dx * aside), (goal[0] - dy * aside, goal[1] + dx * aside)


# Connections.


def beside_numbers(
    world: Map, scored: dict[str, int], feats: Iterable[str] = (), mountains: Iterable[str] = ()
) -> dict[str, Sum]:
    """Where the points of each scored connection lie; `scored` says by its number how many tribes get some, `feats`
    and `mountains` are the numbers of the connections with such.
    """
    signs = [layout.feat_shape(layout.feats(world.id)[no]) for no in feats]
    signs += [shape for no in mountains for shape in places.mountain(world, no)]
    found: dict[str, Sum] = {}
    for no, count in scored.items():
        found[no] = _least(_offers_beside_number(world.id, no, count), [*signs, *found.values()])
    return found


def strip(x: float, y: float, count: int) -> Sum:
    """What the strip with the points of so many tribes covers."""
    return Shape(x, y, pieces.strip_width(count) / 2 - 12, 13, 12)


@functools.lru_cache(maxsize=256)
def _offers_beside_number(map_id: str, no: str, count: int) -> list[Offer]:
    """Below the number, or above, aside, farther off."""
    world = load(map_id)
    x, y = places.middle(world, no)
    aside = pieces.strip_width(count) / 2 + pieces.NUMBER
    slant = max(40.0, aside / 2)
    ways = [(0, 0, 46), (1, 0, -46), (2, aside, 0), (2, -aside, 0)]
    ways += [(4, dx, dy) for dy in (46, -46) for dx in (slant, -slant)]
    half, spots = pieces.strip_width(count) / 2 + 10, []
    for far, (cost, dx, dy) in itertools.product((0, 10, 20, 30, 45, 60), ways):
        reach = 1 + far / math.hypot(dx, dy)
        at = (min(WIDTH - half, max(half, x + dx * reach)), y + dy * reach)  # Never out of the picture.
        spots.append(Offer(cost + far + abs(at[0] - x - dx * reach) / 4, strip(*at, count)))
    return _priced(spots, list(_signs(world)), _tents(world), [])


# Settlements.


def beside_chains(world: Map, chains: Sequence[Sequence[str]]) -> list[Sum]:
    """Where the points of each settlement, given by its spaces, lie."""
    taken = [places.tent(world, space) for chain in chains for space in chain]
    for road in world.roads:
        if any(road[0] in chain and road[1] in chain for chain in chains):
            taken += places.along(*places.road(world, road), pieces.PATH, 16)
    found: list[Sum] = []
    for chain in chains:
        x, y = (
            sum(along) / len(chain) for along in zip(*(places.middle(world, space) for space in chain), strict=True)
        )
        offers = [
            offer._replace(cost=offer.cost + math.dist(offer.sum[:2], (x, y)) * 0.05)
            for space in chain
            for offer in _offers_beside_space(world.id, space)
        ]
        found.append(_least(offers, [*taken, *found]))
    return found


def plaque(x: float, y: float) -> Sum:
    """What the plaque with the points of a settlement covers."""
    half = pieces.PLAQUE / 2
    return Shape(x, y, half - 18, half - 18, 18)


@functools.lru_cache(maxsize=256)
def _offers_beside_space(map_id: str, space: str) -> list[Offer]:
    """Around a tent, as near as can be."""
    world = load(map_id)
    x, y = places.middle(world, space)
    spots = []
    for far, turn in itertools.product((72, 82, 92), range(24)):
        at = (x + far * math.cos(math.tau * turn / 24), y + far * math.sin(math.tau * turn / 24))
        if 50 < at[0] < WIDTH - 50 and BAND + 40 < at[1] < places.bottom(world) - 45:
            spots.append(Offer((far - 72) * 0.5, plaque(*at)))
    soft = [name.shape() for name in layout.names(map_id).values()]
    soft += [shape for road in places.roads(world) for shape in places.along(*road, 9, 16)]
    return _priced(spots, list(_signs(world)), _tents(world), soft)


# What they share.


def _signs(world: Map) -> Iterator[Shape]:
    """Totem spaces, their plates, numbers."""
    for place in world.places:
        yield from (Shape(*places.middle(world, place), round=pieces.TOTEM + 4), places.plate(world, place))
    yield from (places.number(world, str(link.no)) for link in world.connections)


def _tents(world: Map) -> list[Shape]:
    return [places.tent(world, space) for space in world.spaces]


def _priced(
    offers: Sequence[Offer], signs: Sequence[Shape], tents: Sequence[Shape], ground: Sequence[Shape]
) -> list[Offer]:
    """The offers with what they cover of a map added, cheapest first."""
    priced = []
    for cost, shape in offers:
        for price, others in ((_NEVER, signs), (_RATHER_NOT, tents), (_HARDLY, ground)):
            cost += price * _covered(shape, others)
        priced.append(Offer(cost, shape))
    return sorted(priced)


def _covered(shape: Shape, others: Iterable[Shape]) -> float:
    """How deep a shape lies in others, or closer to them than three pixels."""
    near = [other for other in others if abs(other.x - shape.x) < 200 and abs(other.y - shape.y) < 120]
    return sum(max(0.0, 3 - shape.gap(other)) for other in near)


def _least(offers: Iterable[Offer], taken: Sequence[Shape]) -> Sum:
    """The cheapest place when all that is taken must stay free; the first of equally cheap ones."""
    lowest, best = math.inf, None
    for cost, shape in sorted(offers):
        if cost >= lowest:
            break  # Nothing gets cheaper by what is taken.
        cost += _NEVER * _covered(shape, taken)
        if cost < lowest:
            lowest, best = cost, shape
    if best is None:
        raise ValueError("there is no place at all")
    return best
