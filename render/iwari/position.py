"""The position of Iwari in words: described whole, in one line, and what everything would score."""

from __future__ import annotations

from render.iwari.sides import begin, colours, name_of
from render.iwari.words import gains, question, territory, titles
from render.presenter import ALT, LONG, Audience, Chapter, among, counted, paged, shorten
from rules.game import Standing
from rules.iwari import IWARI, State
from rules.iwari.board import DIGITS, FREE, cap, named
from rules.iwari.components import components
from rules.iwari.scoring import (
    LinkCount,
    SettlementCount,
    TerritoryCount,
    link_counts,
    parts,
    settlements,
    territory_counts,
)

TITLES = {"half": "Half journey", "tents": "Tents", "totems": "Totems", "settlements": "Settlements"}
"""How the parts of the score are called, in the order in which they are counted."""

_PHASES = {1: "First journey", 2: "Second journey"}


def describe(view: State, audience: Audience) -> list[str]:
    """See `Presenter.describe`. Tribes go by their letters, which the first lines explain."""
    lines = [headline(view, audience), *_tribes(view, audience), "", _cards(view)]
    if audience.viewer is not None and audience.viewer < view.seats:
        lines.append(own_hand(view, audience))
    lines.append("")
    lines += [_territory(view, place) for place in range(len(view.board.ids))]
    lines += ["", _connections(view), *_feats(view, audience)]
    if touched := list(dict.fromkeys([*view.last, *view.touched])):
        lines.append(f"Changed in the last turn and this one: {', '.join(touched)}.")
    return paged(lines)


def headline(view: State, audience: Audience) -> str:
    """How far the journey is and who is asked for what; the result when it is over."""
    if not view.stack:
        return result(view, audience)
    decision = view.stack[-1]
    stage = "Starting hands" if view.phase == "draft" else _PHASES[view.journey]
    if view.last_round:
        stage += ", last round"
    return f"{stage}. {audience.name(decision.seat)} is to {question(decision, view, audience)}."


def _letter(view: State, tribe: int | str) -> str:
    return colours(view, int(tribe)).letter


def _tribes(view: State, audience: Audience) -> list[str]:
    totals = parts(view).total
    lines = []
    for tribe in [*view.order, *range(view.seats, view.tribes)]:
        mark = colours(view, tribe)
        stock = f"{counted(view.tents_left[tribe], 'tent')} and {counted(view.totems_left[tribe], 'totem')} left"
        whose = f"{mark.letter} ({mark.name} {mark.mark}) is {name_of(view, tribe, audience)}"
        first = " and begins each round" if tribe == view.order[0] else ""
        text = f"{whose}{first}: {counted(totals[tribe], 'point')}, {stock}"
        if tribe < view.seats and tribe != audience.viewer:
            text += f", hand {_hand(view.hands[tribe])}"
        lines.append(text + ".")
    return lines


def own_hand(view: State, audience: Audience) -> str:
    """The viewer's own hand in a sentence; nothing for whoever does not play."""
    if audience.viewer is None or audience.viewer >= view.seats:
        return ""
    return f"Your hand: {_hand(view.hands[audience.viewer])}."


def _hand(hand: str) -> str:
    """Cards in a hand; those that nobody may see are counted."""
    seen = titles(named(hand.replace("?", "")))
    hidden = hand.count("?")
    if hidden:
        seen.append(counted(hidden, "hidden card"))
    return ", ".join(seen) or "empty"


def _cards(view: State) -> str:
    display = ", ".join(titles(named(view.display))) or "empty"
    counts = [f"{name.title()} {view.discard.count(card)}" for card in "GTFCD" for name in named(card)]
    return f"Deck {len(view.deck)}. Display: {display}. Discards: {', '.join(counts)}."


def _territory(view: State, place: int) -> str:
    """A territory in one line: its tents, its free spaces, its totems and how many it takes."""
    table = view.board
    own = table.map.territories[place]
    row, stack = view.tents[place], view.totems[place]
    letters = [space.id[-1] for space in own.spaces]
    tents = [f"{letter} {_letter(view, tribe)}" for letter, tribe in zip(letters, row, strict=True) if tribe != FREE]
    free = "".join(letter for letter, tribe in zip(letters, row, strict=True) if tribe == FREE)
    head = f"{territory(own.id, view)} ({own.biome.title()})"
    if not tents:
        return f"{head}: unexplored, {free} free."
    totems = [f"{_letter(view, tribe)} {stack.count(tribe)}" for tribe in DIGITS if tribe in stack]
    spaces = f"{free} free" if free else "full"
    return f"{head}: tents {', '.join(tents)}; {spaces}; totems {', '.join(totems) or 'none'} (at most {cap(row)})."


def _connections(view: State) -> str:
    covered = [str(number) for number in sorted(view.mountains)]
    told = [
        f"{link.no} {'–'.join(link.ends)} {link.kind}"
        for link in view.board.map.connections
        if link.no not in view.mountains
    ]
    cover = "A mountain covers" if len(covered) == 1 else "Mountains cover"
    mountains = f" {cover} {among(covered)}." if covered else ""
    return f"Connections: {', '.join(told)}.{mountains}"


def _feats(view: State, audience: Audience) -> list[str]:
    told = [f"{feat.kind.title()} of {audience.name(feat.seat)} stands on {feat.site}." for feat in view.feats]
    number = components().ours.feats
    left = [f"{kind.title()} {number[kind] - len(seats)}" for kind, seats in view.claims.items()]
    if left and view.phase != "over":
        told.append(f"Feats still to be earned: {', '.join(left)}.")
    return [" ".join(told)] if told else []


def alt(view: State, audience: Audience) -> str:
    """See `Presenter.alt`: what matters most comes first, and what finds no room any more is left out whole."""
    totals = parts(view).total
    short = [f"{shorten(name_of(view, tribe, audience), 16)} {total}" for tribe, total in enumerate(totals)]
    display = ", ".join(titles(named(view.display))) or "empty"
    told = [
        f"Points: {', '.join(short)}.",
        own_hand(view, audience) if view.phase != "over" else "",
        f"Deck {len(view.deck)}, display {display}.",
    ]
    text = f"Map of {view.board.map.name}. {headline(view, audience)}"
    for more in filter(None, told):
        if len(text) + 1 + len(more) <= ALT:
            text = f"{text} {more}"
    return shorten(text, ALT)


def standing(view: State, audience: Audience) -> str:
    """See `Presenter.standing`: all of it is open information (B-51)."""
    totals = parts(view).total
    lead = "Points" if view.phase == "over" else "Points if the journey ended now"
    return (
        f"{lead}: " + ", ".join(f"{name_of(view, tribe, audience)} {total}" for tribe, total in enumerate(totals)) + "."
    )


def result(view: State, audience: Audience) -> str:
    """See `Presenter.result`."""
    return verdict(view, IWARI.standings(view), audience)


def verdict(view: State, rows: list[Standing], audience: Audience) -> str:
    """Who has won, in a sentence."""
    if view.drawn:
        return "The match ended in an agreed draw."
    winners = [row for row in rows if row.winner]
    names = among([audience.name(row.seat) if row.seat is not None else "the third tribe" for row in winners])
    if view.resigned:
        gone = among([audience.name(seat) for seat in view.resigned])
        return f"{names or 'Nobody'} won the match: {gone} resigned."
    if [row.seat for row in winners] == [None]:
        return "The third tribe won alone, so both players lose."
    if len(winners) > 1:
        return f"{names} share the victory with {counted(winners[0].score, 'point')}."
    tied = sum(row.score == winners[0].score for row in rows) > 1
    by = ", and with more tents and totems left than others with as many" if tied else ""
    return f"{names} won with {counted(winners[0].score, 'point')}{by}."


def _ranking(rows: list[Standing], audience: Audience) -> str:
    """Everybody's points with their parts, best first."""
    told = []
    for row in sorted(rows, key=lambda row: row.rank):
        name = audience.name(row.seat) if row.seat is not None else "The third tribe"
        shares = ", ".join(f"{TITLES[part].lower()} {points}" for part, points in row.parts.items())
        told.append(f"{name} {row.score} ({shares})")
    return "; ".join(told) + "."


def scoring(view: State, audience: Audience) -> str:
    """See `Presenter.scoring`. The sum comes first."""
    *parts, total = chapters(view, audience, LONG)
    return _joined([total, *parts])


def chapters(view: State, audience: Audience, most: int) -> list[Chapter]:
    """See `Presenter.chapters`: tents, totems, settlements, the sum. Connections that give nothing are left out.

    Where `most` is too little for long names, the chapters before the sum call the tribes by their letters.
    """
    told = _chapters(view, audience)
    if len(_joined(told)) > most:
        letters = tuple(colours(view, seat).letter for seat in range(view.seats))
        key = ", ".join(f"{letter} {name}" for letter, name in zip(letters, audience.names, strict=False))
        total = Chapter(told[-1].title, f"{told[-1].text}\nLetters: {key}.")
        told = [*_chapters(view, Audience(letters, audience.viewer))[:-1], total]
    return told


def _joined(told: list[Chapter]) -> str:
    return shorten("\n\n".join(f"**{chapter.title}**\n{chapter.text}" for chapter in told), LONG)


def _chapters(view: State, audience: Audience) -> list[Chapter]:
    """A chapter has a picture where there is something to see, unless the match was broken off and nothing counted."""
    tents = [_territory_line(view, found, audience) for found in territory_counts(view)]
    links = [_link_line(view, found, audience) for found in link_counts(view) if any(found.points)]
    chains = [_settlement_line(view, found, audience) for found in settlements(view)]
    nobody = f"No tribe {'had' if view.phase == 'over' else 'has'} most totems at both ends of a connection."
    shown = view.phase == "over" or bool(view.stack)
    return [
        _chapter(TITLES["tents"], tents, "No tent stands on the map.", "tents" if shown and tents else ""),
        _chapter(TITLES["totems"], links, nobody, "totems" if shown and any(view.totems) else ""),
        _chapter(
            TITLES["settlements"], chains, "No tribe has joined four tents.", "settlements" if shown and chains else ""
        ),
        Chapter("In All", _ranking(IWARI.standings(view), audience)),
    ]


def _chapter(title: str, lines: list[str], otherwise: str, picture: str) -> Chapter:
    return Chapter(title, "\n".join(lines) or otherwise, picture)


def alt_chapter(view: State, name: str, audience: Audience) -> str:
    """See `Presenter.alt_chapter`."""
    found = parts(view)
    points, sums = getattr(found, name), found.up_to(name)
    told = ", ".join(
        f"{shorten(name_of(view, tribe, audience), 16)} {sums[tribe]} (+{points[tribe]})"
        for tribe in sorted(range(view.tribes), key=lambda tribe: -sums[tribe])
    )
    head = f"{TITLES[name]} counted on the map of {view.board.map.name}"
    return shorten(f"{head}. Points so far, and what {TITLES[name].lower()} brought: {told}.", ALT)


def _territory_line(view: State, found: TerritoryCount, audience: Audience) -> str:
    return f"{territory(view.board.ids[found.territory], view)}: {gains(found.points, view, audience)}{_times(found)}"


def _link_line(view: State, found: LinkCount, audience: Audience) -> str:
    link = view.board.map.connections[found.link]
    return f"{link.no} {'–'.join(link.ends)}, {link.kind}: {gains(found.points, view, audience)}{_times(found)}"


def _settlement_line(view: State, found: SettlementCount, audience: Audience) -> str:
    spaces = ", ".join(view.board.space_ids[space] for space in found.spaces)
    return f"{begin(view, found.tribe, audience)}: {len(found.spaces)} tents, {spaces}"


def _times(count: TerritoryCount | LinkCount) -> str:
    return f" (feats: ×{count.times})" if count.times > 1 and any(count.points) else ""
