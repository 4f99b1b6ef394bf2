"""Places that are shown seeks: the chats that allow it, in a line in which each waits for its turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.boards.context import Context
from bot.core.commands.settings import ChatSetting
from bot.core.commands.terms import consent_of
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, platform_of
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from bot.core.handlers.chat_settings import check_game_allowed
from bot.core.handlers.services import SettingsChange
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.ports.store import NEVER, Store, of_chat
from bot.core.view.buttons import CHECK_MARK
from engines.refusals import Illegal

SEEKS = "seeks"
"""The setting of a chat that is shown seeks."""
PLACES = "seek-places"
"""The line of the places that are shown seeks, by when each may be shown the next."""
REST: Instant = 10 * MINUTE
"""Seconds between two posts in a place."""
_CHAT = of_chat("")


@dataclass(frozen=True)
class Place:
    """A place that is shown seeks: its name in the line, its chat, the language there and the settings."""

    name: str
    chat: Chat
    language: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def takes(self, session: Session) -> bool:
        """Return whether a seek may be shown here: its author is elsewhere, and the game is allowed."""
        try:
            check_game_allowed(session.game, self.settings)
        except Illegal:
            return False
        return all(chat.key != self.chat.key for chat in session.places.all_chats)


async def find_place(context: Context, name: str) -> Place | None:
    """Return a place by its name in the line, or None if it is no longer there; a chat that moved gets a new name."""
    key = name.removeprefix(_CHAT)
    stored = await context.store.boards.place(key, "")
    if stored.chat != key:
        await context.store.boards.schedule(PLACES, of_chat(stored.chat), context.now())
        return None
    chat = stored.described_chat
    if chat is None or stored.settings.get(SEEKS) != Consent.YES:
        return None
    return Place(name, chat, stored.language or "", stored.settings)


def platform_in(name: str) -> str:
    """Return the platform of a place by its name in the line."""
    return platform_of(name.removeprefix(_CHAT))


async def drop_place(context: Context, name: str) -> None:
    """Show a place no more seeks, as it takes no messages."""
    await context.store.settings.choose(name, {SEEKS: ""})
    await context.store.boards.schedule(PLACES, name, None)


async def settle_place(context: Context, settled: SettingsChange) -> None:
    """Put a chat that allows seeks in the line, or take it out."""
    if SEEKS in settled.changed:
        key = await context.store.settings.current_key(settled.chat.key)
        is_open = settled.values.get(SEEKS) == Consent.YES
        await context.store.settings.remember_chat(key, settled.chat)
        await context.store.boards.schedule(PLACES, of_chat(key), context.now() if is_open else None)


async def list_places(store: Store, now: Instant, everything: bool) -> None:
    """Put the chats that allow seeks in the line, unless they are there, as after the line was lost."""
    async for whose in store.forgetting.choosers(_CHAT.strip()):
        if (await store.settings.choices(whose)).get(SEEKS) == Consent.YES:
            await store.boards.schedule(PLACES, whose, now, instead=NEVER)


def _read(value: str) -> str | None:
    answer = consent_of(value)
    return None if answer in (None, Consent.UNSAID) else str(answer)


def _line(settled: Mapping[str, str], speech: Speech) -> str:
    value = speech.say("settled-yes") if settled[SEEKS] == Consent.YES else speech.say("settled-no")
    return speech.say("settled-seeks", value=value)


def _buttons(settled: Mapping[str, str], speech: Speech) -> tuple[Button, ...]:
    is_on = settled[SEEKS] == Consent.YES
    change = Consent.NO if is_on else Consent.YES
    return (Button(f"{CHECK_MARK * is_on}{speech.say('button-seeks')}", f"/settings {SEEKS}={change}"),)


SEEKS_SETTING = ChatSetting(SEEKS, str(Consent.NO), _read, "yes no", _line, _buttons, is_of_one_chat=True)
