"""Fourteen days a quarter, and no more in any of them."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.chats import (
    absence_fits,
    absence_left,
    away_until,
    past_absences,
    read_absences,
    write_absences,
)

DAY = 86400.0
MARCH = datetime(2026, 3, 25, tzinfo=UTC).timestamp()


def test_an_absence_counts_in_the_quarters_in_which_it_is():
    absences = ((MARCH, MARCH + 10 * DAY),)
    assert absence_left(absences, MARCH) == 7 * DAY
    assert absence_left(absences, MARCH + 8 * DAY) == 11 * DAY


def test_no_quarter_may_have_too_much():
    assert absence_fits((), MARCH, 14 * DAY)
    absences = ((MARCH, MARCH + 14 * DAY),)
    assert absence_fits(absences, MARCH + 20 * DAY, 7 * DAY)
    assert not absence_fits(absences, MARCH + 20 * DAY, 8 * DAY)


def test_a_player_who_comes_back_early_has_spent_only_the_time_away():
    absences = past_absences(((MARCH, MARCH + 5 * DAY),), MARCH + DAY)
    assert (absence_left(absences, MARCH), away_until(absences, MARCH + 2 * DAY)) == (13 * DAY, None)


def test_a_written_absence_is_read_back():
    absences = ((MARCH, MARCH + 0.5), (MARCH + DAY, MARCH + 2 * DAY))
    assert (read_absences(write_absences(absences)), read_absences("")) == (absences, ())
