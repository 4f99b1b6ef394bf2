"""What a name stands for, wherever it is made."""

from __future__ import annotations

import ast

from tests.benchmarks.house import source

CHAIN = source(
    people="class Person: ...",
    ports="from bot.people import Person\nclass Door(Person): ...",
    core__desk="from bot import ports\nclass Desk(ports.Door): ...",
)


def test_a_name_is_followed_through_a_file_that_passes_it_on():
    passed = source(people="class Person: ...", ports="from bot.people import Person", desk="import bot.ports as p")
    (_, _, desk) = passed.files
    assert passed.resolve(desk, _expression("p.Person")) == "bot.people.Person"


def test_bases_are_told_from_the_nearest_on():
    assert CHAIN.bases(CHAIN.classes["bot.core.desk.Desk"]) == ("bot.ports.Door", "bot.people.Person")


def test_what_is_derived_from_a_class_is_found_at_any_distance():
    assert CHAIN.subclasses("Person") == {"bot.ports.Door", "bot.core.desk.Desk"}


def test_a_folder_is_a_part_of_its_source():
    assert [file.module for file in CHAIN.under("bot/core").files] == ["bot.core.desk"]


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
