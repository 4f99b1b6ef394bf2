"""What import contracts cannot say: where compiled code may live, how long files are, what a light import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for room in ("engines", "renderers", "bot") for path in (ROOT / room).rglob("*.py"))
LONGEST = 300


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _may_be_compiled(path: Path) -> bool:
    engines, *rooms, _ = path.relative_to(ROOT).parts
    return engines == "engines" and (path.stem.startswith("search") or rooms[-1:] in (["search"], ["kernels"]))


def test_compiled_code_lives_in_searches_only():
    assert [path for path in SOURCES if "numba" in set(_imported(path)) and not _may_be_compiled(path)] == []


def test_no_file_is_longer_than_three_hundred_lines():
    assert [path for path in SOURCES if len(path.read_text("utf-8").splitlines()) > LONGEST] == []


def test_every_file_says_its_job_in_its_first_line():
    assert [path for path in SOURCES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))] == []


@pytest.mark.parametrize("heavy", ["numba", "numpy", "scipy", "networkx", "PIL"])
def test_importing_the_engines_is_light(heavy: str):
    code = f"import engines, sys; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
