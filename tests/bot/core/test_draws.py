"""The bot agrees to a draw that is one, and plays on while all is open."""

from __future__ import annotations

import pytest

from bot.core.storage import Store
from tests.bot.scripted import Deep, Stage


@pytest.mark.parametrize(
    ("game", "said"), [("digits", "Tetradka (strong) declines the draw"), ("lgame", "A draw: by agreement.")]
)
async def test_the_bot_takes_an_even_game_for_a_draw_only_if_that_is_proved(store: Store, game: str, said: str):
    stage = Stage(store, think=Deep)
    await stage.type("ann", f"/challenge bot strong {game}")
    await stage.type("ann", "/draw")
    assert said in stage.board.text
