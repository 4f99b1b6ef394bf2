"""Resolution of names to their definitions."""

from __future__ import annotations

import ast

from tests.benchmarks.house import source

CHAIN = source(
    people="class Person: ...",
    ports="from bot.people import Person\nclass Adapter(Person): ...",
    core__desk="from bot import ports\nclass Desk(ports.Adapter): ...",
)


def test_a_name_is_resolved_through_a_reexport():
    sources = source(people="class Person: ...", ports="from bot.people import Person", desk="import bot.ports as p")
    (_, _, desk) = sources.files
    assert sources.resolve(desk, _expression("p.Person")) == "bot.people.Person"


def test_bases_are_listed_nearest_first():
    assert CHAIN.bases(CHAIN.classes["bot.core.desk.Desk"]) == ("bot.ports.Adapter", "bot.people.Person")


def test_indirect_subclasses_are_found():
    assert CHAIN.subclasses("Person") == {"bot.ports.Adapter", "bot.core.desk.Desk"}


def test_a_folder_selects_its_files():
    assert [file.module for file in CHAIN.under("bot/core").files] == ["bot.core.desk"]


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
