"""A boundary around each thing that is looked after, so that what goes wrong with one holds up no other."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.ports.store import StoreUnavailableError
from engines.refusals import Illegal

_log = logging.getLogger(__name__)


@contextmanager
def isolated(what: str) -> Iterator[None]:
    """Log an exception from the block; ignore a corrupt log (logged already), and raise `StoreUnavailableError`."""
    try:
        yield
    except Illegal:
        pass
    except StoreUnavailableError:
        raise
    except Exception:
        _log.exception("%s is put off", what)
