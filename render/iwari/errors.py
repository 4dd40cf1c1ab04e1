"""What is said about settings that make no match of Iwari."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.language import enumeration, say, translatable
from render.presenter import ErrorWords


def _rules_missing(map: str, modules: Sequence[str]) -> str:
    return say("The map {map} needs rules that are not here yet: {modules}.", map=map, modules=enumeration(modules))


def _feat_unknown(feat: str, feats: Sequence[str]) -> str:
    return say("There is no feat called {feat}; the feats are {feats}.", feat=feat, feats=enumeration(feats))


def _map_unknown(map: str, maps: Sequence[str]) -> str:
    return say("There is no map called {map}; there are {maps}.", map=map, maps=enumeration(maps))


ERRORS: Mapping[str, ErrorWords] = {
    "iwari.rules_missing": _rules_missing,
    "iwari.feat_unknown": _feat_unknown,
    "iwari.feat_twice": translatable("A feat is named twice."),
    "iwari.map_unknown": _map_unknown,
    "iwari.map_faulty": translatable("That map cannot be played: its file is at fault ({fault})."),
}
"""By code; see `render.errors`."""
