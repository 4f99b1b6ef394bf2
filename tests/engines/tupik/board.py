"""Short ways to set up a map and to play on it."""

from __future__ import annotations

from random import Random

from engines.game import advance
from engines.tupik import GAME
from engines.tupik.map.random_map import Style, sketch
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.rules import Position

# Cities 1, 2, 3 in a ring, then 4, 5 and the triangle 5, 6, 7; 8 is the dead end behind 6.
RING = "1>2,3 2>1,3 3>1,4 4>5 5>6,7 6>5,8 7>6"


def start(text: str = RING) -> Position:
    return GAME.start({"map": text}, 0)


def play(position: Position, *texts: str) -> Position:
    for text in texts:
        position, _ = advance(position, position.read(text))
    return position


def random_map(count: int, seed: int) -> RoadMap:
    chance = Random(seed)
    return sketch(count, chance, Style(1.0 + chance.random(), chance.random(), chance.randint(1, 3)))


def random_walk(position: Position, seed: int, plies: int) -> Position:
    """Return the position after some random moves, or earlier if the game would end."""
    chance = Random(seed)
    for _ in range(plies):
        after, _ = advance(position, chance.choice(list(position.moves())))
        if after.outcome:
            break
        position = after
    return position
