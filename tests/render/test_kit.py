"""The drawing kit: outlines, type, colours, pieces."""

from __future__ import annotations

import itertools
import math

import pytest
from PIL import Image

from render import canvas, outlines, typography
from render.drawing import Drawing, Shadow
from render.iye.spirits import COLOURS
from render.palette import SIDES, THEMES, Theme, contrast, mix
from tests.render.eyes import EYES, apart


def area(outline: outlines.Outline) -> float:
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def test_path_data_is_read_as_svg_means_it() -> None:
    assert outlines.path("M0 0 L10 0 10 10 H0 Z") == [[(0, 0), (10, 0), (10, 10), (0, 10)]]
    assert outlines.path("m5 5 l10 0 v-3 h-2") == [[(5, 5), (15, 5), (15, 2), (13, 2)]]
    two = outlines.path("M0 0 L1 0 L1 1 Z M5 5 L6 5 L6 6 Z")
    assert len(two) == 2
    quarter = outlines.path("M0 0 C0 55.2 44.8 100 100 100", steps=40)[0]
    assert all(abs(math.dist(point, (100, 0)) - 100) < 0.1 for point in quarter)
    assert outlines.path("M0 0 Q5 10 10 0 T20 0", 8)[0][-5][1] < 0, "T mirrors the control point"


def test_unknown_path_commands_are_refused() -> None:
    with pytest.raises(ValueError, match="not known"):
        outlines.path("M0 0 A5 5 0 0 1 10 10")


def test_shapes_have_their_areas() -> None:
    assert area(outlines.ellipse(3, 4, 10)) == pytest.approx(math.pi * 100, rel=0.01)
    assert area(outlines.rounded(0, 0, 100, 50, 10)) == pytest.approx(5000 - (4 - math.pi) * 100, rel=0.01)
    square = outlines.rounded(0, 0, 400, 400, 40)
    assert area(outlines.coast(square, 6, seed=1)) == pytest.approx(area(square), rel=0.06)
    assert outlines.coast(square, 6, seed=1) == outlines.coast(square, 6, seed=1)


def test_marks_are_about_equally_large() -> None:
    areas = [area(canvas.mark_outline(side.mark, 20)) for side in SIDES]
    assert max(areas) / min(areas) < 1.6
    assert len({side.mark for side in SIDES}) == len({side.letter for side in SIDES}) == 6


def test_text_is_made_to_fit() -> None:
    words, size = typography.fit("A name that is far too long for its place", 200, 42, 30, "bold")
    assert words.endswith("…") and size == 30 and typography.width(words, size, "bold") <= 200
    assert typography.fit("Ada", 200, 42, 30, "bold") == ("Ada", 42)
    assert typography.fit("W" * 40, 100, 42, 8, "bold")[1] == typography.SMALLEST, "no text under the smallest size"
    lines = typography.wrap("Maximiliane von Hohenstaufen-Wettin-Sachsen", 34, "bold", 300, 2)
    assert len(lines) == 2 and all(typography.width(line, 34, "bold") <= 300 for line in lines)


def test_names_with_signs_that_the_face_lacks() -> None:
    assert typography.plain("Ada 🐺") == "Ada"
    assert typography.plain("🐺🐺", "Player 2") == "Player 2"
    assert typography.plain("Çağlayan İĞŞıöü Кирилл Łódź") == "Çağlayan İĞŞıöü Кирилл Łódź"
    assert typography.plain("a\u202eb\nc  d") == "ab c d" or typography.plain("a\u202eb\nc  d") == "abc d"


def test_written_text_stays_in_its_room() -> None:
    image = Image.new("RGB", (400, 80), (255, 255, 255))
    gone = typography.write(image, (20, 40), "A very long name indeed, too long", 40, (0, 0, 0), room=300)
    box = Image.eval(image.convert("L"), lambda value: 255 - value).getbbox()
    assert box is not None and box[0] >= 18 and box[2] <= 322 and gone <= 300


@pytest.mark.parametrize("eyes", EYES)
def test_colours_stay_apart_for_all_eyes(eyes: str) -> None:
    for one, other in itertools.combinations(SIDES, 2):
        assert apart(one.fill, other.fill, eyes) > 20, (eyes, one.name, other.name)
    for first, second in itertools.combinations(COLOURS, 2):
        assert apart(first, second, eyes) > 20, (eyes, first, second)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_words_stand_out_from_their_ground(theme: Theme) -> None:
    for ink, ground in (
        (theme.ink, theme.sea),
        (theme.ink, theme.sea_low),
        (theme.ink, theme.panel),
        (theme.quiet, theme.panel),
        (theme.quiet, theme.sea),
        (theme.land_ink, theme.land),
        (theme.land_ink, theme.land_low),
    ):
        assert contrast(ink, ground) >= 4.5
    assert contrast(theme.accent, theme.land) >= 3
    for side in SIDES:
        assert contrast(side.ink, side.fill) >= 4, side.name


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)


def test_a_shape_is_smooth_and_casts_a_shadow() -> None:
    art = Drawing((-20, -20, 120, 120), 1)
    art.disc(50, 50, 40, (200, 0, 0))
    bare = art.sprite((50, 50))
    assert bare.centre == (70, 70)
    levels = set(bare.alpha.tobytes())
    assert {0, 255} <= levels and len(levels) > 8, "edges are blended"
    shaded = art.sprite((50, 50), Shadow(6, 4, (0, 0, 0), 0.5))
    above, below = (70 + wide * y for wide, y in ((140, 70 - 44), (140, 70 + 44)))
    assert bare.alpha.tobytes()[below] == 0
    assert 20 < shaded.alpha.tobytes()[below] <= 128
    assert shaded.alpha.tobytes()[above] < shaded.alpha.tobytes()[below]


def test_the_ground_is_drawn_once_and_never_drawn_on() -> None:
    drawn = []

    def draw(number: int) -> Image.Image:
        drawn.append(number)
        return Image.new("RGB", (4, 4), (1, 2, number))

    for _ in range(3):
        for number in range(6):  # More than are kept unpacked.
            copy = canvas.ground(("a test's ground", number), lambda number=number: draw(number))  # type: ignore[misc]
            assert copy.getpixel((0, 0)) == (1, 2, number)
            copy.putpixel((0, 0), (9, 9, 9))
    assert drawn == [0, 1, 2, 3, 4, 5]


def test_an_arrow_ends_at_its_tip() -> None:
    spine = [(0.0, 0.0), *outlines.bezier([(0, 0), (100, 0), (200, 0)], 24)]
    outline = canvas.arrow_outline(spine, 20)
    assert max(x for x, _ in outline) == 200 and (200, 0) in outline
    image = Image.new("RGB", (300, 100), (255, 255, 255))
    middle = canvas.arrow(image, (20, 50), (220, 50), (255, 0, 0), 20, 0.0)
    assert middle == pytest.approx((120, 50))
    assert image.getpixel((120, 50)) == (255, 0, 0) and image.getpixel((230, 50)) == (255, 255, 255)
