"""Answers about no running game: rules, lessons, the challenge menu, languages, help."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.asking import Learn, SetLanguage, ShowRules
from bot.core.commands.personal import ShowPrivacy
from bot.core.commands.setup import Setup
from bot.core.game.audience import sole_reader
from bot.core.game.session import Stage
from bot.core.handlers.beginnings import fitting_start
from bot.core.handlers.changes import show_again
from bot.core.handlers.chat_settings import usual_pace
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view import answers, setup
from bot.core.view.learning import learning
from engines.refusals import Illegal


async def show_rules(services: Services, request: ShowRules, asked: Asked) -> Answers:
    """How a game is played, or of which one that is asked."""
    return (answers.rules(request.game, asked.words),)


async def learn(services: Services, request: Learn, asked: Asked) -> Answers:
    """A step of a course, or what an answer to its question is worth."""
    return (learning(request, asked.words),)


async def show_privacy(services: Services, request: ShowPrivacy, asked: Asked) -> Answers:
    """What is kept, and for how long."""
    return (answers.privacy(asked.words),)


async def set_up(services: Services, chosen: Setup, asked: Asked) -> Answers:
    """The menu of a challenge, with the start that it would begin."""
    person, words = asked.incoming.person, asked.words
    if not chosen.game:
        return (setup.games(chosen, person, words),)
    chosen, start = await fitting_start(services.thinking, chosen, asked.incoming.chat.key)
    return (setup.menu(chosen, start, person, usual_pace(asked.known.settings, asked), words),)


async def set_language(services: Services, request: SetLanguage, asked: Asked) -> Answers:
    """What is spoken from now on; a game that no other player reads here is shown again in it."""
    if not request.language:
        return (answers.languages(asked.words, request.for_chat),)
    said = await _keep_language(services, request, asked)
    await _show_own_again(services, asked)
    return (replace(said, envelope=replace(said.envelope, respoken=True)),)


async def _keep_language(services: Services, request: SetLanguage, asked: Asked) -> Message:
    incoming, chosen = asked.incoming, speech(request.language)
    if not request.for_chat:
        await services.store.settings.speak_to(incoming.person.key, request.language)
        return answers.said("language-set", chosen)
    if not await services.platforms[incoming.chat.platform].administers(incoming.chat, incoming.person):
        raise Illegal("administrators-only")
    await services.store.settings.speak_in(incoming.chat.key, request.language)
    return answers.said("language-set-chat", chosen)


async def _show_own_again(services: Services, asked: Asked) -> None:
    here, person = asked.incoming.chat, asked.incoming.person
    sessions = await services.games.open(asked.known.games)
    own = [session for session in sessions if sole_reader(session, here) == person.key]
    if len(own) == 1 and own[0].stage is Stage.RUNNING and not here.inline:
        await show_again(services, own[0], here)
