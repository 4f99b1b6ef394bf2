"""The inbox of updates: each is handled once, and acknowledged to Telegram when it is handled or kept in the store."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress

from bot.core.ports.deadline import Deadline
from bot.core.ports.store import StoreUnavailableError, Updates
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.telegram.bot_api import Json
from bot.platforms.telegram.people import PLATFORM

Receive = Callable[[Json], Awaitable[None]]
Ignores = Callable[[Json], bool]
_PATIENCE = 0.2
_TRIES = 3
_SECONDS_TO_STORE = 1.0
_REMEMBERED = 4096
_SECONDS_TO_LOOK = 2.0
_log = logging.getLogger(__name__)


class Inbox:
    """Handles updates side by side; one that takes longer than `patience` seconds is kept in the store meanwhile.

    So a slow one neither holds up those behind it at Telegram, nor is lost if this process dies. It closes before the
    `deadline`.
    """

    def __init__(
        self,
        receive: Receive,
        kept: Updates,
        ignores: Ignores,
        patience: float = _PATIENCE,
        deadline: Deadline | None = None,
    ) -> None:
        self.deadline = deadline or Deadline()
        self._receive = receive
        self._ignores = ignores
        self._kept = kept
        self._patience = patience
        self._next = 0
        self._seen = BoundedDict[int, None](_REMEMBERED)
        self._unacknowledged: dict[int, asyncio.Future[None]] = {}
        self._under_way: dict[asyncio.Task[None], None] = {}
        self._handling: set[int] = set()
        self._given_up: set[int] = set()

    @property
    def offset(self) -> int:
        """The lowest update that Telegram must not forget yet, or one more than the highest that came in."""
        return min(self._unacknowledged, default=self._next)

    def accept(self, update: Json) -> None:
        """Begin to handle an update, unless it has come in before or comes to nothing.

        Telegram sends none below the offset that was asked for; after a week of silence it numbers anew, perhaps lower.
        """
        number = int(update["update_id"])
        if number not in self._seen:
            self._next = number + 1 if number < self.offset else max(self._next, number + 1)
            self._seen[number] = None
            if self._ignores(update):
                return
            self._unacknowledged[number] = asyncio.get_running_loop().create_future()
            self._start(self._process(number, update, is_kept=False))

    async def accept_kept(self) -> None:
        """Begins to handle what processes that are gone have left in the store, as soon as that answers."""
        for name, text in (await self._orphaned()).items():
            update, number = _read(text), int(name) if name.isdecimal() else None
            if update is None or number is None:
                _log.error("what is kept of update %s is none, and is dropped", name)
                await self._kept.forget_update(PLATFORM, name)
            elif number not in self._seen:
                self._seen[number] = None
                self._start(self._process(number, update, is_kept=True))
            elif number not in self._handling:
                await self._kept.forget_update(PLATFORM, name)

    async def watch_kept(self) -> None:
        """Looks for such again and again, until cancelled."""
        while True:
            await asyncio.sleep(_SECONDS_TO_LOOK)
            with suppress(StoreUnavailableError):
                await self.accept_kept()

    async def _orphaned(self) -> Mapping[str, str]:
        """What is kept in the store of processes that are gone, by number, as soon as the store answers."""
        while True:
            try:
                return await self._kept.claim_updates(PLATFORM)
            except StoreUnavailableError:
                await asyncio.sleep(_SECONDS_TO_STORE)

    async def acknowledged(self, number: int, seconds: float) -> bool:
        """Whether Telegram may forget an update, at the latest after so many seconds."""
        if waiting := self._unacknowledged.get(number):
            await asyncio.wait([waiting], timeout=seconds)
        return number not in self._unacknowledged

    async def all_acknowledged(self, seconds: float) -> None:
        """Returns once Telegram may forget all that came in, at the latest after so many seconds."""
        if self._unacknowledged:
            await asyncio.wait(self._unacknowledged.values(), timeout=seconds)

    async def close(self, seconds: float) -> None:
        """Gives what is under way a few more seconds; what is given up then comes again at the next start.

        The last is given up first, so that none takes its turn before one that came earlier and will be played later.
        """
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)
            late = list(reversed(self._under_way))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def reopen(self) -> None:
        """What was given up may come again, and is handled then unless another process has done so."""
        self._next = self.offset
        self._handling -= self._given_up
        for number in self._given_up:
            self._seen.pop(number, None)
            self._unacknowledged.pop(number, None)
        self._given_up.clear()

    async def _process(self, number: int, update: Json, is_kept: bool) -> None:
        """Handles an update, keeps it meanwhile if that takes long, and acknowledges it."""
        handling = asyncio.create_task(self._handle(number, update))
        self._handling.add(number)
        try:
            while not (is_kept or handling.done()):
                await asyncio.wait([handling], timeout=self._patience)
                is_kept = not handling.done() and await self._keep(number, update)
            await asyncio.wait([handling])
        except asyncio.CancelledError:
            self._given_up.add(number)
            raise
        finally:
            handling.cancel()
        try:
            if is_kept:
                await self._kept.forget_update(PLATFORM, str(number))
        finally:
            self._handling.discard(number)
        self._acknowledge(number)

    async def _keep(self, number: int, update: Json) -> bool:
        """Whether the store has taken an update, so that Telegram may forget it."""
        try:
            await self._kept.store_update(PLATFORM, str(number), json.dumps(update))
        except StoreUnavailableError:
            return False
        self._acknowledge(number)
        return True

    async def _handle(self, number: int, update: Json) -> None:
        """One that fails is skipped, for it would fail again; but the store may come back."""
        for pause in range(_TRIES):
            try:
                return await self._receive(update)
            except StoreUnavailableError:
                await asyncio.sleep(pause)
            except Exception:
                return _log.exception("update %d is not handled", number)
        return _log.error("update %d is not handled: the store does not answer", number)

    def _acknowledge(self, number: int) -> None:
        """Lets Telegram forget an update."""
        if waiting := self._unacknowledged.pop(number, None):
            waiting.set_result(None)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way[task] = None
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        del self._under_way[task]
        if not task.cancelled() and (failed := task.exception()):
            _log.warning("an update stays kept although it is handled: %s", failed)


def _read(text: str) -> Json | None:
    """Return the update that a text of the store is; None for any other text."""
    with suppress(ValueError, RecursionError):
        update = json.loads(text)
        return update if isinstance(update, dict) else None
    return None
