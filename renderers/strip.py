"""The strip of paper that replaces the picture of an outdated board, where a message cannot lose its picture."""

from __future__ import annotations

from renderers.paper import SQUARE, WIDTH
from renderers.scene import Ruling, Scene

STRIP = Scene(WIDTH, 3 * SQUARE, (Ruling((SQUARE, SQUARE), SQUARE),), ())
"""Thirteen times as wide as it is high; Telegram takes up to twenty times."""
