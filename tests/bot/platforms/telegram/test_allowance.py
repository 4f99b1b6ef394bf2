"""What a chat takes: a burst, then one message at a time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.platforms.telegram.flood_control import BURST, TokenBuckets

GROUP, PERSON = -1, 1
pauses = st.lists(st.floats(0, 10), min_size=30, max_size=120)


@settings(max_examples=50)
@given(pauses)
def test_no_minute_of_a_group_has_more_than_the_burst_and_the_pace(pauses: list[float]) -> None:
    allowance, now, sent = TokenBuckets(), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if not allowance.take(GROUP, now):
            sent.append(now)
    assert all(sum(start <= moment < start + 60 for moment in sent) <= BURST + 20 for start in sent)


@settings(max_examples=50)
@given(pauses)
def test_whoever_waits_as_long_as_they_are_told_may_write(pauses: list[float]) -> None:
    allowance, now = TokenBuckets(), 0.0
    for pause in pauses:
        now += pause
        if wait := allowance.take(GROUP, now):
            now += wait
            assert allowance.take(GROUP, now) == 0


def test_a_person_is_written_to_every_second() -> None:
    allowance = TokenBuckets()
    assert not any(allowance.take(PERSON, 0) for _ in range(BURST))
    assert allowance.take(PERSON, 0) == 1


def test_chats_do_not_share_their_allowance() -> None:
    allowance = TokenBuckets()
    assert not any(allowance.take(GROUP, 0) for _ in range(BURST))
    assert allowance.take(PERSON, 0) == 0


def test_a_denied_chat_takes_nothing_for_its_time_and_then_one_at_a_time() -> None:
    allowance = TokenBuckets()
    allowance.deny(GROUP, 0, 17)
    assert allowance.take(GROUP, 0) == 17
    assert allowance.take(GROUP, 17) == 0
    assert allowance.take(GROUP, 17) == 3


def test_many_chats_at_rest_are_forgotten() -> None:
    allowance = TokenBuckets()
    for chat in range(1, 5000):
        allowance.take(chat, 10 * chat)
    assert len(allowance._whole) < 1100
