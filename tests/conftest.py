"""All tests are alone, whoever runs them and wherever."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.alone import alone


@pytest.fixture(scope="session", autouse=True)
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with alone(tmp_path_factory.mktemp("empty")):
        yield
