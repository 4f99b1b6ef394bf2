"""The classic level plays its heuristic; the easy level looks one step ahead and errs on purpose."""

from __future__ import annotations

from random import Random

import pytest

from engines.curves.attempt import Attempt, attacked_points, margin
from engines.curves.classic import classic, easy, greedy
from engines.curves.line import Line
from engines.curves.move import Mark, Pass
from engines.curves.options import start
from engines.curves.reasons import move_reasons
from engines.game import Limit, Seat
from tests.engines.curves.sheets import marked_sheet, owners, play_moves
from tests.samples import cases

THREE = "a1 i1 c2 e2 g2 p12"
SPREAD = "a1 i1 e3 c9 k9 g11 o2 n7"


def codes(hint) -> set[str]:
    return {reason.code for reason in hint.reasons}


def line(position, text: str) -> Attempt:
    move = position.read(text)
    assert isinstance(move, Line)
    return Attempt(position, move)


def reasons_text(attempt: Attempt) -> set[str]:
    """Return the reasons of a line, with their fields."""
    return {str(reason) for reason in move_reasons(attempt.position, attempt.line)}


def said_codes(attempt: Attempt) -> set[str]:
    return {reason.code for reason in move_reasons(attempt.position, attempt.line)}


def test_first_it_holds_one_point_for_sure():
    for seed in range(5):
        position = marked_sheet(SPREAD)
        hint = classic(position, Limit(60.0, seed=seed))
        assert position.play(hint.move).score == (1, 0)


def test_a_point_is_called_held_for_sure_only_if_no_line_takes_it():
    three = play_moves(start({"size": "8x6", "points": "3"}), "b3", "g1", "a5")
    held_points, between = line(three, "a5-g1 via a.5 3"), line(marked_sheet("a1 i1 e3 p12"), "a1-i1 via e5")
    taken_points = line(marked_sheet("a5 i5 e6 k1 h3 p12"), "a5-i5 via e9")
    assert "safe-point" in said_codes(held_points)
    assert between.is_safe and taken_points.is_safe
    for each in (between, taken_points):
        assert "safe-point" not in said_codes(each)
        (refutation,) = (reason for reason in move_reasons(each.position, each.line) if reason.code == "taken-by")
        assert play_moves(each.position.play(each.line), str(dict(refutation.fields)["curve"])).score == (0, 1)


def test_a_zone_with_many_points_is_called_risky():
    assert "risky-zone points=3" in reasons_text(line(marked_sheet(THREE), "a1-i1 via e5"))
    assert "risky-zone" not in said_codes(line(marked_sheet("a1 i1 e3 p12"), "a1-i1 via e5"))


def test_points_that_a_line_leaves_in_danger_are_named():
    position = play_moves(marked_sheet("a1 i1 e3 p12 p1 a12"), "a1-i1 via e5", "a1-e3")
    assert "left-in-danger point=e3" in reasons_text(line(position, "p1-p12"))
    assert "saves-point point=e3" in reasons_text(line(position, "e3-i1"))


def test_a_zone_over_the_opponent_s_says_whether_it_lies_inside():
    position = play_moves(marked_sheet("a1 i1 c1 g1 e2 p12 e8"), "a1-i1 via e5")
    assert "zone-inside-zone" in said_codes(line(position, "c1-g1 via e3"))
    position = play_moves(marked_sheet("a5 i5 e6 k1 h3 p12 c3 g3"), "a5-i5 via e9")
    assert "later-zone" in said_codes(line(position, "c3-g3 via e8"))


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize("seed", range(10))
def test_points_held_for_sure_survive_every_reply_of_the_sample(seed):
    position = start({"points": "8"})
    for place in Random(seed).sample(list(position.moves()), 8):
        position = position.play(place)
    hint = classic(position, Limit(60.0, seed=seed))
    after = position.play(hint.move)
    if codes(hint) & {"safe-point", "no-reply-takes"}:
        assert all(after.play(reply).score[0] == 1 for reply in after.moves())


def test_a_zone_around_one_point_is_safe_if_both_ends_have_room_for_an_answer():
    assert line(marked_sheet("a1 i1 e3 p12"), "a1-i1 via e5").is_safe
    assert not line(marked_sheet(THREE), "a1-i1 via e5").is_safe
    assert not line(play_moves(marked_sheet("a1 i1 e3 p12"), "i1-p12"), "a1-i1 via e5").is_safe


def test_the_holder_saves_an_attacked_point_by_a_line_to_it():
    position = play_moves(marked_sheet("a1 i1 e3 p12 p1 a12"), "a1-i1 via e5", "a1-e3")
    assert attacked_points(position) == [(4, 2)]
    hint = classic(position, Limit(60.0))
    assert "saves-point" in codes(hint)
    assert attacked_points(play_moves(position.play(hint.move), "pass")) == []


def net_growth(position, move) -> int:
    """Return the growth of the mover's lead after a move and the best reply of the sample."""
    after, seat = position.play(move), position.turn
    replies = (Attempt(after, each).gain for each in after.moves() if isinstance(each, Line))
    return margin(after.holders, seat) - margin(position.holders, seat) - max(0, *replies)


def test_it_keeps_the_most_after_the_best_reply():
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9 l1 n1 m2 m9"), "l1-n1 via m3", "pass")
    hint, most = classic(position, Limit(60.0)), greedy(position, Limit(60.0))
    assert hint.value == net_growth(position, hint.move) > net_growth(position, most.move)
    assert "captures" in codes(hint)


def test_it_may_overlook_lines():
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9 l1 n1 m2 m9"), "l1-n1 via m3", "pass")
    moves = [classic(position, Limit(60.0, seed=seed), overlooks=0.9).move for seed in range(4)]
    assert min(net_growth(position, move) for move in moves) < classic(position, Limit(60.0)).value


@cases(2, 8)
def test_it_beats_the_greedy_level(count):
    points = 0
    for seed in range(count):
        position, mine = start({"size": "9x7", "points": "7"}), Seat.FIRST if seed % 2 else Seat.SECOND
        while position.outcome is None:
            position = position.play(
                (classic if position.turn is mine else greedy)(position, Limit(60.0, seed=seed)).move
            )
        points += position.outcome.winner is mine
        points -= position.outcome.winner is mine.opponent
    assert points >= count / 2


def test_it_sees_a_zone_inside_the_opponent_s_zone():
    position = play_moves(marked_sheet("a1 i1 c1 g1 e2 p12"), "a1-i1 via e5")
    best_line = line(position, "c1-g1 via e3")
    assert best_line.gain == 2
    assert said_codes(best_line) >= {"captures", "zone-inside-zone"}


def test_among_equals_it_lays_the_ruler_along_the_edge():
    at_edge, inside = (
        line(marked_sheet("g1 k1 i2 a12"), "g1-k1 via i3"),
        line(marked_sheet("g2 k2 i3 a12"), "g2-k2 via i4"),
    )
    assert at_edge.has_ruler_at_edge and not inside.has_ruler_at_edge
    assert "ruler-at-edge" in said_codes(at_edge)
    assert not line(marked_sheet("g1 k1 i2 a12"), "g1-k1 via i0.5").has_ruler_at_edge


def test_the_reasons_name_the_purpose_of_a_line():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5")
    assert reasons_text(line(position, "c2-e2")) == {"threatens-release point=c2", "threatens-release point=e2"}
    position = play_moves(position, "c2-e2", "pass")
    assert reasons_text(line(position, "c2-e2 via d1.5")) >= {"takes-back points=2 names=c2 e2"}


def test_it_threatens_or_passes_if_no_line_gains():
    threatening = classic(play_moves(marked_sheet("a1 i1 e3 p12"), "a1-i1 via e5"), Limit(60.0))
    assert "threatens-release" in codes(threatening)
    position = play_moves(marked_sheet("a1 d1 a4 d4", "4x4"), "a1-d1")
    assert classic(position, Limit(60.0)).move == Pass()
    assert codes(classic(position, Limit(60.0))) == {"no-gain-seen"}


def test_points_are_marked_with_free_space_around_them():
    position = play_moves(start({}), "h6")
    for seed in range(20):
        move = classic(position, Limit(60.0, seed=seed)).move
        assert isinstance(move, Mark)
        assert max(abs(move.point[0] - 7), abs(move.point[1] - 5)) >= 2


def test_the_greedy_level_takes_the_most_or_passes():
    position = marked_sheet(THREE)
    assert greedy(position, Limit(60.0)).value == max(
        Attempt(position, each).gain for each in position.moves() if isinstance(each, Line)
    )
    assert greedy(play_moves(marked_sheet("a1 d1 a4 d4", "4x4"), "a1-d1"), Limit(60.0)).move == Pass()


@cases(100, 300)
def test_the_easy_level_misses_about_a_third_of_what_it_sees(count):
    position = marked_sheet("a1 d1 b2 d4", "4x4")
    tries = [easy(position, Limit(60.0, seed=seed)) for seed in range(count)]
    assert 0.55 < sum("just-a-try" not in codes(hint) for hint in tries) / count < 0.78


@pytest.mark.parametrize("level", [classic, easy, greedy])
def test_equal_seeds_give_equal_advice(level):
    position = marked_sheet(SPREAD)
    assert level(position, Limit(60.0, seed=7)) == level(position, Limit(60.0, seed=7))


def test_the_margin_is_that_of_the_seat():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5")
    assert (margin(position.holders, Seat.FIRST), margin(position.holders, Seat.SECOND)) == (3, -3)
    assert owners(position)


@pytest.mark.long
def test_classic_beats_easy():
    points = 0
    for seed in range(10):
        position, mine = start({"size": "10x8", "points": "8"}), Seat.FIRST if seed % 2 else Seat.SECOND
        while position.outcome is None:
            position = position.play(
                (classic if position.turn is mine else easy)(position, Limit(60.0, seed=seed)).move
            )
        points += position.outcome.winner is mine
        points -= position.outcome.winner is mine.opponent
    assert points >= 3
