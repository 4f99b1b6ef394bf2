"""The menu that leads to a challenge: what is chosen, in words and as a line, and the start that it would begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.core.commands.setup import Setup, fitting_terms, line
from bot.core.commands.setup_button import button_text
from bot.core.people import Person
from bot.core.ports import Button, Message
from bot.core.speech import Speech
from bot.core.view.buttons import fits, rows
from bot.core.view.challenges import remarks
from bot.core.view.names import game_title, name_of, picture_in_words
from bot.core.view.options import beyond_choices
from bot.core.view.setup_rows import Choosing, fitting
from bot.core.view.terms import agreed
from engines import GAMES
from engines.game import AnyPosition, Seat
from renderers import DRAWINGS
from renderers.paper import Header


def games(chosen: Setup, owner: Person, speech: Speech) -> Message:
    """Which game; what else is chosen already is kept."""
    made = (Button(speech.say(f"game-{name}"), button_text(replace(chosen, game=name), owner)) for name in GAMES)
    shown = fitting(rows(made, 2))
    return Message(speech.say("which-game"), buttons=shown, private=True, update=chosen.pressed, stays=True)


def menu(chosen: Setup, start: AnyPosition, owner: Person, pace: str, speech: Speech) -> Message:
    """What is chosen and its start, above all that can be chosen; `pace` holds unless another is chosen."""
    page = Choosing(replace(chosen, newest=""), start, owner, pace, speech)
    shown, seats = page.rows(), _seats(page)
    scene = DRAWINGS[chosen.game].draw(start, (), None, Header(seats[Seat.FIRST], seats[Seat.SECOND]))
    return Message(
        "\n".join(_told(page, seats)),
        picture=scene,
        alt=picture_in_words(scene, speech, seats),
        buttons=shown,
        private=True,
        update=chosen.pressed,
        stays=True,
    )


def _told(page: Choosing, seats: Mapping[Seat, str]) -> Iterator[str]:
    """The choice, what is worth knowing of it, how it is typed, and what else can be typed."""
    speech, chosen = page.speech, page.chosen
    yield game_title(chosen.game, page.start.settings.items(), speech)
    yield _seats_in_words(page, seats)
    yield from agreed(fitting_terms(chosen), speech)
    yield from remarks(page.game, page.start, seats, speech)
    typed = line(chosen)
    yield speech.say("setup-typed", line=typed) if fits(page.begin) else speech.say("setup-too-long", line=typed)
    if chosen.listed:
        if more := beyond_choices(page.listed):
            yield speech.say("setup-values", key=page.listed.key, values=more)
    elif not isinstance(chosen.opponent, Person):
        yield speech.say("setup-person", key=chosen.game)


def _seats(page: Choosing) -> dict[Seat, str]:
    """Who sits where; where chance decides, the seats are called by their own names."""
    if page.seat == "random":
        return {seat: page.speech.say(seat.value) for seat in Seat}
    return {page.seat: page.owner.name, page.seat.other: name_of(page.chosen.opponent, page.speech)}


def _seats_in_words(page: Choosing, seats: Mapping[Seat, str]) -> str:
    if page.seat != "random":
        return page.speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    opponent = name_of(page.chosen.opponent, page.speech)
    return page.speech.say("setup-random", challenger=page.owner.name, opponent=opponent)
