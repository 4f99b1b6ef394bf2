"""Invitations to chats where the bot is not: how each is listed, and what it says there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.core.commands.challenges import Challenge
from bot.core.people import Person, Robot
from bot.core.ports import Button, Invitation, Message
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.names import game_title, name_of
from bot.core.view.terms import agreed


def invitation(request: Challenge, challenger: Person, name: str, speech: Speech) -> Invitation:
    """To one game, by the invitation's name."""
    title = game_title(request.game, request.settings.items(), speech)
    is_robot = isinstance(request.opponent, Robot)
    label = speech.say("button-play-bot") if is_robot else speech.say("button-accept")
    said = "\n".join((_question(request, challenger, title, speech), *agreed(request.terms, speech)))
    message = Message(said, buttons=((Button(label, f"/join {name}"),),))
    return Invitation(name, title, _description(request, speech), message)


def to_any(offers: Sequence[Invitation], challenger: Person, speech: Speech) -> Invitation:
    """To any of several games: whoever accepts chooses."""
    made = (Button(offer.title, row[0].types) for offer in offers for row in offer.message.buttons)
    said = speech.say("invitation-to-any", challenger=challenger.name)
    return Invitation("", said, "", Message(said, buttons=buttons.rows(made, 2)))


def over(speech: Speech) -> tuple[Message, ...]:
    """That it counts no longer: to who presses it, and in its place."""
    said = Message(speech.say("invitation-over"), private=True, refuses=True)
    return said, replace(said, private=False, update=True)


def _question(request: Challenge, challenger: Person, title: str, speech: Speech) -> str:
    if isinstance(request.opponent, Robot):
        robot = name_of(request.opponent, speech)
        return speech.say("invitation-to-the-bot-asks", challenger=challenger.name, opponent=robot, title=title)
    if request.opponent:
        opponent = name_of(request.opponent, speech)
        return speech.say("invitation-to", challenger=challenger.name, opponent=opponent, title=title)
    return speech.say("invitation", challenger=challenger.name, title=title)


def _description(request: Challenge, speech: Speech) -> str:
    terms: Iterable[str] = agreed(request.terms, speech)
    if isinstance(request.opponent, Robot):
        return name_of(request.opponent, speech)
    return " ".join(terms) or speech.say("invitation-description")
