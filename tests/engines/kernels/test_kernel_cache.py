"""Compiled kernels lie in a folder for each edition of what they depend on; what is old is removed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kernels import kernel_cache


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty place for caches."""
    monkeypatch.setenv(kernel_cache.FOLDER_VARIABLE, str(tmp_path / "shelf"))
    kernel_cache.folder.cache_clear()
    yield tmp_path / "shelf"
    kernel_cache.folder.cache_clear()


def test_different_sources_or_processors_have_different_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernel.py").write_text("one")
    names = {kernel_cache.folder().name}
    kernel_cache.folder.cache_clear()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    names.add(kernel_cache.folder().name)
    kernel_cache.folder.cache_clear()
    monkeypatch.setattr(kernel_cache, "_sources", lambda: [tmp_path / "kernel.py"])
    names.add(kernel_cache.folder().name)
    assert len(names) == 3


def test_only_old_kernel_folders_are_deleted_after_some_weeks(shelf: Path) -> None:
    newer = [f"tetradka-{number}" for number in range(kernel_cache.MIN_FOLDERS)]
    for name in ("tetradka-old", "somebody-else", *newer):
        (shelf / name).mkdir(parents=True)
    for name in ("tetradka-old", "somebody-else"):
        os.utime(shelf / name, (0, 0))
    mine = kernel_cache.folder()
    assert set(shelf.iterdir()) == {mine, shelf / "somebody-else", *(shelf / name for name in newer)}


def test_a_clock_that_jumps_a_year_leaves_the_newest_folders(shelf: Path) -> None:
    names = [f"tetradka-{number}" for number in range(kernel_cache.MIN_FOLDERS + 1)]
    for age, name in enumerate(names):
        (shelf / name).mkdir(parents=True)
        os.utime(shelf / name, (1000 - age, 1000 - age))
    mine = kernel_cache.folder()
    assert set(shelf.iterdir()) == {mine, *(shelf / name for name in names[:-1])}


def test_kernels_go_to_a_temporary_folder_if_the_cache_is_read_only(shelf: Path) -> None:
    shelf.write_text("in the way")
    kernel_cache.mark_complete("dots")
    assert kernel_cache.is_complete("dots")
    assert shelf not in kernel_cache.folder().parents


SLOW = """
from functools import cache
from pathlib import Path
from engines.kernels.compiling import kernel
from time import sleep

@kernel
def doubled(number):
    return 2 * number

@cache
def warm():
    sleep(0.3)
    doubled(2)
"""
RUN = """
import engines, sys
from engines.kernels.loading import warm
engines.__path__.append(sys.argv[1])
warm("toy")
from engines.toy.search import doubled
print(sum(doubled.stats.cache_hits.values()))
"""


def test_one_of_two_processes_compiles_and_the_other_reads(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "search.py").write_text(SLOW)
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(each.communicate()[0].strip() for each in both) == ["0", "1"]
