"""All tests are alone, whoever runs them and wherever."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.alone import alone


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: half of the time is spent waiting for processes, servers and browsers."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session", autouse=True)
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with alone(tmp_path_factory.mktemp("empty")):
        yield
