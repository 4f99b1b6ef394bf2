"""The table of commands is whole: each request has a row, and each row reads what it says it reads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.core.commands import BY_NAME, BY_REQUEST, ROWS
from bot.core.commands.command import Command
from bot.core.game.referee import GoAway
from bot.core.game.requests import About, Deed, Request
from engines.refusals import Unreadable
from tests.bot.scripted import incoming


def _kinds(request: type[Request]) -> Iterator[type[Request]]:
    for kind in request.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_request_has_a_row():
    assert set(_kinds(Request)) - {About, Deed, GoAway} == set(BY_REQUEST)


def test_no_name_stands_for_two_commands():
    assert sum(1 + len(row.aliases) for row in ROWS) == len(BY_NAME)


@pytest.mark.parametrize("row", [row for row in ROWS if issubclass(row.request, About)], ids=lambda row: row.name)
def test_a_command_about_a_game_reads_its_code_and_has_a_way_to_find_it_without(row: Command):
    read = row.read("XKTRWQ@3", incoming("ann", ""))
    assert isinstance(read, row.request)
    assert isinstance(read, About)
    assert (read.which.code, read.which.ply) == ("XKTRWQ", 3)
    assert row.fits


@pytest.mark.parametrize("name", ["accept", "hint", "why", "draw", "resign", "record", "again"])
def test_words_that_belong_nowhere_are_refused(name: str):
    with pytest.raises(Unreadable) as refused:
        BY_NAME[name].read("XKTRWQ nonsense", incoming("ann", ""))
    assert refused.value.fields["part"] == "nonsense"
