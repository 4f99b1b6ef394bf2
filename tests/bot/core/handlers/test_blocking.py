"""Whom one blocks cannot challenge one, by whatever name either goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.commands.personal import Block, Unblock
from bot.core.game.people import Person
from bot.core.handlers.blocking import is_blocked
from bot.core.ports.store import Store
from bot.features import COMMANDS
from engines.refusals import Unreadable
from tests.bot.core.handlers.test_privacy import GROUP
from tests.bot.scripted import Stage, incoming, person

ANN, BOB = person("ann"), person("bob")
BY_HANDLE = Person("stage", "", "@Bob", "Bob")


@pytest.mark.parametrize("named", [BOB, BY_HANDLE])
async def test_known_by_handle_or_by_id_somebody_is_the_same(store: Store, named: Person):
    stage = Stage(store)
    await stage.router.handle(replace(incoming("ann", "/block @x", GROUP), mentions={"@x": named}))
    assert await is_blocked(store, BOB, by=ANN)
    assert await is_blocked(store, BOB, by=Person("stage", "", "@ANN", "ANN"))
    assert not await is_blocked(store, ANN, by=BOB)
    await stage.router.handle(replace(incoming("ann", "/unblock @x", GROUP), mentions={"@x": BOB}))
    assert await store.people.all_blocklists() == {}


def test_a_reply_names_its_author():
    request = replace(incoming("ann", "/block"), mentions={"reply": BOB})
    assert COMMANDS.parse(request) == Block(BOB)
    assert COMMANDS.parse(replace(request, text="/unblock")) == Unblock(BOB)
    assert COMMANDS.is_secret("/block @bob")


def test_a_name_without_a_person_is_refused():
    with pytest.raises(Unreadable) as error:
        COMMANDS.parse(incoming("ann", "/block Bob"))
    assert error.value.code == "unknown-person"


async def test_a_rematch_is_a_challenge_too(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    await stage.press("bob", "Accept")
    await stage.type("ann", "/resign yes")
    await stage.type("ann", "/block @bob")
    stage.answers.clear()
    [answer] = await stage.press("bob", "Rematch")
    assert answer.text.startswith("Ann isn’t taking challenges.")
    [answer] = await stage.press("ann", "Rematch")
    assert answer.text == "Rematch offered to Bob."


async def test_a_command_typed_by_a_button_does_not_replace_the_board(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    await stage.press("bob", "Accept")
    board = stage.adapter.shown[-1][0]
    [answer] = await stage.type("carl", "/block @ann", pressed=True, replies_to=board)
    assert (answer.envelope.private, answer.envelope.update) == (True, False)
