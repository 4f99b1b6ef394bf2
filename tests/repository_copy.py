"""A copy of everything, to which a test adds what a contributor would, and in which it runs the checks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.alone import copy_sources

ROOT = Path(__file__).parent.parent
COPIED = ("engines", "renderers", "bot", "tests", "pyproject.toml")


def copy_to(folder: Path, files: Path) -> Path:
    """Copy everything to a folder, with more files in their places, and return the folder."""
    for name in COPIED:
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, folder)
        else:
            copy_sources(ROOT / name, folder / name, "*.nb?")
    shutil.copytree(files, folder, dirs_exist_ok=True)
    return folder


def replace_once(path: Path, before: str, after: str) -> None:
    """Replace a text that a file has exactly once."""
    text = path.read_text("utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), "utf-8")


def run(copy: Path, *command: str, **settings: str) -> tuple[int, str]:
    """Run a command in a copy; return its exit code and all that it prints."""
    environment = {"PATH": str(Path(sys.executable).parent), "PYTHONPATH": str(copy), "HOME": str(copy), **settings}
    if sys.pycache_prefix:
        environment["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    ran = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def run_tests(copy: Path, *which: str, **settings: str) -> tuple[int, str]:
    """Run tests of a copy; return the exit code and all that pytest prints."""
    return run(copy, sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *which, **settings)
