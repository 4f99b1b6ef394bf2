"""A line that replaces a private answer which came too late to be private; only the asker can open it."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game.people import Person
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Envelope, Incoming, Message
from bot.core.view.buttons import button, fits

_SEE = "/see"


def answer_line(person: Person, text: str) -> Message | None:
    """Return the line for a late answer, or None if its button cannot hold the text or it comes from such a line."""
    words = speech(person.language)
    see = button("see", f"{_SEE} {person.id} {text}", words)
    if text.startswith(f"{_SEE} ") or not fits(see):
        return None
    return Message(words.say("answer-ready", player=person.name), buttons=((see,),), mention=person)


def read_late_question(incoming: Incoming) -> tuple[str, Incoming] | None:
    """Return the asker's id, and the question repeated by the person who pressed such a line; None for other texts."""
    command, _, rest = incoming.text.partition(" ")
    asker, _, text = rest.partition(" ")
    if command != _SEE or not (incoming.pressed and asker and text):
        return None
    return asker, replace(incoming, text=text, replies_to="")


def private_answers(answers: tuple[Message, ...], words: Speech) -> tuple[Message, ...]:
    """Return the private answers alone, after a receipt that removes the line; none of them edits it."""
    receipt = Message(words.say("answer-opened"), envelope=Envelope(private=True, update=True, fleeting=True))
    private_answers = (each for each in answers if each.envelope.private)
    adjusted_answers = (replace(each, envelope=replace(each.envelope, update=False)) for each in private_answers)
    return (receipt, *adjusted_answers)
