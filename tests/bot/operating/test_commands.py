"""The operators' commands on the command line: one as a process, the others called as the process calls them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main

NOBODY = "http://127.0.0.1:1/api"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that a command works in, with a folder for the games."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("WEB_PORT", "0")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_backup_goes_to_a_private_file_and_can_be_restored(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["backup", "games.jsonl"]) == 0
    assert (folder / "games.jsonl").stat().st_mode & 0o077 == 0
    capsys.readouterr()
    assert main(["restore", "games.jsonl"]) == 0
    assert capsys.readouterr().out == "games restored or already present: 0\n"


def test_repair_and_doctor_say_what_they_found(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["repair"]) == 0
    assert "games listed: 0" in capsys.readouterr().out
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no problems found"


def test_a_process_ends_with_the_code_of_its_command_and_prints_no_token(folder: Path):
    settings = os.environ | {"DISCORD_TOKEN": "secret", "DISCORD_REST_URL": NOBODY}
    command = [sys.executable, "-m", "bot", "doctor"]
    result = subprocess.run(command, env=settings, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert "! DISCORD_TOKEN" in result.stdout
    assert "secret" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("words", "phrase"),
    [(["backup"], "FILE"), (["restore", "nowhere.jsonl"], "nowhere.jsonl"), (["restore", "/dev/null"], "first line")],
)
def test_errors_are_reported_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], phrase: str
):
    assert main(words) in (1, 2)
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert phrase in line
