"""Dispatches by the kind of a request or platform, each a list that is kept complete by hand."""

from __future__ import annotations

import ast

from benchmarks.house.services import is_protocol
from benchmarks.house.source import File, Function, Source

FEWEST = 3


def dispatches(source: Source, base: str) -> list[str]:
    """Return the functions with at least three arms for subclasses of `base`, each with its number of arms.

    A function that ends in `assert_never` is left out, since the type checker names a missing arm.
    """
    kinds = source.subclasses(base)
    functions = ((file, node) for file in source.files for node in file.nodes if isinstance(node, Function))
    arm_counts = ((file, function, arms(source, file, function, kinds)) for file, function in functions)
    long_dispatches = ((file, function, count) for file, function, count in arm_counts if count >= FEWEST)
    return [
        f"{file.path}:{function.lineno} ({count})"
        for file, function, count in long_dispatches
        if not _is_checked(function)
    ]


def arms(source: Source, file: File, function: Function, kinds: frozenset[str]) -> int:
    """Return the number of `isinstance` tests and match cases that name one of these classes."""
    names_by_arm = ({source.resolve(file, kind) for kind in _arm(node)} for node in ast.walk(function))
    return sum(not kinds.isdisjoint(names) for names in names_by_arm)


def isinstance_tests(source: Source, folder: str) -> list[str]:
    """Return the places where `isinstance` tests for a protocol of a folder, each with the protocol."""
    calls = ((file, node) for file in source.files for node in file.nodes if isinstance(node, ast.Call))
    tests = ((file, node.lineno, source.resolve(file, kind)) for file, node in calls for kind in _tested_classes(node))
    protocols = {each.name for each in source.under(folder).classes.values() if is_protocol(source, each)}
    return [f"{file.path}:{line} {name}" for file, line, name in tests if name in protocols]


def _arm(node: ast.AST) -> list[ast.expr]:
    """Return the classes that a node tests for, if it is an arm."""
    if isinstance(node, ast.match_case):
        return [each.cls for each in ast.walk(node.pattern) if isinstance(each, ast.MatchClass)]
    return _tested_classes(node) if isinstance(node, ast.Call) else []


def _is_checked(function: Function) -> bool:
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(ast.unparse(call.func).endswith("assert_never") for call in calls)


def _tested_classes(call: ast.Call) -> list[ast.expr]:
    """Return the classes that an `isinstance` call tests for; none for another call."""
    if ast.unparse(call.func) != "isinstance" or len(call.args) != 2:
        return []
    return [name for name in ast.walk(call.args[1]) if isinstance(name, ast.Name | ast.Attribute)]
