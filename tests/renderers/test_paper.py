"""The notebook page and the places on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Seat
from renderers.paper import Header, Page, Standing, initials
from renderers.scene import Anchor, Ink, Label, Ruling, Scene, Shape

sizes = st.integers(1, 16)


HEADER = Header("Ann", "Boris", "Note")
IDLE = Standing()


def page_scene(page: Page, standing: Standing = IDLE, header: Header = HEADER) -> Scene:
    return page.finish((), (), header, standing)


@given(sizes, sizes, st.sampled_from([0.3, 0.5, 1.0]), st.booleans())
def test_every_board_fits_on_a_page_that_an_upright_phone_shows_in_full(columns, rows, pad, name):
    page = Page(columns, rows, pad, name)
    width, height = page.size
    left, top, right, bottom = page.area
    assert width >= 900
    assert height <= 1.25 * width
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height


@given(sizes, sizes)
def test_places_lie_on_the_crossings_of_the_papers_squares(columns, rows):
    page = Page(columns, rows)
    ruling = next(item for item in page_scene(page).paper if isinstance(item, Ruling))
    for place in (page.at(0, 0), page.at(columns - 1, rows - 1)):
        assert all((p - o) % ruling.step == 0 for p, o in zip(place, ruling.origin, strict=True))


@given(sizes, sizes)
def test_coordinates_stand_on_all_four_sides_outside_the_board_without_touching(columns, rows):
    page = Page(columns, rows)
    left, top, right, bottom = page.area
    labels = [item for item in page_scene(page).paper if isinstance(item, Label)]
    assert len(labels) == 2 * (columns + rows)
    for label in labels:
        x, y = label.at
        assert not (left < x < right and top < y < bottom)
        assert 0 < x < page.size[0]
        assert 0 < y < page.size[1]


@given(sizes, sizes, st.booleans())
def test_a_board_that_is_not_much_higher_than_wide_fills_the_page(columns, rows, name):
    page = Page(columns, rows, named=name)
    left, _, right, _ = page.area
    if rows <= columns:
        assert right - left > 0.8 * page.size[0]


@given(sizes, sizes)
def test_coordinates_are_11_pixels_high_on_a_phone_360_wide(columns, rows):
    page = Page(columns, rows)
    assert all(360 / page.size[0] * item.size >= 11 for item in page_scene(page).paper if isinstance(item, Label))


def test_a1_is_at_the_bottom_left():
    page = Page(4, 4)
    assert page.at(0, 0)[0] < page.at(3, 0)[0]
    assert page.at(0, 0)[1] > page.at(0, 3)[1]
    assert page.corners(1, 1)[0] == page.at(0.5, 1.5)


@pytest.mark.parametrize("page", [Page(6, 6), Page(16, 10)], ids=["square", "wide"])
def test_the_heading_shows_names_scores_and_note(page):
    scene = page_scene(page, Standing(Seat.FIRST, (3, 12)))
    texts = {item.text for item in scene.items if isinstance(item, Label)}
    assert {"Ann", "Boris", "3", "12", "Note"} <= texts


@pytest.mark.parametrize("page", [Page(6, 6), Page(16, 10)], ids=["square", "wide"])
def test_the_marker_stands_beside_the_name_of_the_player_to_move(page):
    for seat, name in ((Seat.FIRST, "Ann"), (Seat.SECOND, "Boris")):
        scene = page_scene(page, Standing(seat))
        (marker,) = (item for item in scene.items if isinstance(item, Shape) and item.fill is Ink.LAST)
        label = next(item for item in scene.items if isinstance(item, Label) and item.text == name)
        assert marker.points[1][1] == label.at[1]
        assert 0 < abs(label.at[0] - marker.points[1][0]) < 80
        assert all(0 < x < scene.width for x, _ in marker.points)


def test_no_player_is_marked_when_the_game_is_over():
    assert not [item for item in page_scene(Page(6, 6)).items if isinstance(item, Shape) and item.fill is Ink.LAST]


@pytest.mark.parametrize("page", [Page(6, 6), Page(16, 10)], ids=["square", "wide"])
def test_long_names_end_before_the_next_label(page):
    scene = page_scene(page, Standing(Seat.FIRST, (100, 100)), Header("W" * 99, "M" * 99, "n" * 99))
    lines = [item for item in scene.items if isinstance(item, Label)]
    for label in lines:
        if set(label.text) in ({"W"}, {"M"}):
            assert label.room > 0
            level = [neighbour for neighbour in lines if neighbour is not label and neighbour.at[1] == label.at[1]]
            assert all(disjoint(reach(label), reach(neighbour)) for neighbour in level)


def reach(label: Label) -> tuple[float, float]:
    """Return the left and right end of a label's room, estimated for short labels."""
    width = label.room or 0.7 * label.size * len(label.text)
    left = {Anchor.LEFT: 0.0, Anchor.MIDDLE: width / 2, Anchor.RIGHT: width}[label.anchor]
    return label.at[0] - left, label.at[0] - left + width


def disjoint(one: tuple[float, float], two: tuple[float, float]) -> bool:
    return one[1] <= two[0] or two[1] <= one[0]


@pytest.mark.parametrize(
    ("first", "second", "letters"),
    [
        ("Ann", "Boris", ("A", "B")),
        ("ann", "adam", ("N", "D")),
        ("Ann", "Ann", ("1", "2")),
        ("😀", "Boris", ("1", "2")),
        ("", "", ("1", "2")),
        ("Ясна", "юля", ("Я", "Ю")),
    ],
)
def test_initials_differ(first, second, letters):
    letter_of = initials(Header(first, second))
    assert (letter_of[Seat.FIRST], letter_of[Seat.SECOND]) == letters
