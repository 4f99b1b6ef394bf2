"""Ephemeral messages, which one member of a group sees alone, where the Bot API server knows of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from telegram import Bot, ChatMemberAdministrator, Message
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.core.queues.bounded_dict import BoundedDict


@dataclass(frozen=True)
class Receiver:
    """Who alone is to see an answer, and what it answers: a press of the last seconds, or an ephemeral message."""

    person: int
    press: str = ""
    answers: int | None = None

    @property
    def is_near(self) -> bool:
        """Whether Telegram lets a bot that is no administrator answer."""
        return bool(self.press) or self.answers is not None

    def parameters(self) -> dict[str, Any]:
        """What a method that sends needs besides its own; the same twice, for servers of either age (10.2, 10.3)."""
        who: dict[str, Any] = {"receiver_user_id": self.person}
        who |= {"callback_query_id": self.press} if self.press else {}
        reply = {"reply_parameters": {"ephemeral_message_id": self.answers}} if self.answers and not self.press else {}
        return {**who, "ephemeral_message_parameters": who, **reply}


class EphemeralMessages:
    """Knows whether a server takes ephemeral messages, and which groups the bot administers, so that it may begin with
    one."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._is_known: bool | None = None
        self._administers = BoundedDict[int, bool]()

    async def may_reach(self, chat: int, receiver: Receiver) -> bool:
        """Whether a try is worth it; a server that does not know the parameters would show all to the whole group."""
        return await self.is_offered() and (receiver.is_near or await self._may_begin(chat))

    def refuse(self, chat: int, receiver: Receiver) -> None:
        """Remembers that a group did not take what was no answer."""
        if not receiver.is_near:
            self.note(chat, administers=False)

    def note(self, chat: int, administers: bool) -> None:
        """Whether the bot administers a group now."""
        self._administers[chat] = administers

    async def _may_begin(self, chat: int) -> bool:
        """What was learned of a group; one that is not known is asked once."""
        if chat not in self._administers:
            try:
                member = await self._bot.get_chat_member(chat, self._bot.id)
            except TelegramError:
                return False
            self.note(chat, isinstance(member, ChatMemberAdministrator))
        return self._administers[chat]

    async def edit(self, posted: Message, what: str, person: int, **content: object) -> bool:
        """Edits what (Text, Caption or Media) only one person sees; False if it cannot be edited."""
        return await self._ask(f"editEphemeralMessage{what}", posted, person, **content)

    async def delete(self, posted: Message, person: int) -> bool:
        """Whether what only one person sees is gone."""
        return await self._ask("deleteEphemeralMessage", posted, person)

    async def _ask(self, method: str, posted: Message, person: int, **content: object) -> bool:
        whose = {"chat_id": posted.chat.id, "receiver_user_id": person, "ephemeral_message_id": ephemeral_id(posted)}
        try:
            await self._bot.do_api_request(method, api_kwargs={**whose, **content})
        except (BadRequest, EndPointNotFound):
            return False
        return True

    async def check(self, posted: Message) -> bool:
        """Whether a message is ephemeral indeed; one that all would see is taken away, and no other is tried."""
        if ephemeral_id(posted) is not None:
            return True
        self._is_known = False
        await posted.delete()
        return False

    async def is_offered(self) -> bool:
        """Return whether the server has such messages: only then can it refuse the deletion of nothing."""
        if self._is_known is None:
            try:
                self._is_known = bool(await self._bot.do_api_request("deleteEphemeralMessage"))
            except EndPointNotFound:
                self._is_known = False
            except BadRequest:
                self._is_known = True
            except TelegramError:
                return False
        return self._is_known


def ephemeral_id(message: Message) -> int | None:
    """The number of an ephemeral message; None for one that the whole chat sees."""
    number = message.api_kwargs.get("ephemeral_message_id")
    return None if number is None else int(number)
