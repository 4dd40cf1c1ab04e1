"""A match looked at again: its boards one after the other as an animated GIF that fits a size, and at its end the
chapters of the score.

GIF and not WebP: every Discord client plays it. With one palette for the whole film and only what changed in each
frame, 75 moves of İye at half width take about 1.3 MB and a second of encoding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from render import PRESENTERS
from render.encode import Picture
from render.replay import FRAMES, Replay, chosen

_SHRINK = (2, 3, 4)
_SHORTEST, _USUAL, _WHOLE, _LAST = 300, 900, 60_000, 4_000


def film(replay: Replay) -> Picture:
    """The animated picture, played for ever. ValueError when there is no view, or when it cannot be made to fit."""
    if not replay.views:
        raise ValueError("a film needs a view")
    count = min(len(replay.views), FRAMES)
    for shrink in _SHRINK:
        picture = _shoot(replay, chosen(len(replay.views), count), shrink)
        if len(picture.data) <= replay.limit:
            return picture
        count = max(2, count * 2 // 3)
    raise ValueError(f"the match cannot be shown in {replay.limit} bytes")


def durations(boards: int, chapters: int = 0) -> list[int]:
    """How long each frame stands, in milliseconds: quicker in a long film, and long enough to be read at the end.

    The chapters of the score are shown before the last board.
    """
    each = max(_SHORTEST, min(_USUAL, _WHOLE // boards))
    return [each] * (boards - 1) + [_LAST] * (chapters + 1)


def _shoot(replay: Replay, numbers: Sequence[int], shrink: int) -> Picture:
    last = len(numbers) - 1
    sample = [numbers[index] for index in sorted({0, last // 2, last})]
    palette = _palette([_board(replay, number, shrink) for number in sample])
    chapters = _chapters(replay, numbers[-1])
    frames = (
        board.quantize(palette=palette, dither=Image.Dither.NONE)
        for board in _frames(replay, numbers, chapters, shrink)
    )
    out = BytesIO()
    first = next(frames)
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=frames,  # One at a time: Pillow keeps only what changed in each.
        duration=durations(len(numbers), len(chapters)),
        loop=0,
        optimize=True,
    )
    return Picture(out.getvalue(), "gif", first.width, first.height)


def _frames(replay: Replay, numbers: Sequence[int], chapters: list[str], shrink: int) -> Iterator[Image.Image]:
    """The frames one at a time, so that a long match does not fill the memory."""
    presenter = PRESENTERS[replay.game]
    for number in numbers[:-1]:
        yield _board(replay, number, shrink)
    view = presenter.game.from_json(replay.views[numbers[-1]])
    for chapter in chapters:
        yield presenter.draw_chapter(view, chapter, replay.theme, replay.audience).reduce(shrink)
    yield _board(replay, numbers[-1], shrink)


def _board(replay: Replay, number: int, shrink: int) -> Image.Image:
    presenter = PRESENTERS[replay.game]
    view = presenter.game.from_json(replay.views[number])
    return presenter.draw(view, None, replay.theme, replay.audience).reduce(shrink)


def _chapters(replay: Replay, number: int) -> list[str]:
    """The chapters of the score that have pictures, when the match is over by then."""
    presenter = PRESENTERS[replay.game]
    view = presenter.game.from_json(replay.views[number])
    if presenter.game.decision(view) is not None:
        return []
    return [chapter.picture for chapter in presenter.chapters(view, replay.audience) if chapter.picture]


def _palette(boards: Sequence[Image.Image]) -> Image.Image:
    """255 colours for the whole film; one is left for what does not change."""
    width, height = boards[0].size
    sheet = Image.new("RGB", (width, height * len(boards)))
    for index, board in enumerate(boards):
        sheet.paste(board.resize((width, height)), (0, index * height))
    return sheet.quantize(255, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
