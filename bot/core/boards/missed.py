"""Boards that a chat would not take, and never will by itself: remembered for when it takes messages again; pure."""

from __future__ import annotations

from collections import OrderedDict

from bot.core.clock import Instant
from bot.core.people import Chat

Board = tuple[str, str]
"""A chat and a game that is shown there: each chat's board is settled alone."""
_MOST = 1000
_PAUSE = 30.0


class Missed:
    """The newest thousand, by chat and game, with when they were missed."""

    def __init__(self) -> None:
        self._since: OrderedDict[Board, Instant] = OrderedDict()

    def note(self, board: Board, now: Instant) -> None:
        """A chat has not taken a board."""
        self._since[board] = now
        self._since.move_to_end(board)
        if len(self._since) > _MOST:
            self._since.popitem(last=False)

    def is_worth_a_try(self, chat: Chat, now: Instant) -> bool:
        """Whether a board was missed in a chat, and not just now."""
        return any(now - self._since[board] >= _PAUSE for board in self._in(chat))

    def taken(self, chat: Chat) -> set[Board]:
        """The boards that were missed in a chat or in its threads, which are remembered no longer."""
        boards = self._in(chat)
        for board in boards:
            del self._since[board]
        return boards

    def _in(self, chat: Chat) -> set[Board]:
        return {board for board in self._since if board[0] == chat.key or board[0].startswith(f"{chat.key}:")}
