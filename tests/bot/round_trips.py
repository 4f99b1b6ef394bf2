"""Counts how often the bot asks its store and waits for the answer."""

from __future__ import annotations

import pytest

from bot.store.connection import Answer, Command, Wire


def count_round_trips(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Command, ...]]:
    """The questions asked from now on, each with its commands."""
    request: list[tuple[Command, ...]] = []
    ask = Wire.ask

    async def counting(wire: Wire, *commands: Command) -> list[Answer]:
        request.append(commands)
        return await ask(wire, *commands)

    monkeypatch.setattr(Wire, "ask", counting)
    return request
