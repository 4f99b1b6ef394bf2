"""Requests that change no game: boards, lists, rules, help, language."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.core.commands.asking import Learn, ListGames, SetLanguage, ShowHelp, ShowNext, ShowRecord, ShowRules
from bot.core.commands.personal import Block, Notify, SetTimeZone, ShowPrivacy, Unblock
from bot.core.commands.playing import AskWhy, Form, ListMoves, Pick, ShowBoard
from bot.core.commands.settings import Settle
from bot.core.commands.setup import Setup
from bot.core.game.people import Person
from bot.core.game.referee import seat_on_turn
from bot.core.game.requests import About, Request
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.handlers.beginnings import Starts
from bot.core.handlers.blocking import Blocking
from bot.core.handlers.notified import Notified
from bot.core.handlers.settling import Settling, usual_pace
from bot.core.handlers.waiting import Waiting
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Message, Platform
from bot.core.ports.store import Store
from bot.core.repository import Games
from bot.core.view import advice, aloud, answers, setup
from bot.core.view.boards import board, public
from bot.core.view.in_place import in_place, with_question
from bot.core.view.learning import learning
from bot.core.view.notices import timed
from engines.refusals import Illegal


@dataclass(frozen=True)
class Questions:
    """Answers for the asker alone."""

    store: Store
    games: Games
    platforms: Mapping[str, Platform]
    waiting: Waiting
    blocking: Blocking
    notified: Notified
    settling: Settling
    starts: Starts

    async def answer(self, request: Request, asked: Asked) -> tuple[Message, ...]:
        """What is asked without any game in mind."""
        words = asked.words
        match request:
            case ListGames(everywhere):
                return (await self.waiting.all(asked, everywhere),)
            case ShowNext(after):
                return (await self.waiting.next(asked, after),)
            case ShowRules(game):
                return (answers.rules(game, words),)
            case SetLanguage():
                return (await self._set_language(request, asked),)
            case Learn():
                return (learning(request, words),)
            case Setup():
                return (await self._set_up(request, asked),)
            case ShowHelp():
                return (await self.waiting.help(asked),)
            case Block() | Unblock():
                return (await self.blocking.answer(request, asked),)
            case Notify() | SetTimeZone():
                return (await self.notified.answer(request, asked),)
            case Settle():
                return (await self.settling.answer(request, asked),)
            case ShowPrivacy():
                return (answers.privacy(words),)
            case _:
                raise TypeError(f"nobody answers {request!r}")

    async def about(self, session: Session, request: About, asked: Asked) -> tuple[Message, ...]:
        """What is asked about one game."""
        words = asked.words
        match request:
            case ShowBoard():
                return (timed(_board(session, request, asked), session, asked.at, words),)
            case ListMoves(_, part):
                return (await asyncio.to_thread(answers.moves, _running(session), words, part),)
            case AskWhy():
                return (advice.why(_begun(session), words),)
            case ShowRecord():
                return (answers.record(session, words),)
            case Pick(_, steps) if asked.incoming.chat.inline:
                seat_on_turn(_running(session), asked.incoming.person, request.which.ply)
                return (self.in_place(session, asked, steps),)
            case Pick():
                return (_pick(_running(session), request, asked.incoming.person, words),)
            case _:
                raise TypeError(f"nobody answers {request!r}")

    def in_place(
        self, session: Session, asked: Asked, steps: Sequence[str] = (), asks: Message | None = None
    ) -> Message:
        """The inline message with the next step to a move, or with a question to who has pressed, for all to see."""
        here = asked.incoming.chat
        platform = self.platforms[here.platform]
        link = platform.invitation(session.code)
        spoken = speech(asked.known.chat_language or session.places.language_in(here))
        shown = timed(in_place(session, spoken, here, link, steps), session, asked.at, spoken)
        return replace(with_question(shown, asks, session, asked.words) if asks else shown, update=True)

    async def _set_language(self, request: SetLanguage, asked: Asked) -> Message:
        if not request.language:
            return answers.languages(asked.words, request.for_chat)
        incoming = asked.incoming
        if request.for_chat:
            if not await self.platforms[incoming.chat.platform].administers(incoming.chat, incoming.person):
                raise Illegal("administrators-only")
            await self.store.speak_in(incoming.chat.key, request.language)
        else:
            await self.store.speak_to(incoming.person.key, request.language)
        chosen = speech(request.language)
        said = answers.said("language-set-chat", chosen) if request.for_chat else answers.said("language-set", chosen)
        return replace(said, respoken=True)

    async def _set_up(self, chosen: Setup, asked: Asked) -> Message:
        """The menu, with the start that it would begin."""
        person, words = asked.incoming.person, asked.words
        if not chosen.game:
            return setup.games(chosen, person, words)
        chosen, start = await self.starts.settled(chosen, asked.incoming.chat.key)
        return setup.menu(chosen, start, person, usual_pace(asked.known.settings, asked), words)


def shows_again(session: Session, request: ShowBoard, asked: Asked) -> bool:
    """Whether a player asks for the board in the chat where it stands: then everybody sees it anew.

    A button that everybody sees names the ply; any other leads who presses it to a game of theirs.
    """
    is_whole = request.form is Form.PICTURE and not request.place
    is_player = session.seat_of(asked.incoming.person) is not None
    stands_here = any(chat.key == asked.incoming.chat.key for chat in session.places.shown)
    return is_whole and is_player and stands_here and _is_for_all(session, request, asked)


def _is_for_all(session: Session, request: ShowBoard, asked: Asked) -> bool:
    if request.which.ply is not None:
        return session.stage in (Stage.RUNNING, Stage.OVER)
    return session.stage is Stage.RUNNING and not asked.incoming.pressed


def _running(session: Session) -> Session:
    if session.stage is Stage.FILED:
        raise Illegal("game-filed", game=session.code)
    if session.stage is Stage.OVER:
        raise Illegal("game-over", game=session.code)
    return _begun(session)


def _begun(session: Session) -> Session:
    if session.stage is Stage.OFFERED:
        raise Illegal("not-accepted-yet", game=session.code)
    if session.stage is Stage.OFF:
        raise Illegal("game-over", game=session.code)
    return session


def _board(session: Session, request: ShowBoard, asked: Asked) -> Message:
    """A game that has not begun, or never will, is told of as it is to everybody."""
    words = asked.words
    if session.stage in (Stage.OFFERED, Stage.OFF, Stage.FILED):
        return _for_one(public(session, words, asked.incoming.chat))
    if request.place:
        return aloud.place(session, request.place, words)
    match request.form:
        case Form.TEXT:
            return aloud.text(session, words)
        case Form.CHARACTERS:
            return aloud.characters(session, words)
        case Form.CHANGES:
            return aloud.changes(session, session.seat_of(asked.incoming.person), words)
        case _:
            return _for_one(board(session, words, asked.incoming.person))


def _for_one(message: Message) -> Message:
    """What everybody was shown, once more for the asker alone."""
    return replace(message, private=True, mention=None)


def _pick(session: Session, request: Pick, person: Person, words: Speech) -> Message:
    """The menu obeys who is to move, so that nobody else leads them astray."""
    seat_on_turn(session, person, request.which.ply)
    menu = session.rules.menu(session.position, request.steps) if session.rules.menu else None
    if menu is None or not menu.picks:
        return answers.moves(session, words)
    return answers.picks(session, menu, request.steps, words)
