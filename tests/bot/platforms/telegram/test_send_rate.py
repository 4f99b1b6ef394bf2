"""The rate of messages: it rises while none is refused, halves once at a refusal, and is shared as a text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.telegram.flood_control import SendRate

START = 30.0
BEGUN = SendRate(START, START)


def risen(rate: SendRate, begin: int, seconds: int) -> SendRate:
    for now in range(begin, begin + seconds):
        rate = rate.rise(now)
    return rate


def test_the_rate_rises_by_one_each_second_in_which_messages_wait():
    assert BEGUN.rise(0).rise(0.5).per_second == START + 1
    assert risen(BEGUN, 0, 30).per_second == 2 * START


def test_concurrent_refusals_halve_the_rate_once():
    halved = risen(BEGUN, 0, 30).halve(30)
    assert (halved.per_second, halved.halve(31), halved.halve(33).per_second) == (START, halved, START / 2)


def test_the_rate_never_falls_below_a_quarter_of_its_start():
    rate = BEGUN
    for now in range(0, 100, 3):
        rate = rate.halve(now)
    assert rate.per_second == START / 4


def test_near_the_rate_that_was_refused_it_rises_slowly():
    halved = risen(BEGUN, 0, 30).halve(30)
    assert 54 <= risen(halved, 31, 30).per_second <= 55


def test_a_clock_that_was_set_back_does_not_hold_it_up():
    assert BEGUN.rise(1000).rise(10).per_second == START + 2


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1e9)), max_size=20))
def test_another_process_reads_the_shared_rate(changes: list[tuple[bool, float]]):
    rate = BEGUN
    for is_refused, now in changes:
        rate = rate.halve(now) if is_refused else rate.rise(now)
        read = BEGUN.read(rate.as_text())
        assert abs(read.per_second - rate.per_second) < 0.01
        assert read.as_text() == rate.as_text()


def test_an_unreadable_rate_is_the_initial_one():
    assert BEGUN.read("") == BEGUN.read("60 messages") == BEGUN
