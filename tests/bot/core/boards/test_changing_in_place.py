"""A board changes in place while both players are there, and pings the one who has not answered a minute later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.scripted import ScriptedPlatform, Stage, private_chat

GROUP = Chat("stage", "9")
MINUTE = 60.0


@dataclass
class Tidy(ScriptedPlatform):
    """An adapter that deletes older boards; talk may have pushed up its messages."""

    deletes: bool = True
    is_quiet: bool = True

    def is_last(self, chat: Chat, message: str) -> bool:
        return self.is_quiet


@pytest.fixture
def adapter() -> Tidy:
    return Tidy()


@pytest.fixture
def stage(store: Store, adapter: Tidy) -> Stage:
    return Stage(store, adapter=adapter)


async def begin(stage: Stage, options: str = "dots 3x3 pie=0") -> None:
    await stage.type("ann", f"/challenge @bob {options}", GROUP)
    await stage.press("bob", "Accept", GROUP)


def boards(stage: Stage, chat: Chat = GROUP) -> list[tuple[str, Message]]:
    """Return the boards that a chat was shown, with their ids, oldest first."""
    return [(post, message) for post, where, message in stage.adapter.shown if where == chat and message.picture]


async def play(stage: Stage, *turns: tuple[str, str], chat: Chat = GROUP, seconds: float = 5.0) -> None:
    """Press moves on the newest board, so many seconds after each other."""
    for who, move in turns:
        stage.time += seconds
        await press(stage, who, move, chat)


async def press(stage: Stage, who: str, move: str, chat: Chat = GROUP) -> None:
    post, board = boards(stage, chat)[-1]
    assert board.picture
    tag = board.picture.of
    await stage.type(who, f"/move {tag} {move}", chat, pressed=True, replies_to=post)


async def pass_time(stage: Stage, seconds: float) -> None:
    stage.time += seconds
    await stage.router.sweep()
    await stage.router.wait_until_idle()


MOVES = [("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "c1-c2"), ("bob", "d1-d2")]


def posts(stage: Stage, chat: Chat = GROUP) -> Iterator[str]:
    return (post for post, _ in boards(stage, chat))


async def test_one_message_shows_all_moves_of_players_who_answer_at_once(stage: Stage):
    await begin(stage)
    *_, post_before = posts(stage)
    await play(stage, *MOVES)
    assert list(posts(stage))[-4:] == [post_before] * 4
    board_count = len(boards(stage))
    await pass_time(stage, MINUTE - 1)
    assert len(boards(stage)) == board_count


@pytest.mark.parametrize(("seconds", "is_posted"), [(MINUTE - 1, False), (MINUTE, True)])
async def test_a_player_counts_as_present_for_a_minute_after_accepting(stage: Stage, seconds: float, is_posted: bool):
    await begin(stage)
    post_before, _ = boards(stage)[-1]
    await play(stage, MOVES[0], seconds=seconds)
    assert (boards(stage)[-1][0] != post_before) is is_posted


async def test_a_player_who_does_not_answer_is_pinged_once_a_minute_later(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:2])
    post_before, _ = boards(stage)[-1]
    await pass_time(stage, MINUTE + 1)
    (post, board), board_count = boards(stage)[-1], len(boards(stage))
    assert post != post_before
    assert board.mention and board.mention.id == "ann"
    assert board.envelope.follows and board.envelope.follows.message == post_before
    await pass_time(stage, MINUTE + 1)
    assert len(boards(stage)) == board_count


async def test_a_player_is_pinged_by_the_next_process_if_the_first_was_killed(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:2])
    stage.restart()
    await pass_time(stage, MINUTE + 1)
    board = boards(stage)[-1][1]
    assert board.mention and board.mention.id == "ann"


async def test_a_player_is_pinged_where_the_group_has_moved(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:2])
    moved_group = Chat("stage", "99")
    await stage.router.migrate(GROUP, moved_group)
    await pass_time(stage, MINUTE + 1)
    [(_, board)] = boards(stage, moved_group)
    assert board.mention and board.mention.id == "ann"


async def test_a_player_who_has_answered_is_not_pinged(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:3])
    await pass_time(stage, MINUTE - 2)
    await play(stage, MOVES[3], seconds=1)
    board_count = len(boards(stage))
    await pass_time(stage, 4)
    assert len(boards(stage)) == board_count


async def test_a_player_who_moves_and_is_to_move_again_is_not_pinged(stage: Stage):
    await begin(stage, "dots 1x2 pie=0")
    await play(stage, ("ann", "a1-b1"), ("bob", "a2-b2"), ("ann", "a1-a2"))
    await play(stage, ("bob", "b1-b2"), seconds=MINUTE - 4)
    board_count = len(boards(stage))
    await pass_time(stage, 5)
    assert len(boards(stage)) == board_count


async def test_a_player_who_was_away_for_a_minute_is_pinged_at_once(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:2])
    post_before, _ = boards(stage)[-1]
    await play(stage, MOVES[2], seconds=MINUTE - 1)
    assert boards(stage)[-1][0] == post_before
    await play(stage, MOVES[3], seconds=MINUTE)
    post, board = boards(stage)[-1]
    assert post != post_before
    assert board.mention and board.mention.id == "ann"


async def test_a_board_that_talk_has_pushed_up_is_posted_below_the_talk(stage: Stage, adapter: Tidy):
    await begin(stage)
    await play(stage, *MOVES[:2])
    adapter.is_quiet = False
    await play(stage, MOVES[2])
    post_before, post_after = list(posts(stage))[-2:]
    assert post_before != post_after


async def test_a_typed_move_posts_its_board_below_its_text(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:2])
    await stage.type("ann", "/move c1-c2", GROUP)
    post_before, post_after = list(posts(stage))[-2:]
    assert post_before != post_after


@pytest.mark.parametrize("time", ["3m+2s", "10m"])
async def test_a_player_with_little_time_is_pinged_at_once(stage: Stage, time: str):
    await begin(stage, f"dots 3x3 pie=0 time={time}")
    await play(stage, *MOVES)
    shown_posts = list(posts(stage))
    assert len(set(shown_posts)) == len(shown_posts)


async def test_an_offer_on_a_board_that_changed_in_place_takes_no_ping_away(stage: Stage):
    await begin(stage)
    await play(stage, *MOVES[:2])
    await stage.type("bob", "/draw", GROUP)
    await stage.type("ann", "/draw no", GROUP)
    await pass_time(stage, MINUTE + 1)
    board = boards(stage)[-1][1]
    assert board.mention and board.mention.id == "ann"


@pytest.mark.parametrize(("seconds", "is_posted"), [(5, False), (MINUTE, True)])
async def test_the_last_board_of_a_game_is_posted_for_a_player_who_was_away(
    stage: Stage, seconds: float, is_posted: bool
):
    await begin(stage, "dots 1x1 pie=0")
    await play(stage, ("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "a1-b1"))
    post_before, _ = boards(stage)[-1]
    await play(stage, ("bob", "a2-b2"), seconds=seconds)
    assert (boards(stage)[-1][0] != post_before) is is_posted


async def test_two_boards_change_in_place_where_each_player_has_their_own_chat(stage: Stage):
    chats = {who: private_chat(who) for who in ("ann", "bob")}
    await stage.type("bob", "/help", chats["bob"], alone=True, in_private=True)
    await stage.type("ann", "/challenge @bob dots 3x3 pie=0", chats["ann"], alone=True, in_private=True)
    await stage.press("bob", "Accept", chats["bob"], in_private=True)
    for who, move in MOVES[:2]:
        stage.time += 5
        await press(stage, who, move, chats[who])
    post_before = {who: list(posts(stage, chat))[-1] for who, chat in chats.items()}
    for who, move in MOVES[2:]:
        stage.time += 5
        await press(stage, who, move, chats[who])
    assert post_before == {who: list(posts(stage, chat))[-1] for who, chat in chats.items()}
    await pass_time(stage, MINUTE + 1)
    assert list(posts(stage, chats["bob"]))[-1] == post_before["bob"]
    post, board = boards(stage, chats["ann"])[-1]
    assert post != post_before["ann"]
    assert board.mention and board.mention.id == "ann"


async def test_a_group_without_pings_gets_the_board_again_without_one(stage: Stage):
    await begin(stage)
    await stage.type("ann", "/settings mentions=no", GROUP)
    await play(stage, *MOVES[:2])
    post_before, _ = boards(stage)[-1]
    await pass_time(stage, MINUTE + 1)
    post, board = boards(stage)[-1]
    assert post != post_before
    assert board.mention is None
