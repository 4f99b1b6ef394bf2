"""What a server's failure means: in words for who runs the bot, and as a code for who plays."""

from __future__ import annotations

import logging
from collections import Counter

from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ClusterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)

from bot.core.ports.store import Refused, Unreachable

_QUIET = 60.0  # seconds; a trouble that comes back later than that is a new one
_log = logging.getLogger(__name__)


def trouble(error: Exception) -> Unreachable:
    """What is wrong with the server, and what to mend."""
    hidden = error.__cause__ or error.__context__
    error = hidden if isinstance(hidden, AuthenticationError) else error  # redis-py calls it a lost connection
    words = str(error) or type(error).__name__
    match error:
        case AuthenticationError() | AuthorizationError():
            return Refused("the server wants another user name or password than the address has before the @")
        case NoPermissionError():
            return Refused(f"the server's access list keeps this user from what the bot does: {words}")
        case ReadOnlyError():
            return Unreachable(
                "the server is a replica and takes no writes: give the address of the primary", "store-read-only"
            )
        case OutOfMemoryError():
            return Unreachable(
                "the server's memory is full: raise `maxmemory`, or set KEEP_DAYS to forget old games", "store-full"
            )
        case ResponseError() if words.startswith("MISCONF"):
            return Unreachable(f"the server cannot write to its disk: make room there ({words})", "store-full")
        case ResponseError() if words.startswith("NOREPLICAS"):
            return Unreachable("the server has too few replicas to take writes", "store-read-only")
        case ClusterDownError():
            return Unreachable(f"the cluster does not serve all its slots: {words}", "store-changing")
        case _:
            return Unreachable(words, "store-unreachable")


class Told:
    """Tells the operator's log of each trouble once, and when the server answers again."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._silent = False
        self.troubles = Counter[str]()

    def failed(self, failed: Unreachable, now: float) -> None:
        """Notes a trouble at a time (seconds)."""
        self.troubles[failed.code] += 1
        if now - self._last.get(failed.code, -_QUIET) >= _QUIET:
            _log.error("the store: %s", failed)
        self._last[failed.code] = now
        self._silent = self._silent or failed.code == Unreachable.NO_ANSWER

    def answered(self) -> None:
        """Notes that the server has answered."""
        if self._silent:
            self._silent = False
            _log.warning("the store answers again")
