"""A match as an animated picture."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from render import PRESENTERS, Audience
from render.animation import durations, film
from render.replay import Replay, chosen
from render.worker_pool import WorkerPool
from rules.iwari import IWARI
from rules.iye import IYE
from tests.render.test_iwari_words import finished

WHO = Audience(("Ada", "Bo"), None, "İye #42")


def views(moves: int) -> tuple[bytes, ...]:
    state = IYE.setup(IYE.Settings(), 2, 5)
    found = [IYE.to_json(IYE.view(state, None))]
    for _ in range(moves):
        IYE.apply(state, IYE.options(state)[0])
        found.append(IYE.to_json(IYE.view(state, None)))
    return tuple(found)


def test_a_film_shows_each_board_and_stays_on_the_last() -> None:
    picture = film(Replay("iye", views(3), audience=WHO))
    movie = Image.open(BytesIO(picture.data))
    assert (movie.format, picture.suffix) == ("GIF", "gif")
    assert movie.n_frames == 4  # type: ignore[attr-defined]
    assert movie.size == (picture.width, picture.height) == (800, 620)
    times = []
    for index in range(4):
        movie.seek(index)
        times.append(movie.info["duration"])
    assert times == [900] * 3 + [4000]


def test_a_film_is_made_to_fit() -> None:
    whole = film(Replay("iye", views(2), audience=WHO))
    small = film(Replay("iye", views(2), audience=WHO, limit=len(whole.data) - 1))
    assert len(small.data) < len(whole.data) and small.width < whole.width
    with pytest.raises(ValueError, match="cannot be shown"):
        film(Replay("iye", views(1), audience=WHO, limit=1000))
    with pytest.raises(ValueError, match="needs a view"):
        film(Replay("iye", ()))


def test_frames_of_a_long_match_are_chosen_evenly() -> None:
    assert chosen(5, 10) == [0, 1, 2, 3, 4]
    assert chosen(101, 5) == [0, 25, 50, 75, 100]
    assert sum(durations(120)) < 120_000 and durations(3) == [900, 900, 4000]


def test_the_score_is_counted_before_the_last_board() -> None:
    state = finished(3, 3)
    view = IWARI.to_json(IWARI.view(state, None))
    chapters = [found.picture for found in PRESENTERS["iwari"].chapters(state, WHO) if found.picture]
    movie = Image.open(BytesIO(film(Replay("iwari", (view, view), audience=WHO)).data))
    assert len(chapters) == 3 and movie.n_frames == 5  # type: ignore[attr-defined]
    times = []
    for index in range(5):
        movie.seek(index)
        times.append(movie.info["duration"])
    assert times == [900, 4000, 4000, 4000, 4000] == durations(2, 3)


async def test_the_workers_make_films() -> None:
    async with WorkerPool() as pool:
        picture = await pool.film(Replay("iye", views(1), audience=WHO))
    assert picture.suffix == "gif"
