"""What every look must keep: lengths that Discord takes, words for everything, nothing left unsaid."""

from __future__ import annotations

import re

import msgspec
import pytest

from render import PRESENTERS, Audience, jobs
from render.jobs import Job
from render.presenter import ALT, BUTTON, LONG, shorten
from render.typography import called
from rules.game import DrawAgreed, Resigned
from tests.render.positions import moments
from tests.toy.registered import toy as toy

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(params=[*sorted(PRESENTERS), "toy"])
def key(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def sentence(text: str) -> bool:
    """Words for people: no exclamation mark, no doubled space, no program's words, begins well and ends with a stop."""
    return not re.search(r"!|  |\bseat\b|\bstep\b|\bstate\b|None|_", text)


def test_words_fit_at_every_moment(key: str) -> None:
    for seed in range(4):
        for look, view, ask, audience, events in moments(key, seed):
            for sheet in look.sheets(view):
                assert 0 < len(look.alt_sheet(view, sheet.key, audience)) <= ALT
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


def test_sheets_can_be_told_apart_and_one_is_shown(key: str) -> None:
    for look, view, ask, audience, events in moments(key, 4):
        sheets = look.sheets(view)
        keys = [sheet.key for sheet in sheets]
        assert 1 <= len(sheets) <= 5 and len(set(keys)) == len({sheet.title for sheet in sheets}) == len(sheets)
        assert all(re.fullmatch("[a-z]{1,12}", name) for name in keys)
        assert all(sheet.title.istitle() and len(sheet.title) <= BUTTON for sheet in sheets)
        assert look.sheet_for(events, ask, view) in keys and look.sheet_for([], ask, view) in keys
        assert len({look.alt_sheet(view, name, audience) for name in keys}) == len(keys)
        assert look.alt_sheet(view, keys[0], audience) == look.alt(view, audience)


def test_every_sheet_is_a_picture(key: str) -> None:
    look, view, ask, audience, _ = list(moments(key, 2))[5]
    pictures = [look.draw_sheet(view, sheet.key, ask, "light", audience) for sheet in look.sheets(view)]
    assert pictures[0].tobytes() == look.draw(view, ask, "light", audience).tobytes()
    assert len({picture.tobytes() for picture in pictures}) == len(pictures)
    assert all(picture.mode == "RGB" and picture.width <= 1600 for picture in pictures)


def test_a_worker_draws_the_sheet_that_is_asked_for(key: str) -> None:
    look, view, _, audience, _ = next(moments(key, 2))
    raw = look.game.to_json(view)
    made = [jobs.draw(Job(key, raw, audience=audience, sheet=sheet.key)).data for sheet in look.sheets(view)]
    assert len(set(made)) == len(made)
    assert jobs.draw(Job(key, raw, audience=audience)).data == made[0]


def test_fields_are_settings_and_fit_into_a_form(key: str) -> None:
    look = PRESENTERS[key]
    settings = look.game.Settings()
    known = msgspec.to_builtins(settings)
    fields = look.fields(settings)
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        assert {field.name, *(name for name, _ in field.flags)} <= set(known)
        assert 0 < len(field.label) <= 45 and len(field.hint) <= 100
        assert len(field.choices) + len(field.flags) <= 25 and all(len(label) <= 100 for _, label in field.choices)
        for value, _ in field.choices:
            msgspec.convert({**known, field.name: [value] if field.many else value}, look.game.Settings)


def test_what_begins_a_match_is_told_in_a_few_words(key: str) -> None:
    look = PRESENTERS[key]
    assert look.tables and look.tables[0] is look.beginnings[0]
    assert all(found.command.startswith(f"{key} ") and sentence(found.what) for found in look.beginnings)
    assert all(command.startswith(f"{key} ") for command in look.typed)
    assert 0 <= look.accent <= 0xFFFFFF


def test_a_challenge_of_the_day_is_told_without_giving_it_away(key: str) -> None:
    look = PRESENTERS[key]
    if look.game.challenges is None:
        return
    for weekday in range(7):
        goal = look.game.goal(weekday)
        assert sentence(look.task(goal)) and look.task(goal)[0].isupper() and look.task(goal).endswith(".")
        told = {look.outcome(goal, won, 12, goal.moves or 30) for won in (True, False)}
        assert len(told) == 2 and all(sentence(text) for text in told)


def test_every_side_has_a_name(key: str) -> None:
    for settings in ({}, {"mode": "solo", "level": "easy"}) if key == "tiwanaku" else ({},):
        look = PRESENTERS[key]
        chosen = msgspec.convert(settings, look.game.Settings)
        state = look.game.setup(chosen, look.game.seat_range(chosen).start, 1)
        sides = [row.side for row in look.game.standings(state) if row.seat is None]
        assert all(look.side(side)[0].isupper() for side in sides)


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
    assert shorten("a longer sentence that is cut", 20) == "a longer sentence…", "not within a word"
    assert shorten("one unendingly", 10) == "one unend…", "a long word at the end is cut"
    assert len(shorten("x" * 300, 256)) == 256


def test_names_that_cannot_be_drawn_are_told_apart() -> None:
    audience = Audience(("\N{GRINNING FACE}", "****", "Bo"))
    assert [called(audience, seat) for seat in range(4)] == ["Player 1", "Player 2", "Bo", "Player 4"]
