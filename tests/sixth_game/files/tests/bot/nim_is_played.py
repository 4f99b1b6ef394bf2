"""Nim in a chat: against a person, against the bot, with hints, in words and pictures, in another language."""

from __future__ import annotations

from engines.nim.rules import SKIP

from bot.core.ports.store import Store
from renderers.svg import svg
from tests.bot.scripted import Stage


async def test_two_people_play_to_the_end(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob nim 1-2")
    await stage.press("bob", "Accept")
    assert stage.board.layout.small.startswith("Nim, heaps 1-2 · ")
    await stage.press("ann", SKIP)
    await stage.type("bob", "b1")
    [refusal] = await stage.type("ann", "b2")
    assert refusal.text.startswith("b2: there are 1 left in that heap.")
    await stage.type("ann", "a1")
    await stage.type("bob", "B 1")
    assert "Bob wins: the last one is taken." in stage.board.text


async def test_a_board_is_shown_as_a_picture_in_words_and_in_characters(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob nim 1-2")
    await stage.press("bob", "Accept")
    assert stage.board.picture is not None
    assert svg(stage.board.picture.scene).count("<circle") >= 3
    assert stage.board.picture.alt == "Nim, left in the heaps: a 1, b 2. Ann is to move."
    await stage.press("ann", "More")
    [words] = await stage.press("ann", "Show as text")
    assert stage.board.picture.alt == " ".join(words.text.splitlines()[2:])
    [answer] = await stage.press("ann", "Show characters")
    assert answer.layout.grid == "a o\nb oo\nskip"
    assert answer.layout.grid in answer.text


async def test_the_bot_moves_and_gives_a_hint_that_can_be_pressed(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot nim")
    assert "nim" in stage.thinking.expected
    [hint] = await stage.type("ann", "/hint")
    assert "leaves heaps that cancel out" in hint.text
    assert hint.picture is not None
    before = stage.board.picture
    await stage.press("ann", "a2")
    assert "Tetradka" in stage.board.text
    assert stage.board.picture
    assert stage.board.picture != before
    assert "Ann is to move." in stage.board.picture.alt


async def test_a_word_of_the_game_is_typed_as_its_button_shows_it(store: Store):
    stage = Stage(store)
    await stage.type("ann.ru", "/challenge @bob nim")
    await stage.press("bob", "Принять")
    await stage.type("ann.ru", "пропускаю")
    assert stage.board.picture
    assert "Ход уже пропускали." in stage.board.picture.alt


async def test_the_rules_are_shown_by_its_lessons(store: Store):
    stage = Stage(store)
    [rules] = await stage.type("ann.uk", "/rules nim")
    [limits] = await stage.type("ann.uk", "/rules nim тонкощі")
    assert rules.text.startswith("Нім.")
    assert rules.picture
    assert rules.picture.alt.startswith("Нім, залишилося в купках: a 3, b 4, c 0.")
    assert limits.picture
    assert limits.picture.alt.endswith("Хід уже пропускали.")
