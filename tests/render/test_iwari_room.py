"""Nothing that must be read on Iwari's map lies under anything else: on every map, the retired ones too, with every
place ringed, every feat placed, every tray, every settlement and every connection counted.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import pytest

from render import Audience, canvas
from render.drawing import Sprite
from render.iwari import IwariPresenter, biomes, land, layout, pieces, places, score_labels, score_pictures
from render.iwari.places import Shape
from render.palette import SIDES, THEMES
from rules.iwari import IWARI, State, maps
from rules.iwari.maps import Map
from rules.iwari.maps.loader import RETIRED
from rules.iwari.scoring import settlements
from tests.render.test_iwari_words import playing

MAPS = [*maps.ids(), *sorted(path.stem for path in RETIRED.glob("*.json"))]
LIGHT = THEMES["light"]
GLOW = 5
"""How many pixels of a ring's pale edge, or of a tray's rim, may touch a name: its letters begin further in."""
SLIGHT = 8
"""How many pixels of two boards may overlap where five tribes share the points of connections side by side."""

Things = list[tuple[str, Shape]]


def sites(world: Map) -> list[str]:
    return [*world.places, *(str(link.no) for link in world.connections)]


@functools.cache
def signs(map_id: str) -> Things:
    """What is always on the map, spaces under their largest pieces."""
    world = maps.load(map_id)
    found = [(f"tent {space}", places.tent(world, space)) for space in world.spaces]
    for place in world.places:
        found.append((f"totems {place}", places.totems(world, place)))
        found.append((f"plate {place}", places.plate(world, place)))
        found.append((f"tag {place}", layout.tag_shape(layout.tags(map_id)[place])))
    return found + [(f"number {link.no}", places.number(world, str(link.no))) for link in world.connections]


def rings(world: Map) -> Things:
    return [(f"ring {name}", places.ring(world, name)) for name in [*world.spaces, *sites(world)]]


def trays(world: Map) -> Things:
    return [(f"tray {place}", places.tray(world, place)) for place in world.places]


def feats(map_id: str) -> Things:
    return [(f"feats {site}", layout.feat_shape(at)) for site, at in layout.feats(map_id).items()]


def names(map_id: str) -> Things:
    return [(f"name {place}", name.shape()) for place, name in layout.names(map_id).items()]


def mountains(world: Map) -> Things:
    marked = [str(link.no) for link in world.connections if link.mountain]
    return [(f"mountain {no}", shape) for no in marked for shape in places.mountain(world, no)]


def clashes(one: Things, others: Things, least: float = 0) -> list[str]:
    """Which of the one lie in which of the others, or nearer than `least` pixels, and how deep."""
    return [
        f"{name} and {other}: {shape.gap(there):.0f}"
        for name, shape in one
        for other, there in others
        if name != other and shape.gap(there) < least
    ]


# What always stands there.


@pytest.mark.parametrize("map_id", MAPS)
def test_names_lie_on_their_land_and_under_nothing(map_id: str) -> None:
    world, found = maps.load(map_id), names(map_id)
    assert len(found) == len(layout.names(map_id)) > 0
    assert not clashes(found, [*signs(map_id), *feats(map_id), *found])
    assert not clashes(found, [*rings(world), *mountains(world), *trays(world)], -GLOW)
    roads = [(f"road {road}", shape) for road in world.roads for shape in places.along(*places.road(world, road), 15)]
    assert not clashes(found, roads)
    for place, name in layout.names(map_id).items():
        left, top, right, bottom = name.shape().box()
        edge = places.outline(world.places[place])
        assert all(places.inside(corner, edge) for corner in itertools.product((left, right), (top, bottom))), place


@pytest.mark.parametrize("map_id", MAPS)
def test_a_name_can_be_read_on_a_phone_or_is_left_out(map_id: str) -> None:
    """A picture does not know how large it is shown: seven pixels and more where it is 400 wide, or no name."""
    assert layout.LETTER * 400 / canvas.WIDTH >= 7.5
    world = maps.load(map_id)
    left_out = [place for place in world.territories if place.id not in layout.names(map_id)]
    assert left_out, "where there is little room there is none"
    assert all(place.totem is not None for place in left_out), "the plate says which land it is"


@pytest.mark.parametrize("map_id", MAPS)
def test_feats_lie_on_nothing_that_is_read(map_id: str) -> None:
    world, found = maps.load(map_id), feats(map_id)
    assert [name for name, _ in found] == [f"feats {site}" for site in sites(world)]
    assert not clashes(found, [*signs(map_id), *names(map_id), *found])
    assert not clashes(found[: len(world.places)], trays(world)), "both are shown when tents are counted"


@pytest.mark.parametrize("map_id", MAPS)
def test_the_feats_of_a_connection_are_nearest_to_its_number(map_id: str) -> None:
    world = maps.load(map_id)
    for link in world.connections:
        shape = layout.feat_shape(layout.feats(map_id)[str(link.no)])
        numbers = {str(other.no): shape.gap(places.number(world, str(other.no))) for other in world.connections}
        assert min(numbers, key=lambda no: numbers[no]) == str(link.no)
        assert numbers[str(link.no)] < 40


@pytest.mark.parametrize("map_id", MAPS)
def test_tags_lie_on_no_piece(map_id: str) -> None:
    world = maps.load(map_id)
    own = [(f"tag {place}", layout.tag_shape(layout.tags(map_id)[place])) for place in world.places]
    others = [(name, shape) for name, shape in signs(map_id) if name.split()[0] in ("tent", "plate", "number", "tag")]
    assert not clashes(own, others, -1)


# What the score adds.


@pytest.mark.parametrize("tribes", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("map_id", MAPS)
def test_points_of_connections_lie_side_by_side(map_id: str, tribes: int) -> None:
    """Worse than any match: all at once, with feats on every second; five tribes, which would need most of all totems,
    on every third.
    """
    world = maps.load(map_id)
    numbers = [str(link.no) for link in world.connections]
    scored = numbers if tribes < 5 else numbers[::3]
    sums = score_labels.beside_numbers(world, dict.fromkeys(scored, tribes), numbers[::2])
    found = [(f"points {no}", shape) for no, shape in sums.items()]
    fixed = [row for row in signs(map_id) if row[0].split()[0] in ("totems", "plate", "number")]
    fixed += [row for row in feats(map_id) if row[0].split()[1] in numbers[::2]]
    assert not clashes(found, [*fixed, *found], 0 if tribes < 3 else -SLIGHT)
    for no, shape in sums.items():
        assert shape.gap(places.number(world, no)) < (60 if tribes < 5 else 80), "they lie beside their number"
        left, top, right, bottom = shape.box()
        assert left > 0 and top > 0 and right < canvas.WIDTH and bottom < places.bottom(world) + 14


@pytest.mark.parametrize("map_id", MAPS)
def test_a_mountain_is_not_covered_by_points(map_id: str) -> None:
    world = maps.load(map_id)
    closed = [str(link.no) for link in world.connections if link.mountain][::2]
    scored = {str(link.no): 2 for link in world.connections if str(link.no) not in closed}
    found = [(f"points {no}", at) for no, at in score_labels.beside_numbers(world, scored, (), closed).items()]
    assert not clashes(found, [row for row in mountains(world) if row[0].split()[1] in closed])


def quads(world: Map) -> Iterator[tuple[str, ...]]:
    """Every settlement of four."""
    beside_it = {space: set[str]() for space in world.spaces}
    for one, other in world.roads:
        beside_it[one].add(other)
        beside_it[other].add(one)
    grown = {frozenset([space]) for space in world.spaces}
    for _ in range(3):
        grown = {group | {more} for group in grown for space in group for more in beside_it[space] - group}
    return (tuple(sorted(group)) for group in sorted(grown, key=sorted))


@pytest.mark.parametrize("map_id", MAPS)
def test_points_of_a_settlement_lie_on_nothing(map_id: str) -> None:
    world, fixed = maps.load(map_id), [row for row in signs(map_id) if not row[0].startswith("tag")]
    for spaces in quads(world):
        (at,) = score_labels.beside_chains(world, [spaces])
        assert not clashes([(f"points of {spaces}", at)], fixed)
        assert min(at.gap(places.tent(world, space)) for space in spaces) < 30, "they lie beside their settlement"


@pytest.mark.parametrize("map_id", MAPS)
def test_points_of_all_settlements_together_lie_apart(map_id: str) -> None:
    """As many settlements of four as find room on the map together, from wherever one begins to choose them."""
    world, fixed = maps.load(map_id), [row for row in signs(map_id) if not row[0].startswith("tag")]
    every = list(quads(world))
    for start in range(0, len(every), 7):
        chosen: list[tuple[str, ...]] = []
        for group in [*every[start:], *every[:start]]:
            if not {space for one in chosen for space in one} & set(group):
                chosen.append(group)
        assert len(chosen) >= 4
        found = [(str(index), at) for index, at in enumerate(score_labels.beside_chains(world, chosen))]
        kept = [row for row in fixed if row[0].split()[0] in ("totems", "plate", "number")]
        kept += [row for row in fixed if row[0].startswith("tent") and any(row[0][5:] in one for one in chosen)]
        assert not clashes(found, [*found, *kept], -SLIGHT)


# The shapes, and the pictures.


def covered(sprite: Sprite) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is drawn, around its middle; shadows left out."""
    box = sprite.alpha.point([0] * 250 + [255] * 6).getbbox()
    assert box is not None
    x, y = sprite.centre
    return box[0] - x, box[1] - y, box[2] - x, box[3] - y


def test_shapes_are_as_large_as_what_is_drawn() -> None:
    world = maps.load("base_a")
    drawn: list[tuple[Sprite, Shape]] = [(pieces.tent(tribe, LIGHT), places.tent(world, "D1a")) for tribe in SIDES[:5]]
    drawn.append((pieces.feat(3, LIGHT), layout.feat_shape(places.middle(world, "D1"))))
    drawn.append((pieces.room("3/3", True, LIGHT), layout.tag_shape(places.middle(world, "D1"))))
    drawn.append((pieces.totem_space("forest", LIGHT), places.totems(world, "D1")))
    drawn.append((pieces.tray(LIGHT), places.tray(world, "D1")))
    drawn += [
        (pieces.strip(tribes, LIGHT), score_labels.strip(*places.middle(world, "D1"), tribes)) for tribes in (1, 3, 5)
    ]
    drawn.append((pieces.plaque(LIGHT), score_labels.plaque(*places.middle(world, "D1"))))
    drawn += [
        (pieces.number(link.no, link.kind, LIGHT), places.number(world, str(link.no))) for link in world.connections
    ]
    middles = [places.middle(world, name) for name in ("D1", "D1a", *(str(link.no) for link in world.connections))]
    for sprite, shape in drawn:
        x, y = next(at for at in middles if abs(shape.x - at[0]) < 1)
        left, top, right, bottom = covered(sprite)
        box = shape.box(2)
        assert x + left >= box[0] and y + top >= box[1] and x + right <= box[2] and y + bottom <= box[3], shape


def test_marks_on_a_tray_lie_within_it_and_apart() -> None:
    left, top, right, bottom = pieces.TRAY
    for tribes in range(1, 6):
        radius, spots = pieces.tray_layout(tribes)
        for tribe, (x, y) in itertools.product(SIDES[:5], spots):
            box = covered(pieces.gain(tribe, 12, LIGHT, radius))
            assert left < x + box[0] and x + box[2] < right and top < y + box[1] and y + box[3] < bottom - 3
        for (x, y), (x1, y1) in itertools.combinations(spots, 2):
            assert abs(x - x1) > 1.7 * radius or abs(y - y1) > 1.7 * radius


def test_piles_of_totems_leave_the_plate_and_the_tag_to_be_read() -> None:
    world = maps.load("base_a")
    x, y = places.middle(world, "D1")
    tag, plate = layout.tag_shape(layout.tags("base_a")["D1"]).box()[3] - y, places.plate(world, "D1").box()[1] - y
    for tribes in range(1, 7):
        radius, spots = pieces.totem_layout(tribes)
        assert len(spots) == tribes
        for tribe, (_, down) in itertools.product(SIDES[:5], spots):
            _, top, _, bottom = covered(pieces.totem(tribe, 1, radius, LIGHT))
            assert down + top > tag - 6 and down + bottom < plate + 7
        for (x, y), (x1, y1) in itertools.combinations(spots, 2):
            assert abs(x - x1) > 1.6 * radius or abs(y - y1) > 1.6 * radius


def drawn_names(state: State, name: str, monkeypatch: pytest.MonkeyPatch) -> list[layout.Name]:
    """Which names a chapter's picture writes."""
    found: list[layout.Name] = []
    with monkeypatch.context() as patch:
        patch.setattr(land, "write_name", lambda _image, _place, name, *_rest: found.append(name))
        IwariPresenter().draw_chapter(
            IWARI.view(state, None), name, "light", Audience(("Ada", "Bo", "Chi", "Dee", "Eli"))
        )
    return found


@pytest.mark.parametrize("map_id", maps.ids())
def test_a_chapter_leaves_out_names_on_which_it_lays_points(map_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, (state, _) = playing(3, 7, map_id)
    world = state.board.map
    names_of_map = len(layout.names(map_id))
    assert len(drawn_names(state, "tents", monkeypatch)) == names_of_map <= len(world.territories)
    laid: list[Shape] = []
    numbers, chains = score_labels.beside_numbers, score_labels.beside_chains

    def noted_numbers(*arguments: object) -> dict[str, Shape]:
        found = numbers(*arguments)  # type: ignore[arg-type]
        laid.extend(found.values())
        return found

    def noted_chains(*arguments: object) -> list[Shape]:
        found = chains(*arguments)  # type: ignore[arg-type]
        laid.extend(found)
        return found

    monkeypatch.setattr(score_pictures, "beside_numbers", noted_numbers)
    monkeypatch.setattr(score_pictures, "beside_chains", noted_chains)
    for name in ("totems", "settlements"):
        laid.clear()
        written = drawn_names(state, name, monkeypatch)
        assert laid or not settlements(state)
        assert not clashes([("name", one.shape()) for one in written], [("points", shape) for shape in laid])
        assert len(written) < names_of_map or name == "settlements"


def test_plates_are_as_large_as_their_shape() -> None:
    world = maps.load("base_a")
    shape, (x, y) = places.plate(world, "D1"), places.middle(world, "D1")
    left, top, right, bottom = covered(biomes.plate("desert", "D1", LIGHT))
    box = shape.box(2)
    assert x + left >= box[0] and x + right <= box[2]
    assert y + pieces.TOTEM + top >= box[1] and y + pieces.TOTEM + bottom <= box[3]
