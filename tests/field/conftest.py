"""The store of the tests of the bot."""

from __future__ import annotations

import pytest

from bot.core.ports.store import Store
from tests.bot.conftest import store, valkey
from tests.bot.scripted import Stage

__all__ = ["store", "valkey"]


@pytest.fixture
def stage(store: Store) -> Stage:
    return Stage(store)
