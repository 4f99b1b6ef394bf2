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
    buckets, now, sent = TokenBuckets(), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if not buckets.spend(GROUP, now):
            sent.append(now)
    assert all(sum(start <= moment < start + 60 for moment in sent) <= BURST + 20 for start in sent)


@settings(max_examples=50)
@given(pauses)
def test_whoever_waits_as_long_as_they_are_told_may_write(pauses: list[float]) -> None:
    buckets, now = TokenBuckets(), 0.0
    for pause in pauses:
        now += pause
        if wait := buckets.spend(GROUP, now):
            now += wait
            assert buckets.spend(GROUP, now) == 0


def test_a_person_is_written_to_every_second() -> None:
    buckets = TokenBuckets()
    assert not any(buckets.spend(PERSON, 0) for _ in range(BURST))
    assert buckets.spend(PERSON, 0) == 1


def test_chats_do_not_share_their_allowance() -> None:
    buckets = TokenBuckets()
    assert not any(buckets.spend(GROUP, 0) for _ in range(BURST))
    assert buckets.spend(PERSON, 0) == 0


def test_a_denied_chat_takes_nothing_for_its_time_and_then_one_at_a_time() -> None:
    buckets = TokenBuckets()
    buckets.drain(GROUP, 0, 17)
    assert buckets.spend(GROUP, 0) == 17
    assert buckets.spend(GROUP, 17) == 0
    assert buckets.spend(GROUP, 17) == 3


def test_many_chats_at_rest_are_forgotten() -> None:
    buckets = TokenBuckets()
    for chat in range(1, 5000):
        buckets.spend(chat, 10 * chat)
    assert len(buckets._full_at) < 1100
