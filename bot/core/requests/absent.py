"""Somebody is away: the clocks of all their games stand, and those they play with are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core import absences
from bot.core.absences import Absences
from bot.core.choices import AWAY, of_person
from bot.core.clock import Instant
from bot.core.commands.consent import Consent
from bot.core.commands.notices import Away, GoAway
from bot.core.commands.settings import MENTIONS
from bot.core.games import Games
from bot.core.people import Person
from bot.core.ports import Message, Platform, Unshown
from bot.core.requests.asked import Asked
from bot.core.requests.deeds import Deeds
from bot.core.session import Session, Stage
from bot.core.settled import settled_in
from bot.core.speech import speech
from bot.core.storage import Store
from bot.core.two_chats import chat_read_by, language_in
from bot.core.view import notices
from engines.refusals import Illegal


@dataclass(frozen=True)
class Absent:
    """Fourteen days a quarter."""

    store: Store
    games: Games
    deeds: Deeds
    platforms: Mapping[str, Platform]

    async def answer(self, request: Away, asked: Asked) -> Message:
        """How it stands after what was asked; raises `Illegal` for more than there is left."""
        person, now = asked.incoming.person, asked.at
        spent = await self._spent(person)
        running = [session for session in await self.games.of(person) if session.stage is Stage.RUNNING]
        timed, others = [s for s in running if s.clocks], _one_of_each(running, person)
        if request.seconds or (request.seconds == 0 and absences.until(spent, now)):
            spent = await self._keep(person, spent, request.seconds, now)
            until = now + request.seconds if request.seconds else None
            for session in timed:
                with suppress(Illegal):
                    after = await self.deeds.commit(session, GoAway(until), asked.incoming)
                    await self._announce(after, request.seconds, asked)
            for session in others:
                await self._announce(session, request.seconds, asked)
        left = (absences.until(spent, now) or now) - now
        return notices.away(left, absences.rest(spent, now), len(timed), bool(others), asked.words)

    async def _announce(self, session: Session, left: Instant, asked: Asked) -> None:
        """Once, to the other player; a board with clocks says it too."""
        seat = session.seat_of(asked.incoming.person)
        chat = chat_read_by(session, session.player(seat.other) if seat else None)
        platform = self.platforms.get(chat.platform)
        if seat and platform and not chat.inline:
            said = notices.absence(session, seat, left, speech(language_in(session, chat)))
            settled = await settled_in(chat, self.store, self.platforms)
            said = replace(said, mention=None) if settled.get(MENTIONS) == Consent.NO else said
            with suppress(Unshown):
                await platform.show(chat, said)

    async def _keep(self, person: Person, spent: Absences, seconds: Instant, now: Instant) -> Absences:
        """One absence takes the place of another that is not over."""
        spent = absences.ended(spent, now)
        if seconds:
            if not absences.fits(spent, now, seconds):
                raise Illegal("away-too-long", most=absences.DAYS)
            spent = (*spent, (now, now + seconds))
        whose = of_person(person)
        await self.store.keep_choices(whose, await self.store.choices(whose) | {AWAY: absences.write(spent)})
        return spent

    async def _spent(self, person: Person) -> Absences:
        with suppress(ValueError):
            return absences.read((await self.store.choices(of_person(person))).get(AWAY, ""))
        return ()


def _one_of_each(running: Sequence[Session], person: Person) -> list[Session]:
    """A game without clocks for each person in each chat who would not be told by one with clocks."""
    told = dict[tuple[str, str], Session]()
    for session in sorted(running, key=lambda session: session.clocks is None):
        seat = session.seat_of(person)
        other = session.player(seat.other) if seat else None
        if isinstance(other, Person) and other.is_somebody:
            told.setdefault((other.key, chat_read_by(session, other).key), session)
    return [session for session in told.values() if session.clocks is None]
