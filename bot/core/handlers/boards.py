"""Boards, menus of moves and records of one game, for the asker alone or for all; boards that are pressed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace

from bot.core.commands.playing import Form, ListMoves, Pick, ShowBoard, ShowMore
from bot.core.game.audience import reads_in
from bot.core.game.entries import LogEntry
from bot.core.game.events import Followed
from bot.core.game.people import Chat, Person
from bot.core.game.referee import require_running, seat_on_turn
from bot.core.game.requests import read_code
from bot.core.game.session import Session, Stage
from bot.core.handlers.changes import show_again
from bot.core.handlers.in_place import in_its_place, shown_in_place
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.ports.store import ALOUD, StoreUnavailableError, of_person
from bot.core.ports.touching import Past, Touch, Touchable, Touching, Verdict
from bot.core.view import answers
from bot.core.view.boards import board, judged, past, public_message, table, touchable, with_time_left
from bot.core.view.buttons import FinishedButtons
from bot.core.view.notices import with_unreached
from engines.refusals import Illegal, Refusal

_TRIES = 20


async def show_board(services: Services, session: Session, request: ShowBoard, asked: Asked) -> Answers:
    """The board, to all where it stands, in a chat of the asker's own that follows it from now on, or to the asker."""
    if _wants_to_follow(session, request, asked):
        await _follow(services, session, asked)
        return ()
    if request.form is Form.PICTURE and not request.place and await reads_aloud(services, asked):
        request = replace(request, form=Form.TEXT)
    if _shows_again(session, request, asked):
        await show_again(services, session, asked.incoming.chat)
        return ()
    told = await asyncio.to_thread(
        _board, session, request, asked, services.finished_buttons
    )  # what can still be drawn is searched for
    told = with_unreached(told, session, asked.incoming.person, asked.words)
    shown = with_time_left(told, session, asked.at, asked.words)
    return in_its_place((shown,), request, asked)


async def reads_aloud(services: Services, asked: Asked) -> bool:
    """Whether the asker wants boards in words."""
    choices = await services.store.settings.choices(of_person(asked.incoming.person))
    return choices.get(ALOUD) == Form.TEXT


async def list_moves(services: Services, session: Session, request: ListMoves, asked: Asked) -> Answers:
    """The legal moves, or those that a part of them names."""
    listed = await asyncio.to_thread(answers.moves, require_running(session), asked.words, request.part)
    return in_its_place((listed,), request, asked)


async def show_more(services: Services, session: Session, request: ShowMore, asked: Asked) -> Answers:
    """What else the asker can ask of a running game."""
    told = answers.more(require_running(session), asked.incoming.person, asked.words)
    return in_its_place((told,), request, asked)


async def pick(services: Services, session: Session, request: Pick, asked: Asked) -> Answers:
    """The next step of a menu that leads to a move; it obeys who is to move, so that no other leads them astray."""
    seat_on_turn(session, asked.incoming.person, request.reference.ply)
    if asked.incoming.chat.inline:
        return (shown_in_place(services, session, asked, request.steps),)
    menu = session.rules.menu(session.position, request.steps) if session.rules.menu else None
    if menu is None or not menu.picks:
        return (answers.moves(session, asked.words),)
    return (answers.picks(session, menu, request.steps, asked.words),)


def _shows_again(session: Session, request: ShowBoard, asked: Asked) -> bool:
    """Whether a player asks for the board in the chat where it stands: then everybody sees it anew.

    A button that everybody sees names the ply; any other leads who presses it to a game of theirs.
    """
    is_whole = request.form is Form.PICTURE and not request.place
    is_player = session.seat_of(asked.incoming.person) is not None
    stands_here = any(chat.key == asked.incoming.chat.key for chat in session.places.chats)
    return is_whole and is_player and stands_here and _is_for_all(session, request, asked)


def _is_for_all(session: Session, request: ShowBoard, asked: Asked) -> bool:
    if request.reference.ply is not None:
        return session.stage in (Stage.RUNNING, Stage.OVER)
    return session.stage is Stage.RUNNING and not asked.incoming.pressed


def _wants_to_follow(session: Session, request: ShowBoard, asked: Asked) -> bool:
    """Return whether a player asks in private for a board in an inline message, or in a lost chat."""
    is_whole = request.form is Form.PICTURE and not request.place
    is_there = any(chat.key == asked.incoming.chat.key for chat in session.places.chats)
    is_player = session.seat_of(asked.incoming.person) is not None
    own = [chat for chat in session.places.chats if reads_in(session, asked.incoming.person, chat)]
    is_elsewhere = session.places.chat.inline or all(chat.key in session.places.closed_chats for chat in own)
    is_playing = session.stage is Stage.RUNNING and is_elsewhere and is_player
    return asked.incoming.in_private and is_playing and is_whole and not is_there


async def _follow(services: Services, session: Session, asked: Asked) -> Session:
    """The game with the asker's own chat, where it is shown and played from now on too."""
    seat, chat = session.seat_of(asked.incoming.person), asked.incoming.chat
    assert seat is not None
    await services.store.settings.remember_chat(asked.known.chat, json.dumps(asdict(chat)))
    for _ in range(_TRIES):
        if any(own.key == chat.key for own in session.places.chats):
            return session
        entry = services.store.boards.entry(chat.key, session.code, asked.at)
        followed = Followed(asked.at, seat, chat, asked.words.language)
        if after := await services.games.append(session, LogEntry((followed,), asked.incoming.cause), [entry]):
            services.delivery.soon(entry)
            return after
        session = await services.games.load(session.code) or session
    raise Illegal("busy", game=session.code)


def begun(session: Session) -> Session:
    """The game, if both players have sat down; raises `Illegal` for a mere challenge."""
    if session.stage is Stage.OFFERED:
        raise Illegal("not-accepted-yet", game=session.code)
    if session.stage is Stage.OFF:
        raise Illegal("game-over", game=session.code)
    return session


def _board(session: Session, request: ShowBoard, asked: Asked, more: FinishedButtons) -> Message:
    """A game that has not begun, or never will, is told of as it is to everybody."""
    words = asked.words
    if session.stage in (Stage.OFFERED, Stage.OFF, Stage.FILED):
        return _for_one(public_message(session, words, asked.incoming.chat))
    if request.place:
        return answers.place_in_words(session, request.place, words)
    match request.form:
        case Form.TEXT:
            return answers.board_in_words(session, words)
        case Form.CHARACTERS:
            return answers.board_in_characters(session, words)
        case Form.CHANGES:
            return answers.board_changes(session, session.seat_of(asked.incoming.person), words)
        case _:
            return _for_one(board(session, words, asked.incoming.person, more))


def _for_one(message: Message) -> Message:
    """What everybody was shown, once more for the asker alone."""
    return replace(message, mention=None, envelope=replace(message.envelope, private=True))


class TouchedBoards(Touching):
    """The boards of all games that are going on, and of those that are over to leaf through."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def board(self, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
        session = await self._session(chat, of)
        return await asyncio.to_thread(touchable, session, person, speech(language)) if session else None

    async def table(self, chat: Chat, of: str, language: str) -> Sequence[tuple[str, str]] | None:
        session = await self._session(chat, of)
        return await asyncio.to_thread(table, session, speech(language)) if session else None

    async def past(self, chat: Chat, of: str, turn: int, language: str) -> Past | None:
        session = await self._session(chat, of)
        if session is None or not 0 <= turn <= len(session.turns):
            return None
        return await asyncio.to_thread(past, session, turn, speech(language))

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        session = await self._session(chat, touch.of)
        if session is None or session.stage is not Stage.RUNNING:
            return None
        return await asyncio.to_thread(judged, session, touch, speech(language))

    async def _session(self, chat: Chat, of: str) -> Session | None:
        """The game as it stands at that ply, if the chat shows it."""
        code, ply = read_code(of) or ("", None)
        session = self._services.games.from_cache(code)
        if code and (session is None or session.ply != ply):
            with suppress(StoreUnavailableError, Refusal):
                session = await self._services.games.load(code)
        is_here = session and any(shown.key == chat.key for shown in session.places.chats)
        was_begun = session and session.stage in (Stage.RUNNING, Stage.OVER)
        return session if session and is_here and was_begun and session.ply == ply else None
