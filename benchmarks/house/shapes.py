"""Sizes of values and protocols, and inheritance between the parts of the store."""

from __future__ import annotations

from benchmarks.house.services import is_protocol, members
from benchmarks.house.source import Class, Source


def most_fields(source: Source, folder: str, name: str) -> int:
    """Return the number of fields of the largest class with that name in a folder; 0 if there is none."""
    classes = (each for each in source.under(folder).classes.values() if each.node.name == name)
    return max((len(each.fields) for each in classes), default=0)


def protocols(source: Source) -> list[tuple[int, str]]:
    """Return the number of members and the name of each protocol, the largest first."""
    classes = (each for each in source.classes.values() if is_protocol(source, each))
    return sorted(((len(members(source, each)), each.name) for each in classes), reverse=True)


def derivations(source: Source, folder: str) -> list[str]:
    """Return the classes in a folder with a base class there, except protocols and exceptions."""
    parts = {name: each for name, each in source.under(folder).classes.items() if not is_protocol(source, each)}
    pairs = ((each, source.resolve(each.file, base)) for each in parts.values() for base in each.node.bases)
    return [f"{each.name} < {base}" for each, base in pairs if base in parts and not _is_exception(source, each)]


def _is_exception(source: Source, of: Class) -> bool:
    return any(base.endswith(("Exception", "Error")) for base in source.bases(of))
