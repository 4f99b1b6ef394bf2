"""What import contracts cannot say: what holds for every game there is, how long files are, what an import costs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import grimp
import pytest

from engines import GAMES
from renderers import DRAWINGS

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for room in ("engines", "renderers", "bot") for path in (ROOT / room).rglob("*.py"))
LONGEST = 450


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    """Who imports whom."""
    return grimp.build_graph("engines", "renderers")


@pytest.mark.parametrize(("room", "names"), [("engines", GAMES), ("renderers", DRAWINGS)], ids=["games", "drawings"])
def test_games_and_drawings_are_strangers_to_one_another(imports: grimp.ImportGraph, room: str, names: Iterable[str]):
    assert imports.find_illegal_dependencies_for_layers([{f"{room}.{name}" for name in names}]) == set()


def test_no_file_is_longer_than_four_hundred_and_fifty_lines():
    assert [path for path in SOURCES if len(path.read_text("utf-8").splitlines()) > LONGEST] == []


def test_every_file_says_its_job_in_its_first_line():
    assert [path for path in SOURCES if not path.read_text("utf-8").startswith('"""')] == []


def test_importing_the_engines_is_light():
    names = subprocess.check_output([sys.executable, "-c", "import engines, sys; print(*sys.modules)"], cwd=ROOT)
    assert not {b"numba", b"numpy", b"networkx", b"PIL"} & set(names.split())
