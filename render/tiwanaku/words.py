"""What is asked in Tiwanaku, and how the choices are named and grouped."""

from __future__ import annotations

from collections import Counter

from render.language import plural, say, together, translatable
from render.tiwanaku import names
from rules.errors import BadSettings
from rules.game import Decision
from rules.tiwanaku import Settings, State, code, coop, explore
from rules.tiwanaku.coop import GroupAct, OrderOtoma, SpendTile, SupplyTile
from rules.tiwanaku.divine import DivineAll, DivineMore
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.explore import Act
from rules.tiwanaku.notation import DONE, OFFERS, PASS, Choice, notation
from rules.tiwanaku.offer import OFFER_POINTS, Offer
from rules.tiwanaku.position import HIDDEN, UNKNOWN
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.solo import ChooseOtoma
from rules.tiwanaku.tiles import COLOURS

MENU = 25
"""The most choices in a group."""


def question(decision: Decision, view: State) -> str:
    """See `Presenter.question`."""
    match decision:
        case Act():
            return say("Explore or divine.") if view.bare(decision.seat) else say("Explore.")
        case DivineMore():
            return say("Divine with another meeple, or end your turn.")
        case DivineAll():
            return say("Divine with every meeple on bare ground.")
        case FinalDivine():
            return say("Divine with one meeple, or pass.")
        case FinalOffer():
            return say("Make your last offering, or none.")
        case Offer():
            return say("Make an offering, or end your turn.")
    return _question_of_the_otoma(decision, view)


def _question_of_the_otoma(decision: Decision, view: State) -> str:
    """`question` alone and together, where the Otoma run."""
    match decision:
        case ChooseOtoma(way=way):
            return say("Choose which Otoma runs {direction}.", direction=names.direction(way))
        case OrderOtoma():
            return say("Choose which Otoma runs first.")
        case SpendTile():
            return say("Spend the top tile of one of your stacks.")
        case SupplyTile(terrain=terrain, cell=cell):
            space = view.ground.names[cell]
            return say("Choose who supplies a {terrain} tile for {space}.", terrain=names.terrain(terrain), space=space)
        case GroupAct(way=way) if view.bare(decision.seat):
            return say("Explore, one space {direction} first, or divine.", direction=names.direction(way))
        case GroupAct(way=way):
            return say("Explore, one space {direction} first.", direction=names.direction(way))
    return say("Choose.")


def label(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.label`."""
    if option == DONE:
        return _done(decision)
    if option == PASS:
        return say("Pass and Divine No More")
    if option in OFFERS:
        given = OFFERS[option]
        return plural(
            OFFER_POINTS[given.bit_count()],
            "Offer {crops} · {count} Point",
            "Offer {crops} · {count} Points",
            crops=" + ".join(names.tokens(given)),
        )
    if isinstance(decision, SpendTile):
        return _stack(option, decision, view)
    if isinstance(decision, SupplyTile):
        seat = int(option.rpartition("-")[2]) - 1
        colour = names.colour(view.colour(seat), on_button=True)
        return say("Player {number} ({colour}) Supplies It", number=seat + 1, colour=colour)
    if isinstance(decision, ChooseOtoma):
        return _runner(option.rpartition("-")[2], decision, view)
    return _on_the_board(notation(view.size).read(option), decision, view)


def _done(decision: Decision) -> str:
    if isinstance(decision, FinalOffer):
        return say("Make No Offering")
    return say("End Your Turn Without an Offering") if isinstance(decision, Offer) else say("End Your Turn")


def _on_the_board(choice: Choice, decision: Decision, view: State) -> str:
    """What a choice about a space is called."""
    spaces = view.ground.names
    space = spaces[choice.target]
    match choice.verb:
        case "divine":
            return say("{space} · {crop}", space=space, crop=names.crop_with_level(choice.crop))
        case "otoma":
            return say("{space} · This Otoma First", space=space)
        case "retrieve":
            return say("Take the Meeple on {space} Back", space=space)
        case "enter":
            return say("Bring a Meeple In to {space} · {ground}", space=space, ground=_ground(view, choice.target))
    origin = choice.origin if choice.origin >= 0 else _origin(choice.target, decision, view)
    return say(
        "{origin} to {space} · {ground}", origin=spaces[origin], space=space, ground=_ground(view, choice.target)
    )


def _stack(option: str, decision: SpendTile, view: State) -> str:
    """A stack with its arrow, which only its owner sees (T64)."""
    number = coop.spent_by(option)
    stack, terrain = view.hands[decision.seat][number], names.terrain(number)
    if stack[-1] == UNKNOWN:
        return plural(len(stack), "{terrain} · {count} Tile", "{terrain} · {count} Tiles", terrain=terrain)
    return plural(
        len(stack),
        "{terrain} · Arrow {direction} · {count} Tile",
        "{terrain} · Arrow {direction} · {count} Tiles",
        terrain=terrain,
        direction=names.direction(stack[-1] % 4, on_button=True),
    )


def _runner(colour: str, decision: ChooseOtoma, view: State) -> str:
    number = next(number for number, option in enumerate(decision.options(view)) if option.endswith(f"-{colour}"))
    called = names.colour(COLOURS.index(colour), on_button=True)
    return say("{colour} Otoma on {space}", colour=called, space=view.ground.names[view.otoma[number]])


def _origin(target: int, decision: Decision, view: State) -> int:
    """Where the only meeple stands that can get there."""
    if isinstance(decision, GroupAct):
        return coop.route(view, decision.seat, decision.way, -1, target, entering=False)[0]
    reaches = explore.reaches(explore.stand_of(view, decision.seat))
    return next(origins.bit_length() - 1 for origins, ends in reaches if ends >> target & 1)


_KINDS = {"new": translatable("New Ground"), "crops": translatable("Crops"), "bare": translatable("Bare Ground")}
"""What a move to a space is for, as a heading."""


def _kind(view: State, cell: int) -> str:
    """What a move to this space is for."""
    if not view.tiles >> cell & 1:
        return "new"
    return "crops" if view.planted >> cell & 1 else "bare"


def _ground(view: State, cell: int) -> str:
    """What lies on a space, on a button."""
    if view.terrain[cell] == HIDDEN or not view.tiles >> cell & 1:
        return say("New Ground")
    terrain = names.terrain(TERRAINS.index(view.terrain[cell]))
    if view.planted >> cell & 1:
        return say("{crop} on {terrain}", crop=names.crop(int(view.crops[cell])), terrain=terrain)
    if view.settings.mode == "solo" and view.arrows[cell] != UNKNOWN:
        # The arrow says what comes of ending there (T47).
        arrow = names.arrow(view.arrows[cell], on_button=True)
        return say("Bare {terrain}, Arrow {arrow}", terrain=terrain, arrow=arrow)
    return say("Bare {terrain}", terrain=terrain)


_VERBS = {
    "explore": translatable("Explore"),
    "enter": translatable("Bring In"),
    "retrieve": translatable("Retrieve"),
}
"""Headings, by how an option begins."""


def group(option: str, decision: Decision, view: State) -> str:
    """See `Presenter.group`: by what is done; what a menu cannot take is parted by what lies there, or by column."""
    if option in OFFERS:
        offers = [other for other in decision.options(view) if other in OFFERS]
        if len(offers) <= MENU - 1:
            return say("Offer")
        return plural(OFFERS[option].bit_count(), "Offer {count} Token", "Offer {count} Tokens")
    if option == PASS:
        return say("Pass")
    if option == DONE:
        return say("Offer") if _only_offers(decision, view) else say("End Your Turn")
    if isinstance(decision, SpendTile | SupplyTile | ChooseOtoma | OrderOtoma):
        return ""
    choice = notation(view.size).read(option)
    if choice.verb == "divine":
        return say("Divine {space}", space=view.ground.names[choice.target])
    return _parted(choice, _partition(decision, view).get(choice.verb, ""), view)


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


def _parted(choice: Choice, by: str, view: State) -> str:
    """The heading of a move. By column there are never more than 25: 5 rows, 5 meeples."""
    action = say(_VERBS[choice.verb])
    if by == "kind":
        return say("{action}: {ground}", action=action, ground=say(_KINDS[_kind(view, choice.target)]))
    if by == "column":
        return say("{action}: Column {column}", action=action, column=view.ground.names[choice.target][0])
    return action


def warn(option: str) -> str:
    """See `Presenter.warn`: a single token is legal to offer, and scores nothing (G31)."""
    if option in OFFERS and OFFERS[option].bit_count() == 1:
        return say("One token alone scores nothing; it only makes room to win it again.")
    return ""


_MODES = {
    ("competitive", ""): translatable("Tiwanaku: Each for themselves; most points win."),
    ("solo", "easy"): translatable("Tiwanaku: Alone against the Otoma, easy level."),
    ("solo", "hard"): translatable("Tiwanaku: Alone against the Otoma, hard level."),
    ("coop", "easy"): translatable("Tiwanaku: Together against the Otoma, easy level."),
    ("coop", "normal"): translatable("Tiwanaku: Together against the Otoma, normal level."),
    ("coop", "expert"): translatable("Tiwanaku: Together against the Otoma, expert level."),
}
"""By mode and level."""

_USUAL_LEVEL = {"solo": "easy", "coop": "normal"}

_SCENARIOS = {
    ("short", "lot"): translatable("A short scenario of 25 spaces, drawn by lot."),
    ("long", "lot"): translatable("A long scenario of 45 spaces, drawn by lot."),
    ("short", "open"): translatable("A short scenario of 25 spaces, still to be chosen."),
    ("long", "open"): translatable("A long scenario of 45 spaces, still to be chosen."),
    ("short", "disc"): translatable("A short scenario of 25 spaces, the disc {name}."),
    ("long", "disc"): translatable("A long scenario of 45 spaces, the disc {name}."),
    ("short", "code"): translatable("A short scenario of 25 spaces, code {name}."),
    ("long", "code"): translatable("A long scenario of 45 spaces, code {name}."),
}
"""By size, and by how the scenario is chosen."""


def summary(settings: Settings) -> str:
    """See `Presenter.summary`."""
    level = settings.level or _USUAL_LEVEL.get(settings.mode, "")
    return together([say(_MODES[settings.mode, level]), _scenario(settings)])


def _scenario(settings: Settings) -> str:
    size = settings.size or ("short" if settings.mode == "competitive" else "long")
    if not settings.disc:
        return say(_SCENARIOS[size, "lot"])
    try:
        found, seed = code.find(settings.disc)
    except BadSettings:
        return say(_SCENARIOS[size, "open"])
    if (disc := code.disc_of(found, seed)) is not None:
        return say(_SCENARIOS[found, "disc"], name=disc.name)
    return say(_SCENARIOS[found, "code"], name=code.write(found, seed))


_TASKS = {
    "easy": translatable("Score more than the Otoma on the disc of the day, at the easy level."),
    "hard": translatable("Score more than the Otoma on the disc of the day, at the hard level."),
}
"""By level."""


def task(level: str) -> str:
    """See `Presenter.task`."""
    return say(_TASKS[level])


def outcome(won: bool, score: int, moves: int) -> str:
    """See `Presenter.outcome`."""
    points = plural(score, "{count} point", "{count} points")
    choices = plural(moves, "{count} choice", "{count} choices")
    if won:
        return say("Won with {points} after {choices}", points=points, choices=choices)
    return say("Lost to the Otoma with {points} after {choices}", points=points, choices=choices)
