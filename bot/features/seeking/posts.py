"""Posts of seeks in chats: at most one in a place, edited as seeks come, deleted when the last one ends.

A post is in the store before it is sent, so that a crash posts nothing twice. All other messages go before it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.occasions import adapter_of
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, key_digest
from bot.core.game.session import Session
from bot.core.handlers.services import Services
from bot.core.language.speech import speech
from bot.core.ports.platform import DeliveryError, Envelope, Message
from bot.core.ports.store import NEVER, Cleanup, Store, choices_of, of_chat, of_person
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
)
from bot.features.seeking.seeks import open_seeks

_MOST_SEEKS, _MOST_CONSIDERED = 5, 40
"""The most seeks that a post shows, and the most that posts may show now, the newest."""
_TAKES_NEW: Instant = 5 * MINUTE
"""Seconds for which a post is edited to show new seeks; an older one has been scrolled away."""
_BETWEEN_EDITS: Instant = 10
_LOOK_AGAIN: Instant = MINUTE
_SENDING: Instant = MINUTE
"""Seconds after which a post without a message has lost its process."""
_DAY: Instant = 86400
KIND, _POST = "seek-post", "post"
"""The kind of choices that hold the live post of a place, and the name of its field."""
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

    def is_over(self, seeks: Mapping[str, Session], now: Instant) -> bool:
        """Return whether all seeks of the post have ended, and it takes no new ones."""
        takes_new = now - self.since < _TAKES_NEW and bool(self.new_seeks(seeks))
        return not (self.without_ended(seeks).codes or takes_new)

    def lacks(self, seeks: Mapping[str, Session], now: Instant) -> bool:
        """Return whether the post shows an ended seek, or has not considered a new one, and may be edited now."""
        is_current = self.without_ended(seeks) == self and (self.is_full or not self.new_seeks(seeks))
        return not is_current and not 0 <= now - self.edited < _BETWEEN_EDITS


_READER: TypeAdapter[Post] = TypeAdapter(Post)


async def seeks_to_show(context: Context) -> dict[str, Session]:
    """Return the newest open seeks by code, newest first."""
    return {each.code: each for each in await open_seeks(context, _MOST_CONSIDERED)}


async def is_post(store: Store, chat: Chat, person: Person, message: str) -> bool:
    """Return whether a message in a chat is its post, or the person's, which a later round changes for everyone."""
    names = (of_chat(await store.settings.current_key(chat.key)), of_person(person)) if message else ()
    posts = [await find_post(store, name) for name in names]
    return any(post and (post.chat.key, post.message) == (chat.key, message) for post in posts)


async def find_post(store: Store, place: str) -> Post | None:
    """Return the live post of a place, or None, also if it cannot be read."""
    text = (await store.settings.choices(choices_of(KIND, place))).get(_POST, "")
    with suppress(ValueError):
        return _READER.validate_json(text)
    return None


@dataclass(frozen=True)
class Poster:
    """A round that posts, edits and closes posts while these `seeks` are open."""

    context: Context
    delivery: Delivery
    seeks: Mapping[str, Session]

    async def check(self, name: str, at: Instant) -> None:
        """Close the live post of a place, or edit it, if need be; `at` is the instant by which it is listed."""
        post, now = await find_post(self.context.store, name), self.context.now()
        if post is None:
            await self.context.store.boards.schedule(POSTS, name, None)
        elif not post.message:
            await self._recover_lost(post)
        elif post.is_over(self.seeks, now):
            await self._close(post)
        elif at == FRONT or post.lacks(self.seeks, now):
            await self._edit(post)
        else:
            await self.context.store.boards.schedule(POSTS, name, now, instead=at)

    async def post(self, name: str, at: Instant) -> None:
        """Post to a place that is next in the line, by this instant, if there is a seek for it."""
        boards, now = self.context.store.boards, self.context.now()
        place = await find_place(self.context, name)
        if place is None:
            await boards.schedule(PLACES, name, None, instead=at)
            return
        if place.quiet_until is not None:
            await boards.schedule(PLACES, name, min(place.quiet_until, now + LONGEST_QUIET), instead=at)
            return
        post = await self._with_new(Post(name, place.chat, place.language, (), (), now, now), place)
        if not post.codes:
            await boards.schedule(PLACES, name, now + _LOOK_AGAIN, instead=at)
        elif await self.context.store.leases.take(f"seek:{name}", _SENDING):
            if await find_post(self.context.store, name):
                await boards.schedule(PLACES, name, now + _LOOK_AGAIN, instead=at)
            else:
                await self._post_when_spare(post, at)
            await self.context.store.leases.release(f"seek:{name}")

    async def _post_when_spare(self, post: Post, at: Instant) -> None:
        """Post once no other message waits; a place whose seeks have ended meanwhile keeps its turn."""
        try:
            has_waited = await adapter_of(self.context, post.chat).slot(post.chat, is_spare=True)
        except DeliveryError as error:
            await self._fail(post, error)
            return
        poster = replace(self, seeks=await seeks_to_show(self.context)) if has_waited else self
        now = self.context.now()
        post = replace(post.without_ended(poster.seeks), since=now, edited=now)
        if post.codes:
            await self.context.store.boards.schedule(PLACES, post.place, now + REST, instead=at)
            await self.context.store.boards.schedule(POSTS, post.place, now)
            await self._store(post)
            await poster._send(post)

    async def _with_new(self, post: Post, place: Place) -> Post:
        """Return the post with the new seeks that it may still take and that fit its place, if any."""
        new_seeks = post.new_seeks(self.seeks)
        omitted_codes = tuple(code for code in post.omitted if code in self.seeks)
        takes_new = self.context.now() - post.since < _TAKES_NEW
        fit = await fitting(self.context, place, new_seeks) if takes_new and not post.is_full else ()
        if not (takes_new and post.is_full):
            omitted_codes += tuple(each.code for each in new_seeks if each.code not in fit)
        return replace(post, codes=(*post.codes, *fit)[:_MOST_SEEKS], omitted=omitted_codes)

    async def _send(self, post: Post) -> None:
        """Send a post that is in the store; one that its chat does not take leaves it, and perhaps the line too."""
        nonce = f"{key_digest(post.place)[:12]}{round(post.since) % 10**8}"
        try:
            message = replace(self._message(post), envelope=Envelope(nonce=nonce))
            message_id = await adapter_of(self.context, post.chat).show(post.chat, message)
        except DeliveryError as error:
            await self._fail(post, error)
        else:
            await self._store(replace(post, message=message_id))

    async def _fail(self, post: Post, error: DeliveryError) -> None:
        """Forget a post that its chat certainly did not take, and wait with the next one as long as it has to."""
        _log.info("no seek could be posted in a chat: %s", error)
        if error.is_certain:
            await self._remove(post)
            if error.is_lost:
                await drop_place(self.context, post.place)
            else:
                seconds = _DAY if error.retry_after is None else error.retry_after
                await self.context.store.boards.schedule(PLACES, post.place, self.context.now() + seconds)

    async def _recover_lost(self, post: Post) -> None:
        """Find the message of a post whose process died while it sent it, where sending again shows nothing twice.

        Elsewhere the post is forgotten; a press on its message is answered like a late one.
        """
        if 0 <= self.context.now() - post.since < _SENDING:
            return
        if post.without_ended(self.seeks) == post and not self.context.platforms[post.chat.platform].repeats:
            await self._send(post)
        else:
            await self._remove(post)

    async def _edit(self, post: Post) -> None:
        """Show a post without the seeks that have ended, and with new ones."""
        place, now, boards = await find_place(self.context, post.place), self.context.now(), self.context.store.boards
        after = await self._with_new(post.without_ended(self.seeks), place) if place else None
        if after is None or not after.codes:
            await self._close(post)
            return
        await boards.schedule(POSTS, post.place, now)
        if after.codes != post.codes:
            after = replace(after, edited=now)
            try:
                platform = adapter_of(self.context, post.chat)
                await platform.slot(post.chat, is_spare=True)
                is_there = await platform.edit(post.chat, post.message, self._message(after))
            except DeliveryError as error:
                if error.retry_after is None and error.is_certain:
                    await self._fail(post, error)
                else:
                    await boards.schedule(POSTS, post.place, now + (error.retry_after or _BETWEEN_EDITS))
                return
            if not is_there:
                await self._remove(post)
                return
        await self._store(after)

    async def _close(self, post: Post) -> None:
        """Delete a post, or leave a line of it where it cannot be deleted."""
        line = speech(post.language).say("seek-post-is-over")
        game = post.codes[0] if post.codes else key_digest(post.place)
        await self.delivery.tidying.begin([Cleanup(post.chat, game, post.message, self.context.now(), line)])
        await self._remove(post)

    def _message(self, post: Post) -> Message:
        seeks_shown = [self.seeks[code] for code in post.codes]
        return view.post(seeks_shown, speech(post.language), is_private=is_reader(post.place))

    async def _store(self, post: Post) -> None:
        text = _READER.dump_json(post).decode()
        await self.context.store.settings.choose(choices_of(KIND, post.place), {_POST: text})

    async def _remove(self, post: Post) -> None:
        await forget_post(self.context.store, post.place)
        await self.context.store.boards.schedule(POSTS, post.place, None)


async def forget_post(store: Store, name: str) -> None:
    """Forget the live post of a place."""
    await store.settings.choose(choices_of(KIND, name), {_POST: ""})


async def list_posts(store: Store, now: Instant) -> None:
    """Schedule the live posts that are on no list, as after the list was lost or a backup restored."""
    async for whose in store.forgetting.choosers(KIND):
        await store.boards.schedule(POSTS, whose.removeprefix(choices_of(KIND, "")), now, instead=NEVER)


async def forget_reader(services: Services, person: Person) -> None:
    """Remove a person from the places that are shown seeks."""
    name = of_person(person)
    await forget_post(services.store, name)
    for schedule in (POSTS, PLACES):
        await services.store.boards.schedule(schedule, name, None)
