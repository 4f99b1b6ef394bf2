"""Votes of a team's members and the answers to them."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, Stage, private_chat

BEGIN = "/challenge bot easy dots 2x2 team=10m first"


async def test_a_counted_vote_that_is_delivered_again_after_its_turn_is_not_called_late(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=1")
    await stage.type("bob", "a1-b1", cause="stage:1")
    (answer,) = await stage.type("bob", "a1-b1", cause="stage:1")
    assert answer.text == "Your vote has been counted."
    (answer,) = await stage.type("bob", "a1-b1", cause="stage:2")
    assert answer.text.startswith("Too late")


async def test_a_leading_move_is_one_press_away(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=9")
    await stage.type("ann", "a1-b1")
    (answer,) = await stage.press("bob", "a1-b1 (1)")
    assert answer.text == "Your vote: a1-b1. 2 people have voted."


async def test_only_a_typed_vote_can_be_confirmed_by_a_sign_and_not_to_a_reader_of_boards_in_words(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=9")
    (receipt_of_text,) = await stage.type("ann", "a1-b1")
    (receipt_of_press,) = await stage.press("bob", "a1-b1 (1)")
    await stage.type("carl", "/board always text")
    (receipt_in_words,) = await stage.type("carl", "a1-b1")
    assert [each.envelope.sign for each in (receipt_of_text, receipt_of_press, receipt_in_words)] == ["✍", "", ""]


async def test_each_member_has_the_menu_of_moves_in_private(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 5x5 team=10m first")
    count_before = len(stage.adapter.shown)
    (menu,) = await stage.press("bob", "Make a move", replies_to=stage.adapter.shown[-1][0])
    step = menu.buttons[0][0].types
    (then,) = await stage.type("bob", step, pressed=True, replies_to=stage.adapter.shown[-1][0])
    assert (then.envelope.private, then.envelope.update) == (True, False)
    assert len(stage.adapter.shown) == count_before


async def test_the_first_of_several_late_votes_is_answered_in_words_and_the_others_by_a_sign(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=1")
    await stage.type("ann", "a1-b1")
    answers = [answer for who in ("bob", "carl") for answer in await stage.type(who, "a1-b1")]
    assert {answer.text[:8] for answer in answers} == {"Too late"}
    assert [answer.envelope.sign for answer in answers] == ["", "🤷"]


async def test_votes_of_one_team_do_not_delay_the_board_of_the_other(store: Store):
    stage, there = Stage(store), Chat("stage", "there")
    await stage.type("ann", "/challenge chat dots 2x2 team=1h quorum=9")
    code = await stage.store.logs.open_games().__anext__()
    await stage.type("dan", f"/accept {code}", there)
    for who, text, chat in (("ann", "/draw", CHAT), ("dan", "/draw", there)):
        count_before = len(stage.adapter.shown)
        await stage.type(who, text, chat)
        assert [each for _, each, _ in stage.adapter.shown[count_before:]].count(chat) == 1


async def test_a_rematch_of_two_chats_is_offered_to_the_other_chat(store: Store):
    stage, here, there = Stage(store), Chat("stage", "here"), Chat("stage", "there")
    await stage.type("ann", "/challenge chat dots 1x1 team=1h quorum=1", here)
    code = await store.logs.open_games().__anext__()
    await stage.type("bob", f"/accept {code}", there)
    await stage.type("carl", "/resign", here)
    await stage.press("dan", "Rematch", there)
    assert "Second team, First team challenges you" in stage.newest_in(here).text
    (answer,) = await stage.type("eve", "/again", there)
    assert answer.text.startswith("Another chat must accept this challenge"), "one offer is enough"
    await stage.press("carl", "Accept", here)
    assert stage.newest_in(there).text.startswith("First team, your move.")


async def test_two_members_who_press_rematch_begin_one_game(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=1")
    await stage.type("ann", "/resign")
    button = stage.button("Rematch")
    for who in ("bob", "carl"):
        await stage.type(who, button.types, pressed=True)
    assert len([code async for code in store.logs.open_games()]) == 1


async def test_a_board_in_words_has_the_votes(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=9")
    await stage.type("ann", "a1-b1")
    (answer,) = await stage.type("bob", "/board text")
    assert answer.text.splitlines()[-1].startswith("1 person has voted: a1-b1 (1).")


async def test_the_time_shown_without_votes_is_that_of_the_board(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=1")
    (answer,) = await stage.type("bob", "/votes")
    assert answer.text.splitlines()[1:] == [
        "Nobody has voted yet.",
        "The first vote ends the turn.",
        "The turn ends in 10\N{NO-BREAK SPACE}min.",
    ]


async def test_forgetting_someone_resigns_no_game_of_a_team(store: Store):
    stage = Stage(store)
    await stage.type("ann", BEGIN)
    (answer,) = await stage.type("ann", "/forgetme", private_chat("ann"), in_private=True)
    assert "resigns" not in answer.text


async def test_a_range_is_not_suggested_as_a_value(store: Store):
    (answer,) = await Stage(store).type("ann", f"{BEGIN} quorum=100000")
    assert (answer.text, answer.buttons) == ("quorum can’t be “100000”. It can be: 1..1000.", ())


async def test_a_team_on_turn_is_what_next_and_help_show_in_its_chat(store: Store):
    stage = Stage(store)
    await stage.type("ann", BEGIN)
    for who in ("ann", "bob"):
        (board,) = await stage.type(who, "/next")
        assert board.text.startswith("Team, your move.")
        (answer,) = await stage.type(who, "/help")
        assert answer.text.startswith("Your move: Dots and Boxes")


async def test_an_absence_pauses_no_game_of_a_team(store: Store):
    stage = Stage(store)
    await stage.type("ann", BEGIN)
    (answer,) = await stage.type("ann", "/away 2d", private_chat("ann"), in_private=True)
    assert "paused" not in answer.text


async def test_team_without_a_time_is_explained_with_a_button(store: Store):
    stage = Stage(store)
    (answer,) = await stage.type("ann", "/challenge bot easy dots 2x2 team")
    assert answer.text == "The option team needs a value, such as team=1h. Did you mean:"
    await stage.press("ann", "team=1h")
    assert stage.board.text.startswith("Team, your move.")


async def test_a_move_that_is_no_longer_legal_is_explained_once_the_new_board_was_seen(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{BEGIN} quorum=1")
    await stage.type("ann", "a1-b1")
    (answer,) = await stage.type("bob", "a1-b1")
    assert answer.text.startswith("Too late")
    stage.time += 16
    (answer,) = await stage.type("bob", "a1-b1")
    assert answer.text.startswith("The side a1-b1 is already drawn.")


@pytest.mark.parametrize("command", ["/draw", "/resign", "/hint"])
async def test_a_vote_for_an_action_can_be_withdrawn_and_given_again(store: Store, command: str):
    stage = Stage(store)
    await stage.type("ann", BEGIN)
    await stage.type("ann", command)
    (state,) = await stage.type("ann", "/votes")
    assert "You voted to " in state.text
    (answer,) = await stage.press("ann", "Withdraw my vote", cause="stage:1")
    assert answer.text.startswith("You’ve withdrawn your vote to ")
    await stage.type("ann", command)
    await stage.type("ann", state.buttons[0][0].types, pressed=True, cause="stage:1")
    (state,) = await stage.type("ann", "/votes")
    assert "1 of 2" in state.text, "a repeated delivery withdraws nothing"
    (answer,) = await stage.type("bob", "/votes withdraw")
    assert answer.text.startswith("You have no vote to withdraw")


async def test_a_withdrawal_delivered_twice_is_answered_alike(store: Store):
    stage = Stage(store)
    await stage.type("ann", BEGIN)
    await stage.type("ann", "/draw")
    await stage.type("ann", "/resign")
    answers = [await stage.type("ann", "/votes withdraw", cause="stage:1") for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0][0].text.count("You’ve withdrawn your vote to ") == 2
    (answer,) = await stage.type("ann", "/votes withdraw", cause="stage:2")
    assert answer.text.startswith("You have no vote to withdraw")


@pytest.mark.parametrize("text", ["/move {} a1-b1", "/votes {}", "/resign {}", "/hint {}", "/why {}", "a1-b1"])
async def test_the_person_who_started_a_team_game_votes_only_in_its_chat(store: Store, text: str):
    stage = Stage(store)
    await stage.type("ann", BEGIN)
    code = await store.logs.open_games().__anext__()
    (answer,) = await stage.type("ann", text.format(code), private_chat("ann"), in_private=True, alone=True)
    assert answer.text == f"Your team plays game {code} in another chat or thread. Vote there."


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("time=1d", "“team=10m” is the time of each turn, so leave out “time=1d”."),
        ("coach=yes", "A team has no coach, so leave out “coach=yes”."),
    ],
)
async def test_options_that_teams_do_not_have_are_refused_one_by_one(store: Store, option: str, reason: str):
    (answer,) = await Stage(store).type("ann", f"{BEGIN} {option}")
    assert answer.text == reason


async def test_a_rematch_is_offered_once_though_the_group_has_moved(store: Store):
    stage, here, there, moved_chat = Stage(store), Chat("stage", "here"), Chat("stage", "there"), Chat("stage", "new")
    await stage.type("ann", "/challenge chat dots 1x1 team=1h quorum=1", here)
    code = await store.logs.open_games().__anext__()
    await stage.type("bob", f"/accept {code}", there)
    await stage.type("carl", "/resign", here)
    await stage.type("dan", f"/again {code}", here)
    await stage.router.migrate(here, moved_chat)
    await stage.type("eve", f"/again {code}", moved_chat)
    assert len([each async for each in store.logs.open_games()]) == 1
    await stage.type("bob", f"/again {code}", there)
    assert stage.newest_in(there).text.startswith("First team, your move.")
    assert len([each async for each in store.logs.open_games()]) == 1


async def test_the_menu_of_a_challenge_makes_a_team_only_in_a_group(store: Store):
    stage = Stage(store)
    (menu,) = await stage.type("ann", "/setup dots")
    assert "no team …" in [button.label for row in menu.buttons for button in row]
    (menu,) = await stage.type("ann", "/setup dots", private_chat("ann"), in_private=True)
    assert "no team …" not in [button.label for row in menu.buttons for button in row]
    (answer,) = await stage.type("ann", "/challenge bot team=1h", private_chat("ann"), in_private=True)
    assert answer.text.startswith("A team needs a group.")
