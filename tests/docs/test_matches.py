"""The documented matches: each game replays by the rules, and the page's counts are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import docs
from benchmarks.dots_match import games_in, points_of
from engines.record import replay

PAGE = Path(docs.__file__).with_name("matches.md")
ROWS = re.findall(r"\]\((matches/\S+)\) \|.*?\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "games", "won", "drawn_sides", "lost"), ROWS)
def test_the_page_counts_match_the_stored_games(file: str, games: str, won: str, drawn_sides: str, lost: str):
    stored_games = games_in(PAGE.parent / file)
    ends = [str(replay(game)[-1].outcome) for game in stored_games]
    assert ends == [game.result for game in stored_games]
    points = [points_of(game) for game in stored_games]
    assert [len(points), *map(points.count, (1.0, 0.5, 0.0))] == [int(games), int(won), int(drawn_sides), int(lost)]


@pytest.mark.parametrize("file", [row[0] for row in ROWS])
def test_the_players_alternate_seats_and_no_game_is_repeated(file: str):
    stored_games = games_in(PAGE.parent / file)
    assert [game.tags["first"].startswith("Tetradka") for game in stored_games] == [
        number % 2 == 0 for number in range(len(stored_games))
    ]
    assert len({game.messages for game in stored_games}) == len(stored_games)
