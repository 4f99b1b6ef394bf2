"""Reminders to the player to move, by the means and at the hours they chose."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.boards.context import Context
from bot.core.boards.occasions import adapter_of, speech_to, spot_of
from bot.core.chats import MORNING, effective_settings, next_time, quiet_until
from bot.core.commands.personal import Way, way_of, zone_called
from bot.core.commands.settings import MENTIONS
from bot.core.game.audience import MOST_CALLS, call_count, chat_read_by
from bot.core.game.clocks import PARTS
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, platform_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import Consent
from bot.core.language.speech import speech
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import TIME_ZONE, of_person
from bot.core.upkeep.tasks import log_failures
from bot.core.view import notices
from bot.core.view.lists import with_unreadable_games

SHORTEST_WITH_NIGHTS: Instant = 86400
"""Games of less than a day a move are played by those who are awake."""
_ONE_AT_A_TIME = 60.0  # seconds


@dataclass(frozen=True)
class Reminder:
    """The share (`part`) of a time of `seconds` that is over, and the end of that time (`until`).

    They are the clock of the player to move, or the whole game's time (`of_deadline`).
    """

    part: float
    until: Instant
    seconds: Instant
    of_deadline: bool = False


def due_reminder(session: Session, now: Instant) -> Reminder | None:
    """Return the reminder that is due in a game, or None."""
    clocks, deadline = session.clocks, session.deadline
    if session.stage is not Stage.RUNNING:
        return None
    if clocks and (part := clocks.part_to_remind(now)):
        return Reminder(part, clocks.deadline, clocks.pace.move)
    if deadline and (part := deadline.part_to_remind(now)):
        return Reminder(part, deadline.until, deadline.until - deadline.since, of_deadline=True)
    return None


async def postponed_until(context: Context, session: Session, reminder: Reminder, now: Instant) -> Instant | None:
    """Return when to retry if the person to remind has quiet hours now, else None."""
    person = _person_to_remind(session)
    if person is None or reminder.seconds < SHORTEST_WITH_NIGHTS:
        return None
    later = quiet_until(now, zone_of(await context.store.settings.choices(of_person(person)), person))
    return None if later is None or (reminder.of_deadline and later >= reminder.until) else later


async def remind(context: Context, session: Session, reminder: Reminder, now: Instant) -> None:
    """Remind a player that part of the time is over, at most once in its last minute.

    Raise `DeliveryError` if the platform does not take the message.
    """
    person, part = _person_to_remind(session), reminder.part
    if PARTS[0] < part < 1 and reminder.until - now < MINUTE:
        return
    recipient = session.player(session.position.turn.opponent) if part >= 1 else person
    here = chat_read_by(session, recipient)
    words = (await spot_of(context, session, here)).words
    nonce = f"{session.code}-{session.ply}-{round(10 * part)}{'d' if reminder.of_deadline else ''}"
    if part >= 1:
        await _show(context, here, notices.time_is_over(session, words).with_delivery(nonce=nonce))
    elif person is not None:
        choices = await context.store.settings.choices(of_person(person))
        words = await speech_to(context, session, person) if way_of(choices) is Way.PRIVATE else words
        message = notices.reminder(session, person, reminder.until, now, words).with_delivery(nonce=nonce)
        is_enough = reminder.of_deadline and part == PARTS[0] and call_count(session) >= MOST_CALLS
        message = replace(message, mention=None) if is_enough else message
        await _tell(context, session, person, message, choices, now)


async def send_digests(context: Context, now: Instant) -> None:
    """Send the daily digest to everyone for whom it is due."""
    for key in await context.store.settings.due_digests(now):
        is_heard = context.outages.is_heard(platform_of(key))
        if is_heard and await context.store.leases.take(f"digest:{key}", _ONE_AT_A_TIME):
            again: Instant | None = None
            with log_failures("a digest"):
                try:
                    await _digest(context, key, now)
                except DeliveryError as error:
                    again = now + error.retry_after if error.retry_after is not None else None
                    raise
            await context.store.settings.schedule_digest(key, again)


async def _digest(context: Context, key: str, now: Instant) -> None:
    codes = await context.store.people.games_of(key)
    sessions = await context.games.open_sessions(codes)
    waiting = [(session, p) for session in sessions if (p := _person_to_remind(session)) and p.key == key]
    if waiting:
        session, person = waiting[0]
        words = await speech_to(context, session, person)
        unreadable = await context.games.count_unreadable(codes)
        message = notices.digest([each for each, _ in waiting], now, words)
        await _tell_in_private(context, session, person, with_unreadable_games(message, unreadable, words))


async def _tell(
    context: Context, session: Session, person: Person, message: Message, choices: Mapping[str, str], now: Instant
) -> None:
    match way_of(choices):
        case Way.CHAT:
            await _show(context, chat_read_by(session, person), message)
        case Way.PRIVATE:
            await _tell_in_private(context, session, person, message)
        case Way.DIGEST:
            await context.store.settings.schedule_digest(person.key, next_time(now, zone_of(choices, person), MORNING))
        case Way.OFF:
            pass


async def _show(context: Context, chat: Chat, message: Message) -> None:
    """Show a reminder in a chat; for an inline message, which has room only for its board, in private."""
    if not chat.inline:
        await show_quietly(context, chat, message)
    elif message.mention:
        await adapter_of(context, chat).tell(message.mention, message)


async def show_quietly(context: Context, chat: Chat, message: Message) -> None:
    """Show a message in a chat, without a ping where the chat has chosen none; raise `DeliveryError`."""
    chat_settings = await effective_settings(chat, context.store, context.platforms)
    message_to_show = replace(message, mention=None) if chat_settings.get(MENTIONS) == Consent.NO else message
    await adapter_of(context, chat).show(chat, message_to_show)


async def _tell_in_private(context: Context, session: Session, person: Person, message: Message) -> None:
    """Send a reminder to the person alone, or to the game's chat if they have no private chat with the bot."""
    platform = adapter_of(context, person)
    private_message = replace(message, mention=person).with_delivery(private=True)
    try:
        if await platform.tell(person, private_message):
            return
    except DeliveryError as error:
        if error.retry_after is not None or not error.is_certain:
            raise
    await platform.show(chat_read_by(session, person), private_message)


def zone_of(choices: Mapping[str, str], person: Person) -> str:
    """Return the time zone a person chose, or the default for their language."""
    return zone_called(choices.get(TIME_ZONE, "")) or speech(person.language).say("usual-timezone")


def _person_to_remind(session: Session) -> Person | None:
    """Return the player to move, unless the opponent has a question to answer first."""
    player, expected_player = session.on_turn, session.player_to_act
    return player if isinstance(player, Person) and player is expected_player and player.is_known else None
