"""The ledger finds what was left unanswered, answered twice or late, and boards that went too early."""

from __future__ import annotations

from tests.bot.answered import Fault, Ledger


def _kinds(ledger: Ledger) -> list[Fault]:
    return [fault for fault, _ in ledger.faults()]


def test_a_press_that_is_answered_once_in_time_has_no_fault():
    ledger = Ledger()
    ledger.press("Discord interactions", "1", at=0)
    ledger.press("Discord interactions", "1", at=1)
    ledger.answer("Discord interactions", "1", at=2)
    assert ledger.faults() == []
    assert ledger.count_checked() == {"Discord interactions": 1}


def test_a_press_may_not_stay_unanswered_or_be_answered_late_or_twice():
    ledger = Ledger()
    for key in "123":
        ledger.press("Discord interactions", key, at=0)
    ledger.answer("Discord interactions", "2", at=3.5)
    ledger.answer("Discord interactions", "3", at=1)
    ledger.answer("Discord interactions", "3", at=2)
    assert _kinds(ledger) == [Fault.UNANSWERED, Fault.LATE, Fault.TWICE]


def test_a_board_may_go_once_another_of_its_game_stands():
    ledger = Ledger()
    ledger.show("discord", "300", "1", "Ann, your move", ["/more BCDFGH"])
    ledger.show("discord", "300", "2", "Bob, your move", ["/more BCDFGH"])
    ledger.remove("discord", "300", "1")
    ledger.show("discord", "300", "3", "Bob wins", ["/again BCDFGH"])
    ledger.show("discord", "300", "2", "Ann: a1-a2", [])
    assert ledger.faults() == []
    assert ledger.count_checked() == {"boards replaced": 2}


def test_a_board_may_not_go_before_another_of_its_game_stands_in_its_chat():
    ledger = Ledger()
    ledger.show("discord", "300", "0", "Bob accepts BCDFGH.", [])
    ledger.show("discord", "300", "1", "Ann, your move", ["/more BCDFGH"])
    ledger.show("discord", "300", "2", "Kim, your move", ["/more KKKKKK"])
    ledger.show("discord", "301", "3", "Bob, your move", ["/more BCDFGH"])
    ledger.remove("discord", "300", "1")
    assert _kinds(ledger) == [Fault.BOARDLESS]


def test_a_board_may_not_keep_its_buttons_below_a_newer_one_unless_it_is_to_go():
    ledger = Ledger()
    ledger.show("discord", "300", "1", "Ann, your move", ["/more BCDFGH"])
    ledger.show("discord", "301", "2", "Ann, your move", ["/more BCDFGH"])
    ledger.show("discord", "300", "3", "Bob wins", ["/again BCDFGH"])
    assert _kinds(ledger) == [Fault.STALE]
    ledger.owe("1")
    assert ledger.faults() == []
