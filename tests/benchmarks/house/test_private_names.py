"""Uses of private names of libraries."""

from __future__ import annotations

import pytest

from benchmarks.house.private_names import private_names
from tests.benchmarks.house import source


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("from redis._parsers import Base", {"redis._parsers.Base"}),
        ("import telegram._message", {"telegram._message"}),
        ("from telegram import _message", {"telegram._message"}),
        ("def read(client):\n    return client._connection.parsers", {"_connection"}),
        ("def read(client):\n    return getattr(client, '_state')", {"_state"}),
        ("from discord.http import Route\nRoute.BASE = ''", {"Route.BASE"}),
        ("from numba.core import ir\nir.Inst = None", {"ir.Inst"}),
    ],
)
def test_private_names_of_libraries_are_listed(text: str, result: set[str]):
    assert private_names(source(room=text)) == {("bot/room.py", name) for name in result}


@pytest.mark.parametrize(
    "text",
    [
        "from bot.core import _own",
        "import os\nos._exit(0)",
        "def changed(pair):\n    return pair._replace(a=1).__class__",
        "class It:\n    def __init__(self, other):\n        self._a = other._a",
    ],
)
def test_own_and_documented_names_are_not_listed(text: str):
    assert private_names(source(room=text)) == set()


def test_private_names_of_a_base_class_in_another_file_are_own_names():
    read = source(
        a="class A:\n    def _ask(self): ...", b="from bot.a import A\nclass B(A):\n    def b(self): self._ask()"
    )
    assert private_names(read) == set()


def test_an_override_of_a_private_library_method_is_listed():
    text = "import grimp\nclass Graph(grimp.ImportGraph):\n    def _own(self): ...\n"
    assert private_names(source(room=text)) == set()
    text = "from discord.ui import View\nclass Menu(View):\n    async def _scheduled_task(self, item): ...\n"
    assert private_names(source(room=text)) == {("bot/room.py", "_scheduled_task")}
