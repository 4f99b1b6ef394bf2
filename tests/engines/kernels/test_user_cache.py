"""What takes seconds to make lies in the cache folder of the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.kernels import user_cache


def test_the_cache_is_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert user_cache.folder() == Path("/somewhere/tetradka")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert user_cache.folder() == Path.home() / ".cache" / "tetradka"
