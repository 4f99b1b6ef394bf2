"""Menus that lead to a move without typing; places are offered all at once where they are few, else by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.phrases import Phrase

MOST_PICKS = 60
"""So many buttons fit on a screen, and all platforms take them."""


@dataclass(frozen=True)
class Pick:
    """One choice of a menu that leads to a move: what is shown, and the step it adds, or the whole move it makes.

    A step may stand `instead` of the last one.
    """

    label: str
    step: str = ""
    move: str = ""
    replaces_last: bool = False


@dataclass(frozen=True)
class Menu:
    """What is asked on the way to a move (`side`, `column` …), and the choices; none if the steps lead nowhere.

    `fault` is what is wrong with the move as far as it has come.
    """

    question: str
    picks: tuple[Pick, ...]
    fault: Phrase | None = None


@dataclass(frozen=True)
class Press:
    """A move in the making after one more press on the board: its text, and what can be pressed next, as a menu asks
    for it; "" if nothing is left to be said. It is a move already, legal or not, if it is `whole`."""

    text: str
    question: str = ""
    is_complete: bool = True


def move_menu(asks: str, moves: Sequence[str], steps: Sequence[str]) -> Menu:
    """A menu of moves that are named by a place each (`c4`); of many, the column is asked for first."""
    return _by_column(asks, [Pick(move, move=move) for move in moves], steps)


def step_menu(asks: str, names: Sequence[str], steps: Sequence[str]) -> Menu:
    """The same, of places that are but a step on the way to a move."""
    return _by_column(asks, [Pick(name, step=name) for name in names], steps)


def _by_column(asks: str, picks: Sequence[Pick], steps: Sequence[str]) -> Menu:
    if steps:
        return Menu(asks, tuple(pick for pick in picks if pick.label.rstrip("0123456789") == steps[-1]))
    if len(picks) <= MOST_PICKS:
        return Menu(asks, tuple(picks))
    columns = dict.fromkeys(pick.label.rstrip("0123456789") for pick in picks)
    return Menu("column", tuple(Pick(column, step=column) for column in columns))
