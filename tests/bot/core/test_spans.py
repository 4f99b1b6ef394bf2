"""Spans of time in words: two units at most, and none of a time that has hardly begun is missing."""

from __future__ import annotations

import pytest

from bot.core.speech import speech
from bot.core.view.spans import span

DAY = 86400.0


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 min"),
        (119, "2 min"),
        (7100, "1 h 58 min"),
        (DAY - 5, "1 d"),
        (DAY - 2000, "23 h 27 min"),
        (3 * DAY - 1, "3 d"),
        (2.5 * DAY, "2 d 12 h"),
    ],
)
def test_a_span_is_said_to_the_minute_or_in_days_to_the_hour(seconds, said):
    assert span(seconds, speech("en")) == said
