"""The isolation of tests from the settings of a bot that the machine's owner runs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
_BYTECODE = HOUSE / ".pytest_cache" / "bytecode"


def keep_bytecode() -> None:
    """Compile no module again in each process, also where Python is told to write nothing beside the sources."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(_BYTECODE)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def copy_sources(source: Path, copy: Path, *ignored: str) -> None:
    """Copy a folder with its bytecode, so that a program that runs in the copy compiles no module again."""
    if not sys.pycache_prefix:
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns(*ignored))
        return
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", *ignored))
    bytecode, bytecode_of_copy = (Path(f"{sys.pycache_prefix}{folder}") for folder in (source, copy))
    if bytecode.is_dir():
        shutil.copytree(bytecode, bytecode_of_copy, dirs_exist_ok=True, ignore_dangling_symlinks=True)


@contextmanager
def isolate(empty: Path) -> Iterator[None]:
    """No setting in the environment, and an empty folder to work in, without an `.env`; programs started inherit it."""
    from bot.settings import Settings  # after bytecode is kept

    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.lower() in Settings.model_fields]:
            patch.delenv(name)
        patch.setenv("PYTHONPATH", str(HOUSE), prepend=os.pathsep)
        patch.chdir(empty)
        yield
    if sys.pycache_prefix:
        shutil.rmtree(f"{sys.pycache_prefix}{empty.parent}", ignore_errors=True)  # of copies that end with the run
