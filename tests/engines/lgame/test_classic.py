"""The classic heuristic and the easy level, step by step."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.game import Level, Limit, Seat
from engines.lgame import GAME
from engines.lgame.classic import KIND_TURNS, classic, easy
from engines.lgame.grid import CORNERS, NUMBER, PLACES, mask
from engines.lgame.reasons import FEW, closes, corner_degree, mirror_stops
from engines.lgame.rules import Position, Variant
from tests.engines.starts import play_texts
from tests.samples import cases

SEEDS = range(20)
BEFORE_BLOCK = ("c4-c2-d2 a4-a2", "b2-b4-a4 a2-c1", "c2-c4-d4 d1-a3")


def l_on(names: str) -> int:
    return mask(*names.split())


@pytest.mark.parametrize(
    ("squares", "cost"),
    [
        ("b2 b3 b4 c4", 0),
        ("a2 b2 c2 c3", 0),
        ("b1 b2 b3 a1", 1),
        ("d4 c4 c3 c2", 1),
        ("a1 a2 a3 b3", 2),
        ("a1 b1 c1 c2", 2),
        ("d4 d3 d2 c4", 2),
    ],
)
def test_a_corner_is_bad_and_a_whole_edge_in_one_worse(squares, cost):
    assert corner_degree(PLACES[l_on(squares)]) == cost


def test_places_out_of_the_corners_are_taken_before_any_other():
    for seed in SEEDS:
        position = play_texts(GAME, "default", "c2-c4-d4", "b1-b3-a3")
        free = [place for place in position.places() if not place.bits & CORNERS]
        assert not free or not classic(position, Limit(seed=seed)).move.place.bits & CORNERS


def test_among_these_the_opponent_is_left_the_fewest_places():
    start = Position()
    moves = [move for move in start.moves() if not move.place.bits & CORNERS]
    fewest = min(len(start.play(move).places()) for move in moves)
    for seed in SEEDS:
        assert len(start.play(classic(start, Limit(seed=seed)).move).places()) == fewest


def test_a_neutral_beside_a_corner_closes_a_block_or_half_of_the_board():
    assert closes(l_on("b1 b2 b3 c3"), NUMBER["d2"])
    assert not closes(l_on("b1 b2 b3 c3"), NUMBER["a2"]), "there was no room for an L left of it before"
    assert not closes(l_on("b2 b3 b4 c4"), NUMBER["b1"])


def test_a_neutral_stands_where_the_opponent_would_mirror():
    own = l_on("a1 a2 a3 b3")
    assert mirror_stops(own, mask("d2", "c4")) == 1
    assert mirror_stops(own, mask("b1", "b2")) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_block_at_hand_is_never_missed(seed):
    position = play_texts(GAME, "default", *BEFORE_BLOCK)
    assert position.play(classic(position, Limit(seed=seed)).move).outcome
    assert classic(position, Limit(seed=seed)).is_proved


def test_in_scoring_points_come_first():
    position = play_texts(GAME, "variant=scoring", "c2-c4-d4")
    most = max(sum(position.play(move).score) for move in position.moves())
    assert sum(position.play(classic(position, Limit(seed=1)).move).score) == most == 3


def after_its_kind_turns(position: Position) -> Position:
    return replace(position, past=(replace(position, score=(1, 1)).key,) * 2 * KIND_TURNS)


def test_easy_takes_what_it_sees_and_errs_in_about_a_third_of_its_moves():
    position = after_its_kind_turns(play_texts(GAME, "default", *BEFORE_BLOCK))
    result = sum(position.play(easy(position, Limit(seed=seed)).move).outcome is not None for seed in range(300))
    assert 160 < result < 240


@cases(8, 80)
@pytest.mark.parametrize("variant", list(Variant))
def test_easy_shuts_no_newcomer_in_while_they_have_hardly_moved(variant, count):
    for seed in range(count):
        position, chance = Position(variant, target=15), Random(seed)
        while position.outcome is None and len(position.past) < 2 * KIND_TURNS:
            if position.turn is Seat.FIRST:
                position = position.play(chance.choice(list(position.moves())))
                continue
            after = [position.play(move) for move in position.moves()]
            kind = any(len(each.places()) > FEW and each.outcome is None for each in after)
            position = position.play(easy(position, Limit(seed=seed)).move)
            assert not kind or position.outcome is None
            assert not kind or len(position.places()) > FEW


def test_equal_seeds_give_equal_advice_and_others_now_and_then_another():
    for level in (classic, easy):
        assert level(Position(), Limit(seed=3)).move == level(Position(), Limit(seed=3)).move
        assert len({level(Position(), Limit(seed=seed)).move for seed in SEEDS}) > 1


@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("level", [Level.EASY, Level.CLASSIC])
def test_no_level_knows_what_the_tables_know(variant, level, monkeypatch):
    monkeypatch.setattr("engines.lgame.loading._loading", lambda *_: pytest.fail("a lower level looked at the tables"))
    position = replace(Position(variant), target=15)
    assert GAME.hint(position, Limit(1.0), level).move in set(position.moves())
