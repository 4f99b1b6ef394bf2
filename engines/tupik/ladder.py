"""The opponents who lack one idea: cars put far, every drive a step nearer, the nearest car. The theory has no more."""

from __future__ import annotations

from engines.game import Seat
from engines.ladder import Idea, Rung
from engines.tupik.map.roadmap import bit
from engines.tupik.move import Move
from engines.tupik.rules import Position
from engines.tupik.worth import nearest


def _put_farthest(position: Position) -> tuple[Move, ...]:
    """The free cities farthest from the dead end, for the opponent's cars."""
    if not position.placing:
        return ()
    steps = {move: nearest(position.roads, bit(move.goal)) for move in position.moves()}
    return tuple(move for move, far in steps.items() if far == max(steps.values()))


def _step_nearer(position: Position) -> tuple[Move, ...]:
    """Into the dead end, else with any car along a shortest way of the empty map."""
    drives = {move: nearest(position.roads, bit(move.goal)) for move in position.moves() if move.start}
    nearer = {move: left for move, left in drives.items() if left < nearest(position.roads, bit(move.start))}
    return tuple(move for move, left in nearer.items() if left == 0) or tuple(nearer)


def _drive_nearest(position: Position) -> tuple[Move, ...]:
    """A step nearer with the nearest car, which cannot be stopped if none of the opponent's is nearer."""
    steps = {move: nearest(position.roads, bit(move.start)) for move in _step_nearer(position)}
    return tuple(move for move, left in steps.items() if left == nearest(position.roads, position.cars(position.turn)))


PUT_FARTHEST = Idea("put-farthest", _put_farthest)
STEP_NEARER = Idea("step-nearer", _step_nearer)
DRIVE_NEAREST = Idea("drive-nearest", _drive_nearest)
_THIRTY_CITIES = (
    "1@0.1,6.3>2,6,7 2@0.2,4.4>1,4,6 3@0.4,0.3>5 4@0.8,2.9>5,8 5@2,0.9>3,9 6@2.2,5.5>2,8,12 "
    "7@2.2,7.9>6 8@2.9,3.9>6,11 9@3.7,0.5>11 10@3.8,7.7>7,12,16 11@3.9,2.4>15 12@4.1,5.9>6 "
    "13@5.4,4.9>12,15,17 14@5.5,0.9>9,11,18 15@5.5,3>13,14 16@5.5,7.8>17 17@6.7,6.6>16,20 18@7.6,0.4 "
    "19@7.8,4.7>13,15,17,20,21,23 20@8.6,7.3>24 21@9,2.6>15,23,25 22@9.5,0.7>21,26 "
    "23@10,5.2>20,21,29 24@10.6,7.7>23 25@11,1.9>22 26@11.6,0.2>22,25 27@12,3.5>23 28@12.1,7.1>24,29 "
    "29@12.5,5.2>27 30@12.8,2.1>27"
)
LADDER = (
    Rung(PUT_FARTHEST, {"map": "three-corners"}, Seat.FIRST),
    Rung(STEP_NEARER, {"map": "quarry"}, Seat.SECOND, (STEP_NEARER, PUT_FARTHEST), {STEP_NEARER.name: 0.1}),
    Rung(DRIVE_NEAREST, {"map": _THIRTY_CITIES}, Seat.SECOND, (DRIVE_NEAREST, PUT_FARTHEST)),
)
