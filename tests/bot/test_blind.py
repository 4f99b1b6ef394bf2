"""Every game is played to its end, in every language, by two players who see nothing but texts."""

from __future__ import annotations

from itertools import takewhile

import pytest

from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.blind.brains import BRAINS
from tests.bot.blind.hearing import Text, hear
from tests.bot.scripted import Stage

MOST_PLIES = 60
OVER = ("picture-won", "picture-draw")
DUE = (
    "picture-turn",
    "dots-choice",
    "dots-setup",
    "tupik-puts",
    "tupik-drives",
    "digits-writes",
    "digits-throws",
    "curves-marks",
    "curves-first-line",
    "curves-lines",
    "curves-lines-or-end",
)
WORDS = ("keep", "swap", "stop", "pass")


@pytest.mark.sample(one_in=7)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("challenge", BRAINS)
async def test_a_game_is_played_to_its_end_from_text_alone(store: Store, challenge: str, language: str):
    stage = Stage(store)
    await stage.type(f"ann.{language}", f"/language {language} chat")
    await stage.type(f"ann.{language}", f"/challenge @bob {challenge}")
    code = stage.board.text.split(" · ")[1][:6]
    await stage.type(f"bob.{language}", f"/accept {code}")
    movers: list[str] = []
    while not (answer := hear(_text_of_board(stage.board), language)).first(*OVER):
        assert len(movers) < MOST_PLIES
        player = _on_turn(answer)
        who = f"{player.casefold()}.{language}"
        await _hears_what_is_new(stage, who, player, movers)
        [text] = await stage.type(who, f"/board text {code}")
        move = _in_words(BRAINS[challenge](hear(text.text, language)), language)
        assert await stage.type(who, f"/move {code} {move}") == ()
        movers.append(player)
    [text] = await stage.type(f"ann.{language}", f"/board text {code}")
    assert hear(text.text, language).first(*OVER) is not None


def _text_of_board(board: Message) -> str:
    return board.picture.alt if board.picture else ""


def _on_turn(text: Text) -> str:
    due_items = text.first(*DUE)
    assert due_items is not None
    return due_items.fields["player"]


async def _hears_what_is_new(stage: Stage, who: str, player: str, movers: list[str]) -> None:
    """`/board changes` tells as many moves of the opponent as there were since the player's last."""
    since = [*takewhile(lambda mover: mover != player, reversed(movers))]
    if since != movers[::-1]:
        [answer] = await stage.type(who, "/board changes")
        reply = [each for each in hear(answer.text, who[-2:]).all("played") if each.fields["player"] in since]
        assert sum(len(each.fields["move"].split(", ")) for each in reply) == len(since)


def _in_words(move: str, language: str) -> str:
    """A word of a move as the texts of the language say it."""
    return speech(language).say(f"move-{move}") if move in WORDS else move
