"""Drawings and alt texts of Curvilinear Capture."""

from __future__ import annotations

import pytest

from engines.curves.move import Move
from engines.curves.options import start
from engines.curves.rules import Position
from renderers.curves import ALT, draw
from renderers.paper import Header
from renderers.scene import Arc, Disc, Hatch, Ink, Scene, Shape, Stroke
from tests.engines.curves.sheets import marked_sheet, play_moves
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")
FIVE = "a1 i1 c2 e3 g2 p12"
PRIORITY = ("a1-i1 via e5", "c2-g2 via e4")
FULL = "a1 i1 c2 e2 g2 k3 o3 m4 m9 c9 h9 p12"
LATE = ("a1-i1 via e5", "k3-o3 via m6", "c2-e2", "c9-h9 via e.5 11", "a1-c2", "e2-g2")


def scene_of(position: Position, last: str = "", hint: str = "") -> Scene:
    moves: tuple[Move, ...] = (position.read(last),) if last else ()
    return draw(position, moves, position.read(hint) if hint else None, NAMES)


def alt_phrases(scene: Scene) -> list[str]:
    return [str(phrase) for phrase in scene.alt]


@pytest.mark.parametrize(
    ("name", "position", "last", "hint"),
    [
        ("curves-marking", play_moves(start({"size": "8x6", "points": "4"}), "b2", "g5", "d3"), "d3", "f1"),
        ("curves-priority", play_moves(marked_sheet(FIVE), *PRIORITY), PRIORITY[-1], "i1-p12 via o5"),
        ("curves-late", play_moves(marked_sheet(FULL), *LATE), LATE[-1], ""),
        ("curves-forty-points", start({"size": "26x20", "points": "40"}), "", ""),
    ],
)
def test_a_sheet_matches_its_golden_picture(name, position, last, hint):
    assert_golden(name, scene_of(position, last, hint))


def test_free_points_are_hollow_and_held_points_show_their_owner_by_ink_and_shape():
    scene = scene_of(play_moves(marked_sheet("a1 i1 c2 e2 k3 o3 m4 p12"), "a1-i1 via e5", "k3-o3 via m6"))
    hollow = [item for item in scene.items if isinstance(item, Disc) and item.fill is Ink.PAPER]
    first = [item for item in scene.items if isinstance(item, Disc) and item.fill is Ink.FIRST]
    second = [item for item in scene.items if isinstance(item, Shape) and item.fill is Ink.SECOND]
    assert (len(hollow), len(first), len(second)) == (1, 2, 1)
    assert hollow[0].outline is Ink.NEUTRAL


def test_released_points_are_crossed():
    scene = scene_of(play_moves(marked_sheet(FIVE), *PRIORITY))
    strokes = [item for item in scene.items if isinstance(item, Stroke) and item.ink is Ink.NEUTRAL]
    assert len(strokes) == 2 * 2


def test_bent_lines_are_arcs_and_straight_lines_are_strokes_in_their_players_ink():
    scene = scene_of(play_moves(marked_sheet(FIVE), "a1-i1 via e5", "c2-g2"))
    arcs = [item for item in scene.items if isinstance(item, Arc)]
    strokes = [item for item in scene.items if isinstance(item, Stroke) and item.ink is Ink.SECOND]
    assert [arc.ink for arc in arcs] == [Ink.FIRST]
    assert len(strokes) == 1


def test_zones_with_captured_points_are_tinted_and_hatched_in_order():
    scene = scene_of(play_moves(marked_sheet(f"{FIVE} b2 n9"), "a1-i1 via e5", "c2-g2 via e4"))
    zones = [item for item in scene.items if isinstance(item, Shape) and len(item.points) > 8]
    assert [zone.hatch for zone in zones] == [Hatch.RISING, Hatch.FALLING]
    assert [zone.fill for zone in zones] == [Ink.FIRST_WASH, Ink.SECOND_WASH]


def test_a_zone_that_lost_its_points_is_not_tinted():
    scene = scene_of(play_moves(marked_sheet(FIVE), *PRIORITY))
    zones = [item for item in scene.items if isinstance(item, Shape) and len(item.points) > 8]
    assert [zone.fill for zone in zones] == [Ink.SECOND_WASH]


def test_a_zone_that_takes_priority_lies_on_top_even_if_it_is_older():
    position = play_moves(marked_sheet("c1 g1 a1 i1 e2 b2"), "c1-g1 via e3", "a1-i1 via e6")
    zones = [item for item in scene_of(position).items if isinstance(item, Shape) and len(item.points) > 8]
    assert [zone.hatch for zone in zones] == [Hatch.FALLING, Hatch.RISING]


def test_the_last_move_is_marked_and_the_hint_is_dashed():
    position = play_moves(marked_sheet(FIVE), "a1-i1 via e5")
    scene = scene_of(position, "a1-i1 via e5", "c2-g2 via e4")
    arcs = {item.ink: item for item in scene.items if isinstance(item, Arc)}
    assert set(arcs) == {Ink.LAST, Ink.FIRST, Ink.HINT}
    assert arcs[Ink.HINT].dashed
    assert arcs[Ink.LAST].width > arcs[Ink.FIRST].width
    marks = scene_of(play_moves(start({}), "e7"), "e7", "c3")
    rings = {item.outline or item.fill for item in marks.items if isinstance(item, Disc)}
    assert {Ink.LAST, Ink.HINT} <= rings


def test_the_alt_text_describes_the_whole_position():
    assert alt_phrases(scene_of(play_moves(marked_sheet(FIVE), *PRIORITY), PRIORITY[-1], "pass")) == [
        "curves-board columns=16 rows=12 last=p12",
        "picture-last move=c2-g2 via e4",
        "picture-hint move=pass",
        "curves-lines player=first",
        "picture-score one=first first_points=0 two=second second_points=1",
        "curves-held player=second points=e3",
        "curves-free points=p12",
        "curves-joined points=a1 i1",
        "curves-released points=c2 g2",
        "curves-line number=1 player=first line=a1-i1 via e5",
        "curves-arc bulge=up height=4.0",
        "curves-over points=c2 e3 g2",
        "curves-line-holding number=2 player=second line=c2-g2 via e4 points=e3",
        "curves-arc bulge=up height=2.0",
    ]


def test_the_alt_text_counts_marked_points_and_says_when_no_line_is_drawn():
    assert "curves-marking count=1 all=12" in alt_phrases(scene_of(play_moves(start({}), "e7")))
    assert alt_phrases(scene_of(marked_sheet(FIVE)))[-1] == "curves-nothing-drawn"
    position = play_moves(marked_sheet("a1 i1 i5 i9"), "a1-i1", "a1-i5")
    assert "curves-full points=a1" in alt_phrases(scene_of(position))


def test_every_phrase_has_a_template():
    for position in (
        start({}),
        play_moves(marked_sheet(FIVE), *PRIORITY),
        play_moves(marked_sheet(FULL), *LATE, "pass", "pass"),
    ):
        for phrase in scene_of(position).alt:
            assert ALT[phrase.code].format(**dict(phrase.fields))
