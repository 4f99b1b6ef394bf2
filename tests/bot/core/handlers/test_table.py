"""The one table of answers."""

from __future__ import annotations

from bot.core.commands import BY_REQUEST
from bot.core.handlers.table import ANSWERS


def test_every_request_that_can_be_typed_is_answered():
    assert set(BY_REQUEST) == set(ANSWERS)
