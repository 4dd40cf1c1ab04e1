"""What happens in a match of Iwari, what is asked, and how the choices are named and grouped."""

from __future__ import annotations

from render.iwari import names
from render.iwari.sides import by_points, gainers, name_of
from render.language import enumeration, listing, plural, say, together, translatable
from render.presenter import Audience
from rules.game import Decision, Event
from rules.iwari import Settings, State, events
from rules.iwari.drawing import FROM_DECK, HAND, DrawCard
from rules.iwari.feats import DECLINE, ChooseFeat
from rules.iwari.maps import load
from rules.iwari.playing import DONE, PlayCards, PlayMore
from rules.iwari.third_tribe import PlayThirdTribe, PlayThirdTribeMore


def tell(event: Event, view: State, audience: Audience) -> str:
    """See `Presenter.tell`."""
    match event:
        case events.TentPlaced():
            return _tent_placed(event, view, audience)
        case events.TotemPlaced():
            return _totem_placed(event, view, audience)
        case events.CardDiscarded():
            return _discarded(event, view, audience)
        case events.LastRound():
            return _last_round(event, audience)
        case events.FeatPlaced():
            return _feat_placed(event, view, audience)
        case events.FeatDeclined():
            return say("{name} declined {feat}.", name=audience.name(event.seat), feat=names.feat(event.feat))
    return _drawn(event, audience) or _scored(event, view, audience)


def _drawn(event: Event, audience: Audience) -> str:
    """Cards that come from the display and the deck."""
    match event:
        case events.CardTaken():
            return say(
                "{name} took {card} from the display.", name=audience.name(event.seat), card=names.biome(event.card)
            )
        case events.DeckDrawn():
            return plural(
                event.left,
                "{name} drew from the deck; {count} card is left.",
                "{name} drew from the deck; {count} cards are left.",
                name=audience.name(event.seat),
            )
        case events.CardSeen():
            return say("You drew {card}.", card=names.biome(event.card)) if event.seat == audience.viewer else ""
        case events.DisplayRefilled():
            return plural(
                event.left,
                "New in the display: {cards}. The deck holds {count} card.",
                "New in the display: {cards}. The deck holds {count} cards.",
                cards=listing(names.biomes(event.cards)),
            )
        case events.DeckReshuffled():
            return plural(
                event.cards,
                "The deck was used up for the first time: {count} discard became the new deck.",
                "The deck was used up for the first time: {count} discards became the new deck.",
            )
    return ""


def _scored(event: Event, view: State, audience: Audience) -> str:
    """The counting. What each territory, connection and settlement has brought is told by the totals of the half
    journey and, at the end, by `Presenter.scoring`: a line for each would push what was played out of the post."""
    match event:
        case events.HalfJourney():
            return say("Half of the journey is over: the tents are counted.")
        case events.JourneyEnd():
            return say("The journey is over: tents, totems and settlements are counted.")
        case events.HalfTotals():
            return say("After the half journey: {scores}.", scores=_shares(event, view, audience))
        case events.FinalTotals():
            scores = enumeration(
                f"{name_of(view, tribe, audience)} {event.total[tribe]}" for tribe in by_points(event.total)
            )
            return say("Final points: {scores}.", scores=scores)
    return ""


def _tent_placed(event: events.TentPlaced, view: State, audience: Audience) -> str:
    name, price = audience.name(event.seat), names.price(event.paid)
    if event.tribe == view.third:
        placed = say(
            "{name} placed a tent of the third tribe on {space}, for {price}.",
            name=name,
            space=event.space,
            price=price,
        )
    else:
        placed = say("{name} placed a tent on {space}, for {price}.", name=name, space=event.space, price=price)
    if not event.opened:
        return placed
    return together([placed, say("{territory} is explored.", territory=names.territory(event.territory, view))])


def _totem_placed(event: events.TotemPlaced, view: State, audience: Audience) -> str:
    if event.tribe == view.third:
        high = translatable("{name} placed a totem of the third tribe on {territory}, now {height} high, for {price}.")
        first = translatable("{name} placed a totem of the third tribe on {territory}, for {price}.")
    else:
        high = translatable("{name} placed a totem on {territory}, now {height} high, for {price}.")
        first = translatable("{name} placed a totem on {territory}, for {price}.")
    return say(
        high if event.height > 1 else first,
        name=audience.name(event.seat),
        territory=event.territory,
        height=event.height,
        price=names.price(event.paid),
    )


def _discarded(event: events.CardDiscarded, view: State, audience: Audience) -> str:
    name, card = audience.name(event.seat), names.biome(event.card)
    if event.tribe == view.third:
        return say("{name} discarded {card}: the third tribe could place nothing.", name=name, card=card)
    return say("{name} discarded {card}.", name=name, card=card)


def _last_round(event: events.LastRound, audience: Audience) -> str:
    """How the end has come, and until when is played. After the deck its last cards may still come to hand (B-37)."""
    name, last = audience.name(event.seat), audience.name(event.until)
    if event.cause == "deck":
        if event.until == event.seat:
            return say("The deck was used up again: the journey ends with this turn.")
        return say(
            "The deck was used up again: the journey ends after {last}'s next turn, and nobody draws after this turn.",
            last=last,
        )
    if event.until == event.seat:
        return say("{name} has no tents left: the journey ends with this turn.", name=name)
    return say(
        "{name} has no tents left: the journey ends after {last}'s next turn, and nobody draws any more.",
        name=name,
        last=last,
    )


def _feat_placed(event: events.FeatPlaced, view: State, audience: Audience) -> str:
    name, feat = audience.name(event.seat), names.feat(event.feat)
    if event.site in view.board.index:
        place = names.territory(event.site, view)
        return say("{name} placed {feat} on {territory}.", name=name, feat=feat, territory=place)
    number, ends = names.connection(event.site, view)
    return say("{name} placed {feat} on connection {number}, {ends}.", name=name, feat=feat, number=number, ends=ends)


def gains(points: list[int], view: State, audience: Audience) -> str:
    """Who gets how much, most first: "Ada 7, Bo 3"; "nobody" when nobody does."""
    told = enumeration(f"{name_of(view, tribe, audience)} {points[tribe]}" for tribe in gainers(points))
    return told or say("nobody")


def _shares(event: events.HalfTotals, view: State, audience: Audience) -> str:
    """What each tribe has, most first, and from where: "Bo 9 (G1 6, T1 3), Ada 4 (T1 4)"."""
    told = []
    for tribe in by_points(event.points):
        share = f"{name_of(view, tribe, audience)} {event.points[tribe]}"
        parts = enumeration(f"{name} {points[tribe]}" for name, points in event.territories.items() if points[tribe])
        told.append(f"{share} ({parts})" if parts else share)
    return enumeration(told)


# What is asked.


_AFTER_THE_FIRST = (PlayMore, PlayThirdTribe, PlayThirdTribeMore, DrawCard)


def question(decision: Decision, view: State, audience: Audience) -> str:
    """See `Presenter.question`. What is asked after a turn's first piece depends on the hand: others are not told."""
    if audience.viewer != decision.seat and view.phase != "draft" and isinstance(decision, _AFTER_THE_FIRST):
        return say("Finish your turn.")
    match decision:
        case PlayCards():
            return say("Place a piece or discard a card.")
        case PlayMore():
            return say("Place a second piece in {territory} or be done.", territory=view.board.ids[decision.place])
        case PlayThirdTribe():
            if decision.options(view)[0] in view.board.moves:
                return say("Place a piece for the third tribe.")
            return say("Discard a card, since the third tribe can place nothing.")  # T2-2
        case PlayThirdTribeMore():
            return say(
                "Place a second piece for the third tribe in {territory} or be done.",
                territory=view.board.ids[decision.place],
            )
        case DrawCard():
            missing = HAND - len(view.hands[decision.seat])
            return plural(missing, "Draw a card.", "Draw a card ({count} to draw).")
        case ChooseFeat():
            feats = listing([names.feat(earned.kind) for earned in decision.earned])
            return say("Place {feats} on the map, or decline.", feats=feats)
    return say("Choose.")


def held(decision: Decision, view: State, audience: Audience) -> str:
    """What follows the question for whoever is asked, and for nobody else: the cards in hand."""
    hand = view.hands[decision.seat] if audience.viewer == decision.seat else ""
    return say("You hold {cards}.", cards=listing(names.cards(hand))) if hand else ""


def label(option: str, view: State) -> str:
    """See `Presenter.label`."""
    if option == DONE:
        return say("Done")
    if option == FROM_DECK:
        return say("Draw From the Deck")
    verb, _, rest = option.partition("-")
    match verb:
        case "tent" | "totem":
            place, _, paid = rest.partition("-")
            return say(_PIECES[verb], place=place, price=_price(paid.split("+")))
        case "draw":
            return say("Take {card}", card=names.biome(rest))
        case "discard":
            return say("Discard {card}", card=names.biome(rest))
        case _ if verb == DECLINE:
            return say("Decline {feat}", feat=names.feat(rest)) if rest else say("Decline")
    if rest in view.board.index:
        return say("{feat} on {territory}", feat=names.feat(verb), territory=names.territory(rest, view))
    number, ends = names.connection(rest, view)
    return say("{feat} on Connection {number}, {ends}", feat=names.feat(verb), number=number, ends=ends)


_PIECES = {"tent": translatable("Tent on {place} · {price}"), "totem": translatable("Totem on {place} · {price}")}
"""A piece on a button, by how its option begins."""


def _price(paid: list[str]) -> str:
    """What a piece costs, on a button."""
    biome = names.biome(paid[0])
    return biome if len(paid) == 1 else say("Pair of {biome}", biome=biome)


def group(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.group`: first the territory, then piece, space and payment; no list is longer than 25."""
    if isinstance(decision, (PlayCards, PlayThirdTribe)):
        move = view.board.moves.get(option)
        return say("Discard a Card") if move is None else names.territory(view.board.ids[move[1]], view)
    if isinstance(decision, ChooseFeat) and len(decision.earned) > 1:
        verb, _, rest = option.partition("-")
        return names.feat(rest if verb == DECLINE else verb)
    return ""


def warn(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.warn`: a pair is spent where one card would do."""
    move = view.board.moves.get(option)
    if move is None or len(move[3]) == 1:
        return ""
    biome = view.board.biomes[move[1]]
    if biome not in view.hands[decision.seat]:
        return ""
    return say("You could pay for this with one {biome} card.", biome=names.cards(biome)[0])


def summary(settings: Settings) -> str:
    """See `Presenter.summary`."""
    chosen = [names.feat(kind) for kind in names.FEATS if kind in settings.feats]
    if chosen:
        feats = plural(len(chosen), "With the feat {feats}.", "With the feats {feats}.", feats=listing(chosen))
    else:
        feats = say("Without feats.")
    return together(
        [
            say("Iwari on the map {map}.", map=load(settings.map).name),
            say("Starting hands are drafted.") if settings.draft else say("Starting hands are dealt."),
            feats,
        ]
    )
