"""How long tests wait for what must come. A busy machine may be slow, and where all is well waiting costs nothing."""

PATIENCE = 30.0
"""Seconds."""
