"""Drawings and alt texts of the L-game."""

from __future__ import annotations

import pytest

from engines.game import Seat
from engines.lgame import GAME
from engines.lgame.move import Move
from engines.lgame.rules import Position
from renderers.lgame import ALT, PAGE, draw
from renderers.paper import HATCHES, INKS, Header
from renderers.scene import Disc, Hatch, Ink, Scene, Shape, Stroke
from tests.engines.starts import options
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")
SCORING_MOVES = ("c2-c4-d4 d1-a1", "b1-b3-a3")


def scene_of(start: str, *texts: str, hint: str = "") -> Scene:
    position: Position = GAME.start(options(start), 0)
    last: tuple[Move, ...] = ()
    for text in texts:
        last = (position.read(text),)
        position = position.play(last[0])
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def alt_phrases(scene: Scene) -> list[str]:
    return [str(phrase) for phrase in scene.alt]


def shapes(scene: Scene) -> list[Shape]:
    return [item for item in scene.items if isinstance(item, Shape)]


@pytest.mark.parametrize(
    ("name", "start", "texts", "hint"),
    [
        ("lgame-start", "default", (), ""),
        ("lgame-neutral-moved", "variant=symmetry", ("c2-c4-d4 a4-b4",), "b1-b3-a3 d1-d3"),
        ("lgame-scoring", "variant=scoring", SCORING_MOVES, "d2-d4-c4"),
    ],
)
def test_a_board_matches_its_golden_picture(name, start, texts, hint):
    assert_golden(name, scene_of(start, *texts, hint=hint))


def test_each_l_is_one_solid_piece_hatched_in_its_owners_direction_with_round_ends():
    pieces = [shape for shape in shapes(scene_of("default")) if len(shape.points) == 6 and shape.fill]
    assert [(piece.hatch, piece.outline) for piece in pieces] == [(HATCHES[seat], INKS[seat]) for seat in Seat]
    assert all(piece.radius > 0 for piece in pieces)


def test_a_piece_covers_its_four_squares_and_no_other():
    piece = next(shape for shape in shapes(scene_of("default")) if shape.outline is Ink.FIRST and shape.radius > 20)
    xs, ys = zip(*piece.points, strict=True)
    left, top = PAGE.at(0.5, 3.5)
    right, bottom = PAGE.at(2.5, 0.5)
    assert left < min(xs) < max(xs) < right
    assert top < min(ys) < max(ys) < bottom


def test_the_old_place_is_a_ghost_and_the_new_place_has_an_edge():
    scene = scene_of("default", "c2-c4-d4 a4-b4")
    ghosts = [shape for shape in shapes(scene) if shape.dashed]
    assert [(ghost.outline, ghost.fill) for ghost in ghosts] == [(Ink.FIRST, None)]
    assert [shape.outline for shape in shapes(scene) if shape.outline is Ink.LAST] == [Ink.LAST]
    discs = [item for item in scene.items if isinstance(item, Disc)]
    assert [disc.centre for disc in discs if disc.dashed] == [PAGE.at(0, 3)]
    assert [disc.centre for disc in discs if disc.fill is Ink.LAST] == [PAGE.at(1, 3)]


def test_before_the_first_move_there_is_no_ghost():
    assert not [item for item in scene_of("default").items if isinstance(item, (Shape, Disc)) and item.dashed]


def test_a_hint_is_dashed_and_its_disc_has_an_arrow():
    scene = scene_of("default", hint="c2-c4-d4 a4-b4")
    assert [shape.dashed for shape in shapes(scene) if shape.outline is Ink.HINT] == [True]
    assert [item.points[1] for item in scene.items if isinstance(item, Stroke) and item.arrow] == [PAGE.at(1, 3)]


def test_painted_squares_are_on_the_paper_only_in_the_scoring_variant():
    def painted_count(start: str) -> int:
        return sum(isinstance(item, Shape) and item.hatch is Hatch.CROSS for item in scene_of(start).paper)

    assert (painted_count("variant=scoring"), painted_count("default")) == (4, 0)


def test_the_alt_text_describes_the_whole_position():
    assert alt_phrases(scene_of("variant=scoring", *SCORING_MOVES, hint="d2-d4-c4")) == [
        "lgame-scoring painted=a1 b1 a2 b2 target=15",
        "picture-last move=b1-b3-a3",
        "picture-hint move=d2-d4-c4",
        "picture-turn player=first",
        "picture-score one=first first_points=0 two=second second_points=2",
        "lgame-piece player=first squares=c2 c3 c4 d4",
        "lgame-piece player=second squares=b1 b2 a3 b3",
        "lgame-neutrals squares=a1 a4",
    ]


@pytest.mark.parametrize("start", ["variant=classic", "variant=symmetry", "variant=scoring"])
def test_every_phrase_has_a_template(start):
    for phrase in scene_of(start, *SCORING_MOVES, hint="d2-d4-c4").alt:
        assert ALT[phrase.code].format(**dict(phrase.fields))


def test_pieces_returned_to_the_start_after_a_block_have_no_edge():
    line = ("c4-c2-d2 a4-a2", "b2-b4-a4 a2-c1", "c2-c4-d4 d1-a3", "b4-b2-a2 a3-d2")
    scene = scene_of("variant=scoring", *line)
    assert not [shape for shape in shapes(scene) if shape.outline is Ink.LAST]
