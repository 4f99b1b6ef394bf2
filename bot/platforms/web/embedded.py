"""The page inside another platform's chats: seats authenticated by the platform, then sealed by the bot."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web
from pydantic import TypeAdapter

from bot.core.game.people import Chat, Person
from bot.core.ports.page import Archive, Embedding, InvalidProofError, Seat
from bot.core.ports.store import StoreUnavailableError
from bot.platforms.web.frames import Hello
from bot.platforms.web.presence import EntryRefusedError

SEATED = 12 * 3600.0
"""Seconds after which the page must be opened again from its chat."""
PROVEN = 25 * 3600.0
"""Seconds for which a proof is remembered, longer than any is accepted."""
LONGEST_PROOF = 16 * 1024
_LOST = "seat-lost"


@dataclass(frozen=True)
class _SealedSeat:
    """The content of a seal: whose seat it is, and until when."""

    chat: Chat
    person: Person
    until: float


_SEALED = TypeAdapter(_SealedSeat)


class Embedded:
    """The page inside the chats of one platform, with the seats of its readers."""

    def __init__(self, embedding: Embedding, archive: Archive, now: Callable[[], float]) -> None:
        self.embedding = embedding
        self._archive = archive
        self._now = now
        self._key = hmac.digest(embedding.secret.encode(), b"tetradka seat", "sha256")

    async def seat(self, request: web.Request) -> web.Response:
        """Return a sealed seat for a valid proof; each proof is accepted once."""
        body = await request.read()
        try:
            seat = await self.embedding.seat(request.headers, body[:LONGEST_PROOF].decode(errors="replace"))
            is_new = await self._archive.once(f"{self.embedding.name}:{seat.proof}", PROVEN)
        except StoreUnavailableError:
            raise web.HTTPServiceUnavailable from None
        except InvalidProofError as error:
            raise web.HTTPForbidden(text=str(error)) from error
        if not is_new or not await self.embedding.is_inside(seat):
            raise web.HTTPForbidden(text="The proof was used before, or its person is not in the chat.")
        return web.json_response({"token": self.seal(seat), "name": seat.person.name, "opens": seat.opens})

    async def sit_down(self, hello: Hello) -> tuple[Person, Chat]:
        """Return the person and chat of a sealed seat; raise `EntryRefusedError`."""
        seat = self._open_seal(hello.token)
        if seat is None or not await self.embedding.is_inside(seat):
            raise EntryRefusedError(_LOST)
        return seat.person, seat.chat

    def seal(self, seat: Seat) -> str:
        """Return a seat as a token that only this bot can create."""
        content = _SEALED.dump_json(_SealedSeat(seat.chat, seat.person, self._now() + SEATED))
        return f"{base64.urlsafe_b64encode(content).decode()}.{self._seal_of(content)}"

    def _open_seal(self, token: str) -> Seat | None:
        encoded_content, _, seal = token.partition(".")
        try:
            content = base64.urlsafe_b64decode(encoded_content)
        except ValueError:
            return None
        if not hmac.compare_digest(self._seal_of(content).encode(), seal.encode()):
            return None
        sealed_seat = _SEALED.validate_json(content)
        return Seat(sealed_seat.chat, sealed_seat.person) if self._now() < sealed_seat.until else None

    def _seal_of(self, content: bytes) -> str:
        return hmac.digest(self._key, content, "sha256").hex()
