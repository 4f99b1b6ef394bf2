"""A feature is added to a copy of everything by one folder and one line, and played on every platform."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.repository_copy import copy_to, replace_once, run, run_tests

FILES = Path(__file__).parent / "sample_feature" / "files"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copy_to(tmp_path_factory.mktemp("coin"), FILES)
    replace_once(folder / "bot" / "features" / "__init__.py", '"ratings",\n', '"ratings",\n        "coin",\n')
    return folder


@pytest.mark.long
def test_a_feature_is_complete_by_one_folder_and_one_line(repository: Path):
    for command in ((sys.executable, "-m", "bot.texts"), ("lint-imports", "--no-cache")):
        code, output = run(repository, *command)
        assert code == 0, output


def test_a_feature_is_played_on_every_platform(repository: Path):
    walks = ("tests/bot/core/commands/test_commands.py", "tests/bot/core/handlers/test_every_game.py")
    chat_tests = ("tests/bot/test_conversations.py", "tests/bot/chats/test_chats.py", "tests/bot/coin_is_forgotten.py")
    code, output = run_tests(repository, "-m", "", "-k", "coin or gives_away or row", *walks, *chat_tests)
    assert code == 0, output
