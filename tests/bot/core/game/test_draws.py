"""The bot agrees to a draw that is one, and plays on while all is open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bot.core.game.problem import Problem
from bot.core.ports.store import Store
from engines.game import AnyHint, Level
from tests.bot.scripted import Quick, Stage


@dataclass
class Even(Quick):
    """Whatever it is asked about is even, which is proved or not."""

    proved: bool = False

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        return replace(await super().hint(problem, level), value=0.0, is_proved=self.proved)


@pytest.mark.parametrize(("proved", "said"), [(False, "declines the draw"), (True, "A draw: by agreement.")])
async def test_the_bot_accepts_a_draw_only_if_the_game_is_a_proven_draw(store: Store, proved: bool, said: str):
    stage = Stage(store, think=lambda: Even(proved=proved))
    await stage.type("ann", "/challenge bot strong lgame")
    await stage.type("ann", "/draw")
    assert said in stage.board.text
