"""The one table of answers."""

from __future__ import annotations

from bot.core.commands import ROWS
from bot.core.commands.setup import Setup
from bot.core.handlers.table import ANSWERS


def test_every_request_that_can_be_typed_is_answered():
    assert {row.request for row in ROWS} | {Setup} == set(ANSWERS)
