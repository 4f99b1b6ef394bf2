"""Three presses lead to every move, and to nothing else."""

from __future__ import annotations

from engines.lgame.grid import mask
from engines.lgame.menu import picks
from engines.lgame.rules import Position


def reachable(position: Position) -> set[str]:
    return {
        last.move
        for first in picks(position, ())
        for second in picks(position, (first.step,))
        for last in picks(position, (first.step, second.step))
    }


def test_every_legal_move_can_be_reached_in_three_presses_and_no_other():
    for position in (Position(), Position(ls=Position().ls[::-1])):
        assert reachable(position) == {str(move) for move in position.moves()}


def test_the_places_offered_for_a_square_are_those_that_keep_it():
    start = Position()
    for name in ("c2", "c3", "c4", "b4"):
        offered = [pick.step for pick in picks(start, (name,))]
        assert offered == [str(place) for place in start.places() if place.bits & mask(name)]


def test_only_squares_that_some_place_keeps_are_offered_and_none_only_if_a_place_keeps_none():
    start = Position()
    assert [pick.step for pick in picks(start, ())] == ["c2", "c3", "b4", "c4"]
    apart = Position(ls=(mask("a3", "a4", "b4", "c4"), mask("b1", "c1", "d1", "d2")), neutrals=mask("a1", "a2"))
    assert [pick.label for pick in picks(apart, ())][-1] == "—"
    assert "b3-d3-d4" in [pick.step for pick in picks(apart, (picks(apart, ())[-1].step,))]


def test_the_l_alone_is_the_first_choice_of_the_last_press():
    first = picks(Position(), ("c4", "c2-c4-d4"))[0]
    assert (first.label, first.move) == ("c2-c4-d4", "c2-c4-d4")
    assert len(picks(Position(), ("c4", "c2-c4-d4"))) == 13


def test_steps_that_lead_nowhere_offer_nothing():
    assert picks(Position(), ("a1",)) == ()
    assert picks(Position(), ("c4", "a1-a2-a3")) == ()
