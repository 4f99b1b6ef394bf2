"""Conditional moves as a session keeps them: which still hold after a move; pure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from bot.core.game.events import Moved
from engines.game import AnyPosition, Seat, advance
from engines.refusals import Illegal, Refusal


@dataclass(frozen=True)
class PlannedLine:
    """`line`: the other player's whole turn, one's own answer to it, the other's next turn, and so on.

    `met` is the position that the first of these leads to; None as long as it is one's own turn: it is not known.
    """

    seat: Seat
    line: tuple[str, ...]
    met: AnyPosition | None


Plans = tuple[PlannedLine, ...]


def planned(seat: Seat, line: tuple[str, ...], position: AnyPosition) -> PlannedLine:
    """A line that begins in a position; raises `Refusal` if it cannot be played there."""
    if position.turn is seat:
        return PlannedLine(seat, line, None)
    met, _ = advance(position, position.read(line[0]))
    if met.turn is not seat:
        raise Illegal("plan-turn-unfinished", part=line[0])
    advance(met, met.read(line[1]))
    return PlannedLine(seat, line, met)


def added(plans: Plans, new: PlannedLine) -> Plans:
    """The plans with one more, in the place of those that answer the same turn in another way."""
    return (*(old for old in plans if _go_together(old, new)), new)


def _go_together(old: PlannedLine, new: PlannedLine) -> bool:
    """Two lines may begin alike, if it is the other player who leaves the one for the other."""
    if old.seat is not new.seat:
        return True
    first_differs = old.line[0] != new.line[0] if None in (old.met, new.met) else old.met != new.met
    differs = (first_differs, *(a != b for a, b in zip(old.line[1:], new.line[1:], strict=False)))
    return next((place % 2 == 0 for place, differ in enumerate(differs) if differ), False)


def without(plans: Plans, seat: Seat, line: tuple[str, ...]) -> Plans:
    """The plans but for one line of a seat, or but for all of them."""
    return tuple(plan for plan in plans if plan.seat is not seat or (line and plan.line != line))


def come_about(plans: Plans, position: AnyPosition) -> PlannedLine | None:
    """The plan of who is on turn that says what to play now."""
    return next((plan for plan in plans if plan.seat is position.turn and plan.met == position), None)


def after_move(plans: Plans, event: Moved, before: AnyPosition, after: AnyPosition) -> Plans:
    """What is left when a seat has moved: of its own what goes on from there, of the other's what was foreseen."""
    return tuple(_left(plans, event, before, after))


def _left(plans: Plans, event: Moved, before: AnyPosition, after: AnyPosition) -> Iterator[PlannedLine]:
    for plan in plans:
        if plan.seat is not event.seat:
            if after.turn is event.seat or plan.met == after:
                yield plan
        elif plan.met is None and after.turn is plan.seat:
            yield plan
        elif rest := _rest(plan, event.text, before):
            with suppress(Refusal):
                yield planned(plan.seat, rest, after)


def _rest(plan: PlannedLine, text: str, before: AnyPosition) -> tuple[str, ...]:
    """What a plan says of the time after its seat's move; nothing if that was another move than planned."""
    if plan.met is None:
        return plan.line
    return plan.line[2:] if plan.met == before and plan.line[1] == text else ()
