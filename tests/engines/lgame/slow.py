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
    """Return the named squares, such as `a1 b1`, as bits."""
    return sum(1 << "abcd".index(name[0]) + 4 * (int(name[1]) - 1) for name in set(names.split()))


def _shapes() -> set[tuple[tuple[int, int], ...]]:
    shapes = {SHAPE}
    for _ in range(4):
        shapes |= {tuple((y, -x) for x, y in shape) for shape in shapes}
        shapes |= {tuple((-x, y) for x, y in shape) for shape in shapes}
    return shapes


def _ls() -> list[int]:
    places_of_l = set()
    for shape in _shapes():
        for dx in range(-3, 7):
            for up in range(-3, 7):
                squares = [(x + dx, y + up) for x, y in shape]
                if all(0 <= x < 4 and 0 <= y < 4 for x, y in squares):
                    places_of_l.add(sum(1 << x + 4 * y for x, y in squares))
    return sorted(places_of_l)


LS = _ls()
CORNERS, PAINT = bits("a1 a4 d1 d4"), bits("a1 a2 b1 b2")
BESIDE_CORNERS = frozenset("a2 a3 b1 c1 b4 c4 d2 d3".split())


def places(own_l: int, opposing_l: int, discs: int) -> list[int]:
    """Return the places where an L can go."""
    return [place for place in LS if place != own_l and not place & (opposing_l | discs)]


def with_discs(occupied_squares: int, discs: int) -> list[int]:
    """Return the discs unmoved, then each with one of them on another empty square."""
    disc_sets = [discs]
    for square in range(16):
        if discs >> square & 1:
            empty_square = [to for to in range(16) if not (occupied_squares | discs) >> to & 1]
            disc_sets += [discs ^ 1 << square | 1 << to for to in empty_square]
    return disc_sets


def followers(at: Arrangement) -> list[Arrangement]:
    """Return every arrangement that a move leads to, from the opponent's side."""
    own_l, opposing_l, discs = at
    return [
        (opposing_l, place, after)
        for place in places(own_l, opposing_l, discs)
        for after in with_discs(opposing_l | place, discs)
    ]


def flip_squares(squares: int, flip: Callable[[int, int], tuple[int, int]]) -> int:
    """Return the image of some squares."""
    goals = (flip(square % 4, square // 4) for square in range(16) if squares >> square & 1)
    return sum(1 << x + 4 * y for x, y in goals)


@cache
def is_mirrored(one: int, opposing_l: int) -> bool:
    """Return whether an L is the other's image in a mirror line of the board."""
    return any(flip_squares(opposing_l, flip) == one for flip in FLIPS)


@cache
def every_arrangement() -> dict[Arrangement, list[Arrangement]]:
    """Return all arrangements, each with its followers."""
    pairs = [1 << one | 1 << two for one, two in combinations(range(16), 2)]
    arrangements = [(a, b, discs) for a in LS for b in LS if not a & b for discs in pairs if not discs & (a | b)]
    return {at: followers(at) for at in arrangements}


@cache
def solve(variant: str) -> dict[Arrangement, int]:
    """The plies to the end, negative for a loss, 0 where it is over, of all that is no draw; `scoring` is to 1 point.

    A side that is to move where it is over has lost.
    """
    after = every_arrangement()
    scores = [at for at, then in after.items() if variant == "scoring" and any(place & PAINT for _, place, _ in then)]
    finals = [at for at, then in after.items() if not then or (variant == "symmetry" and is_mirrored(at[1], at[0]))]
    leaders: dict[Arrangement, list[Arrangement]] = {at: [] for at in after}
    for at in set(after) - set(finals):
        for then in after[at]:
            leaders[then].append(at)
    remaining_replies = {at: len(then) for at, then in after.items()}
    value, level, ply = dict.fromkeys(finals, 0), finals, 0
    while level or ply < 2:
        ply += 1
        frontier = [leader for at in level for leader in leaders[at] if leader not in value]
        for leader in frontier:
            remaining_replies[leader] -= 1
        level = [leader for leader in dict.fromkeys(frontier) if ply % 2 or remaining_replies[leader] == 0]
        level += [at for at in scores if ply == 1 and at not in value and at not in set(level)]
        value.update(dict.fromkeys(level, ply if ply % 2 else -ply))
    return value


FARTHEST = 5
"""Points needed up to which a block always ends the game, so that the pieces never go back to the start."""
Needs = tuple[int, int]
"""The points that the mover and the other still need."""


@cache
def solve_scoring(needs: Needs) -> dict[Arrangement, int]:
    """The plies to the end in `scoring`, negative for a loss, of all that is no draw; for at most `FARTHEST` points."""
    return _solve_scoring_pair(max(needs), min(needs))[needs]


@cache
def _solve_scoring_pair(more: int, fewer: int) -> dict[Needs, dict[Arrangement, int]]:
    """Of both sides to move at once, for a move without points leads from one to the other."""
    after, layers = every_arrangement(), sorted({(more, fewer), (fewer, more)})
    leaders: dict[tuple[Needs, Arrangement], list[tuple[Needs, Arrangement]]] = {}
    remaining_replies: dict[tuple[Needs, Arrangement], int] = {}
    news: dict[int, list[tuple[tuple[Needs, Arrangement], bool]]] = {}
    for needs in layers:
        for at, followers_of in after.items():
            remaining_replies[needs, at] = len(followers_of)
            for then in followers_of:
                points = (then[1] & PAINT).bit_count() + FARTHEST * (not after[then])
                if not points:
                    leaders.setdefault((needs[::-1], then), []).append((needs, at))
                    continue
                reply_value = 0 if points >= needs[0] else solve_scoring((needs[1], needs[0] - points)).get(then)
                if reply_value is not None:
                    news.setdefault(abs(reply_value), []).append(((needs, at), reply_value > 0))
    value: dict[Needs, dict[Arrangement, int]] = {needs: {} for needs in layers}
    ply = 0
    while news and ply <= max(news):
        for (needs, at), is_won_by_reply in news.pop(ply, []):
            remaining_replies[needs, at] -= is_won_by_reply
            if at not in value[needs] and not (is_won_by_reply and remaining_replies[needs, at]):
                value[needs][at] = -ply - 1 if is_won_by_reply else ply + 1
                leader_news = ((leader, not is_won_by_reply) for leader in leaders.get((needs, at), ()))
                news.setdefault(ply + 1, []).extend(leader_news)
        ply += 1
    return value
