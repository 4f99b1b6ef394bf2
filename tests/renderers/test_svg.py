"""SVG text: well formed, one item a line, in the theme's colours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from engines.phrases import Phrase
from renderers.scene import Anchor, Arc, Disc, Hatch, Ink, Item, Label, Ruling, Scene, Shape, Stroke
from renderers.svg import svg
from renderers.themes import DARK, LIGHT
from tests.renderers.test_pillow import ODD_NAMES

SQUARE = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))


def lines(*items: Item) -> list[str]:
    """Return the lines between the paper and the end."""
    text = svg(Scene(240, 120, (), items)).splitlines()
    return text[text.index('<rect width="100%" height="100%" class="f-paper"/>') + 1 : -1]


def test_plain_items_take_one_line_each_with_inks_by_name():
    assert lines(
        Stroke(((1, 2), (3.04, 4.06)), Ink.FIRST, 4),
        Arc((0, 0), (5, 9), (10, 0), Ink.SECOND, dashed=True),
        Shape(SQUARE, Ink.FIRST_WASH, Ink.FIRST, 3),
        Disc((5, 5), 2.5, Ink.LAST),
        Label("a1", (20, 20), 20, anchor=Anchor.LEFT),
    ) == [
        '<polyline points="1,2 3,4.1" class="s-first" stroke-width="4"/>',
        '<path d="M0,0 Q5,9 10,0" class="s-second" stroke-width="4" stroke-dasharray="7 9.2"/>',
        '<polygon points="10,10 50,10 50,50 10,50" class="f-first-wash s-first" stroke-width="3"/>',
        '<circle cx="5" cy="5" r="2.5" class="f-last"/>',
        '<text x="20" y="27.3" font-size="20" text-anchor="start" class="f-text">a1</text>',
    ]


def test_arrows_add_their_head_and_hatches_their_pattern():
    assert len(lines(Stroke(((0, 0), (99, 0)), Ink.FIRST, arrow=True))) == 2
    text = svg(Scene(240, 120, (), (Shape(SQUARE, Ink.FIRST_WASH, hatch=Hatch.CROSS, hatch_ink=Ink.FIRST),)))
    assert 'id="cross-first"' in text
    assert "url(#cross-first)" in text


def test_squared_paper_is_a_pattern():
    assert 'id="squares" x="2" y="6"' in lines(Ruling((50, 30), 24))[0]


def test_the_alt_text_comes_with_the_picture():
    assert "<desc>board size=5</desc>" in svg(Scene(9, 9, (), (), (Phrase("board", size=5),)))


def test_a_theme_changes_only_colours():
    scene = Scene(240, 120, (), (Disc((5, 5), 2, Ink.FIRST),))
    light_lines, dark_lines = svg(scene, LIGHT).splitlines(), svg(scene, DARK).splitlines()
    differing = [line for line in light_lines if line not in dark_lines]
    assert differing
    assert all(line.startswith((".f-", "<svg")) for line in differing)


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_any_name_gives_well_formed_text_no_wider_than_its_room(name):
    text = svg(Scene(240, 120, (), (Label(f"<{name}&>", (60, 60), 28, room=100),)))
    (label,) = ElementTree.fromstring(text.encode()).iter("{http://www.w3.org/2000/svg}text")
    assert 0.62 * float(label.get("font-size", 0)) * len(label.text or "") <= 100.5
