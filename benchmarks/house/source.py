"""The program's source as syntax trees: files, classes, and the meaning of names in them."""

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
    """A source file and its path from the root, with slashes."""

    path: str
    text: str

    @property
    def module(self) -> str:
        """Return the dotted name of the module; for `__init__.py`, that of the package."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def tree(self) -> ast.Module:
        """Return the syntax tree of the file."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Return all nodes of the file's tree."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Map each name imported or defined at the top level to its dotted name."""
        imported_names = {name: target for node in self.nodes for name, target in _imported_names(node)}
        definitions = (node.name for node in self.tree.body if isinstance(node, ast.ClassDef | Function))
        return {**imported_names, **{name: f"{self.module}.{name}" for name in definitions}}


@dataclass(frozen=True)
class Class:
    """A class at the top of a file."""

    file: File
    node: ast.ClassDef

    @property
    def name(self) -> str:
        """Return the dotted name of the class."""
        return f"{self.file.module}.{self.node.name}"

    @property
    def is_dataclass(self) -> bool:
        """Return whether a decorator makes the class a dataclass."""
        return any("dataclass" in ast.unparse(decorator) for decorator in self.node.decorator_list)

    @property
    def makes_dataclasses(self) -> bool:
        """Return whether a decorator makes the subclasses dataclasses."""
        return any("dataclass_transform" in ast.unparse(decorator) for decorator in self.node.decorator_list)

    @property
    def fields(self) -> tuple[ast.AnnAssign, ...]:
        """Return the annotated assignments in the class body."""
        return tuple(node for node in self.node.body if isinstance(node, ast.AnnAssign))

    @property
    def methods(self) -> tuple[Function, ...]:
        """Return the functions in the class body."""
        return tuple(node for node in self.node.body if isinstance(node, Function))


@dataclass(frozen=True)
class Source:
    """A set of files that are analysed together."""

    files: tuple[File, ...]

    @cached_property
    def classes(self) -> Mapping[str, Class]:
        """Map dotted names to the top-level classes."""
        nodes = ((file, node) for file in self.files for node in file.tree.body)
        pairs = (Class(file, node) for file, node in nodes if isinstance(node, ast.ClassDef))
        return {each.name: each for each in pairs}

    def under(self, folder: str) -> Source:
        """Return the files below a folder."""
        return Source(tuple(file for file in self.files if file.path.startswith(f"{folder}/")))

    def resolve(self, file: File, expression: ast.expr) -> str:
        """Return the dotted name, at its definition, of the object that an expression in a file refers to."""
        name = expression.value if isinstance(expression, ast.Subscript) else expression
        first, _, rest = ast.unparse(name).partition(".")
        return self._follow_imports(".".join(filter(None, (file.names.get(first, first), rest))))

    def bases(self, of: Class) -> tuple[str, ...]:
        """Return the dotted names of all base classes, nearest first, followed through these files."""
        direct_bases = [self.resolve(of.file, base) for base in of.node.bases]
        return tuple(each for name in direct_bases for each in (name, *self._indirect_bases(name)))

    def subclasses(self, base: str) -> frozenset[str]:
        """Return the dotted names of all subclasses of the class with the plain name `base`."""
        return frozenset(
            name for name, each in self.classes.items() if any(_last(above) == base for above in self.bases(each))
        )

    def _indirect_bases(self, name: str) -> tuple[str, ...]:
        return self.bases(self.classes[name]) if name in self.classes else ()

    def _follow_imports(self, name: str) -> str:
        """Follow a name through files that only re-export it."""
        module, _, last = name.rpartition(".")
        origin = self._names.get(module, {}).get(last, name)
        return name if origin == name else self._follow_imports(origin)

    @cached_property
    def _names(self) -> Mapping[str, Mapping[str, str]]:
        return {file.module: file.names for file in self.files}


def read(folders: Iterable[str] = PRODUCT, root: Path = ROOT) -> Source:
    """Read all Python files in these folders into a `Source`."""
    paths = sorted(path for room in folders for path in (root / room).rglob("*.py"))
    return Source(tuple(File(path.relative_to(root).as_posix(), path.read_text("utf-8")) for path in paths))


def _imported_names(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _last(name: str) -> str:
    return name.rpartition(".")[2]
