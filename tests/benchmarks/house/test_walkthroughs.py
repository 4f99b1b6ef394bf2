"""The commits that a guide names, and the files they wrote."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.house.walkthroughs import Walkthrough, walkthroughs, written_files

GUIDE = """# Working
## A new command
1. A row, as in commit
   `0123abc`.
## A new fact
As it is; `4567def` is no example.
Elsewhere, as in commit `89abcdef0`.
"""


def test_a_commit_goes_with_its_heading():
    assert list(walkthroughs(GUIDE)) == [
        Walkthrough("A new command", "0123abc"),
        Walkthrough("A new fact", "89abcdef0"),
    ]


def test_only_python_files_of_the_product_count(tmp_path: Path):
    (tmp_path / "bot").mkdir()
    for name in ("bot/a.py", "bot/a.po", "other.py"):
        (tmp_path / name).write_text("")
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Begin"]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    assert written_files("HEAD", clone=tmp_path) == ["bot/a.py"]


def test_a_commit_missing_from_the_clone_gives_none(tmp_path: Path):
    subprocess.run(["git", "-C", str(tmp_path), "init", "-q"], check=True)
    assert written_files("0123abc", clone=tmp_path) is None
