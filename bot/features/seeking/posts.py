"""Posts of seeks in chats: at most one in a place, edited as seeks come, deleted when the last one ends.

Each process posts to the places in its own slots, a few in each round of the sweeper, so that any number of places
costs a bounded number of calls. A post is in the store before it is sent, so that a crash posts nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.showing import adapter_of
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, key_digest
from bot.core.game.session import Session
from bot.core.handlers.services import Services
from bot.core.language.speech import speech
from bot.core.ports.platform import DeliveryError, Envelope, Message
from bot.core.ports.store import NEVER, Cleanup, Store, choices_of, of_person
from bot.core.upkeep.tasks import log_failures
from bot.features.seeking import view
from bot.features.seeking.places import (
    FRONT,
    LONGEST_QUIET,
    PLACES,
    POSTS,
    REST,
    Place,
    drop_place,
    find_place,
    fitting,
    is_reader,
    platform_in,
)
from bot.features.seeking.seeks import KIND, open_seeks

MOST_POSTS = 100
"""The most live posts on the platforms of a process."""
MOST_NEW, MOST_EDITS, MOST_CLOSED = 4, 4, 10
"""The most new posts, edits and deletions of a process in one round of the sweeper."""
_MOST_SEEKS, _MOST_CONSIDERED = 5, 40
"""The most seeks that a post shows, and the most that posts may show now, the newest."""
_TAKES_NEW: Instant = 5 * MINUTE
"""Seconds for which a post is edited to show new seeks; an older one has been scrolled away."""
_BETWEEN_EDITS: Instant = 10
_LOOK_AGAIN: Instant = MINUTE
_SENDING: Instant = MINUTE
"""Seconds after which a post without a message has lost its process."""
_DAY: Instant = 86400
LIVE = choices_of(KIND, "posts")
"""The live posts, as texts by place."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Post:
    """A post in a place: its chat and language, the seeks that it shows and those that it omits, and its message.

    `since` is when it was posted, and `edited` when it changed last; the message is "" while it is being sent.
    """

    place: str
    chat: Chat
    language: str
    codes: tuple[str, ...]
    omitted: tuple[str, ...]
    since: Instant
    edited: Instant
    message: str = ""

    @property
    def is_full(self) -> bool:
        """Return whether the post shows as many seeks as it may."""
        return len(self.codes) >= _MOST_SEEKS

    def without_ended(self, seeks: Mapping[str, Session]) -> Post:
        """Return the post without the seeks that have ended."""
        return replace(self, codes=tuple(code for code in self.codes if code in seeks))

    def new_seeks(self, seeks: Mapping[str, Session]) -> list[Session]:
        """Return the seeks that the post neither shows nor omits."""
        return [each for code, each in seeks.items() if code not in (*self.codes, *self.omitted)]


_POST: TypeAdapter[Post] = TypeAdapter(Post)


async def is_post(context: Context, chat: Chat, message: str) -> bool:
    """Return whether a message in a chat is its post, which the next round changes for everyone."""
    posts = (await _load_posts(context)).values() if message else ()
    return any((post.chat.key, post.message) == (chat.key, message) for post in posts)


async def _add_new(context: Context, post: Post, place: Place, seeks: Mapping[str, Session], now: Instant) -> Post:
    """Return the post with the new seeks that it may still take and that fit its place, if any."""
    new, omitted = post.new_seeks(seeks), tuple(code for code in post.omitted if code in seeks)
    takes_new = now - post.since < _TAKES_NEW
    fit = await fitting(context, place, new) if takes_new and not post.is_full else ()
    if not (takes_new and post.is_full):
        omitted += tuple(each.code for each in new if each.code not in fit)
    return replace(post, codes=(*post.codes, *fit)[:_MOST_SEEKS], omitted=omitted)


async def tend_posts(context: Context, delivery: Delivery, now: Instant) -> None:
    """Delete the posts whose seeks have ended, edit those that lack one, and post to the next places in the line."""
    newest_seeks, posts = await asyncio.gather(open_seeks(context), _load_posts(context))
    seeks = {each.code: each for each in newest_seeks[:_MOST_CONSIDERED]}
    if not (seeks or posts):
        return
    names = await context.store.boards.due_games(POSTS, now)
    for name in names:
        if name not in posts:
            await context.store.boards.schedule(POSTS, name, None)
    mine = [posts[name] for name in names if name in posts and _is_heard(context, name)]
    await _all(_recover_lost(context, each, seeks, now) for each in mine if not each.message)
    live = [each for each in mine if each.message]
    to_close = [each for each in live if _is_over(each, seeks, now)]
    await _all(_close(context, delivery, each, now) for each in to_close[:MOST_CLOSED])
    to_edit = [
        each for each in live if each not in to_close and (names[each.place] == FRONT or _lacks(each, seeks, now))
    ]
    await _all(_edit(context, delivery, each, seeks, now) for each in to_edit[:MOST_EDITS])
    if seeks and sum(_is_heard(context, name) for name in posts) < MOST_POSTS:
        await _post_new(context, posts, seeks, now)


def _is_over(post: Post, seeks: Mapping[str, Session], now: Instant) -> bool:
    """Return whether all seeks of a post have ended, and it takes no new ones."""
    takes_new = now - post.since < _TAKES_NEW and bool(post.new_seeks(seeks))
    return not (post.without_ended(seeks).codes or takes_new)


def _lacks(post: Post, seeks: Mapping[str, Session], now: Instant) -> bool:
    """Return whether a post shows an ended seek, or has not considered a new one, and may be edited now."""
    is_current = post.without_ended(seeks) == post and (post.is_full or not post.new_seeks(seeks))
    return not is_current and not 0 <= now - post.edited < _BETWEEN_EDITS


async def _post_new(context: Context, posts: Mapping[str, Post], seeks: Mapping[str, Session], now: Instant) -> None:
    """Post to the places that have waited longest, as far as there is a seek for them."""
    line = await context.store.boards.due_games(PLACES, now)
    names = [name for name in line if name not in posts and _is_heard(context, name)]
    await _all(_post(context, name, seeks, line[name], now) for name in names[:MOST_NEW])


async def _post(context: Context, name: str, seeks: Mapping[str, Session], at: Instant, now: Instant) -> None:
    place = await find_place(context, name)
    if place is None:
        await context.store.boards.schedule(PLACES, name, None, instead=at)
        return
    if place.quiet_until is not None:
        until = min(place.quiet_until, now + LONGEST_QUIET)
        await context.store.boards.schedule(PLACES, name, until, instead=at)
        return
    post = await _add_new(context, Post(name, place.chat, place.language, (), (), now, now), place, seeks, now)
    if not post.codes:
        await context.store.boards.schedule(PLACES, name, now + _LOOK_AGAIN, instead=at)
    elif await context.store.leases.take(f"seek:{name}", _SENDING):
        await context.store.boards.schedule(PLACES, name, now + REST, instead=at)
        await context.store.boards.schedule(POSTS, name, now)
        await _store(context, post)
        await _send(context, post, seeks, now)
        await context.store.leases.release(f"seek:{name}")


async def _send(context: Context, post: Post, seeks: Mapping[str, Session], now: Instant) -> None:
    """Send a post that is in the store; one that its chat does not take leaves it, and perhaps the line too."""
    nonce = f"{key_digest(post.place)[:12]}{round(post.since) % 10**8}"
    message = _message(post, seeks)
    try:
        platform = adapter_of(context, post.chat)
        message_id = await platform.show(post.chat, replace(message, envelope=Envelope(nonce=nonce)))
        await _store(context, replace(post, message=message_id))
    except DeliveryError as error:
        await _fail(context, post, error, now)


async def _fail(context: Context, post: Post, error: DeliveryError, now: Instant) -> None:
    """Forget a post that its chat certainly did not take, and wait with the next one as long as the platform wants."""
    _log.info("no seek could be posted in a chat: %s", error)
    if error.is_certain:
        await _remove(context, post)
        if error.is_lost:
            await drop_place(context, post.place)
        else:
            seconds = _DAY if error.retry_after is None else error.retry_after
            await context.store.boards.schedule(PLACES, post.place, now + seconds)


async def _recover_lost(context: Context, post: Post, seeks: Mapping[str, Session], now: Instant) -> None:
    """Find the message of a post whose process died while it sent it, where sending again shows nothing twice.

    Elsewhere the post is forgotten; a press on its message is answered like a late one.
    """
    if 0 <= now - post.since < _SENDING:
        return
    if post.without_ended(seeks) == post and not context.platforms[post.chat.platform].repeats:
        await _send(context, post, seeks, now)
    else:
        await _remove(context, post)


async def _edit(context: Context, delivery: Delivery, post: Post, seeks: Mapping[str, Session], now: Instant) -> None:
    """Show a post without the seeks that have ended, and with new ones."""
    place = await find_place(context, post.place)
    if place is None:
        await _close(context, delivery, post, now)
        return
    after = await _add_new(context, post.without_ended(seeks), place, seeks, now)
    if not after.codes:
        await _close(context, delivery, post, now)
        return
    await context.store.boards.schedule(POSTS, post.place, now, instead=FRONT)
    if after.codes != post.codes:
        after = replace(after, edited=now)
        try:
            is_there = await adapter_of(context, post.chat).edit(post.chat, post.message, _message(after, seeks))
        except DeliveryError as error:
            if error.retry_after is None and error.is_certain:
                await _fail(context, post, error, now)
            else:
                seconds = error.retry_after or _BETWEEN_EDITS
                await context.store.boards.schedule(POSTS, post.place, now + seconds)
            return
        if not is_there:
            await _remove(context, post)
            return
    await _store(context, after)


async def _close(context: Context, delivery: Delivery, post: Post, now: Instant) -> None:
    """Delete a post, or leave a line of it where it cannot be deleted."""
    line = speech(post.language).say("seek-post-is-over")
    game = post.codes[0] if post.codes else key_digest(post.place)
    await delivery.tidying.begin([Cleanup(post.chat, game, post.message, now, line)])
    await _remove(context, post)


def _message(post: Post, seeks: Mapping[str, Session]) -> Message:
    seeks_shown = [seeks[code] for code in post.codes]
    return view.post(seeks_shown, speech(post.language), is_private=is_reader(post.place))


def _is_heard(context: Context, name: str) -> bool:
    platform = platform_in(name)
    return platform in context.platforms and context.outages.is_heard(platform)


async def _all(works: Iterable[Coroutine[None, None, None]]) -> None:
    """Do several posts' work side by side; what fails is tried again in a later round."""

    async def work_safely(work: Coroutine[None, None, None]) -> None:
        with log_failures("a post of seeks"):
            await work

    await asyncio.gather(*map(work_safely, works))


async def _load_posts(context: Context) -> dict[str, Post]:
    """Return the live posts by place; forget those that cannot be read."""
    posts = dict[str, Post]()
    for name, text in (await context.store.settings.choices(LIVE)).items():
        with suppress(ValueError):
            posts[name] = _POST.validate_json(text)
            continue
        await context.store.settings.choose(LIVE, {name: ""})
    return posts


async def _store(context: Context, post: Post) -> None:
    await context.store.settings.choose(LIVE, {post.place: _POST.dump_json(post).decode()})


async def _remove(context: Context, post: Post) -> None:
    await context.store.settings.choose(LIVE, {post.place: ""})
    await context.store.boards.schedule(POSTS, post.place, None)


async def list_posts(store: Store, now: Instant, everything: bool) -> None:
    """Schedule the live posts that are on no list, as after the list was lost or a backup restored."""
    for name in await store.settings.choices(LIVE):
        await store.boards.schedule(POSTS, name, now, instead=NEVER)


async def forget_reader(services: Services, person: Person) -> None:
    """Remove a person from the places that are shown seeks."""
    name = of_person(person)
    await services.store.settings.choose(LIVE, {name: ""})
    for schedule in (POSTS, PLACES):
        await services.store.boards.schedule(schedule, name, None)
