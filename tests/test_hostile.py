"""No text from outside, of whatever shape, ends in anything but an answer or a refusal."""

from __future__ import annotations

import pytest

from tests.hostile import READERS, Reader

DEEP = 6_000
"""Characters: more than any stack is deep."""


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_hostile_text_is_read_or_refused_in_words(reader: Reader):
    for text in reader.texts():
        reader.try_to_read(text(min(DEEP, reader.most // 16)))
