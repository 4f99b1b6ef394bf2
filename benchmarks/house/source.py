"""The program's source as syntax trees: its files, its classes, and what a name in one of them stands for."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("engines", "renderers", "bot")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class File:
    """A file by its path from the root, with slashes."""

    path: str
    text: str

    @property
    def module(self) -> str:
        """Its dotted name; that of a package is the package's."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of its tree."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What is imported anywhere in the file or made at its top, by its name there: the dotted name elsewhere."""
        imported = {name: meant for node in self.nodes for name, meant in _imported(node)}
        made = (node.name for node in self.tree.body if isinstance(node, ast.ClassDef | Function))
        return {**imported, **{name: f"{self.module}.{name}" for name in made}}


@dataclass(frozen=True)
class Class:
    """A class at the top of a file."""

    file: File
    node: ast.ClassDef

    @property
    def name(self) -> str:
        """Its dotted name."""
        return f"{self.file.module}.{self.node.name}"

    @property
    def is_dataclass(self) -> bool:
        return any("dataclass" in ast.unparse(decorator) for decorator in self.node.decorator_list)

    @property
    def fields(self) -> tuple[ast.AnnAssign, ...]:
        """What stands in its body with a type."""
        return tuple(node for node in self.node.body if isinstance(node, ast.AnnAssign))

    @property
    def methods(self) -> tuple[Function, ...]:
        return tuple(node for node in self.node.body if isinstance(node, Function))


@dataclass(frozen=True)
class Source:
    """Files that are read together."""

    files: tuple[File, ...]

    @cached_property
    def classes(self) -> Mapping[str, Class]:
        """By their dotted names."""
        nodes = ((file, node) for file in self.files for node in file.tree.body)
        found = (Class(file, node) for file, node in nodes if isinstance(node, ast.ClassDef))
        return {each.name: each for each in found}

    def under(self, room: str) -> Source:
        """Those in a folder, by its path."""
        return Source(tuple(file for file in self.files if file.path.startswith(f"{room}/")))

    def meant(self, file: File, expression: ast.expr) -> str:
        """The dotted name of what a name in a file stands for, at the place where it is made."""
        written = expression.value if isinstance(expression, ast.Subscript) else expression
        first, _, rest = ast.unparse(written).partition(".")
        return self._followed(".".join(filter(None, (file.names.get(first, first), rest))))

    def bases(self, of: Class) -> tuple[str, ...]:
        """The dotted names of what a class is derived from, nearest first, through all classes in these files."""
        near = [self.meant(of.file, base) for base in of.node.bases]
        return tuple(each for name in near for each in (name, *self._further(name)))

    def derived(self, base: str) -> frozenset[str]:
        """The dotted names of the classes that are derived from one, which is told by its own name."""
        return frozenset(
            name for name, each in self.classes.items() if any(_last(above) == base for above in self.bases(each))
        )

    def _further(self, name: str) -> tuple[str, ...]:
        return self.bases(self.classes[name]) if name in self.classes else ()

    def _followed(self, name: str) -> str:
        """Through files that import a name only to pass it on."""
        module, _, last = name.rpartition(".")
        passed = self._names.get(module, {}).get(last, name)
        return name if passed == name else self._followed(passed)

    @cached_property
    def _names(self) -> Mapping[str, Mapping[str, str]]:
        return {file.module: file.names for file in self.files}


def read(rooms: Iterable[str] = PRODUCT, root: Path = ROOT) -> Source:
    """All Python files in these folders."""
    paths = sorted(path for room in rooms for path in (root / room).rglob("*.py"))
    return Source(tuple(File(path.relative_to(root).as_posix(), path.read_text("utf-8")) for path in paths))


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _last(name: str) -> str:
    return name.rpartition(".")[2]
