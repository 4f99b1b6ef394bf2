"""The display of a game's boards in its chats, and of its thread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from zlib import crc32

from bot.core.boards.bot_player import reply
from bot.core.boards.context import Context
from bot.core.commands.playing import Form
from bot.core.commands.settings import DELETE, MENTIONS, OLD, TIME
from bot.core.game.apply_events import evolve
from bot.core.game.audience import invited, is_told_only, reads_in, sole_reader, wants_thread
from bot.core.game.clocks import USUAL_PACE
from bot.core.game.entries import LogEntry
from bot.core.game.events import Relocated
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage, turns_in_a_row
from bot.core.game.terms import Consent
from bot.core.language.speech import speech
from bot.core.ports.cleanups import Cleanup
from bot.core.ports.platform import Message, OlderBoard, Platform, Unshown, server_of
from bot.core.ports.store import ALOUD, OutboxEntry, Place, Shown, Store, of_chat
from bot.core.repository import Games, listing
from bot.core.view import boards
from bot.core.view.challenges import accepted
from bot.core.view.inline_board import inline_board
from bot.core.view.notices import with_unreached
from engines.refusals import Illegal

_WITHOUT_DOOR = 60.0
_LINE, _RESULT = "line", "result"
HOUR = 3600.0
"""Seconds after which a board is posted anew: who wants to see it would have to look for it far above."""
_DRAW, _UNDO = " draw", " undo"
IN_DOUBT = "doubt"
"""What a line is posted for that leads to a board which may stand there already."""
_TRIES = 5
_AGAIN = 8
"""So many letters tell a board that is shown again from the one that it follows."""


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
    chat = _reached(here, place)
    platform = context.platforms.get(chat.platform)
    if platform is None:
        raise Unshown(f"no door to {chat.platform} is open", retry_after=_WITHOUT_DOOR)
    has_waited = await platform.slot(chat)
    known = context.games.newest(session.code) or session
    if has_waited and await is_overtaken(context, known, here):
        return None
    session = await reply(context, context.games.newest(session.code) or session)
    if await has_given_way(session, here, context.store, context.games):
        return None
    return await _show(context, platform, session, here, place, repost)


async def _show(
    context: Context, platform: Platform, session: Session, here: Chat, place: Place, repost: bool
) -> Placed:
    """Edit the message that shows the game, or post a new one."""
    chat = _reached(here, place)
    older = place.shown if place.shown and place.shown.chat == chat.key else None
    if is_told_only(session, here):
        return Placed(await _tell(context, session, here, place, older))
    located = await locate_all(platform, chat, place)
    is_line = place.doubtful == session.version
    lives = older if _gives_way(older, session, context.now(), repost) and not is_line else None
    link = platform.invitation(session.code)
    board = await asyncio.to_thread(newest, session, here, place, context.now(), link)
    if platform.opens_page and session.stage is Stage.RUNNING:
        board = boards.with_page(
            board, platform.page(chat), speech(place.board_language or session.places.language_in(here))
        )
    if lives and await platform.edit(chat, lives.message, board):
        line = await _call(platform, session, here, place, lives)
        posted = replace(lives, occasion=occasion(session), at=context.now())
        if lives.occasion != IN_DOUBT:
            posted = replace(posted, version=session.version, at=lives.at, line=line)
        return Placed(posted, _replaced_line(context, platform, session, chat, lives) if line != lives.line else ())
    async with noted(context.store, platform, session, place):
        goes = older is not None and platform.deletes and _goes(older, place, context.now() - platform.edits_for)
        board = _reposted_board(board, session, here, place, older, goes)
        nonce, board = board.envelope.nonce, replace(board, mention=None) if repost else board
        message = located.get(nonce, "")
        if (before := platform.locator(chat, board)) and not message:
            await context.store.cleanups.note_locator(place.chat, session.code, nonce, before)
        message = message or await platform.show(chat, board)
    posted_for = IN_DOUBT if is_line and session.stage is not Stage.OFFERED else occasion(session)
    shown = Shown(chat.key, message, session.code, session.version, posted_for, context.now())
    replaced = _replaced(context, platform, session, chat, board.envelope.follows, older)
    unnoted = _unnoted(context, session, chat, located, (message, older))
    locators = {each: "" for each, found in located.items() if not found}
    if before:
        locators[nonce] = platform.locator(chat, board, message)
    return Placed(shown, (*replaced, *unnoted), locators)


async def locate_all(platform: Platform, chat: Chat, place: Place) -> dict[str, str]:
    """Find the messages with locators; return their IDs by nonce, "" for those never sent or gone."""
    return {nonce: await platform.locate(chat, locator) for nonce, locator in place.locators.items()}


def _unnoted(
    context: Context, session: Session, chat: Chat, located: Mapping[str, str], known: tuple[str, Shown | None]
) -> tuple[Cleanup, ...]:
    """Return the cleanups of boards that a process sent before it died, without recording their messages."""
    message, older = known
    noted = {"", message, older.message if older else ""}
    since = older.version if older else 0
    left = (found for nonce, found in located.items() if found not in noted and _version(nonce, session) >= since)
    return tuple(Cleanup(chat, session.code, found, context.now(), is_drawn=True) for found in left)


def _version(nonce: str, session: Session) -> int:
    """Return the version of a game that a nonce stands for."""
    said = nonce.removeprefix(f"{session.code}-")
    return int((said[:-_AGAIN] if len(said) > _AGAIN else said).rstrip("b"))


async def _call(platform: Platform, session: Session, here: Chat, place: Place, older: Shown) -> str:
    """Post a line that pings a player for an offer out of turn, since an edited board pings nobody.

    Returns the message of the line that is there then, or "".
    """
    if occasion(session) == older.occasion:
        return older.line
    by, asked = session.offers.standing, session.asked
    is_out_of_turn = by is session.position.turn
    is_silent = here.inline or place.settings.get(MENTIONS) == Consent.NO
    if is_out_of_turn and isinstance(asked, Person) and reads_in(session, asked, here) and not is_silent:
        words = speech(place.board_language or session.places.language_in(here))
        with suppress(Unshown):
            return await platform.show(_reached(here, place), boards.offer_line(session, asked, words))
    return ""


def _replaced(
    context: Context, platform: Platform, session: Session, chat: Chat, follows: OlderBoard | None, older: Shown | None
) -> tuple[Cleanup, ...]:
    """Return the cleanups for a new board: the board it replaces, and the line that called to that one."""
    if older is None or follows is None or not platform.tidies:
        return ()
    now, left = context.now(), follows.left
    board = Cleanup(chat, session.code, follows.message, now, left, is_drawn=follows.is_drawn, goes=follows.goes)
    return board, *_replaced_line(context, platform, session, chat, older)


def _replaced_line(
    context: Context, platform: Platform, session: Session, chat: Chat, older: Shown
) -> tuple[Cleanup, ...]:
    """Return the cleanup of the line that called to a board, if there is one."""
    calls = older.line and platform.tidies
    return (Cleanup(chat, session.code, older.line, context.now()),) if calls else ()


async def give_way(context: Context, session: Session, here: Chat, late: Shown) -> tuple[Cleanup, ...]:
    """Return the cleanup of a late board below another process's newer one.

    If the late board was edited into the same message, show the newer one there again.
    """
    place = await _place(context, session, here)
    platform, newer = context.platforms.get(here.platform), place.shown
    if platform is None or newer is None or newer.version <= late.version:
        return ()
    session = await context.games.load(session.code) or session
    if newer.message == late.message:
        with suppress(Unshown):
            await platform.edit(_reached(here, place), late.message, newest(session, here, place, context.now()))
        return ()
    left = boards.line_that_stays(session, speech(place.board_language or session.places.language_in(here)))
    return (_folding(context, session, _reached(here, place), late, left),)


async def recognize(context: Context, session: Session, here: Chat, pressed: Shown) -> tuple[Cleanup, ...]:
    """Record a board whose message was unknown until it was pressed, and return the cleanup of what it replaces.

    That is a line that leads to it, or an older board. If a newer board is shown, the pressed one is cleaned up.
    """
    place = await _place(context, session, here)
    platform, stands = context.platforms[here.platform], place.shown
    pressed = replace(pressed, chat=_reached(here, place).key)
    if stands and stands.message == pressed.message:
        return ()
    is_led_to = stands is not None and stands.occasion == IN_DOUBT and pressed.version == session.version
    if is_newest := stands is None or is_led_to or place.doubtful > stands.version:
        unwritten = context.store.boards.entry(here.key, session.code, context.now())
        await context.store.boards.resolve(unwritten, pressed, None)
    replaced = stands if is_newest else pressed
    if replaced is None or not platform.tidies:
        return ()
    goes = platform.deletes and _goes(replaced, place, context.now() - platform.edits_for)
    left = boards.line_that_stays(session, speech(place.board_language or session.places.language_in(here)))
    cleanup = replace(_folding(context, session, _reached(here, place), replaced, left), goes=goes)
    return cleanup, *_replaced_line(context, platform, session, cleanup.chat, replaced)


async def question_that_has_left(context: Context, session: Session, chat: Chat) -> tuple[Cleanup, ...]:
    """Return the cleanup that turns the question in a chat the game has left into its outcome."""
    place = await _place(context, session, chat)
    if place.shown is None:
        return ()
    words = speech(place.board_language or session.places.second_language or session.places.language)
    return (_folding(context, session, _reached(chat, place), place.shown, accepted(session, words)),)


def _folding(context: Context, session: Session, chat: Chat, shown: Shown, left: str) -> Cleanup:
    """Return the cleanup that collapses a message into one line."""
    is_picture = is_drawn(shown.occasion)
    return Cleanup(chat, session.code, shown.message, context.now(), left, is_drawn=is_picture, goes=False)


async def _place(context: Context, session: Session, chat: Chat) -> Place:
    server = server_of(context.platforms, chat)
    return await context.store.boards.place(chat.key, session.code, sole_reader(session, chat), server)


async def _tell(context: Context, session: Session, here: Chat, place: Place, older: Shown | None) -> Shown:
    """Show a line in place of the board."""
    chat = _reached(here, place)
    platform, words = context.platforms[chat.platform], speech(place.board_language or session.places.language_in(here))
    said = boards.thread_line(session, words)
    message = older.message if older and await platform.edit(chat, older.message, said) else ""
    nonce = f"{session.code}-{session.version}l"
    message = message or await platform.show(chat, replace(said, envelope=replace(said.envelope, nonce=nonce)))
    return Shown(chat.key, message, session.code, session.version, _LINE, context.now())


def _gives_way(older: Shown | None, session: Session, now: Instant, repost: bool) -> bool:
    """Return whether to edit the shown message; true too for a line that leads to the board, once it is pressed."""
    is_line = older is not None and older.occasion == IN_DOUBT
    return is_line if repost else lives_on(older, session, now)


def _goes(older: Shown, place: Place, editable_since: Instant) -> bool:
    """Return whether to delete an older board: by the chat's settings, or because it is too old to edit."""
    is_settled = place.settings.get(OLD, DELETE) == DELETE
    may_go = older.occasion == IN_DOUBT or is_settled or older.at < editable_since
    return older.occasion != Stage.OFFERED and may_go


def _reposted_board(
    board: Message, session: Session, here: Chat, place: Place, older: Shown | None, goes: bool
) -> Message:
    """Return a new board with the line that stays of the older one; its nonce is valid for one chat."""
    envelope = replace(board.envelope, nonce=_nonce(session, here, older))
    if older is None:
        return replace(board, envelope=envelope)
    words = speech(place.board_language or session.places.language_in(here))
    was_asked = older.occasion == Stage.OFFERED
    what_stays = accepted(session, words) if was_asked else boards.line_that_stays(session, words)
    follows = OlderBoard(older.message, what_stays, is_drawn(older.occasion), goes)
    return replace(board, envelope=replace(envelope, follows=follows))


def _nonce(session: Session, here: Chat, older: Shown | None) -> str:
    """Return the nonce of a board; a reposted board differs from the one it replaces."""
    again = f"{crc32(older.message.encode()):0{_AGAIN}x}" if older and older.version == session.version else ""
    return f"{session.code}-{session.version}{'b' if session.places.is_second(here) else ''}{again}"


def _reached(chat: Chat, place: Place) -> Chat:
    """Return the chat, or what it has become."""
    return chat if place.chat == chat.key else place.described_chat or chat


def newest(session: Session, here: Chat, place: Place, now: Instant, link: str = "") -> Message:
    """Return the message that shows a game in one of its chats; a `link` opens its challenge from elsewhere."""
    words = speech(place.board_language or session.places.language_in(here))
    if here.inline:
        return boards.with_time_left(inline_board(session, words, here, link), session, now, words)
    if place.doubtful == session.version:
        return boards.uncertain_delivery(session, words)
    told = with_unreached(boards.public_message(session, words, here, link), session, here, words)
    shown = boards.with_time_left(told, session, now, words)
    if place.reader_choices.get(ALOUD) == Form.TEXT:
        shown = boards.aloud(shown, session, words)
    is_called = place.shown is None and session.places.is_thread(here)
    return replace(shown, mention=None) if is_called or place.settings.get(MENTIONS) == Consent.NO else shown


def noted(store: Store, platform: Platform, session: Session, place: Place) -> AbstractAsyncContextManager[None]:
    """Record during the block that the newest version is being sent, on platforms without nonces.

    The record stays unless the message was certainly not sent.
    """
    return _noted(store, session, place) if platform.repeats else nullcontext()


@asynccontextmanager
async def _noted(store: Store, session: Session, place: Place) -> AsyncIterator[None]:
    await store.boards.note_intent(place.chat, session.code, place.shown, session.version)
    try:
        yield
    except Unshown as failed:
        if failed.is_certain:
            await store.boards.note_intent(place.chat, session.code, place.shown, place.doubtful)
        raise


async def has_given_way(session: Session, here: Chat, store: Store, games: Games) -> bool:
    """Return whether a later game is shown where this one's last board would be."""
    if not here.inline or session.stage in (Stage.OFFERED, Stage.RUNNING):
        return False
    known = await store.settings.facts_for(here.key, "")
    later = await games.open(known.games)
    with suppress(Illegal):
        later += filter(None, [await games.load(known.over)] if known.over else [])
    return any(other.code != session.code and other.start.at > session.start.at for other in later)


async def is_overtaken(context: Context, session: Session, chat: Chat) -> bool:
    """Return whether another process has continued a game that waited here, and shows its board."""
    newest = await context.games.load(session.code)
    if newest is None or newest.version <= session.version:
        return False
    if entry := await context.store.boards.find_entry(chat.key, session.code):
        return not await context.store.boards.claim([entry])
    shown = (await context.store.boards.place(chat.key, session.code)).shown
    return shown is not None and shown.version >= newest.version


def occasion(session: Session) -> str:
    """Return what a board is posted for: since which turn the same player moves, and who is asked for what."""
    if session.stage is Stage.OVER and session.deadline:
        return _RESULT
    if session.stage is not Stage.RUNNING:
        return str(session.stage)
    turn = f"{len(session.turns) - turns_in_a_row(session)} {session.position.turn}"
    if session.offers.draw:
        return f"{turn}{_DRAW} {session.offers.draw.opponent}"
    if session.offers.undo:
        return f"{turn}{_UNDO} {session.offers.undo.opponent}"
    return turn


def is_drawn(occasion: str) -> bool:
    """Return whether the message for an occasion has a picture; games without a result end in text."""
    return bool(occasion) and occasion not in (Stage.OFF, Stage.FILED, IN_DOUBT, _RESULT)


def lives_on(shown: Shown | None, session: Session, now: Instant) -> bool:
    """Return whether to edit the message that shows a game.

    A cancelled challenge is edited however old it is, and so is the board of an answered offer.
    """
    if shown is None or not shown.occasion:
        return False
    if session.stage is Stage.OFF:
        return shown.occasion == Stage.OFFERED
    stem = occasion(session).split(" ")[:2]
    goes_on = shown.occasion.split(" ")[:2] == stem or _is_answered(shown, session)
    return goes_on and now - shown.at < HOUR


def _is_answered(shown: Shown, session: Session) -> bool:
    """Return whether the board with an offer shows the answer, in the same turn."""
    if session.offers.standing or not (_DRAW in shown.occasion or _UNDO in shown.occasion):
        return False
    is_same_turn = shown.occasion.split(" ")[0] == occasion(session).split(" ")[0]
    return is_same_turn or session.stage is Stage.OVER or bool(session.undone.turns)


async def open_thread(
    context: Context, session: Session, place: Place, shown: Shown
) -> tuple[Session, OutboxEntry | None]:
    """Open the thread for a game under its first message; raise `Unshown`."""
    unwritten = context.store.boards.entry(session.places.chat.key, session.code, context.now())
    await context.store.boards.resolve(unwritten, shown, None)  # another try finds the message, and the entry
    platform = context.platforms[session.places.chat.platform]
    words = speech(place.board_language or session.places.language_in(session.places.chat))
    silent = place.settings.get(MENTIONS) == Consent.NO
    first = partial(boards.thread_greeting, session, words, () if silent else invited(session))
    thread = await platform.open_thread(session.places.chat, shown.message, boards.thread_name(session, words), first)
    if thread:
        await _furnish(context, thread, place)
    return await _go_on_in(context, session, thread)


async def leave_thread(context: Context, session: Session, here: Chat) -> tuple[Session, OutboxEntry | None]:
    """Move a game out of its thread, if that is the chat that takes no boards."""
    return await _go_on_in(context, session, None) if session.places.is_thread(here) else (session, None)


async def put_away_thread(context: Context, session: Session, here: Chat) -> OutboxEntry:
    """Archive the thread of a finished game, and return the entry for the chat where it began."""
    await context.platforms[here.platform].close_thread(here)
    assert session.places.parent is not None
    return await context.store.boards.add(session.places.parent.key, session.code, context.now())


async def _furnish(context: Context, thread: Chat, place: Place) -> None:
    """Copy the settings of the chat where the game began to its thread."""
    await context.store.settings.remember_chat(thread.key, json.dumps(asdict(thread)))
    await context.store.settings.choose(of_chat(thread.key), {TIME: USUAL_PACE, **place.settings})
    if place.language:
        await context.store.settings.set_chat_language(thread.key, place.language)


async def _go_on_in(context: Context, session: Session, thread: Chat | None) -> tuple[Session, OutboxEntry | None]:
    """Move a game to a thread, or back for None; it is listed first, so that texts typed there find it."""
    for _ in range(_TRIES):
        happened = Relocated(context.now(), thread)
        after = evolve(session, happened)
        await context.store.logs.list_game(listing(after, await context.games.current(after)))
        outboxed = context.store.boards.entry(after.places.chat.key, session.code, context.now())
        logged = LogEntry((happened,), f"thread:{session.version}")
        if written := await context.games.append(session, logged, [outboxed]):
            return written, outboxed
        session = await context.games.load(session.code) or session
        if not (wants_thread(session) if thread else session.places.parent):
            return session, None
    return session, None
