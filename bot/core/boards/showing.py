"""Shows a game in its chat: its living board changed in place, or a new one and a line where the last one was."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from zlib import crc32

from bot.core.abilities import server_of
from bot.core.boards.once import is_doubtful, newest, noted
from bot.core.boards.one_message import has_given_way
from bot.core.boards.overtaking import Overtaking
from bot.core.clock import Instant, Now
from bot.core.games import Games
from bot.core.living import IN_DOUBT, is_drawn, lives_on, occasion
from bot.core.own_threads import is_told_only
from bot.core.people import Chat
from bot.core.ports import Inviting, Message, Paced, Platform, Unshown
from bot.core.robots import Robots
from bot.core.session import Session, Stage
from bot.core.speech import speech
from bot.core.storage import Place, Shown, Store
from bot.core.two_chats import is_second, language_in, sole_reader
from bot.core.view.boards import left
from bot.core.view.challenges import accepted
from bot.core.view.own_threads import line

_WITHOUT_DOOR = 60.0
_LINE = "line"


@dataclass(frozen=True)
class Showing:
    """Speaks to one chat of a game at a time; raises `Unshown`."""

    store: Store
    games: Games
    robots: Robots
    platforms: Mapping[str, Platform]
    now: Now
    overtaking: Overtaking

    async def show(
        self, session: Session, here: Chat, place: Place, begun: Callable[[], None], anew: bool
    ) -> Shown | None:
        """What is newest when the chat's slot has come is shown; from `begun` on it is on its way.

        A player wants to see it `anew`, which calls nobody. None if nothing is to be seen there any more.
        """
        chat = _reached(here, place)
        platform = self.platforms.get(chat.platform)
        if platform is None:
            raise Unshown(f"no door to {chat.platform} is open", retry_after=_WITHOUT_DOOR)
        if isinstance(platform, Paced):
            has_waited = await platform.slot(chat)
            known = self.games.newest(session.code) or session
            if has_waited and await self.overtaking.has_befallen(known, here):
                return None
            session = await self.robots.reply(self.games.newest(session.code) or session)
        if await has_given_way(session, here, self.store, self.games):
            return None
        begun()
        return await self._show(platform, session, here, place, anew)

    async def _show(self, platform: Platform, session: Session, here: Chat, place: Place, anew: bool) -> Shown:
        """In the place of what stands there, or below."""
        chat = _reached(here, place)
        older = place.shown if place.shown and place.shown.chat == chat.key else None
        if is_told_only(session, here):
            return await self._tell(session, here, place, older)
        is_line = is_doubtful(session, place)
        lives = older if _gives_way(older, session, self.now(), anew) and not is_line else None
        link = platform.invitation(session.code) if isinstance(platform, Inviting) else ""
        board = newest(session, here, place, self.now(), link)
        if lives and await platform.edit(chat, lives.message, board):
            posted = replace(lives, occasion=occasion(session), at=self.now())
            return replace(posted if lives.occasion == IN_DOUBT else lives, version=session.version)
        async with noted(self.store, platform, session, place):
            board = _anew(board, session, here, place, older)
            message = await platform.show(chat, replace(board, mention=None) if anew else board)
        posted_for = IN_DOUBT if is_line and session.stage is not Stage.OFFERED else occasion(session)
        return Shown(chat.key, message, session.code, session.version, posted_for, self.now())

    async def give_way(self, session: Session, here: Chat, late: Shown) -> None:
        """A board that came late, after a newer one of another process, does not stay below it or in its place."""
        place = await self._place(session, here)
        platform, newer = self.platforms.get(here.platform), place.shown
        if platform is None or newer is None or newer.version <= late.version:
            return
        session = await self.games.load(session.code) or session
        words = speech(place.spoken or language_in(session, here))
        is_over_it = newer.message == late.message
        said = newest(session, here, place, self.now()) if is_over_it else Message(left(session, words))
        with suppress(Unshown):
            await platform.edit(_reached(here, place), late.message, said)

    async def leave(self, session: Session, chat: Chat) -> None:
        """The question in a chat that the game has left says what became of it; what fails stays as it is."""
        place = await self._place(session, chat)
        here = _reached(chat, place)
        platform = self.platforms.get(here.platform)
        if platform and place.shown:
            words = speech(place.spoken or session.second_language or session.language)
            with suppress(Unshown):
                await platform.edit(here, place.shown.message, Message(accepted(session, words)))

    async def _place(self, session: Session, chat: Chat) -> Place:
        server = server_of(self.platforms.get(chat.platform), chat)
        return await self.store.place(chat.key, session.code, sole_reader(session, chat), server)

    async def _tell(self, session: Session, here: Chat, place: Place, older: Shown | None) -> Shown:
        """A line in the place of what stands there."""
        chat = _reached(here, place)
        platform, words = self.platforms[chat.platform], speech(place.spoken or language_in(session, here))
        said = line(session, words)
        message = older.message if older and await platform.edit(chat, older.message, said) else ""
        nonce = f"{session.code}-{session.version}l"
        message = message or await platform.show(chat, replace(said, nonce=nonce))
        return Shown(chat.key, message, session.code, session.version, _LINE, self.now())


def _gives_way(older: Shown | None, session: Session, now: Instant, anew: bool) -> bool:
    """Whether the board takes the place of what stands there: also of a line that leads to it, once that is pressed."""
    is_line = older is not None and older.occasion == IN_DOUBT
    return is_line if anew else lives_on(older, session, now)


def _anew(board: Message, session: Session, here: Chat, place: Place, older: Shown | None) -> Message:
    """A new board, and what stays of the one before it; a nonce counts for one chat."""
    said = replace(board, nonce=_nonce(session, here, older))
    if older is None:
        return said
    words = speech(place.spoken or language_in(session, here))
    what_stays = accepted(session, words) if older.occasion == Stage.OFFERED else left(session, words)
    return replace(said, after=older.message, left=what_stays, after_picture=is_drawn(older.occasion))


def _nonce(session: Session, here: Chat, older: Shown | None) -> str:
    """One that is shown anew, though nothing has happened, is another than the one that it follows."""
    again = f"{crc32(older.message.encode()):08x}" if older and older.version == session.version else ""
    return f"{session.code}-{session.version}{'b' if is_second(session, here) else ''}{again}"


def _reached(chat: Chat, place: Place) -> Chat:
    """The chat, or the one that it has become."""
    return chat if place.chat == chat.key or not place.description else Chat(**json.loads(place.description))
