"""Service classes, which take collaborators and act for their callers, and those that might be functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.house.source import Class, Function, Source

_PLAIN = ("object", "typing.Generic", "abc.ABC")
_PROTOCOL = "typing.Protocol"
_BEGINNINGS = ("__init__", "__post_init__")
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_CONTAINERS = ("list", "dict", "set", "bytearray", "collections.deque", "collections.defaultdict", "itertools.count")


def services(source: Source, folder: str) -> list[Class]:
    """Return the classes in a folder that are neither values, protocols nor derived from a library class."""
    return [
        each for each in source.classes.values() if each.file.path.startswith(f"{folder}/") and _serves(source, each)
    ]


def has_one_method(source: Source, of: Class) -> bool:
    """Return whether a class has exactly one public method; properties do not count."""
    return len(public_methods(source, of)) == 1


def might_be_a_function(source: Source, of: Class) -> bool:
    """Return whether a service has one public method, no state, and no sibling behind its protocol."""
    return has_one_method(source, of) and not holds_state(source, of) and not _is_one_of_many(source, of)


def public_methods(source: Source, of: Class) -> frozenset[str]:
    """Return the public methods of a class and its bases, without those of protocols."""
    classes = (of, *(source.classes[name] for name in source.bases(of) if name in source.classes))
    return frozenset(
        method.name
        for each in classes
        if not is_protocol(source, each)
        for method in each.methods
        if not method.name.startswith("_") and not _is_property(method)
    )


def is_protocol(source: Source, of: Class) -> bool:
    """Return whether a class itself is a protocol rather than derived from one."""
    return any(source.resolve(of.file, base) == _PROTOCOL for base in of.node.bases)


def members(source: Source, of: Class) -> frozenset[str]:
    """Return the public names of a class or protocol, including inherited ones."""
    above = (source.classes[name] for name in source.bases(of) if name in source.classes)
    return frozenset(name for each in (of, *above) for name in _own_public_names(each))


def holds_state(source: Source, of: Class) -> bool:
    """Return whether a class changes its own attributes, or creates a mutable attribute."""
    family = (of, *(source.classes[name] for name in source.bases(of) if name in source.classes))
    return any(_changes_itself(each) for each in family) or any(
        _makes_state(source, each, value) for each in family for value in _initial_values(each)
    )


def _changes_itself(of: Class) -> bool:
    methods = (method for method in of.methods if method.name not in _BEGINNINGS)
    return any(_is_own(target) for method in methods for target in _changed_targets(method))


def _changed_targets(method: Function) -> Iterator[ast.expr]:
    for node in ast.walk(method):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield node.value if isinstance(node, ast.Subscript) else node


def _is_own(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"


def _initial_values(of: Class) -> Iterator[ast.expr]:
    """Yield the expressions that initialise the attributes of a new instance."""
    for field in of.fields:
        yield from (word.value for word in getattr(field.value, "keywords", ()) if word.arg == "default_factory")
    for method in of.methods:
        if method.name in _BEGINNINGS:
            yield from (
                node.value for node in ast.walk(method) if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            )


def _makes_state(source: Source, of: Class, expression: ast.expr) -> bool:
    """Return whether an expression makes a container, a library object or an object that holds state."""
    if isinstance(expression, _DISPLAYS):
        return True
    if isinstance(expression, ast.BoolOp):
        return any(_makes_state(source, of, value) for value in expression.values)
    if isinstance(expression, ast.Call):
        return _makes_state(source, of, expression.func)
    name = source.resolve(of.file, expression) if isinstance(expression, ast.Name | ast.Attribute) else ""
    if name in source.classes:
        return holds_state(source, source.classes[name])
    return name in _CONTAINERS or (name.rpartition(".")[2][:1].isupper() and not name.startswith("bot."))


def _serves(source: Source, of: Class) -> bool:
    if is_protocol(source, of) or not public_methods(source, of) or _is_foreign(source, of):
        return False
    return not _is_dataclass(source, of) or _is_given_collaborators(source, of)


def _is_dataclass(source: Source, of: Class) -> bool:
    bases = (source.classes[name] for name in source.bases(of) if name in source.classes)
    return of.is_dataclass or any(base.makes_dataclasses for base in bases)


def _is_foreign(source: Source, of: Class) -> bool:
    known_bases = (*_PLAIN, _PROTOCOL, *source.classes)
    return any(base not in known_bases for base in source.bases(of))


def _is_given_collaborators(source: Source, of: Class) -> bool:
    """Return whether a dataclass is a service: it has a coroutine, or a field that is a service."""
    waits = any(isinstance(method, ast.AsyncFunctionDef) for method in of.methods)
    return waits or any(_works(source, of, field.annotation) for field in of.fields)


def _works(source: Source, of: Class, annotation: ast.expr) -> bool:
    names = (
        source.resolve(of.file, node) for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute)
    )
    classes = (source.classes[name] for name in names if name in source.classes and name != of.name)
    return any(is_protocol(source, each) or _serves(source, each) for each in classes)


def _is_one_of_many(source: Source, of: Class) -> bool:
    """Return whether another class implements the same protocol or has the same base."""
    return any(_is_shared(source, name) for name in source.bases(of) if name in source.classes) or any(
        _implements(source, of, protocol)
        and sum(_implements(source, each, protocol) for each in source.classes.values()) > 1
        for protocol in source.classes.values()
        if is_protocol(source, protocol)
    )


def _is_shared(source: Source, base: str) -> bool:
    return sum(base in source.bases(each) for each in source.classes.values()) > 1


def _implements(source: Source, of: Class, protocol: Class) -> bool:
    protocol_members = members(source, protocol)
    return bool(protocol_members) and not is_protocol(source, of) and protocol_members <= members(source, of)


def _own_public_names(of: Class) -> Iterator[str]:
    """Yield the public names in a class's own body."""
    yield from (method.name for method in of.methods if not method.name.startswith("_"))
    yield from (field.target.id for field in of.fields if isinstance(field.target, ast.Name))


def _is_property(method: Function) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in method.decorator_list)
