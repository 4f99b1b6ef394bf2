"""Touch input on boards: every place lies on the page, and an unfinished move shows how it can continue."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.game import AnyPosition, advance
from renderers import DRAWINGS
from renderers.board_input import INPUTS
from renderers.paper import Header
from renderers.scene import Arc, Disc, Ink, Stroke

_DIGIT_CELLS = ("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4", "c4")
_MARKED_POINTS = ("a1", "c2", "h1", "e2")


def at(game: str, settings: dict[str, str], *messages: str) -> AnyPosition:
    position: AnyPosition = GAMES[game].start(settings, 0)
    for text in messages:
        position, _ = advance(position, position.read(text))
    return position


POSITIONS = {
    "dots": at("dots", {"size": "12x12", "pie": "0"}),
    "lgame": at("lgame", {}),
    "tupik": at("tupik", {"map": "three-corners"}),
    "digits": at("digits", {}, *_DIGIT_CELLS),
    "curves": at("curves", {"size": "8x6", "points": "4"}, *_MARKED_POINTS),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_place_has_its_own_name_and_lies_on_the_page(game: str):
    position = POSITIONS[game]
    scene = DRAWINGS[game].draw(position, (), None, Header("Ann", "Bob"))
    places = list(INPUTS[game].places(position))
    assert all(0 < x < scene.width and 0 < y < scene.height for place in places for x, y in place.ends)
    assert len({place.name for place in places}) == len(places)
    assert all(GAMES[game].text.place(position, place.name) for place in places)


def test_every_lattice_point_can_be_pressed_during_the_marking_phase():
    marking = at("curves", {"size": "8x6", "points": "4"})
    assert len(list(INPUTS["curves"].places(marking))) == 48
    assert len(list(INPUTS["curves"].places(POSITIONS["curves"]))) == 4


def test_a_chosen_car_shows_its_possible_moves():
    driving = at("tupik", {"map": "three-corners"}, "3", "6", "1", "8")
    drives = [str(move) for move in driving.moves()]
    car = drives[0].partition("-")[0]
    arrows = [item for item in INPUTS["tupik"].selection(driving, f"{car}-") if isinstance(item, Stroke | Arc)]
    assert len(arrows) == sum(drive.startswith(f"{car}-") for drive in drives)


def test_chosen_squares_and_cells_are_ringed():
    squares = [item for item in INPUTS["lgame"].selection(POSITIONS["lgame"], "d4-d3-") if isinstance(item, Disc)]
    cells = [item for item in INPUTS["digits"].selection(POSITIONS["digits"], "b3 c4") if isinstance(item, Disc)]
    assert [disc.outline for disc in squares + cells] == [Ink.HINT] * 4


def test_dragging_the_middle_of_a_line_bends_it_to_half_steps():
    position, touch = POSITIONS["curves"], INPUTS["curves"]
    straight = position.read("a1-e2")
    x, y = touch.handle(position, straight) or (0, 0)
    assert touch.drag(position, (x + 3, y - 4)) == "via c1.5"
    assert GAMES["curves"].text.press(position, "a1-e2", "via c1.5").text == "a1-e2"
    assert touch.handle(position, position.read("a1-e2 via c2")) != (x, y)


def test_the_preview_of_a_curve_is_one_quadratic_arc():
    position = POSITIONS["curves"]
    arcs = [item for item in INPUTS["curves"].preview(position, position.read("a1-e2 via c2")) if isinstance(item, Arc)]
    assert len(arcs) == 1
