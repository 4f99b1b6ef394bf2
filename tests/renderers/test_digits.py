"""Digits and Dots on paper, and in words."""

from __future__ import annotations

import pytest

from engines.digits import GAME
from engines.digits.move import Move
from engines.game import Seat
from renderers.digits import draw
from renderers.paper import INKS, Header
from renderers.scene import Disc, Hatch, Ink, Label, Scene, Shape
from tests.renderers.golden import assert_golden

NAMES = Header("Ann", "Boris", "Ann is to move")
SMALL = {"size": "4x4", "digits": "1-2"}
WRITTEN = ("b2", "c3", "b3", "c2")


def scene_of(settings: dict[str, str], *texts: str, hint: str = "") -> Scene:
    position = GAME.start(settings, 0)
    last: tuple[Move, ...] = ()
    for text in texts:
        last = (position.read(text),)
        position = position.play(last[0])
    return draw(position, last, position.read(hint) if hint else None, NAMES)


def discs(scene: Scene, **looks: object) -> list[Disc]:
    """The board's discs that look so (those beside it are in the heading)."""
    board = (item for item in scene.items if isinstance(item, Disc) and item.centre[0] > 312)
    return [disc for disc in board if all(getattr(disc, key) == value for key, value in looks.items())]


@pytest.mark.parametrize(
    ("name", "settings", "texts", "hint"),
    [
        ("digits-writing", {"size": "5x5"}, ("b2",), "d4"),
        ("digits-throwing", SMALL, (*WRITTEN, "a1"), "d4"),
        ("digits-diamond", {"size": "6x6", "shape": "diamond"}, ("c3", "d4"), ""),
    ],
)
def test_a_board_looks_as_it_did(name, settings, texts, hint):
    assert_golden(name, scene_of(settings, *texts, hint=hint))


def test_players_are_told_apart_by_shape_as_well_as_by_colour():
    scene = scene_of(SMALL, *WRITTEN, "a1", "d4")
    assert len(discs(scene, fill=INKS[Seat.FIRST])) == 1
    assert len(discs(scene, fill=Ink.PAPER, outline=INKS[Seat.SECOND])) == 1
    circled = {disc.centre for disc in discs(scene, fill=Ink.FIRST_WASH)}
    digits = [item for item in scene.items if isinstance(item, Label) and item.bold and item.at[0] > 312]
    assert {label.at for label in digits if label.ink is Ink.FIRST} == circled
    assert not {label.at for label in digits if label.ink is Ink.SECOND} & circled


def test_the_forbidden_centre_is_hatched():
    cells = [item for item in scene_of({"size": "5x5"}).paper if isinstance(item, Shape)]
    assert len([cell for cell in cells if cell.hatch is Hatch.CROSS]) == 1


def test_the_last_move_is_marked_and_a_proposal_is_dashed():
    scene = scene_of(SMALL, *WRITTEN, "a1", hint="d4")
    assert len(discs(scene, fill=Ink.LAST)) == 1
    assert [disc.dashed for disc in discs(scene, outline=Ink.HINT)] == [True]


def test_the_words_tell_the_whole_position():
    assert [str(phrase) for phrase in scene_of(SMALL, *WRITTEN, "a1").alt] == [
        "digits-board cols=4 rows=4 shape=square wrap=no",
        "digits-throws player=second digit=1 place=c3 count=1 cells=d2 d3 b4 c4 d4",
        "picture-last move=a1",
        "picture-turn player=second",
        "picture-score one=first first_points=1 two=second second_points=0",
        "digits-written player=first digits=1 b2, 2 b3",
        "digits-written player=second digits=1 c3, 2 c2",
        "digits-dots player=first cells=a1",
    ]
