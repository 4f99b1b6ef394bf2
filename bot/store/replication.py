"""Whether a replica has what its primary wrote: what the primary alone knew is gone once the replica takes over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.store.promises import Told, replicas

PATIENCE_MS = 1000
"""For so long a replica may take to say that it has a write."""
_ALONE = 5.0
"""Seconds until a primary that its replica has left counts as a server without any; Sentinel has named another by then,
if that is why it left."""
_PAST = 30.0
"""Seconds for which the one that it took over from is not believed; Sentinel makes a replica of it within 15."""


class Replication:
    """What is known of a primary and its replicas. Each that takes over has a history of a name of its own, and the one
    that it took over from goes on for seconds taking writes that nobody will see again.
    """

    def __init__(self) -> None:
        self.history = ""
        self.waits = False
        self.is_watched = False
        self._past: dict[str, float] = {}
        self._alone_since: float | None = None

    def hear(self, told: Told, now: float) -> bool:
        """Learns from what INFO says at a time (seconds); whether the server is the primary as far as is known."""
        history = str(told.get("master_replid", ""))
        if now < self._past.get(history, now) or told.get("role") != "master":
            return False
        if replicas(told):
            self.is_watched = self.waits = True
            self._alone_since = None
        elif history != self.history:
            self.waits = False
        elif self.waits:
            self._alone_since = now if self._alone_since is None else self._alone_since
            self.waits = now - self._alone_since < _ALONE
        if history != self.history:
            self._past = {self.history: now + _PAST}
            self.history, self._alone_since = history, None
        return bool(replicas(told)) or not self.waits

    def proof(self) -> tuple[Callable[[Any], object], ...]:
        """What is asked after a write, in the same breath; nothing where there has never been a replica."""
        wanted = int(self.waits)
        return (lambda p: p.wait(wanted, PATIENCE_MS), asking) if self.is_watched else ()

    def proves(self, waited: bool, answers: list[Any], now: float) -> bool:
        """Whether the answers to a proof say that the write stays, whichever server is the primary later."""
        acknowledged, told = answers
        return self.hear(told, now) and bool(acknowledged or not (waited and self.waits))


def asking(pipeline: Any) -> object:  # noqa: ANN401 - of one server or of a cluster, which share no type
    """The command that asks a server for its part in a replication."""
    return pipeline.info("replication")
