"""The private notes of a player: which crops a space may still hold (`Audience.notes`: {"c3": "135", "tidy": "on"})."""

from __future__ import annotations

from collections.abc import Mapping

from render.language import enumeration, say, together
from rules.tiwanaku import State
from rules.tiwanaku.regions import TERRAINS, bits, board


def shown(view: State, notes: dict[str, str]) -> dict[int, str]:
    """The digits to be shown by space. Only where no crop is planted yet; with `tidy` without what is ruled out."""
    found: dict[int, str] = {}
    for cell, name in enumerate(view.ground.names):
        digits = notes.get(name, "")
        if not digits or view.planted >> cell & 1:
            continue
        if notes.get("tidy") == "on":
            barred = ruled_out(view, cell)
            digits = "".join(digit for digit in digits if digit not in barred)
        found[cell] = digits
    return found


def told(marks: Mapping[str, str]) -> str:
    """All notes of a person in words, as they were typed, and whether they are tidied on the board."""
    noted = enumeration(f"{name}: {digits}" for name, digits in sorted(marks.items()) if name != "tidy")
    notes = say("Your notes: {notes}.", notes=noted or say("none"))
    if marks.get("tidy") != "on":
        return notes
    return together([notes, say("What planted crops rule out is left out on your board.")])


def ruled_out(view: State, cell: int) -> set[str]:
    """The crops planted beside a space (T13), or elsewhere in its region as far as that is known (T12)."""
    near = board(view.size).touch[cell]
    if view.tiles >> cell & 1:
        near |= _region(view, cell)
    return {view.crops[other] for other in bits(near & view.planted)}


def _region(view: State, cell: int) -> int:
    """The known spaces of a space's terrain that hang together with it."""
    letter = view.terrain[cell]
    assert letter in TERRAINS
    alike = sum(1 << other for other in bits(view.tiles) if view.terrain[other] == letter)
    return view.ground.flood(1 << cell, alike)
