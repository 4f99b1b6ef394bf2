"""Drawings of Tupik's maps: cities, names, the dead end, and their alt texts."""

from __future__ import annotations

import math

import pytest

from engines.game import advance
from engines.tupik import GAME
from engines.tupik.map.roads import roads_of
from engines.tupik.move import PASS, Move
from engines.tupik.rules import Position
from renderers.paper import LETTERING, Header
from renderers.scene import Arc, Disc, Ink, Label, Scene, Shape, Stroke
from renderers.tupik import DISC, draw
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")
MAP_WITH_NAMES = (
    "1.Львів@0,0>2,3 2.Київ@4,0>1,3 3.Ялта@4,4>1,4 4.Оса@8,4>5 5.Рим@8,0>6,7 6.Омськ@12,0>5,8 7.Луцьк@10,8>6 8@14,4"
)


def position_after(text: str, *messages: str) -> tuple[Position, tuple[Move, ...]]:
    position: Position = GAME.start({"map": text}, 0)
    last: tuple[Move, ...] = ()
    for message in messages:
        move = position.read(message)
        position, forced_moves = advance(position, move)
        last = (move, *forced_moves)
    return position, last


def scene_of(text: str, *messages: str, hint: str = "") -> Scene:
    position, last = position_after(text, *messages)
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def alt_phrases(scene: Scene) -> list[str]:
    return [str(phrase) for phrase in scene.alt]


@pytest.mark.parametrize(
    ("name", "messages", "hint"),
    [
        ("tupik-names-and-a-place-proposed", ("1", "2"), "4"),
        ("tupik-won", ("2", "6", "1", "5", "1-3", "6-8"), ""),
    ],
)
def test_a_map_with_names_matches_its_golden_picture(name, messages, hint):
    assert_golden(name, scene_of(MAP_WITH_NAMES, *messages, hint=hint))


@pytest.mark.parametrize("text", [MAP_WITH_NAMES, "big-city"])
def test_every_arrow_has_a_head_at_its_citys_rim(text):
    position, _ = position_after(text)
    scene = scene_of(text)
    heads = [item for item in scene.paper if isinstance(item, Stroke | Arc) and item.arrow]
    ends = [head.points[-1] if isinstance(head, Stroke) else head.end for head in heads]
    assert len(heads) == len(roads_of(position.roads))
    cities = [item.centre for item in scene.paper if isinstance(item, Disc)]
    off_rim = [end for end in ends if not any(DISC < math.dist(end, city) < 1.3 * DISC for city in cities)]
    assert len(off_rim) == position.roads.into[position.roads.dead_end - 1].bit_count()


def test_every_city_of_a_large_map_has_its_number_readable_on_a_small_screen():
    sizes = {item.text: item.size for item in scene_of("big-city").paper if isinstance(item, Label)}
    assert {str(city) for city in range(1, 25)} <= set(sizes)
    assert min(sizes.values()) >= 24
    assert LETTERING >= 28


def test_the_dead_end_is_the_only_road_sign():
    paper = scene_of("big-city").paper
    assert len([item for item in paper if isinstance(item, Shape) and item.fill is Ink.NEUTRAL]) == 1
    assert len([item for item in paper if isinstance(item, Stroke) and item.ink is Ink.LAST]) == 1


def test_a_pass_leaves_no_trail():
    position, _ = position_after(MAP_WITH_NAMES, "2", "6", "1", "5")
    items = draw(position, (PASS,), PASS, NAMES).items
    assert not [item for item in items if isinstance(item, Stroke | Arc) and item.ink in (Ink.LAST, Ink.HINT)]


def test_the_alt_text_names_the_map_the_placement_and_the_winner():
    phrases = alt_phrases(scene_of("old-town"))
    assert phrases[0].startswith("tupik-map value=old-town count=12")
    assert {"tupik-puts player=first other=second left=6", "tupik-no-cars"} <= set(phrases)
    assert "picture-won player=first" in alt_phrases(scene_of(MAP_WITH_NAMES, "2", "6", "1", "5", "1-3", "6-8"))


def test_city_names_are_drawn_and_listed_in_the_alt_text():
    scene = scene_of(MAP_WITH_NAMES)
    assert "Ялта" in {item.text for item in scene.paper if isinstance(item, Label)}
    assert alt_phrases(scene)[-1] == "tupik-names names=1 Львів, 2 Київ, 3 Ялта, 4 Оса, 5 Рим, 6 Омськ, 7 Луцьк"
