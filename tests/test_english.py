"""The English of the code: names and docstrings that an engineer would write, and no words of a dialect of our own."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.readmes import ROOT

TESTS = ("tests",)
CODE = ("bot", "engines", "renderers", "benchmarks", "docs")
QUESTIONS = ("What", "Whether", "How", "Who", "Where", "Which", "When", "Those", "One")
LEXICON = re.compile(
    r"\b(deeds?|anew|spoilt|mend(s|ed|ing)?|whoever|one's own|killed one|put away|lets you in|is kept of)\b",
    re.IGNORECASE,
)
"""Words that a reader of English would have to translate; the field's words for them are in use."""
IRREGULAR = frozenset(
    "told said made asked found met untold held kept left lost won given taken shown seen known heard written drawn "
    "done gone begun sent laid led paid bought brought thought sold built spent meant felt dealt caught chosen broken "
    "spoken driven fallen forgotten hidden sworn torn worn grown thrown stood understood withdrawn stuck".split()
)
ADJECTIVES = frozenset(
    "new old closed late early due free busy fresh dead lone alone same other big small safe exact near far whole full "
    "empty bare short strong weak quick slow public private legal illegal fair odd own worst best better worse dear "
    "cheap quiet able unable idle apart stale mute good bad possible".split()
)
SMALL = frozenset(
    "by for to of in on at out off up down from with again not still as there here away back all any is it".split()
)
NOUNS = frozenset("seed need bed speed feed hundred".split())
SHAPES = frozenset("left right free".split())
"""Sides and squares of a board, for which the adjective is the noun."""
MOST_BARE_NAMES = {CODE: (20, 200), TESTS: (60, 520)}
"""How many functions and locals of these folders may be named by a participle or an adjective."""
LARGEST_SHARE = {CODE: 0.01, TESTS: 0.07}
"""The share of first lines that may begin with a question word."""
of_code_and_tests = pytest.mark.parametrize("folders", [CODE, TESTS], ids=["code", "tests"])


@cache
def trees(folders: tuple[str, ...]) -> dict[Path, ast.Module]:
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py") if path != Path(__file__))
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


@cache
def functions(folders: tuple[str, ...]) -> list[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]:
    return [
        (path, node)
        for path, tree in trees(folders).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def is_participle(word: str) -> bool:
    return word in IRREGULAR or (word.endswith("ed") and len(word) > 3 and word not in NOUNS)


def is_bare(name: str) -> bool:
    """Return whether a name has a participle or an adjective, and no noun or verb."""
    words = name.strip("_").split("_")
    if name.startswith(("is_", "has_", "can_", "_is_", "_has_", "_can_", "on_")) or set(words) <= SHAPES:
        return False
    described = [word for word in words if is_participle(word) or word in ADJECTIVES]
    return bool(described) and all(word in described or word in SMALL for word in words)


@of_code_and_tests
def test_a_first_line_says_what_a_function_does_and_asks_no_question(folders: tuple[str, ...]):
    lines = [doc.splitlines()[0] for _, node in functions(folders) if (doc := ast.get_docstring(node))]
    assert len([line for line in lines if line.split()[0] in QUESTIONS]) <= LARGEST_SHARE[folders] * len(lines)


@of_code_and_tests
def test_few_functions_are_named_by_a_participle_or_an_adjective(folders: tuple[str, ...]):
    names = sorted(node.name for _, node in functions(folders) if is_bare(node.name))
    assert len(names) <= MOST_BARE_NAMES[folders][0], names


@of_code_and_tests
def test_few_locals_are_named_by_a_participle_or_an_adjective(folders: tuple[str, ...]):
    names = [
        f"{path.relative_to(ROOT)} {node.name}: {name}"
        for path, node in functions(folders)
        for name in _bare_locals(node)
    ]
    assert len(names) <= MOST_BARE_NAMES[folders][1], names


def _bare_locals(function: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return set(filter(is_bare, names))


@of_code_and_tests
def test_comments_docstrings_and_names_use_the_fields_words(folders: tuple[str, ...]):
    texts = (text for path, tree in trees(folders).items() for text in _prose(path, tree))
    assert [text for text in texts if LEXICON.search(text)] == []


def _prose(path: Path, tree: ast.Module) -> Iterator[str]:
    source = path.read_text("utf-8")
    if not LEXICON.search(source.replace("_", " ")):
        return
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield from (f"{path.name}: {token.string}" for token in tokens if token.type in (tokenize.COMMENT, tokenize.NAME))
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef))
    yield from (f"{path.name}: {doc}" for node in nodes if (doc := ast.get_docstring(node)))


def test_pages_use_the_fields_words():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    lines = [
        (page, line) for page in pages if page.name != "CHANGELOG.md" for line in page.read_text("utf-8").splitlines()
    ]
    assert [f"{page.name}: {line}" for page, line in lines if LEXICON.search(line)] == []
