"""Places where the kind of a request, or of a platform, decides what is done: each is a list kept up by hand."""

from __future__ import annotations

import ast

from benchmarks.house.services import is_protocol
from benchmarks.house.source import File, Function, Source

FEWEST = 3


def dispatches(source: Source, base: str) -> list[str]:
    """Functions with at least three arms for classes derived from `base`, and with how many.

    One that ends in `assert_never` is none: the type checker names the arm that it lacks.
    """
    kinds = source.derived(base)
    functions = ((file, node) for file in source.files for node in file.nodes if isinstance(node, Function))
    told = ((file, function, arms(source, file, function, kinds)) for file, function in functions)
    found = ((file, function, count) for file, function, count in told if count >= FEWEST)
    return [f"{file.path}:{function.lineno} ({count})" for file, function, count in found if not _is_checked(function)]


def arms(source: Source, file: File, function: Function, kinds: frozenset[str]) -> int:
    """How many tests by `isinstance`, and how many cases, name one of these classes."""
    named = ({source.meant(file, kind) for kind in _arm(node)} for node in ast.walk(function))
    return sum(not kinds.isdisjoint(names) for names in named)


def asked_by_isinstance(source: Source, room: str) -> list[str]:
    """Where `isinstance` asks whether something keeps a protocol of a folder's: the place, and the protocol."""
    asked = ((file, node) for file in source.files for node in file.nodes if isinstance(node, ast.Call))
    named = ((file, node.lineno, source.meant(file, kind)) for file, node in asked for kind in _asked_for(node))
    promised = {each.name for each in source.under(room).classes.values() if is_protocol(source, each)}
    return [f"{file.path}:{line} {name}" for file, line, name in named if name in promised]


def _arm(node: ast.AST) -> list[ast.expr]:
    """The classes that a node asks for, if it is an arm."""
    if isinstance(node, ast.match_case):
        return [each.cls for each in ast.walk(node.pattern) if isinstance(each, ast.MatchClass)]
    return _asked_for(node) if isinstance(node, ast.Call) else []


def _is_checked(function: Function) -> bool:
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(ast.unparse(call.func).endswith("assert_never") for call in calls)


def _asked_for(call: ast.Call) -> list[ast.expr]:
    """The classes that `isinstance` asks for; none if this is another call."""
    if ast.unparse(call.func) != "isinstance" or len(call.args) != 2:
        return []
    return [name for name in ast.walk(call.args[1]) if isinstance(name, ast.Name | ast.Attribute)]
