"""What docs/console.md says of the console: every command and option is there, and its examples work."""

from __future__ import annotations

import re

import pytest

from engines import GAMES
from engines.console.console import Console
from tests.readmes import ROOT, blocks

TEXT = (ROOT / "docs" / "console.md").read_text("utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| `")]


def test_every_command_is_documented():
    names = {name for row in ROWS for name in re.findall(r"`(\w+)[^`]*`", row.split(" | ")[0])}
    assert set(Console().commands) <= names


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_documented(game: str):
    row = next(row for row in ROWS if row.startswith(f"| `{game}` "))
    assert [setting.key for setting in GAMES[game].settings if f"`{setting.key}=" not in row] == []


def test_the_first_session_works():
    session = next(block for block in blocks(TEXT) if block.startswith("new "))
    console = Console()
    assert all(console.answer(line).startswith("=") for line in session.splitlines())
    assert console.is_finished


@pytest.mark.parametrize("line", re.findall(r"`(new [^`\[]+)`", TEXT.replace("\n", " ")))
def test_examples_of_new_games_work(line: str):
    assert Console().answer(line).startswith("=")
