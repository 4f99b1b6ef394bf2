"""A boundary around each task of upkeep, so that a failure in one does not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.ports.store import StoreUnavailableError
from engines.refusals import Illegal

_log = logging.getLogger(__name__)


@contextmanager
def log_failures(what: str) -> Iterator[None]:
    """Log an exception raised inside and suppress it.

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
