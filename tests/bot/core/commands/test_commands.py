"""The table of commands is complete, and each row parses its requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.core.game.referee import GoAway
from bot.core.game.requests import GameRequest, Request
from bot.core.handlers.services import Row
from bot.core.handlers.table import CORE
from bot.features import COMMANDS, FEATURES
from engines.refusals import Unreadable
from tests.bot.scripted import incoming


def _kinds(request: type[Request]) -> Iterator[type[Request]]:
    for kind in request.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_request_type_has_a_command():
    kinds = {kind for kind in _kinds(Request) if not kind.__subclasses__()}
    assert kinds - {GoAway} == set(COMMANDS.by_request)


def test_command_names_are_unique():
    assert sum(1 + len(row.aliases) for row in COMMANDS.commands) == len(COMMANDS.by_name)


ROWS = [row for each in (CORE, *FEATURES) for row in each.rows]
ABOUT_A_GAME = [row for row in ROWS if issubclass(next(iter(row.handlers)), GameRequest)]


@pytest.mark.parametrize("row", ABOUT_A_GAME, ids=lambda row: row.name)
def test_a_command_about_a_game_takes_a_code_or_finds_the_game(row: Row):
    request = row.read("XKTRWQ@3", incoming("ann", ""))
    assert type(request) in row.handlers
    assert isinstance(request, GameRequest)
    assert (request.reference.code, request.reference.ply) == ("XKTRWQ", 3)
    assert row.fits


@pytest.mark.parametrize("name", ["accept", "hint", "why", "draw", "resign", "record", "again"])
def test_unknown_words_after_a_command_are_refused(name: str):
    with pytest.raises(Unreadable) as refusal:
        COMMANDS.by_name[name].read("XKTRWQ nonsense", incoming("ann", ""))
    assert refusal.value.fields["part"] == "nonsense"
