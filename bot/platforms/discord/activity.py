"""The page as an Activity: who has opened it, by Discord's signature or an OAuth code, and in which channel."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from typing import Annotated

import discord
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey
from pydantic import BaseModel, Field, ValidationError

from bot.core.game.people import Chat
from bot.core.ports.embedding import Embedding, NoSeat, Seat
from bot.platforms.discord.incoming import PLATFORM, User, person_of
from bot.platforms.discord.library_internals import AWAY, activity_instance, user_of_code

CLOCKS_DIFFER = 5.0
"""Seconds by which Discord's clock may be ahead of this machine's."""
LONGEST_SIGNED = 24 * 3600.0
"""Seconds for which a signature may count at most."""
_SIGNATURE, _STAMP, _PAYLOAD = "X-Signature-Ed25519", "X-Signature-Timestamp", "X-Discord-Proxy-Payload"
_FRAMED_BY = "https://discord.com https://*.discord.com https://discordapp.com https://*.discordapp.com"


class _Said(BaseModel):
    """What the page says: which instance of the Activity it is, what its reader speaks, and perhaps a code."""

    instance: Annotated[str, Field(pattern=r"^[\w-]{1,200}$")]
    language: Annotated[str, Field(max_length=40)] = ""
    code: Annotated[str, Field(max_length=500)] = ""


class _Id(BaseModel):
    id: str


class _Payload(BaseModel):
    """What Discord's proxy signs."""

    created_at: float
    expires_at: float
    user: _Id | None = None
    user_id: str = ""


class Activity(Embedding):
    """The Activity of the application of `connected`, which is None while there is no connection.

    `secret` is the application's OAuth2 secret.
    """

    name = PLATFORM
    base = ""
    framed_by = _FRAMED_BY

    def __init__(self, connected: Callable[[], discord.Client | None], secret: str, now: Callable[[], float]) -> None:
        self.secret = secret
        self._connected = connected
        self._now = now

    @property
    def origins(self) -> frozenset[str]:
        """Where Discord's proxy shows the page."""
        client = self._connected()
        return frozenset({f"https://{client.application_id}.discordsays.com"} if client else ())

    async def seat(self, headers: Mapping[str, str], said: str) -> Seat:
        """Whose seat it is by the proxy's signed headers, else by a code; both only for who is in that instance."""
        client = self._client
        try:
            told = _Said.model_validate_json(said)
        except ValidationError:
            raise NoSeat("it names no instance") from None
        try:
            user, proof = await self._proven(client, headers, told.code)
            instance = await activity_instance(client, told.instance)
            if user not in instance["users"]:
                raise NoSeat("that person is not in this instance")
            found = await _found(client, instance["location"]["channel_id"], user)
        except AWAY as failed:
            raise NoSeat(f"Discord does not say: {failed}") from failed
        except (KeyError, TypeError):
            raise NoSeat("Discord does not know that instance") from None
        if found is None:
            raise NoSeat("the bot is not in that channel, or its person is not")
        chat, member = found
        return Seat(chat, person_of(member, told.language.partition("-")[0]), proof)

    async def is_inside(self, seat: Seat) -> bool:
        """Whether a person can see the channel now, as far as Discord says."""
        try:
            return await _found(self._client, seat.chat.id, seat.person.id) is not None
        except (NoSeat, *AWAY):
            return False

    @property
    def _client(self) -> discord.Client:
        client = self._connected()
        if client is None or client.application is None:
            raise NoSeat("there is no connection to Discord")
        return client

    async def _proven(self, client: discord.Client, headers: Mapping[str, str], code: str) -> tuple[str, str]:
        """The id of the user, and what proves it: a code, if there is one, else what the proxy has signed."""
        if code:
            return await user_of_code(client, code, self.secret), code
        signed = [headers.get(name, "") for name in (_SIGNATURE, _STAMP, _PAYLOAD)]
        if not all(signed):
            raise NoSeat("the proxy has signed nothing")
        return self._signed(client, *signed), " ".join(signed[1:])

    def _signed(self, client: discord.Client, signature: str, stamp: str, payload: str) -> str:
        """The id of the user whom the proxy names; raises `NoSeat` for what is forged or old."""
        assert client.application
        try:
            written = base64.b64decode(payload, validate=True)
            VerifyKey(bytes.fromhex(client.application.verify_key)).verify(written, _signature(signature))
            told = _Payload.model_validate_json(written)
            is_stamped = str(json.loads(written)["created_at"]) == stamp
        except (ValueError, BadSignatureError):
            raise NoSeat("the proxy did not sign that") from None
        now = self._now()
        if not (is_stamped and told.created_at <= now + CLOCKS_DIFFER and now < told.expires_at < now + LONGEST_SIGNED):
            raise NoSeat("the signature is not of now")
        return told.user.id if told.user else told.user_id


def _signature(text: str) -> bytes:
    """Discord's examples write it in base64 and in hexadecimal digits."""
    try:
        return binascii.unhexlify(text) if len(text) == 128 else base64.b64decode(text, validate=True)
    except ValueError:
        return b""


async def _found(client: discord.Client, channel_id: str, user_id: str) -> tuple[Chat, User] | None:
    """A channel where the bot is, with one who can see it."""
    channel = client.get_channel(int(channel_id)) or await client.fetch_channel(int(channel_id))
    if isinstance(channel, discord.DMChannel):
        is_theirs = channel.recipient is not None and str(channel.recipient.id) == user_id
        return (Chat(PLATFORM, channel_id, direct=True), channel.recipient) if is_theirs and channel.recipient else None
    if isinstance(channel, discord.abc.PrivateChannel):
        return None
    member = await channel.guild.fetch_member(int(user_id))
    return (Chat(PLATFORM, channel_id), member) if channel.permissions_for(member).view_channel else None
