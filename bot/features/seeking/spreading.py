"""Background work on seeks: they spread at a pace that costs games nothing, and end with a notice to their authors.

Each process serves the places in its own slots, a few in each round of the sweeper, in the background.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.occasions import spot_of
from bot.core.game.instants import Instant
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import DeliveryError, Envelope
from bot.core.upkeep.tasks import log_failures
from bot.features.seeking import view
from bot.features.seeking.places import PLACES, POSTS, platform_in
from bot.features.seeking.posts import Poster, seeks_to_show
from bot.features.seeking.seeks import KIND, due_seeks, forget_seeks
from engines.refusals import Illegal

MOST_NEW, MOST_CHECKED = 20, 20
"""The most new posts on a platform, and the most edits and deletions, of all processes in one round of the sweeper."""
_AT_ONCE, _PAUSE = 2, 0.05
"""The most requests that wait for a platform at once, and the seconds between them in which moves find the bot idle."""
_LOOKING_SECONDS = 60.0
_LATE = 3600.0
"""Seconds after which a notice comes too late, and any process may end the seek."""
_log = logging.getLogger(__name__)


async def spread_seeks(context: Context, delivery: Delivery, now: Instant) -> None:
    """Begin to tell authors that their time is up, to close and edit live posts, and to post to the next places.

    The posts that were looked at longest ago come first. A round on a platform begins once the last one is over, so
    that a busy platform gets fewer posts.
    """
    delivery.begin_work(f"{KIND}:ends", partial(_end_seeks, context))
    seeks = await seeks_to_show(context)
    live_posts = await context.store.boards.due_games(POSTS, now)
    line = await context.store.boards.due_games(PLACES, now) if seeks else {}
    poster, processes = Poster(context, delivery, seeks), context.store.leases.peer_count
    for platform in filter(context.outages.is_heard, context.platforms):
        to_check = _first_on(platform, live_posts, MOST_CHECKED // processes)
        to_post = _first_on(platform, line, MOST_NEW // processes)
        if to_check or to_post:
            delivery.begin_work(f"{KIND}:{platform}", partial(_work, poster, to_check, to_post))


def _first_on(platform: str, instants: Mapping[str, Instant], most: int) -> dict[str, Instant]:
    """Return the first places on a platform, at least one if there is any."""
    return dict(islice((each for each in instants.items() if platform_in(each[0]) == platform), max(1, most)))


async def _work(poster: Poster, to_check: Mapping[str, Instant], to_post: Mapping[str, Instant]) -> None:
    await _some_at_once(poster.check, to_check.items())
    await _some_at_once(poster.post, to_post.items())


async def _some_at_once(work: Callable[[str, Instant], Awaitable[None]], places: Iterable[tuple[str, Instant]]) -> None:
    """Do the work of a few places at a time; what fails is tried again in a later round."""
    turns = asyncio.Semaphore(_AT_ONCE)

    async def work_safely(number: int, name: str, at: Instant) -> None:
        async with turns:
            await asyncio.sleep(_PAUSE if number >= _AT_ONCE else 0)
            with log_failures("a post of seeks"):
                await work(name, at)

    await asyncio.gather(*(work_safely(number, *each) for number, each in enumerate(places)))


async def _end_seeks(context: Context) -> None:
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
