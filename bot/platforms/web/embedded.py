"""The page inside another platform's chats: who sits there by the platform's word, and then by a seal of our own."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web
from pydantic import TypeAdapter

from bot.core.game.people import Chat, Person
from bot.core.ports.archive import Archive
from bot.core.ports.embedding import Embedding, NoSeat, Seat
from bot.core.ports.store import StoreUnavailableError
from bot.platforms.web.frames import Hello
from bot.platforms.web.presence import EntryRefused

SEATED = 12 * 3600.0
"""Seconds after which the page is to be opened anew from its chat."""
PROVEN = 25 * 3600.0
"""Seconds for which a proof is remembered: longer than any is accepted."""
LONGEST_PROOF = 16 * 1024
_LOST = "seat-lost"


@dataclass(frozen=True)
class _Sealed:
    """What a seal stands under: whose seat it is, and until when."""

    chat: Chat
    person: Person
    until: float


_SEALED = TypeAdapter(_Sealed)


class Embedded:
    """The page inside the chats of one platform, and who may sit there."""

    def __init__(self, embedding: Embedding, archive: Archive, now: Callable[[], float]) -> None:
        self.embedding = embedding
        self._archive = archive
        self._now = now
        self._key = hmac.digest(embedding.secret.encode(), b"tetradka seat", "sha256")

    async def seat(self, request: web.Request) -> web.Response:
        """A sealed seat for who proves whose it is; a proof counts once."""
        said = await request.read()
        try:
            seat = await self.embedding.seat(request.headers, said[:LONGEST_PROOF].decode(errors="replace"))
            is_new = await self._archive.once(f"{self.embedding.name}:{seat.proof}", PROVEN)
        except StoreUnavailableError:
            raise web.HTTPServiceUnavailable from None
        except NoSeat as refused:
            raise web.HTTPForbidden(text=str(refused)) from refused
        if not is_new or not await self.embedding.is_inside(seat):
            raise web.HTTPForbidden(text="It was used before, or its person is not in the chat.")
        return web.json_response({"token": self.seal(seat), "name": seat.person.name})

    async def sit_down(self, hello: Hello) -> tuple[Person, Chat]:
        """Who greets with a sealed seat, and in which chat; raises `EntryRefused`."""
        seat = self._unsealed(hello.token)
        if seat is None or not await self.embedding.is_inside(seat):
            raise EntryRefused(_LOST)
        return seat.person, seat.chat

    def seal(self, seat: Seat) -> str:
        """A seat as a token that this bot alone can write."""
        sealed = _SEALED.dump_json(_Sealed(seat.chat, seat.person, self._now() + SEATED))
        return f"{base64.urlsafe_b64encode(sealed).decode()}.{self._seal_of(sealed)}"

    def _unsealed(self, token: str) -> Seat | None:
        written, _, seal = token.partition(".")
        try:
            sealed = base64.urlsafe_b64decode(written)
        except ValueError:
            return None
        if not hmac.compare_digest(self._seal_of(sealed).encode(), seal.encode()):
            return None
        kept = _SEALED.validate_json(sealed)
        return Seat(kept.chat, kept.person) if self._now() < kept.until else None

    def _seal_of(self, sealed: bytes) -> str:
        return hmac.digest(self._key, sealed, "sha256").hex()
