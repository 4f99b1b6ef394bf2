"""Updates of one chat stand in line, those of different chats go side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

_MOST_AT_ONCE = 1024


class Lines(BaseUpdateProcessor):
    """Handles a chat's updates in the order they came in.

    One that takes longer than `patience` seconds (a hint thought over) goes on by itself and lets the next one go.
    """

    def __init__(self, patience: float) -> None:
        super().__init__(_MOST_AT_ONCE)
        self._patience = patience
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Waits for the chat's turn, then for the update to be handled to its end."""
        turn = self._turns.setdefault(_chat_id(update), asyncio.Lock())
        async with turn:
            handling = asyncio.ensure_future(coroutine)
            await asyncio.wait([handling], timeout=self._patience)
        await handling

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""


def _chat_id(update: object) -> int:
    chat = update.effective_chat if isinstance(update, Update) else None
    return chat.id if chat else 0
