"""Rules, lessons, menus of options, languages, lists of games and help: questions about no game in particular."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.command import mine, waits_for_me
from bot.core.commands.finding import looks_like_a_move, only_reader
from bot.core.commands.personal import ShowPrivacy
from bot.core.commands.playing import BareText
from bot.core.commands.questions import (
    Learn,
    ListGames,
    SetLanguage,
    ShowHelp,
    ShowNext,
    ShowRules,
    ShowStats,
    Solve,
    SolveDaily,
    SolveMine,
    Start,
    Wish,
)
from bot.core.commands.read_back import game_within
from bot.core.commands.sentences import answers_within, wish_in
from bot.core.commands.setup import Setup
from bot.core.game import exercises
from bot.core.game.audience import chat_read_by, sole_reader
from bot.core.game.exercises import OpenLesson, OpenMistake, OpenPuzzle
from bot.core.game.people import Person
from bot.core.game.problem import Problem
from bot.core.game.requests import Request
from bot.core.game.session import Session, Stage
from bot.core.handlers.beginnings import fitting_start
from bot.core.handlers.changes import show_again
from bot.core.handlers.chat_settings import usual_pace
from bot.core.handlers.services import Answers, Asked, Services, keep_exercise
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view import answers, lists, refusals, setup
from bot.core.view.learning import EXPLAIN_SECONDS, Question, answered, learning, question
from engines import GAMES
from engines.game import AnyExplanation, AnyGame, AnyMove, AnyPosition
from engines.refusals import Illegal, Refusal, Unreadable


async def show_rules(services: Services, request: ShowRules, asked: Asked) -> Answers:
    """How a game is played, or a part of its rules, or of which game that is asked."""
    return (answers.rules(request, asked.words),)


_STATS_DAYS = 7


async def show_stats(services: Services, request: ShowStats, asked: Asked) -> Answers:
    """What all were counted to do in the last week, to who runs the bot."""
    key = asked.incoming.person.key
    if key not in services.operators:
        services.metrics.refused("not-the-operator")
        return (lists.for_operators(key, asked.words),)
    return (lists.statistics(await services.metrics.days(_STATS_DAYS), asked.words),)


async def start(services: Services, request: Start, asked: Asked) -> Answers:
    """What this is, and three ways to a first game."""
    return (lists.welcome(asked.words),)


async def learn(services: Services, request: Learn, asked: Asked) -> Answers:
    """A step of a course, or what an answer to its question is worth; that step is then open to a bare answer, also
    after one against the rules."""
    asks, move, is_right, explained = question(request), None, False, None
    if request.game:
        services.thinking.expect(GAMES[request.game])
    try:
        if asks and request.answer:
            move = answered(asks.position, request.answer)
            is_right = asks.is_right(move)
    finally:
        opened = exercises.write(OpenLesson(request.game, request.step + is_right, asked.at))
        if request.game:
            await keep_exercise(services, opened, _LESSON_SECONDS, asked)
    if asks and move and not is_right:
        explained = await _explained(services, asks, move, asked)
        if asks.is_right(move, explained):
            await _step_on(services, request, opened, asked)
    return (learning(request, asked.words, explained),)


async def _step_on(services: Services, request: Learn, opened: str, asked: Asked) -> None:
    """The next step is open, unless something else is by now, or the learner is forgotten."""
    next_one = exercises.write(OpenLesson(request.game, request.step + 1, asked.at))
    await services.store.people.exchange_exercise(asked.incoming.person.key, next_one, _LESSON_SECONDS, opened)


_LESSON_SECONDS = 3600.0


async def _explained(services: Services, asks: Question, move: AnyMove, asked: Asked) -> AnyExplanation:
    """Why an answer is wrong; the learner's next text does not wait for it."""
    asked.ticket.leave()
    example = asks.step.example
    problem = Problem(asks.game, asks.position, EXPLAIN_SECONDS, asked.incoming.person.key, example.messages)
    async with shows_thinking(services.platforms, asked.incoming.chat):
        return await services.thinking.explain(problem, move)


async def answer_of(
    services: Services, request: BareText, asked: Asked
) -> Learn | Solve | SolveDaily | SolveMine | None:
    """The bare answer to the lesson or puzzle that is open; None where a game of the asker's has the move.

    In a game here it has, but for a reply to the lesson; in one elsewhere, where it is a legal move there.
    """
    meant = None if asked.known.replied_to else _answer_meant(request.text, asked)
    if meant is None or (not asked.incoming.replies_to and await _has_a_game_for(services, request, asked)):
        return None
    return meant


def _answer_meant(text: str, asked: Asked) -> Learn | Solve | SolveDaily | SolveMine | None:
    """What a bare text answers of what the asker is learning or solving, be it against the rules."""
    opened = exercises.read(asked.known.exercise)
    if isinstance(opened, OpenPuzzle):
        position, _ = opened.puzzle.position_after(len(opened.found))
        if opened.is_solved or not _can_mean(position, text):
            return None
        return SolveDaily(opened.day, text) if opened.day else Solve(answer=text)
    if isinstance(opened, OpenMistake):
        return SolveMine(text) if looks_like_a_move(text) else None
    if opened is None or asked.at - opened.at > _LESSON_SECONDS:
        return None
    answer = Learn(opened.game, opened.step, text)
    asks = question(answer)
    return answer if asks and _can_mean(asks.position, text) else None


def spoken(asked: Asked) -> Request | Message | None:
    """What a sentence means where no game is: an answer to what is open, as buttons; its hint or itself; the rules,
    languages or a rematch; the menu or the rules of a game that it names; None for any other."""
    opened, wish = _open_exercise(asked), wish_in(asked.incoming.text)
    if opened and (meant := answers_within(opened.game, opened.position, asked.incoming.text)):
        return refusals.did_you_mean(opened.line, meant, asked.words)
    if opened and (wish in _OF_EXERCISES or any(map(looks_like_a_move, asked.incoming.text.split()))):
        return opened.hint if wish in ("hint", "help") else opened.page
    if wish in ("rematch", "review") and asked.known.over:
        return answers.after_the_last(asked.known.over, asked.words)
    game = game_within(asked.incoming.text) or (opened.game.name if opened and wish == "rules" else None)
    if game:
        return ShowRules(game) if wish == "rules" else Setup(game)
    return {"rematch": Setup(), "language": SetLanguage()}.get(wish)


_OF_EXERCISES = ("hint", "help", "resign", "moves", "turn", "board", "undo")


@dataclass(frozen=True)
class _Open:
    """A lesson or puzzle that waits for an answer: its position, the command that answers it, its page and its hint."""

    game: AnyGame
    position: AnyPosition
    line: str
    page: Request
    hint: Request


def _open_exercise(asked: Asked) -> _Open | None:
    opened = exercises.read(asked.known.exercise)
    if isinstance(opened, OpenPuzzle) and not opened.is_solved:
        game, (position, _) = GAMES[opened.puzzle.game], opened.puzzle.position_after(len(opened.found))
        if day := opened.day:
            return _Open(game, position, f"/daily {day}", SolveDaily(day), SolveDaily(day, wish=Wish.HINT))
        number = opened.number
        return _Open(game, position, f"/puzzle {number}", Solve(number=number), Solve(number=number, wish=Wish.HINT))
    if isinstance(opened, OpenLesson) and asked.at - opened.at <= _LESSON_SECONDS:
        page = Learn(opened.game, opened.step)
        asks = question(page)
        if asks:
            return _Open(asks.game, asks.position, f"/learn {opened.game} {opened.step}", page, page)
    return None


async def _has_a_game_for(services: Services, request: BareText, asked: Asked) -> bool:
    person = asked.incoming.person
    if any(mine(session, person) for session in await services.games.open(asked.known.games)):
        return True
    elsewhere = await services.games.of(person) if asked.incoming.in_private else []
    own = [session for session in elsewhere if waits_for_me(session, person)]
    return only_reader(own, request, legally=True) is not None


def _can_mean(position: AnyPosition, text: str) -> bool:
    """Whether a text is an answer, be it one that the rules forbid."""
    try:
        answered(position, text)
    except Unreadable:
        return looks_like_a_move(text)
    except Refusal:
        return True
    return True


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


async def list_games(services: Services, request: ListGames, asked: Asked) -> Answers:
    """The asker's games, those that wait for a move first, then the others' of this chat; from elsewhere only if
    they are asked for."""
    person = asked.incoming.person
    theirs = await services.games.of(person)
    own = [session for session in theirs if request.everywhere or session.code in asked.known.games]
    codes = {session.code for session in own}
    here = [session for session in await services.games.open(asked.known.games) if session.code not in codes]
    found = [*sorted(own, key=lambda session: (not _waits(session, person), session.since)), *here]
    links = await asyncio.gather(*(_link(services, session, person) for session in found[: lists.MOST]))
    by_code = {session.code: link for session, link in zip(found, links, strict=False)}
    listed = lists.games(found, len(theirs) - len(own), by_code, person, asked.at, asked.words)
    return (lists.with_left_out(listed, await _unreadable(services, person, asked.known.games), asked.words),)


async def _unreadable(services: Services, person: Person, here: Sequence[str] = ()) -> int:
    """Count the open games of a person, and those `here`, whose logs cannot be read."""
    return await services.games.unreadable((*here, *await services.store.people.games_of(*person.keys)))


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
    called = platform.called() if platform else ""
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
    return person.is_same(session.asked)
