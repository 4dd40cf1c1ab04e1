"""The picture of Iwari: what is marked, what is kept, what must not be seen, and golden pictures to look at."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import Audience
from render.encode import encode
from render.iwari import IwariPresenter, biomes, land, picture, pieces, places
from render.iwari.sides import colours
from render.palette import SIDES, THEMES, ThemeName
from render.typography import SMALLEST
from rules.iwari import IWARI, Settings, State, maps
from rules.iwari.drawing import DrawCard
from rules.iwari.position import Feat
from tests.render.test_golden import hold

LOOK = IwariPresenter()
WHO = Audience(("Ada", "Кирилл Ğüneş-Çağlayan İstanbullu", "Chi", "Dee", "W" * 32), 0, "Iwari #42")
FEATS = ("union", "discovery", "honour", "respect")


def arranged(seats: int, map_id: str = "base_a") -> State:
    """A position in the middle of a match, every part of it set by hand."""
    state = IWARI.setup(Settings(map=map_id, feats=FEATS), seats, 1)
    chance = random.Random(seats)
    state.order, state.active, state.mountains = list(range(seats)), 0, [1, 3, 5, 9][: 6 - seats]
    tribes = "012" if seats == 2 else "01234"[:seats]
    for place, empty in enumerate(state.board.empty):
        if place % 4 != 3:
            row = "".join(chance.choice(tribes + ".") for _ in empty)
            state.tents[place] = row
            most = max(row.count(tribe) for tribe in tribes)
            state.totems[place] = "".join(chance.choice(tribes) for _ in range(most))
    state.feats = [Feat("union", 0, "D1"), Feat("discovery", 1, "D1"), Feat("respect", 0, "8")]
    state.hands = ["GTC", *["???"] * (seats - 1)]
    state.known = [""] * seats
    state.deck, state.display, state.discard = "?" * 20, "GTFC", "GGGTTTFFC"
    state.touched, state.last = ["T3a"], ["F2", "F2a"]
    state.stack[-1].seat = 0
    return state


def drawn(state: State, theme: ThemeName = "light", asked: bool = False, audience: Audience = WHO) -> Image.Image:
    view = IWARI.view(state, audience.viewer)
    return LOOK.draw(view, IWARI.decision(view) if asked else None, theme, audience)


@pytest.mark.parametrize(
    ("name", "seats", "map_id", "theme"),
    [("iwari-five-light", 5, "base_a", "light"), ("iwari-two-dark", 2, "base_b2", "dark")],
)
def test_the_picture_is_as_it_was(name: str, seats: int, map_id: str, theme: ThemeName) -> None:
    """`LONGHOUSE_RENEW=1` writes the files anew; look at them before you commit them."""
    seen = drawn(arranged(seats, map_id), theme, asked=True).reduce(6)
    hold(seen, name)


def test_what_is_asked_is_marked_and_nothing_else() -> None:
    """D9: only what is legal is shown. Rings around the legal spaces, a dashed one where only a pair pays."""
    state = arranged(3)
    state.hands[0] = "GGT"
    decision: Any = IWARI.decision(state)
    legal = {option.split("-")[1] for option in decision.options(state) if option.startswith(("tent", "totem"))}
    changed = ImageChops.difference(drawn(state), drawn(state, asked=True)).convert("L").point([0] * 40 + [255] * 216)
    world = state.board.map
    for name, space in world.spaces.items():
        x, y = places.spot(space.at)
        reach = pieces.SPACE + 8
        box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
        assert (changed.crop(box).getbbox() is not None) == (name in legal), name
    for place in world.territories:
        assert place.totem is not None
        x, y = places.spot(place.totem)
        above = (round(x - 56), round(y - 15), round(x + 56), round(y + 15))
        assert (changed.crop(above).getbbox() is not None) == (place.id in legal), place.id


def test_cards_to_draw_are_marked() -> None:
    state = arranged(3)
    plain = drawn(state)
    state.stack = [DrawCard(0)]
    state.phase = "draw"
    asked = drawn(state, asked=True)
    changed = ImageChops.difference(plain, asked).convert("L").point([0] * 30 + [255] * 226).getbbox()
    assert changed is not None
    assert THEMES["light"].accent in {colour for _, colour in asked.getcolors(2_000_000) or []}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tent_shows_its_tribe(theme: ThemeName) -> None:
    state = arranged(5)
    image = drawn(state, theme)
    for place, row in enumerate(state.tents):
        for space, tribe in zip(state.board.map.territories[place].spaces, row, strict=True):
            if tribe != ".":
                x, y = places.spot(space.at)
                around = image.crop((round(x) - 22, round(y) - 22, round(x) + 22, round(y) + 22))
                shown = {colour for _, colour in around.getcolors(4000) or []}
                assert colours(state, int(tribe)).fill in shown, space.id


def test_the_third_tribe_has_a_colour_of_its_own() -> None:
    state = arranged(2)
    assert colours(state, 2) not in SIDES[:2]
    assert len({colours(state, tribe).mark for tribe in range(3)}) == 3


def test_the_land_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = arranged(4)
    drawn(state)

    def again(*_: object) -> None:
        raise AssertionError("the land was drawn a second time")

    monkeypatch.setattr(land, "draw", again)
    drawn(state, asked=True)
    state.tents[0] = "0" * len(state.tents[0])
    drawn(state)


def test_a_picture_shows_nothing_hidden() -> None:
    """The same bytes for the position and for any other that this seat could not tell from it."""
    for viewer in (1, None):
        state = IWARI.setup(Settings(), 3, 9)
        for _ in range(40):
            IWARI.apply(state, IWARI.options(state)[0])
        audience = Audience(WHO.names[:3], viewer, "Iwari")
        other = IWARI.determinize(state, viewer, random.Random(3))
        assert other.deck != state.deck
        assert drawn(state, audience=audience).tobytes() == drawn(other, audience=audience).tobytes()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("map_id", maps.ids())
def test_pictures_are_small_enough_to_send(map_id: str, theme: ThemeName) -> None:
    found = encode(drawn(arranged(5, map_id), theme, asked=True))
    assert found.width == 1600 and found.height <= 1700
    assert len(found.data) <= 300 * 1024


_NOTE_SIZES = """
from PIL import ImageFont
sizes, original = set(), ImageFont.truetype
def noted(face, size, *rest, **more):
    sizes.add(size)
    return original(face, size, *rest, **more)
ImageFont.truetype = noted
from tests.render.test_iwari_picture import arranged, drawn
drawn(arranged(5), asked=True)
print(*sorted(sizes))
"""


def test_no_text_is_too_small_to_read() -> None:
    """In a process of its own, where no letter has been drawn and kept before."""
    done = subprocess.run([sys.executable, "-c", _NOTE_SIZES], capture_output=True, text=True, check=True, timeout=100)
    sizes = [int(size) for size in done.stdout.split()]
    assert len(sizes) > 5
    assert sizes[0] >= SMALLEST


def test_biomes_are_told_by_more_than_colour() -> None:
    """Each has an emblem and a pattern of its own; a plate and a card carry its letter too."""
    emblems = set()
    for name in biomes.BIOMES:
        sprite = biomes.card(name, 92, THEMES["light"])
        emblems.add(sprite.colour.convert("L").crop((30, 60, 90, 120)).point([0] * 160 + [255] * 96).tobytes())
    assert len(emblems) == len(biomes.BIOMES) == len(set(biomes.STROKES.values()))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_head_tells_how_far_the_journey_is(seats: int) -> None:
    state = arranged(seats)
    told = [picture.phase(state)]
    state.journey = 2
    told.append(picture.phase(state))
    state.last_round = "deck"
    told.append(picture.phase(state))
    state.phase = "over"
    told.append(picture.phase(state))
    assert told == ["First Journey", "Second Journey", "Last Round", "Journey's End"]
