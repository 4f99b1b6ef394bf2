"""The simulated Discord watched: presses, answers and boards are noted in the ledger of the test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord
import pytest
import simcord
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.platforms.discord import library_internals, slash_commands
from bot.platforms.discord.library_internals import Tree
from tests.bot.answered import LONGEST, ledger
from tests.bot.platforms.discord.standin import (
    INTERACTIONS,
    note_callback,
    note_interaction,
    note_message,
    note_thinking,
)

_ANSWERED_BEFORE = 40060
_GLANCE = 0.01
"""Seconds after which the simulated Discord looks again whether the bot only waits; 0.05 by itself."""
_INVALID = (401, 403, 404)
"""Requests that Discord counts: after 10,000 in ten minutes it bars the address."""


class _Payload(dict[str, Any]):
    """A command of the list, which nothing changes: copying all of them takes longer than many tests."""

    def __deepcopy__(self, _: object) -> _Payload:
        return self


@dataclass
class _Wire:
    """How many of the bot's requests are under way: what goes meanwhile is deleted by the bot, else by a person."""

    requests: int = 0


@pytest.fixture(scope="session", autouse=True)
def _translate_once() -> Iterator[None]:
    """Translate the list of commands once for all bots of a worker, which takes longer than many tests."""
    payloads: dict[object, list[dict[str, Any]]] = {}

    async def command_payloads(tree: Tree, guild: discord.Object | None) -> list[dict[str, Any]]:
        names = tuple(command.name for command in tree.get_commands(guild=guild))
        key = (names, guild and guild.id)
        if key not in payloads:
            payloads[key] = [_Payload(each) for each in await library_internals.command_payloads(tree, guild)]
        return payloads[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slash_commands, "command_payloads", command_payloads)
        yield


@pytest.fixture(scope="session", autouse=True)
def _watched() -> Iterator[None]:
    """Wrap where events go to the bot, where its requests come in, and where it is taken away; the clock is Discord's,
    so that no slow machine makes an answer late."""
    wire, emit, dispatch, shutdown = _Wire(), Backend.emit, router.dispatch, simcord.Env.shutdown

    def note_event(backend: Backend, event: str, payload: Mapping[str, Any]) -> None:
        match event:
            case "INTERACTION_CREATE":
                note_interaction(payload, backend.clock.elapsed)
            case "MESSAGE_CREATE" | "MESSAGE_UPDATE" if int(payload["author"]["id"]) == backend.bot_user.id:
                note_message(payload["channel_id"], payload["id"], payload)
            case "MESSAGE_DELETE" if wire.requests:
                ledger().remove("discord", payload["channel_id"], payload["id"])
        emit(backend, event, payload)

    def note_request(backend: Backend, method: str, path: str, **given: Any) -> object:
        """Note an answer that Discord takes, or has taken before: only one that it refuses is none."""
        wire.requests += 1
        try:
            answer: object = dispatch(backend, method, path, **given)
        except BackendError as refused:
            if refused.code == _ANSWERED_BEFORE:
                note_callback(path, backend.clock.elapsed)
            if refused.status in _INVALID:
                ledger().refused.append(f"{method} {path}")
            raise
        finally:
            wire.requests -= 1
        note_callback(path, backend.clock.elapsed)
        note_thinking(path, given.get("json"))
        return answer

    async def give_time(env: simcord.Env) -> None:
        """Let pass the time that the bot has for an answer before its end."""
        if env._started and ledger().is_waiting(INTERACTIONS):
            await env.advance_time(LONGEST)
        await shutdown(env)

    intervals = simcord.Env._settle_internal.__kwdefaults__
    assert intervals
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Backend, "emit", note_event)
        patch.setattr(router, "dispatch", note_request)
        patch.setattr(simcord.Env, "shutdown", give_time)
        patch.setitem(intervals, "idle", _GLANCE)
        yield
