"""Orchestrates one incoming text: read it, find the game, decide, append, answer; boards follow by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from bot.core.clock import Now, after
from bot.core.commands.challenges import Accept, Again, Cancel, Challenge, Decline
from bot.core.commands.playing import AskHint, Play
from bot.core.commands.row import About, Deed, Request
from bot.core.completing import complete, kind_of
from bot.core.delivery import BoardKeeper
from bot.core.events import Accepted, Challenged, Event
from bot.core.finding import Several, fitting, looks_like_a_move
from bot.core.game_codes import new_code
from bot.core.games import Games
from bot.core.hints import Hints
from bot.core.people import Chat, Person, Player, Robot
from bot.core.ports import Choice, Incoming, Message, Platform, Thinking
from bot.core.questions import Questions
from bot.core.reading import command_word, read
from bot.core.referee import decide
from bot.core.robots import Robots
from bot.core.session import Session, Stage
from bot.core.speech import LANGUAGES, Speech, speech
from bot.core.storage import Store, Unreachable
from bot.core.view import answers
from bot.core.view.boards import accepted, called_off
from engines import GAMES
from engines.refusals import Illegal, Refusal, Unreadable

_TRIES = 3
_MOST_OPEN_GAMES = 50
_SWEEP_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Router:
    """The house as a door sees it (`ports.Core`)."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        platforms: Mapping[str, Platform],
        *,
        now: Now,
        random: Random,
        challenge_minutes: float = 10,
    ) -> None:
        self._store = store
        self._thinking = thinking
        self._now = now
        self._random = random
        self._challenge_minutes = challenge_minutes
        self._games = Games(store)
        self._boards = BoardKeeper(store, self._games, Robots(self._games, thinking, now), platforms, now)
        self._hints = Hints(self._games, thinking, now)
        self._questions = Questions(store, self._games)

    async def run(self) -> None:
        """Makes indexes anew, then looks after boards and deadlines until cancelled."""
        await self._boards.rebuild()
        while True:
            try:
                await self._boards.sweep()
            except Unreachable:
                _log.warning("the store does not answer; boards wait")
            await asyncio.sleep(_SWEEP_SECONDS)

    async def idle(self) -> None:
        """Waits until all boards are shown."""
        await self._boards.idle()

    async def close(self) -> None:
        """Ends what is under way; what was confirmed is in the log, and marks stay for the next start."""
        await self._boards.close()

    async def sweep(self, patience: float = 0.0) -> None:
        """One round of the sweeper."""
        await self._boards.sweep(patience)

    async def migrate(self, old: Chat, new: Chat) -> None:
        await self._boards.remember(new)
        await self._store.alias(old.key, new.key)

    async def complete(self, incoming: Incoming, command: str, parameter: str, typed: str) -> tuple[Choice, ...]:
        words = await self._speech_for(incoming)
        sessions = await self._games.here(incoming.chat)
        kind = kind_of(command, parameter)
        return complete(kind, typed, incoming.text, sessions=sessions, person=incoming.person, speech=words)

    async def handle(self, incoming: Incoming) -> tuple[Message, ...]:
        try:
            return await self._answer(incoming, await self._speech_for(incoming))
        except Unreachable:
            return (answers.said("store-unreachable", speech(incoming.person.language)),)
        except Exception:
            _log.exception("no answer to a text of %d characters", len(incoming.text))
            return (answers.said("something-broke", speech(incoming.person.language)),)

    async def _answer(self, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        try:
            request = read(incoming)
            return await self._do(request, incoming, words) if request is not None else ()
        except Refusal as refused:
            return (answers.refusal(refused, words),)

    async def _do(self, request: Request, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        if isinstance(request, Challenge):
            return await self._challenge(request, incoming, words)
        if not isinstance(request, About):
            return await self._questions.answer(request, incoming, words)
        try:
            session = await self._find(request, incoming)
        except Several as several:
            return self._ask_which(several, request, incoming, words)
        if session is None:
            return self._no_game(request, incoming)
        return await self._about(session, request, incoming, words)

    async def _about(self, session: Session, request: About, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        self._expect_hints(session)
        match request:
            case Play():
                return await self._play(session, request, incoming, words)
            case Accept() | Decline() | Cancel():
                return await self._settle_challenge(session, request, incoming)
            case AskHint():
                return await self._hints.answer(session, request, incoming, words)
            case Again():
                return await self._again(session, incoming, words)
            case Deed():
                await self._commit(session, request, incoming.person)
                return ()
            case _:
                return self._questions.about(session, request, words)

    async def _play(self, session: Session, request: Play, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        try:
            played = await self._commit(session, request, incoming.person)
        except Refusal as refused:
            if request.bare and not looks_like_a_move(request.text):
                return ()
            mine = session.seat_of(incoming.person) is session.position.turn and refused.code != "game-moved-on"
            return (answers.refusal(refused, words, session if mine else None, request.text),)
        self._hints.outdate(played)
        return ()

    async def _settle_challenge(
        self, session: Session, request: Accept | Decline | Cancel, incoming: Incoming
    ) -> tuple[Message, ...]:
        """The pressed question gives way to its answer, so that nobody presses it again."""
        answers_here = incoming.pressed and not isinstance(request, Accept)
        after_ = await self._commit(session, request, incoming.person, show=not answers_here)
        self._expect_hints(after_)
        if not incoming.pressed:
            return ()
        words = await self._boards.words_for_all(after_)
        said = accepted(after_, words) if isinstance(request, Accept) else called_off(after_, words)
        return (replace(said, update=True),)

    async def _commit(self, session: Session, request: Deed, sender: Player, show: bool = True) -> Session:
        """The game after the request; whoever is slower than another looks again, three times at most."""
        for _ in range(_TRIES):
            happened = decide(session, request, sender, self._now())
            mark = await self._store.new_mark(session.chat.key, session.code, self._now())
            after_ = await self._games.append_marked(session, happened, mark)
            if after_ is not None:
                await self._boards.follow(mark, show)
                return after_
            session = await self._games.load(session.code) or session
        raise Illegal("busy", game=session.code)

    def _expect_hints(self, session: Session) -> None:
        if session.stage is Stage.RUNNING:
            self._thinking.expect(session.rules)

    async def _find(self, request: About, incoming: Incoming) -> Session | None:
        code = request.which.code or await self._replied_to(incoming)
        if not code:
            return fitting(await self._games.here(incoming.chat), request, incoming.person)
        session = await self._games.load(code)
        if session is None:
            raise Unreadable("unknown-code", part=code)
        return session

    async def _replied_to(self, incoming: Incoming) -> str:
        if not incoming.replies_to:
            return ""
        return await self._store.game_of(incoming.chat.key, incoming.replies_to) or ""

    def _ask_which(self, several: Several, request: About, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        if isinstance(request, Play) and request.bare and not looks_like_a_move(request.text):
            return ()
        command, rest = command_word(incoming.text)
        return (answers.which(several.sessions, command, rest, words),)

    def _no_game(self, request: About, incoming: Incoming) -> tuple[Message, ...]:
        meant = incoming.chat.direct and looks_like_a_move(incoming.text)
        if isinstance(request, Play) and request.bare and not meant:
            return ()
        raise Illegal("no-game-here")

    async def _challenge(self, request: Challenge, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        if isinstance(request.opponent, Person) and request.opponent.is_same(incoming.person):
            raise Illegal("challenges-oneself")
        if len(await self._store.games_in(incoming.chat.key)) >= _MOST_OPEN_GAMES:
            raise Illegal("too-many-games", most=_MOST_OPEN_GAMES)
        await self._boards.remember(incoming.chat)
        await self._begin(request, incoming, words)
        return ()

    async def _begin(self, request: Challenge, incoming: Incoming, words: Speech) -> None:
        seed = self._random.getrandbits(32)
        game = GAMES[request.game]
        start = await asyncio.to_thread(game.start, game.offered(request.settings), seed)
        language = await self._store.language_in(incoming.chat.key) or words.language
        now = self._now()
        for _ in range(_TRIES):
            challenged = Challenged(
                at=now,
                code=new_code(self._random),
                game=request.game,
                settings=tuple(start.settings.items()),
                seed=seed,
                chat=incoming.chat,
                challenger=incoming.person,
                opponent=request.opponent,
                expires=after(now, self._challenge_minutes),
                language=language,
                seat=request.seat,
            )
            mark = await self._boards.mark(incoming.chat, challenged.code)
            if begun := await self._games.begin(challenged.code, _opening(challenged)):
                self._expect_hints(begun)
                return self._boards.soon(mark)
        raise Illegal("busy", game="")

    async def _again(self, session: Session, incoming: Incoming, words: Speech) -> tuple[Message, ...]:
        """A rematch with the seats exchanged; only the players can ask for one."""
        seat = session.seat_of(incoming.person)
        if seat is None:
            raise Illegal("not-a-player", game=session.code)
        opponent = session.player(seat.other)
        return await self._challenge(
            Challenge(session.game, dict(session.settings), opponent, seat.other), incoming, words
        )

    async def _speech_for(self, incoming: Incoming) -> Speech:
        """The person's choice, else what the platform says of them, else the chat's choice."""
        chosen = await self._store.language_of(incoming.person.key)
        if chosen is None and incoming.person.language not in LANGUAGES:
            chosen = await self._store.language_in(incoming.chat.key)
        return speech(chosen or incoming.person.language)


def _opening(challenged: Challenged) -> tuple[Event, ...]:
    """The bot sits down at once."""
    if isinstance(challenged.opponent, Robot):
        return challenged, Accepted(challenged.at, challenged.opponent)
    return (challenged,)
