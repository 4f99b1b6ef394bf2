"""Kernels that the tests of a search need are compiled once, by one worker, before the first of them begins."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.kernels.loading import warm

_TIMED = {"search", "test_advice", "test_reasons"}
"""Rooms and modules whose tests give a search so many seconds."""


@pytest.fixture(scope="module", autouse=True)
def _warm(request: pytest.FixtureRequest) -> None:
    """A test's own limit of time is then not spent on compiling."""
    game, *rooms = request.node.module.__name__.removeprefix("tests.engines.").split(".")
    if game in GAMES and _TIMED.intersection(rooms):
        warm(game)
