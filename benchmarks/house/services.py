"""Classes that are given collaborators and do something for their callers, and which of them might be functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.house.source import Class, Function, Source

_PLAIN = ("object", "typing.Generic", "abc.ABC")
_PROTOCOL = "typing.Protocol"
_BEGINNINGS = ("__init__", "__post_init__")
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_CONTAINERS = ("list", "dict", "set", "bytearray", "collections.deque", "collections.defaultdict", "itertools.count")


def services(source: Source, room: str) -> list[Class]:
    """The classes in a folder that are neither a value, a protocol, nor derived from a library's class."""
    return [each for each in source.classes.values() if each.file.path.startswith(f"{room}/") and _serves(source, each)]


def one_method(source: Source, of: Class) -> bool:
    """Whether callers may call one method only; properties do not count."""
    return len(public_methods(source, of)) == 1


def might_be_a_function(source: Source, of: Class) -> bool:
    """Whether a service has one public method and no state, and no other class keeps a protocol that it keeps."""
    return one_method(source, of) and not holds_state(source, of) and not _is_one_of_many(source, of)


def public_methods(source: Source, of: Class) -> frozenset[str]:
    """Also those of the classes that it is derived from, but for protocols' own."""
    classes = (of, *(source.classes[name] for name in source.bases(of) if name in source.classes))
    return frozenset(
        method.name
        for each in classes
        if not is_protocol(source, each)
        for method in each.methods
        if not method.name.startswith("_") and not _is_property(method)
    )


def is_protocol(source: Source, of: Class) -> bool:
    """Whether a class is itself a protocol, not only derived from one."""
    return any(source.meant(of.file, base) == _PROTOCOL for base in of.node.bases)


def members(source: Source, of: Class) -> frozenset[str]:
    """The public names of a class or protocol, with those of the ones above it."""
    above = (source.classes[name] for name in source.bases(of) if name in source.classes)
    return frozenset(name for each in (of, *above) for name in _named(each))


def holds_state(source: Source, of: Class) -> bool:
    """Whether a class changes attributes of its own, or makes something for itself that changes."""
    family = (of, *(source.classes[name] for name in source.bases(of) if name in source.classes))
    return any(_changes_itself(each) for each in family) or any(
        _makes_state(source, each, made) for each in family for made in _made(each)
    )


def _changes_itself(of: Class) -> bool:
    methods = (method for method in of.methods if method.name not in _BEGINNINGS)
    return any(_is_own(target) for method in methods for target in _changed(method))


def _changed(method: Function) -> Iterator[ast.expr]:
    for node in ast.walk(method):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield node.value if isinstance(node, ast.Subscript) else node


def _is_own(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"


def _made(of: Class) -> Iterator[ast.expr]:
    """What the attributes of a new one are made of."""
    for field in of.fields:
        yield from (word.value for word in getattr(field.value, "keywords", ()) if word.arg == "default_factory")
    for method in of.methods:
        if method.name in _BEGINNINGS:
            yield from (
                node.value for node in ast.walk(method) if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            )


def _makes_state(source: Source, of: Class, made: ast.expr) -> bool:
    """An empty container or something of a library's class, or of a class here that holds state itself."""
    if isinstance(made, _DISPLAYS):
        return True
    if isinstance(made, ast.BoolOp):
        return any(_makes_state(source, of, value) for value in made.values)
    if isinstance(made, ast.Call):
        return _makes_state(source, of, made.func)
    name = source.meant(of.file, made) if isinstance(made, ast.Name | ast.Attribute) else ""
    if name in source.classes:
        return holds_state(source, source.classes[name])
    return name in _CONTAINERS or (name.rpartition(".")[2][:1].isupper() and not name.startswith("bot."))


def _serves(source: Source, of: Class) -> bool:
    if is_protocol(source, of) or not public_methods(source, of) or _is_foreign(source, of):
        return False
    return not of.is_dataclass or _is_given_collaborators(source, of)


def _is_foreign(source: Source, of: Class) -> bool:
    known = (*_PLAIN, _PROTOCOL, *source.classes)
    return any(base not in known for base in source.bases(of))


def _is_given_collaborators(source: Source, of: Class) -> bool:
    """What tells a service that is a dataclass from a value: it waits, or has a field that does something."""
    waits = any(isinstance(method, ast.AsyncFunctionDef) for method in of.methods)
    return waits or any(_works(source, of, field.annotation) for field in of.fields)


def _works(source: Source, of: Class, annotation: ast.expr) -> bool:
    names = (source.meant(of.file, node) for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute))
    found = (source.classes[name] for name in names if name in source.classes and name != of.name)
    return any(is_protocol(source, each) or _serves(source, each) for each in found)


def _is_one_of_many(source: Source, of: Class) -> bool:
    """Whether a protocol that it keeps, or a class that it is derived from, is another class's too."""
    return any(_is_shared(source, name) for name in source.bases(of) if name in source.classes) or any(
        _keeps(source, of, protocol) and sum(_keeps(source, each, protocol) for each in source.classes.values()) > 1
        for protocol in source.classes.values()
        if is_protocol(source, protocol)
    )


def _is_shared(source: Source, base: str) -> bool:
    return sum(base in source.bases(each) for each in source.classes.values()) > 1


def _keeps(source: Source, of: Class, protocol: Class) -> bool:
    promised = members(source, protocol)
    return bool(promised) and not is_protocol(source, of) and promised <= members(source, of)


def _named(of: Class) -> Iterator[str]:
    """The public names in a class's own body."""
    yield from (method.name for method in of.methods if not method.name.startswith("_"))
    yield from (field.target.id for field in of.fields if isinstance(field.target, ast.Name))


def _is_property(method: Function) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in method.decorator_list)
