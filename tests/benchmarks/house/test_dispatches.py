"""Dispatches by the class of a request or platform."""

from __future__ import annotations

from benchmarks.house.dispatches import dispatches, isinstance_tests
from tests.benchmarks.house import source

KINDS = """
class Request: ...
class A(Request): ...
class B(Request): ...
class C(B): ...
"""


def test_a_match_of_three_kinds_is_a_dispatch():
    text = "def do(it):\n    match it:\n        case A(): ...\n        case B(): ...\n        case C(): ..."
    assert dispatches(source(room=KINDS + text), "Request") == ["bot/room.py:6 (3)"]


def test_a_chain_of_three_tests_is_a_dispatch_and_one_test_for_three_classes_is_not():
    chain = "def do(it):\n    return isinstance(it, A) or isinstance(it, B) or isinstance(it, C)\n"
    assert dispatches(source(room=KINDS + chain), "Request") == ["bot/room.py:6 (3)"]
    assert dispatches(source(room=f"{KINDS}def do(it):\n    return isinstance(it, A | B | C)\n"), "Request") == []


def test_an_exhaustive_match_is_no_dispatch():
    text = "def do(it):\n    match it:\n        case A(): ...\n        case B(): ...\n        case C(): ..."
    text = f"{text}\n        case _: "
    assert dispatches(source(room=f"{KINDS}{text}raise TypeError"), "Request") == ["bot/room.py:6 (3)"]
    assert dispatches(source(room=f"{KINDS}{text}assert_never(it)"), "Request") == []


def test_a_match_on_other_classes_is_no_dispatch():
    text = "def do(it):\n    match it:\n        case int(): ...\n        case str(): ...\n        case bool(): ..."
    assert dispatches(source(room=KINDS + text), "Request") == []


def test_an_isinstance_test_for_a_core_protocol_is_listed():
    read = source(
        core__ports="from typing import Protocol\nclass Paced(Protocol): ...\nclass Chat: ...",
        adapter="from bot.core.ports import Chat, Paced\nisinstance(1, Paced)\nisinstance(1, Chat)",
    )
    assert isinstance_tests(read, "bot/core") == ["bot/adapter.py:2 bot.core.ports.Paced"]
