"""Nim is added to a copy of everything as docs/contributing.md says, and played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.repository_copy import copy_to, replace_once, run, run_tests

NIM = Path(__file__).parent / "sixth_game"
TABLES = {
    "engines/__init__.py": (("dots, lgame", "dots, lgame, nim"), ("curves.GAME", "curves.GAME, nim.GAME")),
    "renderers/__init__.py": (
        ("ghosts, lgame", "ghosts, lgame, nim"),
        ('    "dots":', '    "nim": Drawing(nim.draw, nim.ALT),\n    "dots":'),
    ),
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of everything, with Nim: its folder, its drawing, its words, its tables of tests, and two lines."""
    return copy_with_nim(tmp_path_factory.mktemp("nim"))


def copy_with_nim(folder: Path) -> Path:
    copy_to(folder, NIM / "files")
    for words in (NIM / "words").glob("*.po"):
        _add(folder / "bot" / "texts" / words.name, words.read_text("utf-8"))
    for table, lines in TABLES.items():
        for before, after in lines:
            replace_once(folder / table, before, after)
    return folder


def _add(catalogue: Path, words: str) -> None:
    catalogue.write_text(f"{catalogue.read_text('utf-8').rstrip()}\n\n{words}", "utf-8")


def test_nothing_is_missing_every_law_holds_and_it_is_played_in_a_chat(repository: Path):
    contracts = ("tests/engines/test_completeness.py", "tests/test_architecture.py")
    laws = (f"tests/engines/{law}.py" for law in ("test_laws", "test_perft", "test_golden", "test_loading"))
    words = ("tests/bot/features/puzzles/test_lessons.py", "tests/bot/core/view/test_answers.py")
    drawn_sides = ("tests/renderers/test_every_game.py", *words)
    chat_tests = "tests/bot/nim_is_played.py"
    code, output = run_tests(
        repository,
        *("-m", "hypothesis or not long", "-k", "nim or completeness or architecture"),
        *contracts,
        *laws,
        *drawn_sides,
        chat_tests,
    )
    assert code == 0, output


def test_its_words_are_there_and_no_contract_is_broken(repository: Path):
    for command in ((sys.executable, "-m", "bot.texts"), ("lint-imports", "--no-cache")):
        code, output = run(repository, *command)
        assert code == 0, output


@pytest.mark.long
def test_missing_parts_are_named(tmp_path: Path):
    repository = copy_with_nim(tmp_path)
    replace_once(repository / "renderers" / "__init__.py", '    "nim": Drawing(nim.draw, nim.ALT),\n', "")
    replace_once(repository / "bot" / "texts" / "uk.po", 'msgid "rules-nim"', 'msgid "rules-of-nim"')
    (repository / "tests" / "engines" / "nim" / "perft.txt").unlink()
    _, output = run_tests(repository, "tests/engines/test_completeness.py")
    for promise in ("is_drawn", "has_a_perft_table", "has_its_name_its_rules_and_its_words_in_every_language"):
        assert f"test_a_game_{promise}[nim]" in output
    assert "3 failed" in output
