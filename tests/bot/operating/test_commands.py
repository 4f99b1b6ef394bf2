"""The operators' commands on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOBODY = "http://127.0.0.1:1/api"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"DATA_DIR": str(tmp_path / "data"), "WEB_PORT": "0"}


def _run(environment: dict[str, str], folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", *words]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_a_backup_goes_to_a_private_file_and_can_be_restored(environment: dict[str, str], tmp_path: Path):
    assert _run(environment, tmp_path, "backup", "games.jsonl").returncode == 0
    assert (tmp_path / "games.jsonl").stat().st_mode & 0o077 == 0
    result = _run(environment, tmp_path, "restore", "games.jsonl")
    assert (result.returncode, result.stdout) == (0, "games restored or already present: 0\n")


def test_repair_and_doctor_say_what_they_found(environment: dict[str, str], tmp_path: Path):
    assert "games listed: 0" in _run(environment, tmp_path, "repair").stdout
    result = _run(environment, tmp_path, "doctor")
    assert (result.returncode, result.stdout.splitlines()[-1]) == (0, "no problems found")
    result = _run(environment | {"DISCORD_TOKEN": "secret", "DISCORD_REST_URL": NOBODY}, tmp_path, "doctor")
    assert result.returncode == 1
    assert "! DISCORD_TOKEN" in result.stdout
    assert "secret" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        pytest.param(["backup"], "FILE", marks=pytest.mark.long),
        pytest.param(["restore", "nowhere.jsonl"], "nowhere.jsonl", marks=pytest.mark.long),
        (["restore", "/dev/null"], "first line"),
    ],
)
def test_errors_are_reported_in_one_line(environment: dict[str, str], tmp_path: Path, words: list[str], phrase: str):
    result = _run(environment, tmp_path, *words)
    assert result.returncode in (1, 2)
    assert result.stderr.count("\n") == 1
    assert phrase in result.stderr
