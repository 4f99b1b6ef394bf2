"""Safe sides, their parity and the long chain rule, against what random games lead to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.dots.control import even_chains_player, first_giver, first_long_opener, safe_sides
from engines.dots.move import Move
from engines.dots.rules import Position
from engines.dots.taking import capturable_boxes, captures, cost
from engines.game import Seat
from tests.engines.dots.drawings import parse_drawing
from tests.engines.dots.test_rules import after

SIZES = ("2x2", "3x3", "4x3", "5x5", "1x6")


def randomly(seed: int, size: str = "") -> Iterator[tuple[Position, int]]:
    """A game that is played carefully for a while: each position with the side drawn in it."""
    chance = Random(seed)
    position = after(f"size={size or SIZES[seed % len(SIZES)]}")
    care = chance.random()
    while position.outcome is None:
        sides = list(position.open_sides())
        careful = [side for side in sides if not cost(position.grid, position.drawn_sides, side)] or sides
        side = chance.choice(careful if chance.random() < care else sides)
        yield position, side
        position = draw(position, side)


def draw(position: Position, side: int) -> Position:
    return position.play(Move((position.grid.names[side],)))


def is_safe(position: Position, side: int) -> bool:
    later = position.drawn_sides | 1 << side
    return all((mask & ~later).bit_count() >= 2 for mask, _ in position.grid.touching[side])


def safe_numbers(position: Position) -> list[int]:
    return [side for side in position.open_sides() if is_safe(position, side)]


def after_random_safe_sides(position: Position, chance: Random) -> Position:
    """The position after safe sides drawn by chance until there are none."""
    while sides := safe_numbers(position):
        position = draw(position, chance.choice(sides))
    return position


def test_a_safe_side_gives_and_takes_nothing():
    for seed in range(60):
        for position, _ in randomly(seed):
            assert sum(1 << side for side in safe_numbers(position)) == safe_sides(position.grid, position.drawn_sides)


def test_the_predicted_player_gives_first_after_any_safe_sides():
    text = 0
    for seed in range(200):
        chance = Random(seed)
        for position, _ in randomly(seed):
            if capturable_boxes(position.grid, position.drawn_sides) or not (seat := first_giver(position)):
                continue
            text += 1
            assert after_random_safe_sides(position, chance).mover is seat
    assert text > 100


def test_the_turns_to_come_follow_from_sides_boxes_and_double_crosses():
    """With an even number of sides still to take two boxes, who wants an odd number of long chains moves last."""
    for seed in range(150):
        game = [(position, side) for position, side in randomly(seed)]
        crosses, last = 0, game[-1][0].mover
        for position, side in reversed(game):
            crosses += captures(position.grid, position.drawn_sides, side) == 2
            assert (last is even_chains_player(position)) is (crosses % 2 == 1)


def test_first_wants_dots_and_long_chains_together_even():
    assert even_chains_player(after("size=3x3")) is Seat.FIRST
    assert even_chains_player(after("size=4x4")) is Seat.SECOND
    assert even_chains_player(after("size=5x4")) is Seat.FIRST


def test_a_swap_of_colours_changes_who_wants_even_chains():
    kept, swap_result = (after("size=3x3 pie=1", "a1-a2", word) for word in ("keep", "swap"))
    assert even_chains_player(kept) is even_chains_player(swap_result).opponent


def test_short_chains_given_in_turn_decide_who_opens_the_long_one():
    position = parse_drawing("""
        +---+---+---+---+

        +---+---+---+---+
            | 1 |       |
        +---+---+---+---+
        """)
    assert first_long_opener(position) is None
    two_short = parse_drawing("""
        +---+---+---+---+

        +---+---+---+---+
            | 1 | 1 |
        +   +---+---+   +
        """)
    assert first_long_opener(two_short) is Seat.FIRST
    one_short = parse_drawing("""
        +---+---+---+---+

        +---+---+---+---+
            | 1 | 1 | 2 |
        +   +---+---+---+
        """)
    assert first_long_opener(one_short) is Seat.SECOND
