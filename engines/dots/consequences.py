"""Consequences of a move: the reply, the expected line and the outcome, combined with its own reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.dots.control import bits
from engines.dots.move import WORDS, Move
from engines.dots.reasons import (
    after_captures,
    box_reason,
    boxes_beside,
    double_dealt_boxes,
    is_against,
    move_reasons,
    must_open_reasons,
    outcome_reason,
    owned_boxes,
)
from engines.dots.regions import LONG, box_names
from engines.dots.rules import Position
from engines.dots.taking import capturable_boxes, captures, gift
from engines.game import Explanation, Limit, Reason, lead
from engines.reasoning import Reasoning

_PLAIN_CODES = ("wants-even", "wants-odd", "sides-to-set-up", "reply-plays", "reply-gives", "at-edge", "between-boxes")
"""The codes of reasons that say only where a side is, or what is true of nearly every side."""
_OF_OTHERS = ("though-safe", "smaller-gift")
"""The codes of reasons that name other moves, for where there is no move to compare with."""
_OPENINGS = ("opens-long-chain", "opens-loop", "opens-short-chain")
_IN_A_ROW = 4
"""From so many boxes on, a capture is named by its first box."""
_GIFTS = ("line-opens", "line-gives", "likely-opens", "likely-gives")
"""The codes that say who opens a chain or gives a box in the line after a move."""
_LAST = ("gives-third-side", "no-side-is-safe", "smallest-gift-first", "loony")
"""The codes of reasons that say less than those beside them."""


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """Return the main reasons first (for a good move, against a bad one), the reply, the others, and the outcome.

    At the end comes the place of the side.
    """
    move, seat = explanation.move, str(position.turn)
    is_worse = explanation.value < explanation.best_value
    is_best = explanation.is_proved and not is_worse
    about_move = [
        each
        for each in move_reasons(position, move, round(explanation.value) if is_best else None)
        if each.code not in _OF_OTHERS
    ]
    after = position.play(move)
    about_reply = tuple(
        each for each in _reply_reasons(after, explanation.reply) if explanation.is_proved or each.code != "reply-plays"
    )
    about_move = [*_not_told_by(about_move, about_reply)]
    is_line = explanation.best_line[:1] == (move,)
    line = explanation.reply or (explanation.best_line[1:] if is_line else ())
    about_move.sort(key=lambda each: (each.code in _LAST, is_against(each, seat) is not is_worse))
    main = [each for each in about_move if is_against(each, seat) is is_worse and each.code not in _LAST]
    others = [each for each in about_move if each not in main]
    outcome = (
        (outcome_reason(lead(position, position.turn) + round(explanation.value)),) if explanation.is_proved else ()
    )
    return (
        *main,
        *about_reply,
        *_line_reasons(after, line, "line" if explanation.is_proved else "likely"),
        *others,
        *outcome,
        *_place_reasons(position, move),
    )


def _not_told_by(about_move: Iterable[Reason], about_reply: Iterable[Reason]) -> Iterator[Reason]:
    """Yield the reasons of a move that no other reason and no capture of the reply makes redundant."""
    captures = [_boxes_of(each) for each in about_reply if each.code in ("reply-takes", "reply-takes-row")]
    is_opening = any(each.code in _OPENINGS for each in about_move)
    for each in about_move:
        is_captured = each.code in ("can-take", *_OPENINGS, "gives-third-side") and _boxes_of(each) in captures
        if not is_captured and not (each.code == "gives-third-side" and is_opening):
            yield each


def _boxes_of(reason: Reason) -> set[str]:
    fields = dict(reason.fields)
    return {*str(fields.get("boxes") or fields["chain"]).split()}


def _reply_reasons(after: Position, reply: tuple[Move, ...]) -> Iterator[Reason]:
    """Yield the effects of the punishing reply, and the chain that must be opened after it."""
    if not reply:
        return
    seat, position, last = after.turn, after, after
    for move in reply:
        if position.outcome or position.turn is not seat:
            break
        last, position = position, position.play(move)
    first = reply[0].steps[0]
    if first in WORDS:
        yield Reason("reply-chooses", move=first)
        return
    grid = after.grid
    new_boxes = owned_boxes(position) & ~owned_boxes(after)
    if new_boxes.bit_count() >= _IN_A_ROW:
        [begin, *_] = bits(owned_boxes(after.play(Move((first,)))) & ~owned_boxes(after))
        yield box_reason("reply-takes-row", grid, new_boxes, player=str(seat), box=grid.box_name(begin))
    elif new_boxes:
        yield box_reason("reply-takes", grid, new_boxes, player=str(seat))
    else:
        yield Reason("reply-plays", player=str(seat), side=first)
    if position.turn is seat:
        if capturable := capturable_boxes(grid, position.drawn_sides):
            yield box_reason("reply-takes-more", grid, capturable, player=str(seat))
        return
    [side] = bits(position.drawn_sides & ~last.drawn_sides)
    handed_boxes = double_dealt_boxes(grid, last.drawn_sides, side)
    if handed_boxes and new_boxes:
        yield box_reason("reply-hands-back", grid, handed_boxes, player=str(seat))
    elif handed_boxes:
        yield box_reason("reply-keeps-control", grid, handed_boxes, player=str(seat), side=first)
    elif capturable := capturable_boxes(grid, position.drawn_sides):
        yield box_reason("reply-gives", grid, capturable, player=str(position.mover))
    yield from must_open_reasons(after_captures(position), "reply-must-open")


def _line_reasons(position: Position, line: tuple[Move, ...], kind: str) -> Iterator[Reason]:
    """Yield who opens the first long chain or loop, or gives the first box, in a line after a move.

    The kind of the line is `line`, with best play, or `likely`, by an estimate.
    """
    gifts = [*_gifts(position, line)]
    long_gifts = [(player, boxes) for player, boxes in gifts if boxes.bit_count() >= LONG]
    for player, boxes in (long_gifts or gifts)[:1]:
        code = f"{kind}-opens" if long_gifts else f"{kind}-gives"
        yield box_reason(code, position.grid, boxes, player=player, box=position.grid.box_name(next(bits(boxes))))


def _gifts(position: Position, line: tuple[Move, ...]) -> Iterator[tuple[str, int]]:
    """Yield each player in a line who gives away boxes when none was capturable, with the boxes."""
    grid = position.grid
    for step in (step for move in line for step in move.steps):
        if step in WORDS:
            return
        side, drawn_sides = grid.index[step], position.drawn_sides
        is_quiet = not captures(grid, drawn_sides, side) and not capturable_boxes(grid, drawn_sides)
        if is_quiet and (boxes := gift(grid, drawn_sides, side)):
            yield str(position.mover), boxes
        position = position.play(Move((step,)))


def _place_reasons(position: Position, move: Move) -> Iterator[Reason]:
    """Yield the boxes beside the last side of a move."""
    if (step := move.steps[-1]) not in WORDS:
        boxes = tuple(boxes_beside(position.grid, position.grid.index[step]))
        names = box_names(position.grid, boxes)
        yield Reason("at-edge" if len(boxes) == 1 else "between-boxes", side=step, boxes=names)


def _gist(reason: Reason) -> object:
    """Return the comparable part of a reason: for safe sides, who runs out of them, not how many are left."""
    if reason.code in ("safe-sides-open", "sides-to-set-up"):
        return reason.code
    return (reason.code, dict(reason.fields)["player"]) if reason.code == "safe-sides-fit" else reason


def _is_merit(reason: Reason, seat: str) -> bool:
    """Return whether a reason speaks for a player's move: it gives nothing, or forces the opponent to give."""
    if reason.code in (*_GIFTS, "reply-must-open"):
        return dict(reason.fields)["player"] != seat
    return not reason.code.startswith("reply-") and not is_against(reason, seat)


REASONING = Reasoning(_PLAIN_CODES, gist=_gist, is_merit=_is_merit)
