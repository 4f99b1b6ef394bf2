"""Drawings and alt texts of Dots and Boxes."""

from __future__ import annotations

import pytest

from engines.dots import GAME
from engines.dots.move import Move
from engines.dots.rules import Position
from engines.phrases import Phrase
from renderers.dots import ALT, draw
from renderers.paper import Header
from renderers.scene import Disc, Hatch, Ink, Label, Scene, Shape, Stroke
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")


def position_after(size: str, *texts: str, pie: str = "0") -> tuple[Position, tuple[Move, ...]]:
    position = GAME.start({"size": size, "pie": pie}, 0)
    last: tuple[Move, ...] = ()
    for text in texts:
        last = (position.read(text),)
        position = position.play(last[0])
    return position, last


def scene_of(size: str, *texts: str, hint: str = "", pie: str = "0") -> Scene:
    position, last = position_after(size, *texts, pie=pie)
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def alt_phrases(scene: Scene) -> list[str]:
    return [str(phrase) for phrase in scene.alt]


@pytest.mark.parametrize(
    ("name", "size", "texts", "hint"),
    [
        ("dots-empty", "3x3", (), ""),
        ("dots-boxes-of-both", "2x2", ("a1-a2", "b1-b2", "a2-b2", "a1-b1 b1-c1", "c1-c2", "b2-c2 c2-c3"), "a2-a3"),
        ("dots-wide", "6x2", ("a1-b1", "b1-c1"), "c1-d1"),
    ],
)
def test_a_board_matches_its_golden_picture(name, size, texts, hint):
    assert_golden(name, scene_of(size, *texts, hint=hint))


def test_boxes_are_hatched_in_their_owners_direction_and_initialled():
    scene = scene_of("2x2", "a1-a2", "b1-b2", "a2-b2", "a1-b1 b1-c1", "c1-c2", "b2-c2 c2-c3")
    _, _, boxes = (item for item in scene.items if isinstance(item, Shape) and item.hatch is not Hatch.NONE)
    letters = [item.text for item in scene.items if isinstance(item, Label) and item.text in {"A", "B"}]
    assert (boxes.hatch, boxes.hatch_ink) == (Hatch.FALLING, Ink.SECOND)
    assert letters == ["B", "B"]


def test_the_last_run_is_marked_and_the_hint_is_dashed():
    scene = scene_of("2x2", "a1-b1", "b1-c1", hint="a1-a2 b1-b2")
    assert len([item for item in scene.items if isinstance(item, Stroke) and item.ink is Ink.LAST]) == 1
    hint_strokes = [item for item in scene.items if isinstance(item, Stroke) and item.ink is Ink.HINT]
    assert len(hint_strokes) == 2
    assert all(stroke.dashed for stroke in hint_strokes)


def test_all_sides_are_faint_on_the_paper_and_drawn_ones_have_neutral_ink():
    scene = scene_of("2x2", "a1-b1", "b1-c1")
    paper_sides = [item for item in scene.paper if isinstance(item, Stroke)]
    drawn_sides = [item for item in scene.items if isinstance(item, Stroke) and item.ink is Ink.NEUTRAL]
    assert len(paper_sides) == 12
    assert all(stroke.dashed and stroke.ink is Ink.FAINT for stroke in paper_sides)
    assert len(drawn_sides) == 1


def test_every_dot_is_drawn():
    discs = [item for item in scene_of("3x2").items if isinstance(item, Disc) and item.fill is Ink.TEXT]
    assert len({disc.centre for disc in discs}) == 12


def test_the_alt_text_names_long_chains_loops_and_pairs():
    phrases = [str(phrase) for phrase in scene_of("3x1", "a1-b1", "a2-b2", "b1-c1", "b2-c2").alt]
    assert "dots-pairs chains=a1 b1" in phrases
    phrases = [str(phrase) for phrase in scene_of("3x1", "a1-b1", "a2-b2", "b1-c1", "b2-c2", "c1-d1", "c2-d2").alt]
    assert "dots-chains chains=a1-b1-c1 (3)" in phrases
    walls = ("a1-b1", "b1-c1", "a3-b3", "b3-c3", "a1-a2", "a2-a3", "c1-c2", "c2-c3")
    phrases = [str(phrase) for phrase in scene_of("2x2", *walls).alt]
    assert "dots-loops chains=a1-b1-b2-a2 (4)" in phrases


def test_the_alt_text_describes_the_whole_position():
    assert alt_phrases(scene_of("2x2", "a1-a2", "b1-b2", "a2-b2", "a1-b1 b1-c1", "c1-c2", hint="b2-c2")) == [
        "dots-board cols=2 rows=2 last=c3",
        "picture-last move=c1-c2",
        "picture-hint move=b2-c2",
        "picture-turn player=second",
        "picture-score one=first first_points=0 two=second second_points=1",
        "dots-three-sided boxes=b1 count=1",
        "dots-owned player=second boxes=a1",
        "dots-drawn count=6 all=12 lines=a1-c1 a2-b2 a1-a2 b1-b2 c1-c2",
    ]


def test_the_alt_text_says_that_no_side_is_drawn():
    assert "dots-nothing-drawn" in alt_phrases(scene_of("2x2"))


def test_the_alt_text_names_the_stages_of_the_pie_rule():
    assert "dots-setup player=first most=3" in alt_phrases(scene_of("2x2", pie="3"))
    assert "dots-choice player=second" in alt_phrases(scene_of("2x2", "a1-a2 stop", pie="3"))


def test_the_alt_text_names_the_winner_and_no_player_is_marked_after_the_end():
    scene = scene_of("1x1", "a1-a2", "b1-b2", "a1-b1", "a2-b2")
    assert "picture-won player=second" in alt_phrases(scene)
    assert not [item for item in scene.items if isinstance(item, Shape) and item.fill is Ink.LAST]


def test_every_phrase_has_a_template():
    phrases: list[Phrase] = []
    for hint in ("", "b2-c2"):
        phrases += scene_of("2x2", "a1-a2", "b1-b2", "a2-b2", "a1-b1 b1-c1", "c1-c2", hint=hint).alt
    for phrase in phrases:
        assert ALT[phrase.code].format(**dict(phrase.fields))
