"""Threads of games: opens one for a game, and moves the game back to its first chat when the thread is lost."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

from bot.core.boards.context import Context
from bot.core.commands.settings import MENTIONS, TIME
from bot.core.game.apply_events import evolve
from bot.core.game.audience import invited, wants_thread
from bot.core.game.clocks import USUAL_PACE
from bot.core.game.entries import LogEntry
from bot.core.game.events import Relocated
from bot.core.game.people import Chat
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from bot.core.language.speech import speech
from bot.core.ports.store import OutboxEntry, Place, Shown, of_chat
from bot.core.repository import listing
from bot.core.view.boards import thread_greeting, thread_name

_TRIES = 5


async def open_thread(
    context: Context, session: Session, place: Place, shown: Shown
) -> tuple[Session, OutboxEntry | None]:
    """Opens the thread that a game wants under a message where it began; raises `Unshown`."""
    unwritten = context.store.boards.entry(session.places.chat.key, session.code, context.now())
    await context.store.boards.settle(unwritten, shown, None)  # another try finds the message, and the entry
    platform = context.platforms[session.places.chat.platform]
    words = speech(place.spoken or session.places.language_in(session.places.chat))
    silent = place.settings.get(MENTIONS) == Consent.NO
    first = partial(thread_greeting, session, words, () if silent else invited(session))
    thread = await platform.open_thread(session.places.chat, shown.message, thread_name(session, words), first)
    if thread:
        await _furnish(context, thread, place)
    return await _go_on_in(context, session, thread)


async def leave_thread(context: Context, session: Session, here: Chat) -> tuple[Session, OutboxEntry | None]:
    """The game's thread takes no boards any more, if that is where they were missed."""
    return await _go_on_in(context, session, None) if session.places.is_thread(here) else (session, None)


async def put_away_thread(context: Context, session: Session, here: Chat) -> OutboxEntry:
    """A game in a thread that is over: the thread is put away, and the entry is for where it began."""
    await context.platforms[here.platform].close_thread(here)
    assert session.places.parent is not None
    return await context.store.boards.add(session.places.parent.key, session.code, context.now())


async def _furnish(context: Context, thread: Chat, place: Place) -> None:
    """What is settled where the game began holds in its thread too."""
    await context.store.settings.remember_chat(thread.key, json.dumps(asdict(thread)))
    await context.store.settings.keep_choices(of_chat(thread.key), {TIME: USUAL_PACE, **place.settings})
    if place.language:
        await context.store.settings.speak_in(thread.key, place.language)


async def _go_on_in(context: Context, session: Session, thread: Chat | None) -> tuple[Session, OutboxEntry | None]:
    """Listed before it is written, so that no text typed there looks for it in vain."""
    for _ in range(_TRIES):
        happened = Relocated(context.now(), thread)
        after = evolve(session, happened)
        await context.store.logs.list_game(listing(after, await context.games.current(after)))
        outboxed = context.store.boards.entry(after.places.chat.key, session.code, context.now())
        logged = LogEntry((happened,), f"thread:{session.version}")
        if written := await context.games.append(session, logged, [outboxed]):
            return written, outboxed
        session = await context.games.load(session.code) or session
        if not (wants_thread(session) if thread else session.places.parent):
            return session, None
    return session, None
