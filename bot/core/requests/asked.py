"""A text with all that its answer needs."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.clock import Instant
from bot.core.ports import Incoming
from bot.core.speech import Speech
from bot.core.storage import Known
from bot.core.turns import Turn


@dataclass(frozen=True)
class Asked:
    """What came in, the words of who sent it, what was known then, its place among that person's texts, and when."""

    incoming: Incoming
    words: Speech
    known: Known
    turn: Turn
    at: Instant
