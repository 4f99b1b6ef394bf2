"""What becomes of a board when a newer one follows it: as the chat has settled, and as its platform allows."""

from __future__ import annotations

import pytest

from bot.core.ports.platform import OlderBoard
from bot.core.ports.store import Store
from tests.bot.scripted import Stage


async def follow_second_board(store: Store, setting: str, minutes: int) -> OlderBoard:
    """What follows from a second board, so many minutes after the first, where few boards of an hour may be changed."""
    stage = Stage(store)
    stage.adapter.deletes, stage.adapter.edits_for = True, 3600.0
    await stage.type("ann", f"/settings old={setting} time=none")
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    stage.time += 60 * minutes
    await stage.type("ann", "a1-a2")
    result = stage.board.envelope.follows
    assert result is not None
    return result


@pytest.mark.parametrize(("setting", "minutes", "goes"), [("delete", 1, True), ("fold", 1, False), ("fold", 61, True)])
async def test_a_board_goes_or_becomes_a_line_unless_it_is_too_old_for_that(
    store: Store, setting: str, minutes: int, goes: bool
):
    assert (await follow_second_board(store, setting, minutes)).is_deletable is goes


async def test_a_question_stays_as_the_line_that_answers_it_however_old(store: Store):
    stage = Stage(store)
    stage.adapter.deletes, stage.adapter.edits_for = True, 60.0
    await stage.type("ann", "/challenge dots 3x3")
    stage.time += 300
    await stage.press("bob", "Accept")
    result = stage.board.envelope.follows
    assert result is not None
    assert (result.message, result.is_deletable) == ("1", False)
