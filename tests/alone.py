"""Tests that are alone: what whoever runs them has set for a bot of their own is not seen by them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.settings import Settings

HOUSE = Path(__file__).parents[1]


@contextmanager
def alone(empty: Path) -> Iterator[None]:
    """No setting in the environment, and an empty folder to work in, without an `.env`; programs started inherit it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.lower() in Settings.model_fields]:
            patch.delenv(name)
        patch.setenv("PYTHONPATH", str(HOUSE), prepend=os.pathsep)
        patch.chdir(empty)
        yield
