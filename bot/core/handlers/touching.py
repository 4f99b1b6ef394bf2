"""Boards played by touch: the positions of games and exercises as the page asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.core.game.pauses import platforms_of
from bot.core.game.people import Chat, Person
from bot.core.game.requests import read_code
from bot.core.game.session import Session, Stage, has_ticking_clock
from bot.core.handlers.services import Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.page import Past, Touch, Touchable, Touching, Verdict
from bot.core.ports.store import StoreUnavailableError
from bot.core.view import touched
from engines.refusals import Refusal


def touching(services: Services) -> Touching:
    """Return the boards of games and exercises for input, and those of finished games for replay."""
    return Touching(
        partial(_touchable_board, services),
        partial(_place_table, services),
        partial(_past_board, services),
        partial(_judge_touch, services),
    )


async def _touchable_board(services: Services, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
    words = speech(language)
    if session := await _session_at(services, chat, of):
        return await _touchable_game(services, session, chat, person, words)
    exercise = await _exercise(services, of, words)
    return await asyncio.to_thread(touched.touchable, exercise, words) if exercise else None


async def _touchable_game(services: Services, session: Session, chat: Chat, person: Person, words: Speech) -> Touchable:
    """Return the board of a game for a person, who may belong to the team of their chat, with clocks that tick."""
    chat_key = await services.store.settings.current_key(chat.key) if session.places.teams else ""
    player = await services.games.team_in(session, chat_key) or person
    board = await asyncio.to_thread(touched.touchable_board, session, player, words)
    now, outages = services.now(), services.outages
    known_until = outages.known_until(now)
    is_heard = known_until == now and all(map(outages.is_heard, platforms_of(session)))
    return replace(board, clocks=touched.running_clocks(session, known_until, is_heard, words))


async def _place_table(services: Services, chat: Chat, of: str, language: str) -> Sequence[tuple[str, str]] | None:
    words = speech(language)
    surface = await _surface(services, await _session_at(services, chat, of), of, words)
    return await asyncio.to_thread(touched.place_table, surface, words) if surface else None


async def _past_board(services: Services, chat: Chat, of: str, turn: int, language: str) -> Past | None:
    """Return the board after `turn` turns, or None if there is none; an exercise has only one position."""
    words = speech(language)
    session = await _session_at(services, chat, of)
    if session is None:
        exercise = await _exercise(services, of, words)
        return await asyncio.to_thread(touched.drawn_surface, exercise, words) if exercise else None
    if not 0 <= turn <= len(session.turns):
        return None
    return await asyncio.to_thread(touched.past_board, session, turn, words)


async def _judge_touch(services: Services, chat: Chat, touch: Touch, language: str) -> Verdict | None:
    """Return the verdict on a composed move, or None if the game is not running."""
    words, session = speech(language), await _session_at(services, chat, touch.of)
    if session is not None and session.stage is not Stage.RUNNING:
        return None
    surface = await _surface(services, session, touch.of, words)
    return await asyncio.to_thread(touched.move_verdict, surface, touch, words) if surface else None


async def _surface(services: Services, session: Session | None, of: str, words: Speech) -> touched.Surface | None:
    """Return the position of a game, or without one that of an exercise, as an input surface."""
    return touched.session_surface(session, words) if session else await _exercise(services, of, words)


async def _exercise(services: Services, of: str, words: Speech) -> touched.Surface | None:
    """Return the position of an exercise by the command that answers it."""
    for hook in (each.touch for each in services.extensions if each.touch and of.startswith("/")):
        with suppress(StoreUnavailableError, Refusal):
            if surface := await hook(services, of, words):
                return surface
    return None


async def _session_at(services: Services, chat: Chat, of: str) -> Session | None:
    """Return the game at that ply if the chat shows it."""
    code, ply = read_code(of) or ("", None)
    session = services.games.from_cache(code)
    if code and (session is None or session.ply != ply or has_ticking_clock(session)):
        with suppress(StoreUnavailableError, Refusal):
            session = await services.games.load(code)
    if session is None or session.ply != ply or not session.places.find_chat(chat.key):
        return None
    return session if session.stage in (Stage.RUNNING, Stage.OVER) else None
