"""Positions to pictures; `DRAWINGS` says which file draws which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from renderers import curves, digits, dots, lgame, tupik
from renderers.paper import Header
from renderers.scene import Scene


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn, and the English templates of the phrases its alt text is made of.

    `draw(position, last, hint, header)`: the moves just played are marked, a proposed one is dashed.
    """

    draw: Callable[[Any, tuple[Any, ...], Any, Header], Scene]
    alt: Mapping[str, str]


DRAWINGS: Mapping[str, Drawing] = {
    "dots": Drawing(dots.draw, dots.ALT),
    "digits": Drawing(digits.draw, digits.ALT),
    "curves": Drawing(curves.draw, curves.ALT),
    "lgame": Drawing(lgame.draw, lgame.ALT),
    "tupik": Drawing(tupik.draw, tupik.ALT),
}
