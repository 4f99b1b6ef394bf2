"""Isolation of all tests from the machine they run on."""

from __future__ import annotations

import gc
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from random import randrange

import pytest
from hypothesis import settings

from tests.alone import isolate, keep_bytecode
from tests.samples import EXAMPLES, examples

keep_bytecode()
pytest_plugins = ["tests.bot.answered", "tests.bot.platforms.discord.watching"]
FRESH = 10_000
"""Objects made before garbage is looked for among them: at Python's 700 that took a tenth of the time."""


settings.register_profile(
    "here", deadline=None, derandomize=not EXAMPLES, max_examples=examples()
)  # no limit on a busy machine
settings.load_profile("here")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: some of the time is spent waiting for processes, servers and browsers."""
    return 3 * (os.cpu_count() or 1) // 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Looks for no garbage among what stays to the end: the tests, and all modules that they import."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(FRESH, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most cases of a test that is marked as a sample to the long run."""
    numbers = defaultdict[str, Iterator[int]](count)
    for item in items:
        mark = item.get_closest_marker("sample")
        if (
            mark
            and (next(numbers[item.nodeid.partition("[")[0]]) - mark.kwargs.get("first", 0)) % mark.kwargs["one_in"]
        ):
            item.add_marker(pytest.mark.long)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the CPU of the run, with all processes that have ended."""
    terminalreporter.write_line(f"CPU: {sum(os.times()[:4]):.0f} s")


@pytest.fixture
def large_seed() -> int:
    """The seed of a large sample: another one in each run, which a failure shows and `SEED=…` repeats."""
    seed = int(os.environ.get("SEED") or randrange(1 << 30))
    sys.stdout.write(f"SEED={seed}\n")
    return seed


@pytest.fixture(scope="session", autouse=True)
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with isolate(tmp_path_factory.mktemp("empty")):
        yield
