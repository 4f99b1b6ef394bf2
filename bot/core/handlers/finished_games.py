"""Finished games of a chat: their results and the expectation at each position, computed once and stored."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter

from bot.core.game.people import Person
from bot.core.game.problem import Problem, Urgency
from bot.core.game.results import Result, mark_of, read, result_of, write
from bot.core.game.session import Session
from bot.core.handlers.services import Interaction, RunningReview, Services
from bot.core.ports.store import StoreUnavailableError
from engines.game import Level
from engines.refusals import Illegal
from engines.review import Expectation, Judgement, expectation, is_within_reach, judgement

_AT_ONCE = 10
"""Games per query; more would delay players' messages."""


@dataclass(frozen=True)
class ChatResults:
    """The results of a chat's games, and the number of unreadable games."""

    found: Sequence[Result]
    unreadable: int


async def chat_results(services: Services, interaction: Interaction) -> ChatResults:
    """Return the results of the chat's games, each computed once and stored."""
    interaction.ticket.leave()
    codes = await services.store.findings.finished_games(interaction.known.chat)
    stored_results = await services.store.findings.results(codes)
    results = [result for code, text in stored_results.items() if (result := read(code, text))]
    known_codes, unreadable = {result.code for result in results}, 0
    async for sessions, number in finished_sessions(services, [code for code in codes if code not in known_codes]):
        new_results = await services.heavy.run(interaction.incoming.person.key, partial(_results_of, sessions))
        await services.store.findings.store_results({result.code: write(result) for result in new_results})
        results, unreadable = [*results, *new_results], unreadable + number
    return ChatResults(results, unreadable)


def _results_of(sessions: Sequence[Session]) -> list[Result]:
    return [*map(result_of, sessions)]


async def finished_sessions(services: Services, codes: Sequence[str]) -> AsyncIterator[tuple[Sequence[Session], int]]:
    """Yield the finished games in batches, with the number of unreadable ones."""
    for start in range(0, len(codes), _AT_ONCE):
        batch = codes[start : start + _AT_ONCE]
        yield await services.games.finished_sessions(batch), await services.games.count_unreadable(batch)


async def newest_games_of(services: Services, interaction: Interaction, most: int) -> tuple[list[Session], int]:
    """Return the person's newest finished games of the chat, and the number of unreadable ones."""
    mark, results = mark_of(interaction.incoming.person), await chat_results(services, interaction)
    own_results = sorted((each for each in results.found if mark in each.marks), key=attrgetter("at"))
    sessions = await services.games.finished_sessions([result.code for result in own_results[: -most - 1 : -1]])
    return sorted(sessions, key=attrgetter("since"), reverse=True), results.unreadable


FIRST_SECONDS = 2.0
"""For all positions together before the first answer."""

FURTHER_SECONDS = 0.8
"""For a position that is not proved by then, when no advice is waited for."""

PROOF_SECONDS = 120.0
"""For one that is within reach of a proof and has none even then."""


async def review_expectations(services: Services, session: Session, asker: Person) -> list[Expectation]:
    """Return the expectation at each position: stored ones, or else those of a two-second analysis.

    Positions that are not proved by then are analysed further in the background, if the person has not too much work
    there, and then stored; positions within reach of a proof get as long as it takes. Until then everyone gets the same
    first look.
    """
    if stored_review := read_expectations(await services.store.findings.review(session.code), len(session.turns) + 1):
        return stored_review
    if running_review := services.reviewing.get(session.code):
        return list(running_review.expectations)
    each = FIRST_SECONDS / len(session.turns)
    review = _Review(services, session, asker)
    expectations = await _expectations(review, [None] * (len(session.turns) + 1), each, FIRST_SECONDS)
    if all(each.is_proved for each in expectations):
        await services.store.findings.store_review(session.code, write_expectations(expectations))
    elif session.code not in services.reviewing and services.heavy.has_room(asker):
        task = asyncio.create_task(_analyse_further(review, expectations))
        services.reviewing[session.code] = RunningReview(expectations, task)
        task.add_done_callback(lambda done: services.reviewing.pop(session.code, None))
    return expectations


async def _analyse_further(review: _Review, expectations: Sequence[Expectation]) -> None:
    services, session = review.services, review.session
    known_expectations = [each if each.is_proved and each.is_searched else None for each in expectations]
    with (
        suppress(Illegal, StoreUnavailableError),
        services.heavy.admission(review.asker),
    ):  # the next request starts it again
        expectations = await _expectations(review, known_expectations, FURTHER_SECONDS)
        await services.store.findings.store_review(session.code, write_expectations(expectations))
        unproved = (number for number, each in enumerate(expectations) if not each.is_proved)
        if reachable := {each for each in unproved if is_within_reach(session.rules, session.at(each).position)}:
            known_expectations = [None if number in reachable else each for number, each in enumerate(expectations)]
            expectations = await _expectations(review, known_expectations, PROOF_SECONDS)
            await services.store.findings.store_review(session.code, write_expectations(expectations))


@dataclass(frozen=True)
class _Review:
    """A game that is analysed for `asker`, in turns with other people's requests."""

    services: Services
    session: Session
    asker: Person


async def _expectations(
    review: _Review, known_expectations: Sequence[Expectation | None], seconds: float, patience: float | None = None
) -> list[Expectation]:
    """Return the expectation at each position; `known_expectations` are reused.

    After `patience` seconds an unfinished position takes the expectation of the one before; the order of searches
    spreads them evenly over the game.
    """
    tasks = {
        number: asyncio.create_task(_expectation_at(review, number, known_expectations[number], seconds))
        for number in sorted(range(len(known_expectations)), key=_spread)
    }
    try:
        await asyncio.wait(tasks.values(), timeout=patience)
    finally:
        unfinished = {number for number, task in tasks.items() if not task.done()}
        for number in unfinished:
            tasks[number].cancel()
    expectations = [Expectation(0.0, is_proved=False, is_searched=False)]
    for number in range(len(known_expectations)):
        unknown = replace(expectations[-1], is_proved=False, message="", is_searched=False)
        expectations.append(unknown if number in unfinished else tasks[number].result())
    return expectations[1:]


async def _expectation_at(
    review: _Review, number: int, known_expectation: Expectation | None, seconds: float
) -> Expectation:
    session_then = review.session.at(number)
    if known_expectation is not None or session_then.position.outcome is not None:
        return known_expectation or expectation(review.session.rules, session_then.position, None)
    problem = Problem(
        review.session.rules,
        session_then.position,
        seconds,
        review.asker.key,
        session_then.messages,
        urgency=Urgency.LATER,
    )
    hint = await review.services.thinking.hint(problem, Level.STRONG)
    return expectation(review.session.rules, session_then.position, hint)


def _spread(number: int) -> tuple[float, int]:
    """Return a sort key that puts the start first, then multiples of the largest powers of two."""
    return -(number & -number) if number else -math.inf, number


def write_expectations(found: Sequence[Expectation]) -> str:
    """Return expectations as text for the store."""
    return json.dumps([[each.first_value, each.is_proved, each.message] for each in found])


def read_expectations(text: str, positions: int) -> list[Expectation]:
    """Parse stored expectations; return an empty list, to repeat the analysis, unless each position has one."""
    with suppress(ValueError, TypeError):
        found = [Expectation(float(first), bool(proved), str(message)) for first, proved, message in json.loads(text)]
        return found if len(found) == positions else []
    return []


def judgements(session: Session, looked: Sequence[Expectation]) -> list[Judgement]:
    """Return a judgement of each move, from the expectations before and after it."""
    pairs = zip(session.turns, looked, looked[1:], strict=False)
    return [judgement(turn.seat, turn.text, before, after) for turn, before, after in pairs]
