"""The picture of a rating's course."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render import chart
from render.palette import LIGHT
from render.rating_history import RatingHistory


def test_the_picture_keeps_the_limits_with_the_longest_name_and_most_matches() -> None:
    for theme in ("light", "dark"):
        picture = chart.chart(
            RatingHistory(
                "W" * 32, "Barbarians", [1000 + number * 37 % 400 for number in range(60)], [True] * 60, theme
            )
        )
        assert (picture.width, picture.height) == (1600, chart.HEIGHT)
        assert len(picture.data) < 300 * 1024
        assert Image.open(BytesIO(picture.data)).size == (1600, chart.HEIGHT)


def test_fewer_than_two_matches_are_refused() -> None:
    with pytest.raises(ValueError, match="two matches"):
        chart.draw(RatingHistory("Ada", "İye", [1000], [True]))


def test_won_and_lost_are_told_by_the_point_not_only_by_where_it_lies() -> None:
    won = chart.draw(RatingHistory("Ada", "İye", [1000, 1100, 1050], [True, True, False]))
    lost = chart.draw(RatingHistory("Ada", "İye", [1000, 1100, 1050], [False, True, False]))
    box = ImageChops.difference(won, lost).getbbox()
    assert box is not None
    assert lost.getpixel((chart._LEFT, round(chart._height(1000, 1000, 1100)))) != LIGHT.accent
    assert won.getpixel((chart._LEFT, round(chart._height(1000, 1000, 1100)))) == LIGHT.accent


@pytest.mark.parametrize("ratings", [[1000, 1000], [1000, 1001], [900, 2400], [-50, 40, 0], [1019, 1020, 1021]])
def test_every_rating_lies_between_the_lines(ratings: list[int]) -> None:
    low, high, pace = chart._scale(ratings)
    assert low <= min(ratings) <= max(ratings) <= high
    assert 1 <= (high - low) // pace <= 5
    assert (high - low) % pace == 0
