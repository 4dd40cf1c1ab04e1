"""The position of Iwari in words: described whole, in one line, and what everything would score."""

from __future__ import annotations

from render.iwari import names
from render.iwari.sides import colours, name_first, name_of
from render.iwari.words import gains, question
from render.language import enumeration, listing, plural, say, together, translatable
from render.presenter import ALT, LONG, Audience, Chapter, paged, shorten
from rules.game import Standing
from rules.iwari import IWARI, State
from rules.iwari.board import DIGITS, FREE, cap
from rules.iwari.components import components
from rules.iwari.scoring import (
    LinkCount,
    Parts,
    SettlementCount,
    TerritoryCount,
    link_counts,
    parts,
    settlements,
    territory_counts,
)


def describe(view: State, audience: Audience) -> list[str]:
    """See `Presenter.describe`. Tribes go by their letters, which the first lines explain."""
    lines = [headline(view, audience), *_tribes(view, audience), "", _cards(view)]
    if audience.viewer is not None and audience.viewer < view.seats:
        lines.append(own_hand(view, audience))
    lines.append("")
    lines += [_territory(view, place) for place in range(len(view.board.ids))]
    lines += ["", _connections(view), *_feats(view, audience)]
    if touched := list(dict.fromkeys([*view.last, *view.touched])):
        lines.append(say("Changed in the last turn and this one: {places}.", places=enumeration(touched)))
    return paged(lines)


def headline(view: State, audience: Audience) -> str:
    """How far the journey is and who is asked for what; the result when it is over."""
    if not view.stack:
        return result(view, audience)
    decision = view.stack[-1]
    return say(
        _STAGES[_stage(view)],
        name=audience.name(decision.seat),
        question=question(decision, view, audience),
    )


_STAGES = {
    "draft": translatable("Starting hands. {name} is asked: {question}"),
    "first journey": translatable("First journey. {name} is asked: {question}"),
    "second journey": translatable("Second journey. {name} is asked: {question}"),
    "first journey, last round": translatable("First journey, last round. {name} is asked: {question}"),
    "second journey, last round": translatable("Second journey, last round. {name} is asked: {question}"),
}
"""How far the journey has come."""


def _stage(view: State) -> str:
    if view.phase == "draft":
        return "draft"
    if view.journey == 1:
        return "first journey, last round" if view.last_round else "first journey"
    return "second journey, last round" if view.last_round else "second journey"


def _letter(view: State, tribe: int | str) -> str:
    return colours(view, int(tribe)).letter


def _tribes(view: State, audience: Audience) -> list[str]:
    found = parts(view)
    return [
        _tribe(view, tribe, _points(found, tribe), audience) for tribe in [*view.order, *range(view.seats, view.tribes)]
    ]


def _points(found: Parts, tribe: int) -> str:
    """A tribe's points, and what they are made of where there are any."""
    made = {part: getattr(found, part)[tribe] for part in names.PARTS}
    if not any(made.values()):
        return plural(found.total[tribe], "{count} point", "{count} points")
    return plural(
        found.total[tribe],
        "{count} point ({parts})",
        "{count} points ({parts})",
        parts=enumeration(f"{names.part(part)} {points}" for part, points in made.items() if points),
    )


def _tribe(view: State, tribe: int, points: str, audience: Audience) -> str:
    mark = colours(view, tribe)
    sentence = translatable("{letter} ({colour} {mark}) is {name}: {points}, {stock}.")
    if tribe == view.order[0]:
        sentence = translatable("{letter} ({colour} {mark}) is {name} and begins each round: {points}, {stock}.")
    return say(
        sentence,
        letter=mark.letter,
        colour=mark.name,
        mark=mark.mark,
        name=name_of(view, tribe, audience),
        points=points,
        stock=_stock(view, tribe, audience),
    )


def _stock(view: State, tribe: int, audience: Audience) -> str:
    """The pieces that a tribe has left; of another player also the hand, as far as it is known."""
    tents = plural(view.tents_left[tribe], "{count} tent", "{count} tents")
    totems = plural(view.totems_left[tribe], "{count} totem", "{count} totems")
    if tribe >= view.seats or tribe == audience.viewer:
        return say("{tents} and {totems} left", tents=tents, totems=totems)
    hand = _hand(view.hands[tribe])
    return say("{tents} and {totems} left, hand {cards}", tents=tents, totems=totems, cards=hand)


def own_hand(view: State, audience: Audience) -> str:
    """The viewer's own hand in a sentence; nothing for whoever does not play."""
    if audience.viewer is None or audience.viewer >= view.seats:
        return ""
    return say("Your hand: {cards}.", cards=_hand(view.hands[audience.viewer]))


def _hand(hand: str) -> str:
    """Cards in a hand; those that nobody may see are counted."""
    seen = names.cards(hand.replace("?", ""))
    if hidden := hand.count("?"):
        seen.append(plural(hidden, "{count} hidden card", "{count} hidden cards"))
    return enumeration(seen) or say("empty")


def _display(view: State) -> str:
    return enumeration(names.cards(view.display)) or say("empty")


def _cards(view: State) -> str:
    discards = enumeration(f"{name} {view.discard.count(card)}" for card in "GTFCD" for name in names.cards(card))
    return say(
        "Deck {count}. Display: {display}. Discards: {discards}.",
        count=len(view.deck),
        display=_display(view),
        discards=discards,
    )


def _territory(view: State, place: int) -> str:
    """A territory in one line: its tents, its free spaces, its totems and how many it takes."""
    own = view.board.map.territories[place]
    row, stack = view.tents[place], view.totems[place]
    letters = [space.id[-1] for space in own.spaces]
    tents = [f"{letter} {_letter(view, tribe)}" for letter, tribe in zip(letters, row, strict=True) if tribe != FREE]
    free = "".join(letter for letter, tribe in zip(letters, row, strict=True) if tribe == FREE)
    name, biome = names.territory(own.id, view), names.biome(own.biome)
    if not tents:
        return say("{name} ({biome}): unexplored, {spaces} free.", name=name, biome=biome, spaces=free)
    totems = [f"{_letter(view, tribe)} {stack.count(tribe)}" for tribe in DIGITS if tribe in stack]
    sentence = translatable("{name} ({biome}): tents {tents}; full; totems {totems} (at most {most}).")
    if free:
        sentence = translatable("{name} ({biome}): tents {tents}; {spaces} free; totems {totems} (at most {most}).")
    return say(
        sentence,
        name=name,
        biome=biome,
        tents=enumeration(tents),
        spaces=free,
        totems=enumeration(totems) or say("none"),
        most=cap(row),
    )


def _connections(view: State) -> str:
    open_ones = [
        f"{link.no} {names.ends_of(link.ends)} {names.connection_kind(link.kind)}"
        for link in view.board.map.connections
        if link.no not in view.mountains
    ]
    told = say("Connections: {connections}.", connections=enumeration(open_ones))
    if not view.mountains:
        return told
    covered = plural(
        len(view.mountains),
        "A mountain covers {numbers}.",
        "Mountains cover {numbers}.",
        numbers=listing([str(number) for number in sorted(view.mountains)]),
    )
    return together([told, covered])


def _feats(view: State, audience: Audience) -> list[str]:
    told = [
        say(
            "{feat} of {name} stands on {place}.",
            feat=names.feat(feat.kind),
            name=audience.name(feat.seat),
            place=feat.site,
        )
        for feat in view.feats
    ]
    number = components().ours.feats
    left = [f"{names.feat(kind)} {number[kind] - len(seats)}" for kind, seats in view.claims.items()]
    if left and view.phase != "over":
        told.append(say("Feats still to be earned: {feats}.", feats=enumeration(left)))
    return [together(told)] if told else []


def alt(view: State, audience: Audience) -> str:
    """See `Presenter.alt`: what matters most comes first, and what finds no room any more is left out whole."""
    totals = parts(view).total
    scores = enumeration(f"{shorten(name_of(view, tribe, audience), 16)} {total}" for tribe, total in enumerate(totals))
    told = [
        say("Points: {scores}.", scores=scores),
        own_hand(view, audience) if view.phase != "over" else "",
        say("Deck {count}, display {cards}.", count=len(view.deck), cards=_display(view)),
    ]
    text = together([say("Map of {map}.", map=view.board.map.name), headline(view, audience)])
    for more in filter(None, told):
        if len(text) + 1 + len(more) <= ALT:
            text = together([text, more])
    return shorten(text, ALT)


def standing(view: State, audience: Audience) -> str:
    """See `Presenter.standing`: all of it is open information (B-51)."""
    scores = enumeration(f"{name_of(view, tribe, audience)} {total}" for tribe, total in enumerate(parts(view).total))
    if view.phase == "over":
        return say("Points: {scores}.", scores=scores)
    return say("Points if the journey ended now: {scores}.", scores=scores)


def result(view: State, audience: Audience) -> str:
    """See `Presenter.result`."""
    return verdict(view, IWARI.standings(view), audience)


def verdict(view: State, rows: list[Standing], audience: Audience) -> str:
    """Who has won, in a sentence."""
    if view.drawn:
        return say("The match ended in an agreed draw.")
    winners = [row for row in rows if row.winner]
    called = listing([audience.name(row.seat) if row.seat is not None else say("the third tribe") for row in winners])
    if view.resigned:
        gone = listing([audience.name(seat) for seat in view.resigned])
        if not winners:
            return say("Nobody won the match: {losers} resigned.", losers=gone)
        return say("{winners} won the match: {losers} resigned.", winners=called, losers=gone)
    if [row.seat for row in winners] == [None]:
        return say("The third tribe won alone, so both players lose.")
    points = winners[0].score
    if len(winners) > 1:
        return plural(
            points,
            "{names} share the victory with {count} point.",
            "{names} share the victory with {count} points.",
            names=called,
        )
    if sum(row.score == points for row in rows) > 1:
        return plural(
            points,
            "{name} won with {count} point, and with more tents and totems left than others with as many.",
            "{name} won with {count} points, and with more tents and totems left than others with as many.",
            name=called,
        )
    return plural(points, "{name} won with {count} point.", "{name} won with {count} points.", name=called)


def _ranking(rows: list[Standing], audience: Audience) -> str:
    """Everybody's points with their parts, best first."""
    told = []
    for row in sorted(rows, key=lambda row: row.rank):
        name = audience.name(row.seat) if row.seat is not None else say("The third tribe")
        shares = say(
            "half journey {half}, tents {tents}, totems {totems}, settlements {settlements}",
            half=row.parts["half"],
            tents=row.parts["tents"],
            totems=row.parts["totems"],
            settlements=row.parts["settlements"],
        )
        told.append(f"{name} {row.score} ({shares})")
    return say("{scores}.", scores="; ".join(told))


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
        key = enumeration(f"{letter} {name}" for letter, name in zip(letters, audience.names, strict=False))
        total = Chapter(told[-1].title, "\n".join([told[-1].text, say("Letters: {letters}.", letters=key)]))
        told = [*_chapters(view, Audience(letters, audience.viewer))[:-1], total]
    return told


def _joined(told: list[Chapter]) -> str:
    return shorten("\n\n".join(f"**{chapter.title}**\n{chapter.text}" for chapter in told), LONG)


def _chapters(view: State, audience: Audience) -> list[Chapter]:
    """A chapter has a picture where there is something to see, unless the match was broken off and nothing counted."""
    tents = [_territory_line(view, found, audience) for found in territory_counts(view)]
    links = [_link_line(view, found, audience) for found in link_counts(view) if any(found.points)]
    chains = [_settlement_line(view, found, audience) for found in settlements(view)]
    shown = view.phase == "over" or bool(view.stack)
    if view.phase == "over":
        no_links = say("No tribe had most totems at both ends of a connection.")
    else:
        no_links = say("No tribe has most totems at both ends of a connection.")
    no_tents, no_chains = say("No tent stands on the map."), say("No tribe has joined four tents.")
    return [
        _chapter("tents", tents, no_tents, shown and bool(tents)),
        _chapter("totems", links, no_links, shown and any(view.totems)),
        _chapter("settlements", chains, no_chains, shown and bool(chains)),
        Chapter(say("In All"), _ranking(IWARI.standings(view), audience)),
    ]


def _chapter(part: str, lines: list[str], otherwise: str, drawn: bool) -> Chapter:
    return Chapter(names.part(part), "\n".join(lines) or otherwise, part if drawn else "")


_COUNTED = {
    "tents": translatable("Tents counted on the map of {map}. Points so far, and what tents brought: {scores}."),
    "totems": translatable("Totems counted on the map of {map}. Points so far, and what totems brought: {scores}."),
    "settlements": translatable(
        "Settlements counted on the map of {map}. Points so far, and what settlements brought: {scores}."
    ),
}
"""A picture of a chapter in words, by the part of the score that it counts."""


def alt_chapter(view: State, name: str, audience: Audience) -> str:
    """See `Presenter.alt_chapter`."""
    found = parts(view)
    points, sums = getattr(found, name), found.up_to(name)
    scores = enumeration(
        f"{shorten(name_of(view, tribe, audience), 16)} {sums[tribe]} (+{points[tribe]})"
        for tribe in sorted(range(view.tribes), key=lambda tribe: -sums[tribe])
    )
    return shorten(say(_COUNTED[name], map=view.board.map.name, scores=scores), ALT)


def _territory_line(view: State, found: TerritoryCount, audience: Audience) -> str:
    place = names.territory(view.board.ids[found.territory], view)
    return say("{place}: {points}", place=place, points=_gains(view, found, audience))


def _link_line(view: State, found: LinkCount, audience: Audience) -> str:
    link = view.board.map.connections[found.link]
    return say(
        "{number} {ends}, {kind}: {points}",
        number=link.no,
        ends=names.ends_of(link.ends),
        kind=names.connection_kind(link.kind),
        points=_gains(view, found, audience),
    )


def _settlement_line(view: State, found: SettlementCount, audience: Audience) -> str:
    return plural(
        len(found.spaces),
        "{name}: {count} tent, {spaces}",
        "{name}: {count} tents, {spaces}",
        name=name_first(view, found.tribe, audience),
        spaces=enumeration(view.board.space_ids[space] for space in found.spaces),
    )


def _gains(view: State, count: TerritoryCount | LinkCount, audience: Audience) -> str:
    """Who gets how much of it, and by how much feats have multiplied that."""
    points = gains(count.points, view, audience)
    if count.times == 1 or not any(count.points):
        return points
    return say("{points} (feats: ×{times})", points=points, times=count.times)
