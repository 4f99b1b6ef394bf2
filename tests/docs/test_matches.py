"""The matches that are told of: each game replays by the rules, and the page counts what they hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import docs
from benchmarks.dots_match import games_in, points_of
from engines.record import replay

PAGE = Path(docs.__file__).with_name("matches.md")
ROWS = re.findall(r"\]\((matches/\S+)\) \|.*?\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "games", "won", "drawn", "lost"), ROWS)
def test_what_the_page_counts_is_what_the_games_came_to(file: str, games: str, won: str, drawn: str, lost: str):
    kept = games_in(PAGE.parent / file)
    ends = [str(replay(game)[-1].outcome) for game in kept]
    assert ends == [game.result for game in kept]
    points = [points_of(game) for game in kept]
    assert [len(points), *map(points.count, (1.0, 0.5, 0.0))] == [int(games), int(won), int(drawn), int(lost)]


@pytest.mark.parametrize("file", [row[0] for row in ROWS])
def test_every_second_game_is_begun_by_the_other_and_none_is_played_twice(file: str):
    kept = games_in(PAGE.parent / file)
    assert [game.tags["first"].startswith("Tetradka") for game in kept] == [
        number % 2 == 0 for number in range(len(kept))
    ]
    assert len({game.messages for game in kept}) == len(kept)
