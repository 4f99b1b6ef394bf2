"""Orchestrates one incoming text: read it, find the game, decide, append, answer; boards follow by themselves."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, replace
from random import Random

from bot.core.boards.catching_up import CatchingUp
from bot.core.boards.delivery import Delivery
from bot.core.boards.passing_on import PassingOn, Patience
from bot.core.clock import Now
from bot.core.commands.challenges import Accept, Again, Cancel, Challenge, Decline
from bot.core.commands.notices import Away
from bot.core.commands.personal import Forget, GiveCopy
from bot.core.commands.planning import Plan
from bot.core.commands.playing import AskHint, AskIdeas, Pick, Play, Resign, ShowBoard
from bot.core.commands.row import About, Deed, Request, Which
from bot.core.finding import Several, only_reader
from bot.core.games import Games
from bot.core.indicator import Indicator
from bot.core.meetings import Meetings, known_as
from bot.core.people import Chat, Person
from bot.core.ports import Choice, Incoming, Message, Platform, Thinking, Updates
from bot.core.rate_limit import Buckets, RateLimit, Unlimited
from bot.core.reading import understood
from bot.core.requests import unread
from bot.core.requests.absent import Absent
from bot.core.requests.admission import Admission, Limits
from bot.core.requests.asked import Asked
from bot.core.requests.beginnings import Beginnings
from bot.core.requests.blocking import Blocking
from bot.core.requests.completing import complete, kind_of
from bot.core.requests.consents import Consents
from bot.core.requests.considering import Considering
from bot.core.requests.deeds import Deeds
from bot.core.requests.hints import Hints
from bot.core.requests.intentions import Intentions
from bot.core.requests.joining import Joining
from bot.core.requests.leaving import Leaving
from bot.core.requests.notified import Notified
from bot.core.requests.personal import Personal
from bot.core.requests.plays import Plays
from bot.core.requests.questions import Questions, shows_again
from bot.core.requests.receipts import in_its_place, receipts
from bot.core.requests.seeking import Seeking
from bot.core.requests.settling import Settling
from bot.core.requests.waiting import Waiting
from bot.core.robots import Robots
from bot.core.session import Session, Stage
from bot.core.speech import LANGUAGES, Speech, speech
from bot.core.storage import Known, Store, Unreachable
from bot.core.tally import Came, Tally, Uncounted
from bot.core.turns import Turn, Turns
from bot.core.underway import Underway
from bot.core.upkeep.reindexing import Reindexing
from bot.core.upkeep.reminding import Reminding
from bot.core.upkeep.sweeping import Sweeping
from bot.core.upkeep.timekeeping import Timekeeping
from bot.core.view import answers, refusals
from engines.refusals import Refusal

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
        patience: Patience | None = None,
        limits: Limits | None = None,
        buckets: Buckets | None = None,
        tally: Tally | None = None,
    ) -> None:
        self._store = store
        self._thinking = thinking
        self._now = now
        self._tally = tally or Uncounted()
        self._games = Games(store, self._tally)
        robots = Robots(self._games, thinking, now)
        self._indicator = Indicator(platforms)
        patience = patience or Patience()
        passing_on = PassingOn(store, self._games, now, patience)
        self._delivery = Delivery(store, self._games, robots, platforms, now, self._tally, passing_on)
        self._catching_up = CatchingUp(store, self._games, self._delivery, now)
        reminding = Reminding(store, self._games, platforms)
        timekeeping = Timekeeping(store, self._games, self._delivery, reminding, now, patience.longest)
        self._sweeping = Sweeping(self._games, self._delivery, timekeeping, Reindexing(store, self._games))
        underway = Underway()
        blocking, waiting = Blocking(store), Waiting(store, self._games, platforms)
        settling = Settling(store, platforms)
        self._questions = Questions(store, self._games, platforms, waiting, blocking, Notified(store), settling)
        self._meetings = Meetings(store)
        self._joining = Joining(store, self._games)
        self._personal = Personal(store, self._games, self._meetings, blocking)
        self._seeking = Seeking(store, self._games)
        self._deeds = Deeds(store, self._games, self._delivery, now)
        self._hints = Hints(self._deeds, thinking, underway)
        self._considering = Considering(self._deeds, thinking, underway)
        self._absent = Absent(store, self._games, self._deeds, platforms)
        self._plays = Plays(self._deeds, self._hints, underway)
        self._leaving = Leaving(self._games, self._deeds, self._delivery, self._personal)
        self._admission = Admission(self._games, blocking, limits or Limits())
        self._beginnings = Beginnings(
            store, self._games, self._delivery, self._meetings, now, random, patience, self._admission, settling
        )
        self._consents = Consents(self._deeds, now)
        self._intentions = Intentions(self._deeds, now)
        self._turns = Turns()
        self._rate_limit = RateLimit(buckets or Unlimited(), now)

    @property
    def updates(self) -> Updates:
        return self._store

    async def run(self) -> None:
        """Looks after boards and time until cancelled, and meanwhile makes indexes anew."""
        await self._sweeping.run()

    async def idle(self) -> None:
        """Waits until all boards are shown."""
        await self._delivery.idle()

    async def close(self) -> None:
        """Ends what is under way; what was confirmed is in the log, and marks stay for the next start."""
        await self._delivery.close()

    async def sweep(self, patience: float = 0.0) -> None:
        """One round of the sweeper."""
        await self._sweeping.sweep(patience)

    def ignores(self, chat: Chat, person: Person) -> bool:
        return self._rate_limit.ignores(person.key, chat.key)

    async def migrate(self, old: Chat, new: Chat) -> None:
        with self._turns.hold_up(new) as moving:
            await moving.come()
            await self._store.remember_chat(await self._store.current(new.key), json.dumps(asdict(new)))
            await self._store.alias(old.key, new.key)

    async def retry(self, chat: Chat) -> None:
        await self._catching_up.retry(chat)

    async def complete(self, incoming: Incoming, command: str, parameter: str, typed: str) -> tuple[Choice, ...]:
        known = await self._known(incoming)
        sessions = await self._games.open(known.games)
        kind, words = kind_of(command, parameter), _words(incoming, known)
        return complete(kind, typed, incoming.text, sessions=sessions, person=incoming.person, speech=words)

    def turn(self, chat: Chat, person: Person) -> Turn:
        return self._turns.take(chat, person)

    async def handle(self, incoming: Incoming, turn: Turn | None = None) -> tuple[Message, ...]:
        if turn is None:
            with self.turn(incoming.chat, incoming.person) as own:
                return await self.handle(incoming, own)
        begun = self._now()
        came, told = await self._handled(incoming, turn)
        self._tally.text(incoming.chat.platform, came, max(0.0, self._now() - begun))
        return told

    async def _handled(self, incoming: Incoming, turn: Turn) -> tuple[Came, tuple[Message, ...]]:
        try:
            request = understood(incoming)
            if request is None:
                return Came.UNHEARD, ()
            takes = await self._rate_limit.takes(incoming.person.key, incoming.chat.key)
            if takes is not True:
                return Came.SLOWED, (answers.slow_down(takes, await self._words_for(incoming)),) if takes else ()
            await turn.come()
            told = await self._answer(request, incoming, turn)
            return Came.REFUSED if any(answer.refuses for answer in told) else Came.ANSWERED, told
        except Unreachable as failed:
            return Came.UNSTORED, (answers.said(failed.code, speech(incoming.person.language)),)
        except Exception:
            _log.exception("no answer to a text of %d characters", len(incoming.text))
            return Came.BROKEN, (answers.said("something-broke", speech(incoming.person.language)),)

    async def _known(self, incoming: Incoming) -> Known:
        return await self._store.known(incoming.chat.key, incoming.person.key, incoming.replies_to)

    async def _words_for(self, incoming: Incoming) -> Speech:
        return _words(incoming, await self._known(incoming))

    async def _answer(self, request: Request | Refusal, incoming: Incoming, turn: Turn) -> tuple[Message, ...]:
        known = await self._known(incoming)
        words = _words(incoming, known)
        incoming = replace(incoming, person=known_as(incoming.person, words.language))
        await self._meetings.note(incoming)
        await self._catching_up.heard(incoming.chat)
        try:
            if isinstance(request, Refusal):
                raise request
            return await self._do(request, Asked(incoming, words, known, turn, self._now()))
        except Refusal as refused:
            return (refusals.of_command(refused, words, incoming.text),)

    async def _do(self, request: Request, asked: Asked) -> tuple[Message, ...]:
        if isinstance(request, Challenge):
            if request.level_open and request.game in asked.known.won:
                return (answers.which_level(asked.incoming.text, asked.words),)
            return await self._challenge(request, asked)
        if isinstance(request, GiveCopy):
            return (answers.copy(await self._personal.copy(asked.incoming.person), asked.words),)
        if isinstance(request, Away):
            return (await self._absent.answer(request, asked),)
        if isinstance(request, Forget):
            return (await self._leaving.forget(request, asked),)
        if not isinstance(request, About):
            return await self._questions.answer(request, asked)
        try:
            session = await self._seeking.find(request, asked)
        except Several as several:
            session = only_reader(several.sessions, request)
            if session is None:
                return unread.in_several_games(several.sessions, request, asked)
        if session is None:
            return unread.in_no_game(request, asked)
        return await self._about(session, request, asked)

    async def _challenge(self, request: Challenge, asked: Asked) -> tuple[Message, ...]:
        """A menu that has led to a game gives way to what one would have typed; pressed twice, it leads to one game."""
        under = asked.incoming.replies_to
        if request.typed and under:
            once = replace(asked.incoming, cause=f"{asked.incoming.chat.key} {under} {request.typed}")
            asked = replace(asked, incoming=once)
        self._expect_hints(await self._beginnings.challenge(request, asked))
        return (Message(request.typed, private=True, update=True),) if request.typed else ()

    async def _about(self, session: Session, request: About, asked: Asked) -> tuple[Message, ...]:
        self._expect_hints(session)
        match request:
            case Play():
                return await self._plays.answer(session, request, asked)
            case Accept() | Decline() | Cancel():
                return await self._settle_challenge(session, request, asked)
            case AskHint():
                async with self._indicator.thinking(asked.incoming.chat):
                    hints = await self._hints.answer(session, request, asked)
                return hints if request.step else in_its_place(hints, request, asked)
            case AskIdeas():
                async with self._indicator.thinking(asked.incoming.chat):
                    return await self._considering.answer(session, request, asked)
            case Again():
                return await self._again(session, asked)
            case Plan():
                return await self._intentions.answer(session, request, asked)
            case Resign():
                return await self._consents.resign(session, request, asked)
            case Deed():
                return receipts(await self._deeds.commit(session, request, asked.incoming), request, asked)
            case ShowBoard() if shows_again(session, request, asked):
                await self._deeds.show_again(session, asked.incoming.chat)
                return ()
            case Pick():
                return self._questions.about(session, request, asked)
            case _:
                return in_its_place(self._questions.about(session, request, asked), request, asked)

    async def _again(self, session: Session, asked: Asked) -> tuple[Message, ...]:
        """Two who ask each other for a rematch have agreed on one."""
        rematch = await self._beginnings.again(session, asked)
        if rematch.stage is Stage.OFFERED and not rematch.challenger.is_same(asked.incoming.person):
            accept = await self._joining.from_here(rematch, Accept(Which(rematch.code)), asked)
            rematch = await self._deeds.commit(rematch, accept, asked.incoming)
        self._expect_hints(rematch)
        return receipts(rematch, Again(Which(rematch.code)), asked)

    async def _settle_challenge(
        self, session: Session, request: Accept | Decline | Cancel, asked: Asked
    ) -> tuple[Message, ...]:
        """The question gives way to its answer, however it was given."""
        if isinstance(request, Accept):
            request = await self._joining.from_here(session, request, asked)
            here = asked.known.games if request.chat else ()
            await self._admission.to_sit_down(asked.incoming.person, session, here)
        settled = await self._deeds.commit(session, request, asked.incoming)
        self._expect_hints(settled)
        return receipts(settled, request, asked)

    def _expect_hints(self, session: Session) -> None:
        if session.stage is Stage.RUNNING:
            self._thinking.expect(session.rules)


def _words(incoming: Incoming, known: Known) -> Speech:
    """The person's choice, else what the platform says of them, else the chat's choice."""
    told = incoming.person.language if incoming.person.language in LANGUAGES else known.chat_language
    return speech(known.person_language or told or incoming.person.language)
