"""How a blind player decides in each game: from what one text says, without the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from math import atan2, degrees, dist

from bot.core.commands.playing import in_notation
from tests.bot.blind.hearing import Text

Spot = tuple[float, float]
Way = tuple[Spot, ...]


def spot(name: str) -> tuple[int, int]:
    """Column and row of `c4`, from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def player_name(col: int, row: int) -> str:
    return f"{chr(ord('a') + col)}{row + 1}"


def draws_a_side(text: Text) -> str:
    """The last side of a box that lacks one only, else the first open one; no swap, and a pie of one side."""
    if text.first("dots-choice"):
        return "keep"
    board = text.fields("dots-board")
    cols, rows = int(board["cols"]), int(board["rows"])
    drawn_sides: set[str] = {side for line in text.list("lines", "dots-drawn") for side in _sides_of_line(line)}
    if text.first("dots-setup") and drawn_sides:
        return "stop"
    level = [f"{player_name(c, r)}-{player_name(c + 1, r)}" for r in range(rows + 1) for c in range(cols)]
    upright = [f"{player_name(c, r)}-{player_name(c, r + 1)}" for c in range(cols + 1) for r in range(rows)]
    closing = [side for box in text.list("boxes", "dots-three-sided") for side in _sides_of_box(*spot(box))]
    return next(side for side in (*closing, *level, *upright) if side not in drawn_sides)


def _sides_of_line(line: str) -> Iterator[str]:
    (a, b), (c, d) = (spot(end) for end in line.split("-"))
    if b == d:
        yield from (f"{player_name(col, b)}-{player_name(col + 1, b)}" for col in range(a, c))
    else:
        yield from (f"{player_name(a, row)}-{player_name(a, row + 1)}" for row in range(b, d))


def _sides_of_box(col: int, row: int) -> Iterator[str]:
    corners = player_name(col, row), player_name(col + 1, row), player_name(col, row + 1), player_name(col + 1, row + 1)
    yield from (f"{corners[a]}-{corners[b]}" for a, b in ((0, 1), (0, 2), (1, 3), (2, 3)))


def places_an_l(text: Text) -> str:
    """Where the L covers the most painted squares."""
    painted = set(text.list("painted", "lgame-scoring"))
    mover = text.fields("picture-turn")["player"]
    ls = {each.fields["player"]: set(each.words("squares")) for each in text.all("lgame-piece")}
    taken: set[str] = {square for player, squares in ls.items() if player != mover for square in squares}
    taken |= set(text.list("squares", "lgame-neutrals"))
    free = [place for place in _all_ls() if place != ls[mover] and not place & taken]
    return " ".join(sorted(max(free, key=lambda place: (len(painted.intersection(place)), sorted(place)))))


def _all_ls() -> Iterator[set[str]]:
    for col, row, (x, y), turn in product(range(4), range(4), ((1, 0), (-1, 0), (0, 1), (0, -1)), (1, -1)):
        arm = [(col + step * x, row + step * y) for step in range(3)]
        squares = [*arm, (arm[2][0] + turn * y, arm[2][1] + turn * x)]
        if all(0 <= c < 4 and 0 <= r < 4 for c, r in squares):
            yield {player_name(c, r) for c, r in squares}


def drives(text: Text) -> str:
    """A car of the opponent far from the dead end; then the drive that comes nearest to it."""
    told_map = text.fields("tupik-own-map")
    steps = _steps(text.list("roads", "tupik-roads"), told_map["city"])
    if text.first("tupik-puts"):
        cars = set(text.list("cities", "tupik-cars"))
        empty = (city for city in map(str, range(1, int(told_map["count"]) + 1)) if city not in cars)
        return max((city for city in empty if city != told_map["city"]), key=lambda city: steps[city])
    mover = text.fields("tupik-drives")["player"]
    open_now = [each for each in text.all("tupik-drives-open") if each.fields["player"] == mover]
    return min(open_now[0].words("drives"), key=lambda drive: steps[drive.split("-")[1]])


def _steps(roads: list[str], dead_end: str) -> dict[str, int]:
    """Arrows from each city to the dead end, of a map said as `1>2,3 2>3`, cut at its spaces and commas."""
    arrows: dict[str, list[str]] = {}
    start = ""
    for word in roads:
        *begins, goal = word.split(">")
        start = begins[0] if begins else start
        arrows.setdefault(start, []).append(goal)
    steps = {dead_end: 0}
    while missing := [
        city for city, goals in arrows.items() if city not in steps and not steps.keys().isdisjoint(goals)
    ]:
        steps |= {city: 1 + min(steps[goal] for goal in arrows[city] if goal in steps) for city in missing}
    return steps


def writes_and_throws(text: Text) -> str:
    """The first cells that are free."""
    if throw := text.first("digits-throws"):
        return " ".join(text.list("cells", "digits-room")[: int(throw.fields["count"])])
    board = text.fields("digits-board")
    written = {word for word in text.list("digits", "digits-written") if word[0].isalpha()}
    cells = (player_name(c, r) for r in range(1, int(board["rows"])) for c in range(1, int(board["cols"])))
    return next(cell for cell in cells if cell not in written)


def marks_and_draws(text: Text) -> str:
    """Points in two rows; an arc over the free point between them; straight lines while one fits; then a pass."""
    marked = text.list("points", "curves-free", "curves-joined", "curves-held", "curves-released")
    if text.first("curves-marks"):
        return next(point for point in ("a1", "e1", "c2", "h6", "a6") if point not in marked)
    lines = {each.fields["line"].split(",")[0] for each in text.all("curves-line", "curves-line-holding")}
    if not lines:
        return "a1-e1 via c4"
    ends: list[str] = sorted(set(marked) - set(text.list("points", "curves-full")))
    ways = [_way(line) for line in lines]
    lattice = [spot(point) for point in marked]
    fitting = (f"{a}-{b}" for a, b in combinations(ends, 2) if _fits(_way(f"{a}-{b}"), ways, lattice))
    return next(fitting, "pass")


def _way(line: str) -> Way:
    """A line as a hundred places along it."""
    ends, _, via = in_notation(line).partition(" via ")
    (ax, ay), (bx, by) = (spot(end) for end in ends.split("-"))
    mx, my = _middle(via) if via else ((ax + bx) / 2, (ay + by) / 2)
    cx, cy = 2 * mx - (ax + bx) / 2, 2 * my - (ay + by) / 2
    times = [step / 100 for step in range(101)]
    return tuple(
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by)
        for t in times
    )


def _middle(via: str) -> Spot:
    """`c4`, `c.5 9.5`."""
    column, _, row = via.partition(" ")
    if not row:
        return spot(via)
    return ord(column[0]) - ord("a") + float(f"0{column[1:]}"), float(row) - 1


def _fits(way: Way, others: Sequence[Way], points: Sequence[Spot]) -> bool:
    """Well clear of every point and line that it does not share an end with; well apart where it does."""
    ends = (way[0], way[-1])
    if any(dist(place, point) < 0.3 for point in points if point not in ends for place in way):
        return False
    return all(are_ways_apart(way, another) for another in others)


def are_ways_apart(way: Way, other: Way) -> bool:
    shared = [end for end in (way[0], way[-1]) if end in (other[0], other[-1])]
    if len(shared) == 2:
        return False
    if shared and abs(_angle(_from(way, shared[0])) - _angle(_from(other, shared[0]))) < 20:
        return False
    far = [place for place in way if all(dist(place, end) > 1 for end in shared)]
    return all(dist(place, each) > 0.3 for place in far for each in other)


def _from(way: Way, end: Spot) -> Way:
    return way if way[0] == end else way[::-1]


def _angle(way: Way) -> float:
    return degrees(atan2(way[1][1] - way[0][1], way[1][0] - way[0][0]))


BRAINS: dict[str, Callable[[Text], str]] = {
    "dots 2x2 pie=2": draws_a_side,
    "lgame scoring target=5": places_an_l,
    "tupik 1>2,3 2>4,5 3>4,5 4>6 5>6 6>7,8 7>8": drives,
    "digits 4x4 digits=1-2": writes_and_throws,
    "curves 8x6 points=4": marks_and_draws,
}
"""Challenge -> how it is played."""
