"""The one table of answers: every request with the function that answers it, and the game that it is about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from bot.core.boards.showing import occasion, recognize
from bot.core.commands.challenges import Again, Challenge, Join
from bot.core.commands.command import open_to_me
from bot.core.commands.parsing import SeveralGames, command_word, game_meant, looks_like_a_move, only_reader
from bot.core.commands.personal import Away, Block, Forget, GiveCopy, Notify, SetTimeZone, ShowPrivacy, Unblock
from bot.core.commands.playing import AskWhy, ListMoves, Pick, ReadAloud, ShowBoard, ShowMore
from bot.core.commands.questions import (
    ExportGames,
    ImportGame,
    Learn,
    ListGames,
    Review,
    SetLanguage,
    ShowFilm,
    ShowHelp,
    ShowMe,
    ShowNext,
    ShowRecord,
    ShowRules,
    ShowStats,
    ShowStep,
    ShowTop,
    Solve,
    SolveDaily,
    SolveMine,
    Start,
)
from bot.core.commands.settings import Settle
from bot.core.commands.setup import Setup
from bot.core.commands.tournaments import AskTournament, OpenTournament
from bot.core.game import referee
from bot.core.game.requests import About, Deed, Request
from bot.core.game.session import Session, Stage
from bot.core.handlers import (
    advice,
    blocking,
    boards,
    challenges,
    changes,
    chat_settings,
    personal,
    puzzles,
    questions,
    ratings,
    review,
    tournaments,
)
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.store import Shown
from bot.core.view import answers, lists
from bot.core.view.buttons import board_of
from engines.refusals import Illegal, Unreadable

R = TypeVar("R", bound=Request)
A = TypeVar("A", bound=About)
Answer = Callable[[Services, Request, Asked], Awaitable[Answers]]


def _to(kind: type[R], answer: Callable[[Services, R, Asked], Awaitable[Answers]]) -> tuple[type[Request], Answer]:
    """The row of a request that is about no game in particular."""

    async def answered(services: Services, request: Request, asked: Asked) -> Answers:
        assert isinstance(request, kind)
        return await answer(services, request, asked)

    return kind, answered


def _about(
    kind: type[A], answer: Callable[[Services, Session, A, Asked], Awaitable[Answers]]
) -> tuple[type[Request], Answer]:
    """The row of a request about one game, which is looked for first."""

    async def answered(services: Services, request: Request, asked: Asked) -> Answers:
        assert isinstance(request, kind)
        bare = request if isinstance(request, referee.Play) and request.bare else None
        if bare and (given := await questions.answer_of(services, bare, asked)):
            return await ANSWERS[type(given)](services, given, asked)
        found = await sought(services, request, asked)
        if not isinstance(found, Session):
            return found
        changes.expect_hints(services, found)
        return await answer(services, found, request, await _recognized(services, found, asked))

    return kind, answered


ANSWERS: Mapping[type[Request], Answer] = dict(
    (
        _to(Challenge, challenges.challenge),
        _to(Join, challenges.join),
        _about(referee.Accept, challenges.accept),
        _about(referee.Decline, challenges.call_off),
        _about(referee.Cancel, challenges.call_off),
        _about(Again, challenges.rematch),
        _to(Setup, questions.set_up),
        _about(referee.Play, changes.play),
        _about(Pick, boards.pick),
        _about(referee.AskHint, advice.hint),
        _about(referee.AskIdeas, advice.show_ideas),
        _about(AskWhy, advice.why),
        _about(referee.Plan, advice.plan),
        _about(ShowBoard, boards.show_board),
        _about(ShowMore, boards.show_more),
        _about(ListMoves, boards.list_moves),
        _about(ShowRecord, boards.show_record),
        _to(ExportGames, ratings.export_games),
        _about(Review, review.review),
        _about(ShowStep, review.show_step),
        _about(ShowFilm, review.show_film),
        _about(referee.OfferDraw, changes.offer_draw),
        _about(referee.TakeBack, changes.change),
        _about(referee.Resign, changes.resign),
        _about(referee.Abort, changes.change),
        _about(referee.Claim, changes.claim),
        _about(referee.Wake, changes.change),
        _to(ShowTop, ratings.top),
        _to(ShowMe, ratings.me),
        _to(ImportGame, review.import_game),
        _to(ListGames, questions.list_games),
        _to(ShowNext, questions.show_next),
        _to(Start, questions.start),
        _to(SolveMine, puzzles.solve_mine),
        _to(ShowHelp, questions.show_help),
        _to(ShowStats, questions.show_stats),
        _to(ShowRules, questions.show_rules),
        _to(Learn, questions.learn),
        _to(Solve, puzzles.solve),
        _to(SolveDaily, puzzles.solve_daily),
        _to(OpenTournament, tournaments.open_tournament),
        _to(AskTournament, tournaments.tournament),
        _to(SetLanguage, questions.set_language),
        _to(Settle, chat_settings.settle),
        _to(Notify, personal.notify),
        _to(ReadAloud, personal.read_aloud),
        _to(SetTimeZone, personal.set_time_zone),
        _to(Away, personal.away),
        _to(Block, blocking.block),
        _to(Unblock, blocking.unblock),
        _to(ShowPrivacy, questions.show_privacy),
        _to(GiveCopy, personal.give_copy),
        _to(Forget, personal.forget),
    )
)


async def _recognized(services: Services, session: Session, asked: Asked) -> Asked:
    """Return what is known once a pressed board whose sending was cut off is noted: no answer takes its place."""
    incoming = asked.incoming
    here = next((chat for chat in session.places.shown if chat.key == incoming.chat.key), None)
    ply = board_of(session.code, incoming.beside) if here and asked.known.replied_to is None else None
    if here is None or ply is None:
        return asked
    is_newest = ply == session.ply
    version, posted_for = (session.version, occasion(session)) if is_newest else (max(1, session.version - 1), "")
    pressed = Shown(here.key, incoming.replies_to, session.code, version, posted_for, services.now())
    await services.delivery.tidying.begin(await recognize(services, session, here, pressed))
    return replace(asked, known=replace(asked.known, replied_to=session.code))


async def sought(services: Services, request: About, asked: Asked) -> Session | Answers:
    """The game that a request is about, or what is answered in its place; raises `Illegal` for what wants a game."""
    try:
        return await _find(services, request, asked) or await _in_no_game(services, request, asked)
    except SeveralGames as several:
        reader = only_reader(several.sessions, request)
        return reader or _in_several_games(several.sessions, request, asked)


async def _find(services: Services, request: About, asked: Asked) -> Session | None:
    """The game; None if no game here waits for that. Raises `SeveralGames`, and `Unreadable` for an unknown code."""
    code = request.which.code or asked.known.replied_to
    if not code:
        here = await services.games.open(asked.known.games)
        if done := await _done(services, request, asked):
            return done
        found = game_meant(here, request, asked.incoming.person)
        found = found or await _elsewhere(services, request, asked)
        if found or asked.known.over is None:
            return found
        if not isinstance(request, ShowBoard | ShowRecord | Review | ShowStep | ShowFilm | AskWhy | Again):
            return await _filed(services, asked.known.over, request)
        code = asked.known.over
    session = await services.games.load(code)
    if session is None or not await _is_known_to(services, session, request, asked):
        raise Unreadable("unknown-code", part=code)
    return session


async def _done(services: Services, request: About, asked: Asked) -> Session | None:
    """The game in which this very text was done already, before it was delivered again, be it the chat's last."""
    cause = asked.incoming.cause
    if not (cause and isinstance(request, Deed)):
        return None
    listed = (services.games.newest(code) for code in asked.known.games)  # one that has just ended is listed still
    if done := next((session for session in listed if session and session.follows_from(cause)), None):
        return done
    ended = [await _last(services, code) for code in (asked.known.over, asked.known.off) if code]
    return next((session for session in ended if session and session.follows_from(cause)), None)


async def _last(services: Services, code: str) -> Session | None:
    """Return a game of a chat that has ended; None for one that cannot be read, which is in no game's way."""
    if known := services.games.newest(code):
        return known
    with suppress(Illegal):
        return await services.games.load(code)
    return None


async def _filed(services: Services, code: str, request: About) -> Session | None:
    """The chat's last game, if it was filed away and the request can wake it."""
    session = await services.games.load(code) if isinstance(request, referee.Wake | referee.Play) else None
    return session if session and session.stage is Stage.FILED else None


async def _elsewhere(services: Services, request: About, asked: Asked) -> Session | None:
    """To the bot alone one speaks of all one's games."""
    incoming = asked.incoming
    speaks_alone = incoming.chat.direct and incoming.alone
    if not speaks_alone or (isinstance(request, referee.Play) and request.bare and not looks_like_a_move(request.text)):
        return None
    return game_meant(await services.games.of(incoming.person), request, incoming.person)


async def _is_known_to(services: Services, session: Session, request: About, asked: Asked) -> bool:
    """A code opens a game to its players, in its chat, and to whom it invites; to no stranger elsewhere."""
    person = asked.incoming.person
    if session.involves(person) or (isinstance(request, referee.Accept | ShowBoard) and open_to_me(session, person)):
        return True
    return await services.games.is_in(session, asked.known.chat)


async def _in_no_game(services: Services, request: About, asked: Asked) -> Answers:
    """To what is no move, what it wishes or the way to a first game; raises `Illegal` for what wants a game."""
    meant = asked.incoming.chat.direct and looks_like_a_move(asked.incoming.text)
    if not isinstance(request, referee.Play) or not request.bare or meant:
        if isinstance(request, referee.Accept | referee.Decline):
            raise Illegal("no-challenge-here")
        raise Illegal("no-game-here")
    if not asked.incoming.alone:
        return ()
    wished = questions.spoken(asked)
    if isinstance(wished, Request):
        return await ANSWERS[type(wished)](services, wished, asked)
    return (wished or lists.welcome(asked.words),)


def _in_several_games(sessions: Sequence[Session], request: About, asked: Asked) -> Answers:
    """Which of them is meant; to what is no move, which there are."""
    if isinstance(request, referee.Play) and request.bare and not looks_like_a_move(request.text):
        listed = lists.games(sessions, 0, {}, asked.incoming.person, asked.at, asked.words)
        return (listed,) if asked.incoming.alone else ()
    command, rest = command_word(asked.incoming.text)
    return (answers.which(sessions, command, rest, asked.words),)
