"""What the guide's walk-throughs cost: the files that the commits wrote which docs/contributing.md names."""

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
    """A chapter of the guide, and a commit that did what it tells."""

    title: str
    commit: str


def walkthroughs(guide: str) -> Iterator[Walkthrough]:
    """The commits that a guide names with the words "as in commit", each under the nearest heading above."""
    for found in _COMMIT.finditer(guide):
        titles = _HEADING.findall(guide[: found.start()])
        yield Walkthrough(titles[-1] if titles else "", found["commit"])


def written(commit: str, below: str = "bot", clone: Path = ROOT) -> list[str] | None:
    """The Python files in a folder that a commit wrote; None if it is not in the clone."""
    asked = ["git", "-C", str(clone), "show", "--format=", "--name-only", commit, "--", f"{below}/*.py"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    return None if told.returncode else told.stdout.split()
