"""Every word that is said about a match of Iwari, except the position and the score in words."""

from __future__ import annotations

from render.iwari.sides import by_points, gainers, name_of
from render.presenter import Audience, among, counted
from rules.game import Decision, Event
from rules.iwari import Settings, State, events
from rules.iwari.board import named
from rules.iwari.drawing import FROM_DECK, HAND, DrawCard
from rules.iwari.feats import DECLINE, ChooseFeat
from rules.iwari.maps import load
from rules.iwari.playing import DONE, PlayCards, PlayMore
from rules.iwari.third_tribe import PlayThirdTribe, PlayThirdTribeMore

FEATS = ("union", "discovery", "honour", "respect")


def tell(event: Event, view: State, audience: Audience) -> str:
    """See `Presenter.tell`."""
    match event:
        case events.TentPlaced():
            return _tent(event, view, audience)
        case events.TotemPlaced():
            whose = _whose("totem", event.tribe, view)
            high = f", now {event.height} high" if event.height > 1 else ""
            return f"{audience.name(event.seat)} placed {whose} on {event.territory}{high}, for {price(event.paid)}."
        case events.CardDiscarded():
            return _discarded(event, view, audience)
        case events.CardTaken():
            return f"{audience.name(event.seat)} took {event.card.title()} from the display."
        case events.DeckDrawn():
            return f"{audience.name(event.seat)} drew from the deck; {_cards(event.left)} left."
        case events.CardSeen():
            return f"You drew {event.card.title()}." if event.seat == audience.viewer else ""
        case events.DisplayRefilled():
            return f"New in the display: {among(titles(event.cards))}. The deck holds {counted(event.left, 'card')}."
        case events.DeckReshuffled():
            return f"The deck was used up for the first time: {counted(event.cards, 'discard')} became the new deck."
        case events.LastRound():
            return _last_round(event, audience)
        case events.FeatPlaced():
            return f"{audience.name(event.seat)} placed {event.feat.title()} on {site(event.site, view)}."
        case events.FeatDeclined():
            return f"{audience.name(event.seat)} declined {event.feat.title()}."
    return _scored(event, view, audience)


def _scored(event: Event, view: State, audience: Audience) -> str:
    """The counting. What each territory, connection and settlement has brought is told by the totals of the half
    journey and, at the end, by `Presenter.scoring`: a line for each would push what was played out of the post."""
    match event:
        case events.HalfJourney():
            return "Half of the journey is over: the tents are counted."
        case events.JourneyEnd():
            return "The journey is over: tents, totems and settlements are counted."
        case events.HalfTotals():
            return f"After the half journey: {_shares(event, view, audience)}."
        case events.FinalTotals():
            return f"Final points: {_totals(event.total, view, audience)}."
    return ""


def _tent(event: events.TentPlaced, view: State, audience: Audience) -> str:
    whose = _whose("tent", event.tribe, view)
    line = f"{audience.name(event.seat)} placed {whose} on {event.space}, for {price(event.paid)}"
    return f"{line}. {territory(event.territory, view)} is explored." if event.opened else f"{line}."


def _whose(piece: str, tribe: int, view: State) -> str:
    return f"a {piece} of the third tribe" if tribe == view.third else f"a {piece}"


def _discarded(event: events.CardDiscarded, view: State, audience: Audience) -> str:
    line = f"{audience.name(event.seat)} discarded {event.card.title()}"
    if event.tribe == view.third:
        return f"{line}: the third tribe could place nothing."
    return f"{line}."


def _last_round(event: events.LastRound, audience: Audience) -> str:
    name = audience.name(event.seat)
    cause, drawn = f"{name} has no tents left", "any more"
    if event.cause == "deck":
        cause, drawn = "The deck was used up again", "after this turn"  # B-37: its cards may still come to hand
    if event.until == event.seat:
        return f"{cause}: the journey ends with this turn."
    return f"{cause}: the journey ends after {audience.name(event.until)}'s next turn, and nobody draws {drawn}."


def gains(points: list[int], view: State, audience: Audience) -> str:
    """Who gets how much, most first: "Ada 7, Bo 3"; "nobody" when nobody does."""
    return ", ".join(f"{name_of(view, tribe, audience)} {points[tribe]}" for tribe in gainers(points)) or "nobody"


def _totals(points: list[int], view: State, audience: Audience) -> str:
    """What each side has, most first, also those that have nothing."""
    return ", ".join(f"{name_of(view, tribe, audience)} {points[tribe]}" for tribe in by_points(points))


def _shares(event: events.HalfTotals, view: State, audience: Audience) -> str:
    """What each tribe has, most first, and from where: "Bo 9 (G1 6, T1 3), Ada 4 (T1 4)"."""
    told = []
    for tribe in by_points(event.points):
        parts = ", ".join(f"{name} {points[tribe]}" for name, points in event.territories.items() if points[tribe])
        told.append(f"{name_of(view, tribe, audience)} {event.points[tribe]}{f' ({parts})' if parts else ''}")
    return ", ".join(told)


def _cards(count: int) -> str:
    return f"{counted(count, 'card')} {'is' if count == 1 else 'are'}"


def titles(cards: tuple[str, ...]) -> list[str]:
    """The names of cards as they are written."""
    return [card.title() for card in cards]


def price(paid: tuple[str, ...]) -> str:
    """What was paid: one card, or two of a kind as a wild one."""
    return paid[0].title() if len(paid) == 1 else f"a pair of {paid[0].title()}"


def territory(name: str, view: State) -> str:
    """A territory by its id and its name."""
    return f"{name} {view.board.map.territory(name).name}"


def site(name: str, view: State) -> str:
    """Where a feat stands: a territory or a connection."""
    if name in view.board.index:
        return territory(name, view)
    ends = next(link.ends for link in view.board.map.connections if str(link.no) == name)
    return f"connection {name}, {'–'.join(ends)}"


# What is asked.


_AFTER_THE_FIRST = (PlayMore, PlayThirdTribe, PlayThirdTribeMore, DrawCard)


def question(decision: Decision, view: State, audience: Audience) -> str:
    """See `Presenter.question`. What is asked after a turn's first piece depends on the hand: others are not told."""
    if audience.viewer != decision.seat and view.phase != "draft" and isinstance(decision, _AFTER_THE_FIRST):
        return "finish the turn"
    match decision:
        case PlayCards():
            return "place a piece or discard a card"
        case PlayMore():
            return f"place a second piece in {view.board.ids[decision.place]} or be done"
        case PlayThirdTribe():
            if decision.options(view)[0] in view.board.moves:
                return "place a piece for the third tribe"
            return "discard a card, since the third tribe can place nothing"  # T2-2
        case PlayThirdTribeMore():
            return f"place a second piece for the third tribe in {view.board.ids[decision.place]} or be done"
        case DrawCard():
            missing = HAND - len(view.hands[decision.seat])
            return "draw a card" if missing == 1 else f"draw a card ({missing} to draw)"
        case ChooseFeat():
            kinds = [earned.kind.title() for earned in decision.earned]
            return f"place {among(kinds)} on the map, or decline"
    return "choose"


def held(decision: Decision, view: State, audience: Audience) -> str:
    """What goes on from the question for whoever is asked, and for nobody else: the cards in hand."""
    hand = view.hands[decision.seat] if audience.viewer == decision.seat else ""
    return f"; you hold {among(titles(named(hand)))}" if hand else ""


def label(option: str, view: State) -> str:
    """See `Presenter.label`."""
    if option == DONE:
        return "Done"
    if option == FROM_DECK:
        return "Draw From the Deck"
    verb, _, rest = option.partition("-")
    if verb in ("tent", "totem"):
        where, _, paid = rest.partition("-")
        cost = paid.split("+")
        return f"{verb.title()} on {where} · {f'Pair of {cost[0].title()}' if len(cost) > 1 else paid.title()}"
    if verb == "draw":
        return f"Take {rest.title()}"
    if verb == "discard":
        return f"Discard {rest.title()}"
    if verb == DECLINE:
        return f"Decline {rest.title()}" if rest else "Decline"
    where = site(rest, view)
    return f"{verb.title()} on {where[0].upper()}{where[1:]}"


def group(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.group`: first the territory, then piece, space and payment; no list is longer than 25."""
    if isinstance(decision, (PlayCards, PlayThirdTribe)):
        move = view.board.moves.get(option)
        return "Discard a Card" if move is None else territory(view.board.ids[move[1]], view)
    if isinstance(decision, ChooseFeat) and len(decision.earned) > 1:
        verb, _, rest = option.partition("-")
        return (rest if verb == DECLINE else verb).title()
    return ""


def warn(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.warn`: a pair is spent where one card would do."""
    move = view.board.moves.get(option)
    if move is None or len(move[3]) == 1:
        return ""
    biome = view.board.biomes[move[1]]
    if biome in view.hands[decision.seat]:
        return f"You could pay for this with one {named(biome)[0].title()} card."
    return ""


def summary(settings: Settings) -> str:
    """See `Presenter.summary`."""
    hands = "Starting hands are drafted." if settings.draft else "Starting hands are dealt."
    chosen = [feat.title() for feat in FEATS if feat in settings.feats]
    feats = f"With the feats {among(chosen)}." if len(chosen) > 1 else f"With the feat {chosen[0]}." if chosen else ""
    return f"Iwari on the map {load(settings.map).name}. {hands} {feats or 'Without feats.'}"
