"""Tasks of upkeep, isolated so that one failure stops no other, and leased so that one process runs each."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress

from bot.core.ports.store import Leases, StoreUnavailableError
from engines.refusals import Illegal

_log = logging.getLogger(__name__)


@contextmanager
def log_failures(what: str) -> Iterator[None]:
    """Log and suppress an exception raised inside the block.

    Ignore `Illegal`, which a log that cannot be read raises after reporting it; let a store outage pass through.
    """
    try:
        yield
    except Illegal:
        pass
    except StoreUnavailableError:
        raise
    except Exception:
        _log.exception("%s failed and is retried later", what)


SECONDS = 4.0
"""The longest wait of other processes for the lease of a killed one."""
_RENEWED = 1.0
_GOODBYE = 0.3


class Lease:
    """A lease that lasts while it is renewed; `now` is a monotonic clock (seconds)."""

    def __init__(self, leases: Leases, name: str, now: Callable[[], float] = time.monotonic) -> None:
        self._leases = leases
        self._name = name
        self._now = now
        self._until = -1.0

    async def run_while_held(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` whenever this process holds the lease, until cancelled; raise any error of the work.

        The work is cancelled when another process takes the lease, and restarted when that process is gone.
        """
        try:
            while True:
                await self._wait_until(is_ours=True)
                await self._until_lost(asyncio.create_task(work()))
        finally:
            with suppress(StoreUnavailableError, TimeoutError):
                async with asyncio.timeout(_GOODBYE):
                    await self._leases.release(self._name)

    async def is_held(self) -> bool:
        """Return whether no other process can have taken the lease.

        A process that was suspended for long asks the store first; a store that does not answer grants it to no
        other process.
        """
        try:
            return self._now() < self._until or await self._take()
        except StoreUnavailableError:
            return True

    async def _wait_until(self, is_ours: bool) -> None:
        """Try to take or renew the lease every second until this process holds it, or another does."""
        while True:
            with suppress(StoreUnavailableError):
                if await self._take() is is_ours:
                    return
            await asyncio.sleep(_RENEWED)

    async def _until_lost(self, working: asyncio.Task[None]) -> None:
        renewing = asyncio.create_task(self._wait_until(is_ours=False))
        try:
            await asyncio.wait((working, renewing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            working.cancel()
            await asyncio.wait([working])
            renewing.cancel()
        if not working.cancelled():
            working.result()

    async def _take(self) -> bool:
        requested_at = self._now()
        has_lease = await self._leases.take(self._name, SECONDS)
        self._until = requested_at + SECONDS if has_lease else -1.0
        return has_lease
