"""People of a channel: who is there, who was, and whom a name means."""

from __future__ import annotations

from bot.core.game.people import Person
from bot.platforms.web.crowd import Crowd
from bot.platforms.web.names import handle


def person(token: str, name: str) -> Person:
    return Person("web", token, name, handle(name))


ANN, OTHER = person("1", "Ann"), person("2", "Ann")


def test_somebody_who_left_is_still_meant_by_name():
    crowd = Crowd()
    crowd.learn({"1": ANN}, frozenset())
    assert crowd.present == ()
    assert crowd.mentions("hello @ann!") == {"@ann!": ANN}


def test_a_name_means_the_one_who_was_here_last():
    crowd = Crowd()
    crowd.learn({"1": ANN, "2": OTHER}, frozenset())
    assert crowd.mentions("@Ann") == {"@Ann": OTHER}


def test_a_name_means_the_one_who_is_present():
    crowd = Crowd()
    crowd.learn({"1": ANN, "2": OTHER}, frozenset({"1"}))
    assert crowd.mentions("@Ann") == {"@Ann": ANN}


def test_a_renamed_person_is_the_same_person():
    crowd = Crowd()
    before = crowd.enter(ANN)
    after = crowd.enter(person("1", "Anna"))
    assert (before is after, after.person.name, len(crowd.present)) == (True, "Anna", 1)


def test_only_the_last_tab_s_end_is_a_person_s():
    crowd = Crowd()
    crowd.enter(ANN)
    ann = crowd.enter(ANN)
    assert (crowd.leave(ann), crowd.leave(ann), crowd.present) == (False, True, ())
