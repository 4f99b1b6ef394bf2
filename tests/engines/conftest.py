"""Kernels that the tests of a search need are compiled once, by one worker, before the first of them begins."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.kernels.loading import warm


@pytest.fixture(scope="module", autouse=True)
def _warm(request: pytest.FixtureRequest) -> None:
    """A test's own limit of time is then not spent on compiling."""
    game, *rooms = request.node.module.__name__.removeprefix("tests.engines.").split(".")
    if game in GAMES and "search" in rooms:
        warm(game)
