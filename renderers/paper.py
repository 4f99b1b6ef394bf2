"""Notebook page under every board: squared paper, a margin, a heading, and coordinates on all sides.

page = Page(columns=6, rows=6)
items = [Disc(page.at(0, 0), 0.3 * page.unit, Ink.FIRST)]          # a1
scene = page.finish(items, alt, header, Standing(position.turn, position.score))
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from engines.game import Seat
from engines.notation import column
from engines.phrases import Phrase
from renderers.header import BANNER, HATCHES, INKS, WASHES, Header, Standing, above, initials
from renderers.scene import Ink, Item, Label, Point, Ruling, Scene

__all__ = ["HATCHES", "INKS", "WASHES", "Header", "Page", "Seat", "Standing", "initials"]

WIDTH = 900
TALLEST = 1125
"""The height that a phone held upright shows in full, below a line or two of text."""
SQUARE = 24
LETTERING = 30.0
"""11 pixels on a phone that is 360 pixels wide."""


@dataclass(frozen=True)
class Page:
    """A page with a board of `columns` x `rows` named places (cells or points), one step apart.

    `at(0, 0)` is the pixel of place a1: the centre of a cell, or the point itself. The board reaches `pad` steps beyond
    the outermost places. Without `named` there are no coordinates, and `columns` and `rows` may be fractions.
    The board is as wide as the page allows, below the heading. All lengths are in pixels, except `pad`.
    """

    columns: float
    rows: float
    pad: float = 0.5
    named: bool = True

    @cached_property
    def unit(self) -> int:
        """Return one step in pixels, which is an even number of the paper's squares."""
        return self._squares_per_step * self.square

    @cached_property
    def square(self) -> int:
        """Return the side of one of the paper's squares."""
        return int(self._largest_unit / self._squares_per_step)

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the picture."""
        return WIDTH, math.ceil(BANNER + 2 * self._edge + self.unit * self._span[1])

    def at(self, column: float, row: float) -> Point:
        """Return the pixel of a place, counted from 0 at the left and at the BOTTOM; fractions lie between places."""
        x, y = self._origin
        return x + column * self.unit, y - row * self.unit

    def corners(self, column: float, row: float, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the four corners of a place's cell, `inset` pixels inside it."""
        x, y = self.at(column, row)
        half = self.unit / 2 - inset
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom edge of the board."""
        left, top = self.at(-self.pad, self.rows - 1 + self.pad)
        right, bottom = self.at(self.columns - 1 + self.pad, -self.pad)
        return left, top, right, bottom

    def contains(self, place: Point) -> bool:
        """Return whether a pixel is on the board, excluding the strip of its coordinates."""
        left, top, right, bottom = self.area
        return left <= place[0] <= right and top <= place[1] <= bottom

    def finish(
        self,
        items: Iterable[Item],
        alt: Iterable[Phrase],
        header: Header,
        standing: Standing,
        paper: Iterable[Item] = (),
    ) -> Scene:
        """Return the scene: `paper` at the bottom, then `items` and the heading.

        `paper` are the items that stay the same during a game.
        """
        width, height = self.size
        return Scene(width, height, (*self._paper, *paper), (*above(header, standing, width), *items), tuple(alt))

    @cached_property
    def _paper(self) -> tuple[Item, ...]:
        return (Ruling(self._origin, self.square), *(self._coordinates() if self.named else ()))

    def _coordinates(self) -> Iterator[Item]:
        left, top, right, bottom = self.area
        gap = self._edge / 2
        for index in range(int(self.columns)):
            x, _ = self.at(index, 0)
            for y in (top - gap, bottom + gap):
                yield Label(column(index), (x, y), LETTERING, Ink.PENCIL)
        for index in range(int(self.rows)):
            _, y = self.at(0, index)
            for x in (left - gap, right + gap):
                yield Label(str(index + 1), (x, y), LETTERING, Ink.PENCIL)

    @property
    def _span(self) -> tuple[float, float]:
        return self.columns - 1 + 2 * self.pad, self.rows - 1 + 2 * self.pad

    @property
    def _edge(self) -> int:
        return 48 if self.named else 24

    @property
    def _largest_unit(self) -> float:
        """Return the longest step that the width and height of the page allow."""
        room = 2 * self._edge
        return min((WIDTH - room) / self._span[0], (TALLEST - BANNER - room) / self._span[1])

    @property
    def _squares_per_step(self) -> int:
        return max(2, 2 * round(self._largest_unit / SQUARE / 2))

    @cached_property
    def _origin(self) -> Point:
        top = BANNER + self._edge
        return (
            round((WIDTH - self.unit * (self.columns - 1)) / 2),
            round(top + self.unit * (self.rows - 1 + self.pad)),
        )
