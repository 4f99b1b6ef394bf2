"""Help begins with where the asker stands, and with what can be done there."""

from __future__ import annotations

import pytest

from bot.core.commands import COMMANDS
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.scripted import Stage


def told(message: Message) -> list[str]:
    """What stands above the list of commands."""
    return message.text.splitlines()[: -len(COMMANDS)]


def labels(message: Message) -> list[str]:
    return [button.label for row in message.buttons for button in row]


@pytest.mark.parametrize(
    ("language", "unanswered", "asked", "mine"),
    [
        ("en", "Nobody has answered your challenge yet:", "Ann challenges you:", "A game waits for your move:"),
        ("ru", "На ваш вызов ещё не ответили:", "Ann вызывает вас:", "Вашего хода ждёт партия:"),
        ("uk", "На ваш виклик ще не відповіли:", "Ann викликає вас:", "На ваш хід чекає партія:"),
    ],
)
async def test_a_challenge_then_a_game_comes_first(store: Store, language: str, unanswered: str, asked: str, mine: str):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    [hers] = await stage.type(f"ann.{language}", "/help")
    [his] = await stage.type(f"bob.{language}", "/help")
    assert [line.partition(": ")[0] + ":" for line in told(hers) + told(his)] == [unanswered, asked]
    await stage.press(f"bob.{language}", labels(his)[0])
    [hers] = await stage.type(f"ann.{language}", "/help")
    assert told(hers)[0].startswith(mine)
    assert hers.envelope.secret


async def test_who_waits_for_others_is_told_so(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    await stage.press("bob", "Accept")
    [given] = await stage.type("bob", "/help")
    assert told(given) == ["In all your games the others are to move. /games lists them."]


async def test_who_has_no_game_is_led_to_the_first(store: Store):
    [given] = await Stage(store).type("ann", "/help")
    assert "To begin" in told(given)[0]
    assert labels(given)[0] == "Play the bot"
