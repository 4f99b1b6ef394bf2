"""The conditional moves of a session, and those that still apply after a move; pure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from bot.core.game.events import Moved
from engines.game import AnyPosition, Seat, advance
from engines.refusals import Illegal, Refusal


@dataclass(frozen=True)
class PlannedLine:
    """A planned line: the opponent's whole turn, the answer to it, the opponent's next turn, and so on.

    `trigger` is the position after the first turn; None while the player's own turn goes on and it is unknown.
    """

    seat: Seat
    line: tuple[str, ...]
    trigger: AnyPosition | None


Plans = tuple[PlannedLine, ...]


def plan_line(seat: Seat, line: tuple[str, ...], position: AnyPosition) -> PlannedLine:
    """Return a planned line that starts in a position; raise `Refusal` if it cannot be played there."""
    if position.turn is seat:
        return PlannedLine(seat, line, None)
    after, _ = advance(position, position.read(line[0]))
    if after.turn is not seat:
        raise Illegal("plan-turn-unfinished", part=line[0])
    advance(after, after.read(line[1]))
    return PlannedLine(seat, line, after)


def plans_of(plans: Plans, seat: Seat | None) -> tuple[tuple[str, ...], ...]:
    """Return the planned lines of a seat, oldest first."""
    return tuple(plan.line for plan in plans if plan.seat is seat)


def are_compatible(existing: PlannedLine, plan: PlannedLine) -> bool:
    """Return whether two lines can coexist: the opponent's turn must be the first that differs."""
    if existing.seat is not plan.seat:
        return True
    first_differs = (
        existing.line[0] != plan.line[0]
        if None in (existing.trigger, plan.trigger)
        else existing.trigger != plan.trigger
    )
    differs = (first_differs, *(a != b for a, b in zip(existing.line[1:], plan.line[1:], strict=False)))
    return next((place % 2 == 0 for place, differ in enumerate(differs) if differ), False)


def due_plan(plans: Plans, position: AnyPosition) -> PlannedLine | None:
    """Return the plan that the position triggers for the player on turn; None if there is none."""
    return next((plan for plan in plans if plan.seat is position.turn and plan.trigger == position), None)


def after_move(plans: Plans, event: Moved, before: AnyPosition, after: AnyPosition) -> Iterator[PlannedLine]:
    """Yield the plans that still apply after a move, shortened by the turns that were played."""
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
    """Return the rest of a plan after its seat's move; empty if the move was not the planned one."""
    if plan.trigger is None:
        return plan.line
    return plan.line[2:] if plan.trigger == before and plan.line[1] == text else ()
