"""Every text that is said is there in every language, fits the English one, and none is there for nobody."""

from __future__ import annotations

from bot.texts.__main__ import faults


def test_no_text_is_missing_or_unused():
    assert list(faults()) == []
