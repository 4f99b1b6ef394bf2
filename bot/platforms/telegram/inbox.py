"""The inbox of updates: each is handled once, and acknowledged to Telegram once it is handled or stored."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from bot.core.ports.adapters import AFTER_ADAPTERS, Deadline
from bot.core.ports.store import StoreUnavailableError, Updates
from bot.core.queues.caches import BoundedDict
from bot.platforms.telegram.bot_api import Json
from bot.platforms.telegram.incoming import PLATFORM

_PATIENCE = 0.2
_TRIES = 3
_SECONDS_TO_STORE = 1.0
_REMEMBERED = 4096
_SECONDS_TO_LOOK = 2.0
_log = logging.getLogger(__name__)


class Inbox:
    """A concurrent handler of updates; one that takes longer than `patience` seconds is stored meanwhile.

    So a slow update neither holds up those behind it at Telegram nor is lost if this process dies. The inbox closes
    before the `deadline`.
    """

    def __init__(
        self,
        receive: Callable[[Json], Awaitable[None]],
        store: Updates,
        ignores: Callable[[Json], bool],
        patience: float = _PATIENCE,
        deadline: Deadline | None = None,
    ) -> None:
        self.deadline = deadline or Deadline()
        self._receive = receive
        self._ignores = ignores
        self._store = store
        self._patience = patience
        self._next = 0
        self._seen = BoundedDict[int, None](_REMEMBERED)
        self._unacknowledged: dict[int, asyncio.Future[None]] = {}
        self._under_way: dict[asyncio.Task[None], None] = {}
        self._handling: set[int] = set()
        self._cancelled_numbers: set[int] = set()

    @property
    def offset(self) -> int:
        """Return the lowest update that Telegram must still keep, or one more than the highest received."""
        return min(self._unacknowledged, default=self._next)

    def accept(self, update: Json) -> None:
        """Start handling an update, unless it was already received or can be ignored.

        Telegram sends none below the requested offset; after a week of silence it restarts its numbering, perhaps
        lower.
        """
        number = int(update["update_id"])
        if number not in self._seen:
            self._next = number + 1 if number < self.offset else max(self._next, number + 1)
            self._seen[number] = None
            if not self._ignores(update):
                self._unacknowledged[number] = asyncio.get_running_loop().create_future()
                self._start(self._process(number, update, is_stored=False))

    async def accept_stored(self) -> None:
        """Start handling the stored updates of dead processes, as soon as the store answers."""
        while True:
            try:
                texts = await self._store.claim_updates(PLATFORM)
                break
            except StoreUnavailableError:
                await asyncio.sleep(_SECONDS_TO_STORE)
        for name, text in texts.items():
            update, number = _read(text), int(name) if name.isdecimal() else None
            if update is None or number is None:
                _log.error("dropping stored update %s, which cannot be parsed", name)
                await self._store.forget_update(PLATFORM, name)
            elif number not in self._seen:
                self._seen[number] = None
                self._start(self._process(number, update, is_stored=True))
            elif number not in self._handling:
                await self._store.forget_update(PLATFORM, name)

    async def watch_stored(self) -> None:
        """Look regularly for stored updates of dead processes, until cancelled."""
        while True:
            await asyncio.sleep(_SECONDS_TO_LOOK)
            with suppress(StoreUnavailableError):
                await self.accept_stored()

    async def wait_acknowledged(self, number: int, seconds: float) -> bool:
        """Wait until an update may be acknowledged, at most for `seconds`; return whether it may."""
        if waiting := self._unacknowledged.get(number):
            await asyncio.wait([waiting], timeout=seconds)
        return number not in self._unacknowledged

    async def wait_all_acknowledged(self, seconds: float) -> None:
        """Wait until all updates may be acknowledged, at most for `seconds`."""
        if self._unacknowledged:
            await asyncio.wait(self._unacknowledged.values(), timeout=seconds)

    async def close(self, seconds: float, spare: float = 0.0) -> None:
        """Give pending updates a few more seconds, then cancel them; they arrive again at the next start.

        So many `spare` seconds are left before the deadline. The last is cancelled first, so that none is handled
        before an earlier one that will be handled later.
        """
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=self.deadline.remaining(seconds, AFTER_ADAPTERS + spare))
            late_tasks = list(reversed(self._under_way))
            for task in late_tasks:
                task.cancel()
            await asyncio.gather(*late_tasks, return_exceptions=True)

    def reopen(self) -> None:
        """Allow cancelled updates to be handled when they come again, unless another process has handled them."""
        self._next = self.offset
        self._handling -= self._cancelled_numbers
        for number in self._cancelled_numbers:
            self._seen.pop(number, None)
            self._unacknowledged.pop(number, None)
        self._cancelled_numbers.clear()

    async def _process(self, number: int, update: Json, is_stored: bool) -> None:
        """Handle an update, store it meanwhile if that takes long, and acknowledge it."""
        handling = asyncio.create_task(self._handle(number, update))
        self._handling.add(number)
        try:
            while not (is_stored or handling.done()):
                await asyncio.wait([handling], timeout=self._patience)
                is_stored = not handling.done() and await self._store_update(number, update)
            await asyncio.wait([handling])
        except asyncio.CancelledError:
            self._cancelled_numbers.add(number)
            raise
        finally:
            handling.cancel()
        try:
            if is_stored:
                await self._store.forget_update(PLATFORM, str(number))
        finally:
            self._handling.discard(number)
        self._acknowledge(number)

    async def _store_update(self, number: int, update: Json) -> bool:
        """Store an update so that Telegram may forget it; return whether the store accepted it."""
        with suppress(StoreUnavailableError):
            await self._store.store_update(PLATFORM, str(number), json.dumps(update))
            self._acknowledge(number)
            return True
        return False

    async def _handle(self, number: int, update: Json) -> None:
        """Handle an update, retrying while the store does not answer; skip one that fails, as it would fail again."""
        for pause in range(_TRIES):
            try:
                return await self._receive(update)
            except StoreUnavailableError:
                await asyncio.sleep(pause)
            except Exception:
                return _log.exception("update %d could not be handled", number)
        return _log.error("update %d could not be handled: the store does not answer", number)

    def _acknowledge(self, number: int) -> None:
        """Allow Telegram to forget an update."""
        if waiting := self._unacknowledged.pop(number, None):
            waiting.set_result(None)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way[task] = None
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        del self._under_way[task]
        if not task.cancelled() and (error := task.exception()):
            _log.warning("a handled update could not be deleted from the store: %s", error)


def _read(text: str) -> Json | None:
    """Parse a stored update; return None if it is malformed."""
    with suppress(ValueError, RecursionError):
        update = json.loads(text)
        return update if isinstance(update, dict) else None
    return None
