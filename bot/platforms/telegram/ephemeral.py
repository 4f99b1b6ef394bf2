"""Ephemeral messages, which only one member of a group sees, where the Bot API server supports them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from telegram import Bot, ChatMemberAdministrator, Message
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.core.queues.bounded_dict import BoundedDict


@dataclass(frozen=True)
class Receiver:
    """The only recipient of an answer, and what it answers: a recent press, or an ephemeral message."""

    person: int
    press: str = ""
    answers: int | None = None

    @property
    def is_near(self) -> bool:
        """Return whether Telegram lets a bot that is not an administrator answer."""
        return bool(self.press) or self.answers is not None

    def parameters(self) -> dict[str, Any]:
        """Return the additional parameters of a sending method, in the forms of both Bot API 10.2 and 10.3."""
        who: dict[str, Any] = {"receiver_user_id": self.person}
        who |= {"callback_query_id": self.press} if self.press else {}
        reply = {"reply_parameters": {"ephemeral_message_id": self.answers}} if self.answers and not self.press else {}
        return {**who, "ephemeral_message_parameters": who, **reply}


class EphemeralMessages:
    """Tracks whether the server supports ephemeral messages, and which groups the bot administers.

    Only an administrator may send one that is not an answer.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._is_supported: bool | None = None
        self._administers = BoundedDict[int, bool]()

    async def may_reach(self, chat: int, receiver: Receiver) -> bool:
        """Return whether a try is worthwhile: a server that ignores the parameters would show it to the whole group."""
        return await self.is_offered() and (receiver.is_near or await self._may_begin(chat))

    def refuse(self, chat: int, receiver: Receiver) -> None:
        """Remember that a group refused an ephemeral message that was not an answer."""
        if not receiver.is_near:
            self.note(chat, administers=False)

    def note(self, chat: int, administers: bool) -> None:
        """Remember whether the bot administers a group."""
        self._administers[chat] = administers

    async def _may_begin(self, chat: int) -> bool:
        """Return whether the bot administers a group; an unknown group is asked once."""
        if chat not in self._administers:
            try:
                member = await self._bot.get_chat_member(chat, self._bot.id)
            except TelegramError:
                return False
            self.note(chat, isinstance(member, ChatMemberAdministrator))
        return self._administers[chat]

    async def edit(self, message: Message, what: str, person: int, **content: object) -> bool:
        """Edit the `what` (Text, Caption or Media) of an ephemeral message; return False if that fails."""
        return await self._request(f"editEphemeralMessage{what}", message, person, **content)

    async def delete(self, message: Message, person: int) -> bool:
        """Delete an ephemeral message; return whether it is gone."""
        return await self._request("deleteEphemeralMessage", message, person)

    async def _request(self, method: str, message: Message, person: int, **content: object) -> bool:
        whose = {"chat_id": message.chat.id, "receiver_user_id": person, "ephemeral_message_id": ephemeral_id(message)}
        try:
            await self._bot.do_api_request(method, api_kwargs={**whose, **content})
        except (BadRequest, EndPointNotFound):
            return False
        return True

    async def check(self, message: Message) -> bool:
        """Return whether a posted message is ephemeral; delete one that all would see, and try no other."""
        if ephemeral_id(message) is not None:
            return True
        self._is_supported = False
        await message.delete()
        return False

    async def is_offered(self) -> bool:
        """Return whether the server supports ephemeral messages.

        Only a server that does can refuse the deletion of nothing.
        """
        if self._is_supported is None:
            try:
                self._is_supported = bool(await self._bot.do_api_request("deleteEphemeralMessage"))
            except EndPointNotFound:
                self._is_supported = False
            except BadRequest:
                self._is_supported = True
            except TelegramError:
                return False
        return self._is_supported


def ephemeral_id(message: Message) -> int | None:
    """Return the id of an ephemeral message; None for a public one."""
    number = message.api_kwargs.get("ephemeral_message_id")
    return None if number is None else int(number)
