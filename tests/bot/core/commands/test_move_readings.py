"""Cyrillic letters that could be two columns get buttons; other readings are played."""

from __future__ import annotations

import pytest

from bot.core.commands.playing import readings
from bot.core.ports.store import Store
from tests.bot.scripted import Stage


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("в1-в2", ("b1-b2", "c1-c2")),
        ("Г1-Г2", ("g1-g2", "d1-d2")),
        ("а1-в.5 3", ("a1-b.5 3", "a1-c.5 3")),
        ("а1-а2", ()),
        ("с1-с2", ()),
        ("a1-a2", ()),
        ("2-6 в город 3", ()),
        ("пас", ()),
    ],
)
def test_a_cyrillic_letter_is_read_by_look_and_by_place(text: str, read: tuple[str, ...]):
    assert readings(text) == read


async def type_in_game(store: Store, text: str, after: str = "") -> tuple[list[str], str]:
    """The buttons offered for a move on a board of 3x3 boxes, and what was played last."""
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3 pie=0")
    await stage.press("bob", "Accept")
    if after:
        await stage.type("ann", after)
        await stage.type("bob", "d3-d4")
    answer = await stage.type("ann", f"/move {text}")
    labels = [button.label for message in answer for row in message.buttons for button in row]
    return labels, stage.board.text.splitlines()[1]


async def test_two_legal_readings_get_two_buttons(store: Store):
    labels, last = await type_in_game(store, "в1-в2")
    assert labels == ["b1-b2", "c1-c2"]
    assert last.startswith("Dots and Boxes")


@pytest.mark.parametrize(("text", "move"), [("г1-г2", "d1-d2"), ("б1-б2", "b1-b2"), ("а1-а2", "a1-a2")])
async def test_the_only_legal_reading_is_played(store: Store, text: str, move: str):
    assert await type_in_game(store, text) == ([], f"Ann: {move}.")


async def test_a_readable_illegal_move_is_never_read_otherwise(store: Store):
    labels, last = await type_in_game(store, "в1-в2", after="b1-b2")
    assert labels[0] == "c1-c2"
    assert last == "Bob: d3-d4."
