"""The command that writes a proof."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines.__main__ import main
from engines.dots.verify import proved_margin


def test_the_command_reports_progress_and_writes_a_file_that_proves_the_margin(tmp_path: Path):
    path = tmp_path / "2x2.proof"
    command = [sys.executable, "-m", "engines", "prove", "dots", "size=2x2", str(path)]
    process = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [line.split()[2] for line in process.stderr.splitlines()] == [str(size) for size in range(12, 0, -1)]
    assert proved_margin(path.read_bytes()) == 2


@pytest.mark.parametrize(
    ("arguments", "phrase"),
    [
        (("lgame", "size=2x2", "x"), "“lgame” is not a game"),
        (("dots", "size=2x2"), "dots size=3x3 FILE"),
        (("dots", "size=5x5", "x"), "size can’t be “5x5”"),
        (("dots", "pie=2", "x"), "size can’t be"),
        (("dots", "size=1x1", "/nowhere/at/all"), "/nowhere/at/all"),
        (("dots", "size=4x4", "/"), "Is a directory: '/'"),
        (("dots", "size=1x1", "x", "size=2x2"), "“size=2x2” is not valid here"),
    ],
)
def test_a_refusal_says_what_cannot_be_proved_or_written(arguments: tuple[str, ...], phrase: str):
    with pytest.raises(SystemExit, match=re.escape(phrase)):
        main(["prove", *arguments])
