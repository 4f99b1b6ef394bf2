"""Rules, lessons, menus of options, languages, lists of games and help: questions about no game in particular."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from bot.core.commands.personal import ShowPrivacy
from bot.core.commands.questions import (
    ListGames,
    SetLanguage,
    ShowHelp,
    ShowNext,
    ShowRules,
    ShowStats,
    Start,
)
from bot.core.commands.read_back import game_within
from bot.core.commands.sentences import wish_in
from bot.core.commands.setup import Setup
from bot.core.game.audience import chat_read_by, sole_reader
from bot.core.game.people import Person
from bot.core.game.requests import Request
from bot.core.game.session import Session, Stage
from bot.core.handlers.beginnings import fitting_start
from bot.core.handlers.changes import show_again
from bot.core.handlers.chat_settings import usual_pace
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view import answers, lists, setup
from engines.refusals import Illegal


async def show_rules(services: Services, request: ShowRules, asked: Asked) -> Answers:
    """How a game is played, or a part of its rules, or of which game that is asked."""
    return (answers.rules(request, asked.words),)


_STATS_DAYS = 7


async def show_stats(services: Services, request: ShowStats, asked: Asked) -> Answers:
    """What all were counted to do in the last week, to who runs the bot."""
    key = asked.incoming.person.key
    if key not in services.operators:
        services.metrics.record_refusal("not-the-operator")
        return (lists.for_operators(key, asked.words),)
    return (lists.statistics(await services.metrics.days(_STATS_DAYS), asked.words),)


async def start(services: Services, request: Start, asked: Asked) -> Answers:
    """Return what this is, and three ways to a first game."""
    return (lists.welcome(asked.words, asked.incoming.chat.direct),)


def wish_of(asked: Asked) -> Request | Message | None:
    """Return what a sentence wishes where no game is: the rules or the menu of a game that it names, a rematch,
    languages; None for any other."""
    wish = wish_in(asked.incoming.text)
    if wish in ("rematch", "review") and asked.known.over:
        return answers.after_the_last(asked.known.over, asked.words)
    if game := game_within(asked.incoming.text):
        return ShowRules(game) if wish == "rules" else Setup(game)
    return {"rematch": Setup(), "language": SetLanguage()}.get(wish)


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
        await services.store.settings.set_person_language(incoming.person.key, request.language)
        return answers.said("language-set", chosen)
    if not await services.platforms[incoming.chat.platform].administers(incoming.chat, incoming.person):
        raise Illegal("administrators-only")
    await services.store.settings.set_chat_language(incoming.chat.key, request.language)
    return answers.said("language-set-chat", chosen)


async def _show_own_again(services: Services, asked: Asked) -> None:
    here, person = asked.incoming.chat, asked.incoming.person
    sessions = await services.games.open_sessions(asked.known.games)
    own = [session for session in sessions if sole_reader(session, here) == person.key]
    if len(own) == 1 and own[0].stage is Stage.RUNNING and not here.inline:
        await show_again(services, own[0], here)


async def list_games(services: Services, request: ListGames, asked: Asked) -> Answers:
    """The asker's games, those that wait for a move first, then the others' of this chat; from elsewhere only if
    they are asked for."""
    person = asked.incoming.person
    theirs = await services.games.of(person)
    own = [session for session in theirs if request.everywhere or session.code in asked.known.games]
    codes = {session.code for session in own}
    here = [session for session in await services.games.open_sessions(asked.known.games) if session.code not in codes]
    found = [*sorted(own, key=lambda session: (not _waits(session, person), session.since)), *here]
    links = await asyncio.gather(*(_link(services, session, person) for session in found[: lists.MOST]))
    by_code = {session.code: link for session, link in zip(found, links, strict=False)}
    listed = lists.games(found, len(theirs) - len(own), by_code, person, asked.at, asked.words)
    return (lists.with_left_out(listed, await _unreadable(services, person, asked.known.games), asked.words),)


async def _unreadable(services: Services, person: Person, here: Sequence[str] = ()) -> int:
    """Count the open games of a person, and those `here`, whose logs cannot be read."""
    return await services.games.count_unreadable((*here, *await services.store.people.games_of(*person.keys)))


async def show_next(services: Services, request: ShowNext, asked: Asked) -> Answers:
    """The board of the game that has waited longest, or of the one that comes after another."""
    person = asked.incoming.person
    waiting = waits_for(await services.games.of(person), person)
    codes = [session.code for session in waiting]
    at = codes.index(request.after) + 1 if request.after in codes else 0
    told = lists.nothing_waits(asked.words)
    if waiting:
        session = waiting[at % len(waiting)]
        link = await _link(services, session, person)
        told = lists.next_game(session, len(waiting), link, asked.at, asked.words)
    return (lists.with_left_out(told, await _unreadable(services, person), asked.words),)


async def show_help(services: Services, request: ShowHelp, asked: Asked) -> Answers:
    """What the asker can do now, or all that can be asked."""
    if request.everything:
        return (lists.all_commands(services.commands.listed, asked.words),)
    person = asked.incoming.person
    own = await services.games.of(person)
    platform = services.platforms.get(asked.incoming.chat.platform)
    called = platform.mention_name() if platform else ""
    told = lists.help_(waits_for(own, person), own, person, asked.words, called, asked.incoming.chat.direct)
    return (lists.with_left_out(told, await _unreadable(services, person), asked.words),)


async def _link(services: Services, session: Session, person: Person) -> str:
    """The address of a game's board where the person plays, if the platform has any."""
    chat = chat_read_by(session, person)
    platform = services.platforms.get(chat.platform)
    if platform is None:
        return ""
    shown = (await services.store.boards.place(chat.key, session.code)).shown
    return platform.link(chat, shown.message) if shown else ""


def waits_for(sessions: Sequence[Session], person: Person) -> list[Session]:
    """The games in which a person is to move or to answer, the one that has waited longest first."""
    return sorted((session for session in sessions if _waits(session, person)), key=attrgetter("since"))


def _waits(session: Session, person: Person) -> bool:
    return person.is_same(session.player_to_act)
