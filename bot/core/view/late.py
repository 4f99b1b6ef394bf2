"""A private answer that came too late to be private: a line for all to read, whose button only the asker can use."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.game.people import Person
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import REFUSED, Button, Envelope, Incoming, Message
from bot.core.view.buttons import fits

_SEE = "/see"


@dataclass(frozen=True)
class LateQuestion:
    """A press on such a line: who asked, and what is asked again in the presser's name."""

    asker: str
    incoming: Incoming

    @property
    def is_own(self) -> bool:
        """Return whether the same person presses and asked."""
        return self.asker == self.incoming.person.id


def ready(person: Person, text: str) -> Message | None:
    """Return the line for who asked with a text; None if no button can hold that, or it stands under such a line."""
    words = speech(person.language)
    button = Button(words.say("button-see"), f"{_SEE} {person.id} {text}")
    if text.startswith(f"{_SEE} ") or not fits(button):
        return None
    return Message(words.say("answer-ready", player=person.name), buttons=((button,),), mention=person)


def read(incoming: Incoming) -> LateQuestion | None:
    """Return what a press on such a line asks; None for any other text."""
    command, _, rest = incoming.text.partition(" ")
    asker, _, text = rest.partition(" ")
    if command != _SEE or not (incoming.pressed and asker and text):
        return None
    return LateQuestion(asker, replace(incoming, text=text, replies_to=""))


def opened(answers: tuple[Message, ...], words: Speech) -> tuple[Message, ...]:
    """Return the answers for the asker alone, none of them in the place of the line, which goes."""
    receipt = Message(words.say("answer-opened"), envelope=Envelope(private=True, update=True, fleeting=True))
    private = (each for each in answers if each.envelope.private)
    beside = (replace(each, envelope=replace(each.envelope, update=False)) for each in private)
    return (receipt, *beside)


def not_yours(words: Speech) -> Message:
    """Return the refusal for everybody else."""
    return Message(words.say("answer-of-another"), envelope=REFUSED)
