"""From a game in an inline message to a board of one's own: who asks for it in their own chat plays there too."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from bot.core.boards.delivery import Delivery
from bot.core.commands.playing import Form, ShowBoard
from bot.core.game.entries import Entry
from bot.core.game.events import Followed
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.ports.store import Store
from bot.core.repository import Games
from engines.refusals import Illegal

_TRIES = 20


@dataclass(frozen=True)
class Following:
    """Writes that a chat is one of the game's from now on, and has the board shown there."""

    store: Store
    games: Games
    delivery: Delivery

    async def begin(self, session: Session, asked: Asked) -> Session:
        """The game with that chat."""
        seat, chat = session.seat_of(asked.incoming.person), asked.incoming.chat
        assert seat is not None
        await self.store.remember_chat(asked.known.chat, json.dumps(asdict(chat)))
        for _ in range(_TRIES):
            if any(own.key == chat.key for own in session.places.shown):
                return session
            mark = self.store.new_mark(chat.key, session.code, asked.at)
            followed = Followed(asked.at, seat, chat, asked.words.language)
            if after := await self.games.append(session, Entry((followed,), asked.incoming.cause), [mark]):
                self.delivery.soon(mark)
                return after
            session = await self.games.load(session.code) or session
        raise Illegal("busy", game=session.code)


def wants_to_follow(session: Session, request: ShowBoard, asked: Asked) -> bool:
    """Whether a player of a game that is played in an inline message asks for its board in private."""
    is_whole = request.form is Form.PICTURE and not request.place
    is_there = any(chat.key == asked.incoming.chat.key for chat in session.places.shown)
    is_player = session.seat_of(asked.incoming.person) is not None
    is_playing = session.stage is Stage.RUNNING and session.places.chat.inline and is_player
    return asked.incoming.in_private and is_playing and is_whole and not is_there
