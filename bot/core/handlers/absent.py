"""Somebody is away: the clocks of all their games stand, and those they play with are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.core.chats.chat_settings import settled_in
from bot.core.commands.personal import Away
from bot.core.commands.settings import MENTIONS
from bot.core.game.audience import chat_read_by
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.referee import GoAway
from bot.core.game.requests import Consent
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.language.speech import speech
from bot.core.ports.platform import Message, Platform, Unshown
from bot.core.ports.store import AWAY, Store, of_person
from bot.core.repository import Games
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
        if request.seconds or (request.seconds == 0 and away_until(spent, now)):
            spent = await self._keep(person, spent, request.seconds, now)
            until = now + request.seconds if request.seconds else None
            for session in timed:
                with suppress(Illegal):
                    after = await self.deeds.commit(session, GoAway(until), asked.incoming)
                    await self._announce(after, request.seconds, asked)
            for session in others:
                await self._announce(session, request.seconds, asked)
        left = (away_until(spent, now) or now) - now
        return notices.away(left, absence_left(spent, now), len(timed), bool(others), asked.words)

    async def _announce(self, session: Session, left: Instant, asked: Asked) -> None:
        """Once, to the other player; a board with clocks says it too."""
        seat = session.seat_of(asked.incoming.person)
        chat = chat_read_by(session, session.player(seat.other) if seat else None)
        platform = self.platforms.get(chat.platform)
        if seat and platform and not chat.inline:
            said = notices.absence(session, seat, left, speech(session.places.language_in(chat)))
            settled = await settled_in(chat, self.store, self.platforms)
            said = replace(said, mention=None) if settled.get(MENTIONS) == Consent.NO else said
            with suppress(Unshown):
                await platform.show(chat, said)

    async def _keep(self, person: Person, spent: Absences, seconds: Instant, now: Instant) -> Absences:
        """One absence takes the place of another that is not over."""
        spent = absences_ended(spent, now)
        if seconds:
            if not absence_fits(spent, now, seconds):
                raise Illegal("away-too-long", most=MOST_DAYS_AWAY)
            spent = (*spent, (now, now + seconds))
        whose = of_person(person)
        await self.store.keep_choices(whose, await self.store.choices(whose) | {AWAY: write_absences(spent)})
        return spent

    async def _spent(self, person: Person) -> Absences:
        with suppress(ValueError):
            return read_absences((await self.store.choices(of_person(person))).get(AWAY, ""))
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


MOST_DAYS_AWAY = 14
_DAY: Instant = 86400
Absences = tuple[tuple[Instant, Instant], ...]
"""From when until when, the last one last."""


def absence_left(absences: Absences, now: Instant) -> Instant:
    """So many seconds somebody may still be away in the quarter of an instant."""
    begins, ends = _quarter(now)
    return MOST_DAYS_AWAY * _DAY - sum(max(0.0, min(until, ends) - max(since, begins)) for since, until in absences)


def absence_fits(absences: Absences, now: Instant, seconds: Instant) -> bool:
    """Whether one more absence leaves no quarter with too much."""
    more = (*absences, (now, now + seconds))
    return all(absence_left(more, instant) >= 0 for instant in (now, now + seconds))


def absences_ended(absences: Absences, now: Instant) -> Absences:
    """The same, but for what would still have come, and what no quarter asks for any more."""
    return tuple((since, min(until, now)) for since, until in absences if now - until < 200 * _DAY and since < now)


def away_until(absences: Absences, now: Instant) -> Instant | None:
    """Until when somebody is away now."""
    return next((end for since, end in reversed(absences) if since <= now < end), None)


def write_absences(absences: Absences) -> str:
    return " ".join(f"{since!r}-{end!r}" for since, end in absences)


def read_absences(text: str) -> Absences:
    """What `write` has written; raises `ValueError`."""
    pairs = (each.partition("-") for each in text.split())
    return tuple((float(since), float(end)) for since, _, end in pairs)


def _quarter(now: Instant) -> tuple[Instant, Instant]:
    day = datetime.fromtimestamp(now, UTC)
    first = (day.month - 1) // 3 * 3 + 1
    after = (day.year + 1, 1) if first == 10 else (day.year, first + 3)
    return datetime(day.year, first, 1, tzinfo=UTC).timestamp(), datetime(*after, 1, tzinfo=UTC).timestamp()
