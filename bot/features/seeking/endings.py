"""Endings of seeks: one notice to each author who found no opponent in time, with ways to go on."""

import logging
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.boards.occasions import spot_of
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import DeliveryError, Envelope
from bot.core.upkeep.tasks import log_failures
from bot.features.seeking import view
from bot.features.seeking.seeks import due_seeks, forget_seeks
from engines.refusals import Illegal

_LOOKING_SECONDS = 60.0
_LATE = 3600.0
"""Seconds after which a notice comes too late, and any process may end the seek."""
_log = logging.getLogger(__name__)


async def end_seeks(context: Context) -> None:
    """Notify the authors of seeks whose time is up, and forget these seeks.

    The process that ends a seek keeps its lease, since others may have read the list before. If it is killed while it
    notifies an author, another process notifies them again.
    """
    for code in await due_seeks(context):
        with log_failures("the end of a seek"):
            session = await _load(context, code)
            is_ours = session is None or _is_ours(context, session)
            if is_ours and await context.store.leases.take(f"seek-end:{code}", _LOOKING_SECONDS):
                await _end(context, code, session)


async def _load(context: Context, code: str) -> Session | None:
    try:
        return await context.games.load(code)
    except Illegal:
        return None  # a newer version may read it


def _is_ours(context: Context, session: Session) -> bool:
    """Return whether this process ends a seek: it reaches the author, or no process has done so for an hour.

    The sweeper expires the game first, after an outage too.
    """
    is_reached = session.places.chat.platform in context.platforms
    return session.stage is not Stage.OFFERED and (is_reached or _is_late(context, session))


def _is_late(context: Context, session: Session) -> bool:
    return context.now() - session.start.expires > _LATE


async def _end(context: Context, code: str, session: Session | None) -> None:
    has_run_out = session is not None and session.stage is Stage.OFF and session.status.off == "expired"
    if session is None or not has_run_out or await _tell(context, session):
        await forget_seeks(context, code)


async def _tell(context: Context, session: Session) -> bool:
    """Tell the author in the chat of the seek; return False to try again later."""
    spot = await spot_of(context, session, session.places.chat)
    mention = None if spot.chat.direct or spot.is_silent else session.challenger
    message = replace(view.unanswered(session, spot.words), mention=mention)
    try:
        await spot.platform.show(spot.chat, replace(message, envelope=Envelope(nonce=f"{session.code}-end")))
    except DeliveryError as error:
        _log.info("the end of a seek could not be told: %s", error)
        return error.retry_after is None or not error.is_certain or _is_late(context, session)
    return True
