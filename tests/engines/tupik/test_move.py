"""Texts that are moves, and those that are not."""

from __future__ import annotations

from engines.tupik import GAME
from tests.engines.starts import for_every_tricky_text, outcome_of


@for_every_tricky_text("tupik")
def test_a_typed_text_is_read_or_refused_with_its_part(start, before, text, result):
    assert outcome_of(GAME, start, before, text) == result
