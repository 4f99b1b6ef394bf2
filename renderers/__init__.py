"""Positions to pictures; `DRAWINGS` says which file draws which game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.phrases import Phrase
from renderers import curves, digits, dots, ghosts, lgame, tupik
from renderers.alt import turn
from renderers.paper import Header
from renderers.scene import Item, Scene


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn, and the English templates of the phrases its alt text is made of.

    `draw(position, last, hint, header)`: the moves just played are marked, a proposed one is dashed.
    `due(position)` is what kind of move is to be made, and by whom.
    `told(before, move, after)` is what a move has brought about that it does not say itself (a capture, a swap).
    `threatened(position)` is what is in danger, or to be had, as far as that is seen without a search.
    `numbered(position, moves)` are moves to choose from, each under its number, laid over the drawing.
    `answers(position, replies)` are what the other side could answer to those; nothing where that is not drawn.
    `wrong(position, move)` is a move that may not be made, with what is in its way; nothing if that cannot be drawn.
    `composed(position, steps)` is a move in the making, after steps of its menu; nothing where that is not drawn.
    `described(position, move)` is what a move looks like where its notation does not tell.
    """

    draw: Callable[[Any, tuple[Any, ...], Any, Header], Scene]
    alt: Mapping[str, str]
    due: Callable[[Any], Phrase] = turn
    told: Callable[[Any, Any, Any], Iterable[Phrase]] = lambda before, move, after: ()
    threatened: Callable[[Any], Iterable[Phrase]] = lambda position: ()
    numbered: Callable[[Any, Sequence[tuple[str, Any]]], Iterable[Item]] = lambda position, moves: ()
    answers: Callable[[Any, Sequence[Any]], Iterable[Item]] = lambda position, replies: ()
    wrong: Callable[[Any, Any], Iterable[Item]] = lambda position, move: ()
    composed: Callable[[Any, tuple[str, ...]], Iterable[Item]] = lambda position, steps: ()
    described: Callable[[Any, Any], Iterable[Phrase]] = lambda position, move: ()


DRAWINGS: Mapping[str, Drawing] = {
    "dots": Drawing(
        dots.draw,
        dots.ALT,
        dots.due,
        dots.told,
        dots.threatened,
        numbered=ghosts.dots.numbered,
        wrong=ghosts.dots.wrong,
    ),
    "digits": Drawing(digits.draw, digits.ALT, digits.due, numbered=ghosts.digits.numbered, wrong=ghosts.digits.wrong),
    "curves": Drawing(
        curves.draw,
        curves.ALT,
        curves.due,
        curves.told,
        numbered=ghosts.curves.numbered,
        answers=ghosts.curves.answers,
        wrong=ghosts.curves.wrong,
        composed=ghosts.curves.composed,
        described=curves.described,
    ),
    "lgame": Drawing(
        lgame.draw,
        lgame.ALT,
        told=lgame.told,
        threatened=lgame.threatened,
        numbered=ghosts.lgame.numbered,
        wrong=ghosts.lgame.wrong,
    ),
    "tupik": Drawing(
        tupik.draw,
        tupik.ALT,
        tupik.due,
        threatened=tupik.threatened,
        numbered=ghosts.tupik.numbered,
        wrong=ghosts.tupik.wrong,
    ),
}
