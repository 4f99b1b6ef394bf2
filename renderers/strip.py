"""What stays of a board that has grown old, where a picture cannot be taken away: a strip of its paper."""

from __future__ import annotations

from renderers.paper import SQUARE, WIDTH
from renderers.scene import Ruling, Scene

STRIP = Scene(WIDTH, 3 * SQUARE, (Ruling((SQUARE, SQUARE), SQUARE),), ())
"""Thirteen times as wide as it is high; Telegram takes up to twenty times."""
