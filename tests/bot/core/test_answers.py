"""The board as text says which of its lines are drawn in characters, whatever the game."""

from __future__ import annotations

import pytest

from bot.core.events import Challenged
from bot.core.people import Chat, Person, Robot
from bot.core.session import Session, evolve
from bot.core.speech import speech
from bot.core.storage import Store
from bot.core.view import answers
from engines import GAMES
from engines.game import Hint
from tests.bot.scripted import Stage


@pytest.mark.parametrize("game", GAMES)
async def test_the_drawn_lines_are_a_part_of_the_text_and_nothing_else_is_drawn(store: Store, game: str):
    stage = Stage(store)
    await stage.type("ann", f"/challenge @bob {game}")
    await stage.press("bob", "Accept")
    [told] = await stage.press("ann", "As text")
    lines, drawn = told.text.splitlines(), told.grid.splitlines()
    assert lines[3:] == drawn
    assert stage.board.grid == ""


def _started(game: str) -> Session:
    ann = Person("test", "ann", "Ann")
    begun = Challenged(0.0, "KXTRWQ", game, (), 0, Chat("test", "desk"), ann, Robot(), 600.0)
    return evolve(None, begun)


@pytest.mark.parametrize(
    ("game", "value", "proved", "said"),
    [
        ("dots", -0.5, False, "Estimate: about −0.5 from here on (in boxes)."),
        ("digits", 3, True, "Proved: +3 from here on (in dots)."),
        ("curves", 0.04, False, "Estimate: about 0 from here on (in points)."),
        ("lgame", -1, True, "Proved: a loss."),
        ("tupik", 1, True, "Proved: a win."),
        ("tupik", 0, True, "Proved: a draw."),
        ("lgame", -0.8, False, "Estimate: 10\u00a0% to win."),
    ],
)
def test_a_hint_tells_its_value_in_the_words_of_the_game(game: str, value: float, proved: bool, said: str):
    session = _started(game)
    move = next(iter(session.position.moves()))
    told = answers.hint(session, Hint((move,), value, proved, ()), speech("en"))
    assert said in told.text.splitlines()
