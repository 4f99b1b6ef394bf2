"""Who imports whom: files that belong to their one importer, rooms, and the arrows between rooms."""

from __future__ import annotations

from collections.abc import Mapping

import grimp

Imports = Mapping[str, frozenset[str]]
"""What each module imports of the others, by their dotted names; a package stands for its `__init__`."""


def imports_of(package: str) -> Imports:
    """Those of a package that is installed, as they stand in its files."""
    graph = grimp.build_graph(package, cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def with_one_importer(imports: Imports) -> list[str]:
    """The modules that one other imports; packages neither count as such nor as importers, for they only pass on."""
    files = {module for module in imports if not _is_package(module, imports)}
    return sorted(each for each in files if sum(each in imports[other] for other in files) == 1)


def rooms(imports: Imports, floor: str) -> frozenset[str]:
    """What stands right below a package, be it a file or a folder."""
    return frozenset(_room(module, floor) for module in imports if module.startswith(f"{floor}."))


def arrows(imports: Imports, floor: str) -> frozenset[tuple[str, str]]:
    """Which room of a package imports which other."""
    there = [(module, other) for module, others in imports.items() for other in (module, *others)]
    inside = [pair for pair in there if all(each.startswith(f"{floor}.") for each in pair)]
    between = {(_room(module, floor), _room(other, floor)) for module, other in inside}
    return frozenset((one, other) for one, other in between if one != other)


def _room(module: str, floor: str) -> str:
    return module.removeprefix(f"{floor}.").partition(".")[0]


def _is_package(module: str, imports: Imports) -> bool:
    return any(other.startswith(f"{module}.") for other in imports)
