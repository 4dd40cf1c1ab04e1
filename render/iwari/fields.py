"""What can be chosen for a match of Iwari."""

from __future__ import annotations

from render.fields import Field, Fields
from render.iwari import names
from render.language import say
from rules.iwari import maps
from rules.iwari.components import components


def fields() -> Fields:
    """See `Presenter.fields`."""
    feats = tuple((feat, names.feat(feat)) for feat in components().ours.feats)
    draft = ("draft", say("Starting hands are drafted"))
    return (
        Field("map", say("Land"), tuple((key, maps.load(key).name) for key in maps.ids())),
        Field("feats", say("Feats and starting hands"), feats, many=True, flags=(draft,)),
    )
