"""Moves: the sides and pie-rule words of one message, read leniently and printed in one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.dots.grid import Grid
from engines.notation import cell, clean, letters_first, read_cell
from engines.refusals import Ambiguous, Unreadable

STOP, KEEP, SWAP = "stop", "keep", "swap"
WORDS = (STOP, KEEP, SWAP)


@dataclass(frozen=True, slots=True)
class Move:
    """A message's steps in order: sides by name (lower or left dot first), `stop`, `keep`, `swap`."""

    steps: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.steps)


_PIECE = re.compile(r"(stop|keep|swap)|([a-z] ?[0-9]+)|[^ ]+")
_CHAIN = re.compile(r"[a-z] ?[0-9]+(-[a-z] ?[0-9]+){2,}")


def read_move(text: str, grid: Grid) -> Move:
    """Return the move that a text describes on this board; dots are paired in order.

    Raises `Unreadable` naming the part that is no dot, no pair of neighbours or no word, and `Ambiguous` for sides
    joined by dashes.
    """
    words = letters_first(clean(text))
    if chain := _CHAIN.search(words):
        raise Ambiguous("dash-between-sides", part=chain[0], expected="a-space")
    steps = tuple(_steps(words.replace("-", " "), grid))
    if not steps:
        raise Unreadable("empty", expected="a-side")
    return Move(steps)


def _steps(text: str, grid: Grid) -> Iterator[str]:
    first_dot: tuple[int, int] | None = None
    for piece in _PIECE.finditer(text):
        if piece[2] is None:
            _check_no_lone_dot(first_dot)
            yield _word(piece)
        elif first_dot is None:
            first_dot = _dot(piece[2], grid)
        else:
            yield _side(first_dot, _dot(piece[2], grid))
            first_dot = None
    _check_no_lone_dot(first_dot)


def _word(piece: re.Match[str]) -> str:
    if piece[1] is None:
        raise Unreadable("not-a-side", part=piece[0], expected="a-side")
    return piece[1]


def _dot(word: str, grid: Grid) -> tuple[int, int]:
    dot = read_cell(word)
    if dot is None or not grid.has_dot(*dot):
        raise Unreadable("no-such-dot", part=word.replace(" ", ""), expected="a-dot", last=cell(grid.cols, grid.rows))
    return dot


def _side(one: tuple[int, int], two: tuple[int, int]) -> str:
    if abs(one[0] - two[0]) + abs(one[1] - two[1]) != 1:
        raise Unreadable("not-neighbours", part=f"{cell(*one)}-{cell(*two)}", expected="two-neighbours")
    low, high = sorted((one, two))
    return f"{cell(*low)}-{cell(*high)}"


def _check_no_lone_dot(dot: tuple[int, int] | None) -> None:
    if dot is not None:
        raise Unreadable("dot-alone", part=cell(*dot), expected="a-dot")
