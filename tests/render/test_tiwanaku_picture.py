"""The picture of Tiwanaku: the same for worlds that look the same, private marks for their owner, golden pictures.

When a picture is meant to change, run `LONGHOUSE_RENEW=1 python -m pytest tests/render/test_tiwanaku_picture.py`,
look at the files and commit them.
"""

from __future__ import annotations

import random

import pytest
from PIL import Image, ImageChops, ImageStat

from render import PRESENTERS, Audience
from render.encode import encode
from render.palette import THEMES, ThemeName, contrast
from render.tiwanaku import cards, crops, notes, soil, tracks, trails
from render.tiwanaku.plan import Box, plan
from render.typography import write
from rules.tiwanaku import TIWANAKU, State
from rules.tiwanaku.position import HIDDEN
from rules.tiwanaku.valley import TRAILS
from tests.render.eyes import EYES, apart
from tests.render.positions import LONG as LONG_NAMES
from tests.render.test_golden import hold
from tests.render.valleys import begin, played, seat_of

LOOK = PRESENTERS["tiwanaku"]
NAMES = ("Ada", "Кирилл Ğüneş-Çağlayan İstanbullu", "Chi", "Dee")
THEME = THEMES["light"]


def drawn(
    state: State, seat: int | None, asked: bool = False, theme: ThemeName = "light", marks: dict[str, str] | None = None
) -> Image.Image:
    view = TIWANAKU.view(state, seat)
    audience = Audience(NAMES[: state.seats], seat, "Tiwanaku #42", marks or {})
    return LOOK.draw(view, TIWANAKU.decision(view) if asked else None, theme, audience)


def differs(one: Image.Image, other: Image.Image) -> Box | None:
    return ImageChops.difference(one, other).getbbox()


CASES: dict[str, tuple[str, int, int, bool, ThemeName]] = {
    "tiwanaku-short-ask-light": ("short", 5, 21, True, "light"),
    "tiwanaku-alone-dark": ("alone", 8, 34, True, "dark"),
    "tiwanaku-together-end-light": ("pair", 9, 5000, False, "light"),
}


def scene(name: str) -> Image.Image:
    kind, seed, steps, asked, theme = CASES[name]
    state = played(kind, seed, steps)
    seat = seat_of(state) if asked else None
    return drawn(state, seat, asked, theme, {"c3": "135", "d4": "24"})


@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_as_it_was(name: str) -> None:
    hold(scene(name).reduce(6), name)


@pytest.mark.parametrize("kind", ["short", "alone", "pair"])
def test_pictures_show_nothing_hidden(kind: str) -> None:
    """For a seat and for spectators the picture is the same in any world that looks the same to them."""
    state = played(kind, 6, 8)
    assert state.stack
    for seat in (seat_of(state), None):
        other = TIWANAKU.determinize(state, seat, random.Random(9))
        assert (other.terrain, other.crops, other.hands, other.piles) != (
            state.terrain,
            state.crops,
            state.hands,
            state.piles,
        )
        assert differs(drawn(state, seat, True), drawn(other, seat, True)) is None


def test_the_end_shows_the_whole_valley() -> None:
    state = begin("long", 3)
    before = drawn(state, None)
    TIWANAKU.resign(state, 0)
    view = TIWANAKU.view(state, None)
    assert HIDDEN not in view.terrain + view.crops
    after = drawn(state, None)
    for cell in set(range(45)) - set(state.starts):
        x, y = (round(value) for value in plan("long").place(cell))
        spot = (x - 40, y - 40, x + 40, y + 40)
        assert differs(before.crop(spot), after.crop(spot))


def test_notes_are_on_the_own_board_alone_and_on_their_space() -> None:
    state = begin("short", 1)
    space = next(cell for cell in range(25) if not state.tiles >> cell & 1)
    name = state.ground.names[space]
    box = differs(drawn(state, 0), drawn(state, 0, marks={name: "135"}))
    x, y = plan("short").place(space)
    half = plan("short").side / 2
    assert box is not None and x - half < box[0] and box[2] < x + half and y - half < box[1] and box[3] < y + half
    assert differs(drawn(state, None), drawn(state, None, marks={name: "135"})) is None


def test_notes_are_dots_in_the_colours_of_their_crops() -> None:
    state = begin("short", 1)
    space = next(cell for cell in range(25) if not state.tiles >> cell & 1)
    x, y = plan("short").place(space)
    strip = (round(x) - 70, round(y) + 20, round(x) + 70, round(y) + 70)
    for digits in ("1", "35", "12345"):
        shown = drawn(state, 0, marks={state.ground.names[space]: digits}).crop(strip)
        colours = {colour for _, colour in shown.getcolors(1 << 14) or []}
        assert [str(level) for level in range(1, 6) if crops.DEEP[level - 1] in colours] == list(digits)


@pytest.mark.parametrize("kind", ["short", "crowded", "long", "alone", "pairs"])
def test_what_stands_beside_the_board_can_be_read_on_a_phone(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels and meeples are numbers of eight pixels and more where the picture is 400 wide."""
    written: list[tuple[str, int]] = []

    def noted(
        image: Image.Image, at: tuple[float, float], text: str, size: int, *rest: object, **more: object
    ) -> float:
        written.append((text, size))
        return write(image, at, text, size, *rest, **more)  # type: ignore[arg-type]

    for room in (tracks, cards):
        monkeypatch.setattr(room, "write", noted)
    state = played(kind, 5, 21)
    drawn(state, None)
    sizes = dict(written)
    wanted = [str(level) for party in state.parties for level in party.levels]
    if state.settings.mode != "coop":
        wanted += [f"×{count}" for count in state.reserve]
    assert min(sizes[text] for text in wanted) >= 32


def test_the_side_panel_takes_two_fifths_of_the_picture() -> None:
    layout = plan("short")
    assert all(1600 - box[0] >= 0.395 * 1600 for box in (layout.tracks, layout.cards))


def test_tidy_notes_lose_what_planted_crops_rule_out() -> None:
    state = begin("short", 1)
    state.tiles = state.planted = 0
    state.terrain = "dddss" + "s" * 20
    state.crops = "1" + "2" * 24
    state.tiles, state.planted = 0b111, 0b1
    noted = {"b1": "123", "c1": "123", "d1": "123", "a1": "12"}
    assert notes.shown(state, noted) == {1: "123", 2: "123", 3: "123"}
    # b1 touches the crop, c1 is of its region, d1 is of nothing known.
    assert notes.shown(state, {**noted, "tidy": "on"}) == {1: "23", 2: "23", 3: "123"}


def test_what_is_asked_is_marked_where_it_can_be_done() -> None:
    state = played("short", 5, 21)
    seat = seat_of(state)
    box = differs(drawn(state, seat), drawn(state, seat, True))
    left, top, right, bottom = plan("short").field
    assert box is not None
    assert left - 30 < box[0] and top - 30 < box[1] and box[2] < right + 30 and box[3] < bottom + 30


def test_the_own_stacks_are_drawn_for_their_owner_alone() -> None:
    state = begin("pair", 2)
    seat = state.active
    view = TIWANAKU.view(state, seat)
    shuffled = TIWANAKU.copy(state)
    shuffled.hands[1 - seat] = [[tile ^ 1 for tile in stack] for stack in shuffled.hands[1 - seat]]
    assert differs(drawn(state, seat), drawn(shuffled, seat)) is None
    turned = TIWANAKU.copy(state)
    turned.hands[seat] = [[*stack[:-1], stack[-1] ^ 1] if stack else [] for stack in turned.hands[seat]]
    assert differs(drawn(state, seat), drawn(turned, seat)) is not None
    assert differs(drawn(state, None), drawn(turned, None)) is None
    assert view.stack


def test_the_largest_picture_is_within_the_budget() -> None:
    state = played("long", 8, 5000)
    audience = Audience(LONG_NAMES[:4], None, "Tiwanaku #1234567")
    picture = encode(LOOK.draw(TIWANAKU.view(state, None), None, "light", audience))
    assert picture.width == 1600 and len(picture.data) <= 300 * 1024


def test_terrains_and_crops_differ_for_all_eyes() -> None:
    for theme in THEMES.values():
        grounds = [soil.ground(terrain, theme).base for terrain in range(4)]
        for eyes in EYES:
            for colours in (grounds, crops.COLOURS):
                pairs = [(a, b) for at, a in enumerate(colours) for b in colours[at + 1 :]]
                assert min(apart(a, b, eyes) for a, b in pairs) > 12


def test_patterns_differ_without_colour() -> None:
    """In grey, and all brought to one lightness, the four grounds are still four."""
    grey = [soil.pattern(terrain, THEME).convert("L") for terrain in range(4)]
    even = []
    for image in grey:
        shift = 128 - ImageStat.Stat(image).mean[0]
        even.append(image.point([max(0, min(255, round(value + shift))) for value in range(256)]))
    for at, one in enumerate(even):
        for other in even[at + 1 :]:
            assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 4


def test_patterns_go_on_at_their_edges() -> None:
    for terrain in range(4):
        image = soil.pattern(terrain, THEME).convert("L")
        wide = soil.PERIOD
        seam = [abs(image.getpixel((wide, y)) - image.getpixel((wide - 1, y))) for y in range(wide)]  # type: ignore[operator]
        inner = [abs(image.getpixel((200, y)) - image.getpixel((201, y))) for y in range(wide)]  # type: ignore[operator]
        assert sum(seam) < 3 * sum(inner) + wide


def test_regions_grow_together() -> None:
    terrain = "dd..." + "ds..." + "." * 15
    assert soil.neighbours(terrain, 5, 0) == 0b0110
    assert soil.neighbours(terrain, 5, 1) == 0b1000 | 1 << 6
    assert soil.neighbours(terrain, 5, 6) == 0
    whole = soil.cut(150, 0b0110)
    assert whole.cover.getpixel((149, 75)) == 255 and whole.cover.getpixel((0, 75)) == 0
    assert whole.cover.getpixel((149, 149)) == 0, "the corner of two arms is another's"
    assert soil.cut(150, 0b0110 | 1 << 5).cover.getpixel((149, 149)) == 255


def test_every_trail_begins_and_ends_at_its_spaces() -> None:
    layout = plan("long")
    left, top, right, bottom = layout.field
    for number, _ in enumerate(TRAILS):
        line = trails.outline(layout, number)
        for x, y in (line[0], line[-1]):
            away = min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom))
            assert away == 3
        land = layout.land
        assert all(land[0] < x < land[2] and land[1] < y < land[3] for x, y in line)


@pytest.mark.parametrize("theme", list(THEMES))
def test_the_last_words_in_the_band_can_be_read(theme: ThemeName) -> None:
    """A shared victory is nobody's colour: its words stand out from the strong one that it has."""
    state = played("short", 3, 6)
    state.stack.clear()
    state.parties[1] = state.parties[0]
    band = drawn(state, None, theme=theme).convert("RGB").crop((1240, 52, 1500, 86))
    colours = [colour for count, colour in band.getcolors(1 << 16) or [] if count > 20]
    assert max(contrast(THEMES[theme].trail, colour) for colour in colours) > 4.5
