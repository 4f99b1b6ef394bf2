"""Docstrings, and the words of names, comments and docstrings; codes and texts for people are none of these."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator

from benchmarks.house.source import File, Function

VAGUE = re.compile(r"(?<![A-Za-z])(?:some|no|any)body(?![A-Za-z])|(?<![A-Za-z])whoever(?![A-Za-z])", re.IGNORECASE)
TERMS = ("outbox", "idempotent", "optimistic lock", "backoff", "semaphore", "token bucket")
"""What the field calls things that there are here."""


def term(words: str) -> re.Pattern[str]:
    """A term, also as a part of a name or at the end of a line."""
    return re.compile(r"[\W_]*".join(words.split()), re.IGNORECASE)


def documented(files: Iterable[File]) -> float:
    """The share of functions without a leading `_`, in classes without one, that have a docstring; in percent."""
    functions = [function for file in files for function in _public(file.tree)]
    return 100 * sum(ast.get_docstring(function) is not None for function in functions) / max(1, len(functions))


def words(file: File) -> Iterator[str]:
    """Every name, comment and docstring; no other text."""
    docstrings = set(_docstrings(file.tree))
    for token in tokenize.generate_tokens(io.StringIO(file.text).readline):
        if token.type in (tokenize.NAME, tokenize.COMMENT) or token.start in docstrings:
            yield token.string


def count(wanted: re.Pattern[str], files: Iterable[File]) -> int:
    """How often a word is written."""
    return sum(len(wanted.findall(text)) for file in files for text in words(file))


def _public(node: ast.AST) -> Iterator[Function]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ClassDef | Function) and each.name.startswith("_"):
            continue
        if isinstance(each, Function):
            yield each
        yield from _public(each)


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Where texts begin that stand by themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.lineno, node.value.col_offset
