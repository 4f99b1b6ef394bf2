"""Maps of Tupik on paper: cities, names, the dead end, and what is said of them."""

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
NAMED = "1.Львів@0,0>2,3 2.Київ@4,0>1,3 3.Ялта@4,4>1,4 4.Оса@8,4>5 5.Рим@8,0>6,7 6.Омськ@12,0>5,8 7.Луцьк@10,8>6 8@14,4"


def played(text: str, *messages: str) -> tuple[Position, tuple[Move, ...]]:
    position: Position = GAME.start({"map": text}, 0)
    last: tuple[Move, ...] = ()
    for message in messages:
        move = position.read(message)
        position, forced = advance(position, move)
        last = (move, *forced)
    return position, last


def scene_of(text: str, *messages: str, hint: str = "") -> Scene:
    position, last = played(text, *messages)
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def said(scene: Scene) -> list[str]:
    return [str(phrase) for phrase in scene.alt]


@pytest.mark.parametrize(
    ("name", "messages", "hint"),
    [
        ("tupik-names-and-a-place-proposed", ("1", "2"), "4"),
        ("tupik-won", ("2", "6", "1", "5", "1-3", "6-8"), ""),
    ],
)
def test_a_map_with_names_looks_as_it_did(name, messages, hint):
    assert_golden(name, scene_of(NAMED, *messages, hint=hint))


@pytest.mark.parametrize("text", [NAMED, "big-city"])
def test_every_arrow_has_a_head_at_its_citys_rim(text):
    position, _ = played(text)
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
    position, _ = played(NAMED, "2", "6", "1", "5")
    drawn = draw(position, (PASS,), PASS, NAMES).items
    assert not [item for item in drawn if isinstance(item, Stroke | Arc) and item.ink in (Ink.LAST, Ink.HINT)]


def test_the_words_tell_the_map_the_placing_and_the_end():
    empty = said(scene_of("old-town"))
    assert empty[0].startswith("tupik-map value=old-town count=12")
    assert {"tupik-puts player=first other=second left=6", "tupik-no-cars"} <= set(empty)
    assert "picture-won player=first" in said(scene_of(NAMED, "2", "6", "1", "5", "1-3", "6-8"))


def test_names_are_written_and_told():
    scene = scene_of(NAMED)
    assert "Ялта" in {item.text for item in scene.paper if isinstance(item, Label)}
    assert said(scene)[-1] == "tupik-names names=1 Львів, 2 Київ, 3 Ялта, 4 Оса, 5 Рим, 6 Омськ, 7 Луцьк"
