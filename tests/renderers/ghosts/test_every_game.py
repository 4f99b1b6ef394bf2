"""Ghosts over every game's drawing: numbered candidate moves, and illegal moves in the ink for errors."""

from __future__ import annotations

from itertools import islice
from math import dist

import pytest

from engines import GAMES
from engines.game import Limit
from renderers import DRAWINGS
from renderers.ghosts.badge import RADIUS, badge, badge_width
from renderers.header import BANNER
from renderers.paper import Header
from renderers.pillow.lettering import text_stamp
from renderers.scene import Disc, Ink, Label, Shape
from tests.engines.starts import play_texts

HEADER = Header("Ann", "Bob", "")
POSITIONS = (
    ("dots", "default", "a1-a2"),
    ("digits", "default", "c3"),
    ("curves", "size=8x6 points=3", "a1;h1;h6"),
    ("lgame", "default", ""),
    ("tupik", "map=1>2,3;2>4;3>4;4>5", "1"),
    ("tupik", "map=1>2,3;2>4;3>4;4>5", "1;2"),
)
ILLEGAL_MOVES = (
    ("dots", "default", "a1-a2", "a1-a2"),
    ("digits", "default", "c3", "c3"),
    ("curves", "size=8x6 points=3", "a1;h1;h6", "a1-h1 +9"),
    ("curves", "size=8x6 points=3", "a1", "a1"),
    ("lgame", "default", "", "a1-a3-b3"),
    ("tupik", "map=1>2,3;2>4;3>4;4>5", "1", "1"),
)


@pytest.mark.parametrize(("name", "start", "before"), POSITIONS)
def test_each_candidate_move_has_its_number(name, start, before):
    position = play_texts(GAMES[name], start, *filter(None, before.split(";")))
    candidates = GAMES[name].candidates(position, Limit(60.0))
    assert candidates
    moves = [(str(number), each.move) for number, each in enumerate(candidates, 1)]
    items = DRAWINGS[name].numbered_moves(position, moves)
    labels = {item.text for item in items if isinstance(item, Label)}
    assert {number for number, move in moves if not str(move).isalpha()} <= labels


@pytest.mark.parametrize(("name", "start", "before", "text"), ILLEGAL_MOVES)
def test_an_illegal_move_is_drawn_in_the_ink_for_errors(name, start, before, text):
    position = play_texts(GAMES[name], start, *filter(None, before.split(";")))
    items = tuple(DRAWINGS[name].illegal_move(position, position.read(text)))
    inks = {getattr(item, field, None) for item in items for field in ("ink", "outline")}
    assert inks - {None} == {Ink.WRONG}


@pytest.mark.parametrize("corner", ["a1", "a20", "z1", "z20"])
def test_the_number_of_a_point_covers_no_letter_of_the_sheet(corner):
    position = GAMES["curves"].start({"size": "26x20"}, 1)
    page = DRAWINGS["curves"].draw(position, (), None, HEADER)
    items = DRAWINGS["curves"].numbered_moves(position, [("1", position.read(corner))])
    [number] = [item.at for item in items if isinstance(item, Label)]
    letters = [item.at for item in page.paper if isinstance(item, Label)]
    assert min(dist(number, letter) for letter in letters) > RADIUS


@pytest.mark.parametrize("number", ["7", "21", "142"])
def test_a_number_has_room_in_its_badge(number):
    mark, label = badge(number, (100.0, 100.0))
    assert isinstance(mark, Disc | Shape)
    half = mark.radius if isinstance(mark, Disc) else max(x for x, _ in mark.points) - 100.0
    assert isinstance(label, Label)
    (tile,) = text_stamp(label.text, int(label.size), label.bold, label.anchor, 0)
    left, _, right, _ = tile.box
    assert right - left <= 2 * half


@pytest.mark.parametrize("count", range(1, 6))
def test_the_numbers_over_small_boards_touch_neither_the_banner_nor_the_margin(count):
    position = GAMES["lgame"].start({}, 1)
    moves = [("142", move) for move in islice(position.moves(), count)]
    bold = [
        item.at for item in DRAWINGS["lgame"].numbered_moves(position, moves) if isinstance(item, Label) and item.bold
    ]
    assert len(bold) == count
    assert all(y - RADIUS >= BANNER and x >= badge_width("142") / 2 for x, y in bold)
