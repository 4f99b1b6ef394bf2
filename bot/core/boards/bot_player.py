"""The bot as a player: it answers moves and draw offers, and shows a typing indicator meanwhile."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.game.clocks import for_seat
from bot.core.game.events import Event, Judged, LogEntry
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Player, Robot
from bot.core.game.referee import OfferDraw, Play, decide
from bot.core.game.requests import Action, GameReference
from bot.core.game.session import Session, Stage
from bot.core.game.terms import COACH, Consent
from bot.core.ports.platform import Platform
from bot.core.ports.thinking import problem_of
from bot.core.queues.fair_turns import Urgency
from engines.game import Level, lead
from engines.refusals import Refusal
from engines.review import judge_move

_AFTER = 0.2
"""Seconds before the typing indicator."""
_AGAIN = 4.0
"""Seconds after which platforms would hide the indicator."""
SECONDS_A_MOVE = 1.0
SECONDS_A_WORD = 1.0
_LEAST_SECONDS, _SHARE = 0.02, 0.03
"""The least seconds of a move of the bot, and the share of its remaining time that a move takes."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def shows_thinking(platforms: Mapping[str, Platform], chat: Chat) -> AsyncIterator[None]:
    """Show a typing indicator in the chat during the block, where the platform has one."""
    platform = platforms.get(chat.platform)
    showing = asyncio.create_task(_show(platform, chat)) if platform else None
    try:
        yield
    finally:
        if showing:
            showing.cancel()


async def _show(platform: Platform, chat: Chat) -> None:
    pause = _AFTER
    while True:
        await asyncio.sleep(pause)
        await platform.think(chat)
        pause = _AGAIN


def has_work(session: Session) -> bool:
    """Return whether the bot plays or coaches in a game, or decisions of a team may be due."""
    return isinstance(session.opponent, Robot) or COACH in session.terms or bool(session.places.teams)


async def reply(context: Context, session: Session) -> Session:
    """Return the game after the decisions that are due, the coach's judgement, and the bot's answers and moves."""
    for advance in context.advances if session.places.teams else ():
        session = await advance(context, session)
    session = await _answer_draw(context, await _coach(context, session))
    while isinstance(robot := session.on_turn, Robot):
        problem = problem_of(session, _seconds_to_think(session, context.now()))
        hint = await context.thinking.hint(problem, robot.level)
        after = await _do(context, session, Play(GameReference(session.code, session.ply), str(hint.move)), robot)
        if after is None:
            return session
        session = after
    return session


async def _coach(context: Context, session: Session) -> Session:
    """Judge the newest move of a person with a coach, at most once."""
    turn = session.turns[-1] if session.turns else None
    if COACH not in session.terms or session.stage is not Stage.RUNNING or turn is None or session.hints.judgement:
        return session
    if isinstance(session.player(turn.seat), Robot):
        return session
    then = replace(problem_of(session, SECONDS_A_WORD), position=turn.positions[0], messages=session.messages[:-1])
    problem = replace(then, urgency=Urgency.LATER)
    explanation = await context.thinking.explain(problem, turn.move)
    judgement = Judged(context.now(), turn.seat, judge_move(session.rules, turn.positions[0], turn.text, explanation))
    return await _append(context, session, (judgement,)) or session


async def _answer_draw(context: Context, session: Session) -> Session:
    """Answer a draw offer to the bot: accept if the draw is proved or better than the bot expects."""
    robot = session.player(session.offers.draw.opponent) if session.offers.draw else None
    if not isinstance(robot, Robot) or session.offers.draw is None:
        return session
    hint = await context.thinking.hint(problem_of(session, SECONDS_A_MOVE), Level.STRONG)
    value = hint.value if session.position.turn is session.offers.draw.opponent else -hint.value
    expects = lead(session.position, session.offers.draw.opponent) + value
    takes = expects < 0 or (expects == 0 and hint.is_proved)
    answer = Consent.YES if takes else Consent.NO
    return await _do(context, session, OfferDraw(GameReference(session.code), answer), robot) or session


async def _do(context: Context, session: Session, request: Action, robot: Player) -> Session | None:
    """Return the game after the bot's request or another writer's entry; None if the request was refused."""
    try:
        events = await decide(session, request, robot, context.now())
    except Refusal:
        _log.exception("the bot's own request was refused in %s", session.code)
        return None
    return await _append(context, session, events)


async def _append(context: Context, session: Session, events: tuple[Event, ...]) -> Session | None:
    """Append the events; return the game after them, or after another writer's entry."""
    entry = LogEntry(events, f"bot:{session.version}")
    return await context.games.append(session, entry) or await context.games.load(session.code)


def _seconds_to_think(session: Session, now: Instant) -> float:
    """Return the seconds that the bot may think; while a clock ticks, a small part of what it has left."""
    clocks = session.clocks
    if clocks is None or not clocks.pace.ticks:
        return SECONDS_A_MOVE
    seconds_left = for_seat(clocks.remaining_at(now), clocks.turn)
    return min(SECONDS_A_MOVE, _LEAST_SECONDS + _SHARE * seconds_left)
