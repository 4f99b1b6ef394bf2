"""What the server's answers say of a game's log."""

from __future__ import annotations

from contextlib import suppress

from bot.core.ports.store import Ends, Spoilt
from bot.store import keys
from bot.store.archive import unpack
from bot.store.connection import Answer


def entries(game: str, answer: Answer, since: int = 0) -> list[str] | Spoilt:
    """The entries that an answer has; of a packed log those after the first `since`."""
    with suppress(KeyError, TypeError, ValueError):
        return [
            entry
            for _, fields in answer
            for entry in (unpack(fields["log"])[since:] if "log" in fields else [fields["entry"]])
        ]
    return Spoilt(keys.log(game))


def ends(game: str, first: Answer, last: Answer) -> Ends | Spoilt:
    """How a log begins and ends, by the answers about its first two entries and its last."""
    opening, closing = entries(game, first), entries(game, last)
    if isinstance(opening, Spoilt) or isinstance(closing, Spoilt) or not closing:
        return Spoilt(keys.log(game))
    return Ends(keys.version_of(last[0][0]), tuple(opening[:2]), closing[-1])
