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
    trigger: AnyPosition | None


Plans = tuple[PlannedLine, ...]


def plan_line(seat: Seat, line: tuple[str, ...], position: AnyPosition) -> PlannedLine:
    """A line that begins in a position; raises `Refusal` if it cannot be played there."""
    if position.turn is seat:
        return PlannedLine(seat, line, None)
    after, _ = advance(position, position.read(line[0]))
    if after.turn is not seat:
        raise Illegal("plan-turn-unfinished", part=line[0])
    advance(after, after.read(line[1]))
    return PlannedLine(seat, line, after)


def add_plan(plans: Plans, plan: PlannedLine) -> Plans:
    """The plans with one more, in the place of those that answer the same turn in another way."""
    return (*(existing for existing in plans if _are_compatible(existing, plan)), plan)


def _are_compatible(existing: PlannedLine, plan: PlannedLine) -> bool:
    """Two lines may begin alike, if it is the other player who leaves the one for the other."""
    if existing.seat is not plan.seat:
        return True
    first_differs = (
        existing.line[0] != plan.line[0]
        if None in (existing.trigger, plan.trigger)
        else existing.trigger != plan.trigger
    )
    differs = (first_differs, *(a != b for a, b in zip(existing.line[1:], plan.line[1:], strict=False)))
    return next((place % 2 == 0 for place, differ in enumerate(differs) if differ), False)


def remove_plans(plans: Plans, seat: Seat, line: tuple[str, ...]) -> Plans:
    """The plans but for one line of a seat, or but for all of them."""
    return tuple(plan for plan in plans if plan.seat is not seat or (line and plan.line != line))


def due_plan(plans: Plans, position: AnyPosition) -> PlannedLine | None:
    """The plan of who is on turn that says what to play now."""
    return next((plan for plan in plans if plan.seat is position.turn and plan.trigger == position), None)


def after_move(plans: Plans, event: Moved, before: AnyPosition, after: AnyPosition) -> Plans:
    """What is left when a seat has moved: of its own what goes on from there, of the other's what was foreseen."""
    return tuple(_remaining_plans(plans, event, before, after))


def _remaining_plans(plans: Plans, event: Moved, before: AnyPosition, after: AnyPosition) -> Iterator[PlannedLine]:
    for plan in plans:
        if plan.seat is not event.seat:
            if after.turn is event.seat or plan.trigger == after:
                yield plan
        elif plan.trigger is None and after.turn is plan.seat:
            yield plan
        elif rest := _rest(plan, event.text, before):
            with suppress(Refusal):
                yield plan_line(plan.seat, rest, after)


def _rest(plan: PlannedLine, text: str, before: AnyPosition) -> tuple[str, ...]:
    """What a plan says of the time after its seat's move; nothing if that was another move than planned."""
    if plan.trigger is None:
        return plan.line
    return plan.line[2:] if plan.trigger == before and plan.line[1] == text else ()
