"""What is kept of people beside the logs: their language, their private chat, whom they have blocked; and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.store import ask, keys
from bot.store.channels import RedisArchive
from bot.store.clients import Client
from bot.store.invited import Invited


class People(Invited):
    """The tables that go by the keys of people."""

    def __init__(self, redis: Client, nonce: Callable[[], str]) -> None:
        super().__init__(redis, nonce)
        self.archive = RedisArchive(self._wire)

    async def speak_to(self, person: str, language: str | None) -> None:
        await self._one(ask.keeping(keys.PERSON_LANGUAGES, person, language))

    # Whom people have blocked

    async def blocked_by(self, people: Sequence[str]) -> list[str]:
        return list(filter(None, await self._one(lambda p: p.hmget(keys.BLOCKED, people)) or ()))

    async def keep_blocked(self, people: Sequence[str], text: str | None) -> None:
        await self._ask(*(ask.keeping(keys.BLOCKED, person, text) for person in people))

    async def all_blocked(self) -> dict[str, str]:
        return dict(await self._one(ask.whole(keys.BLOCKED)) or {})

    # What is kept of a person beside the logs

    async def meet(self, person: str, handle: str, description: str) -> None:
        by_handle = [ask.keeping(keys.HANDLES, handle, person)] if handle else []
        await self._ask(ask.keeping(keys.MET, person, description), *by_handle)

    async def met(self, person: str) -> str | None:
        by_handle = await self._one(lambda p: p.hget(keys.HANDLES, person))
        found: str | None = await self._one(lambda p: p.hget(keys.MET, by_handle or person))
        return found

    async def kept_of(self, person: str) -> dict[str, list[str]]:
        language, games, won, met, invites = await self._ask(
            lambda p: p.hget(keys.PERSON_LANGUAGES, person),
            lambda p: p.smembers(keys.person_games(person)),
            lambda p: p.smembers(keys.person_won(person)),
            lambda p: p.hget(keys.MET, person),
            lambda p: p.hvals(keys.invitations(person)),
        )
        kept = {"language": language and [language], "open games": games, "won against the bot": won}
        kept |= {"private chat": met and [met], "invitations": invites}
        return {name: sorted(values) for name, values in kept.items() if values}

    async def forget_person(self, person: str, games: list[str]) -> None:
        handles: dict[str, str] = await self._one(ask.whole(keys.HANDLES)) or {}
        own = [handle for handle, owner in handles.items() if owner == person]
        alone = (keys.PERSON_LANGUAGES, keys.CHAT_LANGUAGES, keys.CHATS, keys.MET)
        await self._ask(
            *(ask.keeping(keys.boards(game), person, None) for game in games),
            *map(ask.deleting, (keys.person_games(person), keys.person_won(person), keys.invitations(person))),
            *map(ask.deleting, (keys.chat_games(person), keys.chat_over(person))),
            *(ask.keeping(key, person, None) for key in alone),
            *(ask.keeping(keys.HANDLES, handle, None) for handle in own),
        )
        async for messages in self._wire.keys(keys.message(person, "*")):
            await self._ask(*map(ask.deleting, messages))
        await self.archive.forget(person)
        await self._one(lambda p: p.incr(keys.FORGOTTEN))

    async def forgotten(self) -> int:
        return int(await self._one(lambda p: p.get(keys.FORGOTTEN)) or 0)
