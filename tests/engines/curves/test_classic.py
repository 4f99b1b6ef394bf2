"""The classic level plays its heuristic; the easy level looks one step ahead and errs on purpose."""

from __future__ import annotations

from random import Random

import pytest

from engines.curves.attempt import Try, attacked, margin
from engines.curves.classic import classic, easy, greedy
from engines.curves.line import Line
from engines.curves.move import Mark, Pass
from engines.curves.options import start
from engines.curves.reasons import reasons_of
from engines.game import Seat
from tests.engines.curves.sheets import marked, owners, played

THREE = "a1 i1 c2 e2 g2 p12"
SPREAD = "a1 i1 e3 c9 k9 g11 o2 n7"


def codes(hint) -> set[str]:
    return {reason.code for reason in hint.reasons}


def line(position, text: str) -> Try:
    move = position.read(text)
    assert isinstance(move, Line)
    return Try(position, move)


def said(tried: Try) -> set[str]:
    """The reasons of a line, with their fields."""
    return {str(reason) for reason in reasons_of(tried.position, tried.line)}


def said_codes(tried: Try) -> set[str]:
    return {reason.code for reason in reasons_of(tried.position, tried.line)}


def test_first_it_holds_one_point_for_sure():
    for seed in range(5):
        position = marked(SPREAD)
        hint = classic(position, seed)
        assert position.play(hint.move).score == (1, 0)


def test_a_point_is_called_held_for_sure_only_if_no_line_takes_it():
    three = played(start({"size": "8x6", "points": "3"}), "b3", "g1", "a5")
    held, between = line(three, "a5-g1 via a.5 3"), line(marked("a1 i1 e3 p12"), "a1-i1 via e5")
    taken = line(marked("a5 i5 e6 k1 h3 p12"), "a5-i5 via e9")
    assert "safe-point" in said_codes(held)
    assert between.safe and taken.safe
    for each in (between, taken):
        assert "safe-point" not in said_codes(each)
        (refuted,) = (reason for reason in reasons_of(each.position, each.line) if reason.code == "taken-by")
        assert played(each.position.play(each.line), str(dict(refuted.fields)["curve"])).score == (0, 1)


def test_a_zone_with_many_points_is_called_risky():
    assert "risky-zone points=3" in said(line(marked(THREE), "a1-i1 via e5"))
    assert "risky-zone" not in said_codes(line(marked("a1 i1 e3 p12"), "a1-i1 via e5"))


def test_points_that_a_line_leaves_in_danger_are_named():
    position = played(marked("a1 i1 e3 p12 p1 a12"), "a1-i1 via e5", "a1-e3")
    assert "left-in-danger point=e3" in said(line(position, "p1-p12"))
    assert "saves-point point=e3" in said(line(position, "e3-i1"))


def test_a_zone_over_the_opponent_s_tells_whether_it_lies_inside():
    position = played(marked("a1 i1 c1 g1 e2 p12 e8"), "a1-i1 via e5")
    assert "zone-inside-zone" in said_codes(line(position, "c1-g1 via e3"))
    position = played(marked("a5 i5 e6 k1 h3 p12 c3 g3"), "a5-i5 via e9")
    assert "later-zone" in said_codes(line(position, "c3-g3 via e8"))


@pytest.mark.parametrize("seed", range(10))
def test_what_is_called_held_for_sure_is_held_after_every_known_reply(seed):
    position = start({"points": "8"})
    for place in Random(seed).sample(list(position.moves()), 8):
        position = position.play(place)
    hint = classic(position, seed)
    after = position.play(hint.move)
    if codes(hint) & {"safe-point", "no-reply-takes"}:
        assert all(after.play(reply).score[0] == 1 for reply in after.moves())


def test_a_zone_around_one_point_is_safe_if_both_ends_have_room_for_an_answer():
    assert line(marked("a1 i1 e3 p12"), "a1-i1 via e5").safe
    assert not line(marked(THREE), "a1-i1 via e5").safe
    assert not line(played(marked("a1 i1 e3 p12"), "i1-p12"), "a1-i1 via e5").safe


def test_an_attacked_point_is_saved_by_an_own_line():
    position = played(marked("a1 i1 e3 p12 p1 a12"), "a1-i1 via e5", "a1-e3")
    assert attacked(position) == [(4, 2)]
    hint = classic(position, 0)
    assert "saves-point" in codes(hint)
    assert attacked(played(position.play(hint.move), "pass")) == []


def left(position, move) -> int:
    """By how much the mover's lead grows by a move and the best reply of the sample."""
    after, seat = position.play(move), position.turn
    replies = (Try(after, each).gain for each in after.moves() if isinstance(each, Line))
    return margin(after.held, seat) - margin(position.held, seat) - max(0, *replies)


def test_it_takes_what_the_best_reply_leaves():
    position = played(marked("a1 i1 c2 e2 g2 c9 l1 n1 m2 m9"), "l1-n1 via m3", "pass")
    hint, most = classic(position, 0), greedy(position, 0)
    assert hint.value == left(position, hint.move) > left(position, most.move)
    assert "captures" in codes(hint)


def test_it_beats_taking_the_most():
    points = 0
    for seed in range(8):
        position, mine = start({"size": "9x7", "points": "7"}), Seat.FIRST if seed % 2 else Seat.SECOND
        while position.outcome is None:
            position = position.play((classic if position.turn is mine else greedy)(position, seed).move)
        points += position.outcome.winner is mine
        points -= position.outcome.winner is mine.opponent
    assert points >= 4


def test_a_zone_inside_the_opponent_s_zone_is_seen():
    position = played(marked("a1 i1 c1 g1 e2 p12"), "a1-i1 via e5")
    best = line(position, "c1-g1 via e3")
    assert best.gain == 2
    assert said_codes(best) >= {"captures", "zone-inside-zone"}


def test_among_equals_it_lays_the_ruler_along_the_edge():
    at_edge, inside = line(marked("g1 k1 i2 a12"), "g1-k1 via i3"), line(marked("g2 k2 i3 a12"), "g2-k2 via i4")
    assert at_edge.ruler_at_edge and not inside.ruler_at_edge
    assert "ruler-at-edge" in said_codes(at_edge)
    assert not line(marked("g1 k1 i2 a12"), "g1-k1 via i0.5").ruler_at_edge


def test_what_a_line_is_good_for_is_said():
    position = played(marked(THREE), "a1-i1 via e5")
    assert said(line(position, "c2-e2")) == {"threatens-release point=c2", "threatens-release point=e2"}
    position = played(position, "c2-e2", "pass")
    assert said(line(position, "c2-e2 via d1.5")) >= {"takes-back points=2 names=c2 e2"}


def test_when_nothing_can_be_gained_it_threatens_and_else_passes():
    threatening = classic(played(marked("a1 i1 e3 p12"), "a1-i1 via e5"), 0)
    assert "threatens-release" in codes(threatening)
    position = played(marked("a1 d1 a4 d4", "4x4"), "a1-d1")
    assert classic(position, 0).move == Pass()
    assert codes(classic(position, 0)) == {"no-gain-seen"}


def test_points_are_placed_with_room_around_them():
    position = played(start({}), "h6")
    for seed in range(20):
        move = classic(position, seed).move
        assert isinstance(move, Mark)
        assert max(abs(move.point[0] - 7), abs(move.point[1] - 5)) >= 2


def test_looking_one_step_ahead_takes_the_most_and_else_passes():
    position = marked(THREE)
    assert greedy(position, 0).value == max(
        Try(position, each).gain for each in position.moves() if isinstance(each, Line)
    )
    assert greedy(played(marked("a1 d1 a4 d4", "4x4"), "a1-d1"), 0).move == Pass()


def test_the_easy_level_misses_about_a_third_of_what_it_sees():
    position = marked("a1 d1 b2 d4", "4x4")
    tries = [easy(position, seed) for seed in range(150)]
    assert 0.55 < sum("just-a-try" not in codes(hint) for hint in tries) / 150 < 0.78


@pytest.mark.parametrize("level", [classic, easy, greedy])
def test_equal_seeds_give_equal_advice(level):
    position = marked(SPREAD)
    assert level(position, 7) == level(position, 7)


def test_the_margin_is_that_of_the_seat():
    position = played(marked(THREE), "a1-i1 via e5")
    assert (margin(position.held, Seat.FIRST), margin(position.held, Seat.SECOND)) == (3, -3)
    assert owners(position)


def test_classic_beats_easy():
    points = 0
    for seed in range(10):
        position, mine = start({"size": "10x8", "points": "8"}), Seat.FIRST if seed % 2 else Seat.SECOND
        while position.outcome is None:
            position = position.play((classic if position.turn is mine else easy)(position, seed).move)
        points += position.outcome.winner is mine
        points -= position.outcome.winner is mine.opponent
    assert points >= 3
