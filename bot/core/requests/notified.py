"""How somebody wants to be reminded, and in which time zone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.choices import NOTIFY, TIME_ZONE, of_person
from bot.core.commands.notices import Notify, SetTimeZone, Way
from bot.core.ports import Message
from bot.core.requests.asked import Asked
from bot.core.storage import Store
from bot.core.upkeep.reminding import zone_of
from bot.core.view import notices
from bot.core.zones import QUIET


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
