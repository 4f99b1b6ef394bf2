"""A text with all that its answer needs."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game.instants import Instant
from bot.core.language.speech import Speech
from bot.core.ports.platform import Incoming
from bot.core.ports.store import Known
from bot.core.queues.user_queue import Turn


@dataclass(frozen=True)
class Asked:
    """What came in, the words of who sent it, what was known then, its place among that person's texts, and when."""

    incoming: Incoming
    words: Speech
    known: Known
    turn: Turn
    at: Instant
