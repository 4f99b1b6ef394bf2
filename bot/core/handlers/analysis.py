"""Analysis of finished games: what each position promises, kept with the game."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.game.people import Person
from bot.core.game.problem import Problem, Urgency
from bot.core.game.session import Session
from bot.core.handlers.services import LookOver, Services
from bot.core.ports.store import StoreUnavailableError
from engines.game import Level
from engines.refusals import Illegal
from engines.review import (
    Expectation,
    Judgement,
    expectation,
    is_within_reach,
    judgement,
)

FIRST_SECONDS = 2.0
"""For all positions together before the first answer."""

FURTHER_SECONDS = 0.8
"""For a position that is not proved by then, when no advice is waited for."""

PROOF_SECONDS = 120.0
"""For one that is within reach of a proof and has none even then."""


async def looked_over(services: Services, session: Session, asker: Person) -> list[Expectation]:
    """What each position promises, as far as is known: kept with the game, else looked at for two seconds.

    What is not proved by then is looked at longer in the background, if the asker has not too much under way there, and
    then kept; what is within reach of a proof, as long as that takes. Until then everyone who asks reads the same first
    look.
    """
    if kept := read(await services.store.findings.review(session.code), len(session.turns) + 1):
        return kept
    if under_way := services.reviewing.get(session.code):
        return list(under_way.found)
    each = FIRST_SECONDS / len(session.turns)
    looking = _Looking(services, session, asker)
    found = await _at_all(looking, [None] * (len(session.turns) + 1), each, FIRST_SECONDS)
    if all(each.is_proved for each in found):
        await services.store.findings.store_review(session.code, write(found))
    elif session.code not in services.reviewing and services.heavy.has_room(asker):
        task = asyncio.create_task(_further(looking, found))
        services.reviewing[session.code] = LookOver(found, task)
        task.add_done_callback(lambda done: services.reviewing.pop(session.code, None))
    return found


def _within_reach(session: Session, found: Sequence[Expectation]) -> set[int]:
    """The numbers of the positions that a longer look proves."""
    unproved = (number for number, each in enumerate(found) if not each.is_proved)
    return {number for number in unproved if is_within_reach(session.rules, session.at(number).position)}


async def _further(looking: _Looking, found: Sequence[Expectation]) -> None:
    services, session = looking.services, looking.session
    known = [each if each.is_proved and each.is_searched else None for each in found]
    with (
        suppress(Illegal, StoreUnavailableError),
        services.heavy.admission(looking.asker),
    ):  # the next to ask has it done again
        found = await _at_all(looking, known, FURTHER_SECONDS)
        await services.store.findings.store_review(session.code, write(found))
        if late := _within_reach(session, found):
            known = [None if number in late else each for number, each in enumerate(found)]
            found = await _at_all(looking, known, PROOF_SECONDS)
            await services.store.findings.store_review(session.code, write(found))


@dataclass(frozen=True)
class _Looking:
    """A game whose positions are looked at for `asker`, in turns with what others have asked."""

    services: Services
    session: Session
    asker: Person


async def _at_all(
    asked: _Looking, known: Sequence[Expectation | None], seconds: float, patience: float | None = None
) -> list[Expectation]:
    """Return what each position promises; `known` ones are not looked at again.

    After so many seconds of `patience` the others promise what those before them do; the looks are spread evenly.
    """
    looking = {
        number: asyncio.create_task(_at(asked, number, known[number], seconds))
        for number in sorted(range(len(known)), key=_spread)
    }
    try:
        await asyncio.wait(looking.values(), timeout=patience)
    finally:
        late = {number for number, look in looking.items() if not look.done()}
        for number in late:
            looking[number].cancel()
    found = [Expectation(0.0, is_proved=False, is_searched=False)]
    for number in range(len(known)):
        unknown = replace(found[-1], is_proved=False, message="", is_searched=False)
        found.append(unknown if number in late else looking[number].result())
    return found[1:]


async def _at(asked: _Looking, number: int, known: Expectation | None, seconds: float) -> Expectation:
    then = asked.session.at(number)
    if known is not None or then.position.outcome is not None:
        return known or expectation(asked.session.rules, then.position, None)
    problem = Problem(
        asked.session.rules, then.position, seconds, asked.asker.key, then.messages, urgency=Urgency.LATER
    )
    hint = await asked.services.thinking.hint(problem, Level.STRONG)
    return expectation(asked.session.rules, then.position, hint)


def _spread(number: int) -> tuple[float, int]:
    """The start, then multiples of the largest powers of two first."""
    return -(number & -number) if number else -math.inf, number


def write(found: Sequence[Expectation]) -> str:
    """What positions promise, as text to be kept."""
    return json.dumps([[each.first_value, each.is_proved, each.message] for each in found])


def read(text: str, positions: int) -> list[Expectation]:
    """Return what was kept of so many positions; nothing for any other text, so that the game is looked over again."""
    with suppress(ValueError, TypeError):
        found = [Expectation(float(first), bool(proved), str(message)) for first, proved, message in json.loads(text)]
        return found if len(found) == positions else []
    return []


def judgements(session: Session, looked: Sequence[Expectation]) -> list[Judgement]:
    """A judgement of each message of a game, by what was expected before it and after it."""
    pairs = zip(session.turns, looked, looked[1:], strict=False)
    return [judgement(turn.seat, turn.text, before, after) for turn, before, after in pairs]
