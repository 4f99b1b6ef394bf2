"""The display of a game's boards in its chats, and of its thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from zlib import crc32

from bot.core.boards.bot_player import reply
from bot.core.boards.context import Context, adapter_of
from bot.core.boards.occasions import IN_DOUBT, LINE, Occasion, occasion_of, read_occasion
from bot.core.commands.playing import Form
from bot.core.commands.settings import DELETE, MENTIONS, OLD, TIME
from bot.core.game.apply_events import evolve
from bot.core.game.audience import reads_in, shows_line_only, sole_reader, thread_invitees, wants_thread
from bot.core.game.clocks import USUAL_PACE
from bot.core.game.events import LogEntry, Relocated
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.game.terms import Consent
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import DeliveryError, Message, OlderBoard, Platform, server_of
from bot.core.ports.store import ALOUD, Cleanup, OutboxEntry, Place, Shown, Store, of_chat
from bot.core.repository import Games, listing, retry
from bot.core.view import boards
from bot.core.view.challenges import acceptance
from bot.core.view.inline_board import inline_board
from bot.core.view.news import last_move_line
from bot.core.view.notices import with_unreached_players
from engines.refusals import Illegal

HOUR = 3600.0
"""Seconds after which a board is posted again instead of edited, because it has scrolled far up."""
_AGAIN = 8
"""The number of letters that distinguish the nonce of a reposted board."""


@dataclass(frozen=True)
class Placed:
    """The message that shows a board now, the cleanups of those it replaces, and the changed `locators` by nonce."""

    shown: Shown
    cleanups: tuple[Cleanup, ...] = ()
    locators: Mapping[str, str] = field(default_factory=dict)


async def show(context: Context, session: Session, here: Chat, place: Place, repost: bool) -> Placed | None:
    """Wait for the chat's slot and show the newest board; None if there is nothing to show any more.

    With `repost`, a player asked to see it again, and nobody is pinged.
    """
    chat = place.current_chat(here)
    platform = adapter_of(context, chat)
    has_waited = await platform.slot(chat)
    newest_known = context.games.from_cache(session.code) or session
    if has_waited and await is_overtaken(context, newest_known, here):
        return None
    session = await reply(context, context.games.from_cache(session.code) or session)
    if await has_given_way(session, here, context.store, context.games):
        return None
    return await _show(context, platform, session, here, place, repost)


async def _show(
    context: Context, platform: Platform, session: Session, here: Chat, place: Place, repost: bool
) -> Placed:
    """Edit the message that shows the game, or post a new one."""
    chat = place.current_chat(here)
    older = place.shown if place.shown and place.shown.chat == chat.key else None
    if shows_line_only(session, here):
        return Placed(await _tell(context, session, here, place, older))
    located_ids = await locate_all(platform, chat, place)
    is_line = place.doubtful == session.version
    edited_board = older if _is_edited(older, session, context.now(), repost) and not is_line else None
    link = platform.invitation(session.code)
    board = await asyncio.to_thread(newest, context, session, here, place, link)
    if platform.opens_page and session.stage is Stage.RUNNING:
        board = boards.with_page(
            board, platform.page(chat), speech(place.board_language or session.places.language_in(here))
        )
    if edited_board and await platform.edit(chat, edited_board.message, board):
        line = await _call(platform, session, here, place, edited_board)
        record = replace(edited_board, occasion=str(occasion_of(session)), at=context.now())
        if edited_board.occasion != IN_DOUBT:
            record = replace(record, version=session.version, at=edited_board.at, line=line)
        return Placed(
            record, _line_cleanups(context, platform, session, chat, edited_board) if line != edited_board.line else ()
        )
    async with recorded_intent(context.store, platform, session, place):
        is_deleted = (
            older is not None and platform.deletes and _is_deleted(older, place, context.now() - platform.edits_for)
        )
        board = _reposted_board(board, session, here, place, older, is_deleted)
        nonce, board = board.envelope.nonce, replace(board, mention=None) if repost else board
        message = located_ids.get(nonce, "")
        if (before := platform.locator(chat, board)) and not message:
            await context.store.cleanups.note_locator(place.chat, session.code, nonce, before)
        message = message or await platform.show(chat, board)
    purpose = IN_DOUBT if is_line and session.stage is not Stage.OFFERED else str(occasion_of(session))
    record = Shown(chat.key, message, session.code, session.version, purpose, context.now())
    replacements = _replacement_cleanups(context, platform, session, chat, board.envelope.follows, older)
    unrecorded_boards = _unrecorded_cleanups(context, session, chat, located_ids, (message, older))
    locators = {each: "" for each, message_id in located_ids.items() if not message_id}
    if before:
        locators[nonce] = platform.locator(chat, board, message)
    return Placed(record, (*replacements, *unrecorded_boards), locators)


async def locate_all(platform: Platform, chat: Chat, place: Place) -> dict[str, str]:
    """Find the messages with locators; return their IDs by nonce, "" for those never sent or gone."""
    return {nonce: await platform.locate(chat, locator) for nonce, locator in place.locators.items()}


def _unrecorded_cleanups(
    context: Context, session: Session, chat: Chat, located_ids: Mapping[str, str], last: tuple[str, Shown | None]
) -> tuple[Cleanup, ...]:
    """Return the cleanups of boards that a process sent before it died, without recording their messages."""
    message, older = last
    recorded_ids = {"", message, older.message if older else ""}
    since = older.version if older else 0
    leftovers = (
        message_id
        for nonce, message_id in located_ids.items()
        if message_id not in recorded_ids and _version(nonce, session) >= since
    )
    return tuple(Cleanup(chat, session.code, message_id, context.now(), is_drawn=True) for message_id in leftovers)


def _version(nonce: str, session: Session) -> int:
    """Return the version of a game that a nonce stands for."""
    number = nonce.removeprefix(f"{session.code}-")
    return int((number[:-_AGAIN] if len(number) > _AGAIN else number).rstrip("b"))


async def _call(platform: Platform, session: Session, here: Chat, place: Place, older: Shown) -> str:
    """Post a line that pings a player for an offer out of turn, since an edited board pings nobody.

    Returns the message of the line that is there then, or "".
    """
    if str(occasion_of(session)) == older.occasion:
        return older.line
    by, player = session.offers.standing, session.player_to_act
    is_out_of_turn = by is session.position.turn
    is_silent = here.inline or place.settings.get(MENTIONS) == Consent.NO
    if is_out_of_turn and isinstance(player, Person) and reads_in(session, player, here) and not is_silent:
        words = speech(place.board_language or session.places.language_in(here))
        with suppress(DeliveryError):
            return await platform.show(place.current_chat(here), boards.offer_line(session, player, words))
    return ""


def _replacement_cleanups(
    context: Context, platform: Platform, session: Session, chat: Chat, follows: OlderBoard | None, older: Shown | None
) -> tuple[Cleanup, ...]:
    """Return the cleanups for a new board: the board it replaces, and the line that called to that one."""
    if older is None or follows is None or not platform.tidies:
        return ()
    now, line = context.now(), follows.line
    board = Cleanup(chat, session.code, follows.message, now, line, follows.is_drawn, follows.is_deletable)
    return board, *_line_cleanups(context, platform, session, chat, older)


def _line_cleanups(
    context: Context, platform: Platform, session: Session, chat: Chat, older: Shown
) -> tuple[Cleanup, ...]:
    """Return the cleanup of the line that called to a board, if there is one."""
    calls = older.line and platform.tidies
    return (Cleanup(chat, session.code, older.line, context.now()),) if calls else ()


async def give_way(context: Context, session: Session, here: Chat, late_board: Shown) -> tuple[Cleanup, ...]:
    """Return the cleanup of a late board below another process's newer one.

    If the late board was edited into the same message, show the newer one there again.
    """
    place = await _place(context, session, here)
    platform, newer = context.platforms.get(here.platform), place.shown
    if platform is None or newer is None or newer.version <= late_board.version:
        return ()
    session = await context.games.load(session.code) or session
    if newer.message == late_board.message:
        with suppress(DeliveryError):
            await platform.edit(place.current_chat(here), late_board.message, newest(context, session, here, place))
        return ()
    line = last_move_line(session, speech(place.board_language or session.places.language_in(here)))
    return (_collapse(context, session, place.current_chat(here), late_board, line),)


async def recognize(context: Context, session: Session, here: Chat, pressed_board: Shown) -> tuple[Cleanup, ...]:
    """Record a board whose message was unknown until it was pressed, and return the cleanup of what it replaces.

    That is a line that leads to it, or an older board. If a newer board is shown, the pressed one is cleaned up.
    """
    place = await _place(context, session, here)
    platform, stands = context.platforms[here.platform], place.shown
    pressed_board = replace(pressed_board, chat=place.current_chat(here).key)
    if stands and stands.message == pressed_board.message:
        return ()
    is_led_to = stands is not None and stands.occasion == IN_DOUBT and pressed_board.version == session.version
    if is_newest := stands is None or is_led_to or place.doubtful > stands.version:
        unwritten = context.store.boards.entry(here.key, session.code, context.now())
        await context.store.boards.resolve(unwritten, pressed_board, None)
    replaced_board = stands if is_newest else pressed_board
    if replaced_board is None or not platform.tidies:
        return ()
    is_deleted = platform.deletes and _is_deleted(replaced_board, place, context.now() - platform.edits_for)
    line = last_move_line(session, speech(place.board_language or session.places.language_in(here)))
    cleanup = _collapse(context, session, place.current_chat(here), replaced_board, line)
    cleanup = replace(cleanup, is_deletable=is_deleted)
    return cleanup, *_line_cleanups(context, platform, session, cleanup.chat, replaced_board)


async def question_that_has_left(context: Context, session: Session, chat: Chat) -> tuple[Cleanup, ...]:
    """Return the cleanup that turns the question in a chat the game has left into its outcome."""
    place = await _place(context, session, chat)
    if place.shown is None:
        return ()
    words = speech(place.board_language or session.places.second_language or session.places.language)
    return (_collapse(context, session, place.current_chat(chat), place.shown, acceptance(session, words)),)


def _collapse(context: Context, session: Session, chat: Chat, record: Shown, line: str) -> Cleanup:
    """Return the cleanup that collapses a message into one line."""
    is_picture = read_occasion(record.occasion).has_picture
    return Cleanup(chat, session.code, record.message, context.now(), line, is_drawn=is_picture, is_deletable=False)


async def _place(context: Context, session: Session, chat: Chat) -> Place:
    server = server_of(context.platforms, chat)
    return await context.store.boards.place(chat.key, session.code, sole_reader(session, chat), server)


async def speech_in(context: Context, session: Session, chat: Chat) -> Speech:
    """Return the language in which a chat reads about a game, as on its boards."""
    place = await _place(context, session, chat)
    return speech(place.board_language or session.places.language_in(chat))


async def speech_to(context: Context, session: Session, person: Person) -> Speech:
    """Return the language that a player has chosen, else that of their messages."""
    place = await context.store.boards.place(session.places.chat.key, session.code, person.key)
    return speech(place.reader_language or person.language)


async def _tell(context: Context, session: Session, here: Chat, place: Place, older: Shown | None) -> Shown:
    """Show a line in place of the board."""
    chat = place.current_chat(here)
    platform, words = context.platforms[chat.platform], speech(place.board_language or session.places.language_in(here))
    line = boards.thread_line(session, words)
    message = older.message if older and await platform.edit(chat, older.message, line) else ""
    nonce = f"{session.code}-{session.version}l"
    message = message or await platform.show(chat, replace(line, envelope=replace(line.envelope, nonce=nonce)))
    return Shown(chat.key, message, session.code, session.version, LINE, context.now())


def _is_edited(older: Shown | None, session: Session, now: Instant, repost: bool) -> bool:
    """Return whether to edit the shown message; true too for a line that leads to the board, once it is pressed."""
    is_line = older is not None and older.occasion == IN_DOUBT
    return is_line if repost else is_still_edited(older, session, now)


def _is_deleted(older: Shown, place: Place, editable_since: Instant) -> bool:
    """Return whether to delete an older board: by the chat's settings, or because it is too old to edit."""
    is_settled = place.settings.get(OLD, DELETE) == DELETE
    may_go = older.occasion == IN_DOUBT or is_settled or older.at < editable_since
    return older.occasion != Stage.OFFERED and may_go


def _reposted_board(
    board: Message, session: Session, here: Chat, place: Place, older: Shown | None, is_deleted: bool
) -> Message:
    """Return a new board with the line that stays of the older one; its nonce is valid for one chat."""
    envelope = replace(board.envelope, nonce=_nonce(session, here, older))
    if older is None:
        return replace(board, envelope=envelope)
    words = speech(place.board_language or session.places.language_in(here))
    was_asked = older.occasion == Stage.OFFERED
    what_stays = acceptance(session, words) if was_asked else last_move_line(session, words)
    follows = OlderBoard(older.message, what_stays, read_occasion(older.occasion).has_picture, is_deleted)
    return replace(board, envelope=replace(envelope, follows=follows))


def _nonce(session: Session, here: Chat, older: Shown | None) -> str:
    """Return the nonce of a board; a reposted board differs from the one it replaces."""
    again = f"{crc32(older.message.encode()):0{_AGAIN}x}" if older and older.version == session.version else ""
    return f"{session.code}-{session.version}{'b' if session.places.is_second(here) else ''}{again}"


def newest(context: Context, session: Session, here: Chat, place: Place, link: str = "") -> Message:
    """Return the message that shows a game in one of its chats; a `link` opens its challenge from elsewhere."""
    now, more = context.now(), context.finished_buttons
    words = speech(place.board_language or session.places.language_in(here))
    if here.inline:
        return boards.with_time_left(inline_board(session, words, here, link, more=more), session, now, words)
    if place.doubtful == session.version:
        return boards.uncertain_delivery(session, words)
    message = with_unreached_players(boards.public_message(session, words, here, link, more), session, here, words)
    timed_message = boards.with_time_left(message, session, now, words)
    if place.reader_choices.get(ALOUD) == Form.TEXT:
        timed_message = boards.as_words(timed_message, session, words)
    is_called = place.shown is None and session.places.is_thread(here)
    return (
        replace(timed_message, mention=None)
        if is_called or place.settings.get(MENTIONS) == Consent.NO
        else timed_message
    )


def recorded_intent(
    store: Store, platform: Platform, session: Session, place: Place
) -> AbstractAsyncContextManager[None]:
    """Record during the block that the newest version is being sent, on platforms without nonces.

    The record stays unless the message was certainly not sent.
    """
    return _record_intent(store, session, place) if platform.repeats else nullcontext()


@asynccontextmanager
async def _record_intent(store: Store, session: Session, place: Place) -> AsyncIterator[None]:
    await store.boards.note_intent(place.chat, session.code, place.shown, session.version)
    try:
        yield
    except DeliveryError as error:
        if error.is_certain:
            await store.boards.note_intent(place.chat, session.code, place.shown, place.doubtful)
        raise


async def has_given_way(session: Session, here: Chat, store: Store, games: Games) -> bool:
    """Return whether a later game is shown where this one's last board would be."""
    if not here.inline or session.stage in (Stage.OFFERED, Stage.RUNNING):
        return False
    facts = await store.settings.facts_for(here.key, "")
    later_games = await games.open_sessions(facts.games)
    with suppress(Illegal):
        later_games += filter(None, [await games.load(facts.finished_game)] if facts.finished_game else [])
    return any(game.code != session.code and game.start.at > session.start.at for game in later_games)


async def is_overtaken(context: Context, session: Session, chat: Chat) -> bool:
    """Return whether another process has continued a game that waited here, and shows its board."""
    newest = await context.games.load(session.code)
    if newest is None or newest.version <= session.version:
        return False
    if entry := await context.store.boards.find_entry(chat.key, session.code):
        return not await context.store.boards.claim([entry])
    record = (await context.store.boards.place(chat.key, session.code)).shown
    return record is not None and record.version >= newest.version


def is_still_edited(record: Shown | None, session: Session, now: Instant) -> bool:
    """Return whether to edit the message that shows a game.

    A cancelled challenge is edited however old it is, and so is the board of an answered offer.
    """
    if record is None or not record.occasion:
        return False
    if session.stage is Stage.OFF:
        return record.occasion == Stage.OFFERED
    before, after = read_occasion(record.occasion), occasion_of(session)
    goes_on = before.is_same_run(after) or _is_answered(before, session)
    return goes_on and now - record.at < HOUR


def _is_answered(occasion: Occasion, session: Session) -> bool:
    """Return whether the board with an offer shows the answer, in the same turn."""
    if session.offers.standing or occasion.question is None:
        return False
    after = occasion_of(session)
    is_same_turn = after.seat is not None and after.turns == occasion.turns
    return is_same_turn or session.stage is Stage.OVER or bool(session.undone.turns)


async def open_thread(
    context: Context, session: Session, place: Place, record: Shown
) -> tuple[Session, OutboxEntry | None]:
    """Open the thread for a game under its first message; raise `DeliveryError`."""
    unwritten = context.store.boards.entry(session.places.chat.key, session.code, context.now())
    await context.store.boards.resolve(unwritten, record, None)  # a retry finds the message and the entry
    platform = context.platforms[session.places.chat.platform]
    words = speech(place.board_language or session.places.language_in(session.places.chat))
    is_silent = place.settings.get(MENTIONS) == Consent.NO
    first = partial(boards.thread_greeting, session, words, () if is_silent else thread_invitees(session))
    thread = await platform.open_thread(session.places.chat, record.message, boards.thread_name(session, words), first)
    if thread:
        await _furnish(context, thread, place)
    return await _go_on_in(context, session, thread)


async def leave_thread(context: Context, session: Session, here: Chat) -> tuple[Session, OutboxEntry | None]:
    """Move a game out of its thread, if that is the chat that takes no boards."""
    return await _go_on_in(context, session, None) if session.places.is_thread(here) else (session, None)


async def archive_thread(context: Context, session: Session, here: Chat) -> OutboxEntry:
    """Archive the thread of a finished game, and return the entry for the chat where it began."""
    await context.platforms[here.platform].close_thread(here)
    assert session.places.parent is not None
    return await context.store.boards.add(session.places.parent.key, session.code, context.now())


async def _furnish(context: Context, thread: Chat, place: Place) -> None:
    """Copy the settings of the chat where the game began to its thread."""
    await context.store.settings.remember_chat(thread.key, thread)
    await context.store.settings.choose(of_chat(thread.key), {TIME: USUAL_PACE, **place.settings})
    if place.language:
        await context.store.settings.set_chat_language(thread.key, place.language)


async def _go_on_in(context: Context, session: Session, thread: Chat | None) -> tuple[Session, OutboxEntry | None]:
    """Move a game to a thread, or back for None; it is listed first, so that texts typed there find it."""

    async def attempt(newest: Session) -> tuple[Session, OutboxEntry | None] | None:
        if newest is not session and not (wants_thread(newest) if thread else newest.places.parent):
            return newest, None
        event = Relocated(context.now(), thread)
        after = evolve(newest, event)
        await context.store.logs.list_game(listing(after, await context.games.current_chats(after)))
        outbox_entry = context.store.boards.entry(after.places.chat.key, newest.code, context.now())
        log_entry = LogEntry((event,), f"thread:{newest.version}")
        session_after = await context.games.append(newest, log_entry, [outbox_entry])
        return (session_after, outbox_entry) if session_after else None

    return await retry(session, attempt, context.games.load)
