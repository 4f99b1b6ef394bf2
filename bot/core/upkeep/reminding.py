"""Reminders to the player on turn, in the way and at the hours that they want."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.boards.context import Context
from bot.core.chats.chat_settings import effective_settings
from bot.core.chats.time_zones import next_morning, quiet_until
from bot.core.commands.personal import Way, way_of, zone_called
from bot.core.commands.settings import MENTIONS
from bot.core.game.audience import MOST_CALLS, call_count, chat_read_by
from bot.core.game.clocks import PARTS
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, platform_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import Consent
from bot.core.language.speech import speech
from bot.core.ports.platform import Message, Platform, Unshown
from bot.core.ports.store import TIME_ZONE, of_person
from bot.core.upkeep.isolation import isolated
from bot.core.view import notices
from bot.core.view.lists import with_left_out

SHORTEST_WITH_NIGHTS: Instant = 86400
"""Games of less than a day a move are played by those who are awake."""
_ONE_AT_A_TIME = 60.0  # seconds
_LAST_MINUTE: Instant = 60


@dataclass(frozen=True)
class Reminder:
    """So much (`part`) of a time of so many `seconds` that ends `until` then is over: of the clock of who is to move,
    or of the whole game (`of_deadline`)."""

    part: float
    until: Instant
    seconds: Instant
    of_deadline: bool = False


def due_reminder(session: Session, now: Instant) -> Reminder | None:
    """Return the reminder that is due in a game, None if there is none."""
    clocks, deadline = session.clocks, session.deadline
    if session.stage is not Stage.RUNNING:
        return None
    if clocks and (part := clocks.part_to_remind(now)):
        return Reminder(part, clocks.deadline, clocks.pace.move)
    if deadline and (part := deadline.part_to_remind(now)):
        return Reminder(part, deadline.until, deadline.until - deadline.since, of_deadline=True)
    return None


async def postponed(context: Context, session: Session, reminder: Reminder, now: Instant) -> Instant | None:
    """When to come again, if these are hours in which the one who is to be told wants peace."""
    person = _reminded(session)
    if person is None or reminder.seconds < SHORTEST_WITH_NIGHTS:
        return None
    later = quiet_until(now, zone_of(await context.store.settings.choices(of_person(person)), person))
    return None if later is None or (reminder.of_deadline and later >= reminder.until) else later


async def remind(context: Context, session: Session, reminder: Reminder, now: Instant) -> None:
    """Tells that so much of a time is over, but not twice within its last minute; raises `Unshown`."""
    person, part = _reminded(session), reminder.part
    if PARTS[0] < part < 1 and reminder.until - now < _LAST_MINUTE:
        return
    told = session.player(session.position.turn.opponent) if part >= 1 else person
    here = chat_read_by(session, told)
    words = speech(session.places.language_in(here))
    nonce = f"{session.code}-{session.ply}-{round(10 * part)}{'d' if reminder.of_deadline else ''}"
    if part >= 1:
        await _show(context, here, _once(notices.time_is_over(session, words), nonce))
    elif person is not None:
        choices = await context.store.settings.choices(of_person(person))
        said = _once(notices.reminder(session, person, reminder.until, now, words), nonce)
        is_enough = reminder.of_deadline and part == PARTS[0] and call_count(session) >= MOST_CALLS
        said = replace(said, mention=None) if is_enough else said
        await _tell(context, session, person, said, choices, now)


async def send_digests(context: Context, now: Instant) -> None:
    """Tells those of all their games whose morning has come."""
    for key in await context.store.settings.due_digests(now):
        is_heard = context.outages.is_heard(platform_of(key))
        if is_heard and await context.store.leases.take(f"digest:{key}", _ONE_AT_A_TIME):
            with isolated("a digest"):
                await _digest(context, key, now)
            await context.store.settings.schedule_digest(key, None)


async def _digest(context: Context, key: str, now: Instant) -> None:
    codes = await context.store.people.games_of(key)
    sessions = await context.games.open_sessions(codes)
    waiting = [session for session in sessions if (p := _reminded(session)) and p.key == key]
    person = next((found for session in waiting if (found := _reminded(session))), None)
    if person is not None:
        words = speech(person.language)
        told = with_left_out(notices.digest(waiting, now, words), await context.games.count_unreadable(codes), words)
        await _whisper(context, waiting[0], person, told)


async def _tell(
    context: Context, session: Session, person: Person, message: Message, choices: Mapping[str, str], now: Instant
) -> None:
    match way_of(choices):
        case Way.CHAT:
            await _show(context, chat_read_by(session, person), message)
        case Way.PRIVATE:
            await _whisper(context, session, person, message)
        case Way.DIGEST:
            await context.store.settings.schedule_digest(person.key, next_morning(now, zone_of(choices, person)))
        case Way.OFF:
            pass


async def _show(context: Context, chat: Chat, message: Message) -> None:
    """An inline message has room for its board only."""
    if chat.inline:
        platform = _platform(context, chat.platform)
        if message.mention:
            await platform.tell(message.mention, message)
        return
    settled = await effective_settings(chat, context.store, context.platforms)
    said = replace(message, mention=None) if settled.get(MENTIONS) == Consent.NO else message
    await _platform(context, chat.platform).show(chat, said)


async def _whisper(context: Context, session: Session, person: Person, message: Message) -> None:
    """To the person alone; whom the platform does not let us reach is told nothing."""
    platform = _platform(context, person.platform)
    private = replace(message, mention=person, envelope=replace(message.envelope, private=True))
    if not await platform.tell(person, private):
        await platform.show(chat_read_by(session, person), private)


def _platform(context: Context, name: str) -> Platform:
    platform = context.platforms.get(name)
    if platform is None:
        raise Unshown(f"no door to {name} is open", retry_after=60)
    return platform


def _once(message: Message, nonce: str) -> Message:
    return replace(message, envelope=replace(message.envelope, nonce=nonce))


def zone_of(choices: Mapping[str, str], person: Person) -> str:
    """The zone that a person has chosen, else the one where most live who speak like them."""
    return zone_called(choices.get(TIME_ZONE, "")) or speech(person.language).say("usual-timezone")


def _reminded(session: Session) -> Person | None:
    """Who is to move, unless another player is asked to answer first."""
    turn, asked = session.on_turn, session.player_to_act
    return turn if isinstance(turn, Person) and turn is asked and turn.is_known else None
