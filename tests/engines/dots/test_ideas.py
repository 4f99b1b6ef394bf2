"""What is said of a position names no move and is true: it is checked by playing on, in random positions."""

from __future__ import annotations

from collections import Counter
from random import Random

from engines.dots import GAME
from engines.dots.ideas import ideas
from engines.dots.regions import regions
from engines.dots.rules import Position
from engines.phrases import Phrase
from tests.engines.dots.drawings import drawn
from tests.engines.dots.test_control import draw, randomly, safe, waited
from tests.engines.dots.test_reasons import all_taken, can_leave, gained
from tests.engines.dots.test_rules import after


def is_true(position: Position, idea: Phrase) -> bool:
    said = dict(idea.fields)
    match idea.code:
        case "idea-on-offer":
            return len(gained(position, all_taken(position))) == said["count"]
        case "idea-double-dealing":
            return can_leave(position, int(said["boxes"]))
        case "idea-safe-sides":
            return len(safe(position)) == said["count"]
        case "idea-safe-sides-fit":
            return str(waited(position, Random(1)).mover) == said["player"] and len(safe(position)) == said["count"]
        case "idea-no-safe-side":
            after_each = (draw(position, side) for side in position.open_sides())
            return not safe(position) and min(len(gained(p, all_taken(p))) for p in after_each) == said["boxes"]
        case "idea-opens-first":
            return str(opener(position)) == said["player"]
        case "idea-long-chains" | "idea-loops":
            return str(said["chains"]).count("(") == said["count"]
        case _:
            return True


def opener(position: Position) -> object:
    """Who opens the first region of three boxes or more when the smallest is always given, and taken whole."""
    while True:
        smallest = min(regions(position.grid, position.drawn), key=lambda region: len(region.boxes))
        if smallest.is_long:
            return position.mover
        position = all_taken(draw(position, (smallest.sides & -smallest.sides).bit_length() - 1))


def test_every_idea_is_true_and_there_are_one_to_four():
    said: Counter[str] = Counter()
    for seed in range(100):
        for position, _ in randomly(seed):
            found = ideas(position)
            assert 1 <= len(found) <= 4
            for idea in found:
                said[idea.code] += 1
                assert is_true(position, idea), (position, idea)
    assert {code for code in GAME.text.phrases if code.startswith("idea-")} - said.keys() == {
        "idea-set-up",
        "idea-choice",
    }


def test_no_idea_spells_a_side():
    for seed in range(20):
        for position, _ in randomly(seed):
            assert not any("-" in str(value) for idea in ideas(position) for _, value in idea.fields)


def test_the_pie_is_explained_before_colours_are_chosen():
    assert ideas(after("size=5x5 pie=5"))[0].code == "idea-set-up"
    assert ideas(after("size=5x5 pie=5", "a1-a2", "stop"))[0].code == "idea-choice"


def test_the_end_is_told_by_its_chains_and_by_who_has_to_open():
    position = drawn("""
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
