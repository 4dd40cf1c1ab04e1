"""A line for everything that happens in Tiwanaku, in all modes."""

from __future__ import annotations

from render.language import enumeration, listing, plural, say
from render.presenter import Audience
from render.tiwanaku import names, runs
from rules.game import Event
from rules.tiwanaku import State, events
from rules.tiwanaku.position import HIDDEN
from rules.tiwanaku.regions import TERRAINS

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
            space = view.ground.names[event.cell]
            return say("{name} took the meeple on {space} back.", name=audience.name(event.seat), space=space)
        case events.TileDiscovered():
            return _discovered(event, view, audience)
        case events.TrackAdvanced():
            return _advanced(event, view, audience)
        case events.CropDivined():
            return _divined(event, view, audience)
        case events.CropPlanted():
            return _planted(event, view)
        case events.OfferingMade():
            return _offered(event, audience)
        case events.OtomaMoved():
            return _ran(event, view)
    return ""


def _of_the_tiles(event: Event, view: State, audience: Audience) -> str:
    """Tiles with arrows, behind screens and on the Diversity board."""
    match event:
        case events.ArrowIgnored():
            return say(
                "The arrow on {space} shows {name}'s own colour: no Otoma runs.",
                space=view.ground.names[event.cell],
                name=audience.name(event.seat),
            )
        case events.TileSpent():
            return say(
                "{name} spent a {terrain} tile with an arrow {direction}.",
                name=audience.name(event.seat),
                terrain=names.terrain(event.terrain),
                direction=names.direction(event.arrow % 4),
            )
        case events.TerrainFound():
            return ""  # Told when its tile is laid; until then the question tells it.
        case events.TileSupplied():
            return say(
                "{name} supplied a {terrain} tile, since none was spent.",
                name=audience.name(event.seat),
                terrain=names.terrain(event.terrain),
            )
        case events.TileSeen():
            return say(
                "{name}, the next tile of your {terrain} stack points {direction}.",
                name=audience.name(event.seat),
                terrain=names.terrain(event.terrain),
                direction=names.direction(event.arrow % 4),
            )
        case events.ActionLapsed():
            name = audience.name(event.seat)
            return say("No tile of {name} allowed an action, so the turn lapsed.", name=name)
        case events.TurnSkipped():
            return say("{name} has no tiles left and is passed over.", name=audience.name(event.seat))
    return ""


def _of_the_end(event: Event, view: State, audience: Audience) -> str:
    match event:
        case events.LastTilePlaced():
            name = audience.name(event.seat)
            return say("The last terrain tile lies. The final divinations begin with {name}.", name=name)
        case events.Passed(seat, forced):
            if forced:
                return say("{name} is out of the final divinations.", name=audience.name(seat))
            return say("{name} passed and is out of the final divinations.", name=audience.name(seat))
        case events.Stuck(seat, walks):
            name = audience.name(seat)
            if walks:
                return say("{name} can find and plant nothing more, so the match ends here.", name=name)
            return say("{name} has no legal action left, so the match ends here.", name=name)
        case events.UntouchedScored(0):
            return say("No space is without terrain, so the Otoma score nothing more.")
        case events.UntouchedScored(spaces):
            return plural(
                spaces,
                "The Otoma score {points} for {count} space without terrain.",
                "The Otoma score {points} for {count} spaces without terrain.",
                points=_points(spaces),
            )
        case events.MatchEnded():
            return say("The match is over, and the whole valley lies open.")
    return ""


def _points(count: int) -> str:
    return plural(count, "{count} point", "{count} points")


def _moved(event: events.MeepleMoved, view: State, audience: Audience) -> str:
    spaces, name = view.ground.names, audience.name(event.seat)
    first, last, way = spaces[event.path[0]], spaces[event.path[-1]], _way(event.path, view)
    if len(event.path) == 1 and event.entered:
        return say("{name} brought a meeple in at {space}.", name=name, space=last)
    if event.entered and way:
        return say(
            "{name} brought a meeple in at {first} and on to {last} by way of {way}.",
            name=name,
            first=first,
            last=last,
            way=way,
        )
    if event.entered:
        return say("{name} brought a meeple in at {first} and on to {last}.", name=name, first=first, last=last)
    if way:
        return say(
            "{name} moved a meeple from {first} to {last} by way of {way}.", name=name, first=first, last=last, way=way
        )
    return say("{name} moved a meeple from {first} to {last}.", name=name, first=first, last=last)


def _way(path: tuple[int, ...], view: State) -> str:
    """The spaces between the first and the last, or of a long way those where it turns."""
    between = list(range(1, len(path) - 1))
    if len(between) > _WHOLE_WAY:
        between = [at for at in between if path[at] - path[at - 1] != path[at + 1] - path[at]]
    return enumeration(view.ground.names[path[at]] for at in between)


def _discovered(event: events.TileDiscovered, view: State, audience: Audience) -> str:
    if event.seat is None:
        # Their run has told it already: with several running, a turn would else be too long to be told in full.
        return ""
    name, terrain, space = audience.name(event.seat), names.terrain(event.terrain), view.ground.names[event.cell]
    if _arrow_matters(event, view):
        return say(
            "{name} discovered {terrain} on {space}, its arrow {arrow}.",
            name=name,
            terrain=terrain,
            space=space,
            arrow=names.arrow(event.arrow),
        )
    return say("{name} discovered {terrain} on {space}.", name=name, terrain=terrain, space=space)


def _arrow_matters(event: events.TileDiscovered, view: State) -> bool:
    """Only alone, and only of a tile that the player found, does the arrow do anything (T47, T50)."""
    return event.arrow >= 0 and event.seat is not None and view.settings.mode == "solo"


def _advanced(event: events.TrackAdvanced, view: State, audience: Audience) -> str:
    owner, terrain = names.side(view, event.side, audience), names.terrain(event.terrain)
    if event.stuck:
        return say(
            "{owner}: {terrain} is on its last level already, {points}.",
            owner=owner,
            terrain=terrain,
            points=_points(event.points),
        )
    return say(
        "{owner}: {terrain} to level {level}, {points}.",
        owner=owner,
        terrain=terrain,
        level=event.level,
        points=_points(event.points),
    )


def _divined(event: events.CropDivined, view: State, audience: Audience) -> str:
    name, space, true = audience.name(event.seat), view.ground.names[event.cell], names.crop_with_level(event.crop)
    if event.named == event.crop:
        points = _points(event.points)
        if event.token:
            return say(
                "{name} divined {crop} on {space}: {points} and its token.",
                name=name,
                crop=true,
                space=space,
                points=points,
            )
        return say("{name} divined {crop} on {space}: {points}.", name=name, crop=true, space=space, points=points)
    if not event.points:
        return say(
            "{name} divined {named} on {space}, but {crop} grows there: no points left to lose.",
            name=name,
            named=names.crop(event.named),
            space=space,
            crop=true,
        )
    return plural(
        -event.points,
        "{name} divined {named} on {space}, but {crop} grows there: {count} point lost.",
        "{name} divined {named} on {space}, but {crop} grows there: {count} points lost.",
        name=name,
        named=names.crop(event.named),
        space=space,
        crop=true,
    )


def _planted(event: events.CropPlanted, view: State) -> str:
    crop, space, points = names.crop_with_level(event.crop), view.ground.names[event.cell], _points(event.points)
    if event.token:
        return say(
            "The Otoma planted {crop} on {space}: {points}, and took its token.", crop=crop, space=space, points=points
        )
    return say("The Otoma planted {crop} on {space}: {points}.", crop=crop, space=space, points=points)


def _offered(event: events.OfferingMade, audience: Audience) -> str:
    given, points = listing([names.crop(level) for level in event.crops]), _points(event.points)
    if event.seat is None:
        return say("The Otoma offered {crops}: {points}.", crops=given, points=points)
    return say("{name} offered {crops}: {points}.", name=audience.name(event.seat), crops=given, points=points)


def _ran(event: events.OtomaMoved, view: State) -> str:
    """The Otoma ran; by how many trails, and what they found."""
    path = list(event.path)
    first, last = view.ground.names[path[0]], view.ground.names[path[-1]]
    runner, used, terrain = names.otoma(view, event.otoma), runs.trails(view.ground, path), view.terrain[path[-1]]
    if terrain == HIDDEN:
        if not used:
            return say("{runner} ran from {first} to {last}.", runner=runner, first=first, last=last)
        return plural(
            used,
            "{runner} ran from {first} to {last} by {count} trail.",
            "{runner} ran from {first} to {last} by {count} trails.",
            runner=runner,
            first=first,
            last=last,
        )
    found = names.terrain(TERRAINS.index(terrain))
    if not used:
        return say(
            "{runner} ran from {first} to {last} and found {terrain}.",
            runner=runner,
            first=first,
            last=last,
            terrain=found,
        )
    return plural(
        used,
        "{runner} ran from {first} to {last} by {count} trail and found {terrain}.",
        "{runner} ran from {first} to {last} by {count} trails and found {terrain}.",
        runner=runner,
        first=first,
        last=last,
        terrain=found,
    )
