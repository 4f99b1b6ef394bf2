"""Every move can be made by pressing: the menus lead to each legal one, in few presses, on boards of every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines import GAMES
from engines.game import AnyPosition, advance
from engines.menus import MOST

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
    assert {move for move, _ in _reached(position, game, ())} == set(map(str, position.moves()))
    assert max(presses for _, presses in _reached(position, game, ())) <= 4


def _reached(position: AnyPosition, game: str, steps: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    ask = GAMES[game].menu
    assert ask is not None
    picks = ask(position, steps).picks
    assert len(picks) <= MOST + 2
    for pick in picks:
        if pick.move:
            yield pick.move, len(steps) + 1
        else:
            yield from _reached(position, game, (*steps, pick.step))
