"""Event logs: a state is the fold of a log, which grows only while no other writer was faster; one retry policy."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Generic, Protocol, TypeVar

from bot.core.game.forgetting import nameless_text
from bot.core.game.people import Person
from bot.core.ports.store import CorruptDataError, Logs, OutboxEntry
from engines.refusals import Illegal

MOST_TRIES = 100
"""The number of attempts of a writer that loses to faster ones; each time another one has won."""


class State(Protocol):
    """The state that a log stands for; its version is the number of its entries."""

    @property
    def code(self) -> str:
        """Return the code that names the log."""

    @property
    def version(self) -> int:
        """Return the number of entries."""


E = TypeVar("E")
S = TypeVar("S", bound=State)
T = TypeVar("T")


@dataclass(frozen=True)
class EventLog(Generic[E, S]):
    """A kind of log: how an entry is read and written, and `evolve`, the state after one more entry."""

    read: Callable[[str], E]
    write: Callable[[E], str]
    evolve: Callable[[S | None, E], S]

    def fold(self, before: S | None, log: Iterable[str], code: str = "") -> S | None:
        """Return the state after more entries, None without any; raise `ValueError` for an invalid or another log.

        A log can hold anything, so any exception means that it is invalid.
        """
        try:
            state = reduce(self.evolve, map(self.read, log), before)
        except ValueError:
            raise
        except Exception as error:
            raise ValueError(f"{type(error).__name__}: {error}") from error
        if state is not None and code not in ("", state.code):
            raise ValueError("the log belongs to something else")
        return state

    async def append(self, logs: Logs, name: str, version: int, entry: E, boards: Sequence[OutboxEntry] = ()) -> bool:
        """Append entry number `version`; return False if another writer was faster. Raise `CorruptDataError`."""
        return await logs.append(name, version, self.write(entry), boards)

    async def forget(self, logs: Logs, name: str, person: Person, anonymize: Callable[[E], E]) -> bool:
        """Rewrite all entries that name a person, until no other writer is faster; return whether there were any.

        From an unreadable entry the texts that name the person are removed; a corrupt log is left alone.
        """

        def anonymous(text: str) -> str:
            try:
                before = self.read(text)
            except ValueError:
                return nameless_text(text, person)
            after = anonymize(before)
            return text if after == before else self.write(after)

        for _ in range(MOST_TRIES):
            log = (await logs.load_all({name: 0}))[name]
            if isinstance(log, CorruptDataError) or (new_log := [*map(anonymous, log)]) == log:
                return False
            if await logs.rewrite(name, new_log):
                return True
        return False


async def retry(state: S, attempt: Callable[[S], Awaitable[T | None]], load: Callable[[str], Awaitable[S | None]]) -> T:
    """Return the result of the first attempt that no other writer beats, each on the newest state.

    `attempt` returns None if another writer was faster. Raise `Illegal` after too many attempts.
    """
    for _ in range(MOST_TRIES):
        if (result := await attempt(state)) is not None:
            return result
        state = await load(state.code) or state
    raise Illegal("busy", game=state.code)
