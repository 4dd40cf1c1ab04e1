"""A line for everything that happens in Tiwanaku, in all modes."""

from __future__ import annotations

from render.presenter import Audience, among, counted
from render.tiwanaku import names, runs
from rules.game import Event
from rules.tiwanaku import State, events
from rules.tiwanaku.position import HIDDEN
from rules.tiwanaku.regions import TERRAINS
from rules.tiwanaku.valley import DIRECTIONS

_WHOLE_WAY = 8
"""Of a longer way only the turns are told."""


def tell(event: Event, view: State, audience: Audience) -> str:
    """See `Presenter.tell`."""
    return (
        _of_the_land(event, view, audience)
        or _of_the_tiles(event, view, audience)
        or _of_the_end(event, view, audience)
    )


def _of_the_land(event: Event, view: State, audience: Audience) -> str:
    """Moves, discoveries, crops, offerings."""
    match event:
        case events.MeepleMoved():
            return _moved(event, view, audience)
        case events.MeepleRetrieved():
            return f"{audience.name(event.seat)} took the meeple on {view.ground.names[event.cell]} back."
        case events.TileDiscovered():
            return _discovered(event, view, audience)
        case events.TrackAdvanced():
            return _advanced(event, view, audience)
        case events.CropDivined():
            return _divined(event, view, audience)
        case events.CropPlanted():
            won = ", and took its token" if event.token else ""
            where = view.ground.names[event.cell]
            return f"The Otoma planted {names.crop(event.crop)} on {where}: {_points(event.points)}{won}."
        case events.OfferingMade():
            return _offered(event, audience)
        case events.OtomaMoved():
            return _ran(event, view)
    return ""


def _of_the_tiles(event: Event, view: State, audience: Audience) -> str:
    """Tiles with arrows, behind screens and on the Diversity board."""
    match event:
        case events.ArrowIgnored():
            where = view.ground.names[event.cell]
            return f"The arrow on {where} shows {audience.name(event.seat)}'s own colour: no Otoma runs."
        case events.TileSpent():
            way = DIRECTIONS[event.arrow % 4]
            return f"{audience.name(event.seat)} spent a {names.TERRAIN[event.terrain]} tile with an arrow {way}."
        case events.TerrainFound():
            return ""  # Told when its tile is laid; until then the question tells it.
        case events.TileSupplied():
            return f"{audience.name(event.seat)} supplied a {names.TERRAIN[event.terrain]} tile, since none was spent."
        case events.TileSeen():
            top = f"{names.TERRAIN[event.terrain]} stack points {DIRECTIONS[event.arrow % 4]}"
            return f"{audience.name(event.seat)}, the next tile of your {top}."
        case events.ActionLapsed():
            return f"No tile of {audience.name(event.seat)} allowed an action, so the turn lapsed."
        case events.TurnSkipped():
            return f"{audience.name(event.seat)} has no tiles left and is passed over."
    return ""


def _of_the_end(event: Event, view: State, audience: Audience) -> str:
    match event:
        case events.LastTilePlaced():
            return f"The last terrain tile lies. The final divinations begin with {audience.name(event.seat)}."
        case events.Passed(seat, forced):
            why = "is out of" if forced else "passed and is out of"
            return f"{audience.name(seat)} {why} the final divinations."
        case events.Stuck():
            return f"{audience.name(event.seat)} has no legal action left, so the match ends here."
        case events.UntouchedScored(0):
            return "No space is without terrain, so the Otoma score nothing more."
        case events.UntouchedScored(spaces):
            return f"The Otoma score {_points(spaces)} for {counted(spaces, 'space')} without terrain."
        case events.MatchEnded():
            return "The match is over, and the whole valley lies open."
    return ""


def _points(count: int) -> str:
    return counted(count, "point")


def _moved(event: events.MeepleMoved, view: State, audience: Audience) -> str:
    spaces = view.ground.names
    first, last = spaces[event.path[0]], spaces[event.path[-1]]
    over = _over(event.path, view)
    if not event.entered:
        return f"{audience.name(event.seat)} moved a meeple from {first} to {last}{over}."
    if len(event.path) == 1:
        return f"{audience.name(event.seat)} brought a meeple in at {last}."
    return f"{audience.name(event.seat)} brought a meeple in at {first} and on to {last}{over}."


def _over(path: tuple[int, ...], view: State) -> str:
    """The spaces between the first and the last, or of a long way those where it turns."""
    between = list(range(1, len(path) - 1))
    if len(between) > _WHOLE_WAY:
        between = [at for at in between if path[at] - path[at - 1] != path[at + 1] - path[at]]
    return f" by way of {', '.join(view.ground.names[path[at]] for at in between)}" if between else ""


def _discovered(event: events.TileDiscovered, view: State, audience: Audience) -> str:
    if event.seat is None:
        # Their run has told it already: with several running, a turn would else be too long to be told in full.
        return ""
    arrow = f", its arrow {names.arrow(event.arrow)}" if _arrow_matters(event, view) else ""
    terrain, cell = names.TERRAIN[event.terrain], view.ground.names[event.cell]
    return f"{audience.name(event.seat)} discovered {terrain} on {cell}{arrow}."


def _arrow_matters(event: events.TileDiscovered, view: State) -> bool:
    """Only alone, and only of a tile that the player found, does the arrow do anything (T47, T50)."""
    return event.arrow >= 0 and event.seat is not None and view.settings.mode == "solo"


def _advanced(event: events.TrackAdvanced, view: State, audience: Audience) -> str:
    owner, terrain = names.side(view, event.side, audience), names.TERRAIN[event.terrain]
    if event.stuck:
        return f"{owner}: {terrain} is on its last level already, {_points(event.points)}."
    return f"{owner}: {terrain} to level {event.level}, {_points(event.points)}."


def _divined(event: events.CropDivined, view: State, audience: Audience) -> str:
    name, where = audience.name(event.seat), view.ground.names[event.cell]
    if event.named == event.crop:
        won = " and its token" if event.token else ""
        return f"{name} divined {names.crop(event.crop)} on {where}: {_points(event.points)}{won}."
    cost = f"{_points(-event.points)} lost" if event.points else "no points left to lose"
    named, grows = names.CROP[event.named - 1], names.crop(event.crop)
    return f"{name} divined {named} on {where}, but {grows} grows there: {cost}."


def _offered(event: events.OfferingMade, audience: Audience) -> str:
    giver = "The Otoma" if event.seat is None else audience.name(event.seat)
    given = among([names.CROP[level - 1] for level in event.crops])
    return f"{giver} offered {given}: {_points(event.points)}."


def _ran(event: events.OtomaMoved, view: State) -> str:
    path = list(event.path)
    first, last = view.ground.names[path[0]], view.ground.names[path[-1]]
    used = runs.trails(view.ground, path)
    by = f" by {counted(used, 'trail')}" if used else ""
    runner = names.otoma(view, event.otoma)
    terrain = view.terrain[path[-1]]
    found = f" and found {names.TERRAIN[TERRAINS.index(terrain)]}" if terrain != HIDDEN else ""
    return f"{runner[:1].upper()}{runner[1:]} ran from {first} to {last}{by}{found}."
