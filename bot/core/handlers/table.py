"""The one table of answers: every request with the function that answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from bot.core.commands.asking import Learn, ListGames, SetLanguage, ShowHelp, ShowNext, ShowRecord, ShowRules
from bot.core.commands.challenges import Again, Challenge, Join
from bot.core.commands.personal import Away, Block, Forget, GiveCopy, Notify, SetTimeZone, ShowPrivacy, Unblock
from bot.core.commands.playing import AskWhy, ListMoves, Pick, ShowBoard
from bot.core.commands.settings import Settle
from bot.core.commands.setup import Setup
from bot.core.game.referee import (
    Abort,
    Accept,
    AskHint,
    AskIdeas,
    Cancel,
    Claim,
    Decline,
    OfferDraw,
    Plan,
    Play,
    Resign,
    TakeBack,
    Wake,
)
from bot.core.game.requests import About, Request
from bot.core.game.session import Session
from bot.core.handlers import (
    advice,
    blocking,
    boards,
    changes,
    chat_settings,
    lists,
    moves,
    notices,
    personal,
    plans,
    questions,
)
from bot.core.handlers import challenges as asked_for
from bot.core.handlers.seeking import sought
from bot.core.handlers.services import Answers, Asked, Services

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
        found = await sought(services, request, asked)
        if not isinstance(found, Session):
            return found
        asked_for.expect_hints(services, found)
        return await answer(services, found, request, asked)

    return kind, answered


ANSWERS: Mapping[type[Request], Answer] = dict(
    (
        _to(Challenge, asked_for.challenge),
        _to(Join, asked_for.join),
        _about(Accept, asked_for.accept),
        _about(Decline, asked_for.call_off),
        _about(Cancel, asked_for.call_off),
        _about(Again, asked_for.rematch),
        _to(Setup, questions.set_up),
        _about(Play, moves.play),
        _about(Pick, boards.pick),
        _about(AskHint, advice.hint),
        _about(AskIdeas, advice.show_ideas),
        _about(AskWhy, advice.why),
        _about(Plan, plans.plan),
        _about(ShowBoard, boards.show_board),
        _about(ListMoves, boards.list_moves),
        _about(ShowRecord, boards.show_record),
        _about(OfferDraw, changes.offer_draw),
        _about(TakeBack, changes.change),
        _about(Resign, changes.resign),
        _about(Abort, changes.change),
        _about(Claim, changes.change),
        _about(Wake, changes.change),
        _to(ListGames, lists.list_games),
        _to(ShowNext, lists.show_next),
        _to(ShowHelp, lists.show_help),
        _to(ShowRules, questions.show_rules),
        _to(Learn, questions.learn),
        _to(SetLanguage, questions.set_language),
        _to(Settle, chat_settings.settle),
        _to(Notify, notices.notify),
        _to(SetTimeZone, notices.set_time_zone),
        _to(Away, notices.away),
        _to(Block, blocking.block),
        _to(Unblock, blocking.unblock),
        _to(ShowPrivacy, questions.show_privacy),
        _to(GiveCopy, personal.give_copy),
        _to(Forget, personal.forget),
    )
)
