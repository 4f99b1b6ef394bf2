"""The real core behind an adapter, with the chance and the clock of the conversation files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bot.core.ports.platform import Incoming, Message, Platform
from bot.core.ports.store import Store, Updates
from bot.core.queues.user_queue import Ticket
from bot.core.router import Router
from bot.features import FEATURES
from tests.bot.scripted import Quick
from tests.bot.unfinished import Unfinished

BEGINNING = 1_800_000_000.0


class House(Router):
    """A router whose games have the codes that the files name, and that keeps updates for the adapter to Discord alone.

    The adapter to Telegram then confirms no update before it is answered.
    """

    kept: Unfinished

    @property
    def updates(self) -> Updates:
        return self.kept

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        """A text without a cause begins a game by chance alone, as in the files."""
        return await super().handle(replace(incoming, cause=""), ticket)


def house(store: Store, adapter: Platform, now: Callable[[], float]) -> House:
    """A process that has just started."""
    made = House(store, Quick(), {adapter.name: adapter}, features=FEATURES, now=now, random=Random(7))
    made.kept = Unfinished(refusals=0 if adapter.name == "discord" else 10**9)
    return made
