"""Keeps every chat's board up to date, whatever happened: marks first, shows the newest, then clears the mark."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from weakref import WeakValueDictionary

from bot.core.clock import Now
from bot.core.games import Games
from bot.core.people import Chat
from bot.core.ports import Platform, Unshown
from bot.core.referee import expire
from bot.core.robots import Robots
from bot.core.session import Session
from bot.core.speech import Speech, speech
from bot.core.storage import Mark, Store
from bot.core.view.boards import public

_log = logging.getLogger(__name__)


class BoardKeeper:
    """Plays the bot's own moves and shows boards; a mark outlives a crash, and the sweeper takes it up."""

    def __init__(self, store: Store, games: Games, robots: Robots, platforms: Mapping[str, Platform], now: Now) -> None:
        self._store = store
        self._games = games
        self._robots = robots
        self._platforms = platforms
        self._now = now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: dict[str, set[asyncio.Task[None]]] = defaultdict(set)

    async def mark(self, chat: Chat, code: str) -> Mark:
        """To be called before the log is written."""
        return await self._store.mark(chat.key, code, self._now())

    def soon(self, mark: Mark) -> None:
        """Settles a mark in the background."""
        task = asyncio.create_task(self.settle(mark))
        tasks = self._tasks[mark.game]
        tasks.add(task)
        task.add_done_callback(lambda done: self._forget(mark.game, done))

    async def follow(self, mark: Mark, show: bool) -> None:
        """Settles a mark in the background, or takes it away if the chat is told in another way."""
        if show:
            self.soon(mark)
        else:
            await self._store.clear(mark)

    async def idle(self) -> None:
        """Waits until nothing is under way here."""
        while tasks := [task for tasks in self._tasks.values() for task in tasks]:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Ends what is under way; the marks stay."""
        for tasks in list(self._tasks.values()):
            for task in tasks:
                task.cancel()
        await self.idle()

    async def settle(self, mark: Mark) -> None:
        """The bot moves if it is its turn; the chat sees the newest board; the mark is cleared."""
        lock = self._locks.setdefault(mark.game, asyncio.Lock())
        async with lock:
            try:
                session = await self._games.load(mark.game)
                if session is not None:
                    await self._show(await self._robots.reply(session))
            except Unshown as failed:
                _log.warning("board of %s not shown: %s", mark.game, failed)
                if failed.retry_after is not None:
                    return
            await self._store.clear(mark)

    async def sweep(self, patience: float = 5.0) -> None:
        """Takes up marks left alone for `patience` seconds, and calls off challenges that nobody answered."""
        now = self._now()
        for mark in await self._store.dirty(now - patience):
            if not self._tasks.get(mark.game):
                self.soon(mark)
        for code in await self._store.due(now):
            await self._expire(code)

    async def rebuild(self) -> None:
        """Makes the indexes anew from the logs."""
        async for code in self._store.open_games():
            session = await self._games.load(code)
            if session is not None:
                await self._games.reindex(session)

    async def _expire(self, code: str) -> None:
        session = await self._games.load(code)
        happened = expire(session, self._now()) if session else ()
        if session is None or not happened:
            await self._store.deadline(code, None)
            return
        mark = await self.mark(session.chat, code)
        if await self._games.append(session, happened):
            self.soon(mark)

    async def _show(self, session: Session) -> None:
        """The newest board, unless the chat has it already."""
        last = await self._store.last_shown(session.code)
        if last is not None and last.version >= session.version:
            return
        chat = await self._whereabouts(session.chat)
        platform = self._platforms.get(chat.platform)
        if platform is None:
            raise Unshown(f"no door to {chat.platform} is open", retry_after=60)
        message = await platform.show(chat, public(session, await self.words_for_all(session)))
        await self._store.shown(chat.key, message, session.code, session.version)

    async def words_for_all(self, session: Session) -> Speech:
        """What everybody in a game's chat reads: the chat's language, else that of the challenge."""
        return speech(await self._store.language_in(session.chat.key) or session.language)

    async def _whereabouts(self, chat: Chat) -> Chat:
        """The chat, or the one that it has become."""
        if await self._store.current(chat.key) == chat.key:
            return chat
        description = await self._store.chat(chat.key)
        return Chat(**json.loads(description)) if description else chat

    async def remember(self, chat: Chat) -> None:
        await self._store.remember_chat(chat.key, json.dumps(asdict(chat)))

    def _forget(self, code: str, task: asyncio.Task[None]) -> None:
        self._tasks[code].discard(task)
        if not self._tasks[code]:
            del self._tasks[code]
        if not task.cancelled() and (failed := task.exception()):
            _log.error("board of %s not settled", code, exc_info=failed)
