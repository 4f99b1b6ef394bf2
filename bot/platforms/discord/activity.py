"""The page as a Discord Activity: users authenticated by the proxy's signature or an OAuth2 code, and its channel."""

import base64
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any

import discord
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey
from pydantic import BaseModel, Field, ValidationError

from bot.core.game.people import Chat, key_digest
from bot.core.ports.page import Embedding, InvalidProofError, Seat
from bot.core.ports.people import TemporaryTexts
from bot.core.ports.store import StoreUnavailableError
from bot.platforms.discord.incoming import PLATFORM, User, person_of
from bot.platforms.discord.library_internals import AWAY, fetch_activity_instance, fetch_user_of_code

CLOCKS_DIFFER = 5.0
"""Seconds by which Discord's clock may be ahead of this machine's."""
LONGEST_SIGNED = 24 * 3600.0
"""Longest accepted validity of a signature, in seconds."""
_SIGNATURE, _STAMP, _PAYLOAD = "X-Signature-Ed25519", "X-Signature-Timestamp", "X-Discord-Proxy-Payload"
_OPENS_SECONDS = 600.0
"""Seconds after the press of a launch button in which the page shows that board's game first."""


class _SeatRequest(BaseModel):
    """The page's sign-in data: its Activity instance, the reader's language, possibly an OAuth2 code."""

    instance: Annotated[str, Field(pattern=r"^[\w-]{1,200}$")]
    language: Annotated[str, Field(max_length=40)] = ""
    code: Annotated[str, Field(max_length=500)] = ""


class _Payload(BaseModel):
    """The payload that Discord's proxy signs."""

    created_at: float
    expires_at: float
    user: dict[str, Any] | None = None
    user_id: str = ""


class Activity(Embedding):
    """The Activity of the application with this OAuth2 `secret`; `current_client` returns its connection or None.

    The `temporary` texts tell under which game's board a person pressed the button that launches it.
    """

    name = PLATFORM
    base = ""
    framed_by = "https://discord.com https://*.discord.com https://discordapp.com https://*.discordapp.com"

    def __init__(
        self,
        current_client: Callable[[], discord.Client | None],
        secret: str,
        now: Callable[[], float],
        temporary: TemporaryTexts | None = None,
    ) -> None:
        self.secret = secret
        self._temporary = temporary
        self._current_client = current_client
        self._now = now

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins under which Discord's proxy serves the page."""
        client = self._current_client()
        return frozenset({f"https://{client.application_id}.discordsays.com"} if client else ())

    async def seat(self, headers: Mapping[str, str], text: str) -> Seat:
        """Return the seat of a user authenticated by a code or the proxy's signature; raise `InvalidProofError`."""
        client = self._client
        try:
            request = _SeatRequest.model_validate_json(text)
        except ValidationError:
            raise InvalidProofError("the request names no instance") from None
        try:
            if request.code:
                user, proof = await fetch_user_of_code(client, request.code, self.secret), request.code
            else:
                user, proof = self._user_of_signature(client, headers)
            instance = await fetch_activity_instance(client, request.instance)
            if user not in instance["users"]:
                raise InvalidProofError("that person is not in this instance")
            chat_and_member = await _find_chat(client, instance["location"]["channel_id"], user)
        except AWAY as error:
            raise InvalidProofError(f"Discord did not answer: {error}") from error
        except (KeyError, TypeError):
            raise InvalidProofError("Discord does not know that instance") from None
        if chat_and_member is None:
            raise InvalidProofError("the bot or that person is not in the channel")
        chat, member = chat_and_member
        opens = await _find_game(self._temporary, chat.id, user)
        return Seat(chat, person_of(member, request.language.partition("-")[0]), proof, opens)

    async def is_inside(self, seat: Seat) -> bool:
        """Return whether the person can see the channel now; False if Discord does not answer."""
        try:
            return await _find_chat(self._client, seat.chat.id, seat.person.id) is not None
        except (InvalidProofError, *AWAY):
            return False

    @property
    def _client(self) -> discord.Client:
        client = self._current_client()
        if client is None or client.application is None:
            raise InvalidProofError("there is no connection to Discord")
        return client

    def _user_of_signature(self, client: discord.Client, headers: Mapping[str, str]) -> tuple[str, str]:
        """Return the user in a payload that the proxy signed, and its proof; raise `InvalidProofError`."""
        signature, stamp, payload = (headers.get(name, "") for name in (_SIGNATURE, _STAMP, _PAYLOAD))
        if not (signature and stamp and payload):
            raise InvalidProofError("the proxy's signature is missing")
        assert client.application
        try:
            content = base64.b64decode(payload, validate=True)
            VerifyKey(bytes.fromhex(client.application.verify_key)).verify(content, _signature(signature))
            claims = _Payload.model_validate_json(content)
            is_stamped = str(json.loads(content)["created_at"]) == stamp
        except (ValueError, BadSignatureError):
            raise InvalidProofError("the proxy's signature is not valid") from None
        now = self._now()
        is_recent = claims.created_at <= now + CLOCKS_DIFFER and now < claims.expires_at < now + LONGEST_SIGNED
        if not (is_stamped and is_recent):
            raise InvalidProofError("the signature has expired or is not valid yet")
        return str((claims.user or {}).get("id", claims.user_id)), f"{stamp} {payload}"


async def note_game(temporary: TemporaryTexts | None, channel: object, user: object, code: str) -> None:
    """Note the game under whose board a user launches the Activity, as Discord passes nothing on to it."""
    if temporary:
        with suppress(StoreUnavailableError):
            await temporary.write(_note_name(channel, user), code, _OPENS_SECONDS)


async def _find_game(temporary: TemporaryTexts | None, channel: object, user: object) -> str:
    """Return the code of the game under whose board a user launched the Activity lately, or ""."""
    with suppress(StoreUnavailableError):
        return await temporary.read(_note_name(channel, user)) if temporary else ""
    return ""


def _note_name(channel: object, user: object) -> str:
    return f"{PLATFORM}:opens:{key_digest(f'{channel} {user}')}"


def _signature(text: str) -> bytes:
    """Decode a signature; Discord's examples write it in base64 and in hexadecimal digits."""
    try:
        return bytes.fromhex(text) if len(text) == 128 else base64.b64decode(text, validate=True)
    except ValueError:
        return b""


async def _find_chat(client: discord.Client, channel_id: str, user_id: str) -> tuple[Chat, User] | None:
    """Return the channel and the user if the bot is in it and the user can see it."""
    channel = client.get_channel(int(channel_id)) or await client.fetch_channel(int(channel_id))
    if isinstance(channel, discord.DMChannel):
        is_theirs = channel.recipient is not None and str(channel.recipient.id) == user_id
        return (Chat(PLATFORM, channel_id, direct=True), channel.recipient) if is_theirs and channel.recipient else None
    if isinstance(channel, discord.abc.PrivateChannel):
        return None
    member = await channel.guild.fetch_member(int(user_id))
    return (Chat(PLATFORM, channel_id), member) if channel.permissions_for(member).view_channel else None
