"""Positions to pictures; `DRAWINGS` says which file draws which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from renderers.paper import Header
from renderers.scene import Scene

# draw(position, last, hint, header): the moves just played are marked, a proposed one is dashed.
Draw = Callable[[Any, tuple[Any, ...], Any, Header], Scene]

DRAWINGS: Mapping[str, Draw] = {}
