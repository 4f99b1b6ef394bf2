"""Numba's inside is used in one file, name by name, as it is in the version whose source was read.

Private attributes, of any library, are listed in `tests/test_private_names.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import engines
from engines.kernels import numba_internals
from engines.kernels.numba_internals import READ_IN

MANUAL = {
    "numba",
    "numba.config",
    "numba.njit",
    "numba.types",
    "numba.extending.intrinsic",
    "numba.extending.register_jitable",
    "llvmlite",
    "llvmlite.binding",
    "llvmlite.ir",
}
"""What numba's and llvmlite's manuals describe."""

INSIDE = {
    "numba.core.base.BaseContext",
    "numba.core.caching.FunctionCache",
    "numba.core.codegen.JITCodeLibrary",
    "numba.core.compiler.CompileResult",
    "numba.core.compiler.Compiler",
    "numba.core.compiler_machinery.PassManager",
    "numba.core.targetconfig.ConfigStack",
    "numba.core.typing.templates.Signature",
    "_nrt",
}

THE_FILE = Path(numba_internals.__file__)
OTHERS = sorted(path for path in Path(engines.__file__).parent.rglob("*.py") if path != THE_FILE)


def test_numba_internals_uses_only_the_listed_internals():
    assert beyond_the_manual(THE_FILE) == INSIDE


def test_no_other_file_uses_numba_internals():
    assert {path: result for path in OTHERS if (result := beyond_the_manual(path))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "import numba.core.ir",
        "import numba as nb\nnb.core.ir.Inst",
        "from numba import core",
        "from numba.core.ir import Inst",
        "import_module('llvmlite.binding.ffi')",
        "njit(_nrt=False)",
        "njit(**{'_nrt': False})",
    ],
)
def test_every_use_of_numba_internals_is_detected(text: str):
    assert set(names_used(ast.parse(text))) - MANUAL


def test_numba_is_the_version_that_was_read():
    assert version("numba") == READ_IN
    root = Path(engines.__file__).parents[1]
    locks = [root / f"requirements{kind}.lock" for kind in ("", "-dev", "-bench")]
    assert all(f"\nnumba=={READ_IN} " in lock.read_text("utf-8") for lock in locks)


def beyond_the_manual(path: Path) -> set[str]:
    return set(names_used(ast.parse(path.read_text("utf-8")))) - MANUAL


def names_used(tree: ast.Module) -> Iterator[str]:
    """Names of numba and llvmlite, and the private options that functions are compiled with."""
    imported = {"numba", "llvmlite"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            findings = [alias for alias in node.names if _is_theirs(alias.name)]
            imported.update(alias.asname or alias.name for alias in findings)
            yield from (alias.name for alias in findings)
        elif isinstance(node, ast.ImportFrom) and _is_theirs(node.module or ""):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imported:
            yield f"numba.{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_theirs(node.value):
            yield node.value
        elif isinstance(node, ast.Call):
            yield from (keyword.arg for keyword in node.keywords if keyword.arg and keyword.arg.startswith("_"))
        elif isinstance(node, ast.Dict):
            keys = (key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
            yield from (key for key in keys if key.startswith("_"))


def _is_theirs(name: str) -> bool:
    return name.partition(".")[0] in ("numba", "llvmlite") and " " not in name
