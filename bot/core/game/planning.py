"""Conditional moves in a game: adding them, dropping them, playing those that are due; pure."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.game.apply_events import evolve
from bot.core.game.events import Event, Moved, Planned, Unplanned
from bot.core.game.instants import Instant
from bot.core.game.plans import due_plan
from bot.core.game.session import Session, play
from engines.game import AnyPosition, Seat
from engines.refusals import Illegal

MOST_PLANS = 50
_FOR_EVER = ("side-drawn", "cell-taken", "point-marked")
"""The refusals of moves that can never become legal again."""


def plan(
    session: Session, lines: tuple[tuple[str, ...], ...], numbers: tuple[int, ...] | None, seat: Seat, now: Instant
) -> tuple[Event, ...]:
    """Return the events of adding or dropping lines; raise `Refusal` for a line that is impossible or illegal."""
    plans = plans_of(session, seat)
    if numbers is not None:
        return tuple(_drop(numbers, plans, session, seat, now))
    if len(plans) + len(lines) > MOST_PLANS:
        raise Illegal("too-many-plans", most=MOST_PLANS)
    check = _check_line if session.position.turn is not seat else _check_own_turn_line
    return tuple(Planned(now, seat, check(session.position, line)) for line in lines)


def plans_of(session: Session, seat: Seat | None) -> tuple[tuple[str, ...], ...]:
    """Return the planned lines of a seat, oldest first."""
    return tuple(plan.line for plan in session.plans if plan.seat is seat)


def with_answers(session: Session, new_events: tuple[Event, ...], now: Instant) -> tuple[Event, ...]:
    """Return the new events, and the conditional moves that they trigger."""
    return *new_events, *_answers(session, new_events, now)


def _answers(session: Session, new_events: tuple[Event, ...], now: Instant) -> Iterator[Event]:
    for event in new_events:
        session = evolve(session, event)
    while answer := due_plan(session.plans, session.position):
        result = play(session.position, answer.line[1])
        event = Moved(now, answer.seat, str(result.move), result, planned=True)
        yield event
        session = evolve(session, event)


def _check_line(position: AnyPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return a line in canonical text; raise `Illegal` unless each turn is legal and passes the turn."""
    mine, texts = position.turn.opponent, list[str]()
    for place, text in enumerate(line):
        if position.outcome is not None:
            raise Illegal("plan-after-end", part=text)
        if (position.turn is mine) != bool(place % 2):
            raise Illegal("plan-turn-unfinished", part=texts[-1])
        result = play(position, text)
        position = result.position
        texts.append(str(result.move))
    return tuple(texts)


def _check_own_turn_line(position: AnyPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return a line in canonical text; raise `Illegal` only for moves that can never become legal again.

    During the player's own turn, the position that the line starts from is not known yet.
    """
    moves = [position.read(text) for text in line]
    for move in moves:
        try:
            position.play(move)
        except Illegal as refused:
            if refused.code in _FOR_EVER:
                raise
    return tuple(map(str, moves))


def _drop(
    numbers: tuple[int, ...], plans: tuple[tuple[str, ...], ...], session: Session, seat: Seat, now: Instant
) -> Iterator[Event]:
    if not plans:
        raise Illegal("no-plans", game=session.code)
    if not numbers:
        yield Unplanned(now, seat)
    for number in numbers:
        if not 0 < number <= len(plans):
            raise Illegal("no-such-plan", part=str(number), most=len(plans))
        yield Unplanned(now, seat, plans[number - 1])
