"""How the house stands: what is yes or no in `python -m benchmarks house`."""

from __future__ import annotations

import pytest

from benchmarks.house.dispatches import asked_by_isinstance
from benchmarks.house.source import Source, read


@pytest.fixture(scope="module")
def bot() -> Source:
    """The files of `bot`."""
    return read(["bot"])


def test_no_platform_is_asked_which_protocols_it_keeps(bot: Source):
    assert asked_by_isinstance(bot, "bot/core") == []
