"""Boards in words for who wants them so: where that player alone reads them, whatever the adapter."""

from __future__ import annotations

import re

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.scripted import Stage, private_chat

ANN = private_chat("ann")


async def type_text(stage: Stage, text: str, who: str = "ann") -> tuple[Message, ...]:
    return await stage.type(who, text, ANN, alone=True, in_private=True)


async def test_every_board_comes_in_words_until_that_is_off(store: Store):
    stage = Stage(store)
    await type_text(stage, "/challenge bot easy dots 2x2 pie=0")
    await type_text(stage, "/board always text")
    assert "No sides are drawn." in stage.board.text
    await type_text(stage, "a1-a2")
    assert "Drawn sides, 2 of 12" in stage.board.text
    assert stage.board.picture is None
    assert stage.board.buttons != ()
    await type_text(stage, "/board always off")
    assert stage.board.picture is not None
    assert "Drawn sides" not in stage.board.text


async def test_it_is_kept_for_the_person_and_every_later_game(store: Store):
    stage = Stage(store)
    await type_text(stage, "/board always text")
    stage.restart()
    await type_text(stage, "/challenge bot easy lgame")
    assert stage.board.picture is None
    assert "Ann’s L on c2 c3 b4 c4." in stage.board.text


async def test_the_player_on_turn_is_named_once(store: Store):
    stage = Stage(store)
    await type_text(stage, "/board always text")
    await type_text(stage, "/challenge bot easy dots 2x2 pie=0")
    assert "Ann is to move." not in stage.board.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_can_be_typed_in_every_language(store: Store, language: str):
    stage, always = Stage(store), speech(language).say("as-always")
    await type_text(stage, f"/board {always} {speech(language).say('as-text')}", f"ann.{language}")
    await type_text(stage, "/challenge bot easy dots 2x2 pie=0", f"ann.{language}")
    assert stage.board.picture is None


async def test_a_group_keeps_its_picture_and_the_person_is_answered_in_private(store: Store):
    stage, group = Stage(store), Chat("stage", "7")
    await type_text(stage, "/board always text")
    await stage.type("ann", "/challenge @bob dots 2x2 pie=0", group)
    await stage.press("bob", "Accept", group)
    assert stage.board.picture is not None
    [answer] = await stage.type("ann", "/board", group)
    assert answer.envelope.private
    assert "No sides are drawn." in answer.text


async def test_ideas_come_in_words_too(store: Store):
    stage = Stage(store)
    await type_text(stage, "/board always text")
    await type_text(stage, "/challenge bot easy dots 2x2 pie=0")
    [menu] = await type_text(stage, "/ideas")
    assert menu.picture is None


async def test_a_run_is_described_in_one_sentence(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
    await stage.press("bob", "Accept")
    opening = (("ann", "a1-a2"), ("bob", "c1-c2"), ("ann", "a1-b1"), ("bob", "b1-c1"), ("ann", "b1-b2"))
    for who, text in (*opening, ("bob", "a2-b2"), ("bob", "b2-c2"), ("bob", "a3-b3")):
        await stage.type(who, text)
    [answer] = await stage.type("ann", "/board changes")
    assert answer.text.splitlines()[1:3] == ["Bob: a2-b2, b2-c2, a3-b3.", "Bob takes 2: a1 b1."]


async def test_curves_tell_which_lines_fit_and_what_one_line_frees(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob curves 10x8 points=4")
    await stage.press("bob", "Accept")
    for who, text in zip(("ann", "bob") * 4, ("a1", "e1", "c2", "h6", "a1-e1 via c4", "c2-e1"), strict=False):
        await stage.type(who, text)
    [answer] = await stage.type("ann", "/board text")
    assert "Ann, in danger: c2. One more line there, such as " in answer.text
    fit = re.search(r"Lines that fit: ([^,]+?)(?:,|\.$)", answer.text, re.MULTILINE)
    assert fit is not None
    assert await stage.type("ann", f"/move {fit[1]}") == ()
