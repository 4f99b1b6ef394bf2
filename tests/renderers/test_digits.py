"""Drawings and alt texts of Digits and Dots."""

from __future__ import annotations

import pytest

from engines.digits import GAME
from engines.digits.move import Move
from engines.digits.rules import Position
from engines.game import advance
from renderers.digits import ALT, draw
from renderers.paper import Header
from renderers.scene import Disc, Hatch, Ink, Label, Scene, Shape, Stroke
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")
DIGIT_CELLS = ("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4")


def scene_of(*texts: str, hint: str = "", **options: str) -> Scene:
    position: Position = GAME.start(options, 0)
    last: tuple[Move, ...] = ()
    for text in texts:
        move = position.read(text)
        position, forced_moves = advance(position, move)
        last = (move, *forced_moves)
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def alt_phrases(scene: Scene) -> list[str]:
    return [str(phrase) for phrase in scene.alt]


def discs(scene: Scene, ink: Ink) -> list[Disc]:
    return [item for item in scene.items if isinstance(item, Disc) and item.fill is ink]


@pytest.mark.parametrize(
    ("name", "options", "texts", "hint"),
    [
        ("digits-empty", {}, (), ""),
        ("digits-throwing", {}, (*DIGIT_CELLS, "c4", "d3"), "d5 d6"),
        ("digits-closed", {"size": "4x4", "digits": "2", "wrap": "yes"}, ("a1", "c3"), ""),
        ("digits-ring", {"size": "8x8", "digits": "1-1", "shape": "ring"}, ("a1", "h8", "b8"), "g1"),
        ("digits-forbidden-centre", {"size": "5x5", "digits": "1-3"}, ("b2", "d4"), "b4"),
    ],
)
def test_a_board_matches_its_golden_picture(name, options, texts, hint):
    assert_golden(name, scene_of(*texts, hint=hint, **options))


def test_firsts_digits_are_circled_and_seconds_are_not():
    scene = scene_of("b5", "c2")
    circles = discs(scene, Ink.FIRST_WASH)
    first, second = (item for item in scene.items if isinstance(item, Label) and item.text == "1")
    assert [circle.centre for circle in circles] == [first.at]
    assert (first.ink, second.ink) == (Ink.FIRST, Ink.SECOND)


def test_equal_digits_have_different_labels():
    scene = scene_of("b5", "c2", "e5", "e2", digits="1-1-2")
    assert len([item for item in scene.items if isinstance(item, Label) and item.text == "1'"]) == 2


def test_firsts_dots_are_filled_and_seconds_hollow():
    before, after = scene_of(*DIGIT_CELLS), scene_of(*DIGIT_CELLS, "c4", "d3")
    assert len(discs(after, Ink.FIRST)) - len(discs(before, Ink.FIRST)) == 1
    assert len(discs(after, Ink.PAPER)) - len(discs(before, Ink.PAPER)) == 1


def test_the_active_digit_is_ringed_and_its_cells_are_dotted():
    scene = scene_of(*DIGIT_CELLS)
    (ring,) = (item for item in scene.items if isinstance(item, Disc) and item.dashed)
    (digit,) = (item for item in scene.items if isinstance(item, Label) and item.text == "1" and item.ink is Ink.FIRST)
    assert (ring.centre, ring.outline) == (digit.at, Ink.FIRST)
    assert len(discs(scene, Ink.FAINT)) == 6


def test_no_digit_is_ringed_while_digits_are_being_placed():
    assert not [item for item in scene_of("b5").items if isinstance(item, Disc) and item.dashed]


def test_the_last_cells_are_marked_and_the_hint_is_dashed():
    scene = scene_of(*DIGIT_CELLS, "c4", "d3", hint="d5 d6")
    assert len(discs(scene, Ink.LAST)) == 1
    hint_rings = [item for item in scene.items if isinstance(item, Disc) and item.outline is Ink.HINT]
    assert len(hint_rings) == 2
    assert all(disc.dashed for disc in hint_rings)


def test_the_forbidden_centre_is_hatched():
    cells = [item for item in scene_of(size="5x5").paper if isinstance(item, Shape) and item.hatch is Hatch.CROSS]
    assert len(cells) == 1


def test_only_the_cells_of_a_shape_are_drawn():
    ring = scene_of(size="4x4", digits="1", shape="ring")
    assert len([item for item in ring.paper if isinstance(item, Shape)]) == 12


def test_the_lines_of_a_closed_board_continue_past_its_edge():
    def stubs(wrap: str) -> int:
        scene = scene_of(size="4x5", digits="1", wrap=wrap)
        return len([item for item in scene.paper if isinstance(item, Stroke) and item.ink is Ink.PENCIL])

    assert stubs("yes") - stubs("no") == 2 * (5 + 6)


def test_the_alt_text_describes_the_whole_position():
    assert alt_phrases(scene_of(*DIGIT_CELLS, "c4", "d3", hint="d5 d6")) == [
        "digits-board cols=6 rows=6",
        "picture-last move=d3",
        "picture-hint move=d5 d6",
        "digits-throws player=first digit=2 place=e5 count=2",
        "digits-room cells=d4 e4 f4 d5 f5 d6 e6 f6",
        "picture-score one=first first_points=1 two=second second_points=1",
        "digits-written player=first digits=1 b5, 2 e5, 3 b2, 4 e3",
        "digits-written player=second digits=1 c2, 2 e2, 3 c5, 4 b4",
        "digits-dots player=first cells=c4",
        "digits-dots player=second cells=d3",
    ]


def test_the_alt_text_names_an_empty_board_and_the_next_digit():
    words = alt_phrases(scene_of())
    assert "digits-empty" in words
    assert "digits-writes player=first digit=1" in words


def test_every_phrase_has_a_template():
    for scene in (scene_of(), scene_of(*DIGIT_CELLS, "c4", "d3", hint="d5 d6")):
        for phrase in scene.alt:
            assert ALT[phrase.code].format(**dict(phrase.fields))
