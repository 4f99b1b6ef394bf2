"""Names: how they are tidied, whose they are, and for how long."""

from __future__ import annotations

import pytest

from bot.platforms.web.crowd import GRACE, REMEMBERED, Crowd, NameRefused


@pytest.mark.parametrize(
    ("typed", "name"),
    [("  Ann\t Lee ", "Ann Lee"), ("\u200b@ Ann", "Ann"), ("line\nbreak", "line break"), ("x" * 50, "x" * 32)],
)
def test_a_name_is_one_short_line_without_an_at(typed: str, name: str):
    assert Crowd(lambda: 0.0).enter("first-token", typed, "").person.name == name


def test_a_name_falls_free_when_its_owner_has_been_away_long_enough():
    clock = [0.0]
    crowd = Crowd(lambda: clock[0])
    crowd.leave(crowd.enter("first-token", "Ann", ""))
    clock[0] = GRACE - 1
    with pytest.raises(NameRefused):
        crowd.enter("second-token", "Ann", "")
    clock[0] = GRACE
    assert crowd.enter("second-token", "Ann", "").person.name == "Ann"


def test_somebody_who_left_is_still_meant_by_name():
    crowd = Crowd(lambda: 0.0)
    ann = crowd.enter("first-token", "Ann", "")
    crowd.leave(ann)
    assert crowd.mentions("hello @ann!") == {"@ann!": ann.person}


def test_a_name_means_the_one_who_is_present():
    clock = [0.0]
    crowd = Crowd(lambda: clock[0])
    crowd.leave(crowd.enter("first-token", "Ann", ""))
    clock[0] = GRACE
    present = crowd.enter("second-token", "Ann", "")
    assert crowd.mentions("@Ann") == {"@Ann": present.person}


def test_a_renamed_person_is_the_same_person():
    crowd = Crowd(lambda: 0.0)
    before = crowd.enter("first-token", "Ann", "")
    after = crowd.enter("first-token", "Anna", "")
    assert (before is after, after.person.name, len(crowd.present)) == (True, "Anna", 1)


def test_those_who_left_longest_ago_are_forgotten():
    crowd = Crowd(lambda: 0.0)
    for number in range(REMEMBERED + 1):
        crowd.leave(crowd.enter(f"token-{number}", f"P{number}", ""))
    assert set(crowd.mentions("@P0 @P1")) == {"@P1"}
