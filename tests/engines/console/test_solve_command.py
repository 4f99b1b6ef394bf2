"""The command that solves a board and keeps what it knows in a file."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines.__main__ import main


def test_the_command_prints_the_value_and_writes_a_file(tmp_path: Path):
    file = str(tmp_path / "table")
    command = [sys.executable, "-m", "engines", "solve", "dots", file, "size=2x2", "after=a1-a2 b1-b2", "table=64"]
    result = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert result.startswith("value 2\npositions ")
    with pytest.raises(SystemExit, match="the file contains another position, or a table of another size"):
        main(["solve", "dots", file, "size=2x2", "table=64"])


@pytest.mark.parametrize(
    ("arguments", "phrase"),
    [
        (("lgame", "x", "size=2x2"), "“lgame” is not a game"),
        (("dots",), "dots FILE size=4x5"),
        (("dots", "x"), "size can’t be"),
        (("dots", "x", "size=2x2", "table=63"), "table can’t be “63”"),
        (("dots", "x", "size=2x2", "pie=2"), "pie can’t be"),
        (("dots", "x", "size=9x9"), "too large"),
        (("dots", "/nowhere/at/all", "size=1x1"), "/nowhere/at/all"),
    ],
)
def test_a_refusal_says_what_cannot_be_solved(arguments: tuple[str, ...], phrase: str):
    with pytest.raises(SystemExit, match=re.escape(phrase)):
        main(["solve", *arguments])
