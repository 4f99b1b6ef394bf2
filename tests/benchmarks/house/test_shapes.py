"""Sizes of values and protocols, and inheritance between classes."""

from __future__ import annotations

from benchmarks.house.shapes import derivations, most_fields, protocols
from tests.benchmarks.house import source


def test_fields_are_counted_in_the_class_of_that_name():
    read = source(core__a="class Session:\n    a: int\n    b: int = 0\n    def c(self): ...")
    assert most_fields(read, "bot/core", "Session") == 2
    assert most_fields(read, "bot/core", "Game") == 0


def test_the_largest_protocol_comes_first():
    text = "from typing import Protocol\nclass A(Protocol):\n    a: int\nclass B(A, Protocol):\n    def b(self): ..."
    assert protocols(source(room=text)) == [(2, "bot.room.B"), (1, "bot.room.A")]


def test_only_inheritance_between_store_classes_is_listed():
    text = """
    from typing import Protocol
    class Logs(Protocol): ...
    class RedisLogs(Logs): ...
    class Boards(RedisLogs): ...
    class Gone(Exception): ...
    class Lost(Gone): ...
    """.replace("\n    ", "\n")
    assert derivations(source(store__parts=text), "bot/store") == ["bot.store.parts.Boards < bot.store.parts.RedisLogs"]
