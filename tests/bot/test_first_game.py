"""The README's first game, followed to the letter against the easy bot, is won as often as it says."""

from __future__ import annotations

from random import Random

import pytest

from bot.core.language.speech import speech
from bot.core.ports.store import Store
from engines import GAMES
from engines.dots.rules import Position
from engines.game import Level, Limit, Seat
from engines.kernels.loading import warm
from tests.bot.newcomer import Rule, Step, by_the_rules, first_game
from tests.bot.scripted import Deep, Stage
from tests.readmes import READMES, first_challenge, promised_wins, prose_of

GAMES_PLAYED = 100


def test_the_three_rules_win_as_many_games_as_is_promised():
    wins = sum(_winner(seed) is Seat.SECOND for seed in range(GAMES_PLAYED))
    assert {promised_wins(language) for language in READMES} == {9}
    assert wins >= 0.9 * GAMES_PLAYED


@pytest.mark.parametrize("language", READMES)
async def test_a_first_game_is_typed_and_pressed_to_its_end_and_won(language: str, store: Store):
    *_, last = await _play_lesson(Stage(store), language, Random(3))
    rematch = speech(language).say("button-rematch")
    assert _is_won(last)
    assert rematch in [button.label for row in last.board.buttons for button in row]
    assert f"**{rematch}**" in prose_of(READMES[language])
    assert f"**{speech(language).say('button-hint')}**" in prose_of(READMES[language])


async def test_a_first_game_needs_all_three_rules(store: Store):
    assert {step.rule for step in await _play_lesson(Stage(store), "en", Random(3))} == set(Rule)


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("luck", range(3))
async def test_a_hint_at_every_turn_wins_for_certain(luck: int, store: Store):
    warm("dots")
    first, *_, last = await _play_lesson(Stage(store, think=Deep), "en", Random(luck), hints=True)
    assert first.hint and "proved" in first.hint.text.casefold()
    assert _is_won(last)


async def _play_lesson(stage: Stage, language: str, chance: Random, hints: bool = False) -> list[Step]:
    game = first_game(stage, f"ann.{language}", first_challenge(language), chance, hints)
    return [step async for step in game]


def _is_won(last: Step) -> bool:
    return last.position.outcome is not None and last.position.outcome.winner is Seat.SECOND


def _winner(seed: int) -> Seat | None:
    """Who wins a game of the easy level, which begins, against the three rules; a hint is the classic level's."""
    position, chance = GAMES["dots"].start({"size": "3x3"}, 0), Random(seed)
    while not position.outcome:
        position = position.play(position.read(_move(position, chance)))
    winner: Seat | None = position.outcome.winner
    return winner


def _move(position: Position, chance: Random) -> str:
    _, side = by_the_rules(position, chance) if position.turn is Seat.SECOND else (None, "")
    level = Level.EASY if position.turn is Seat.FIRST else Level.CLASSIC
    return side or str(GAMES["dots"].hint(position, Limit(seed=chance.getrandbits(32)), level).move)
