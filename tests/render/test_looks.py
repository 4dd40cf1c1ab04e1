"""What every look must keep: lengths that Discord takes, words for everything, nothing left unsaid."""

from __future__ import annotations

import re

import pytest

from render import PRESENTERS, Audience
from render.presenter import ALT, BUTTON, LONG, shorten
from render.typography import called
from rules.game import DrawAgreed, Resigned
from tests.render.positions import moments


@pytest.fixture(params=sorted(PRESENTERS))
def key(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def sentence(text: str) -> bool:
    """Words for people: no exclamation mark, no doubled space, no program's words, begins well and ends with a stop."""
    return not re.search(r"!|  |\bseat\b|\bstep\b|\bstate\b|None|_", text)


def test_words_fit_at_every_moment(key: str) -> None:
    for seed in range(4):
        for look, view, ask, audience, events in moments(key, seed):
            assert 0 < len(look.alt(view, audience)) <= ALT
            assert look.describe(view, audience)
            assert all(0 < len(page) <= LONG for page in look.describe(view, audience))
            assert 0 < len(look.standing(view, audience)) <= 400
            assert "\n" not in look.standing(view, audience)
            for event in events:
                line = look.tell(event, view, audience)
                assert len(line) <= 300 and "\n" not in line and sentence(line), line
            if ask is not None:
                question = look.question(ask, view, audience)
                assert question[0].isupper() and question[-1] == "." and sentence(question), question
                assert len(question) <= 120, question


def test_options_are_named_apart(key: str) -> None:
    for look, view, ask, _, _ in moments(key, 3):
        if ask is None:
            continue
        names = []
        for option in look.game.options(view):
            label = look.label(option, ask, view)
            assert 0 < len(label) <= BUTTON
            assert label[0].isupper() or not label[0].isalpha() or label[1].isdigit(), label
            assert len(look.group(option, ask, view)) <= BUTTON
            assert sentence(look.warn(option, ask, view))
            names.append((look.group(option, ask, view), label))
        assert len(set(names)) == len(names), "two options would look the same"


def test_the_last_words_name_a_winner(key: str) -> None:
    for seed in range(3):
        *_, (look, view, _, audience, _) = moments(key, seed)
        words = look.result(view, audience)
        assert words.endswith(".") and sentence(words)
        winners = [row.seat for row in look.game.standings(view) if row.winner and row.seat is not None]
        assert all(audience.name(seat) in words for seat in winners), words


def test_resigning_and_a_draw_are_told(key: str) -> None:
    look = PRESENTERS[key]
    seats = look.game.seat_range(look.game.Settings()).start
    audience = Audience(("Ada", "Bo", "Chi", "Dee", "Eli", "Flo")[:seats], 0, "")
    for gone in range(min(2, seats)):
        state = look.game.setup(look.game.Settings(), seats, 5)
        events = look.game.resign(state, gone)
        view = look.game.view(state, None)
        assert audience.name(gone) in look.tell(Resigned(gone), view, audience)
        assert look.result(view, audience) and look.describe(view, audience) and look.alt(view, audience)
        assert events == [Resigned(gone)]
    state = look.game.setup(look.game.Settings(), seats, 5)
    look.game.agree_draw(state)
    assert "draw" in look.tell(DrawAgreed(), state, audience)
    assert "draw" in look.result(look.game.view(state, None), audience)


def test_rules_pages_fit_and_mark_what_is_ours(key: str) -> None:
    pages = PRESENTERS[key].rules()
    assert len({title for title, _ in pages}) == len(pages)
    for title, text in pages:
        assert 0 < len(title) <= 60 and 0 < len(text) <= LONG and "!" not in text
    assert any("ours" in text for _, text in pages)


def test_the_lobby_says_what_will_be_played(key: str) -> None:
    look = PRESENTERS[key]
    line = look.summary(look.game.Settings())
    assert 0 < len(line) <= 400 and "\n" not in line and sentence(line)


def test_looking_changes_nothing(key: str) -> None:
    for look, view, ask, audience, _ in list(moments(key, 8))[::7]:
        before = look.game.to_json(view)
        look.describe(view, audience)
        look.draw(view, ask, "light", audience)
        assert look.game.to_json(view) == before


def test_pictures_are_rgb_and_not_too_wide(key: str) -> None:
    for look, view, ask, audience, _ in list(moments(key, 8))[:: 10 if key == "iye" else 60]:
        for theme in ("light", "dark"):
            image = look.draw(view, ask, theme, audience)
            assert image.mode == "RGB" and 1000 <= image.width <= 1600 and image.height <= 2000


def test_the_same_view_is_the_same_picture(key: str) -> None:
    look, view, ask, audience, _ = list(moments(key, 2))[9]
    assert look.draw(view, ask, "light", audience).tobytes() == look.draw(view, ask, "light", audience).tobytes()


def test_small_helpers() -> None:
    assert shorten("short", 10) == "short"
    assert shorten("a longer sentence, cut", 19) == "a longer sentence…"
    assert len(shorten("x" * 300, 256)) == 256


def test_names_that_cannot_be_drawn_are_told_apart() -> None:
    audience = Audience(("\N{GRINNING FACE}", "****", "Bo"))
    assert [called(audience, seat) for seat in range(4)] == ["Player 1", "Player 2", "Bo", "Player 4"]
