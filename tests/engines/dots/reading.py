"""Dots and Boxes read a second time, slowly and plainly: sides and boxes by name, nothing of the engine's analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from engines.dots import GAME
from engines.dots.rules import Position

Sides = frozenset[str]
LETTERS = "abcdefghijklm"


@cache
def boxes_of(cols: int, rows: int) -> dict[str, Sides]:
    """The four sides of each box, which is called by its lower left dot."""
    findings = {}
    for col in range(cols):
        for row in range(1, rows + 1):
            left, right = LETTERS[col], LETTERS[col + 1]
            level = (f"{left}{row}-{right}{row}", f"{left}{row + 1}-{right}{row + 1}")
            upright = (f"{left}{row}-{left}{row + 1}", f"{right}{row}-{right}{row + 1}")
            findings[f"{left}{row}"] = frozenset((*level, *upright))
    return findings


@dataclass(frozen=True)
class State:
    """The sides still open, and who draws next."""

    cols: int
    rows: int
    open: Sides
    mover: str

    @property
    def boxes(self) -> dict[str, Sides]:
        return boxes_of(self.cols, self.rows)

    def lacking(self, box: str) -> Sides:
        return self.boxes[box] & self.open

    def beside(self, side: str) -> list[str]:
        return [box for box, sides in self.boxes.items() if side in sides]

    def takes(self, side: str) -> set[str]:
        return {box for box in self.beside(side) if self.lacking(box) == {side}}

    def draw(self, side: str) -> State:
        assert side in self.open
        mover = self.mover if self.takes(side) else opponent(self.mover)
        return replace(self, open=self.open - {side}, mover=mover)

    def left(self) -> set[str]:
        return {box for box in self.boxes if self.lacking(box)}

    def offered(self) -> list[str]:
        """The sides that take a box at once."""
        return sorted(side for side in self.open if self.takes(side))

    def greedy(self) -> tuple[State, set[str]]:
        """The state after all that can be taken is taken, and what that was."""
        state, taken = self, set[str]()
        while sides := state.offered():
            taken |= state.takes(sides[0])
            state = state.draw(sides[0])
        return state, taken

    def safe(self) -> list[str]:
        """The sides after which every box beside them lacks two or more."""
        return sorted(
            side for side in self.open if all(len(self.lacking(box) - {side}) >= 2 for box in self.beside(side))
        )

    def gift(self, side: str) -> set[str]:
        """Return what can be taken after a side is drawn."""
        return self.draw(side).greedy()[1]

    def gifts(self) -> dict[str, int]:
        return {side: len(self.gift(side)) for side in self.open}

    def rows_of_boxes(self) -> list[tuple[set[str], bool]]:
        """The boxes that lack two sides, in groups that hang together, and whether a group comes back to its begin."""
        left = {box for box in self.boxes if len(self.lacking(box)) == 2}
        groups = []
        while left:
            group, waiting = set[str](), [min(left)]
            while waiting:
                box = waiting.pop()
                group.add(box)
                waiting += [near for near in left - group if self.lacking(near) & self.lacking(box)]
            left -= group
            sides = frozenset[str]().union(*(self.lacking(box) for box in group))
            if not any(len(self.lacking(box)) == 1 for side in sides for box in self.beside(side)):
                groups.append((group, len(sides) == len(group)))
        return groups

    def long_chains(self) -> list[set[str]]:
        return [group for group, is_loop in self.rows_of_boxes() if len(group) >= 3 and not is_loop]

    def loops(self) -> list[set[str]]:
        return [group for group, is_loop in self.rows_of_boxes() if is_loop]

    def has_joints(self) -> bool:
        return any(len(self.lacking(box)) >= 3 for box in self.boxes)

    def in_pairs(self, count: int) -> set[str]:
        """So many boxes on offer, each side that takes any taking two, and others left after them; else nothing."""
        sides = self.offered()
        end, taken = self.greedy()
        is_so = bool(sides) and all(len(self.takes(side)) == 2 for side in sides)
        return taken if is_so and len(taken) == count and end.open else set()

    def can_leave(self, count: int) -> bool:
        """Return whether so many boxes can be left in pairs, perhaps after taking some."""
        sides = self.offered()
        if any(self.draw(side).in_pairs(count) for side in self.open if side not in sides):
            return True
        return any(self.draw(side).can_leave(count) for side in sides)

    def value(self) -> int:
        """Return the margin to come for the mover, by brute force."""
        return _value(self.cols, self.rows, self.open)

    def worths(self) -> dict[str, int]:
        """Return the value of each side for the mover."""
        return {side: _value_of_side(self.cols, self.rows, self.open, side) for side in sorted(self.open)}

    def waited(self, chance: Random) -> State:
        """The state after safe sides drawn by chance until there are none."""
        state = self
        while sides := state.safe():
            state = state.draw(chance.choice(sides))
        return state

    def ends(self, chance: Random) -> tuple[str, int]:
        """Return who makes the last turn of a random game, and how many of its sides took two boxes."""
        state, crosses, last = self, 0, self.mover
        while state.open:
            side = chance.choice(sorted(state.open))
            crosses += len(state.takes(side)) == 2
            last, state = state.mover, state.draw(side)
        return last, crosses

    def opener(self) -> str:
        """Return who opens the first group of three or more if the smallest is always given, and taken whole."""
        state = self
        while True:
            group, _ = min(state.rows_of_boxes(), key=lambda each: len(each[0]))
            if len(group) >= 3:
                return state.mover
            state = state.draw(min(state.lacking(min(group)))).greedy()[0]


def opponent(player: str) -> str:
    return "second" if player == "first" else "first"


def read(position: Position) -> State:
    """The state of a position; before ordinary play, of its colours."""
    cols, rows = map(int, position.settings["size"].split("x"))
    every = frozenset[str]().union(*boxes_of(cols, rows).values())
    drawn_sides = {name for name, number in position.grid.index.items() if position.drawn_sides >> number & 1}
    return State(cols, rows, every - drawn_sides, str(position.mover))


@cache
def _value(cols: int, rows: int, left: Sides) -> int:
    return max((_value_of_side(cols, rows, left, side) for side in left), default=0)


def _value_of_side(cols: int, rows: int, left: Sides, side: str) -> int:
    wins = sum(side in sides and not sides & left - {side} for sides in boxes_of(cols, rows).values())
    rest = _value(cols, rows, left - {side})
    return wins + rest if wins else -rest


def by_chance(seed: int, sizes: tuple[str, ...], pie: bool = False) -> Iterator[Position]:
    """The positions of a game that is played carefully for a while."""
    chance = Random(seed)
    position = GAME.start({"size": sizes[seed % len(sizes)], "pie": str(chance.randint(1, 4)) if pie else "0"}, 0)
    care = chance.random()
    while position.outcome is None:
        yield position
        moves = sorted(map(str, position.moves()))
        careful = [move for move in moves if move in read(position).safe()] or moves
        position = position.play(position.read(chance.choice(careful if chance.random() < care else moves)))


def in_rows(seed: int) -> Iterator[Position]:
    """The positions of a game after all level sides, which leave nothing but long chains; what is open is taken."""
    chance = Random(seed)
    position = GAME.start({"size": chance.choice(("3x3", "4x2"))}, 0)
    level = [move for move in position.moves() if str(move)[1] == str(move)[4]]
    for move in chance.sample(level, len(level)):
        position = position.play(move)
    while position.outcome is None:
        yield position
        moves = sorted(map(str, position.moves()))
        position = position.play(position.read(chance.choice(read(position).offered() or moves)))
