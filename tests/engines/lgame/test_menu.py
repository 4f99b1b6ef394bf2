"""Two presses lead to every move, and to nothing else."""

from __future__ import annotations

from engines.lgame.menu import picks
from engines.lgame.rules import Position


def reachable(position: Position) -> set[str]:
    return {last.move for first in picks(position, ()) for last in picks(position, (first.step,))}


def test_every_legal_move_can_be_reached_in_two_presses_and_no_other():
    for position in (Position(), Position(ls=Position().ls[::-1])):
        assert reachable(position) == {str(move) for move in position.moves()}


def test_to_leave_the_discs_is_the_first_choice_of_the_last_press():
    first = picks(Position(), ("c2-c4-d4",))[0]
    assert (first.label, first.move) == ("keep", "c2-c4-d4")
    assert len(picks(Position(), ("c2-c4-d4",))) == 13


def test_a_button_of_three_presses_leads_on():
    assert picks(Position(), ("c4", "c2-c4-d4")) == picks(Position(), ("c2-c4-d4",))


def test_steps_that_lead_nowhere_offer_nothing():
    assert picks(Position(), ("a1",)) == ()
    assert picks(Position(), ("a1-a2-a3",)) == ()
