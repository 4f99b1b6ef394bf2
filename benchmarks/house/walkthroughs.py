"""Cost of the guide's walk-throughs: files written by the commits that docs/contributing.md names."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.house.source import ROOT

GUIDE = ROOT / "docs" / "contributing.md"
_HEADING = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)
_COMMIT = re.compile(r"\bas in commit\s+`(?P<commit>[0-9a-f]{7,40})`")


@dataclass(frozen=True)
class Walkthrough:
    """A section of the guide, and a commit that follows it."""

    title: str
    commit: str


def walkthroughs(guide: str) -> Iterator[Walkthrough]:
    """Yield the commits that a guide names with "as in commit", each with the nearest heading above."""
    for match in _COMMIT.finditer(guide):
        titles = _HEADING.findall(guide[: match.start()])
        yield Walkthrough(titles[-1] if titles else "", match["commit"])


def written_files(commit: str, below: str = "bot", clone: Path = ROOT) -> list[str] | None:
    """Return the Python files in a folder that a commit wrote; None if the clone lacks the commit."""
    command = ["git", "-C", str(clone), "show", "--format=", "--name-only", commit, "--", f"{below}/*.py"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if result.returncode else result.stdout.split()
