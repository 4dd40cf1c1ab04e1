"""The messages of a match: the turn post, and the parts that panels share with it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import ui
from msgspec import Struct

from cogs.ui.presses import button, press_id
from render import PRESENTERS
from render.messages import markup, turns
from render.messages.buttons import label
from render.messages.daily import how_to_share
from render.presenter import ALT, Presenter, shorten
from storage.stored_match import StoredMatch
from table.narration import AlwaysTold
from table.perspective import Perspective, bold, seat_name, title

if TYPE_CHECKING:
    from render.encode import Picture

LINES = 20
"""How many lines a post tells of what happened; the latest are kept."""

TEXT = 3900
"""How many characters of text one message may hold in all, a little below Discord's 4000."""

STANDING, SCORING = 500, 1800
"""How many characters of a post tell how the match stands; of the last post, how the score came about."""

NO_FILES: Mapping[str, str] = {}


def latest(lines: list[str], most: int = LINES, room: int = TEXT) -> str:
    """The lines as a text. The oldest are left out where there are more than `most`, or more than `room` characters;
    those that are always told stay."""
    ordinary = [number for number, line in enumerate(lines) if not isinstance(line, AlwaysTold)]
    text = ""
    for left in range(min(max(0, len(lines) - most), len(ordinary)), len(ordinary) + 1):
        gone = set(ordinary[:left])
        kept = [line for number, line in enumerate(lines) if number not in gone]
        text = "\n".join([*([turns.earlier_lines(left)] if left else []), *kept])
        if len(text) <= room:
            break
    return text


def heading(perspective: Perspective, lines: list[str], room: int = TEXT) -> str:
    """The title of a post with what happened; of the first one, that the match begins."""
    told = lines or ([turns.begins()] if not perspective.step_count else [])
    title = markup.heading(perspective.title)
    return f"{title}\n{latest(told, room=room - len(title) - 1)}" if told else title


def picture_name(perspective: Perspective, suffix: str, chapter: str = "") -> str:
    """A file name of its own for each picture, with nothing in it but game, match, revision and chapter or sheet."""
    part = chapter or perspective.sheet
    return f"{perspective.key}-{perspective.match}-{perspective.revision}{part and f'-{part}'}.{suffix}"


def picture_file(perspective: Perspective, picture: Picture, chapter: str = "") -> discord.File:
    """A picture as a file with a name of its own."""
    return discord.File(io.BytesIO(picture.data), filename=picture_name(perspective, picture.suffix, chapter))


def chapter_files(perspective: Perspective, pictures: Mapping[str, Picture]) -> dict[str, discord.File]:
    """The pictures of the chapters of a score as files, by the chapters' names."""
    return {chapter: picture_file(perspective, picture, chapter) for chapter, picture in pictures.items()}


def names(files: dict[str, discord.File]) -> dict[str, str]:
    """The names of files."""
    return {key: file.filename for key, file in files.items()}


def gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    """The picture with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=shorten(alt, ALT) or None))


def accent(key: str) -> int:
    """The colour at the side of a game's messages; also of a game that is not here any more."""
    return PRESENTERS[key].accent if key in PRESENTERS else Presenter.accent


def container(perspective: Perspective, *parts: ui.Item[Any]) -> ui.Container[Any]:
    """The frame around all our messages."""
    return ui.Container(*parts, accent_colour=accent(perspective.key))


def call(perspective: Perspective, *, mentioned: bool = True) -> str:
    """The line that calls whoever must act (named only, unless `mentioned`), or that tells the result."""
    audience = perspective.audience_in_text
    if perspective.waits_for is None:
        result = perspective.presenter.result(perspective.view, audience)
        return f"{result}\n{how_to_share()}" if perspective.daily else result
    if perspective.waits_for.user_id is None:
        return turns.waiting_for(bold(seat_name(perspective.waits_for)))
    decision = perspective.game.decision(perspective.view)
    assert decision is not None
    whom = mention(perspective) if mentioned else bold(seat_name(perspective.waits_for))
    return turns.call(whom, perspective.presenter.question(decision, perspective.view, audience), perspective.due_at)


def mention(perspective: Perspective) -> str:
    """Whoever must act: mentioned if a person, else named."""
    seat = perspective.waits_for
    assert seat is not None
    return markup.person(seat.user_id) if seat.user_id is not None else bold(seat_name(seat))


def mentions(perspective: Perspective) -> discord.AllowedMentions:
    """Exactly the seat to act may be notified."""
    seat = perspective.waits_for
    users = [discord.Object(seat.user_id)] if seat is not None and seat.user_id is not None else []
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def turn_post(
    perspective: Perspective,
    lines: list[str],
    picture: str,
    count: Mapping[str, str] = NO_FILES,
    *,
    mention: bool = True,
) -> ui.LayoutView:
    """The public message after a turn: what happened, the board (`picture` is its file's name; "": there is none), how
    it stands, whom it waits for.

    The last one tells how the score came about. Where its chapters have pictures (`count`: their files' names by
    chapter), the board comes after them.
    """
    over = perspective.waits_for is None
    room = TEXT - 700 - (SCORING if over else STANDING)
    board = [gallery(picture, perspective.alt())] if picture else []
    standing = scored(perspective, SCORING, count) if over else [ui.TextDisplay(_standing(perspective))]
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(shorten(heading(perspective, lines, room), room)),
        *([*standing, *board] if count else [*board, *standing]),
        ui.TextDisplay(shorten(call(perspective, mentioned=mention), 600)),
        ui.ActionRow(*post_buttons(perspective)),
        *sheet_rows(perspective, "sheet"),
    ]
    view = ui.LayoutView(timeout=None)
    view.add_item(container(perspective, *parts))
    return view


def _standing(perspective: Perspective) -> str:
    return shorten(perspective.presenter.standing(perspective.view, perspective.audience_in_text), STANDING)


def scored(perspective: Perspective, most: int, count: Mapping[str, str]) -> list[ui.Item[Any]]:
    """The score, chapter by chapter, in at most so many characters: text, and the picture where `count` names one."""
    parts: list[ui.Item[Any]] = []
    for chapter in perspective.presenter.chapters(perspective.view, perspective.audience_in_text, most):
        text = f"**{chapter.title}**\n{chapter.text}" if chapter.title else chapter.text
        parts.append(ui.TextDisplay(shorten(text, most)))
        most = max(1, most - len(text))
        if name := count.get(chapter.picture):
            parts.append(
                gallery(
                    name, perspective.presenter.alt_chapter(perspective.view, chapter.picture, perspective.audience)
                )
            )
    return parts


class OldWords(Struct, frozen=True):
    """What an old post says; "" where that is not known any more."""

    head: str = ""
    standing: str = ""
    alt: str = ""


def old_words(perspective: Perspective, lines: list[str]) -> OldWords:
    """The words of a post about this position, which told these lines."""
    alt = shorten(perspective.alt(), ALT)
    return OldWords(shorten(heading(perspective, lines, 1500), 1500), _standing(perspective), alt)


def retired(match: StoredMatch, picture: str, words: OldWords, undone: bool) -> ui.LayoutView:
    """An old post, without its buttons and its call."""
    head = words.head or markup.heading(title_of(match))
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"{turns.taken_back()}\n{head}" if undone else head)]
    if picture:
        parts.append(gallery(picture, words.alt or turns.old_board()))
    if words.standing:
        parts.append(ui.TextDisplay(words.standing))
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*parts, accent_colour=accent(match.game_key)))
    return view


def title_of(match: StoredMatch) -> str:
    """The match's short title."""
    return title(match.game_key, match.id)


def post_buttons(perspective: Perspective) -> list[ui.Button[Any]]:
    """What can be done from a turn post; a finished match can be described and played again, but for a day's challenge,
    which leads to those of the day."""
    describe = button(label("describe"), press_id("describe", perspective.match, perspective.revision))
    if perspective.waits_for is None and perspective.daily:
        today = button(label("todays_challenges"), press_id("today", 0, 0), discord.ButtonStyle.primary)
        return [today, describe]
    if perspective.waits_for is None:
        again = button(
            label("rematch"), press_id("rematch", perspective.match, perspective.revision), discord.ButtonStyle.primary
        )
        return [again, describe]
    play = button(label("play"), press_id("play", perspective.match, perspective.revision), discord.ButtonStyle.success)
    if not perspective.can_take_back:
        return [play, describe]
    return [play, describe, button(label("take_back"), press_id("askback", perspective.match, perspective.revision))]


def sheet_rows(perspective: Perspective, action: str) -> list[ui.ActionRow[Any]]:
    """A button for each sheet but the one that is shown, in a row of their own; nothing where there is but one."""
    buttons = [
        button(sheet.title, press_id(action, perspective.match, perspective.revision, sheet.key))
        for sheet in perspective.sheets
        if sheet.key != perspective.sheet
    ]
    return [ui.ActionRow(*buttons)] if buttons else []


def plain_post(perspective: Perspective, text: str, *rows: ui.ActionRow[Any]) -> ui.LayoutView:
    """A short public message of a match, without a picture."""
    view = ui.LayoutView(timeout=None)
    view.add_item(container(perspective, ui.TextDisplay(shorten(text, TEXT)), *rows))
    return view


def closing(key: str, text: str) -> ui.LayoutView:
    """A public message of a match that had buttons, with its last words."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay[Any](shorten(text, TEXT)), accent_colour=accent(key)))
    return view


def note(text: str) -> ui.LayoutView:
    """A short private answer."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(shorten(text, TEXT)))
    return view
