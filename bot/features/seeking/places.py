"""Places that are shown seeks: chats that allow it, people who asked for it, and the line in which each waits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.core.boards.context import Context
from bot.core.chats import away_until, effective_settings, find_person, quiet_until, stored_absences
from bot.core.commands.settings import ChatSetting
from bot.core.commands.terms import consent_of
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, platform_of
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from bot.core.handlers.blocking import is_blocked
from bot.core.handlers.chat_settings import check_game_allowed
from bot.core.handlers.services import Interaction, Notification, Services, SettingsChange
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.ports.store import NEVER, Store, of_chat, of_person, of_reader
from bot.core.upkeep.reminding import zone_of
from bot.core.view.buttons import CHECK_MARK
from bot.features.seeking.seeks import most_seeks
from engines.refusals import Illegal

SEEKS = "seeks"
"""The setting of a chat that is shown seeks, and the choice of a person who is."""
PLACES = "seek-places"
"""The line of the places that are shown seeks, by when each may be shown the next."""
POSTS = "seek-posts"
"""The places with a live post, by when it was looked at; one at the instant `FRONT` may have closed since."""
REST: Instant = 5 * MINUTE
"""Seconds between two posts in a place."""
FRONT: Instant = 1.0
"""The instant of a place that is next in the line."""
LONGEST_QUIET: Instant = 12 * 60 * MINUTE
"""Seconds after which to check again on a person who wants no news now: they may be back early."""
_CHAT, _PERSON = of_chat(""), of_reader("")


@dataclass(frozen=True)
class Place:
    """A place that is shown seeks: its name in the line, its chat, the language there and the chat's settings.

    If only one `reader` gets the news there, none is shown before `quiet_until`.
    """

    name: str
    chat: Chat
    language: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    reader: Person | None = None
    quiet_until: Instant | None = None

    def allows(self, session: Session) -> bool:
        """Return whether a seek may be shown here: its author plays elsewhere, and the chat plays the game."""
        is_elsewhere = all(chat.key != self.chat.key for chat in session.places.all_chats)
        return plays(session.game, self.settings) and is_elsewhere and not session.challenger.is_same(self.reader)


def plays(game: str, settings: Mapping[str, str]) -> bool:
    """Return whether a chat with these settings plays a game."""
    try:
        check_game_allowed(game, settings)
    except Illegal:
        return False
    return True


async def fitting(context: Context, place: Place, sessions: Iterable[Session]) -> tuple[str, ...]:
    """Return the codes of the seeks that may be shown in a place: none by a person whom a reader there blocks."""
    sessions = [session for session in sessions if place.allows(session)]
    if place.reader is None:
        return tuple(session.code for session in sessions)
    return tuple([each.code for each in sessions if not await are_apart(context.store, place.reader, each.challenger)])


async def are_apart(store: Store, one: Person, other: Person) -> bool:
    """Return whether one of two people has blocked the other."""
    return await is_blocked(store, one, by=other) or await is_blocked(store, other, by=one)


async def find_place(context: Context, name: str) -> Place | None:
    """Return a place by its name in the line, or None if it wants no seeks; a chat that moved gets a new name."""
    if is_reader(name):
        return await _find_reader(context, name)
    key = name.removeprefix(_CHAT)
    facts = await context.store.boards.place(key, "")
    if facts.chat != key:
        await context.store.boards.schedule(PLACES, of_chat(facts.chat), context.now())
        return None
    chat = facts.described_chat
    if chat is None or facts.settings.get(SEEKS) != Consent.YES:
        return None
    settings = await effective_settings(chat, context.store, context.platforms)
    return Place(name, chat, facts.language or "", settings)


async def _find_reader(context: Context, name: str) -> Place | None:
    choices = await context.store.settings.choices(name)
    platform, _, identifier = name.removeprefix(_PERSON).partition(":")
    acquaintance = await find_person(context.store, Person(platform, identifier, ""))
    if acquaintance is None or choices.get(SEEKS) != Consent.YES:
        return None
    person, chat = acquaintance
    facts, now = await context.store.boards.place(chat.key, "", reader=person.key), context.now()
    ends = (quiet_until(now, zone_of(choices, person)), away_until(stored_absences(choices), now))
    until = max((end for end in ends if end is not None), default=None)
    return Place(name, chat, facts.board_language or person.language, facts.settings, person, until)


def is_reader(name: str) -> bool:
    """Return whether a place in the line is a person, told in private."""
    return name.startswith(_PERSON)


def platform_in(name: str) -> str:
    """Return the platform of a place by its name in the line."""
    return platform_of(name.removeprefix(_CHAT).removeprefix(_PERSON))


async def drop_place(context: Context, name: str) -> None:
    """Show a place no more seeks, as it takes no messages."""
    await context.store.settings.choose(name, {SEEKS: ""})
    await context.store.boards.schedule(PLACES, name, None)


async def settle_place(context: Context, change: SettingsChange) -> None:
    """Put a chat that allows seeks at the front of the line, or take it out; raise `Illegal` in private."""
    if SEEKS not in change.changed:
        return
    key = await context.store.settings.current_key(change.chat.key)
    is_open = change.values.get(SEEKS) == Consent.YES
    if is_open and change.in_private:
        await context.store.settings.choose(of_chat(key), {SEEKS: ""})
        raise Illegal("seeks-in-private")
    await context.store.settings.remember_chat(key, change.chat)
    await _line_up(context.store, of_chat(key), is_open)


async def choose_notification(services: Services, interaction: Interaction, is_on: bool) -> None:
    """Tell a person of seeks in private from now on, or no longer.

    Raise `Illegal` if the operator allows no seeks, or if the bot cannot write to them.
    """
    person, store = interaction.incoming.person, services.store
    if is_on and most_seeks(services) == 0:
        raise Illegal("seeks-off")
    if is_on and await find_person(store, person) is None:
        raise Illegal("seeks-need-private")
    await store.settings.choose(of_person(person), {SEEKS: str(Consent.YES) if is_on else ""})
    await _line_up(store, of_person(person), is_on)


async def _line_up(store: Store, name: str, is_open: bool) -> None:
    """Put a place at the front of the line, or take it out, and its live post away."""
    await store.boards.schedule(PLACES, name, FRONT if is_open else None)
    if not is_open:
        await store.boards.schedule(POSTS, name, FRONT)


async def list_places(store: Store, now: Instant) -> None:
    """Put the chats and people that are shown seeks in the line, unless they are there, as after it was lost."""
    for kind in (_CHAT, _PERSON):
        async for whose in store.forgetting.choosers(kind.strip()):
            if (await store.settings.choices(whose)).get(SEEKS) == Consent.YES:
                await store.boards.schedule(PLACES, whose, now, instead=NEVER)


def _line(values: Mapping[str, str], speech: Speech) -> str:
    return speech.say("settled-seeks", value=speech.say(f"settled-{values[SEEKS]}"))


def _buttons(values: Mapping[str, str], speech: Speech) -> tuple[Button, ...]:
    is_on = values[SEEKS] == Consent.YES
    change = Consent.NO if is_on else Consent.YES
    return (Button(f"{CHECK_MARK * is_on}{speech.say('button-seeks')}", f"/settings {SEEKS}={change}"),)


SETTING = ChatSetting(SEEKS, str(Consent.NO), consent_of, "yes no", _line, _buttons, is_of_one_chat=True)
NOTIFICATION = Notification(SEEKS, choose_notification)
