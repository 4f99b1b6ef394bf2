"""How large values and protocols are, and which parts of the store are derived from one another."""

from __future__ import annotations

from benchmarks.house.services import is_protocol, members
from benchmarks.house.source import Class, Source


def largest(source: Source, room: str, name: str) -> int:
    """The fields of the class of that name in a folder; of the largest if there are several, 0 if there is none."""
    found = (each for each in source.under(room).classes.values() if each.node.name == name)
    return max((len(each.fields) for each in found), default=0)


def protocols(source: Source) -> list[tuple[int, str]]:
    """How many members each protocol has, and its name, the largest first."""
    found = (each for each in source.classes.values() if is_protocol(source, each))
    return sorted(((len(members(source, each)), each.name) for each in found), reverse=True)


def derivations(source: Source, room: str) -> list[str]:
    """The classes in a folder whose base is another class there, with the base; a protocol or a failure is none."""
    parts = {name: each for name, each in source.under(room).classes.items() if not is_protocol(source, each)}
    pairs = ((each, source.meant(each.file, base)) for each in parts.values() for base in each.node.bases)
    return [f"{each.name} < {base}" for each, base in pairs if base in parts and not _is_failure(source, each)]


def _is_failure(source: Source, of: Class) -> bool:
    return any(base.endswith(("Exception", "Error")) for base in source.bases(of))
