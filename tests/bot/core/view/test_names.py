"""What pictures call the players: by their names, and in plain letters where no font may have theirs."""

from __future__ import annotations

import pytest

from bot.core.game.people import Person, Player, Robot
from bot.core.language.speech import speech
from bot.core.view.names import heading_of
from engines.game import Level, Seat
from renderers.paper import Header


def heading(first: Player | None, second: Player | None = None, language: str = "en") -> Header:
    words = speech(language)
    players = {Seat.FIRST: first, Seat.SECOND: second or Robot(Level.EASY)}
    return heading_of(players, words, lambda seats: words.say("note-turn", player=seats[Seat.FIRST]))


@pytest.mark.parametrize("name", ["Ann", "Ґанна-Єва Ї", "Αλέξανδρος", "O’Neil", "<b>Ann</b>"])
def test_a_name_in_letters_that_every_font_has_stands_for_itself(name: str):
    made = heading(Person("web", "1", name, "handle"))
    assert (made.first, made.plain) == (name, None)


@pytest.mark.parametrize(
    ("name", "handle", "language", "plain", "note"),
    [
        ("सीता", "sita", "en", "sita", "sita to move"),
        ("सीता", "सीता", "en", "First", "First to move"),
        ("王小明", "", "ru", "Первый", "Ходит Первый"),
        ("𝓐𝓵𝓮𝔁", "", "uk", "Перший", "Ходить Перший"),
    ],
)
def test_any_other_name_has_the_handle_or_the_seat_beside_it(
    name: str, handle: str, language: str, plain: str, note: str
):
    made = heading(Person("web", "1", name, handle), language=language)
    assert made.first == name
    assert made.plain
    assert (made.plain.first, made.plain.note) == (plain, note)


@pytest.mark.parametrize(
    ("name", "drawn_sides"), [("Ann 🎲", "Ann"), ("👩\u200d💻 Ann\ufe0f", "Ann"), ("🎲🎲", "🎲🎲"), ("Ann ★", "Ann ★")]
)
def test_emoji_are_left_out_of_a_name_that_has_letters(name: str, drawn_sides: str):
    assert heading(Person("web", "1", name)).first == drawn_sides
