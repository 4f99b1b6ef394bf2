"""Whole games of teams, of every kind: against the bot and against another chat, in three languages, to their end."""

from __future__ import annotations

import re

import pytest
from redis import Redis

from bot.core.game.events import Moved, read_log_entry
from bot.core.game.people import Chat, Team
from bot.core.game.session import Session, Stage
from bot.core.ports.store import Store
from bot.core.repository import Games
from tests.bot import scripted
from tests.bot.scripted import CHAT
from tests.bot.short_games import LINES

THERE = Chat("stage", "there")
VOTERS = ("ann", "vera.ru", "taras.uk")


async def load(store: Store, code: str) -> Session:
    session = await Games(store).load(code)
    assert session is not None
    return session


async def vote_for(stage: scripted.Stage, text: str, session: Session) -> None:
    """Let two members of the team on turn vote for a move, which ends the turn."""
    assert isinstance(session.on_turn, Team)
    for voter in VOTERS[:2]:
        await stage.type(voter, f"/move {session.code} {text}", session.on_turn.chat)
    stage.time += 1


async def check_end(stage: scripted.Stage, code: str, valkey: str) -> None:
    """Check the tallies, that no vote stays, and that the game can be looked at afterwards in each language."""
    log = (await stage.store.logs.load_all({code: 0}))[code]
    assert isinstance(log, list)
    moves = [event for text in log for event in read_log_entry(text).events if isinstance(event, Moved)]
    assert {count for move in moves for _, count in move.tally} == {2}
    with Redis.from_url(valkey) as redis:
        assert redis.keys("tetradka:vote*") == []
    for who in VOTERS:
        for command in ("review", "film", "record"):
            (answer, *_) = await stage.type(who, f"/{command} {code}")
            assert code in answer.text, command


@pytest.mark.parametrize("game", LINES)
async def test_two_chats_play_a_game_to_its_end(store: Store, valkey: str, game: str):
    stage, line = scripted.Stage(store), LINES[game]
    await stage.type("vera.ru", f"/challenge chat {game} {line.options} team=1h quorum=2")
    code = await store.logs.open_games().__anext__()
    await stage.type("taras.uk", f"/accept {code}", THERE)
    for move in line.moves:
        await vote_for(stage, move, await load(store, code))
    assert (await load(store, code)).stage is Stage.OVER
    for chat, language in ((CHAT, "Победа: |Ничья"), (THERE, "Перемога: |Нічия")):
        board = stage.newest_in(chat)
        assert re.match(language, board.text)
        assert len(board.buttons[0]) == 3, "Rematch, Review, Record"
    await check_end(stage, code, valkey)


@pytest.mark.parametrize("game", LINES)
async def test_a_chat_plays_the_bot_to_the_end(store: Store, valkey: str, game: str):
    stage = scripted.Stage(store)
    await stage.type("vera.ru", f"/challenge bot easy {game} {LINES[game].options} team=1h quorum=2")
    code = await store.logs.open_games().__anext__()
    while (session := await load(store, code)).stage is Stage.RUNNING:
        await vote_for(stage, min(map(str, session.position.moves())), session)
    assert session.status.outcome is not None
    await check_end(stage, code, valkey)
