"""Tables on disk: read if whole, built if not, and never needed."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from engines.kernels import kernel_cache, loading
from engines.lgame.search import disk_cache
from engines.lgame.search.disk_cache import load_or_build

TABLE = np.arange(6, dtype=np.int16).reshape(2, 3)


def build_table() -> disk_cache.Table:
    return TABLE.copy()


def fail_to_build() -> disk_cache.Table:
    raise AssertionError("the table on disk should have been read")


def test_a_table_is_built_once_and_read_from_then_on(tmp_path):
    path = tmp_path / "deep" / "table.npy"
    assert (load_or_build(path, (2, 3), build_table) == TABLE).all()
    assert (load_or_build(path, (2, 3), fail_to_build) == TABLE).all()
    assert [file.name for file in path.parent.iterdir()] == ["table.npy"]


@pytest.mark.parametrize("content", [b"", b"half of a table", b"\x93NUMPY\x01\x00"])
def test_a_broken_file_is_rebuilt(tmp_path, content):
    path = tmp_path / "table.npy"
    path.write_bytes(content)
    assert (load_or_build(path, (2, 3), build_table) == TABLE).all()
    assert (load_or_build(path, (2, 3), fail_to_build) == TABLE).all()


def test_a_table_of_another_shape_is_rebuilt(tmp_path):
    path = tmp_path / "table.npy"
    load_or_build(path, (2, 3), build_table)
    assert load_or_build(path, (6,), lambda: TABLE.reshape(6)).shape == (6,)


def test_no_table_is_built_for_a_game_that_is_only_expected(tmp_path, monkeypatch):
    path, ended = tmp_path / "table.npy", Event()

    def load(game: str) -> None:
        try:
            load_or_build(path, (2, 3), build_table)
        finally:
            ended.set()

    monkeypatch.setattr(loading, "warm", load)
    monkeypatch.setattr(kernel_cache, "is_complete", lambda game: True)
    loading.load_in_background("ludo")
    assert ended.wait(60)
    assert not path.exists()


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert (load_or_build(tmp_path / "file" / "table.npy", (2, 3), build_table) == TABLE).all()
