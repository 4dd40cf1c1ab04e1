"""What is asked in Tiwanaku, and how the choices are named and grouped."""

from __future__ import annotations

from collections import Counter

from render.presenter import counted
from render.tiwanaku import names
from rules.errors import BadSettings
from rules.game import Decision
from rules.tiwanaku import Settings, State, code, coop, explore
from rules.tiwanaku.coop import GroupAct, OrderOtoma, SpendTile, SupplyTile
from rules.tiwanaku.discs import Disc
from rules.tiwanaku.divine import DivineAll, DivineMore
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.explore import Act
from rules.tiwanaku.notation import DONE, OFFERS, PASS, Choice, notation
from rules.tiwanaku.offer import OFFER_POINTS, Offer
from rules.tiwanaku.position import HIDDEN, UNKNOWN
from rules.tiwanaku.solo import ChooseOtoma
from rules.tiwanaku.tiles import COLOURS
from rules.tiwanaku.valley import DIRECTIONS

MENU = 25
"""The most choices in a group."""


def question(decision: Decision, view: State) -> str:
    """See `Presenter.question`."""
    match decision:
        case Act():
            return "explore or divine" if view.bare(decision.seat) else "explore"
        case DivineMore():
            return "divine with another meeple, or end your turn"
        case DivineAll():
            return "divine with every meeple on bare ground"
        case FinalDivine():
            return "divine with one meeple, or pass"
        case FinalOffer():
            return "make your last offering, or none"
        case Offer():
            return "make an offering, or end your turn"
        case ChooseOtoma(way=way):
            return f"choose which Otoma runs {DIRECTIONS[way]}"
        case OrderOtoma():
            return "choose which Otoma runs first"
        case SpendTile():
            return "spend the top tile of one of your stacks"
        case SupplyTile(terrain=terrain, cell=cell):
            return f"choose who supplies a {names.TERRAIN[terrain]} tile for {view.ground.names[cell]}"
        case GroupAct(way=way):
            bare = " or divine" if view.bare(decision.seat) else ""
            return f"explore, one space {DIRECTIONS[way]} first,{bare}".rstrip(",")
    return "choose"


def label(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.label`."""
    if option == DONE:
        if isinstance(decision, FinalOffer):
            return "Make No Offering"
        return "End Your Turn Without an Offering" if isinstance(decision, Offer) else "End Your Turn"
    if option == PASS:
        return "Pass and Divine No More"
    if option in OFFERS:
        given = OFFERS[option]
        points = counted(OFFER_POINTS[given.bit_count()], "Point")
        return f"Offer {' + '.join(names.tokens(given))} · {points}"
    if isinstance(decision, SpendTile):
        return _stack(option, decision, view)
    if isinstance(decision, SupplyTile):
        seat = int(option.rpartition("-")[2]) - 1
        return f"Player {seat + 1} ({COLOURS[view.colour(seat)].title()}) Supplies It"
    if isinstance(decision, ChooseOtoma):
        return _runner(option.rpartition("-")[2], decision, view)
    choice = notation(view.size).read(option)
    spaces = view.ground.names
    if choice.verb == "divine":
        return f"{spaces[choice.target]} · {names.CROP[choice.crop - 1]} ({choice.crop})"
    if choice.verb == "otoma":
        return f"{spaces[choice.target]} · This Otoma First"
    if choice.verb == "retrieve":
        return f"Take the Meeple on {spaces[choice.target]} Back"
    if choice.verb == "enter":
        return f"Bring a Meeple In to {spaces[choice.target]} · {_ground(view, choice.target)}"
    origin = choice.origin if choice.origin >= 0 else _origin(choice.target, decision, view)
    return f"{spaces[origin]} to {spaces[choice.target]} · {_ground(view, choice.target)}"


def _stack(option: str, decision: SpendTile, view: State) -> str:
    """A stack with its arrow, which only its owner sees (T64)."""
    terrain = coop.spent_by(option)
    top = view.hands[decision.seat][terrain][-1]
    arrow = "" if top == UNKNOWN else f" · Arrow {DIRECTIONS[top % 4].title()}"
    left = len(view.hands[decision.seat][terrain])
    return f"{names.TERRAIN[terrain]}{arrow} · {counted(left, 'Tile')}"


def _runner(colour: str, decision: ChooseOtoma, view: State) -> str:
    number = next(number for number, option in enumerate(decision.options(view)) if option.endswith(f"-{colour}"))
    return f"{colour.title()} Otoma on {view.ground.names[view.otoma[number]]}"


def _origin(target: int, decision: Decision, view: State) -> int:
    """Where the only meeple stands that can get there."""
    if isinstance(decision, GroupAct):
        return coop.route(view, decision.seat, decision.way, -1, target, entering=False)[0]
    reaches = explore.reaches(explore.stand_of(view, decision.seat))
    return next(origins.bit_length() - 1 for origins, ends in reaches if ends >> target & 1)


def _kind(view: State, cell: int) -> str:
    """What a move to this space is for."""
    if not view.tiles >> cell & 1:
        return "New Ground"
    return "Crops" if view.planted >> cell & 1 else "Bare Ground"


def _ground(view: State, cell: int) -> str:
    """What lies on a space."""
    if view.terrain[cell] == HIDDEN or not view.tiles >> cell & 1:
        return "New Ground"
    terrain = names.TERRAIN["dsgr".index(view.terrain[cell])]
    if view.planted >> cell & 1:
        return f"{names.CROP[int(view.crops[cell]) - 1]} on {terrain}"
    if view.settings.mode == "solo" and view.arrows[cell] != UNKNOWN:
        # The arrow says what comes of ending there (T47).
        return f"Bare {terrain}, Arrow {names.arrow(view.arrows[cell]).title()}"
    return f"Bare {terrain}"


_VERBS = {"explore": "Explore", "enter": "Bring In", "retrieve": "Retrieve"}


def group(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.group`: by what is done; what a menu cannot take is parted by what lies there, or by column."""
    if option in OFFERS:
        offers = [other for other in decision.options(view) if other in OFFERS]
        return f"Offer {counted(OFFERS[option].bit_count(), 'Token')}" if len(offers) > MENU - 1 else "Offer"
    if option == PASS:
        return "Pass"
    if option == DONE:
        return "Offer" if _only_offers(decision, view) else "End Your Turn"
    if isinstance(decision, SpendTile | SupplyTile | ChooseOtoma | OrderOtoma):
        return ""
    words = notation(view.size)
    choice = words.read(option)
    if choice.verb == "divine":
        return f"Divine {view.ground.names[choice.target]}"
    return _parted(_VERBS[choice.verb], choice, _partition(decision, view).get(choice.verb, ""), view)


def _only_offers(decision: Decision, view: State) -> bool:
    """Whether a few offerings are all that is asked, so that they and the end of the turn stand in one list."""
    return isinstance(decision, Offer | FinalOffer) and len(decision.options(view)) <= MENU


def _partition(decision: Decision, view: State) -> dict[str, str]:
    """By what the moves of each verb are parted: "" (not at all), "kind" or "column".

    Remembered with the view, as its options are: it is asked for each of some hundred moves.
    """
    memory = view.__dict__.setdefault("partition", {})
    key = (decision.kind, decision.seat, getattr(decision, "way", -1))
    found: dict[str, str] | None = memory.get(key)
    if found is None:
        kinds: dict[str, Counter[str]] = {}
        for choice in map(notation(view.size).read, decision.options(view)):
            kinds.setdefault(choice.verb, Counter())[_kind(view, choice.target)] += 1
        found = memory[key] = {verb: _by(counts) for verb, counts in kinds.items()}
    return found


def _by(kinds: Counter[str]) -> str:
    if kinds.total() <= MENU:
        return ""
    return "kind" if max(kinds.values()) <= MENU else "column"


def _parted(verb: str, choice: Choice, by: str, view: State) -> str:
    """The heading of a move. By column there are never more than 25: 5 rows, 5 meeples."""
    if by == "kind":
        return f"{verb}: {_kind(view, choice.target)}"
    return f"{verb}: Column {view.ground.names[choice.target][0]}" if by else verb


def warn(option: str) -> str:
    """See `Presenter.warn`: a single token is legal to offer, and scores nothing (G31)."""
    if option in OFFERS and OFFERS[option].bit_count() == 1:
        return "One token alone scores nothing; it only makes room to win it again."
    return ""


def summary(settings: Settings) -> str:
    """See `Presenter.summary`."""
    size, scenario = _scenario(settings)
    if settings.mode == "solo":
        how = f"Alone against the Otoma, {settings.level or 'easy'} level."
    elif settings.mode == "coop":
        how = f"Together against the Otoma, {settings.level or 'normal'} level."
    else:
        how = "Each for themselves; most points win."
    spaces = 25 if size == "short" else 45
    return f"Tiwanaku: {how} A {size} scenario of {spaces} spaces, {scenario}."


def _scenario(settings: Settings) -> tuple[str, str]:
    size = settings.size or ("short" if settings.mode == "competitive" else "long")
    if not settings.disc:
        return size, "drawn by lot"
    try:
        found, seed = code.find(settings.disc)
    except BadSettings:
        return size, "still to be chosen"
    disc: Disc | None = code.disc_of(found, seed)
    return found, f"the disc {disc.name}" if disc else f"code {code.write(found, seed)}"
