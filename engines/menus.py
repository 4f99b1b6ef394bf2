"""Menus that lead to a move without typing: all places at once if they are few, else by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.phrases import Phrase

MOST_PICKS = 60
"""Buttons that fit on a screen and that all platforms accept."""


@dataclass(frozen=True)
class Pick:
    """One choice of a menu that leads to a move: its label, and the step it adds or the whole move it makes.

    If `replaces_last`, the step replaces the last one.
    """

    label: str
    step: str = ""
    move: str = ""
    replaces_last: bool = False


@dataclass(frozen=True)
class Menu:
    """The next question on the way to a move (`side`, `column` …) and its choices, empty if the steps lead nowhere.

    `fault` is what is wrong with the move so far.
    """

    question: str
    picks: tuple[Pick, ...]
    fault: Phrase | None = None


@dataclass(frozen=True)
class Press:
    """An unfinished move after a press on the board: its text, and the next menu question ("" at the end).

    If `is_complete`, the text is already a move, legal or not.
    """

    text: str
    question: str = ""
    is_complete: bool = True


def move_menu(asks: str, moves: Sequence[str], steps: Sequence[str]) -> Menu:
    """Return a menu of moves named by a place (`c4`); if there are many, ask for the column first."""
    return _by_column(asks, [Pick(move, move=move) for move in moves], steps)


def step_menu(asks: str, names: Sequence[str], steps: Sequence[str]) -> Menu:
    """Return the same menu for places that are only a step towards a move."""
    return _by_column(asks, [Pick(name, step=name) for name in names], steps)


def _by_column(asks: str, picks: Sequence[Pick], steps: Sequence[str]) -> Menu:
    if steps:
        return Menu(asks, tuple(pick for pick in picks if pick.label.rstrip("0123456789") == steps[-1]))
    if len(picks) <= MOST_PICKS:
        return Menu(asks, tuple(picks))
    columns = dict.fromkeys(pick.label.rstrip("0123456789") for pick in picks)
    return Menu("column", tuple(Pick(column, step=column) for column in columns))
