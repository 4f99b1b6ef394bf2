"""People of a channel: who is there, who was, whom a name means, and which names cannot be had."""

from __future__ import annotations

import pytest

from bot.core.game.people import Person
from bot.platforms.web.presence import EntryRefusedError, Presence, fold_name, handle_of, proper_name


def person(token: str, name: str) -> Person:
    return Person("web", token, name, handle_of(name))


ANN, OTHER = person("1", "Ann"), person("2", "Ann")


def test_a_person_who_left_can_still_be_mentioned():
    presence = Presence()
    presence.learn({"1": ANN}, frozenset())
    assert presence.people_present == ()
    assert presence.mentions("hello @ann!") == {"@ann!": ANN}


def test_a_name_means_its_latest_owner():
    presence = Presence()
    presence.learn({"1": ANN, "2": OTHER}, frozenset())
    assert presence.mentions("@Ann") == {"@Ann": OTHER}


def test_a_name_means_the_person_present():
    presence = Presence()
    presence.learn({"1": ANN, "2": OTHER}, frozenset({"1"}))
    assert presence.mentions("@Ann") == {"@Ann": ANN}


def test_a_renamed_person_is_the_same_person():
    presence = Presence()
    before = presence.enter(ANN)
    after = presence.enter(person("1", "Anna"))
    assert (before is after, after.person.name, len(presence.people_present)) == (True, "Anna", 1)


def test_only_the_last_tab_s_end_is_a_person_s():
    presence = Presence()
    presence.enter(ANN)
    ann = presence.enter(ANN)
    assert (presence.leave(ann), presence.leave(ann), presence.people_present) == (False, True, ())


@pytest.mark.parametrize(
    ("text", "name"),
    [("  Ann\t Lee ", "Ann Lee"), ("\u200b@ Ann", "Ann"), ("line\nbreak", "line break"), ("x" * 50, "x" * 32)],
)
def test_a_name_is_one_short_line_without_an_at(text: str, name: str):
    assert proper_name(text) == name


@pytest.mark.parametrize(
    "text", ["bot", "BOT", "b\u043et", "\u0432ot", "бот", "Tetradka", "\uff54etradka", "Т\u0435традка"]
)
def test_nobody_is_called_like_the_bot(text: str):
    with pytest.raises(EntryRefusedError) as error:
        proper_name(text)
    assert error.value.code == "name-taken"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "\u0410nn"), ("Bob Stone", "bob_stone"), ("Tom", "\u0422\u043e\u043c"), ("Zo\u00eb", "ZO\u00cb")],
)
def test_names_that_look_alike_are_one_name(one: str, other: str):
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Анна", "Инна"), ("Тома", "Томас")])
def test_other_names_are_others(one: str, other: str):
    assert fold_name(one) != fold_name(other)
