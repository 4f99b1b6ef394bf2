"""Each idea of the game is named where it is at work (that what is said is true: `test_claims`)."""

from __future__ import annotations

from engines.dots import GAME
from engines.dots.classic import classic, easy
from engines.dots.reasons import move_reasons
from engines.dots.rules import Position
from engines.explaining import explain
from engines.game import Level, Limit
from tests.engines.dots.drawings import parse_drawing
from tests.engines.dots.test_rules import after


def codes(position: Position, move: str) -> list[str]:
    return [reason.code for reason in move_reasons(position, position.read(move))]


def reason_lines(position: Position, move: str) -> list[str]:
    return [str(reason) for reason in move_reasons(position, position.read(move))]


def test_a_side_that_gives_a_box_names_it_and_what_would_give_nothing():
    position = after("size=3x3", "a1-a2", "a1-b1")
    assert reason_lines(position, "b1-b2") == ["gives-third-side count=1 boxes=a1", "though-safe count=20 side=b1-c1"]


def test_the_reply_that_punishes_a_gift_takes_it():
    position = after("size=3x3", "a1-a2", "a1-b1")
    explanation = explain(GAME, position, position.read("b1-b2"), Limit(20.0))
    assert (explanation.value, explanation.best_value) == (-5, -3)
    assert str(explanation.reasons[0]) == "reply-takes player=second count=1 boxes=a1"
    assert str(explanation.than_reasons[0]) == "gives-no-third-side"


def test_a_run_is_explained_by_its_boxes_and_its_last_side():
    position = after("size=3x3", "a1-a2", "a1-b1", "a2-b2", "b1-c1", "b2-c2")
    assert reason_lines(position, "b1-b2 c1-c2") == [
        "takes-box count=2 boxes=a1 b1",
        "wants-odd count=0 player=second other=first",
    ]
    assert reason_lines(position, "b1-b2 c3-d3")[-1] == "can-take player=first count=1 boxes=b1"


def test_a_quiet_move_counts_the_long_chains_and_who_opens_the_first():
    position = after("size=3x3", "a1-a2", "a1-b1")
    assert reason_lines(position, "c3-c4")[-1] == "wants-even count=0 player=first other=second"


def test_a_colour_is_explained_by_its_boxes_its_turn_and_its_chains():
    position = after("size=3x3 pie=5", "a1-a2 a1-b1 a2-b2 b1-b2", "stop")
    assert reason_lines(position, "keep") == [
        "takes-colour own=1 other=0",
        "draws-next player=second",
        "wants-odd count=0 player=second other=first",
    ]


def test_in_the_set_up_no_player_is_named():
    position = after("size=3x3 pie=5")
    assert codes(position, "a1-a2") == ["gives-no-third-side", "sides-to-set-up", "safe-sides-open"]
    assert codes(position, "a1-a2 stop") == ["leaves-the-choice"]


def test_the_last_safe_side_is_called_so():
    position = parse_drawing("""
        +   +   +   +
        |   |   |   |
        +   +   +   +
        |   |   |   |
        +   +   +   +
        |   |   |
        +   +   +   +
        """)
    assert codes(position, "d1-d2") == ["gives-no-third-side", "last-safe-side", "opens-first"]


def test_leaving_the_last_two_boxes_is_double_dealing():
    position = parse_drawing("""
        +---+---+---+

        +---+---+---+
        |
        +---+---+---+
        """)
    assert codes(position, "b1-b2") == ["takes-box", "choice-ahead", "more-to-take", "then-must-open"]
    taken = parse_drawing("""
        +---+---+---+

        +---+---+---+
        | 1 |
        +---+---+---+
        """)
    assert codes(taken, "d1-d2") == ["double-dealing", "then-must-open"]
    assert codes(taken, "c1-c2") == ["takes-box", "more-to-take", "then-must-open"]


def test_every_level_gives_its_reasons_in_these_words():
    position = parse_drawing("""
        +---+---+---+

        +---+---+---+

        +---+---+---+
        """)
    result = "opens-long-chain"
    assert result in {reason.code for reason in classic(position, Limit()).reasons}
    assert result in {reason.code for reason in easy(position, Limit()).reasons}
    assert result in {reason.code for reason in GAME.hint(position, Limit(5.0), Level.STRONG).reasons}
