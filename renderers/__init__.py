"""Positions to pictures; `DRAWINGS` says which file draws which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from renderers.paper import Header
from renderers.scene import Scene


class Draw(Protocol):
    """Draws a position: `last` are the moves just played (ringed or thickened), `hint` one proposed (dashed)."""

    def __call__(self, position: Any, last: tuple[Any, ...] = (), hint: Any = None, header: Header = ...) -> Scene: ...


DRAWINGS: Mapping[str, Draw] = {}
