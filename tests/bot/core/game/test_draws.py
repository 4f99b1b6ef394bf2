"""The bot accepts a draw only in a game that is a proven draw."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bot.core.ports.store import Store
from bot.core.ports.thinking import Problem
from engines.game import AnyHint, Level
from tests.bot.scripted import Quick, Stage


@dataclass
class Even(Quick):
    """A search that finds every position even, proved or not."""

    is_proved: bool = False

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        return replace(await super().hint(problem, level), value=0.0, is_proved=self.is_proved)


@pytest.mark.parametrize(("is_proved", "answer"), [(False, "declines the draw"), (True, "Draw: by agreement.")])
async def test_the_bot_accepts_a_draw_only_if_the_game_is_a_proven_draw(store: Store, is_proved: bool, answer: str):
    stage = Stage(store, think=lambda: Even(is_proved=is_proved))
    await stage.type("ann", "/challenge bot strong lgame")
    await stage.type("ann", "/draw")
    assert answer in stage.board.text
