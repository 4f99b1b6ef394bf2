"""Which room answers which request; what a game's own requests are about is found first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from bot.core.boards.delivery import Delivery
from bot.core.boards.passing_on import Patience
from bot.core.boards.typing_indicator import shows_thinking
from bot.core.chats.people_met import Meetings
from bot.core.commands.asking import SetLanguage
from bot.core.commands.challenges import Again, Challenge, Join
from bot.core.commands.finding import Several, only_reader
from bot.core.commands.personal import Away, Forget, GiveCopy
from bot.core.commands.playing import Pick, ShowBoard
from bot.core.game.audience import sole_reader
from bot.core.game.instants import Now
from bot.core.game.people import Robot
from bot.core.game.planning import Plan
from bot.core.game.referee import Accept, AskHint, AskIdeas, Cancel, Decline, Play, Resign
from bot.core.game.requests import About, Deed, Request, Which
from bot.core.game.session import Session, Stage
from bot.core.handlers import unread
from bot.core.handlers.absent import Absent
from bot.core.handlers.admission import Admission, Limits
from bot.core.handlers.asked import Asked
from bot.core.handlers.beginnings import Beginnings, Joining, Starts
from bot.core.handlers.blocking import Blocking
from bot.core.handlers.consents import Consents
from bot.core.handlers.considering import Considering
from bot.core.handlers.deeds import Deeds
from bot.core.handlers.following import Following, wants_to_follow
from bot.core.handlers.hints import Hints
from bot.core.handlers.intentions import Intentions
from bot.core.handlers.inviting import INVITATION_OVER, Invitations, is_unopened
from bot.core.handlers.leaving import Leaving
from bot.core.handlers.notified import Notified
from bot.core.handlers.personal import Personal
from bot.core.handlers.plays import Plays
from bot.core.handlers.questions import Questions, shows_again
from bot.core.handlers.receipts import in_its_place, receipts
from bot.core.handlers.rights import Rights
from bot.core.handlers.seeking import Seeking
from bot.core.handlers.settling import Settling
from bot.core.handlers.waiting import Waiting
from bot.core.ports.platform import Message, Platform
from bot.core.ports.store import Store
from bot.core.ports.thinking import Thinking
from bot.core.queues.rate_limit import RateLimit
from bot.core.queues.running_searches import Underway
from bot.core.repository import Games
from bot.core.view import answers
from bot.core.view.challenges import invitation_over
from engines.refusals import Illegal


@dataclass(frozen=True)
class House:
    """What all requests share."""

    store: Store
    games: Games
    delivery: Delivery
    platforms: Mapping[str, Platform]
    thinking: Thinking
    now: Now
    random: Random
    patience: Patience
    limits: Limits
    rate_limit: RateLimit


class Answering:
    """Answers what people ask, each kind of request in the room that knows about it."""

    def __init__(self, house: House, meetings: Meetings) -> None:
        store, games, delivery, platforms = house.store, house.games, house.delivery, house.platforms
        self._games, self._delivery, underway = games, delivery, Underway()
        blocking, waiting = Blocking(store), Waiting(store, games, platforms)
        settling, rights, starts = Settling(store, platforms), Rights(platforms), Starts(house.thinking)
        self._thinking = house.thinking
        self._platforms = platforms
        self._questions = Questions(store, games, platforms, waiting, blocking, Notified(store), settling, starts)
        self._joining = Joining(store, games)
        self._personal = Personal(store, games, meetings, blocking)
        self._seeking = Seeking(store, games)
        self._deeds = Deeds(store, games, delivery, house.now)
        self._hints = Hints(self._deeds, house.thinking, underway)
        self._considering = Considering(self._deeds, house.thinking, underway)
        self._absent = Absent(store, games, self._deeds, platforms)
        self._plays = Plays(self._deeds, self._hints, underway)
        self._leaving = Leaving(games, self._deeds, delivery, self._personal)
        self._admission = Admission(games, blocking, house.limits)
        self._beginnings = Beginnings(
            store,
            games,
            delivery,
            meetings,
            house.now,
            house.random,
            house.patience,
            self._admission,
            settling,
            rights,
            starts,
        )
        self.invitations = Invitations(store, self._beginnings, house.now, house.random, house.rate_limit)
        self._following = Following(store, games, delivery)
        self._consents = Consents(self._deeds, house.now)
        self._intentions = Intentions(self._deeds, house.now)

    async def answer(self, request: Request, asked: Asked) -> tuple[Message, ...]:
        if isinstance(request, Challenge):
            if request.level_open and request.game in asked.known.won:
                return (answers.which_level(asked.incoming.text, asked.words),)
            return await self._challenge(request, asked)
        if isinstance(request, Join):
            return await self._join(request, asked)
        if isinstance(request, GiveCopy):
            return (answers.copy(await self._personal.copy(asked.incoming.person), asked.words),)
        if isinstance(request, Away):
            return (await self._absent.answer(request, asked),)
        if isinstance(request, Forget):
            return (await self._leaving.forget(request, asked),)
        if not isinstance(request, About):
            told = await self._questions.answer(request, asked)
            if isinstance(request, SetLanguage) and request.language:
                await self._show_own_again(asked)
            return told
        try:
            session = await self._seeking.find(request, asked)
        except Several as several:
            session = only_reader(several.sessions, request)
            if session is None:
                return unread.in_several_games(several.sessions, request, asked)
        if session is None:
            return unread.in_no_game(request, asked)
        return await self._about(session, request, asked)

    async def _show_own_again(self, asked: Asked) -> None:
        """A game that nobody else reads here is shown in the words of now."""
        here, person = asked.incoming.chat, asked.incoming.person
        sessions = await self._games.open(asked.known.games)
        own = [session for session in sessions if sole_reader(session, here) == person.key]
        if len(own) == 1 and own[0].stage is Stage.RUNNING and not here.inline:
            await self._deeds.show_again(own[0], here)

    async def _challenge(self, request: Challenge, asked: Asked) -> tuple[Message, ...]:
        """A menu that has led to a game gives way to what one would have typed; pressed twice, it leads to one game."""
        if missing := await self._beginnings.rights.before(request, asked):
            return missing
        under = asked.incoming.replies_to
        if request.typed and under:
            once = replace(asked.incoming, cause=f"{asked.incoming.chat.key} {under} {request.typed}")
            asked = replace(asked, incoming=once)
        session = await self._beginnings.challenge(request, asked)
        self._expect_hints(session)
        return await self._beginnings.told(request, asked)

    async def _join(self, request: Join, asked: Asked) -> tuple[Message, ...]:
        """Against the bot there is nobody else who has to accept; a message that began no game in time says so."""
        try:
            session = await self.invitations.opened(request, asked)
        except Illegal as refused:
            if refused.code == INVITATION_OVER and is_unopened(asked):
                return invitation_over(asked.words)
            raise
        if isinstance(session.opponent, Robot):
            return receipts(session, Accept(Which(session.code)), asked)
        return await self._settle_challenge(session, Accept(Which(session.code)), asked)

    async def _about(self, session: Session, request: About, asked: Asked) -> tuple[Message, ...]:
        self._expect_hints(session)
        match request:
            case Play():
                return await self._plays.answer(session, request, asked)
            case Accept() | Decline() | Cancel():
                return await self._settle_challenge(session, request, asked)
            case AskHint():
                async with shows_thinking(self._platforms, asked.incoming.chat):
                    hints = await self._hints.answer(session, request, asked)
                return hints if request.step else in_its_place(hints, request, asked)
            case AskIdeas():
                async with shows_thinking(self._platforms, asked.incoming.chat):
                    return await self._considering.answer(session, request, asked)
            case Again():
                return await self._again(session, asked)
            case Plan():
                return await self._intentions.answer(session, request, asked)
            case Resign():
                said = await self._consents.resign(session, request, asked)
                is_asked = asked.incoming.chat.inline and not request.sure
                return (self._questions.in_place(session, asked, asks=said[0]),) if is_asked else said
            case Deed():
                return receipts(await self._deeds.commit(session, request, asked.incoming), request, asked)
            case ShowBoard() if wants_to_follow(session, request, asked):
                await self._following.begin(session, asked)
                return ()
            case ShowBoard() if shows_again(session, request, asked):
                await self._deeds.show_again(session, asked.incoming.chat)
                return ()
            case Pick():
                return await self._questions.about(session, request, asked)
            case _:
                return in_its_place(await self._questions.about(session, request, asked), request, asked)

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
        """The question gives way to its answer, however it was given, and however often it is delivered."""
        if session.follows_from(asked.incoming.cause):
            return receipts(session, request, asked)
        if isinstance(request, Accept):
            request = await self._joining.from_here(session, request, asked)
            here = asked.known.games if request.chat else ()
            await self._admission.to_sit_down(asked.incoming.person, session, here)
        settled = await self._deeds.commit(session, request, asked.incoming)
        if session.places.second and session.places.second not in settled.places.shown:
            await self._delivery.leave(settled, session.places.second)
        self._expect_hints(settled)
        return receipts(settled, request, asked)

    def _expect_hints(self, session: Session) -> None:
        if session.stage is Stage.RUNNING:
            self._thinking.expect(session.rules)
