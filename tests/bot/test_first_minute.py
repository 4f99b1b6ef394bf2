"""The first minute: one press leads to a board that a newcomer can win, and little has to be read before a move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from bot.core.view.answers import greeting
from bot.core.view.buttons import FIRST_GAME
from tests.bot.scripted import Stage, private_chat

CONVERSATIONS = sorted((Path(__file__).parent / "conversations").glob("*.txt"))
MOST_WORDS = 40
_ACCEPTS = re.compile(r"\[(Accept|Принять|Прийняти)\]|/accept")
_INVITES = re.compile(r"\* .*(challenges you|wants to play|вызывает вас|викликає вас)")
_WORD, _CODE = re.compile(r"[^\W\d_]{2,}(?:’[^\W\d_]+)?"), re.compile(r"\b[B-Z]{6}\b")
ANN = private_chat("ann")
ASKING = ["/start", "/help", "/play", "how do I play?", "как играть?", "як грати?", "hi", "play me", "yes"]


def _words(text: str) -> int:
    """Count the words, without codes, numbers and notation."""
    return len(_WORD.findall(_CODE.sub("", text)))


def _words_before_first_moves() -> Iterator[tuple[str, int]]:
    """Yield the words shown to the players from each invitation of the golden chats to the first board after it."""
    for path in CONVERSATIONS:
        shown: list[str] | None = None
        for line in path.read_text("utf-8").splitlines():
            if _INVITES.match(line):
                shown = []
            if shown is None:
                continue
            if line.startswith(("* ", "  ")):
                shown.append("" if line.lstrip().startswith(("[", "{")) else line)
            elif not line.startswith(("-", "~")) and not _ACCEPTS.search(line):
                yield path.stem, _words(" ".join(shown))
                shown = None


def test_from_an_invitation_to_a_first_move_there_are_few_words():
    counts = list(_words_before_first_moves())
    assert len(counts) > 20
    assert [each for each in counts if each[1] > MOST_WORDS] == []


@pytest.mark.parametrize("text", ASKING)
async def test_a_newcomer_is_one_press_away_from_a_board_to_win(store: Store, text: str):
    stage = Stage(store)
    [told] = await stage.type("ann", text, ANN, alone=True, in_private=True)
    assert FIRST_GAME in _types(told)
    await stage.type("ann", FIRST_GAME, ANN, pressed=True)
    assert "Close a box’s fourth side to win it" in stage.board.text
    if text == "/start":
        assert _words(f"{told.text} {stage.board.text}") <= MOST_WORDS


async def test_a_newcomer_who_waits_for_an_answer_can_play_meanwhile(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge dots 3x3", Chat("stage", "9"))
    [told] = await stage.type("ann", "/help", ANN, alone=True, in_private=True)
    assert FIRST_GAME in _types(told)


async def test_a_bystander_of_a_game_is_one_press_away_too(store: Store):
    stage = Stage(store)
    await stage.type("bob", "/challenge bot easy dots 3x3")
    [told] = await stage.type("ann", "how do I play?", alone=True)
    assert FIRST_GAME in _types(told)


def test_a_group_is_greeted_with_a_first_game():
    assert FIRST_GAME in _types(greeting("greeting", (), speech("en")))


async def test_the_first_game_ends_with_one_next_step(store: Store):
    stage = Stage(store)
    await stage.type("ann", FIRST_GAME, ANN, pressed=True)
    code = next(iter(await store.people.games_of("stage:ann")))
    await stage.type("ann", f"/resign {code} yes", ANN)
    assert [button.types for button in stage.board.buttons[0]] == ["/challenge bot ladder1 dots"]


def _types(message: Message) -> list[str]:
    return [button.types for row in message.buttons for button in row]
