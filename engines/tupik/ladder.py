"""Opponents who each lack one idea: driving in, coming nearer, the nearest car, placing far away, going round."""

from __future__ import annotations

from engines.game import Seat
from engines.ladder import Idea, Rung, parse_openings
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import steps_to_dead_end
from engines.tupik.move import Move
from engines.tupik.rules import Position
from engines.tupik.worth import nearest


def _drive_in(position: Position) -> tuple[Move, ...]:
    """Return the moves into the dead end."""
    return tuple(move for move in position.moves() if move.start and move.goal == position.roads.dead_end)


def _put_farthest(position: Position) -> tuple[Move, ...]:
    """Return the free cities farthest from the dead end, for the opponent's cars."""
    if not position.is_placing:
        return ()
    steps = {move: nearest(position.roads, bit(move.goal)) for move in position.moves()}
    return tuple(move for move, distance in steps.items() if distance == max(steps.values()))


def _step_nearer(position: Position) -> tuple[Move, ...]:
    """Return the moves into the dead end, else those of any car along a shortest path of the empty map."""
    drives = {move: nearest(position.roads, bit(move.goal)) for move in position.moves() if move.start}
    nearer = {
        move: distance for move, distance in drives.items() if distance < nearest(position.roads, bit(move.start))
    }
    return _drive_in(position) or tuple(nearer)


def _drive_nearest(position: Position) -> tuple[Move, ...]:
    """Return the steps of the nearest car, which cannot be stopped if no opposing car is nearer."""
    steps = {move: nearest(position.roads, bit(move.start)) for move in _step_nearer(position)}
    return tuple(
        move for move, distance in steps.items() if distance == nearest(position.roads, position.cars(position.turn))
    )


def _go_round(position: Position) -> tuple[Move, ...]:
    """Return the moves into the dead end, else those of the car with the shortest free path, along that path."""
    steps_by_city, cars = steps_to_dead_end(position.roads, position.occupied), position.cars(position.turn)
    steps = min((steps_by_city[city] for city in cities(cars) if city in steps_by_city), default=0)
    drives = (move for move in position.moves() if steps_by_city.get(move.start) == steps)
    return tuple(move for move in drives if steps_by_city.get(move.goal) == steps - 1)


def _bring_up_last(position: Position) -> tuple[Move, ...]:
    """Return the moves into the dead end, else a step by the farthest car, without regard to who arrives first."""
    steps = {move: nearest(position.roads, bit(move.start)) for move in _step_nearer(position)}
    return _drive_in(position) or tuple(move for move, distance in steps.items() if distance == max(steps.values()))


DRIVE_IN = Idea("drive-in", _drive_in)
STEP_NEARER = Idea("step-nearer", _step_nearer)
DRIVE_NEAREST = Idea("drive-nearest", _drive_nearest)
PUT_FARTHEST = Idea("put-farthest", _put_farthest)
GO_ROUND = Idea("go-round", _go_round)
BRING_UP_LAST = Idea("bring-up-last", _bring_up_last)
_EIGHTEEN_CITIES = (
    "1@0.5,3.8>2,3,4 2@1,0.9>5 3@2.2,6.9>4 4@3.6,3.6>6 5@3.9,0.9>2,7 6@4.9,6>4,8,10 7@5.5,0>13 8@6.4,7.8>6 "
    "9@6.5,1.9>10,11,13 10@7.1,5.1>8,9,12 11@9.1,2.2>9,13 12@9.2,7.9>15 13@9.5,0.1>7,11,18 14@9.5,4 15@10.8,6.8>14 "
    "16@12.3,3.6>15 17@12.5,7.8>15 18@12.6,0.6>13,16"
)
LADDER = (
    Rung(
        DRIVE_IN,
        {"map": "crossroads"},
        Seat.SECOND,
        (STEP_NEARER,),
        {STEP_NEARER.name: 0.3},
        openings=parse_openings(
            "4 6 5 13 9 14 17 15",
            "4 2 5 6 9 12 15 14",
            "6 11 8 12 9 13 17 16",
            "8 2 9 11 13 14 16 17",
            "5 3 9 11 15 12 16 14",
            "3 1 8 2 11 4 15 7",
        ),
    ),
    Rung(
        STEP_NEARER,
        {"map": "quarry"},
        Seat.FIRST,
        (STEP_NEARER,),
        openings=parse_openings(
            "7 2 9 12 10 13 15 17",
            "2 7 10 9 12 13 15 14",
            "9 2 12 7 15 10 17 13",
            "7 9 10 14 12 16 15 17",
            "7 2 9 14 10 17 15 18",
            "7 2 10 9 15 13 17 14",
        ),
    ),
    Rung(
        DRIVE_NEAREST,
        {"map": "crossroads"},
        Seat.SECOND,
        (DRIVE_NEAREST, STEP_NEARER),
        openings=parse_openings(
            "4 1 9 8 12 13 15 14", "4 1 8 2 9 15 12 17", "4 1 7 11 9 16 12 17", "4 1 12 8 15 11 17 16"
        ),
    ),
    Rung(PUT_FARTHEST, {"map": "highlands"}, Seat.FIRST, (DRIVE_NEAREST, PUT_FARTHEST)),
    Rung(
        GO_ROUND,
        {"map": _EIGHTEEN_CITIES},
        Seat.SECOND,
        (BRING_UP_LAST,),
        openings=parse_openings(
            "5 1 8 9 11 16 13 17",
            "4 3 5 8 7 16 13 17",
            "3 1 7 5 11 8 13 16",
            "2 5 4 6 8 11 10 12",
            "1 5 3 6 9 8 10 12",
            "1 2 4 9 5 10 8 11",
        ),
    ),
)
