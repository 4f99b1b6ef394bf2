"""What `/tournament` reads, in any order and language, and what it refuses."""

from __future__ import annotations

from datetime import time

import pytest

from bot.features import COMMANDS
from bot.features.tournaments.events import System
from bot.features.tournaments.handlers import AskTournament, OpenTournament, Step
from engines.refusals import Refusal
from tests.bot.scripted import incoming


def read(text: str):
    return COMMANDS.parse(incoming("ann", text))


@pytest.mark.parametrize(
    "text",
    [
        "/tournament dots 3x3 swiss rounds=4 deadline=2d start=18:00",
        "/tournament start=18:00 swiss deadline=2d 3x3 rounds=4 dots",
        "/tournament точки 3x3 швейцарская rounds=4 deadline=2d start=18:00",
    ],
)
def test_the_words_come_in_any_order_and_language(text: str):
    result = read(text)
    assert isinstance(result, OpenTournament)
    assert (result.challenge.game, result.challenge.settings["size"]) == ("dots", "3x3")
    assert (result.system, result.rounds, result.seconds) == (System.SWISS, 4, 2 * 86400)
    assert result.starts == time(18)


def test_a_tournament_is_a_swiss_with_three_days_per_round_by_default():
    result = read("/tournament lgame")
    assert isinstance(result, OpenTournament)
    assert (result.system, result.rounds, result.seconds, result.starts) == (System.SWISS, 0, 3 * 86400, None)


@pytest.mark.parametrize("step", Step)
def test_each_step_may_name_the_tournament(step: Step):
    assert read(f"/tournament {step} XKTRWQ") == AskTournament(step, "XKTRWQ")
    assert read(f"/tournament {step}") == AskTournament(step)


@pytest.mark.parametrize(("text", "step"), [("участвовать", Step.JOIN), ("Почати", Step.START)])
def test_a_step_is_read_in_every_language(text: str, step: Step):
    assert read(f"/tournament {text}") == AskTournament(step)


def test_alone_it_asks_for_the_table():
    assert read("/tournament") == AskTournament(Step.SHOW)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dots rounds=0", "bad-term"),
        ("dots rounds=200", "bad-term"),
        ("dots rounds=0001" + "1" * 400, "bad-term"),
        ("dots deadline=5m", "bad-term"),
        ("dots start=soon", "bad-term"),
        ("swiss", "tournament-of-what"),
        ("dots bot", "tournament-for-all"),
        ("dots @bob", "tournament-for-all"),
        ("join us", "no-words-wanted"),
    ],
)
def test_a_wrong_word_is_named(text: str, code: str):
    with pytest.raises(Refusal) as error:
        read(f"/tournament {text}")
    assert error.value.code == code
