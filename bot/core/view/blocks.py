"""Whose challenges the asker does not want."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.people import Person
from bot.core.ports import Button, Message
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.names import name_of

_MOST_BUTTONS = 20


def listed(people: Sequence[Person], speech: Speech) -> Message:
    """Everybody on the list, with a button that takes each off it; without anybody, what it is for."""
    if not people:
        return Message(speech.say("nobody-blocked"), private=True, update=True, secret=True)
    called = [f"{number}. {_name(person, speech)}" for number, person in enumerate(people, 1)]
    made = (Button(speech.say("unblock", number=number), f"/unblock {number}") for number in range(1, len(people) + 1))
    rows = buttons.rows(list(made)[:_MOST_BUTTONS])
    return Message(
        "\n".join([speech.say("blocked-people"), *called]), buttons=rows, private=True, update=True, secret=True
    )


def _name(person: Person, speech: Speech) -> str:
    return name_of(person, speech) if person.name else speech.say("somebody")
