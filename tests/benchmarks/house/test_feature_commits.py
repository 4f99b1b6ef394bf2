"""The commits that added a feature, told from those that moved code into one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks.house.feature_commits import feature_commits

CODE = "".join(f"line {number}\n" for number in range(30))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    _git(tmp_path, "init", "-q")
    _write(tmp_path, "bot/core/tours.py", CODE)
    _commit(tmp_path, "Begin")
    return tmp_path


def _git(clone: Path, *words: str) -> None:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", "-C", str(clone), *who, *words], check=True)


def _write(clone: Path, name: str, text: str) -> None:
    (clone / name).parent.mkdir(parents=True, exist_ok=True)
    (clone / name).write_text(text)


def _commit(clone: Path, title: str) -> None:
    _git(clone, "add", ".")
    _git(clone, "commit", "-qm", title)


def test_a_new_package_of_features_counts_with_all_files_of_the_bot_that_its_commit_touched(clone: Path):
    _write(clone, "bot/features/coin/__init__.py", "FEATURE = 1\n")
    _write(clone, "bot/features/__init__.py", "coin\n")
    _write(clone, "tests/test_coin.py", "")
    _commit(clone, "Add a coin")
    [coin] = feature_commits(clone)
    assert (coin.title, set(coin.files)) == (
        "Add a coin",
        {"bot/features/coin/__init__.py", "bot/features/__init__.py"},
    )


def test_a_feature_made_of_code_that_was_there_does_not_count(clone: Path):
    (clone / "bot" / "features" / "tours").mkdir(parents=True)
    _git(clone, "mv", "bot/core/tours.py", "bot/features/tours/tours.py")
    _write(clone, "bot/features/tours/__init__.py", "FEATURE = 1\n")
    _commit(clone, "Make tours a feature")
    assert feature_commits(clone) == []


def test_a_change_of_a_feature_does_not_count(clone: Path):
    _write(clone, "bot/features/coin/__init__.py", "FEATURE = 1\n")
    _commit(clone, "Add a coin")
    _write(clone, "bot/features/coin/__init__.py", "FEATURE = 2\n")
    _commit(clone, "Change the coin")
    assert [commit.title for commit in feature_commits(clone)] == ["Add a coin"]


def test_a_folder_without_git_has_no_commits(tmp_path: Path):
    assert feature_commits(tmp_path) == []
