"""Yes and no: answers to the last question to a person in a chat, or to an offer that is open there."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.command import is_challenge_to_me, is_my_game
from bot.core.commands.sentences import choice_in, consent_in, eager_consent_in, is_question
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from bot.core.handlers.handling import handle
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Message
from bot.core.view import buttons
from bot.core.view.buttons import notice, question
from engines.refusals import Refusal

QUESTION_SECONDS = 900.0
_ALOUD_SECONDS = 120.0
"""Seconds in which a text among people is taken for the answer to a question of the bot."""
_SHORTEST_WORD = 4


async def answer_yes_or_no(services: Services, interaction: Interaction) -> Answers | None:
    """Answer a yes or no, or a word on an offered button; return None for any other text or without a question.

    A yes that may mean several things, or an offer among people who talk, is answered with buttons.
    """
    incoming, words = interaction.incoming, interaction.words
    is_addressed = incoming.alone or bool(incoming.replies_to)
    asked = asked_buttons(interaction, QUESTION_SECONDS if is_addressed else _ALOUD_SECONDS)
    if button := _named_button(asked, incoming.text):
        return await _press(services, button, interaction)
    plain_consent, consent = consent_in(incoming.text), eager_consent_in(incoming.text)
    if consent is None or not (plain_consent or asked):
        return None
    offers = await _offers(services, interaction)
    if consent is Consent.NO and asked and not offers:
        return (notice("nothing-done", words),)
    options = [*asked, *(row[0 if consent is Consent.YES else 1] for row in offers)]
    if not options:
        return None
    is_eager = offers and plain_consent is None
    if len(options) > 1 or is_eager or not (asked or is_addressed):
        every = dict.fromkeys((*asked, *(button for row in offers for button in row)))
        return (question("which-is-meant", words, *every),)
    return await _press(services, options[0], interaction)


def _named_button(asked: Sequence[Button], text: str) -> Button | None:
    """Return the only button with this label, or with this word in it, or that a text such as `the second` counts."""
    name = text.strip(" .!").casefold()
    matches = [each for each in asked if name == each.label.casefold() or name in _long_words(each.label)]
    return matches[0] if len(matches) == 1 else _counted_button(asked, text)


def _counted_button(asked: Sequence[Button], text: str) -> Button | None:
    """Return the button that a text counts; a figure counts none if the labels are figures themselves."""
    number = choice_in(text) if len(asked) > 1 and not is_question(text) else None
    has_figures = any(button.label[:1].isdigit() for button in asked)
    if number is None or (has_figures and any(map(str.isdigit, text))):
        return None
    return asked[number] if number < len(asked) else None


def _long_words(label: str) -> list[str]:
    return [word for word in label.casefold().split() if len(word) >= _SHORTEST_WORD]


async def _press(services: Services, button: Button, interaction: Interaction) -> Answers:
    incoming = replace(interaction.incoming, text=button.types)
    request = services.commands.parse(incoming)
    if request is None or isinstance(request, Refusal):
        return ()
    return await handle(services, request, replace(interaction, incoming=incoming))


async def _offers(services: Services, interaction: Interaction) -> list[buttons.Row]:
    """Return the buttons that answer the open offers to the sender here: challenges, draws and undo requests."""
    person, words = interaction.incoming.person, interaction.words
    sessions = await services.games.open_sessions(interaction.known.games)
    return [row for session in sessions for row in _to_answer(session, person, words)]


def _to_answer(session: Session, person: Person, words: Speech) -> Iterable[buttons.Row]:
    if is_challenge_to_me(session, person):
        return buttons.of_challenge(session, words)
    is_asked = is_my_game(session, person) and session.offers.standing and person.is_same(session.player_to_act)
    return buttons.to_offers(session, words) if is_asked else ()


def asked_buttons(interaction: Interaction, seconds: float) -> Sequence[Button]:
    """Return the buttons of the last question to the sender in this chat, if it was asked within `seconds`."""
    with suppress(ValueError, TypeError):
        chat, at, *pairs = json.loads(interaction.known.question or "")
        if chat == interaction.known.chat and interaction.at - float(at) <= seconds:
            return [Button(str(label), str(types)) for label, types in pairs]
    return ()


async def note_question(services: Services, answers: Sequence[Message], interaction: Interaction) -> None:
    """Store the question in these answers as the sender's last one; delete the previous one."""
    asked = next((message.asks for message in answers if message.asks), ())
    if asked or interaction.known.question:
        pairs = ((button.label, button.types) for button in asked)
        text = json.dumps([interaction.known.chat, interaction.at, *pairs], ensure_ascii=False) if asked else ""
        await services.store.people.store_question(interaction.incoming.person.key, text, QUESTION_SECONDS)
