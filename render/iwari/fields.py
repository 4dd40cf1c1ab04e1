"""What can be chosen for a match of Iwari."""

from __future__ import annotations

from render.fields import Field, Fields
from rules.iwari import maps
from rules.iwari.components import components


def fields() -> Fields:
    """See `Presenter.fields`."""
    feats = tuple((feat, feat.title()) for feat in components().ours.feats)
    return (
        Field("map", "Land", tuple((key, maps.load(key).name) for key in maps.ids())),
        Field("feats", "Feats and starting hands", feats, many=True, flags=(("draft", "Starting hands are drafted"),)),
    )
