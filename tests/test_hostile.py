"""No text from outside, of whatever shape, ends in anything but an answer or a refusal."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.hostile import READERS, Reader

DEEP = 6_000
"""Characters: more than any stack is deep."""


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_hostile_text_is_read_or_refused_in_words(reader: Reader, step: int):
    """The suite tries every twentieth text, the long run every one."""
    for text in islice(reader.texts(), 0, None, step):
        reader.try_to_read(text(min(DEEP, reader.most // 16)))
