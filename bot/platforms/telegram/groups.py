"""The bot in a group: its rights, and the people who are members or have left."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from weakref import WeakValueDictionary

from telegram import Bot, ChatMember, ChatMemberAdministrator, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.core.game.people import Chat, Person
from bot.core.queues.caches import BoundedDict

_OUTSIDE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
AT_ONCE = 20
"""People who are checked at once, with a request for each. An administrator learns who leaves, and checks no others."""
MOST = 200
"""People who are checked where the bot is no administrator."""
PAUSE = 1.0
"""Seconds from one wave of checks to the next."""
_FRESH = 15.0
"""Seconds for which the answers about many people are remembered, so that two searches at the same time ask once."""
_MOST_ANSWERS = 10_000


async def fetch_member(bot: Bot, chat: int | str, person: int | str) -> ChatMember | None:
    """Return a member of a group; None if Telegram does not tell."""
    with suppress(TelegramError, ValueError):
        return await bot.get_chat_member(int(chat), int(person))
    return None


async def is_member(bot: Bot, chat: Chat, person: Person) -> bool | None:
    """Return whether a person is in a group; None if Telegram does not tell."""
    member = await fetch_member(bot, chat.id, person.id)
    return None if member is None else is_inside(member)


async def manages_topics(bot: Bot, chat: Chat) -> bool:
    """Return whether the bot may write in closed topics of a group; False if Telegram does not tell."""
    member = await fetch_member(bot, chat.id, bot.id)
    return isinstance(member, ChatMemberAdministrator) and bool(member.can_manage_topics)


def is_inside(member: ChatMember) -> bool:
    """Return whether a member is in the chat."""
    return member.is_member if isinstance(member, ChatMemberRestricted) else member.status not in _OUTSIDE


def may_write(member: ChatMember) -> bool:
    """Return whether a member may send messages, by individual rights."""
    return member.can_send_messages if isinstance(member, ChatMemberRestricted) else True


class OwnRights:
    """The bot's rights in groups: where it is an administrator, and where it may send photos."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.administers = BoundedDict[int, bool]()
        self.photos = BoundedDict[int, bool]()

    async def may_send_photos(self, chat: int) -> bool:
        """Return whether a chat accepts photos, asking Telegram if unknown; True without an answer."""
        if chat <= 0 and not self.photos.get(chat) and (member := await self._fetch(chat)):
            await self.learn(chat, member)
        return chat > 0 or self.photos.get(chat, True)

    async def is_administrator(self, chat: int) -> bool:
        """Return whether the bot administers a group, asking Telegram if unknown; False without an answer."""
        if chat not in self.administers and (member := await self._fetch(chat)):
            self.administers[chat] = isinstance(member, ChatMemberAdministrator)
        return self.administers.get(chat, False)

    async def learn(self, chat: int, member: ChatMember) -> None:
        """Remember the bot's rights as a member; a plain member has the group's."""
        self.administers[chat] = isinstance(member, ChatMemberAdministrator)
        self.photos[chat] = True
        if isinstance(member, ChatMemberRestricted):
            self.photos[chat] = member.can_send_photos
        elif not self.administers[chat]:
            with suppress(TelegramError):
                rights = (await self._bot.get_chat(chat)).permissions
                self.photos[chat] = rights is None or rights.can_send_photos is not False

    async def _fetch(self, chat: int) -> ChatMember | None:
        return await fetch_member(self._bot, chat, self._bot.id)


class Leavers:
    """A search for former members of groups, one at a time in a group."""

    def __init__(self, bot: Bot, rights: OwnRights) -> None:
        self._bot = bot
        self._rights = rights
        self._answers = BoundedDict[tuple[str, str], tuple[float, bool]](_MOST_ANSWERS)
        self._waves = BoundedDict[str, float]()
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
                if not is_small:
                    await asyncio.sleep(self._waves.get(chat.id, 0.0) + PAUSE - monotonic())
                    self._waves[chat.id] = monotonic()
                await asyncio.gather(*(self._check(chat, person) for person in unchecked[start : start + AT_ONCE]))
            return [person for person in people if self._known(chat, person) is False]

    async def _check(self, chat: Chat, person: Person) -> None:
        answer = await is_member(self._bot, chat, person)
        if answer is not None:
            self._answers[chat.id, person.id] = monotonic(), answer

    def _known(self, chat: Chat, person: Person) -> bool | None:
        at, answer = self._answers.get((chat.id, person.id), (0.0, None))
        return answer if answer is not None and monotonic() - at < _FRESH else None
