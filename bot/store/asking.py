"""Asks the server so that a key which somebody else spoilt holds up nobody."""

from __future__ import annotations

import logging

from bot.core.ports.store import Spoilt
from bot.store.clients import Client
from bot.store.connection import Answer, Command, Wire

_log = logging.getLogger(__name__)


class Asking:
    """A line to the server, and what is done with answers about spoilt keys."""

    def __init__(self, redis: Client) -> None:
        self._wire = Wire(redis)
        self._complained: set[str] = set()

    async def _ask(self, *commands: Command) -> list[Answer]:
        """The answers, with nothing for what a spoilt key says."""
        return self._unspoilt(await self._wire.ask(*commands))

    def _unspoilt(self, answers: list[Answer]) -> list[Answer]:
        for spoilt in answers:
            if isinstance(spoilt, Spoilt):
                self._complain(str(spoilt))
        return [None if isinstance(answer, Spoilt) else answer for answer in answers]

    async def _one(self, command: Command) -> Answer:
        (answer,) = await self._ask(command)
        return answer

    def _complain(self, about: str) -> None:
        """Logs a spoilt key once."""
        if about not in self._complained:
            self._complained.add(about)
            _log.error("not written by this program, and left alone: %s", about)
