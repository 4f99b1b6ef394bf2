"""Display of a game in a chat: its board is drawn, edited or posted, and cleanups are noted for what it replaces."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from zlib import crc32

from bot.core.boards.bot_player import has_work, reply
from bot.core.boards.context import Context
from bot.core.boards.occasions import (
    IN_DOUBT,
    LINE,
    Spot,
    is_deleted,
    is_edited,
    is_unseen,
    occasion_of,
    read_occasion,
    schedule_call,
)
from bot.core.commands.playing import Form
from bot.core.game.audience import reads_in, shows_line_only
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import DeliveryError, Message, OlderBoard, Platform
from bot.core.ports.store import ALOUD, Cleanup, Place, Shown
from bot.core.view import boards
from bot.core.view.boards import BoardNotes
from bot.core.view.challenges import acceptance
from bot.core.view.inline_board import inline_board
from bot.core.view.names import title
from bot.core.view.news import last_move_line
from bot.core.view.notices import with_unreached_players
from engines.refusals import Illegal

_SENDING = 1.0
"""Seconds after which to look again whether another process has sent a board."""
_AGAIN = 8
"""The number of letters that distinguish the nonce of a reposted board."""

Notes = tuple[BoardNotes, ...]


@dataclass(frozen=True)
class Placed:
    """The message that now shows a board, the cleanups of replaced ones, and changed `locators` by nonce."""

    shown: Shown
    cleanups: tuple[Cleanup, ...] = ()
    locators: Mapping[str, str] = field(default_factory=dict)


async def show(spot: Spot, repost: bool) -> Placed | None:
    """Wait for the chat's slot and show the newest board; return None if there is nothing left to show.

    With `repost`, a person asked to see it again: it pings only players who have had no ping about it yet.
    """
    context, platform = spot.context, spot.platform
    if await platform.slot(spot.chat) and await _is_overtaken(spot):
        return None
    session = context.games.from_cache(spot.session.code) or spot.session
    spot = replace(spot, session=await reply(context, session) if has_work(session) else session)
    if spot.here.inline and await _has_given_way(spot):
        return None
    sender = spot.place.sender if spot.is_in_doubt else ""
    if sender and await context.store.leases.is_another(sender):  # which knows soon whether the board arrived
        raise DeliveryError("another process is sending it", retry_after=_SENDING)
    if shows_line_only(spot.session, spot.here):
        return Placed(await _show_line(spot))
    located_ids = await locate_all(platform, spot.chat, spot.place) if spot.place.locators else {}
    board = await rendered_board(spot)
    edited_board = spot.older if is_edited(spot, repost) else None
    if edited_board and await platform.edit(spot.chat, edited_board.message, board):
        return await _record_edit(spot, edited_board)
    return await _post(spot, board, located_ids, repost)


async def redraw(spot: Spot, notes_shown: Notes) -> Notes:
    """Edit the shown board where it stands unless it shows the newest notes, and return those."""
    notes = await newest_notes(spot.context, spot.session, spot.here, spot.words)
    shows_board = spot.older and read_occasion(spot.older.occasion).has_picture and spot.session.stage is Stage.RUNNING
    if notes != notes_shown and spot.older and shows_board and not spot.is_in_doubt:
        await spot.platform.slot(spot.chat)
        await spot.platform.edit(spot.chat, spot.older.message, await rendered_board(spot))
    return notes


async def _show_line(spot: Spot) -> Shown:
    session, chat, platform, older = spot.session, spot.chat, spot.platform, spot.older
    line = boards.thread_line(session, spot.words)
    message = older.message if older and await platform.edit(chat, older.message, line) else ""
    message = message or await platform.show(chat, line.with_delivery(nonce=f"{session.code}-{session.version}l"))
    return Shown(chat.key, message, session.code, session.version, LINE, spot.context.now())


async def _record_edit(spot: Spot, before: Shown) -> Placed:
    """Return the record of an edited message; a line that leads to an uncertain board keeps its version."""
    now = spot.context.now()
    line = await _call(spot, before)
    occasion = replace(occasion_of(spot.session), call_at=await schedule_call(spot, before))
    record = replace(before, occasion=str(occasion), at=now)
    if before.occasion != IN_DOUBT:
        record = replace(record, version=spot.session.version, at=before.at, line=line)
    return Placed(record, line_cleanups(spot, before) if line != before.line else ())


async def _call(spot: Spot, older: Shown) -> str:
    """Post a line that pings a player about an offer out of turn, unless the edited board pings them.

    Returns the message of the line that is there then, or "".
    """
    session, here = spot.session, spot.here
    occasion = occasion_of(session)
    if str(occasion) == str(replace(read_occasion(older.occasion), call_at=0.0)):
        return older.line
    by, player = session.offers.standing, session.player_to_act
    is_out_of_turn = by is session.position.turn
    is_silent = here.inline or spot.platform.edits_ping or spot.is_silent
    if is_out_of_turn and isinstance(player, Person) and reads_in(session, player, here) and not is_silent:
        with suppress(DeliveryError):
            return await spot.platform.show(spot.chat, boards.offer_line(session, player, spot.words))
    return ""


async def _post(spot: Spot, board: Message, located_ids: Mapping[str, str], repost: bool) -> Placed:
    """Post a new message, unless a process that died already posted it."""
    context, session, chat, platform = spot.context, spot.session, spot.chat, spot.platform
    follows, nonce = _replaced_board(spot), _board_nonce(spot)
    board = board.with_delivery(nonce=nonce, follows=follows)
    if repost and not is_unseen(spot):
        board = replace(board, mention=None)
    message, locator = located_ids.get(nonce, ""), platform.locator(chat, board)
    async with _recorded_intent(spot) if platform.repeats else nullcontext():
        if locator and not message:
            await context.store.cleanups.note_locator(spot.place.chat, session.code, nonce, locator)
        message = message or await platform.show(chat, board)
    locators = {each: "" for each, message_id in located_ids.items() if not message_id}
    if locator:
        locators[nonce] = platform.locator(chat, board, message)
    is_line = spot.is_in_doubt and session.stage is not Stage.OFFERED
    occasion = IN_DOUBT if is_line else str(occasion_of(session))
    record = Shown(chat.key, message, session.code, session.version, occasion, context.now())
    return Placed(record, _cleanups_after(spot, follows, located_ids, message), locators)


def _replaced_board(spot: Spot) -> OlderBoard | None:
    """Return the board that a new one replaces, with the line that remains of it."""
    session, older = spot.session, spot.older
    if older is None:
        return None
    was_asked = older.occasion == Stage.OFFERED
    what_stays = acceptance(session, spot.words) if was_asked else last_move_line(session, spot.words)
    is_picture, may_go = read_occasion(older.occasion).has_picture, is_deleted(spot, older)
    return OlderBoard(older.message, what_stays, is_picture, may_go, title(session, spot.words))


@asynccontextmanager
async def _recorded_intent(spot: Spot) -> AsyncIterator[None]:
    """Record during the block that the newest version is being sent, for a platform without nonces.

    The record stays unless the message was certainly not sent.
    """
    code, place, outbox = spot.session.code, spot.place, spot.context.store.boards
    await outbox.note_intent(place.chat, code, place.shown, spot.session.version)
    try:
        yield
    except DeliveryError as error:
        if error.is_certain:
            await outbox.note_intent(place.chat, code, place.shown, place.doubtful)
        raise


async def _is_overtaken(spot: Spot) -> bool:
    """Return whether another process continued a game that waited here, and shows its board."""
    games, outbox, code = spot.context.games, spot.context.store.boards, spot.session.code
    before, session = games.from_cache(code) or spot.session, await games.load(code)
    if session is None or session.version <= before.version:
        return False
    if entry := await outbox.find_entry(spot.here.key, code):
        return not await outbox.claim([entry])
    record = (await outbox.place(spot.here.key, code)).shown
    return record is not None and record.version >= session.version


async def _has_given_way(spot: Spot) -> bool:
    """Return whether a later game is shown in the inline message of a finished one."""
    session, context = spot.session, spot.context
    if session.stage in (Stage.OFFERED, Stage.RUNNING):
        return False
    facts = await context.store.settings.facts_for(spot.here.key, "")
    later_games = await context.games.open_sessions(facts.games)
    with suppress(Illegal):
        later_games += filter(None, [await context.games.load(facts.finished_game)] if facts.finished_game else [])
    return any(game.code != session.code and game.start.at > session.start.at for game in later_games)


def _board_nonce(spot: Spot) -> str:
    """Return the nonce of a game's newest board in one chat, another one if the shown board has the same version."""
    session, older = spot.session, spot.older
    again = f"{crc32(older.message.encode()):0{_AGAIN}x}" if older and older.version == session.version else ""
    return f"{session.code}-{session.version}{'b' if session.places.is_second(spot.here) else ''}{again}"


def _version(nonce: str, code: str) -> int:
    """Return the version of a game that the nonce of its board encodes."""
    number = nonce.removeprefix(f"{code}-")
    return int((number[:-_AGAIN] if len(number) > _AGAIN else number).rstrip("b"))


async def locate_all(platform: Platform, chat: Chat, place: Place) -> dict[str, str]:
    """Find the messages of locators; return their IDs by nonce, "" for those never sent or deleted."""
    return {nonce: await platform.locate(chat, locator) for nonce, locator in place.locators.items()}


def _cleanups_after(
    spot: Spot, follows: OlderBoard | None, located_ids: Mapping[str, str], message: str
) -> tuple[Cleanup, ...]:
    """Return the cleanups for a new board: of the board it replaces, and of the line that pinged for that one.

    The boards that a process sent before it died, without recording their messages, are cleaned up too.
    """
    older, code, cleanups = spot.older, spot.session.code, list[Cleanup]()
    if older and follows and spot.platform.tidies:
        cleanups = [collapse(spot, older, follows.line, follows.is_deletable), *line_cleanups(spot, older)]
    recorded_ids = {"", message, older.message if older else ""}
    for nonce, message_id in located_ids.items():
        if message_id not in recorded_ids and _version(nonce, code) >= (older.version if older else 0):
            cleanups.append(Cleanup(spot.chat, code, message_id, spot.context.now(), is_drawn=True))
    return tuple(cleanups)


def line_cleanups(spot: Spot, older: Shown) -> tuple[Cleanup, ...]:
    """Return the cleanup of the line that pinged a player about a board, if there is one."""
    calls = older.line and spot.platform.tidies
    return (Cleanup(spot.chat, spot.session.code, older.line, spot.context.now()),) if calls else ()


def collapse(spot: Spot, record: Shown, line: str, is_deletable: bool = False) -> Cleanup:
    """Return the cleanup that collapses a message into one line, or deletes it."""
    is_picture = read_occasion(record.occasion).has_picture
    return Cleanup(spot.chat, spot.session.code, record.message, spot.context.now(), line, is_picture, is_deletable)


async def rendered_board(spot: Spot) -> Message:
    """Return the message that shows a game in one of its chats, with the notes of features on a board of teams."""
    board = await asyncio.to_thread(_render, spot)
    notes = await newest_notes(spot.context, spot.session, spot.here, spot.words) if spot.session.places.teams else ()
    for each in notes:
        board = boards.with_notes(board, spot.session, each)
    return board


async def newest_notes(context: Context, session: Session, chat: Chat, words: Speech) -> Notes:
    """Return what features add to a game's board in a chat."""
    notes = [await take(context, session, chat, words) for take in context.note_takers]
    return tuple(filter(None, notes))


def _render(spot: Spot) -> Message:
    """Return the message for the newest state of a game, with links to its challenge and its page."""
    session, here, words, platform = spot.session, spot.here, spot.words, spot.platform
    link = platform.invitation(session.code, to_group=bool(session.places.teams))
    if here.inline:
        board = inline_board(session, words, here, link, more=spot.context.finished_buttons)
        board = boards.with_time_left(board, session, spot.context.now(), words)
    elif spot.is_in_doubt:
        board = boards.uncertain_delivery(session, words)
    else:
        board = _chat_board(spot, link)
    if platform.opens_page and session.stage is Stage.RUNNING:
        return boards.with_page(board, platform.page(spot.chat), words)
    return board


def _chat_board(spot: Spot, link: str) -> Message:
    """Return the newest board as its chat wants it: in words for a reader who chose them, without pings if silent."""
    session, here, words = spot.session, spot.here, spot.words
    message = boards.public_message(session, words, here, link, spot.context.finished_buttons)
    message = with_unreached_players(message, session, here, words)
    message = boards.with_time_left(message, session, spot.context.now(), words)
    if spot.place.reader_choices.get(ALOUD) == Form.TEXT:
        message = boards.as_words(message, session, words)
    is_greeted = spot.place.shown is None and session.places.is_thread(here)  # the thread's greeting has just pinged
    return replace(message, mention=None) if is_greeted or spot.is_silent else message
