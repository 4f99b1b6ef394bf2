"""Strip of paper that replaces an outdated board's picture in messages that must keep a picture."""

from __future__ import annotations

from renderers.paper import SQUARE, WIDTH
from renderers.scene import Ruling, Scene

STRIP = Scene(WIDTH, 3 * SQUARE, (Ruling((SQUARE, SQUARE), SQUARE),), ())
"""Thirteen times as wide as it is high; Telegram accepts up to twenty times."""
