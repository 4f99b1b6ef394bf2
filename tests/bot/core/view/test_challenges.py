"""A challenge is a card: what the game is, in a picture and one sentence, and all that a newcomer does with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Button, Message
from bot.core.ports.store import Store
from engines import GAMES
from tests.bot.scripted import Stage, private_chat

_MOST_WORDS = 60
_GROUP = Chat("stage", "a-group")
_GAMES = [*GAMES, "dots 3x3", "lgame scoring", "lgame symmetry", "digits 9x9"]


def _words(messages: list[Message]) -> Iterator[str]:
    for message in messages:
        left = message.envelope.follows.line if message.envelope.follows else ""
        yield from (word for word in f"{message.text} {left}".split() if any(map(str.isalnum, word)))


def _buttons(message: Message) -> list[Button]:
    return [button for row in message.buttons for button in row]


@pytest.mark.sample(one_in=5)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("opponent", ["@bob", ""])
@pytest.mark.parametrize("game", _GAMES)
async def test_a_newcomer_reads_sixty_words_up_to_the_first_move(store: Store, game: str, opponent: str, language: str):
    stage = Stage(store)
    await stage.type(f"ann.{language}", f"/challenge {opponent} {game}", chat=_GROUP)
    await stage.press(f"bob.{language}", speech(language).say("button-accept"), chat=_GROUP)
    post = [message for _, _, message in stage.adapter.shown]
    assert len(list(_words(post))) <= _MOST_WORDS


@pytest.mark.parametrize("game", GAMES)
async def test_a_card_shows_the_game_and_says_what_it_is(store: Store, game: str):
    stage = Stage(store)
    await stage.type("ann", f"/challenge {game}", chat=_GROUP)
    assert stage.board.picture
    assert speech("en").say(f"pitch-{game}") in stage.board.text
    assert [button.types.split()[0] for button in _buttons(stage.board)] == ["/accept", "/cancel", "/rules"]


async def test_the_rules_are_one_press_away_also_for_who_opens_a_link(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge dots 2x1", chat=private_chat("ann"), in_private=True, alone=True)
    code = stage.board.layout.grid.removeprefix("/accept ")
    [card] = await stage.type("bob", f"/start {code}", chat=private_chat("bob"), in_private=True, alone=True)
    assert card.picture
    [rules] = await stage.type("bob", _buttons(card)[-1].types, chat=private_chat("bob"), in_private=True, alone=True)
    assert rules.text == speech("en").say("rules-dots")


async def test_an_address_can_be_shared_and_copied(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage = Stage(store)
    monkeypatch.setattr(stage.adapter, "invitation", lambda code, **_: f"https://example.org/?start={code}")
    await stage.type("ann", "/challenge dots", chat=_GROUP)
    code = _buttons(stage.board)[0].types.split()[1]
    share, copy = _buttons(stage.board)[-2:]
    assert share.shares == copy.copies == f"https://example.org/?start={code}"
    assert "/accept" not in stage.board.text


async def test_a_chat_of_two_languages_is_asked_once_in_its_own(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1", chat=_GROUP)
    await stage.press("bob.ru", "Accept", chat=_GROUP)
    for move in ("a1-b1", "a1-a2", "b1-b2", "a2-b2"):
        who = "ann" if move in ("a1-b1", "b1-b2") else "bob.ru"
        await stage.type(who, f"/move {move}", chat=_GROUP)
    await stage.type("bob.ru", _buttons(stage.board)[0].types, chat=_GROUP, pressed=True)
    assert "challenges you" in stage.board.text
    assert "вызывает" not in stage.board.text
    assert [button.label for button in _buttons(stage.board)] == ["Accept", "Decline", "Rules"]
