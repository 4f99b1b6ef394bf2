"""People of a channel: who is there, who was, and whom a name means."""

from __future__ import annotations

from bot.core.game.people import Person
from bot.platforms.web.presence import Presence, handle_of


def person(token: str, name: str) -> Person:
    return Person("web", token, name, handle_of(name))


ANN, OTHER = person("1", "Ann"), person("2", "Ann")


def test_somebody_who_left_is_still_meant_by_name():
    presence = Presence()
    presence.learn({"1": ANN}, frozenset())
    assert presence.present == ()
    assert presence.mentions("hello @ann!") == {"@ann!": ANN}


def test_a_name_means_the_one_who_was_here_last():
    presence = Presence()
    presence.learn({"1": ANN, "2": OTHER}, frozenset())
    assert presence.mentions("@Ann") == {"@Ann": OTHER}


def test_a_name_means_the_one_who_is_present():
    presence = Presence()
    presence.learn({"1": ANN, "2": OTHER}, frozenset({"1"}))
    assert presence.mentions("@Ann") == {"@Ann": ANN}


def test_a_renamed_person_is_the_same_person():
    presence = Presence()
    before = presence.enter(ANN)
    after = presence.enter(person("1", "Anna"))
    assert (before is after, after.person.name, len(presence.present)) == (True, "Anna", 1)


def test_only_the_last_tab_s_end_is_a_person_s():
    presence = Presence()
    presence.enter(ANN)
    ann = presence.enter(ANN)
    assert (presence.leave(ann), presence.leave(ann), presence.present) == (False, True, ())
