"""A boundary around each thing that is looked after, so that what goes wrong with one holds up no other."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.ports.store import Unreachable
from engines.refusals import Illegal

_log = logging.getLogger(__name__)


@contextmanager
def isolated(what: str) -> Iterator[None]:
    """Log what goes wrong inside, but for a log that cannot be read, which was told of; raise `Unreachable`."""
    try:
        yield
    except Illegal:
        pass
    except Unreachable:
        raise
    except Exception:
        _log.exception("%s is put off", what)
