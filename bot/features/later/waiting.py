"""Boards that wait to be shown to one person again: who asked for which and when, and a schedule of the next ones."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.occasions import adapter_of, speech_to, spot_of
from bot.core.chats import find_person
from bot.core.commands.playing import Form
from bot.core.game.audience import chat_read_by
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Person, key_digest, platform_of
from bot.core.game.session import Session
from bot.core.handlers.services import Interaction, Services
from bot.core.ports.platform import DeliveryError, Envelope, Message
from bot.core.ports.store import ALOUD, NEVER, Store, choices_of, of_person
from bot.core.upkeep.reminding import show_quietly
from bot.core.upkeep.tasks import log_failures
from bot.core.view.boards import as_words, board, with_time_left
from bot.core.view.names import title
from bot.core.view.notices import with_news

LATER = "later"
"""The kind of choices with the instants by game, and the schedule of `CODE PERSON`."""
_MOST_AT_ONCE = 10
"""Boards that a round of the sweeper shows; the others wait for the next one, so that clocks do not."""
_DAY: Instant = 86400.0
_log = logging.getLogger(__name__)


async def waiting_boards(context: Context, person: Person) -> dict[str, Instant]:
    """Return the instants at which boards are shown to a person again, by game."""
    return await _instants(context.store, choices_of(LATER, person.key))


async def _instants(store: Store, whose: str) -> dict[str, Instant]:
    instants = dict[str, Instant]()
    for code, text in (await store.settings.choices(whose)).items():
        with suppress(ValueError):
            instants[code] = float(text)
    return instants


async def store_once(services: Services, session: Session, interaction: Interaction, at: Instant) -> Instant:
    """Store when to show a board, and return it; a text that is delivered again keeps its first instant."""
    person, cause = interaction.incoming.person, interaction.incoming.cause
    if cause:
        name = f"{LATER}:{key_digest(person.key)}:{cause}"
        at = float(await services.store.temporary.claim(name, repr(at), _DAY))
    if at > interaction.at:
        await _store(services.store, session.code, person.key, at)
    return at


async def _store(store: Store, code: str, key: str, at: Instant | None, instead: Instant | None = None) -> None:
    """Set or delete an instant; the choice comes first, as the schedule can be rebuilt from it."""
    await store.settings.choose(choices_of(LATER, key), {code: "" if at is None else repr(at)})
    await store.boards.schedule(LATER, f"{code} {key}", at, instead)


async def cancel(context: Context, person: Person, code: str = "") -> int:
    """Delete a person's instant for a game, or all of them; return their number."""
    codes = [each for each in await waiting_boards(context, person) if code in ("", each)]
    for each in codes:
        await _store(context.store, each, person.key, None)
    return len(codes)


async def show_due(context: Context, delivery: Delivery, now: Instant) -> None:
    """Show the boards whose time has come: each once over all processes, and late rather than never after a crash."""
    number = 0
    for name, at in (await context.store.boards.due_games(LATER, now)).items():
        is_heard = context.outages.is_heard(platform_of(name.partition(" ")[2]))
        # The lease is not released: after a failure, the next try follows a minute later.
        if is_heard and await context.store.leases.take(f"{LATER}:{name}", MINUTE):
            with log_failures(f"showing {name} again"):
                await _show_once(context, delivery, name, at)
            if (number := number + 1) == _MOST_AT_ONCE:
                return


async def _show_once(context: Context, delivery: Delivery, name: str, at: Instant) -> None:
    code, _, key = name.partition(" ")
    choice = (await _instants(context.store, choices_of(LATER, key))).get(code)
    if choice is None or choice > at:  # cancelled, or put off, by a process that died before it said so
        await context.store.boards.schedule(LATER, name, choice, instead=at)
        return
    session, later = await context.games.load(code), None
    person = session.on_turn if session else None
    if session and isinstance(person, Person) and person.key == key:
        try:
            await _show(context, delivery, session, person, at)
        except DeliveryError as error:
            _log.warning("a board could not be shown again: %s", error)
            later = None if error.retry_after is None else context.now() + error.retry_after
    if (await _instants(context.store, choices_of(LATER, key))).get(code) == choice:  # not put off meanwhile
        await _store(context.store, code, key, later, instead=at)


async def _show(context: Context, delivery: Delivery, session: Session, person: Person, at: Instant) -> None:
    """Show the newest board to a person in private, else again in the chat of the game, below a line that pings."""
    acquaintance = await find_person(context.store, person)
    own_chat = session.places.find_chat(acquaintance[1].key) if acquaintance else None
    nonce = f"{session.code}-{round(at) % 10**8}r"
    if own_chat is None and await _tell(context, session, person, nonce):
        return
    here = own_chat or chat_read_by(session, person)
    if here.inline:
        return
    if own_chat is None:
        spot = await spot_of(context, session, here)
        text = spot.words.say("later-shown-to", player=person.name, title=title(session, spot.words))
        await show_quietly(context, spot.chat, Message(text, mention=person, envelope=Envelope(nonce=nonce)))
    entry = await context.store.boards.add(here.key, session.code, context.now(), repost=True)
    delivery.soon(entry, is_known=False)


async def _tell(context: Context, session: Session, person: Person, nonce: str) -> bool:
    """Send the board to the person's private chat; return False if they have none."""
    words, choices = await speech_to(context, session, person), await context.store.settings.choices(of_person(person))
    message = await asyncio.to_thread(board, session, words, person, context.finished_buttons)
    message = with_time_left(message, session, context.now(), words)
    if choices.get(ALOUD) == Form.TEXT:
        message = as_words(message, session, words)
    message = with_news(message, (words.say("later-shown"),))
    message = replace(message, mention=person, envelope=Envelope(private=True, nonce=nonce))
    try:
        return await adapter_of(context, person).tell(person, message)
    except DeliveryError as error:
        if error.retry_after is None and error.is_certain:
            return False
        raise


async def rebuild(store: Store, now: Instant, everything: bool) -> None:
    """Schedule the boards that are on no list, as after the list was lost or a backup restored."""
    async for whose in store.forgetting.choosers(LATER):
        for code, at in (await _instants(store, whose)).items():
            await store.boards.schedule(LATER, f"{code} {whose.removeprefix(choices_of(LATER, ''))}", at, instead=NEVER)


async def export(services: Services, person: Person) -> Mapping[str, object]:
    """Return when boards are shown to a person again, in UTC, by game."""
    waiting = await waiting_boards(services, person)
    return {"shown later": {code: datetime.fromtimestamp(at, UTC).isoformat() for code, at in waiting.items()}}


async def forget(services: Services, person: Person) -> None:
    """Delete all of a person's instants."""
    await cancel(services, person)
    await services.store.forgetting.forget_choices(choices_of(LATER, person.key))
