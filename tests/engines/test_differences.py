"""No reason is given for a move that holds for the move that it is compared with too; nor is a false one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engines import GAMES
from engines.explaining import advise, explain
from engines.game import AnyGame, AnyMove, AnyPosition, Level, Limit, advance
from engines.kernels.loading import warm
from tests.engines.refuting import refuted_reasons

ESTIMATED = {"curves"}
"""The games in which nothing is proved, so that a search takes all of its time and may know no worse move."""
SMALL = {
    "dots": {"size": "3x3"},
    "lgame": {},
    "tupik": {"map": "three-corners"},
    "digits": {"size": "4x4", "digits": "1-2"},
    "curves": {"size": "7x5", "points": "5"},
}
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def positions_with_moves(game: AnyGame, every: int, seed: int = 0) -> Iterator[tuple[AnyPosition, AnyMove]]:
    """Yield some positions of careless games, with a move in each."""
    chance = Random(f"{game.name} {seed}")
    while True:
        position = game.start(SMALL[game.name], 0)
        while position.outcome is None:
            moves = [*position.moves()]
            if len(moves) > 1 and chance.randrange(every) == 0:
                yield position, chance.choice(moves)
            careful = game.hint(position, Limit(0.05, seed=chance.randrange(99)), Level.CLASSIC).move
            position, _ = advance(position, chance.choice((careful, chance.choice(moves))))


def check_differences(game: AnyGame, count: int, every: int, seed: int = 0) -> int:
    """Check so many explanations; return how many of them compare with another move."""
    warm(game.name)
    compared, limit = 0, Limit(0.1 if game.name in ESTIMATED else 2.0)
    for position, move in islice(positions_with_moves(game, every, seed), count):
        explanation = explain(game, position, move, limit)
        assert explanation.reasons
        assert {*explanation.reasons} <= {*explanation.facts}
        assert [*refuted_reasons(game, position, explanation)] == []
        if explanation.than is not None:
            compared += 1
            other = explain(game, position, explanation.than, limit)
            assert not {*explanation.reasons} & {*other.reasons}, (position, str(move), str(explanation.than))
            assert not {*explanation.reasons} & {*explanation.than_reasons}
    return compared


@for_every_game
def test_two_compared_moves_share_no_reason(game: AnyGame):
    assert check_differences(game, 3, 3) or game.name in ESTIMATED


@pytest.mark.long
@for_every_game
def test_two_compared_moves_share_no_reason_in_hundreds_of_positions(game: AnyGame, large_seed: int):
    assert check_differences(game, 300, 2, large_seed)


@for_every_game
def test_a_move_is_compared_however_little_time_there_is(game: AnyGame):
    warm(game.name)
    for position, move in islice(positions_with_moves(game, 4), 8):
        explanation = explain(game, position, move, Limit(0.001))
        assert explanation.reasons
        assert explanation.than != move
        assert explanation.is_proved or explanation.than is not None


def test_a_hint_is_compared_with_the_move_that_the_heuristic_would_play():
    game = GAMES["dots"]
    position = game.start({"size": "3x1", "pie": "0"}, 0)
    for text in ("a1-b1", "b1-c1", "c1-d1", "a2-b2", "b2-c2", "c2-d2", "a1-a2"):
        position = position.play(position.read(text))
    hint = advise(game, position, Limit(5.0), Level.STRONG)
    assert hint.than != hint.move
    assert not {*hint.reasons} & {*hint.than_reasons}
