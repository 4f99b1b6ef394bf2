"""Senders that are not people; they cannot take a seat, and the bot tells them so."""

from __future__ import annotations

from bot.core.game.people import Sender
from bot.core.game.requests import Request
from bot.core.handlers.services import Answers, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import Incoming
from bot.core.view.answers import sender_takes_no_seat
from engines.refusals import Refusal

_SILENCE = 7 * 86400.0
"""Seconds for which a sender that reads no answers is not told once more."""


async def sender_refusal(
    services: Services, request: Request | Refusal, incoming: Incoming, words: Speech
) -> Answers | None:
    """Return the answer to a sender that is not a person, or None if the request may be handled.

    An administrator who writes as the group reads the answer, and may use everything that needs no seat.
    """
    match incoming.sender:
        case Sender.PERSON:
            return None
        case Sender.ADMINISTRATOR:
            return (
                (sender_takes_no_seat(incoming, words),)
                if isinstance(request, Request) and request.takes_seat
                else None
            )
        case Sender.AUTOMATIC:
            return (sender_takes_no_seat(incoming, words),) if await _is_first(services, incoming) else ()


async def _is_first(services: Services, incoming: Incoming) -> bool:
    """Return whether the sender has not been refused in this chat yet, by any process."""
    sender_key = incoming.person.key, incoming.chat.key
    if sender_key in services.warned:
        return False
    services.warned[sender_key] = None
    return await services.store.leases.take(f"seatless:{' '.join(sender_key)}", _SILENCE)
