"""Presses of buttons as Telegram knows them: when each came, who has it, and the one answer that it takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.bot.answered import ledger
from tests.bot.platforms.telegram.refused import bad_request

KIND = "Telegram callback queries"
_TICK = 0.05
_LONGEST_TICK = 0.1


@dataclass(frozen=True)
class Toast:
    """The answer to a press."""

    text: str
    alert: bool


class Clock:
    """Seconds that stand still while the whole machine is busy elsewhere, so that no press is late for that."""

    def __init__(self) -> None:
        self.now = 0.0

    async def run(self) -> None:
        """Go until cancelled."""
        while True:
            start_time = time.monotonic()
            await asyncio.sleep(_TICK)
            self.now += min(_LONGEST_TICK, time.monotonic() - start_time)


@dataclass
class Presses:
    """All presses by their ids. One that is `old` takes no answer any more; each run of a bot begins with none."""

    clock: Clock = field(default_factory=Clock)
    runs: int = 0
    _toasts: dict[str, asyncio.Future[Toast]] = field(default_factory=dict)
    _came: dict[str, float] = field(default_factory=dict)
    _answered_in: dict[str, int] = field(default_factory=dict)
    _old: set[str] = field(default_factory=set)

    def __contains__(self, key: object) -> bool:
        """Return whether an answer in the chat may still go to who pressed alone."""
        return key in self._toasts and key not in self._old

    def add(self, key: str) -> asyncio.Future[Toast]:
        """Note a press; return its toast to be."""
        self._came[key] = self.clock.now
        self._toasts[key] = asyncio.get_running_loop().create_future()
        return self._toasts[key]

    def grow_old(self) -> None:
        """Let all presses of before take no answer any more, as after some minutes."""
        self._old |= set(self._toasts)

    def deliver(self, updates: Iterable[dict[str, Any]]) -> None:
        """Note that the bot is given these updates: from now on it owes the presses an answer."""
        for query in (update["callback_query"] for update in updates if "callback_query" in update):
            ledger().press(KIND, query["id"], query.get("data", ""), at=self._came[query["id"]])

    def withdraw(self, updates: Iterable[dict[str, Any]]) -> None:
        """Note that the bot is gone without having confirmed these: they would be delivered again."""
        for query in (update["callback_query"] for update in updates if "callback_query" in update):
            ledger().withdraw(KIND, query["id"])

    def bring_again(self, updates: Iterable[dict[str, Any]]) -> None:
        """Note that the bot is given these once more though it has confirmed them: it may answer them again."""
        for query in (update["callback_query"] for update in updates if "callback_query" in update):
            self._answered_in[query["id"]] = -1

    def answer(self, key: str, toast: Toast, is_lost: bool) -> None:
        """Take the answer to a press; the bot may answer again what it cannot know to be answered.

        So it is after a restart, and when what the server said was lost.
        """
        if self._answered_in.get(key) in (None, self.runs):
            ledger().answer(KIND, key, at=self.clock.now)
        self._answered_in[key] = -1 if is_lost else self.runs
        press = self._toasts.get(key)
        if press is None or press.done() or key in self._old:
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        press.set_result(toast)
