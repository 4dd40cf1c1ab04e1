"""Reading a map file: decode, check, and say in which line what is wrong."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from rules.iwari.maps.check import faults
from rules.iwari.maps.data import Map
from rules.iwari.maps.lines import line_of

FOLDER = Path(__file__).parent
RETIRED = FOLDER / "retired"
"""Maps on which no new match begins. Their files never change: stored matches go on with them."""


class MapError(ValueError):
    """A map file cannot be used; the text gives file, line and reason, to whoever makes maps."""


class UnknownMap(MapError):
    """There is no map of that name."""


def ids() -> tuple[str, ...]:
    """The ids of the maps on which a match can begin, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def load(map_id: str) -> Map:
    """The map with this id, a retired one too, read and checked once. UnknownMap, MapError for a wrong one."""
    files = {path.stem: path for folder in (RETIRED, FOLDER) for path in folder.glob("*.json")}
    if map_id not in files:
        raise UnknownMap(f"There is no map called {map_id}; there are {', '.join(ids())}.")
    return read(files[map_id])


def default() -> str:
    """The id of the map that is played where none is named: the first of them.

    Settings that are kept leave it out, so no map may come to stand before it; the golden matches would tell.
    """
    return ids()[0]


def read(path: Path) -> Map:
    """The map in a file, checked. MapError with file, line and reason for the first fault."""
    text = _text(path)
    land = _decode(text, path.name)
    if land.id != path.stem:
        raise _error(path.name, text, ("id",), f"the id is {land.id}, but the file is called {path.stem}")
    for fault in faults(land):
        raise _error(path.name, text, fault.path, fault.reason)
    return land


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise MapError(f"There is no file called {path}.") from error
    except UnicodeDecodeError as error:
        raise MapError(f"The file {path} is no text in UTF-8.") from error
    except OSError as error:
        raise MapError(f"The file {path} cannot be read: {error.strerror}.") from error


def _decode(text: str, name: str) -> Map:
    try:
        return msgspec.json.decode(text, type=Map)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `$")
        raise _error(name, text, _path(where), reason) from error
    except msgspec.DecodeError as error:
        raise _error(name, text, (), str(error)) from error


def _path(where: str) -> tuple[str | int, ...]:
    """A path as msgspec writes it, `.roads[3][0]`, as its parts."""
    parts = re.findall(r"\.(\w+)|\[(\d+)\]", where)
    return tuple(name or int(index) for name, index in parts)


def _error(name: str, text: str, path: tuple[str | int, ...], reason: str) -> MapError:
    return MapError(f"{name}:{line_of(text, path)}: {reason}")
