"""PNG files: their palette, size and pixels."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from renderers.pillow import palette_image, png
from renderers.scene import Anchor, Arc, Disc, Hatch, Ink, Item, Label, Ruling, Scene, Shape, Stroke
from renderers.themes import DARK, LIGHT, THEMES, Theme
from tests.renderers.test_dots import scene_of

SQUARE = ((100.0, 20.0), (180.0, 20.0), (180.0, 100.0), (100.0, 100.0))


def page(*items: Item) -> Scene:
    return Scene(240, 120, (), items)


def pixels(scene: Scene, theme: Theme = LIGHT) -> Image.Image:
    return Image.open(io.BytesIO(png(scene, theme))).convert("RGB")


def share(scene: Scene, ink: Ink) -> float:
    """Return the share of the picture that has exactly this colour."""
    colours = pixels(scene).getcolors(1 << 20) or []
    return sum(int(count) for count, colour in colours if colour == LIGHT.colours[ink]) / (scene.width * scene.height)


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
def test_a_picture_is_a_small_file_with_a_palette(theme):
    data = png(scene_of("5x5", "a1-a2", "b1-b2", "a2-b2", "a1-b1 b1-c1"), theme)
    picture = Image.open(io.BytesIO(data))
    assert picture.mode == "P"
    assert picture.width >= 900
    assert len(data) <= 60 * 1024


def test_equal_scenes_give_equal_files():
    assert png(scene_of("2x2", "a1-b1")) == png(scene_of("2x2", "a1-b1"))


def test_pictures_painted_in_several_threads_at_once_come_out_the_same():
    scenes = [scene_of("4x4", *moves) for moves in ((), ("a1-b1",), ("a1-a2", "b1-b2"), ("c3-c4",))] * 6
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(png, scenes)) == [png(scene) for scene in scenes]


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
def test_every_ink_comes_out_in_exactly_its_colour(theme):
    for ink in Ink:
        picture = pixels(page(Shape(SQUARE, fill=ink)), theme)
        assert picture.getpixel((140, 60)) == theme.colours[ink]


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
def test_nothing_is_pure_black(theme):
    assert all(sum(colour) > 60 for colour in theme.colours.values())


def test_later_items_lie_above_earlier_ones_and_paper_lies_below_all():
    scene = Scene(240, 120, (Shape(SQUARE, fill=Ink.HINT),), (Disc((140, 60), 20, Ink.FIRST),))
    assert pixels(scene).getpixel((140, 60)) == LIGHT.colours[Ink.FIRST]
    assert pixels(scene).getpixel((105, 25)) == LIGHT.colours[Ink.HINT]


def test_slanted_edges_have_shades_between_ink_and_paper():
    colours = pixels(page(Stroke(((20, 20), (200, 90)), Ink.FIRST, 8))).getcolors(1 << 16) or []
    assert len(colours) >= 6


def test_a_hatched_area_shows_its_ground_between_the_lines():
    scene = page(Shape(SQUARE, Ink.FIRST_WASH, hatch=Hatch.RISING, hatch_ink=Ink.FIRST))
    assert share(scene, Ink.FIRST_WASH) > 0.1
    assert share(scene, Ink.FIRST) > 0.01


def test_rising_and_falling_hatches_differ_and_a_cross_is_both():
    def ink(hatch: Hatch) -> float:
        return share(page(Shape(SQUARE, Ink.FIRST_WASH, hatch=hatch, hatch_ink=Ink.FIRST)), Ink.FIRST_WASH)

    rising, falling = (page(Shape(SQUARE, hatch=hatch, hatch_ink=Ink.FIRST)) for hatch in (Hatch.RISING, Hatch.FALLING))
    assert png(rising) != png(falling)
    assert ink(Hatch.CROSS) < ink(Hatch.RISING)


@pytest.mark.parametrize("make", [Stroke, Arc], ids=["stroke", "arc"])
def test_dashes_leave_gaps_and_arrows_have_heads(make):
    points = (((20, 60), (110, 40), (220, 60)),) if make is Stroke else ((20, 60), (110, 0), (220, 60))
    plain_share, dashed_share, arrow_share = (
        share(page(make(*points, Ink.FIRST, 6, **extra)), Ink.FIRST)
        for extra in ({}, {"dashed": True}, {"arrow": True})
    )
    assert dashed_share < 0.8 * plain_share
    assert arrow_share > plain_share


def test_rings_have_holes_and_can_be_dashed():
    ring, dashed_ring = (page(Disc((120, 60), 40, outline=Ink.FIRST, width=6, dashed=dash)) for dash in (False, True))
    assert pixels(ring).getpixel((120, 60)) == LIGHT.colours[Ink.PAPER]
    assert pixels(ring).getpixel((160, 60)) == LIGHT.colours[Ink.FIRST]
    assert share(dashed_ring, Ink.FIRST) < share(ring, Ink.FIRST)


def test_squares_cross_at_their_origin():
    scene = Scene(240, 120, (Ruling((50, 30), 24),), ())
    assert pixels(scene).getpixel((50, 5)) == LIGHT.colours[Ink.GRID]
    assert pixels(scene).getpixel((2, 54)) == LIGHT.colours[Ink.GRID]
    assert pixels(scene).getpixel((60, 40)) == LIGHT.colours[Ink.PAPER]


ODD_NAMES = (
    "",
    "   ",
    "W" * 300,
    "Ann 😀👩‍👩‍👧‍👦🏳️‍🌈",
    "李明",
    "مرحبا بالعالم",
    "Z̷̡̛͓͎̜̖̈́̓̿ä́̂̃̄l̵̨g̴o",
    "a\nb\tc\x00d\u202ee",
    "\ud800",
    "Ґанна-Єва Ї",
)


def label_box(text: str, anchor: Anchor = Anchor.LEFT, room: float = 100.0) -> tuple[int, int, int, int]:
    """Return the box of everything that is not paper."""
    picture = pixels(page(Label(text, (60, 60), 28, Ink.TEXT, anchor, room=room)))
    background = Image.new("RGB", picture.size, LIGHT.colours[Ink.PAPER])
    return ImageChops.difference(picture, background).getbbox() or (60, 60, 60, 60)


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_any_name_stays_in_its_room_and_in_its_line(name):
    left, top, right, bottom = label_box(name)
    assert left >= 56
    assert right <= 60 + 100 + 6
    assert top >= 60 - 28
    assert bottom <= 60 + 28


def test_labels_stand_where_their_anchor_says():
    assert label_box("mmm", Anchor.RIGHT, 0)[2] <= 62
    assert abs(sum(label_box("mmm", Anchor.MIDDLE, 0)[::2]) / 2 - 60) <= 2


def test_capitals_are_vertically_centred():
    _, top, _, bottom = label_box("H")
    assert abs((top + bottom) / 2 - 60) <= 1


def test_the_dark_page_is_dark():
    assert sum(DARK.colours[Ink.PAPER]) < sum(LIGHT.colours[Ink.PAPER]) / 3
    assert palette_image(page(), DARK).convert("RGB").getpixel((1, 1)) == DARK.colours[Ink.PAPER]
