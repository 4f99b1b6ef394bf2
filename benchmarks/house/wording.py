"""Share of documented functions, and the words of names, comments and docstrings, without texts for people."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache

from benchmarks.house.source import Class, File, Function, Source

VAGUE = re.compile(r"(?<![A-Za-z])(?:some|no|any)body(?![A-Za-z])|(?<![A-Za-z])whoever(?![A-Za-z])", re.IGNORECASE)
TERMS = ("outbox", "idempotent", "optimistic lock", "backoff", "semaphore", "token bucket")
"""Terms of the field for concepts in this code."""


def term(words: str) -> re.Pattern[str]:
    """Return a pattern for a term, also inside a name or across a line break."""
    return re.compile(r"[\s_-]*".join(words.split()), re.IGNORECASE)


def documented_share(source: Source, files: Iterable[File]) -> float:
    """Return the percentage of public functions with a docstring.

    A function is public if neither it nor its class begins with `_`. An override may inherit its docstring.
    """
    files = tuple(files)
    total = sum(len(list(_public_functions(file.tree))) for file in files)
    return 100 - 100 * sum(len(undocumented_functions(source, file)) for file in files) / max(1, total)


def undocumented_functions(source: Source, file: File) -> list[str]:
    """Return the names of a file's public functions without a docstring."""
    with_base_docstring = {
        method for each in source.classes.values() if each.file is file for method in _documented_by_bases(source, each)
    }
    missing = (function for function in _public_functions(file.tree) if ast.get_docstring(function) is None)
    return [function.name for function in missing if function not in with_base_docstring]


def _documented_by_bases(source: Source, of: Class) -> Iterator[Function]:
    """Yield the methods that a base class documents."""
    above = (source.classes[name] for name in source.bases(of) if name in source.classes)
    documented_names = {method.name for each in above for method in each.methods if ast.get_docstring(method)}
    return (method for method in of.methods if method.name in documented_names)


def count(pattern: re.Pattern[str], files: Iterable[File]) -> int:
    """Return how often a pattern occurs in names, comments and docstrings."""
    return sum(len(pattern.findall(words(file))) for file in files)


@cache
def words(file: File) -> str:
    """Return all names, comments and docstrings, a line each, and no other text."""
    docstrings = set(_docstrings(file))
    return "\n".join(
        token.string
        for token in tokenize.generate_tokens(io.StringIO(file.text).readline)
        if token.type in (tokenize.NAME, tokenize.COMMENT) or token.start in docstrings
    )


def _public_functions(node: ast.AST) -> Iterator[Function]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ClassDef | Function) and each.name.startswith("_"):
            continue
        if isinstance(each, Function):
            yield each
        yield from _public_functions(each)


def _docstrings(file: File) -> Iterator[tuple[int, int]]:
    """Yield the places where standalone strings begin."""
    for node in file.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.lineno, node.value.col_offset
