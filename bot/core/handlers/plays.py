"""Moves as they are typed or pressed: read in the one way that is legal, by a number of the ideas shown, or refused."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.commands.finding import looks_like_a_move
from bot.core.commands.move_readings import by_number, legal_readings
from bot.core.commands.reading import command_word
from bot.core.game.referee import Play
from bot.core.game.session import Session
from bot.core.handlers import unread
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.handlers.hints import Hints
from bot.core.handlers.receipts import receipts
from bot.core.ports.platform import Message
from bot.core.queues.running_searches import Underway
from bot.core.view import refusals
from engines.refusals import Refusal

_OF_NO_MOVE = ("game-moved-on", "no-such-idea")


@dataclass(frozen=True)
class Plays:
    """What becomes of a move; the searches that it makes useless end."""

    deeds: Deeds
    hints: Hints
    underway: Underway

    async def answer(self, session: Session, request: Play, asked: Asked) -> tuple[Message, ...]:
        """Nothing for a move that is typed and played, as its board follows by itself."""
        is_mine = session.seat_of(asked.incoming.person) is session.position.turn
        meant = legal_readings(session.position, request.text) if is_mine else ()
        if len(meant) > 1:
            return (refusals.which_reading(session, meant, asked.words),)
        if meant:
            request = replace(request, text=meant[0])
        try:
            request = by_number(session, request) if is_mine else request
            played = await self.deeds.commit(session, request, asked.incoming)
        except Refusal as refused:
            return _refused(session, request, refused, asked)
        self.hints.forget(played)
        self.underway.outdate(played)
        return receipts(played, request, asked)


def _refused(session: Session, request: Play, refused: Refusal, asked: Asked) -> tuple[Message, ...]:
    if request.bare and not looks_like_a_move(request.text):
        return unread.in_a_game(session, request, refused, asked)
    is_mine = session.seat_of(asked.incoming.person) is session.position.turn
    shown = session if is_mine and refused.code not in _OF_NO_MOVE else None
    _, spelled = command_word(asked.incoming.text)
    return (refusals.refusal(refused, asked.words, shown, request.text, spelled),)
