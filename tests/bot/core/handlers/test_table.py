"""The one table of answers."""

from __future__ import annotations

from bot.core.commands import ROWS
from bot.core.commands.questions import ExportGames, SolveMine
from bot.core.commands.setup import Setup
from bot.core.handlers.table import ANSWERS

_READ_FROM_THE_WORDS_OF_A_ROW = {ExportGames, Setup, SolveMine}


def test_every_request_that_can_be_typed_is_answered():
    assert {row.request for row in ROWS} | _READ_FROM_THE_WORDS_OF_A_ROW == set(ANSWERS)
