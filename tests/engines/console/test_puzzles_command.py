"""The commands that write puzzles."""

from __future__ import annotations

import pytest

from engines.console import puzzles_command
from engines.refusals import Unreadable


def test_a_board_without_puzzles_ends_the_search_in_a_sentence():
    with pytest.raises(SystemExit, match="0 puzzles were found, and none in 300 games"):
        puzzles_command.main(["dots", "1", "size=1x1", "pie=0"])


def test_one_day_has_one_puzzle():
    with pytest.raises(Unreadable, match="not-expected"):
        puzzles_command.print_daily(["2026-11-23", "2026-11-24"])
