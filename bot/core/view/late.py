"""A line that replaces a private answer which came too late to be private; only the asker can open it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.game.people import Person
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import REFUSED, Button, Envelope, Incoming, Message
from bot.core.view.buttons import fits

_SEE = "/see"


@dataclass(frozen=True)
class LateQuestion:
    """A press on such a line: the asker's id, and the question repeated by the person who pressed."""

    asker: str
    incoming: Incoming

    @property
    def is_by_asker(self) -> bool:
        """Return whether the asker pressed it."""
        return self.asker == self.incoming.person.id


def answer_line(person: Person, text: str) -> Message | None:
    """Return the line for a late answer, or None if its button cannot hold the text or it comes from such a line."""
    words = speech(person.language)
    button = Button(words.say("button-see"), f"{_SEE} {person.id} {text}")
    if text.startswith(f"{_SEE} ") or not fits(button):
        return None
    return Message(words.say("answer-ready", player=person.name), buttons=((button,),), mention=person)


def read_late_question(incoming: Incoming) -> LateQuestion | None:
    """Return the question behind a press on such a line, or None for any other text."""
    command, _, rest = incoming.text.partition(" ")
    asker, _, text = rest.partition(" ")
    if command != _SEE or not (incoming.pressed and asker and text):
        return None
    return LateQuestion(asker, replace(incoming, text=text, replies_to=""))


def private_answers(answers: tuple[Message, ...], words: Speech) -> tuple[Message, ...]:
    """Return the private answers alone, after a receipt that removes the line; none of them edits it."""
    receipt = Message(words.say("answer-opened"), envelope=Envelope(private=True, update=True, fleeting=True))
    private_answers = (each for each in answers if each.envelope.private)
    adjusted_answers = (replace(each, envelope=replace(each.envelope, update=False)) for each in private_answers)
    return (receipt, *adjusted_answers)


def not_the_asker(words: Speech) -> Message:
    """Return the refusal for anyone but the asker."""
    return Message(words.say("answer-of-another"), envelope=REFUSED)
