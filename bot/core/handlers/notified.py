"""How somebody wants to be reminded, and in which time zone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.chats.time_zones import QUIET
from bot.core.commands.personal import Notify, SetTimeZone, Way
from bot.core.handlers.asked import Asked
from bot.core.ports.platform import Message
from bot.core.ports.store import NOTIFY, TIME_ZONE, Store, of_person
from bot.core.upkeep.reminding import zone_of
from bot.core.view import notices


@dataclass(frozen=True)
class Notified:
    """Keeps what is chosen, and says what holds."""

    store: Store

    async def answer(self, request: Notify | SetTimeZone, asked: Asked) -> Message:
        """What holds after what was asked."""
        person = asked.incoming.person
        choices = await self.store.choices(of_person(person))
        chosen = {NOTIFY: request.way} if isinstance(request, Notify) else {TIME_ZONE: request.zone}
        if new := {name: str(value) for name, value in chosen.items() if value}:
            choices = choices | new
            await self.store.keep_choices(of_person(person), choices)
        if isinstance(request, Notify):
            return notices.ways(Way(choices.get(NOTIFY, Way.CHAT)), asked.words)
        begins, ends = (f"{hour:%H:%M}" for hour in QUIET)
        return notices.zone(zone_of(choices, person), (begins, ends), asked.words)
