"""Private names of libraries in our code: names with a leading `_`, and attributes that it replaces."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from benchmarks.house.source import PRODUCT, Class, File, Function, Source

Use = tuple[str, str]
"""A file's path and the private name it uses."""

_OWN = (*PRODUCT, "benchmarks", "tests")
_DOCUMENTED = frozenset({"_exit", "_current_frames", "_asdict", "_fields", "_make", "_replace"})
"""Public in spite of their names, since Python's manual documents them (`os`, `sys`, named tuples)."""
_BY_TEXT = ("getattr", "setattr", "hasattr", "delattr")


def private_names(source: Source) -> set[Use]:
    """Return all uses in the files; the libraries of their base classes must be installed."""
    own_names = _own_names(source)
    uses = {
        (file.path, name)
        for file in source.files
        for name in (
            *private_imports(file),
            *replaced_attributes(file),
            *private_attributes(file, own_names[file.path]),
        )
    }
    return uses | {
        (each.file.path, name) for each in source.classes.values() for name in shared_private_names(source, each)
    }


def private_imports(file: File) -> Iterator[str]:
    """Yield private modules, and private names of modules, that are imported from libraries."""
    for node in file.nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if _is_foreign(name) and any(map(_is_private, name.split("."))))


def replaced_attributes(file: File) -> Iterator[str]:
    """Yield attributes of imported objects that the file assigns, private or public."""
    for node in file.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            target = file.names.get(node.value.id, "")
            if target and _is_foreign(target):
                yield f"{node.value.id}.{node.attr}"


def private_attributes(file: File, own_names: frozenset[str]) -> Iterator[str]:
    """Yield private attributes that the file does not define (`own`), including those named by a string."""
    for node in file.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            names = [node.attr]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _BY_TEXT:
            names = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        else:
            continue
        yield from (name for name in names if _is_private(name) and name not in own_names)


def shared_private_names(source: Source, of: Class) -> Iterator[str]:
    """Yield private names that a class has in common with its library base classes."""
    libraries = [base for base in source.bases(of) if "." in base and _is_foreign(base) and not _is_standard(base)]
    theirs = {name for base in libraries for each in _load_class(base).__mro__ for name in _names_of(each)}
    yield from sorted(theirs & _names_in(ast.walk(of.node)))


def _own_names(source: Source) -> dict[str, frozenset[str]]:
    """Map each file's path to its private names and those of its base classes' files."""
    names = {file.path: _names_in(file.nodes) for file in source.files}
    related_paths: dict[str, set[str]] = {path: {path} for path in names}
    for each in source.classes.values():
        base_paths = (source.classes[base].file.path for base in source.bases(each) if base in source.classes)
        related_paths[each.file.path].update(base_paths)
    return {path: frozenset().union(*(names[each] for each in paths)) for path, paths in related_paths.items()}


def _names_in(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the private names of functions, classes, fields and attributes that these nodes define."""
    return frozenset(name for node in nodes for name in _defined_names(node) if _is_private(name))


def _defined_names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | Function):
        yield node.name
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def _names_of(theirs: type) -> frozenset[str]:
    """Return the private names of a library class; none for one in C or the standard library."""
    if _is_standard(theirs.__module__):
        return frozenset()
    classes = (node for node in ast.walk(_tree_of(theirs.__module__)) if isinstance(node, ast.ClassDef))
    return _names_in(chain.from_iterable(ast.walk(node) for node in classes if node.name == theirs.__name__))


@cache
def _tree_of(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(importlib.import_module(module)))


def _load_class(name: str) -> type:
    module, _, last = name.rpartition(".")
    try:
        class_ = getattr(importlib.import_module(module), last)
    except ModuleNotFoundError:
        class_ = getattr(_load_class(module), last)
    assert isinstance(class_, type)
    return class_


def _is_private(name: str) -> bool:
    return name.startswith("_") and name.strip("_") != "" and not name.endswith("__") and name not in _DOCUMENTED


def _is_foreign(name: str) -> bool:
    return name.partition(".")[0] not in _OWN


def _is_standard(name: str) -> bool:
    return name.partition(".")[0] in (*sys.stdlib_module_names, "builtins")
