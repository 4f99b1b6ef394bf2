"""Spans of time in words: two units at most, and none of a time that has hardly begun is missing."""

from __future__ import annotations

import pytest

from bot.core.language.speech import speech
from bot.core.view.names import span

DAY = 86400.0


@pytest.mark.parametrize(
    ("seconds", "phrase"),
    [
        (1, "< 1\u00a0min"),
        (119, "2\u00a0min"),
        (7100, "1\u00a0h 58\u00a0min"),
        (DAY - 5, "1\u00a0day"),
        (DAY - 2000, "23\u00a0h 27\u00a0min"),
        (3 * DAY - 1, "3\u00a0days"),
        (2.5 * DAY, "2\u00a0days 12\u00a0h"),
    ],
)
def test_a_span_is_written_to_the_minute_or_in_days_to_the_hour(seconds, phrase):
    assert span(seconds, speech("en")) == phrase
