"""Spreading of seeks: every place that allows them gets its turn, at a pace that costs games nothing.

Each process serves the places in its own slots, a few in each round of the sweeper, in the background.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from itertools import islice

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.game.instants import Instant
from bot.core.upkeep.tasks import log_failures
from bot.features.seeking.endings import end_seeks
from bot.features.seeking.places import PLACES, POSTS, platform_in
from bot.features.seeking.posts import Poster, seeks_to_show
from bot.features.seeking.seeks import KIND

MOST_NEW, MOST_CHECKED = 20, 20
"""The most new posts on a platform, and the most edits and deletions, of all processes in one round of the sweeper."""
_AT_ONCE, _PAUSE = 2, 0.05
"""The most requests that wait for a platform at once, and the seconds between them in which moves find the bot idle."""


async def spread_seeks(context: Context, delivery: Delivery, now: Instant) -> None:
    """Begin to tell authors that their time is up, to close and edit live posts, and to post to the next places.

    The posts that were looked at longest ago come first. A round on a platform begins once the last one is over, so
    that a busy platform gets fewer posts.
    """
    delivery.begin_work(f"{KIND}:ends", partial(end_seeks, context))
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
