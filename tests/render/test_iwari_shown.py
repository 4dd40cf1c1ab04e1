"""Every piece, card and number of a position is in the picture of Iwari, in its place.

The golden pictures are small and forgive much; here it is noted which sprites are laid where and what is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from PIL import Image

from render import Audience, canvas, frame
from render.drawing import Sprite
from render.iwari import biomes, land, names, panels, picture, pieces, places
from render.iwari.sides import colours
from render.palette import THEMES, mix
from rules.iwari import IWARI, State
from rules.iwari.board import cap
from rules.iwari.drawing import DrawCard
from rules.iwari.feats import ChooseFeat
from rules.iwari.playing import PlayCards
from rules.iwari.position import Feat
from rules.iwari.scoring import parts
from rules.iwari.third_tribe import PlayThirdTribe
from tests.render.test_iwari_picture import LOOK, WHO, arranged, drawn
from tests.render.test_iwari_words import finished


class Laid(NamedTuple):
    """A sprite that was laid on the picture: what it was made from, and its place."""

    made_from: tuple[Any, ...]
    x: int
    y: int

    @property
    def at(self) -> tuple[int, int]:
        return self.x, self.y


Spy = Callable[[ModuleType, str], list[Laid]]


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Spy:
    """Notes where the sprites that a function makes are laid."""

    def follow(module: ModuleType, name: str) -> list[Laid]:
        original, found = getattr(module, name), list[Laid]()

        def noted(*arguments: Any) -> Sprite:
            class Followed(Sprite):
                def paste(self, image: Image.Image, x: float, y: float) -> None:
                    found.append(Laid(arguments, round(x), round(y)))
                    super().paste(image, x, y)

            return Followed(*original(*arguments))

        monkeypatch.setattr(module, name, noted)
        return found

    return follow


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Laid]:
    """Notes what is written below the map, and where; first by its text."""
    original, found = panels.write, list[Laid]()

    def noted(image: Image.Image, at: tuple[float, float], text: str, *rest: Any, **more: Any) -> float:
        found.append(Laid((text,), round(at[0]), round(at[1])))
        return original(image, at, text, *rest, **more)

    monkeypatch.setattr(panels, "write", noted)
    return found


def spot(at: tuple[float, float]) -> tuple[int, int]:
    return _whole(places.spot(at))


def _whole(at: tuple[float, float]) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def columns(state: State) -> dict[int, tuple[float, float, float, float]]:
    """Left, top, right and bottom of each tribe's card, in the order of play, the third tribe last."""
    top = panels._tribes_top(state.board.map)
    order = [*state.order, *range(state.seats, state.tribes)]
    return {
        tribe: (left, top, right, top + panels._TRIBE)
        for tribe, (left, right) in zip(order, panels._columns(state.tribes), strict=True)
    }


def within(found: list[Laid], box: tuple[float, float, float, float]) -> list[Laid]:
    """What lies in a box, from left to right."""
    left, top, right, bottom = box
    return sorted((one for one in found if left <= one.x <= right and top <= one.y <= bottom), key=lambda one: one.x)


# On the map.


@pytest.mark.parametrize(("seats", "map_id"), [(2, "base_a"), (3, "base_b2"), (5, "base_a")])
def test_mountains_stand_on_the_connections_that_they_cover(seats: int, map_id: str, laid: Spy) -> None:
    state = arranged(seats, map_id)
    found = laid(pieces, "mountain")
    drawn(state)
    spots = {link.no: spot(link.at) for link in state.board.map.connections}
    assert [(one.made_from[0], one.at) for one in found] == [(no, spots[no]) for no in state.mountains]
    assert len(state.mountains) == 6 - seats


def test_every_connection_has_its_number_and_its_kind(laid: Spy) -> None:
    world, theme = arranged(3).board.map, THEMES["light"]
    found = laid(pieces, "number")
    land.draw(canvas.sea(panels.height(world), theme), world, theme)
    wanted = [(link.no, link.kind, spot(link.at)) for link in world.connections]
    assert [(*one.made_from[:2], one.at) for one in found] == wanted


@pytest.mark.parametrize("seats", [2, 5])
def test_every_tent_and_every_totem_stands_where_it_was_placed(seats: int, laid: Spy) -> None:
    state = arranged(seats)
    tents, totems, rooms = laid(pieces, "tent"), laid(pieces, "totem"), laid(pieces, "room")
    drawn(state)
    wanted: list[Any] = []
    for territory, row in zip(state.board.map.territories, state.tents, strict=True):
        for space, mark in zip(territory.spaces, row, strict=True):
            wanted += [] if mark == "." else [(colours(state, int(mark)), spot(space.at))]
    assert [(one.made_from[0], one.at) for one in tents] == wanted
    tags = []
    for territory, row, stack in zip(state.board.map.territories, state.tents, state.totems, strict=True):
        assert territory.totem is not None
        x, y = spot(territory.totem)
        here = [one for one in totems if abs(one.x - x) < 50 and abs(one.y - y) < 50]
        counts = {one.made_from[0].name: one.made_from[1] for one in here}
        assert counts == {colours(state, int(mark)).name: number for mark, number in Counter(stack).items()}
        tags += [(f"{len(stack)}/{cap(row)}", len(stack) == cap(row))] * any(mark != "." for mark in row)
    assert [one.made_from[:2] for one in rooms] == tags


def test_feats_stand_beside_their_places_with_their_number(laid: Spy) -> None:
    state = arranged(3)
    state.feats = [Feat("union", 0, "D1"), Feat("discovery", 1, "D1"), Feat("respect", 0, "8")]
    found = laid(pieces, "feat")
    drawn(state)
    assert [one.made_from[0] for one in found] == [3, 2]
    for one, site in zip(found, ("D1", "8"), strict=True):
        x, y = places.middle(state.board.map, site)
        assert abs(one.x - x) < 121 and abs(one.y - y) < 121


def test_roads_between_tents_of_one_tribe_are_in_its_colour(laid: Spy) -> None:
    state = arranged(3)
    for place, empty in enumerate(state.board.empty):
        state.tents[place] = empty
    state.tents[state.board.index["G1"]] = ".....0"
    state.tents[state.board.index["F2"]] = "001"
    found = laid(pieces, "path_of")
    drawn(state)
    wanted = []
    for road in state.board.map.roads:
        if road in (("F2a", "F2b"), ("G1f", "F2a")):
            (x0, y0), (x1, y1) = places.road(state.board.map, road)
            wanted.append((colours(state, 0), (round(x1 - x0), round(y1 - y0)), (round(x0), round(y0))))
    assert [(*one.made_from[:2], one.at) for one in found] == wanted and len(wanted) == 2


def test_what_the_last_turn_and_this_one_changed_is_marked(laid: Spy) -> None:
    state = arranged(3)
    found = laid(picture, "_round")
    drawn(state)
    world = state.board.map
    assert [one.at for one in found] == [_whole(places.middle(world, name)) for name in ("F2", "F2a", "T3a")]
    assert all(one.made_from[2] for one in found), "as a trail"


# Below the map.


def row(state: State) -> tuple[float, float, float, float]:
    """The box of the row with deck, display, discards and hand."""
    top = panels._row_top(state.board.map)
    return 0, top, 1600, top + panels._ROW


@pytest.mark.parametrize(("left", "layers"), [(0, 0), (1, 1), (9, 1), (10, 2), (37, 5)])
def test_the_deck_tells_how_many_cards_it_holds(left: int, layers: int, written: list[Laid], laid: Spy) -> None:
    panels._count.cache_clear()
    cards = laid(biomes, "card")
    state = arranged(5)
    state.deck = "?" * left
    drawn(state)
    texts = [one.made_from[0] for one in written]
    assert texts[texts.index("Deck") + 1 : texts.index("Display")] == [str(left)]
    assert [one.made_from[0] for one in within(cards, row(state))].count("hidden") == layers


def test_display_and_own_hand_lie_open_and_discards_are_counted(written: list[Laid], laid: Spy) -> None:
    cards = laid(biomes, "card")
    state = arranged(3)
    state.hands[0], state.display, state.discard = "CDD", "TTG", "GGGTTTFFC"
    drawn(state)
    large = [one.made_from[0] for one in within(cards, row(state)) if one.made_from[1] == panels._CARD]
    assert [name for name in large if name != "hidden"] == ["tundra", "tundra", "glaciers", "coast", "desert", "desert"]
    texts = [one.made_from[0] for one in written]
    assert texts[texts.index("Discards") + 1 :][:5] == ["3", "3", "2", "1", "0"]
    assert "Your Hand" in texts
    for one in [card for card in within(cards, row(state)) if card.made_from[1] < panels._CARD]:
        (number,) = (text for text in written if text.y == one.y and one.x < text.x < one.x + 46)
        assert number.made_from[0] == str(state.discard.count(one.made_from[0][0].upper()))

    written.clear()
    cards.clear()
    drawn(state, audience=Audience(WHO.names, None, WHO.match))
    large = [one.made_from[0] for one in within(cards, row(state)) if one.made_from[1] == panels._CARD]
    assert [name for name in large if name != "hidden"] == ["tundra", "tundra", "glaciers"]
    assert "Your Hand" not in [one.made_from[0] for one in written], "a spectator has none"


@pytest.mark.parametrize("feats", [True, False])
def test_who_has_no_hand_sees_what_the_points_are_made_of_up_to_the_right_edge(
    feats: bool, written: list[Laid], laid: Spy
) -> None:
    state = arranged(5)
    if not feats:
        state.claims = {}
    found = parts(state)
    drawn(state, audience=Audience(WHO.names, None, WHO.match))
    _, top, _, bottom = row(state)
    texts = [one for one in written if top < one.y < bottom]
    start = next(one.x for one in texts if one.made_from[0] == "Points")
    numbers = [one for one in texts if one.x > start and one.made_from[0].isdecimal()]
    for line, part in enumerate(names.PARTS):
        own = sorted(numbers, key=lambda one: (one.y, one.x))[line * 5 : line * 5 + 5]
        assert [one.made_from[0] for one in own] == [str(getattr(found, part)[tribe]) for tribe in state.order]
    assert max(one.x for one in numbers) > 1480


def test_cards_stand_in_the_order_of_rank_when_the_score_is_counted_and_the_winner_wears_a_crown(
    written: list[Laid], laid: Spy
) -> None:
    crowns = laid(panels, "_crown")
    state = finished(5, 7)
    view = IWARI.view(state, None)
    found = parts(view)
    best = max(range(5), key=lambda tribe: found.total[tribe])
    for part in ("tents", "totems", "settlements", ""):
        written.clear()
        crowns.clear()
        if part:
            LOOK.draw_chapter(view, part, "light", WHO)
        else:
            drawn(state, audience=Audience(WHO.names, None, WHO.match))
        sums = found.up_to(part) if part else found.total
        top = panels._tribes_top(state.board.map)
        told = sorted((one.x, one.made_from[0]) for one in written if one.y == round(top + 98))
        assert [text for _, text in told] == [str(points) for points in sorted(sums, reverse=True)]
        assert len(crowns) == (part in ("settlements", ""))
        if crowns:
            left, right = panels._columns(5)[0]
            assert left < crowns[0].x < right and found.total[best] == max(sums)
        for name in names.PARTS:
            assert [one.made_from[0] for one in written].count(names.part(name)) == 1, "lines are named once"


def test_the_line_that_was_counted_has_no_colour_of_the_last_turn() -> None:
    for theme in THEMES.values():
        ground = panels._line(theme).colour.getpixel((300, 20))
        assert isinstance(ground, tuple) and max(ground) - min(ground) < 40
        assert ground == mix(theme.panel, theme.panel_edge, 0.4)


def test_feats_to_earn_are_counted(written: list[Laid]) -> None:
    state = arranged(3)
    state.claims = {"union": [0], "discovery": [], "honour": [1], "respect": []}
    drawn(state)
    texts = [one.made_from[0] for one in written]
    told = texts[texts.index("Feats to Earn") + 1 :][:8]
    assert told == ["Union", "1", "Discovery", "2", "Honour", "0", "Respect", "1"]


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_whoever_begins_each_round_has_the_sign_and_stands_first(
    order: list[int], written: list[Laid], laid: Spy
) -> None:
    signs = laid(panels, "_first")
    state = arranged(3)
    state.order = order
    drawn(state)
    assert len(signs) == 1
    boxes = columns(state)
    assert within(signs, boxes[order[0]]) == signs
    lefts = [next(one.x for one in written if one.made_from[0].startswith(WHO.names[seat][:5])) for seat in order]
    assert lefts == sorted(lefts) and lefts[0] < boxes[order[0]][2] < lefts[1] < boxes[order[1]][2] < lefts[2]


@pytest.mark.parametrize("seats", [2, 4])
def test_of_other_hands_the_cards_that_all_saw_lie_open_and_of_the_own_all(seats: int, laid: Spy) -> None:
    """B-31. Backs for the rest, and as many cards as there are."""
    cards = laid(biomes, "card")
    state = arranged(seats)
    state.hands = ["CGT", "DGT", "FG", ""][:seats]
    state.known = ["C", "GT", "", ""][:seats]
    for viewer, hands in (
        (0, [["coast", "glaciers", "tundra"], ["glaciers", "tundra", "hidden"], ["hidden"] * 2, []]),
        (1, [["coast", "hidden", "hidden"], ["desert", "glaciers", "tundra"], ["hidden"] * 2, []]),
        (None, [["coast", "hidden", "hidden"], ["glaciers", "tundra", "hidden"], ["hidden"] * 2, []]),
    ):
        cards.clear()
        drawn(state, audience=Audience(WHO.names, viewer, WHO.match))
        for tribe, box in columns(state).items():
            wanted = hands[tribe] if tribe < seats else []
            assert [one.made_from[0] for one in within(cards, box)] == wanted, "the third tribe has none"


@pytest.mark.parametrize("seats", [2, 5])
def test_each_tribe_has_its_points_tents_and_totems_on_its_card(seats: int, written: list[Laid]) -> None:
    state = arranged(seats)
    state.tents_left = [20, 11, 7, 1, 0][: state.tribes]
    state.totems_left = [8, 3, 0, 5, 1][: state.tribes]
    drawn(state)
    for tribe, box in columns(state).items():
        here = sorted(within(written, box), key=lambda one: (one.y, one.x))
        numbers = [one.made_from[0] for one in here if one.made_from[0].isdecimal()]
        left = [str(state.tents_left[tribe]), str(state.totems_left[tribe])]
        assert numbers == [str(parts(state).total[tribe]), *left]


def test_whoever_is_to_act_has_a_bright_card(laid: Spy) -> None:
    bright = laid(panels, "_bright")
    state = arranged(3)
    state.order = [1, 2, 0]
    for seat in range(3):
        bright.clear()
        state.stack[-1].seat = seat
        drawn(state)
        left, top, *_ = columns(state)[seat]
        assert [(one.made_from[1], one.at) for one in bright] == [(colours(state, seat), (round(left), round(top)))]


def test_what_is_to_be_done_is_never_cut_off_the_band(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the names of match and player are."""
    words: list[str] = []
    original = frame.write

    def noted(image: Image.Image, at: tuple[float, float], text: str, *rest: Any, **more: Any) -> float:
        words.append(text)
        return original(image, at, text, *rest, **more)

    monkeypatch.setattr(frame, "write", noted)
    for decision in (PlayThirdTribe(0), PlayCards(0), ChooseFeat(0, []), DrawCard(0)):
        state = arranged(2)
        state.stack = [decision]
        words.clear()
        turn = picture._turn(state, Audience(("W" * 32, "Bo"), 0))
        frame.head(Image.new("RGB", (1600, 200)), THEMES["light"], "Iwari #1234567", "First Journey", turn)
        assert any(text == turn.words and not text.endswith("…") for text in words), words
