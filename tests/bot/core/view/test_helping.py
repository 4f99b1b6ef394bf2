"""Help says what the asker can do where they stand, in a few words; everything else is one command away."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from bot.features import COMMANDS
from tests.bot.scripted import Stage

_MOST_WORDS = 60


def help_lines(message: Message) -> list[str]:
    assert len(message.text.split()) <= _MOST_WORDS
    assert message.text.splitlines()[-1].endswith("/help all")
    return message.text.splitlines()


def labels(message: Message) -> list[str]:
    return [button.label for row in message.buttons for button in row]


@pytest.mark.parametrize(
    ("language", "unanswered", "line", "mine"),
    [
        ("en", "Your challenge isn’t answered yet:", "Ann challenges you:", "Your move:"),
        ("ru", "На ваш вызов ещё не ответили:", "Ann вызывает вас:", "Ваш ход:"),
        ("uk", "На ваш виклик ще не відповіли:", "Ann викликає вас:", "Ваш хід:"),
    ],
)
async def test_a_challenge_then_a_game_comes_first(store: Store, language: str, unanswered: str, line: str, mine: str):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    [hers] = await stage.type(f"ann.{language}", "/help")
    [his] = await stage.type(f"bob.{language}", "/help")
    assert [message.text.partition(": ")[0] + ":" for message in (hers, his)] == [unanswered, line]
    await stage.press(f"bob.{language}", labels(his)[0])
    [hers] = await stage.type(f"ann.{language}", "/help")
    assert help_lines(hers)[0].startswith(mine)
    assert "/hint" in help_lines(hers)[1]
    assert hers.envelope.secret


@pytest.mark.parametrize("hears_moves", [True, False])
async def test_a_move_is_just_typed_only_where_it_is_read(store: Store, hears_moves: bool):
    stage, chat = Stage(store), Chat("stage", "7", direct=hears_moves)
    await stage.type("ann", "/challenge bot easy dots 3x3", chat)
    [answer] = await stage.type("ann", "/help", chat)
    assert ("Just type your move" in answer.text) is hears_moves
    assert hears_moves or "/move" in answer.text


async def test_help_says_that_the_opponents_are_to_move(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    await stage.press("bob", "Accept")
    [answer] = await stage.type("bob", "/help")
    assert help_lines(answer)[0] == "It’s your opponents’ move in all your games (/games)."
    assert "/if" in help_lines(answer)[1]


async def test_help_stays_short_with_many_games(store: Store):
    stage = Stage(store)
    for size in range(1, 6):
        await stage.type("ann", f"/challenge bot easy curves {size + 4}x{size + 5}")
    [answer] = await stage.type("ann", "/help")
    assert len(help_lines(answer)) == 5


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_leads_a_person_without_a_game_to_the_first(store: Store, language: str):
    [answer] = await Stage(store).type(f"ann.{language}", "/help")
    assert {"/challenge", "/learn", "/rules"} <= set(" ".join(help_lines(answer)).replace(".", " ").split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["/start", "/start private", "/start a-payload-of-tomorrow", "how do I play?"])
async def test_a_newcomer_reads_one_line_over_four_buttons(store: Store, language: str, text: str):
    [answer] = await Stage(store).type(f"ann.{language}", text, alone=True, in_private=True)
    assert (len(answer.text.splitlines()), len(labels(answer))) == (1, 4)
    commands = [button.types.split()[0] for row in answer.buttons for button in row]
    assert commands == ["/challenge", "/learn", "/seek", "/setup"]
    assert len(answer.text.split()) <= _MOST_WORDS


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_commands_are_one_line_each(store: Store, language: str):
    [answer] = await Stage(store).type(f"ann.{language}", "/help all")
    assert [line.split()[0] for line in answer.text.splitlines()] == [f"/{command.name}" for command in COMMANDS.listed]
