"""Nobody wins a tournament by leaving it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.language.speech import speech
from bot.features.tournaments.events import System
from bot.features.tournaments.pairings import NEITHER, WON
from bot.features.tournaments.standings import standings
from bot.features.tournaments.tournament import Phase
from bot.features.tournaments.view import table
from tests.bot.features.tournaments.test_standings import play_round, tournament

WORDS = speech("en")


@pytest.mark.parametrize("system", System)
def test_of_players_with_equal_points_the_one_who_stayed_is_first(system: System):
    over = tournament(system, 4, [play_round({(1, 4): WON, (2, 3): WON})], gone={1: 0, 3: 0, 4: 0})
    assert standings(over)[0].number == 2
    assert "First place: No 2." in table(replace(over, phase=Phase.OVER), 0, WORDS).text


@pytest.mark.parametrize("system", System)
def test_a_tournament_that_everybody_left_has_no_winner(system: System):
    over = tournament(system, 4, [play_round({(1, 4): NEITHER, (2, 3): NEITHER})], gone=dict.fromkeys(range(1, 5), 0))
    answer = table(replace(over, phase=Phase.OVER), 0, WORDS).text
    assert "nobody wins" in answer
    assert "First place" not in answer
