"""Finished games of a chat: their results, also posted by a player, and the expectation at each position."""

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter

from bot.core.commands.playing import Share
from bot.core.game.people import INLINE, Chat, Person, Player, key_digest
from bot.core.game.requests import LETTERS, new_code
from bot.core.game.results import Result, mark_of, read, result_of, write
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import DeliveryError, Envelope, Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.ports.thinking import Problem
from bot.core.queues.fair_turns import Urgency
from bot.core.repository import Games
from bot.core.view.boards import posted_result, shared_result
from bot.core.view.buttons import notice
from engines.game import Level, Seat
from engines.refusals import Illegal, Refusal
from engines.review import Expectation, Judgement, expectation, is_within_reach, judgement, key_moves

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
        new_results = await services.heavy.run(
            interaction.incoming.person.key, partial(list[Result], map(result_of, sessions))
        )
        with suppress(StoreUnavailableError):  # while the store takes no writes, results are computed each time
            await services.store.findings.store_results({result.code: write(result) for result in new_results})
        results, unreadable = [*results, *new_results], unreadable + number
    return ChatResults(results, unreadable)


async def finished_sessions(services: Services, codes: Sequence[str]) -> AsyncIterator[tuple[Sequence[Session], int]]:
    """Yield the finished games in batches, with the number of unreadable ones."""
    for start in range(0, len(codes), _AT_ONCE):
        batch = codes[start : start + _AT_ONCE]
        yield await services.games.finished_sessions(batch), await services.games.count_unreadable(batch)


async def latest_players(games: Games, results: Iterable[Result], marks: Iterable[str]) -> dict[str, Player]:
    """Return the players with these pseudonyms by their latest names, without forgotten people."""
    newest = {mark: result.code for result in sorted(results, key=attrgetter("at")) for mark in result.marks}
    marks = [mark for mark in marks if mark]
    codes, players = list({newest[mark]: None for mark in marks}), dict[str, Player]()
    for start in range(0, len(codes), _AT_ONCE):
        for session in await games.finished_sessions(codes[start : start + _AT_ONCE]):
            named = {mark_of(player): player for player in map(session.player, Seat) if player}
            players |= {mark: player for mark, player in named.items() if newest.get(mark) == session.code}
    return {mark: players[mark] for mark in marks if mark in players}


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


@dataclass(frozen=True)
class GameReview:
    """A review so far: the expectation at each position, the key moves shown, and whether the analysis is done.

    What it says of a proved key move never changes; what is not final only gains proofs and key moves.
    """

    expectations: tuple[Expectation, ...]
    key_moves: tuple[int, ...]
    is_final: bool


@dataclass(frozen=True)
class _Analysis:
    """A game that is analysed for `asker`, in turns with other people's requests."""

    services: Services
    session: Session
    asker: Person


async def review_game(services: Services, session: Session, asker: Person) -> GameReview:
    """Return the stored review of a finished game, or else store one after a two-second analysis.

    A review that is not final is analysed further in the background, if the person has not too much work there:
    positions within reach of a proof get as long as it takes. Until then everyone gets the same.
    """
    analysis = _Analysis(services, session, asker)
    review = read_review(session, await services.store.findings.review(session.code))
    if review is None:
        each = FIRST_SECONDS / len(session.turns)
        expectations = await _expectations(analysis, [None] * (len(session.turns) + 1), each, FIRST_SECONDS)
        review = await _store(analysis, expectations, is_final=False)
    if not review.is_final and session.code not in services.reviewing and services.heavy.has_room(asker):
        task = asyncio.create_task(_analyse_further(analysis, review.expectations))
        services.reviewing[session.code] = task
        task.add_done_callback(lambda done: services.reviewing.pop(session.code, None))
    return review


async def _analyse_further(analysis: _Analysis, expectations: Sequence[Expectation]) -> None:
    session, rules = analysis.session, analysis.session.rules
    known_expectations = [each if each.is_proved else None for each in expectations]
    with (
        suppress(Illegal, StoreUnavailableError),
        analysis.services.heavy.admission(analysis.asker),
    ):  # the next request starts it again
        expectations = await _expectations(analysis, known_expectations, FURTHER_SECONDS)
        unproved = (number for number, each in enumerate(expectations) if not each.is_proved)
        reachable = {each for each in unproved if is_within_reach(rules, session.at(each).position)}
        await _store(analysis, expectations, is_final=not reachable)
        if reachable:
            known_expectations = [None if number in reachable else each for number, each in enumerate(expectations)]
            expectations = await _expectations(analysis, known_expectations, PROOF_SECONDS)
            await _store(analysis, expectations, is_final=True)


async def _store(analysis: _Analysis, expectations: Sequence[Expectation], *, is_final: bool) -> GameReview:
    """Add expectations to the stored review, which another process may write at the same time, and return it."""
    findings, session = analysis.services.store.findings, analysis.session
    while True:
        text = await findings.review(session.code)
        review = _extended(session, read_review(session, text), expectations, is_final=is_final)
        if await findings.replace_review(session.code, text, write_review(review)):
            return review


def _extended(
    session: Session, review: GameReview | None, expectations: Sequence[Expectation], *, is_final: bool
) -> GameReview:
    """Return a review with more expectations, which leave its proofs and key moves as they are."""
    if review is None:
        review = GameReview(tuple(expectations), (), is_final=False)
    elif review.is_final:
        return review
    pairs = zip(review.expectations, expectations, strict=True)
    union = tuple(earlier if earlier.is_proved or not later.is_searched else later for earlier, later in pairs)
    is_final = is_final or all(each.is_proved for each in union)
    has_margin = session.rules.has_margin
    keys = key_moves(judgements(session, union), has_margin, is_final, review.key_moves)
    return GameReview(union, tuple(keys), is_final)


async def _expectations(
    analysis: _Analysis, known_expectations: Sequence[Expectation | None], seconds: float, patience: float | None = None
) -> list[Expectation]:
    """Return the expectation at each position; `known_expectations` are reused.

    After `patience` seconds an unfinished position takes the expectation of the one before; the order of searches
    spreads them evenly over the game.
    """
    tasks = {
        number: asyncio.create_task(_expectation_at(analysis, number, known_expectations[number], seconds))
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
    analysis: _Analysis, number: int, known_expectation: Expectation | None, seconds: float
) -> Expectation:
    session_then = analysis.session.at(number)
    if known_expectation is not None or session_then.position.outcome is not None:
        return known_expectation or expectation(analysis.session.rules, session_then.position, None)
    problem = Problem(
        analysis.session.rules,
        session_then.position,
        seconds,
        analysis.asker.key,
        session_then.messages,
        urgency=Urgency.LATER,
    )
    hint = await analysis.services.thinking.hint(problem, Level.STRONG)
    return expectation(analysis.session.rules, session_then.position, hint)


def _spread(number: int) -> tuple[float, int]:
    """Return a sort key that puts the start first, then multiples of the largest powers of two."""
    return -(number & -number) if number else -math.inf, number


def write_review(review: GameReview) -> str:
    """Return a review as text for the store."""
    rows = [[each.first_value, each.is_proved, each.message] for each in review.expectations]
    return json.dumps({"expectations": rows, "key_moves": review.key_moves, "is_final": review.is_final})


def read_review(session: Session, text: str) -> GameReview | None:
    """Parse a stored review; return None, to repeat the analysis, unless it fits the game.

    Earlier versions stored only the final expectations.
    """
    with suppress(ValueError, TypeError, KeyError):
        document = json.loads(text)
        is_whole = isinstance(document, dict)
        expectations = [
            Expectation(float(value), bool(is_proved), str(message), bool(is_proved or message))  # else not searched
            for value, is_proved, message in (document["expectations"] if is_whole else document)
        ]
        if len(expectations) != len(session.turns) + 1:
            return None
        moves = judgements(session, expectations)
        keys = document["key_moves"] if is_whole else key_moves(moves, session.rules.has_margin)
        if not {*keys} <= {*range(len(moves))}:
            return None
        return GameReview(tuple(expectations), tuple(keys), not is_whole or bool(document["is_final"]))
    return None


def judgements(session: Session, looked: Sequence[Expectation]) -> list[Judgement]:
    """Return a judgement of each move, from the expectations before and after it."""
    pairs = zip(session.turns, looked, looked[1:], strict=False)
    return [judgement(turn.seat, turn.text, before, after) for turn, before, after in pairs]


ONCE_SECONDS = 86400.0
"""Seconds in which a card is posted to a chat once."""
_PAUSE_SECONDS = 15.0
"""Seconds between two results that one person posts."""
_POSTING_SECONDS = 120.0
"""Seconds for which no other press posts the same card; afterwards its process must have been killed."""
_CODE_IN_LINE = re.compile(rf"\b[{LETTERS}]{{6}}\b")


async def share(services: Services, session: Session, request: Share, interaction: Interaction) -> Answers:
    """Post the result of a finished game to its chat in a player's name, once; raise `Illegal`.

    The result of a game in its own thread goes to the chat around it.
    """
    incoming = interaction.incoming
    if session.seat_of(interaction.player) is None:
        raise Illegal("not-a-player", game=session.code)
    cause, is_thread = incoming.cause or new_code(services.random), session.places.is_thread(incoming.chat)
    around = services.platforms[incoming.chat.platform].parent(incoming.chat) if is_thread else None
    here = around or incoming.chat
    words = speech(interaction.known.chat_language or session.places.language_in(incoming.chat))
    if (card := posted_result(session, incoming.person, words)) is None:
        raise Illegal("share-after-the-end", game=session.code)
    limits = (
        PostLimit(f"share:{session.code}:{key_digest(here.key)}", ONCE_SECONDS, Illegal("already-shared")),
        PostLimit(f"share:{key_digest(incoming.person.key)}", _PAUSE_SECONDS, Illegal("share-later")),
    )
    card = replace(card, envelope=Envelope(nonce=f"{session.code}-share"))
    await post_within_limits(services, here, card, cause, limits)
    is_seen = incoming.pressed and here.key == incoming.chat.key
    return (notice("shared", interaction.words, envelope=Envelope(private=True, fleeting=is_seen)),)


@dataclass(frozen=True)
class PostLimit:
    """A limit of one post by this name in so many seconds, with the refusal of one more."""

    name: str
    seconds: float
    refusal: Illegal


async def post_within_limits(
    services: Services, chat: Chat, card: Message, cause: str, limits: Sequence[PostLimit]
) -> None:
    """Post a card to a chat; raise `Illegal` if a limit or the platform forbids it.

    Only a card that was shown counts towards its limits: after a process was killed in between, the same press posts
    it when it is delivered again, and another press two minutes later. A press whose card was shown posts none.
    """
    notes, shown = services.store.temporary, f"{cause} shown"
    try:
        for limit in limits:
            holder = await notes.claim(limit.name, cause, _POSTING_SECONDS)
            if holder == shown:
                return
            if holder != cause:
                raise limit.refusal
        await services.platforms[chat.platform].show(chat, card)
    except (DeliveryError, Illegal) as error:
        for limit in limits:
            if await notes.read(limit.name) == cause:
                await notes.write(limit.name, "", 1)
        raise error if isinstance(error, Illegal) else Illegal("post-refused") from None
    for limit in limits:
        await notes.write(limit.name, shown, limit.seconds)


async def find_shared(services: Services, person: Person, line: str) -> Message | None:
    """Return a person's finished game that a line names by its code, or what a feature has for it."""
    if await services.rate_limit.takes(person.key, person.key) is not True:
        return None
    words = await speech_elsewhere(services, person)
    if code := _CODE_IN_LINE.search(line):
        with suppress(Refusal):
            session = await services.games.load(code[0])
            return shared_result(session, words) if session and session.seat_of(person) else None
    for find in filter(None, (each.find_shared for each in services.extensions)):
        if message := await find(services, person, line, words):
            return message
    return None


async def speech_elsewhere(services: Services, person: Person) -> Speech:
    """Return the language of a person in chats that the bot has not joined."""
    facts = await services.store.settings.facts_for(Chat(person.platform, INLINE).key, person.key)
    return speech(facts.person_language or person.language)
