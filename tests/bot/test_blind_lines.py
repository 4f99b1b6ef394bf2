"""Curves without eyes: the texts name lines, and each that they name is legal."""

from __future__ import annotations

import pytest

from bot.core.language.speech import LANGUAGES
from bot.core.ports.store import Store
from tests.bot.blind.lines import whole_game


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_line_of_a_game_is_drawn_at_the_first_try_from_text_alone(store: Store, language: str):
    drawn_sides = await whole_game(store, language, 3, {"size": "8x6", "points": "6"})
    assert drawn_sides.tries != []
    assert set(drawn_sides.tries) == {1}
    assert drawn_sides.unnamed == 0
