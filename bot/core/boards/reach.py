"""Chats that take no boards: recorded in the games' logs, and reported to players where they can still be reached."""

from __future__ import annotations

from bot.core.boards.context import Context
from bot.core.boards.showing import speech_in, speech_to
from bot.core.game.apply_events import evolve
from bot.core.game.audience import losses_of, readers, reads_in, sole_reader
from bot.core.game.events import ChatLost, ChatRegained, Event, LogEntry, PlayerLeft, PlayerReturned, ReachChange
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import Board, OutboxEntry
from bot.core.queues.caches import BoundedDict
from bot.core.repository import retry
from bot.core.view.notices import chat_lost
from engines.game import Seat

_MOST_NOTIFIED = 1000
Entries = tuple[OutboxEntry, ...]
Notified = BoundedDict[tuple[Board, str], None]
"""The players, by key, already notified of a board that its chat does not take, while others are not."""


def nobody_notified() -> Notified:
    """Return an empty memory for `lose_chat`."""
    return Notified(_MOST_NOTIFIED)


async def lose_chat(context: Context, session: Session, here: Chat, notified: Notified) -> Entries:
    """Log once that a chat of a running game takes no boards; return the entries of the boards that now say so.

    If both players read the chat, each is told elsewhere: twice after a crash in between, rather than never. Raise
    `DeliveryError` and log nothing if a retry makes sense.
    """
    if session.stage is not Stage.RUNNING or here.key in session.places.closed_chats:
        return ()
    if reader := sole_reader(session, here):
        await context.store.people.set_awaited(reader, True)
    elif len(readers(session, here)) > 1:
        await _tell_readers(context, session, here, notified)
    return await _append(context, session, ChatLost(context.now(), here.key))


async def lose_player(context: Context, session: Session, here: Chat, person: Person) -> Entries:
    """Log once that a player has left a chat of a running game; return the entries of the boards that now say so."""
    seat = session.seat_of(person)
    if session.stage is not Stage.RUNNING or seat is None or not reads_in(session, person, here):
        return ()
    await context.store.people.set_awaited(person.key, True)
    return await _append(context, session, PlayerLeft(context.now(), seat, here.key))


async def regain_chat(context: Context, session: Session, chat: str) -> Entries:
    """Log that a lost chat takes boards again; return the entries of the boards that change."""
    if chat not in session.places.closed_chats:
        return ()
    return await _append(context, session, ChatRegained(context.now(), chat))


async def hear_from(context: Context, person: Person, here: Chat) -> Entries:
    """Stop waiting for a person who has written; return the entries of the boards that change."""
    entries = list[OutboxEntry]()
    for session in await context.games.of(person):
        for loss in losses_of(session, person):
            now = context.now()
            event = PlayerReturned(now, loss.seat, loss.chat) if loss.seat else ChatRegained(now, loss.chat)
            entries += await _append(context, await context.games.load(session.code) or session, event)
            if loss.seat is None and loss.chat == here.key:
                entries.append(await context.store.boards.add(loss.chat, session.code, context.now()))
    await context.store.people.set_awaited(person.key, False)
    return tuple(entries)


async def _append(context: Context, session: Session, event: ReachChange) -> Entries:
    """Append the event unless the log has it, and return the entries of all other chats that take boards."""

    async def attempt(session: Session) -> Entries | None:
        if _losses(evolve(session, event)) == _losses(session):
            return ()
        closed_chats = session.places.closed_chats | (
            {event.chat} if isinstance(event, ChatLost | ChatRegained) else set()
        )
        open_chats = [chat for chat in session.places.chats if chat.key not in closed_chats]
        entries = tuple(context.store.boards.entry(chat.key, session.code, context.now()) for chat in open_chats)
        events: tuple[Event, ...] = (event,)
        entry = LogEntry(events, f"{event.kind}:{session.version}")
        return entries if await context.games.append(session, entry, entries) else None

    return await retry(session, attempt, context.games.load)


def _losses(session: Session) -> set[tuple[str, Seat | None]]:
    return {(loss.chat, loss.seat) for loss in session.places.losses}


async def _tell_readers(context: Context, session: Session, here: Chat, notified: Notified) -> None:
    """Tell the players how to continue: in the parent chat of a topic, otherwise in private.

    Raise `DeliveryError` if a chat takes no message for now.
    """
    platform = context.platforms.get(here.platform)
    if platform is None:
        return
    if parent := platform.parent(here):
        words = await speech_in(context, session, here)
        try:
            await platform.show(parent, chat_lost(session, readers(session, here), words))
        except DeliveryError as error:
            if error.retry_after is not None:
                raise
        else:
            return
    await _tell_each(context, session, here, notified)


async def _tell_each(context: Context, session: Session, here: Chat, notified: Notified) -> None:
    """Tell each player in private; raise `DeliveryError` at the end if someone must be notified later."""
    later: DeliveryError | None = None
    players = {((here.key, session.code), person.key): person for person in readers(session, here)}
    for player, person in players.items():
        adapter = context.platforms.get(person.platform)
        if adapter is None or not person.id or player in notified:
            continue
        words = await speech_to(context, session, person)
        try:
            await adapter.tell(person, chat_lost(session, (person,), words))
        except DeliveryError as error:
            later = error if error.retry_after is not None else later
        else:
            notified[player] = None
    if later:
        raise later
    for player in players:
        notified.pop(player, None)
