"""The game that a request is about, if whoever asks may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.core.commands.asking import ShowRecord
from bot.core.commands.challenges import Again
from bot.core.commands.finding import fitting, looks_like_a_move
from bot.core.commands.fits import open_to_me
from bot.core.commands.playing import AskWhy, ShowBoard
from bot.core.game.referee import Accept, Play, Wake
from bot.core.game.requests import About, Deed
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.ports.store import Store
from bot.core.repository import Games
from engines.refusals import Illegal, Unreadable


@dataclass(frozen=True)
class Seeking:
    """Looks by code, by the message that is answered, then among the games of the chat."""

    store: Store
    games: Games

    async def find(self, request: About, asked: Asked) -> Session | None:
        """The game; None if no game here waits for that. Raises `Several`, and `Unreadable` for an unknown code."""
        code = request.which.code or asked.known.replied_to
        if not code:
            here = await self.games.open(asked.known.games)
            if done := await self._done(here, request, asked):
                return done
            found = fitting(here, request, asked.incoming.person)
            found = found or await self._elsewhere(request, asked)
            if found or asked.known.over is None:
                return found
            if not isinstance(request, ShowBoard | ShowRecord | AskWhy | Again):
                return await self._filed(asked.known.over, request)
            code = asked.known.over
        session = await self.games.load(code)
        if session is None or not await self._is_known_to(session, request, asked):
            raise Unreadable("unknown-code", part=code)
        return session

    async def _done(self, here: Sequence[Session], request: About, asked: Asked) -> Session | None:
        """The game in which this very text was done already, before it was delivered again, be it the chat's last."""
        cause, over = asked.incoming.cause, asked.known.over
        if not (cause and isinstance(request, Deed)):
            return None
        last = self.games.newest(over) if over else None
        if over and last is None:
            with suppress(Illegal):  # what cannot be read is in nobody's way
                last = await self.games.load(over)
        return next((session for session in (*here, last) if session and session.follows_from(cause)), None)

    async def _filed(self, code: str, request: About) -> Session | None:
        """The chat's last game, if it was filed away and the request can wake it."""
        session = await self.games.load(code) if isinstance(request, Wake | Play) else None
        return session if session and session.stage is Stage.FILED else None

    async def _elsewhere(self, request: About, asked: Asked) -> Session | None:
        """To the bot alone one speaks of all one's games."""
        incoming = asked.incoming
        speaks_alone = incoming.chat.direct and incoming.alone
        if not speaks_alone or (isinstance(request, Play) and request.bare and not looks_like_a_move(request.text)):
            return None
        return fitting(await self.games.of(incoming.person), request, incoming.person)

    async def _is_known_to(self, session: Session, request: About, asked: Asked) -> bool:
        """A code opens a game to its players, in its chat, and to whom it invites; to no stranger elsewhere."""
        person = asked.incoming.person
        if session.involves(person) or (isinstance(request, Accept | ShowBoard) and open_to_me(session, person)):
            return True
        return await self.games.is_in(session, asked.known.chat)
