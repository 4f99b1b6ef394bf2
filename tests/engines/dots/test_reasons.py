"""A reason is given only where it is true: each is checked by playing on, in random positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from engines.dots import GAME
from engines.dots.classic import classic, easy
from engines.dots.reasons import reasons_of
from engines.dots.regions import long_chains, regions
from engines.dots.rules import Position
from engines.dots.taking import captures
from engines.game import Level, Limit, Reason
from engines.phrases import Value
from tests.engines.dots.drawings import drawn
from tests.engines.dots.test_control import draw, randomly, safe

Fields = Mapping[str, Value]


def takes(position: Position) -> list[int]:
    return [side for side in position.open_sides() if captures(position.grid, position.drawn, side)]


def all_taken(position: Position) -> Position:
    while sides := takes(position):
        position = draw(position, sides[0])
    return position


def gained(before: Position, after: Position) -> list[str]:
    had, has = dict(before.owners()), dict(after.owners())
    return sorted(box for box in has if has[box] != had[box])


def is_in_pairs(position: Position, boxes: int) -> bool:
    """Whether so many boxes are on offer, each side that takes any taking two, and the game goes on after them."""
    sides = takes(position)
    doubles = all(captures(position.grid, position.drawn, side) == 2 for side in sides)
    later = all_taken(position)
    return bool(sides) and doubles and len(gained(position, later)) == boxes and later.outcome is None


def can_leave(position: Position, boxes: int) -> bool:
    """Whether whoever is on turn can leave so many boxes in pairs, after taking some."""
    sides = takes(position)
    if any(is_in_pairs(draw(position, side), boxes) for side in position.open_sides() if side not in sides):
        return True
    return any(can_leave(draw(position, side), boxes) for side in sides)


def true_of_gift(before: Position, after: Position, fields: Fields) -> bool:
    boxes = set(gained(after, all_taken(after)))
    named = str(fields.get("chain", "")).split()
    is_named = not named or "…" in named or boxes.issuperset(named)
    return is_named and (bool(takes(before)) or len(boxes) == fields["boxes"])


def true_of_middle(before: Position, after: Position, fields: Fields) -> bool:
    return not can_leave(after, 2) and len(gained(after, all_taken(after))) == 2


def true_of_order(before: Position, after: Position, fields: Fields) -> bool:
    gifts = [len(gained(draw(before, side), all_taken(draw(before, side)))) for side in before.open_sides()]
    return len(gained(after, all_taken(after))) == min(gifts) < max(gifts)


def true_of_safe_sides(before: Position, after: Position, fields: Fields) -> bool:
    count = len(safe(after))
    while sides := safe(after):
        after = draw(after, sides[-1])
    return count == fields["count"] and str(after.mover) == fields["player"]


def true_of_chains(before: Position, after: Position, fields: Fields) -> bool:
    count = len(long_chains(regions(after.grid, after.drawn)))
    return count == fields["count"] and str(before.mover) == fields["player"]


TRUE: Mapping[str, Callable[[Position, Position, Fields], bool]] = {
    "takes-box": lambda before, after, fields: len(gained(before, after)) == fields["boxes"],
    "takes-the-rest": lambda before, after, fields: all_taken(after).outcome is not None,
    "choice-ahead": lambda before, after, fields: can_leave(after, int(fields["boxes"])),
    "no-control-needed": lambda before, after, fields: not safe(all_taken(after)),
    "double-dealing": lambda before, after, fields: is_in_pairs(after, int(fields["boxes"])),
    "opens-chain": true_of_gift,
    "opens-long-chain": true_of_gift,
    "opens-loop": true_of_gift,
    "opens-short-chain": true_of_gift,
    "cannot-be-handed-back": true_of_middle,
    "no-side-is-safe": lambda before, after, fields: not safe(before) and not takes(before),
    "smallest-gift-first": true_of_order,
    "gives-no-third-side": lambda before, after, fields: len(takes(after)) <= len(takes(before)),
    "last-safe-side": lambda before, after, fields: (
        not safe(after) and not takes(after) and str(after.mover) == fields["player"]
    ),
    "safe-sides-fit": true_of_safe_sides,
    "even-chains": lambda before, after, fields: (
        fields["count"] in (0, 2, 4, 6) and true_of_chains(before, after, fields)
    ),
    "odd-chains": lambda before, after, fields: fields["count"] in (1, 3, 5) and true_of_chains(before, after, fields),
}


def given() -> Iterator[tuple[Position, int, Reason]]:
    for seed in range(100):
        for position, side in randomly(seed):
            for reason in reasons_of(position, side):
                yield position, side, reason


def test_every_reason_is_true_where_it_is_given():
    said: Counter[str] = Counter()
    for position, side, reason in given():
        said[reason.code] += 1
        assert TRUE[reason.code](position, draw(position, side), dict(reason.fields)), (position, side, reason)
    assert said.keys() == TRUE.keys()


def codes(position: Position, side: str) -> list[str]:
    return [reason.code for reason in reasons_of(position, position.grid.index[side])]


def test_the_last_safe_side_is_called_so():
    position = drawn("""
        +   +   +   +
        |   |   |   |
        +   +   +   +
        |   |   |   |
        +   +   +   +
        |   |   |
        +   +   +   +
        """)
    assert codes(position, "d1-d2") == ["gives-no-third-side", "last-safe-side", "odd-chains"]


def test_leaving_the_last_two_boxes_is_double_dealing():
    position = drawn("""
        +---+---+---+

        +---+---+---+
        |
        +---+---+---+
        """)
    assert codes(position, "b1-b2") == ["takes-box", "choice-ahead"]
    taken = drawn("""
        +---+---+---+

        +---+---+---+
        | 1 |
        +---+---+---+
        """)
    assert codes(taken, "d1-d2") == ["double-dealing"]
    assert codes(taken, "c1-c2") == ["takes-box"]


def test_every_level_gives_its_reasons_in_these_words():
    position = drawn("""
        +---+---+---+

        +---+---+---+

        +---+---+---+
        """)
    expected = "opens-long-chain"
    assert expected in {reason.code for reason in classic(position, 0).reasons}
    assert expected in {reason.code for reason in easy(position, 0).reasons}
    assert expected in {reason.code for reason in GAME.hint(position, Limit(5.0), Level.STRONG).reasons}
