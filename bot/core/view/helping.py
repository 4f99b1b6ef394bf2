"""Help: where the asker stands, what to do next, then every command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.core.commands import COMMANDS
from bot.core.commands.fits import asks_me, my_challenge
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message
from bot.core.view import buttons
from bot.core.view.names import title

_MOST_TOLD = 3


def help_(
    waiting: Sequence[Session], own: Sequence[Session], person: Person, speech: Speech, called: str = ""
) -> Message:
    """What waits for the asker, of whose games these are `own`; else the way to a first game, and to games in any chat
    if there the bot is `called`."""
    first = _situation(waiting, own, person, speech) if own else welcome(speech)
    anywhere = (speech.say("help-anywhere", name=called),) if called and not waiting else ()
    lines = (f"/{command.name} — {speech.say(f'command-{command.name}')}" for command in COMMANDS)
    learn = (Button(speech.say("button-learn"), "/learn"),)
    return replace(first, text="\n".join([first.text, *anywhere, *lines]), buttons=(*first.buttons, learn))


def welcome(speech: Speech) -> Message:
    """What this is, and the way to a first game."""
    first = Button(speech.say("button-play-bot"), "/challenge bot easy dots 3x3")
    choose = Button(speech.say("button-choose-game"), "/challenge")
    return Message(speech.say("help"), buttons=((first, choose),), envelope=PRIVATE)


def _situation(waiting: Sequence[Session], own: Sequence[Session], person: Person, speech: Speech) -> Message:
    asked = [session for session in own if asks_me(session, person)]
    lines = [
        *(speech.say("help-your-move", title=title(session, speech)) for session in waiting[:_MOST_TOLD]),
        *(speech.say("help-asks-you", challenger=each.challenger.name, title=title(each, speech)) for each in asked),
        *(speech.say("help-unanswered", title=title(each, speech)) for each in own if my_challenge(each, person)),
    ]
    answers = (row for each in asked[:_MOST_TOLD] for row in buttons.of_challenge(each, speech))
    said = "\n".join(lines or [speech.say("help-others-move")])
    return Message(
        said, buttons=(*buttons.rows(_boards(waiting, speech)), *answers), envelope=Envelope(private=True, secret=True)
    )


def _boards(waiting: Sequence[Session], speech: Speech) -> Iterator[Button]:
    for session in islice(waiting, _MOST_TOLD):
        yield Button(speech.say("button-show-board", game=session.code), f"/board {session.code}")
