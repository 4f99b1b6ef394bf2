"""Cost of a feature: the files of `bot` touched by each commit that added one, from git."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.house.source import ROOT

_ADDED = re.compile(r"bot/features/\w+/__init__\.py")
_NEWEST = 10


@dataclass(frozen=True)
class FeatureCommit:
    """A commit that added a feature, by its short hash and title, and the files of `bot` that it touched."""

    commit: str
    title: str
    files: tuple[str, ...]


def feature_commits(clone: Path = ROOT) -> list[FeatureCommit]:
    """Return the newest commits that added a feature, the newest first; nothing for a folder without git.

    A commit that made a feature of code that was there, by moving files into its folder, added none.
    """
    listing = ("log", "-M40%", "--name-status", "--format=%x00%h %s", "--", "bot")
    ran = subprocess.run(["git", "-C", str(clone), *listing], capture_output=True, text=True, check=False)
    commits = (_read(entry) for entry in ran.stdout.split("\0")[1:])
    return [commit for commit in commits if commit is not None][:_NEWEST]


def _read(entry: str) -> FeatureCommit | None:
    title, *lines = entry.strip().splitlines()
    changes = [line.split("\t") for line in lines if "\t" in line]
    folders = {str(Path(path[-1]).parent) for status, *path in changes if status == "A" and _ADDED.fullmatch(path[-1])}
    moved = {str(Path(path[-1]).parent) for status, *path in changes if status.startswith("R")}
    if len(folders) != 1 or folders & moved:
        return None
    commit, _, words = title.partition(" ")
    return FeatureCommit(commit, words, tuple(path[-1] for _, *path in changes))
