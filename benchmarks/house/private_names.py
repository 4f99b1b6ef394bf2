"""Names of libraries that they do not promise to keep: what begins with `_`, and what is put in the place of theirs."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator

from benchmarks.house.source import PRODUCT, Class, File, Function, Source

Use = tuple[str, str]
"""A file's path, and the name that it uses."""

_OWN = (*PRODUCT, "benchmarks", "tests")
_DOCUMENTED = frozenset({"_exit", "_current_frames", "_asdict", "_fields", "_make", "_replace"})
"""Public in spite of their names: Python's manual describes them, in `os`, `sys` and of named tuples."""
_BY_TEXT = ("getattr", "setattr", "hasattr", "delattr")


def private_names(source: Source) -> set[Use]:
    """All that the files use; what their classes are derived from has to be installed."""
    own = _own_names(source)
    uses = {
        (file.path, name)
        for file in source.files
        for name in (*imported(file), *replaced(file), *asked_for(file, own[file.path]))
    }
    return uses | {(each.file.path, name) for each in source.classes.values() for name in shared(source, each)}


def imported(file: File) -> Iterator[str]:
    """Private modules, and private names of modules, that come from elsewhere."""
    for node in file.nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if _is_foreign(name) and any(map(_is_private, name.split("."))))


def replaced(file: File) -> Iterator[str]:
    """Attributes that are put in the place of those of an imported thing, be they private or not."""
    for node in file.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            meant = file.names.get(node.value.id, "")
            if meant and _is_foreign(meant):
                yield f"{node.value.id}.{node.attr}"


def asked_for(file: File, own: frozenset[str]) -> Iterator[str]:
    """Private attributes that are none of the file's `own`, also those that a text names."""
    for node in file.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            names = [node.attr]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _BY_TEXT:
            names = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        else:
            continue
        yield from (name for name in names if _is_private(name) and name not in own)


def shared(source: Source, of: Class) -> Iterator[str]:
    """Private names that a class has in common with a library's class that it is derived from."""
    libraries = [base for base in source.bases(of) if "." in base and _is_foreign(base) and not _is_standard(base)]
    theirs = {name for base in libraries for each in _found(base).__mro__ for name in _names_of(each)}
    yield from sorted(theirs & _names_in(ast.walk(of.node)))


def _own_names(source: Source) -> dict[str, frozenset[str]]:
    """By a file's path: what private names it has, and what the files of the classes that its own are derived from."""
    names = {file.path: _names_in(file.nodes) for file in source.files}
    above: dict[str, set[str]] = {path: {path} for path in names}
    for each in source.classes.values():
        found = (source.classes[base].file.path for base in source.bases(each) if base in source.classes)
        above[each.file.path].update(found)
    return {path: frozenset().union(*(names[other] for other in others)) for path, others in above.items()}


def _names_in(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The private names that are made there: of functions, classes, fields and attributes."""
    return frozenset(name for node in nodes for name in _made(node) if _is_private(name))


def _made(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | Function):
        yield node.name
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def _names_of(theirs: type) -> frozenset[str]:
    """Those of a library's class; none where it is not written in Python, or is Python's own."""
    if _is_standard(theirs.__module__):
        return frozenset()
    return _names_in(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(theirs)))))


def _found(name: str) -> type:
    module, _, last = name.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), last)
    except ModuleNotFoundError:
        found = getattr(_found(module), last)
    assert isinstance(found, type)
    return found


def _is_private(name: str) -> bool:
    return name.startswith("_") and name.strip("_") != "" and not name.endswith("__") and name not in _DOCUMENTED


def _is_foreign(name: str) -> bool:
    return name.partition(".")[0] not in _OWN


def _is_standard(name: str) -> bool:
    return name.partition(".")[0] in (*sys.stdlib_module_names, "builtins")
