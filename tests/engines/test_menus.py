"""Every move can be made by pressing: the menus lead to each legal one in few presses, and so does the board itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, product

import pytest

from engines import GAMES
from engines.game import AnyPosition, advance
from engines.menus import MOST_PICKS, Press
from engines.refusals import Refusal

_WRITTEN = ("b5", "c2", "e5", "e2", "b2", "c5", "e3", "b4", "c4")
_POSITIONS = {
    "dots 3x3": ("dots", {"size": "3x3"}, ("a1-a2",)),
    "dots with a pie": ("dots", {"size": "5x5", "pie": "3"}, ("a1-a2",)),
    "dots 12x12": ("dots", {"size": "12x12"}, ("a1-a2",)),
    "the L-game": ("lgame", {}, ()),
    "cars to put down": ("tupik", {"map": "big-city"}, ()),
    "cars to drive": ("tupik", {"map": "three-corners"}, ("3", "6", "1", "8")),
    "digits to write": ("digits", {}, ()),
    "digits to write on a large board": ("digits", {"size": "12x12"}, ()),
    "a digit that throws": ("digits", {}, _WRITTEN),
    "points to mark": ("curves", {"size": "26x20"}, ("a1",)),
}


@pytest.mark.parametrize(("game", "settings", "messages"), _POSITIONS.values(), ids=list(_POSITIONS))
def test_the_menus_lead_to_every_legal_move_in_at_most_four_presses(game, settings, messages):
    position: AnyPosition = GAMES[game].start(settings, 0)
    for text in messages:
        position, _ = advance(position, position.read(text))
    assert {move for move, _ in _reachable_moves(position, game, ())} == set(map(str, position.moves()))
    assert max(presses for _, presses in _reachable_moves(position, game, ())) <= 4


def _reachable_moves(position: AnyPosition, game: str, steps: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    ask = GAMES[game].menu
    assert ask is not None
    picks = ask(position, steps).picks
    assert len(picks) <= MOST_PICKS + 2
    for pick in picks:
        if pick.move:
            yield pick.move, len(steps) + 1
        else:
            yield from _reachable_moves(position, game, (*steps, pick.step))


def places_of(game: str, move: str) -> list[str]:
    """The places that are pressed one after the other to make a move."""
    if game == "lgame":
        placed, _, disc = move.partition(" ")
        return [*placed.split("-"), *disc.split("-")] if disc else placed.split("-")
    if game == "curves" and "-" in move:
        ends, _, middle = move.partition(" ")
        return [*ends.split("-"), *filter(None, [middle])]
    return move.split("-") if game == "tupik" else move.split()


@pytest.mark.parametrize(("game", "settings", "messages"), _POSITIONS.values(), ids=list(_POSITIONS))
def test_every_legal_move_is_made_by_pressing_its_places_on_the_board(game, settings, messages):
    position: AnyPosition = GAMES[game].start(settings, 0)
    for text in messages:
        position, _ = advance(position, position.read(text))
    for move in map(str, islice(position.moves(), 300)):
        if not move.isalpha():
            pressed = Press("")
            for place in places_of(game, move):
                pressed = GAMES[game].text.press(position, pressed.text, place)
            assert (pressed.text, pressed.is_complete) == (move, True)


def test_a_stroke_over_the_squares_of_an_l_puts_it_there_and_one_from_a_disc_moves_that():
    game = GAMES["lgame"]
    position = game.start({}, 0)
    placed = game.text.press(position, "", "d4 c4 d3 d2")
    assert (placed.text, placed.question) == ("d2-d4-c4", "neutral")
    assert game.text.press(position, placed.text, "a4 a3").text == "d2-d4-c4 a4-a3"


def test_a_goal_alone_is_enough_where_one_car_can_drive_there():
    game = GAMES["tupik"]
    position = game.start({"map": "1>2,3 2>4 3>4 4>5"}, 0)
    for text in ("1", "2"):
        position, _ = advance(position, position.read(text))
    goal = str(next(iter(position.moves()))).partition("-")[2]
    assert game.text.press(position, "", goal).text in map(str, position.moves())


def test_the_middle_of_a_line_goes_by_half_a_step_the_way_it_is_pressed():
    game = GAMES["curves"]
    position = game.start({"size": "8x6", "points": "4"}, 0)
    for text in ("a1", "c2", "h1", "e2"):
        position, _ = advance(position, position.read(text))
    assert game.text.press(position, "a1-e2", "up").text == "a1-e2 via c2"
    assert game.text.press(position, "a1-e2 via c2", "down").text == "a1-e2"


@pytest.mark.parametrize(("game", "settings", "messages"), _POSITIONS.values(), ids=list(_POSITIONS))
def test_nothing_that_is_pressed_fails_but_with_a_refusal(game, settings, messages):
    position: AnyPosition = GAMES[game].start(settings, 0)
    for line in messages:
        position, _ = advance(position, position.read(line))
    texts = ("", "zz", "c3-", "a1-b2-", "9-", "d2-d4-c4 a4-", "a1-a1", "via", "-", "é 1")
    places = ("a1", "3", "up", "via c3", "via", "zz 9", "a1 a1", "a1 b1 c1 c2", "a4 a3", "-1")
    for text, place in product(texts, places):
        with suppress(Refusal):
            GAMES[game].text.press(position, text, place)
