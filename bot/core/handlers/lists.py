"""A person's games, wherever they are: those that wait for their move, those that go on, and help with them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.core.commands.asking import ListGames, ShowHelp, ShowNext
from bot.core.game.audience import chat_read_by
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view import lists


async def list_games(services: Services, request: ListGames, asked: Asked) -> Answers:
    """The asker's games, those that wait for a move first, then the others' of this chat; from elsewhere only if
    they are asked for."""
    person = asked.incoming.person
    theirs = await services.games.of(person)
    own = [session for session in theirs if request.everywhere or session.code in asked.known.games]
    codes = {session.code for session in own}
    here = [session for session in await services.games.open(asked.known.games) if session.code not in codes]
    found = [*_first_waiting(own, person), *here]
    links = await asyncio.gather(*(_link(services, session, person) for session in found[: lists.MOST]))
    by_code = {session.code: link for session, link in zip(found, links, strict=False)}
    return (lists.games(found, len(theirs) - len(own), by_code, person, asked.at, asked.words),)


async def show_next(services: Services, request: ShowNext, asked: Asked) -> Answers:
    """The board of the game that has waited longest, or of the one that comes after another."""
    person = asked.incoming.person
    waiting = waits_for(await services.games.of(person), person)
    codes = [session.code for session in waiting]
    at = codes.index(request.after) + 1 if request.after in codes else 0
    if not waiting:
        return (lists.nothing_waits(asked.words),)
    session = waiting[at % len(waiting)]
    link = await _link(services, session, person)
    return (lists.next_game(session, len(waiting), link, asked.at, asked.words),)


async def show_help(services: Services, request: ShowHelp, asked: Asked) -> Answers:
    """What the asker can do now, then all that can be asked."""
    person = asked.incoming.person
    own = await services.games.of(person)
    platform = services.platforms.get(asked.incoming.chat.platform)
    called = platform.called() if platform else ""
    return (lists.help_(waits_for(own, person), own, person, asked.words, called),)


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
    return sorted((session for session in sessions if _waits(session, person)), key=_since)


def _first_waiting(sessions: Sequence[Session], person: Person) -> list[Session]:
    return sorted(sessions, key=lambda session: (not _waits(session, person), _since(session)))


def _waits(session: Session, person: Person) -> bool:
    asked = session.asked
    return isinstance(asked, Person) and asked.is_same(person)


def _since(session: Session) -> float:
    return session.turns[-1].at if session.turns else session.started
