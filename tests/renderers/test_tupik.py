"""Drawings and alt texts of Tupik."""

from __future__ import annotations

import pytest

from engines.tupik import GAME
from engines.tupik.move import Move
from renderers.paper import Header
from renderers.scene import Arc, Disc, Ink, Label, Scene, Stroke
from renderers.tupik import draw
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")
# The map gives positions, so that the picture does not depend on the layout; 1 and 4 have arrows both ways.
MAP = "1@0,4>2,3,4 2@3,6>4 3@3,2>4,7 4@5,4>5,1 5@7,4>6,8 6@8,6>7,2 7@9,2>8 8@10,4"
PLACED_CARS = ("2", "3", "1", "5")


def scene_of(*texts: str, hint: str = "") -> Scene:
    position = GAME.start({"map": MAP}, 0)
    last: tuple[Move, ...] = ()
    for text in texts:
        last = (position.read(text),)
        position = position.play(last[0])
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def arrows(scene: Scene, ink: Ink) -> list[Stroke | Arc]:
    items = (*scene.paper, *scene.items)
    return [item for item in items if isinstance(item, Stroke | Arc) and item.ink is ink and item.arrow]


@pytest.mark.parametrize(
    ("name", "texts", "hint"),
    [("tupik-empty", (), "3"), ("tupik-placed", PLACED_CARS, "2-4"), ("tupik-driven", (*PLACED_CARS, "2-4"), "")],
)
def test_a_map_matches_its_golden_picture(name, texts, hint):
    assert_golden(name, scene_of(*texts, hint=hint))


def test_every_road_is_an_arrow_and_roads_both_ways_bend_apart():
    roads = arrows(scene_of(), Ink.PENCIL)
    assert len(roads) == 13
    assert len([road for road in roads if isinstance(road, Arc)]) >= 2


def test_every_city_shows_its_number_whether_a_car_hides_it_or_not():
    for texts in ((), PLACED_CARS):
        scene = scene_of(*texts)
        numbers = {item.text for item in (*scene.paper, *scene.items) if isinstance(item, Label)}
        assert {str(city) for city in range(1, 9)} <= numbers


def test_cars_carry_their_owners_letters_and_differ_in_filling():
    letters = [item for item in scene_of(*PLACED_CARS).items if isinstance(item, Label) and item.text in {"A", "B"}]
    assert len(letters) == 2 + 4
    assert {(label.text, label.ink) for label in letters} == {("A", Ink.PAPER), ("B", Ink.SECOND)}


def test_a_hint_is_a_dashed_arrow_and_the_last_move_leaves_a_trail():
    (hint_arrow,) = arrows(scene_of(*PLACED_CARS, hint="2-4"), Ink.HINT)
    assert hint_arrow.dashed
    items = [item for item in scene_of(*PLACED_CARS, "2-4").items if not isinstance(item, Disc | Label)]
    assert [item for item in items if isinstance(item, Stroke | Arc) and item.ink is Ink.LAST and item.width > 20]


def test_the_alt_text_describes_the_whole_position():
    phrases = [str(phrase) for phrase in scene_of(*PLACED_CARS, hint="2-4").alt]
    assert phrases == [
        "tupik-own-map count=8 city=8",
        "picture-last move=5",
        "picture-hint move=2-4",
        "tupik-drives player=second",
        "tupik-cars player=first cities=3, 5",
        "tupik-cars player=second cities=1, 2",
        "tupik-ways one=first two=second first_points=3 second_points=16 count=8",
        "tupik-drives-open player=first drives=3-4, 3-7, 5-6, 5-8",
        "tupik-drives-open player=second drives=1-4, 2-4",
        "tupik-roads roads=1>2,3,4 2>4 3>4,7 4>1,5 5>6,8 6>2,7 7>8",
    ]
