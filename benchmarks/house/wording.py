"""Docstrings, and the words of names, comments and docstrings; codes and texts for people are none of these."""

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
"""What the field calls things that there are here."""


def term(words: str) -> re.Pattern[str]:
    """A term, also as a part of a name or over the end of a line."""
    return re.compile(r"[\s_-]*".join(words.split()), re.IGNORECASE)


def documented(source: Source, files: Iterable[File]) -> float:
    """The share of functions without a leading `_`, in classes without one, that have a docstring; in percent.

    A method has that of the one that it takes the place of.
    """
    files = tuple(files)
    known = sum(len(list(_public(file.tree))) for file in files)
    return 100 - 100 * sum(len(undocumented(source, file)) for file in files) / max(1, known)


def undocumented(source: Source, file: File) -> list[str]:
    """The names of those that have none."""
    promised = {method for each in source.classes.values() if each.file is file for method in _promised(source, each)}
    bare = (function for function in _public(file.tree) if ast.get_docstring(function) is None)
    return [function.name for function in bare if function not in promised]


def _promised(source: Source, of: Class) -> Iterator[Function]:
    """The methods of which a class above says what they do."""
    above = (source.classes[name] for name in source.bases(of) if name in source.classes)
    told = {method.name for each in above for method in each.methods if ast.get_docstring(method)}
    return (method for method in of.methods if method.name in told)


def count(wanted: re.Pattern[str], files: Iterable[File]) -> int:
    """How often a word is written in names, comments and docstrings."""
    return sum(len(wanted.findall(words(file))) for file in files)


@cache
def words(file: File) -> str:
    """Every name, comment and docstring, a line each; no other text."""
    docstrings = set(_docstrings(file))
    return "\n".join(
        token.string
        for token in tokenize.generate_tokens(io.StringIO(file.text).readline)
        if token.type in (tokenize.NAME, tokenize.COMMENT) or token.start in docstrings
    )


def _public(node: ast.AST) -> Iterator[Function]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ClassDef | Function) and each.name.startswith("_"):
            continue
        if isinstance(each, Function):
            yield each
        yield from _public(each)


def _docstrings(file: File) -> Iterator[tuple[int, int]]:
    """Where texts begin that stand by themselves."""
    for node in file.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.lineno, node.value.col_offset
