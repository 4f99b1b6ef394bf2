"""Places where the kind of a request, or of a platform, decides what is done: each is a list to be kept up by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.house.services import is_protocol
from benchmarks.house.source import File, Function, Source

FEWEST = 3


def dispatches(source: Source, base: str) -> list[str]:
    """Functions and tables with at least three arms for classes derived from `base`, and with how many."""
    kinds = source.derived(base)
    told = ((file, place, arms(source, file, place, kinds)) for file in source.files for place in _places(file))
    return [f"{file.path}:{place.lineno} ({count})" for file, place, count in told if count >= FEWEST]


def arms(source: Source, file: File, place: ast.AST, kinds: frozenset[str]) -> int:
    """How many tests by `isinstance`, cases, and keys of tables in a place name one of these classes."""
    named = ({source.meant(file, kind) for kind in arm} for node in ast.walk(place) for arm in _arms(node))
    return sum(not kinds.isdisjoint(names) for names in named)


def asked_by_isinstance(source: Source, room: str) -> list[str]:
    """Where `isinstance` asks whether something keeps a protocol of a folder's: the place, and the protocol."""
    asked = ((file, node) for file in source.files for node in file.nodes if isinstance(node, ast.Call))
    named = ((file, node.lineno, source.meant(file, kind)) for file, node in asked for kind in _asked_for(node))
    promised = {each.name for each in source.under(room).classes.values() if is_protocol(source, each)}
    return [f"{file.path}:{line} {name}" for file, line, name in named if name in promised]


def _places(file: File) -> Iterator[Function | ast.Assign | ast.AnnAssign]:
    yield from (node for node in file.nodes if isinstance(node, Function))
    yield from (node for node in file.tree.body if isinstance(node, ast.Assign | ast.AnnAssign))


def _arms(node: ast.AST) -> Iterator[list[ast.expr]]:
    """The classes that each arm at a node names."""
    if isinstance(node, ast.match_case):
        yield [each.cls for each in ast.walk(node.pattern) if isinstance(each, ast.MatchClass)]
    elif isinstance(node, ast.Dict):
        yield from ([key] for key in node.keys if key is not None)
    elif isinstance(node, ast.Call):
        yield _asked_for(node)


def _asked_for(call: ast.Call) -> list[ast.expr]:
    """The classes that `isinstance` asks for; none if this is another call."""
    if ast.unparse(call.func) != "isinstance" or len(call.args) != 2:
        return []
    return [name for name in ast.walk(call.args[1]) if isinstance(name, ast.Name | ast.Attribute)]
