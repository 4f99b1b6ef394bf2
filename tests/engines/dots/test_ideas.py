"""What is said of a position names no move and begins with what matters most (that it is true: `test_claims`)."""

from __future__ import annotations

from engines.dots.ideas import ideas
from tests.engines.dots.drawings import parse_drawing
from tests.engines.dots.test_control import randomly
from tests.engines.dots.test_rules import after


def test_every_position_has_one_to_four_ideas():
    for seed in range(40):
        for position, _ in randomly(seed):
            assert 1 <= len(ideas(position)) <= 4


def test_no_idea_spells_a_side():
    for seed in range(20):
        for position, _ in randomly(seed):
            assert not any("-" in str(value) for idea in ideas(position) for _, value in idea.fields)


def test_the_pie_is_explained_before_colours_are_chosen():
    assert ideas(after("size=5x5 pie=5"))[0].code == "idea-set-up"
    assert ideas(after("size=5x5 pie=5", "a1-a2", "stop"))[0].code == "idea-choice"


def test_endgame_ideas_name_the_chains_and_who_must_open():
    position = parse_drawing("""
        +---+---+---+---+

        +---+---+---+---+

        +---+---+---+---+
            | 1 | 1 | 2 |
        +   +---+---+---+
        """)
    assert [str(idea) for idea in ideas(position)] == [
        "idea-no-safe-side boxes=1 player=first",
        "idea-long-chains count=2 chains=a2 b2 c2 d2 (4); a3 b3 c3 d3 (4)",
        "idea-opens-first player=second",
        "idea-control",
    ]
