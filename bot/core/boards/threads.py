"""Takes a game to a thread of its own, and back where it began when the thread is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial

from bot.core.commands.settings import MENTIONS, TIME
from bot.core.game.apply_events import evolve
from bot.core.game.audience import invited, is_told_only, wants_thread
from bot.core.game.clocks import USUAL_PACE
from bot.core.game.entries import LogEntry
from bot.core.game.events import Relocated
from bot.core.game.instants import Now
from bot.core.game.people import Chat
from bot.core.game.requests import Consent
from bot.core.game.session import Session, Stage
from bot.core.language.speech import speech
from bot.core.ports.platform import Platform
from bot.core.ports.store import Mark, Place, Shown, Store, of_chat
from bot.core.repository import Games, listing
from bot.core.view.boards import thread_greeting, thread_name

_TRIES = 5


@dataclass(frozen=True)
class OwnThreads:
    """What it writes into a log comes with the mark of the chat that the boards are in from then on."""

    store: Store
    games: Games
    platforms: Mapping[str, Platform]
    now: Now

    async def open(self, session: Session, here: Chat, place: Place, shown: Shown) -> tuple[Session, Mark | None]:
        """Opens the thread that a game wants under a message where it began; raises `Unshown`."""
        if not (wants_thread(session) and is_told_only(session, here)):
            return session, None
        unwritten = self.store.new_mark(here.key, session.code, self.now())
        await self.store.settle(unwritten, shown, None)  # another try finds the message, and the mark that is there
        platform = self.platforms[session.places.chat.platform]
        words = speech(place.spoken or session.places.language_in(session.places.chat))
        silent = place.settings.get(MENTIONS) == Consent.NO
        first = partial(thread_greeting, session, words, () if silent else invited(session))
        thread = await platform.open_thread(session.places.chat, shown.message, thread_name(session, words), first)
        if thread:
            await self._furnish(thread, place)
        return await self._go_on_in(session, thread)

    async def leave(self, session: Session, here: Chat) -> tuple[Session, Mark | None]:
        """The game's thread takes no boards any more, if that is where they were missed."""
        return await self._go_on_in(session, None) if session.places.is_thread(here) else (session, None)

    async def finish(self, session: Session, here: Chat) -> Mark | None:
        """A game in a thread that is over: the thread is put away, and the mark is for where it began."""
        if session.stage not in (Stage.OVER, Stage.OFF) or not session.places.is_thread(here):
            return None
        await self.platforms[here.platform].close_thread(here)
        assert session.places.parent is not None
        return await self.store.mark(session.places.parent.key, session.code, self.now())

    async def _furnish(self, thread: Chat, place: Place) -> None:
        """What is settled where the game began holds in its thread too."""
        await self.store.remember_chat(thread.key, json.dumps(asdict(thread)))
        await self.store.keep_choices(of_chat(thread.key), {TIME: USUAL_PACE, **place.settings})
        if place.language:
            await self.store.speak_in(thread.key, place.language)

    async def _go_on_in(self, session: Session, thread: Chat | None) -> tuple[Session, Mark | None]:
        """Listed before it is written, so that nobody looks for it in vain."""
        for _ in range(_TRIES):
            happened = Relocated(self.now(), thread)
            after = evolve(session, happened)
            await self.store.list_game(listing(after, await self.games.current(after)))
            mark = self.store.new_mark(after.places.chat.key, session.code, self.now())
            entry = LogEntry((happened,), f"thread:{session.version}")
            if written := await self.games.append(session, entry, [mark]):
                return written, mark
            session = await self.games.load(session.code) or session
            if not (wants_thread(session) if thread else session.places.parent):
                return session, None
        return session, None
