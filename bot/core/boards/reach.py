"""Reach of a game: the chats that accept no boards, notices to players elsewhere, and the game's thread."""

from functools import partial

from bot.core.boards.context import Context
from bot.core.boards.occasions import Spot, new_entries, speech_to, spot_of
from bot.core.commands.settings import NAMES, TIME
from bot.core.game.apply_events import evolve
from bot.core.game.audience import losses_of, readers, reads_in, sole_reader, thread_invitees, wants_thread
from bot.core.game.clocks import USUAL_PACE
from bot.core.game.events import (
    ChatLost,
    ChatRegained,
    LogEntry,
    PlayerLeft,
    PlayerReturned,
    ReachChange,
    Relocated,
    Unreached,
)
from bot.core.game.instants import MINUTE
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import Board, OutboxEntry, Shown, of_chat
from bot.core.queues.caches import BoundedDict
from bot.core.repository import listing, retry
from bot.core.view import boards
from bot.core.view.notices import chat_lost
from engines.game import Seat

Entries = tuple[OutboxEntry, ...]
Notified = BoundedDict[tuple[Board, str], None]
"""The players, by key, already notified of a board that its chat does not take, while others are not."""


async def lose_chat(context: Context, session: Session, here: Chat, notified: Notified) -> Entries:
    """Log once that a chat of a running game accepts no boards; return the entries of the boards that mention it.

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
    """Log once that a player left a chat of a running game; return the entries of the boards that mention it."""
    seat = session.seat_of(person)
    if session.stage is not Stage.RUNNING or seat is None or not reads_in(session, person, here):
        return ()
    await context.store.people.set_awaited(person.key, True)
    return await _append(context, session, PlayerLeft(context.now(), seat, here.key))


async def regain_chat(context: Context, session: Session, chat: str) -> Entries:
    """Log that a lost chat accepts boards again; return the entries of the boards that change."""
    return await _append(context, session, ChatRegained(context.now(), chat))


async def end_wait_for(context: Context, person: Person, here: Chat) -> Entries:
    """Stop waiting for a person who wrote; return the entries of the boards that change."""
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
    """Append the event unless the log has it; return the entries of all other reachable chats."""

    async def attempt(session: Session) -> Entries | None:
        if _losses(evolve(session, event)) == _losses(session):
            return ()
        changed_chats = {event.chat} if isinstance(event, ChatLost | ChatRegained) else set()
        closed_chats = session.places.closed_chats | changed_chats
        open_chats = (chat for chat in session.places.chats if chat.key not in closed_chats)
        entries = new_entries(context, session, open_chats)
        entry = LogEntry((event,), f"{event.kind}:{session.version}")
        return entries if await context.games.append(session, entry, entries) else None

    return await retry(session, attempt, context.games.load)


def _losses(session: Session) -> set[tuple[str, Seat | None]]:
    return {(loss.chat, loss.seat) for loss in session.places.losses}


async def _tell_readers(context: Context, session: Session, here: Chat, notified: Notified) -> None:
    """Tell the players how to continue: in a topic's parent chat, otherwise in private.

    Raise `DeliveryError` if a chat takes no message for now.
    """
    platform = context.platforms.get(here.platform)
    if platform is None:
        return
    if parent := platform.parent(here):
        words = (await spot_of(context, session, here)).words
        try:
            await platform.show(parent, chat_lost(session, readers(session, here), words))
        except DeliveryError as error:
            if error.retry_after is not None:
                raise
        else:
            return
    await _tell_each(context, session, here, notified)


async def _tell_each(context: Context, session: Session, here: Chat, notified: Notified) -> None:
    """Tell each player in private; raise `DeliveryError` at the end if a player must be told later."""
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


async def open_thread(spot: Spot, record: Shown) -> tuple[Session, OutboxEntry | None]:
    """Open the thread for a game under its first message; raise `DeliveryError`."""
    context, session, place = spot.context, spot.session, spot.place
    unwritten = context.store.boards.entry(session.places.chat.key, session.code, context.now())
    await context.store.boards.resolve(unwritten, record, None)  # a retry finds the message and the entry
    platform, words = context.platforms[session.places.chat.platform], spot.words
    first = partial(boards.thread_greeting, session, words, () if spot.is_silent else thread_invitees(session))
    thread = await platform.open_thread(session.places.chat, record.message, boards.thread_name(session, words), first)
    if thread:  # with the core's settings of the chat; those of features are about that chat
        settings = {name: value for name, value in place.settings.items() if name in NAMES}
        await context.store.settings.remember_chat(thread.key, thread)
        await context.store.settings.choose(of_chat(thread.key), {TIME: USUAL_PACE, **settings})
        if place.language:
            await context.store.settings.set_chat_language(thread.key, place.language)
    return await _move_to(context, session, thread)


async def leave_thread(context: Context, session: Session, here: Chat) -> tuple[Session, OutboxEntry | None]:
    """Move a game out of its thread, if that is the chat that accepts no boards."""
    return await _move_to(context, session, None) if session.places.is_thread(here) else (session, None)


async def archive_thread(context: Context, session: Session, here: Chat) -> OutboxEntry:
    """Archive the thread of a finished game; return the outbox entry for its parent chat."""
    await context.platforms[here.platform].close_thread(here)
    assert session.places.parent is not None
    return await context.store.boards.add(session.places.parent.key, session.code, context.now())


async def _move_to(context: Context, session: Session, thread: Chat | None) -> tuple[Session, OutboxEntry | None]:
    """Move a game to a thread, or back for None; list it there first, so that texts typed there find it."""

    async def attempt(newest: Session) -> tuple[Session, OutboxEntry | None] | None:
        if newest is not session and not (wants_thread(newest) if thread else newest.places.parent):
            return newest, None
        event = Relocated(context.now(), thread)
        after = evolve(newest, event)
        await context.store.logs.list_game(listing(after, await context.games.current_chats(after)))
        outbox_entry = context.store.boards.entry(after.places.chat.key, newest.code, context.now())
        log_entry = LogEntry((event,), f"thread:{newest.version}")
        session_after = await context.games.append(newest, log_entry, [outbox_entry])
        return (session_after, outbox_entry) if session_after else None

    return await retry(session, attempt, context.games.load)


async def ask_to_pass_on(context: Context, session: Session, here: Chat) -> OutboxEntry | None:
    """Ask the challenger to share a challenge that its chat will never accept; return their chat's outbox entry."""
    if session.stage is not Stage.OFFERED or session.places.unreached or not session.places.is_second(here):
        return None
    now = context.now()
    entry = context.store.boards.entry(session.places.chat.key, session.code, now)
    event = Unreached(now, expires=now + MINUTE * context.patience.link_minutes)
    log_entry = LogEntry((event,), f"unreached:{session.version}")
    return entry if await context.games.append(session, log_entry, [entry]) else None
