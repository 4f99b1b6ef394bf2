"""Drawings of positions; `DRAWINGS` maps each game to its drawing functions."""

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
    """The functions that draw a game, and the English templates of the phrases in its alt text.

    `draw(position, last, hint, header)` draws the board with the moves just played marked and a hint dashed.
    `turn_phrase(position)` says which kind of move is next, and whose it is.
    `move_effects(before, move, after)` lists the effects that the notation does not show (a capture, a swap).
    `threats(position)` lists what is in danger or can be won at once, as far as no search is needed.
    `numbered_moves(position, moves)` lays numbered candidate moves over the board.
    `answers(position, replies)` draws the opponent's possible replies; empty where a game does not draw them.
    `illegal_move(position, move)` draws an illegal move and what blocks it; empty where that cannot be drawn.
    `partial_move(position, steps)` draws a move after some steps of its menu; empty where a game does not draw it.
    `description(position, move)` describes the look of a move that its notation does not give.
    """

    draw: Callable[[Any, tuple[Any, ...], Any, Header], Scene]
    alt: Mapping[str, str]
    turn_phrase: Callable[[Any], Phrase] = turn
    move_effects: Callable[[Any, Any, Any], Iterable[Phrase]] = lambda before, move, after: ()
    threats: Callable[[Any], Iterable[Phrase]] = lambda position: ()
    numbered_moves: Callable[[Any, Sequence[tuple[str, Any]]], Iterable[Item]] = lambda position, moves: ()
    answers: Callable[[Any, Sequence[Any]], Iterable[Item]] = lambda position, replies: ()
    illegal_move: Callable[[Any, Any], Iterable[Item]] = lambda position, move: ()
    partial_move: Callable[[Any, tuple[str, ...]], Iterable[Item]] = lambda position, steps: ()
    description: Callable[[Any, Any], Iterable[Phrase]] = lambda position, move: ()


DRAWINGS: Mapping[str, Drawing] = {
    "dots": Drawing(
        dots.draw,
        dots.ALT,
        dots.turn_phrase,
        dots.move_effects,
        dots.threats,
        numbered_moves=ghosts.dots.numbered_moves,
        illegal_move=ghosts.dots.illegal_move,
    ),
    "digits": Drawing(
        digits.draw,
        digits.ALT,
        digits.turn_phrase,
        numbered_moves=ghosts.digits.numbered_moves,
        illegal_move=ghosts.digits.illegal_move,
    ),
    "curves": Drawing(
        curves.draw,
        curves.ALT,
        curves.turn_phrase,
        curves.move_effects,
        numbered_moves=ghosts.curves.numbered_moves,
        answers=ghosts.curves.answers,
        illegal_move=ghosts.curves.illegal_move,
        partial_move=ghosts.curves.partial_move,
        description=curves.description,
    ),
    "lgame": Drawing(
        lgame.draw,
        lgame.ALT,
        move_effects=lgame.move_effects,
        threats=lgame.threats,
        partial_move=lgame.partial_move,
        numbered_moves=ghosts.lgame.numbered_moves,
        illegal_move=ghosts.lgame.illegal_move,
    ),
    "tupik": Drawing(
        tupik.draw,
        tupik.ALT,
        tupik.turn_phrase,
        threats=tupik.threats,
        numbered_moves=ghosts.tupik.numbered_moves,
        illegal_move=ghosts.tupik.illegal_move,
    ),
}
