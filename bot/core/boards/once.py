"""Boards on platforms that know no nonces: each is shown once, whatever dies while it is on its way.

That a version is about to be shown is noted first. Who finds such a note knows that the board may stand there already,
and shows a line that leads to it instead.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager as Context
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace

from bot.core.abilities import Repeats
from bot.core.clock import Instant
from bot.core.commands.consent import Consent
from bot.core.commands.settings import MENTIONS
from bot.core.own_threads import is_thread
from bot.core.people import Chat
from bot.core.ports import Message, Platform, Unshown
from bot.core.session import Session
from bot.core.speech import speech
from bot.core.storage import Place, Store
from bot.core.two_chats import language_in
from bot.core.view.boards import public
from bot.core.view.doubt import doubtful
from bot.core.view.in_place import in_place
from bot.core.view.times import timed


def newest(session: Session, here: Chat, place: Place, now: Instant, link: str = "") -> Message:
    """What is to be shown of a game in one of its chats; a `link` opens its challenge from elsewhere."""
    words = speech(place.spoken or language_in(session, here))
    if here.inline:
        return timed(in_place(session, words, here, link), session, now, words)
    if is_doubtful(session, place):
        return doubtful(session, words)
    shown = timed(public(session, words, here, link), session, now, words)
    is_called = place.shown is None and is_thread(session, here)
    return replace(shown, mention=None) if is_called or place.settings.get(MENTIONS) == Consent.NO else shown


def is_doubtful(session: Session, place: Place) -> bool:
    """Whether the newest version may be shown there already."""
    return place.doubtful == session.version


def noted(store: Store, platform: Platform, session: Session, place: Place) -> Context[None]:
    """While it lasts, the newest version of a game is on its way; the note stays unless it has certainly not come."""
    repeats = isinstance(platform, Repeats) and platform.repeats
    return _noted(store, session, place) if repeats else nullcontext()


@asynccontextmanager
async def _noted(store: Store, session: Session, place: Place) -> AsyncIterator[None]:
    await store.doubt(place.chat, session.code, place.shown, session.version)
    try:
        yield
    except Unshown as failed:
        if failed.is_certain:
            await store.doubt(place.chat, session.code, place.shown, place.doubtful)
        raise
