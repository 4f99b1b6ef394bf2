"""Decisions that anybody may wait for: those that a game takes long to think of are made beside the event loop."""

from __future__ import annotations

import asyncio

from bot.core.clock import Instant
from bot.core.commands.notices import GoAway
from bot.core.commands.playing import Play
from bot.core.commands.row import Deed
from bot.core.events import Event
from bot.core.people import Player
from bot.core.referee import decide
from bot.core.session import Session


async def decided(session: Session, request: Deed | GoAway, sender: Player, now: Instant) -> tuple[Event, ...]:
    """As `referee.decide`."""
    if isinstance(request, Play) and session.rules.laborious:
        return await asyncio.to_thread(decide, session, request, sender, now)
    return decide(session, request, sender, now)
