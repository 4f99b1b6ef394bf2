"""Events that the library cannot read: each is skipped, so that no one of them closes the door."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

Parser = Callable[[Any], None]

_NEEDED = frozenset({"READY", "RESUMED"})
_log = logging.getLogger(__name__)


def skip_unreadable(parsers: dict[str, Parser]) -> None:
    """Makes each reader of an event log what it fails on, and go on; but not of those that a connection begins with."""
    for event, parse in parsers.items():
        if event not in _NEEDED:
            parsers[event] = partial(_read, event, parse)


def _read(event: str, parse: Parser, sent: object) -> None:
    try:
        parse(sent)
    except Exception:
        _log.exception("Discord sent %s as it cannot be read; it is skipped", event)
