"""The L-game read slowly: squares by their own geometry, all moves by trial, and a plain retrograde analysis."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

Arrangement = tuple[int, int, int]
"""The squares of the mover's L, the other L and the discs; x + 4 * y is the bit of a square."""
SHAPE: tuple[tuple[int, int], ...] = ((0, 0), (0, 1), (0, 2), (1, 2))
FLIPS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (3 - x, y),
    lambda x, y: (x, 3 - y),
    lambda x, y: (y, x),
    lambda x, y: (3 - y, 3 - x),
)


def bits(names: str) -> int:
    """The squares named, such as `a1 b1`."""
    return sum(1 << "abcd".index(name[0]) + 4 * (int(name[1]) - 1) for name in set(names.split()))


def _shapes() -> set[tuple[tuple[int, int], ...]]:
    found = {SHAPE}
    for _ in range(4):
        found |= {tuple((y, -x) for x, y in shape) for shape in found}
        found |= {tuple((-x, y) for x, y in shape) for shape in found}
    return found


def _ls() -> list[int]:
    placed = set()
    for shape in _shapes():
        for right in range(-3, 7):
            for up in range(-3, 7):
                squares = [(x + right, y + up) for x, y in shape]
                if all(0 <= x < 4 and 0 <= y < 4 for x, y in squares):
                    placed.add(sum(1 << x + 4 * y for x, y in squares))
    return sorted(placed)


LS = _ls()
CORNERS, PAINT = bits("a1 a4 d1 d4"), bits("a1 a2 b1 b2")
BESIDE_CORNERS = frozenset("a2 a3 b1 c1 b4 c4 d2 d3".split())


def places(own: int, other: int, discs: int) -> list[int]:
    """Where an L can go."""
    return [place for place in LS if place != own and not place & (other | discs)]


def with_discs(taken: int, discs: int) -> list[int]:
    """The discs left where they are, then with one of them on another empty square."""
    found = [discs]
    for square in range(16):
        if discs >> square & 1:
            empty = [to for to in range(16) if not (taken | discs) >> to & 1]
            found += [discs ^ 1 << square | 1 << to for to in empty]
    return found


def followers(at: Arrangement) -> list[Arrangement]:
    """Every arrangement that a move leads to, seen by the other side."""
    own, other, discs = at
    return [(other, place, after) for place in places(own, other, discs) for after in with_discs(other | place, discs)]


def flipped(squares: int, flip: Callable[[int, int], tuple[int, int]]) -> int:
    """The image of some squares."""
    goals = (flip(square % 4, square // 4) for square in range(16) if squares >> square & 1)
    return sum(1 << x + 4 * y for x, y in goals)


@cache
def mirrored(one: int, other: int) -> bool:
    """Whether an L is the other's image in a mirror line of the board."""
    return any(flipped(other, flip) == one for flip in FLIPS)


@cache
def every_arrangement() -> dict[Arrangement, list[Arrangement]]:
    """All of them, with what follows on each."""
    pairs = [1 << one | 1 << two for one, two in combinations(range(16), 2)]
    found = [(a, b, discs) for a in LS for b in LS if not a & b for discs in pairs if not discs & (a | b)]
    return {at: followers(at) for at in found}


@cache
def solved(variant: str) -> dict[Arrangement, int]:
    """The plies to the end, negative for a loss, 0 where it is over, of all that is no draw; `scoring` is to 1 point.

    A side that is to move where it is over has lost.
    """
    after = every_arrangement()
    scores = [at for at, then in after.items() if variant == "scoring" and any(place & PAINT for _, place, _ in then)]
    ended = [at for at, then in after.items() if not then or (variant == "symmetry" and mirrored(at[1], at[0]))]
    leaders: dict[Arrangement, list[Arrangement]] = {at: [] for at in after}
    for at in set(after) - set(ended):
        for then in after[at]:
            leaders[then].append(at)
    left = {at: len(then) for at, then in after.items()}
    value, level, ply = dict.fromkeys(ended, 0), ended, 0
    while level or ply < 2:
        ply += 1
        reached = [leader for at in level for leader in leaders[at] if leader not in value]
        for leader in reached:
            left[leader] -= 1
        level = [leader for leader in dict.fromkeys(reached) if ply % 2 or left[leader] == 0]
        level += [at for at in scores if ply == 1 and at not in value and at not in set(level)]
        value.update(dict.fromkeys(level, ply if ply % 2 else -ply))
    return value


FARTHEST = 5
"""Points needed up to which a block always ends the game, so that the pieces never go back to the start."""
Needs = tuple[int, int]
"""The points that the mover and the other still need."""


@cache
def scored(needs: Needs) -> dict[Arrangement, int]:
    """The plies to the end in `scoring`, negative for a loss, of all that is no draw; for at most `FARTHEST` points."""
    return _scored(max(needs), min(needs))[needs]


@cache
def _scored(more: int, fewer: int) -> dict[Needs, dict[Arrangement, int]]:
    """Of both sides to move at once, for a move without points leads from one to the other."""
    after, layers = every_arrangement(), sorted({(more, fewer), (fewer, more)})
    leaders: dict[tuple[Needs, Arrangement], list[tuple[Needs, Arrangement]]] = {}
    left: dict[tuple[Needs, Arrangement], int] = {}
    news: dict[int, list[tuple[tuple[Needs, Arrangement], bool]]] = {}
    for needs in layers:
        for at, followed in after.items():
            left[needs, at] = len(followed)
            for then in followed:
                points = (then[1] & PAINT).bit_count() + FARTHEST * (not after[then])
                if not points:
                    leaders.setdefault((needs[::-1], then), []).append((needs, at))
                    continue
                worth = 0 if points >= needs[0] else scored((needs[1], needs[0] - points)).get(then)
                if worth is not None:
                    news.setdefault(abs(worth), []).append(((needs, at), worth > 0))
    value: dict[Needs, dict[Arrangement, int]] = {needs: {} for needs in layers}
    ply = 0
    while news and ply <= max(news):
        for (needs, at), is_won_by_reply in news.pop(ply, []):
            left[needs, at] -= is_won_by_reply
            if at not in value[needs] and not (is_won_by_reply and left[needs, at]):
                value[needs][at] = -ply - 1 if is_won_by_reply else ply + 1
                told = ((leader, not is_won_by_reply) for leader in leaders.get((needs, at), ()))
                news.setdefault(ply + 1, []).extend(told)
        ply += 1
    return value
