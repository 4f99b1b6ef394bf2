"""Golden games: records that a person can read, replayed line by line.

Between the moves, comments say what holds there: `# score 1 0`, `# turn second`, `# auto 3-7` (a forced move that the
rules played after the move above), `# refused side-drawn a1-a2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import GAMES, record
from engines.console.console import Console
from tests.engines.starts import HERE

GAMES_PLAYED = sorted(path for name in GAMES for path in (HERE / name / "golden").glob("*.txt"))


def _spoken_text(path: Path) -> Iterator[tuple[str, str]]:
    """Each line as the word it begins with (a number for a move) and the rest."""
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.removeprefix("# ").partition(" ")
        if line.startswith("# ") or word.rstrip(".").isdecimal():
            yield word, rest.strip()


def _answer(console: Console, line: str) -> str:
    return console.answer(line).removeprefix("=").strip()


@pytest.mark.parametrize("path", GAMES_PLAYED, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_golden_game_goes_as_it_is_written(path):
    outcome = record.read(path.read_text("utf-8"))
    console = Console()
    options = " ".join(f'{key}="{value}"' for key, value in outcome.settings.items())
    assert console.answer(f"new {outcome.game} {options}").startswith("=")
    forced: list[str] = []
    for word, text in _spoken_text(path):
        if word == "auto":
            assert forced.pop(0) == f"auto {text}"
        elif word == "refused":
            code, _, line = text.partition(" ")
            assert console.answer(f"play {line}").startswith(f"? {code}:")
        elif word in {"score", "turn"}:
            assert _answer(console, word) == text
        elif word.rstrip(".").isdecimal():
            assert not forced, "forced moves are written below the move that led to them"
            played, *forced = _answer(console, f"play {text}").splitlines()
            assert played == text
    assert not forced
    assert _answer(console, "result") == outcome.result
    record.replay(outcome)
