"""Imports between modules: files with a single importer, packages, and the edges between packages."""

from __future__ import annotations

from collections.abc import Mapping

import grimp

Imports = Mapping[str, frozenset[str]]
"""The imports of each module by dotted name; a package stands for its `__init__`."""


def imports_of(package: str) -> Imports:
    """Return the imports within an installed package, as written in its files."""
    graph = grimp.build_graph(package, cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def with_one_importer(imports: Imports) -> list[str]:
    """Return the modules that exactly one other module imports, except packages, which only re-export."""
    files = {module for module in imports if not _is_package(module, imports)}
    return sorted(each for each in files if sum(each in imports[importer] for importer in files) == 1)


def child_packages(imports: Imports, package: str) -> frozenset[str]:
    """Return the files and folders directly below a package."""
    return frozenset(_child_package(module, package) for module in imports if module.startswith(f"{package}."))


def package_edges(imports: Imports, package: str) -> frozenset[tuple[str, str]]:
    """Return the pairs of a package's children where one imports the other."""
    pairs = [(module, target) for module, imported_modules in imports.items() for target in (module, *imported_modules)]
    inside = [pair for pair in pairs if all(each.startswith(f"{package}.") for each in pair)]
    between = {(_child_package(module, package), _child_package(target, package)) for module, target in inside}
    return frozenset((one, target) for one, target in between if one != target)


def _child_package(module: str, package: str) -> str:
    return module.removeprefix(f"{package}.").partition(".")[0]


def _is_package(module: str, imports: Imports) -> bool:
    return any(submodule.startswith(f"{module}.") for submodule in imports)
