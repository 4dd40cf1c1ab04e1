"""The score of Iwari chapter by chapter: each picture shows what its chapter counts, all of it and nothing else."""

from __future__ import annotations

import random

import pytest
from PIL import Image

from render import Audience
from render.drawing import Sprite
from render.encode import encode
from render.iwari import (
    IwariPresenter,
    biomes,
    layout,
    names,
    panels,
    picture,
    pieces,
    places,
    score_labels,
    score_pictures,
)
from render.iwari.sides import colours
from render.palette import Side, Theme, ThemeName
from render.presenter import ALT
from rules.iwari import IWARI, Settings, State, maps
from rules.iwari.position import Feat
from rules.iwari.scoring import parts, settlements, territory_counts
from tests.render.test_golden import hold
from tests.render.test_iwari_picture import WHO, arranged
from tests.render.test_iwari_words import finished, playing

LOOK = IwariPresenter()
SEEDS = {2: 0, 3: 3, 4: 10, 5: 7}
"""Of matches that have settlements, for five players excepted."""
CHAPTERS = ("tents", "totems", "settlements")


def pictures(state: State) -> list[str]:
    return [found.picture for found in LOOK.chapters(IWARI.view(state, None), WHO) if found.picture]


@pytest.mark.parametrize(
    ("name", "seats", "theme"), [("tents", 5, "light"), ("totems", 3, "dark"), ("settlements", 2, "light")]
)
def test_the_picture_is_as_it_was(name: str, seats: int, theme: ThemeName) -> None:
    """`LONGHOUSE_RENEW=1` writes the files anew; look at them before you commit them."""
    seen = LOOK.draw_chapter(IWARI.view(finished(seats, SEEDS[seats]), None), name, theme, WHO).reduce(6)
    hold(seen, f"iwari-count-{name}")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_marks_of_each_picture_add_up_to_its_chapter(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[str, int] = {}
    original = pieces.gain

    def noted(tribe: Side, points: int, theme: Theme, radius: float = 19) -> Sprite:
        shown[tribe.name] = shown.get(tribe.name, 0) + points
        return original(tribe, points, theme, radius)

    monkeypatch.setattr(pieces, "gain", noted)
    state = finished(seats, SEEDS[seats])
    for name in CHAPTERS:
        shown.clear()
        LOOK.draw_chapter(IWARI.view(state, None), name, "light", WHO)
        points = getattr(parts(state), name)
        assert shown == {colours(state, tribe).name: gained for tribe, gained in enumerate(points) if gained}


def _written(state: State, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written below the map; signs that are drawn once and kept are drawn before."""
    LOOK.draw_chapter(IWARI.view(state, None), name, "light", WHO)
    written: list[str] = []
    original = panels.write

    def noted(image: Image.Image, at: tuple[float, float], text: str, *rest: object, **more: object) -> float:
        written.append(text)
        return original(image, at, text, *rest, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(panels, "write", noted)
        LOOK.draw_chapter(IWARI.view(state, None), name, "light", WHO)
    return written


def test_sums_grow_from_chapter_to_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tribes' cards say, and the lines above them, is what has been counted by then, and no more."""
    state = finished(3, SEEDS[3])
    found = parts(state)
    for name in CHAPTERS:
        written = _written(state, name, monkeypatch)
        counted = names.PARTS[: names.PARTS.index(name) + 1]
        numbers = [text for text in written if text.isdecimal()]
        for tribe in state.order:
            for part in counted:
                numbers.remove(str(getattr(found, part)[tribe]))
            numbers.remove(str(found.up_to(name)[tribe]))
            numbers.remove(str(state.tents_left[tribe]))
            numbers.remove(str(state.totems_left[tribe]))
        assert not numbers
    assert found.up_to("settlements") == found.total


def test_a_chapter_has_a_picture_where_there_is_something_to_see() -> None:
    state = IWARI.setup(Settings(), 3, 1)
    assert pictures(state) == []
    for state, _ in playing(3, SEEDS[3]):
        wanted = [bool(territory_counts(state)), any(state.totems), bool(settlements(state))]
        assert pictures(state) == [name for name, there in zip(CHAPTERS, wanted, strict=True) if there]
    IWARI.resign(started := arranged(3), 1)
    assert pictures(started) == [], "a match that was broken off is not counted"


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_picture_is_told_in_words(name: str) -> None:
    state = finished(4, SEEDS[4])
    text = LOOK.alt_chapter(IWARI.view(state, None), name, Audience(("Ada", "Bo", "Chi", "Dee")))
    assert text.startswith(f"{names.part(name)} counted on the map of The First Country. Points so far, and what ")
    found = parts(state)
    for seat, told in enumerate(zip(found.up_to(name), getattr(found, name), strict=True)):
        assert f"{('Ada', 'Bo', 'Chi', 'Dee')[seat]} {told[0]} (+{told[1]})" in text


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_sum_is_cut_off_whatever_the_names(name: str) -> None:
    state = finished(5, SEEDS[5])
    text = LOOK.alt_chapter(IWARI.view(state, None), name, Audience(tuple(letter * 32 for letter in "WMQGO")))
    assert len(text) <= ALT and text.count(" (+") == 5 and text.endswith(").")


@pytest.mark.parametrize("name", CHAPTERS)
def test_nothing_hidden_is_in_the_picture(name: str) -> None:
    """The same picture for the match and for any other that a spectator, or a seat, could not tell from it."""
    state = next(state for state, _ in playing(3, SEEDS[3]) if settlements(state) and any(state.totems))
    for viewer in (None, 0, 2):
        other = IWARI.determinize(state, viewer, random.Random(5))
        seen = [
            LOOK.draw_chapter(IWARI.view(one, viewer), name, "light", Audience(WHO.names, viewer))
            for one in (state, other)
        ]
        assert seen[0].tobytes() == seen[1].tobytes()


def test_the_band_says_who_leads() -> None:
    state = finished(3, SEEDS[3])
    sums = parts(state).up_to("tents")
    ahead = max(range(3), key=lambda tribe: sums[tribe])
    assert (
        score_pictures._leader(state, "tents", Audience(("Ada", "Bo", "Chi"))).words
        == f"{('Ada', 'Bo', 'Chi')[ahead]} leads"
    )
    second = sorted(range(3), key=lambda tribe: sums[tribe])[1]
    state.half[ahead] -= sums[ahead] - sums[second]
    state.half[3 - ahead - second] = -9
    assert score_pictures._leader(state, "tents", WHO).words == "2 are level"


def test_feats_are_told_by_their_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    original = pieces.feat

    def noted(times: int, theme: Theme) -> Sprite:
        shown.append(times)
        return original(times, theme)

    monkeypatch.setattr(pieces, "feat", noted)
    state = arranged(4)
    state.feats = [Feat("union", 0, "D1"), Feat("discovery", 1, "D1"), Feat("respect", 0, "8")]
    for name, factors in (("tents", [3]), ("totems", [2])):
        shown.clear()
        LOOK.draw_chapter(IWARI.view(state, None), name, "light", WHO)
        assert shown == factors, "those of territories count for tents, those of connections for totems (F-12, F-15)"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("map_id", maps.ids())
def test_chapters_are_small_enough_to_send_together(map_id: str, theme: ThemeName) -> None:
    """A post that counts shows all three."""
    view = IWARI.view(arranged(5, map_id), None)
    for name in CHAPTERS:
        assert len(encode(LOOK.draw_chapter(view, name, theme, WHO)).data) <= 256 * 1024


def test_the_veiled_land_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    view = IWARI.view(arranged(4), None)
    LOOK.draw_chapter(view, "tents", "light", WHO)

    def again(*_: object) -> None:
        raise AssertionError("the land was drawn a second time")

    monkeypatch.setattr(picture, "ground", again)
    for name in CHAPTERS:
        LOOK.draw_chapter(view, name, "light", WHO)


def test_nothing_is_kept_without_a_bound() -> None:
    """A process that draws lives long: all it keeps of matches long over gives way to what is drawn now."""
    kept = [
        value
        for module in (biomes, score_labels, score_pictures, layout, panels, picture, pieces, places)
        for value in vars(module).values()
        if callable(getattr(value, "cache_info", None)) and value.__module__.startswith("render.iwari")
    ]
    assert len(kept) > 20
    for one in kept:
        assert (one.cache_info().maxsize or 10_000) <= 256, one
