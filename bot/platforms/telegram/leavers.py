"""People who have left a Telegram group: found among some people at a rate that Telegram accepts."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from weakref import WeakValueDictionary

from telegram import Bot

from bot.core.game.people import Chat, Person
from bot.core.queues.caches import BoundedDict
from bot.platforms.telegram.groups import OwnRights, is_member

AT_ONCE = 20
"""People who are checked at once, with a request for each. An administrator learns who leaves, and checks no others."""
MOST = 200
"""People who are checked where the bot is no administrator."""
PAUSE = 1.0
"""Seconds from one wave of checks to the next."""
_FRESH = 15.0
"""Seconds for which the answers about many people are remembered, so that two searches at the same time ask once."""
_MOST_ANSWERS = 10_000


class Leavers:
    """A search for former members of groups, one at a time in a group."""

    def __init__(self, bot: Bot, rights: OwnRights) -> None:
        self._bot = bot
        self._rights = rights
        self._answers = BoundedDict[tuple[str, str], tuple[float, bool]](_MOST_ANSWERS)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def among(self, chat: Chat, people: Sequence[Person]) -> list[Person]:
        """Return those of the first people who are not in a group, which may take ten seconds."""
        lock = self._locks.setdefault(chat.id, asyncio.Lock())
        async with lock:
            is_small = len(people) <= AT_ONCE
            is_administrator = not is_small and await self._rights.is_administrator(int(chat.id))
            people = people[: AT_ONCE if is_administrator else MOST]
            unchecked = [person for person in people if is_small or self._known(chat, person) is None]
            for start in range(0, len(unchecked), AT_ONCE):
                if start:
                    await asyncio.sleep(PAUSE)
                await asyncio.gather(*(self._check(chat, person) for person in unchecked[start : start + AT_ONCE]))
            return [person for person in people if self._known(chat, person) is False]

    async def _check(self, chat: Chat, person: Person) -> None:
        answer = await is_member(self._bot, chat, person)
        if answer is not None:
            self._answers[chat.id, person.id] = monotonic(), answer

    def _known(self, chat: Chat, person: Person) -> bool | None:
        at, answer = self._answers.get((chat.id, person.id), (0.0, None))
        return answer if answer is not None and monotonic() - at < _FRESH else None
