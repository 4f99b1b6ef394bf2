"""Service classes, and those that might be functions."""

from __future__ import annotations

import pytest

from benchmarks.house.services import holds_state, members, might_be_a_function, public_methods, services
from benchmarks.house.source import Class, Source
from tests.benchmarks.house import source


def _the(name: str, text: str) -> tuple[Source, Class]:
    read = source(room=text)
    return read, read.classes[f"bot.room.{name}"]


SHARED = """
from typing import Protocol

class Store(Protocol):
    async def load(self, code: str) -> str: ...
"""


def test_a_dataclass_with_a_coroutine_or_a_store_is_a_service_and_a_value_is_not():
    text = """
    @dataclass(frozen=True)
    class Person:
        name: str
        def is_same(self, other: Person) -> bool: ...

    @dataclass(frozen=True)
    class Games:
        store: Store
        def open(self) -> None: ...

    @dataclass(frozen=True)
    class Waiting:
        seconds: float
        async def wait(self) -> None: ...
    """
    read = source(room=SHARED + _flat(text))
    assert [each.node.name for each in services(read, "bot")] == ["Games", "Waiting"]


def test_a_subclass_of_a_class_that_makes_dataclasses_is_a_value():
    text = """
    @dataclass_transform()
    class Request: ...

    class Resign(Request):
        sure: bool
        def decide(self) -> None: ...
    """
    assert services(source(room=_flat(text)), "bot") == []


@pytest.mark.parametrize("base", ["Exception", "Enum", "discord.Client", "Protocol"])
def test_a_subclass_of_a_library_class_is_no_service(base: str):
    text = "import discord\nfrom enum import Enum\nfrom typing import Protocol\n"
    assert services(source(room=f"{text}class It({base}):\n    def do(self): ..."), "bot") == []


@pytest.mark.parametrize(
    "beginning",
    ["self._seen = {}", "self._seen = deque()", "self._over = asyncio.Event()", "self._one = given or []"],
)
def test_a_class_that_creates_a_mutable_attribute_holds_state(beginning: str):
    text = (
        f"import asyncio\nfrom collections import deque\nclass It:\n    def __init__(self, given):\n        {beginning}"
    )
    assert holds_state(*_the("It", text))


@pytest.mark.parametrize("change", ["self._last = 1", "self._last += 1", "self._seen[1] = 2", "del self._seen[1]"])
def test_a_class_that_changes_its_attributes_holds_state(change: str):
    assert holds_state(*_the("It", f"class It:\n    def do(self):\n        {change}"))


def test_a_class_holds_the_state_of_the_objects_it_creates():
    text = (
        "class Kept:\n    def __init__(self): self.all = []\n\nclass It:\n    def __init__(self): self._kept = Kept()"
    )
    assert holds_state(*_the("It", text))


def test_a_class_with_one_method_and_no_state_might_be_a_function():
    text = """
    class Greeting:
        def __init__(self, words): self._words = words
        def say(self): return self._told()
        def _told(self): return self._words
        @property
        def language(self): ...
    """
    assert might_be_a_function(*_the("Greeting", _flat(text)))


@pytest.mark.parametrize("more", ["    def close(self): ...", "    def _count(self):\n        self._counted = 1"])
def test_a_class_with_another_method_or_with_state_is_no_function(more: str):
    assert not might_be_a_function(*_the("It", f"class It:\n    def do(self): ...\n{more}"))


def test_one_of_several_implementations_of_a_protocol_is_no_function():
    text = f"{SHARED}\nclass One:\n    async def load(self, code): ...\n"
    assert might_be_a_function(*_the("One", text))
    assert not might_be_a_function(*_the("One", f"{text}\nclass Other:\n    async def load(self, code): ..."))


def test_inherited_methods_and_members_count():
    text = f"{SHARED}\nclass All(Store, Protocol):\n    name: str\n    def close(self): ...\n"
    read = source(room=text)
    assert members(read, read.classes["bot.room.All"]) == {"load", "name", "close"}
    assert public_methods(*_the("B", "class A:\n    def a(self): ...\nclass B(A):\n    def b(self): ...")) == {"a", "b"}


def _flat(text: str) -> str:
    return text.replace("\n    ", "\n")
