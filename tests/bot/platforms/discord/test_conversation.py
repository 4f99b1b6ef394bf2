"""Whole games on a simulated Discord, with the real core, store and pictures behind the adapter."""

from __future__ import annotations

from typing import Any

import pytest
import simcord
import simcord.interactions

from bot.core.language.speech import speech
from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.seen import rows_of, text_of_message
from tests.bot.platforms.discord.table import Table, forbid, house, seat_players
from tests.bot.platforms.discord.whole_game import menus_of, play_whole_game

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


@pytest.fixture
def table(simcord_env) -> Table:
    return seat_players(simcord_env)


@pytest.fixture
def set_language(monkeypatch):
    """Sets the language of everybody's Discord."""

    def set_to(locale: str) -> None:
        make = simcord.interactions.base_payload

        def localized(*given: Any, **named: Any) -> Any:
            record, payload = make(*given, **named)
            return record, {**payload, "locale": locale}

        monkeypatch.setattr(simcord.interactions, "base_payload", localized)

    return set_to


def labels(message: Any) -> list[str]:
    return [button["label"] for row in message.components for button in row["components"]]


async def test_a_challenge_is_accepted_by_whom_it_names_and_by_nobody_else(table):
    await table.ann.slash(table.channel, "challenge", game="dots", opponent=table.bob, options="2x2")
    challenge = table.last
    assert challenge.content.startswith(table.bob.mention)
    refusal = await table.ann.click(challenge, label="Accept")
    assert refusal.response.ephemeral
    await table.bob.click(challenge, label="Accept")
    accepted, board = table.seen
    assert accepted.id == challenge.id
    assert not accepted.components
    assert [user.name for user in board.mentions] == ["ann"]


async def test_a_board_is_a_picture_with_a_description(table):
    await table.begin()
    [picture] = table.last.attachments
    assert (await picture.read()).startswith(PNG)
    assert "2 by 2" in str(picture.description)


async def test_moves_are_typed_as_commands_replies_and_presses(table):
    await table.begin()
    await table.ann.send(table.channel, "А1 – а2", reply_to=table.last)
    assert "a1-a2" in text_of_message(table.last)
    assert [user.name for user in table.last.mentions] == ["bob"]
    await table.move(table.bob, "b1-b2")
    assert "b1-b2" in text_of_message(table.last)
    await table.ann.send(table.channel, "b2-c2", reply_to=table.last)
    assert "b2-c2" in text_of_message(table.last)
    await table.move(table.bob, "b2-b3")
    refusal = await table.move(table.ann, "b1-b2")
    assert refusal.ephemeral
    [first, *_] = labels(refusal.response)
    await table.ann.click(refusal.response, label=first)
    assert first in text_of_message(table.last)
    assert [user.name for user in table.last.mentions] == ["bob"]


async def test_a_move_out_of_turn_is_refused_in_private(table):
    await table.begin()
    before = len(table.seen)
    refusal = await table.move(table.bob, "a1-a2")
    assert refusal.ephemeral
    assert refusal.response.content
    assert len(table.seen) == before


async def test_a_hint_is_for_its_asker_alone_and_can_be_played(table):
    await table.begin()
    before = len(table.seen)
    hint = await table.ann.slash(table.channel, "hint")
    assert hint.ephemeral
    assert hint.response.attachments[0].description
    assert len(table.seen) == before
    [advised] = labels(hint.response)
    await table.ann.click(hint.response, label=advised)
    assert advised in text_of_message(table.last)


async def test_the_board_in_characters_keeps_its_columns(table):
    await table.begin()
    interaction = await table.ann.slash(table.channel, "board", **{"as": "characters"})
    assert interaction.ephemeral
    assert "```\n 3 +   +   +" in interaction.response.content


async def test_legal_moves_codes_and_sizes_are_completed(table):
    await table.begin()
    moves = await table.ann.autocomplete(table.channel, "move", "move", "a1")
    assert [choice["value"] for choice in moves] == ["a1-b1", "a1-a2"]
    codes = await table.ann.autocomplete(table.channel, "resign", "code", "")
    assert table.code in [choice["value"] for choice in codes]
    sizes = await table.ann.autocomplete(table.channel, "challenge", "options", "size=4", game="dots")
    assert [choice["value"] for choice in sizes] == ["size=4x4"]


async def test_a_game_ends_by_resigning_and_everybody_sees_it(table):
    await table.begin()
    await table.move(table.ann, "a1-a2")
    await table.bob.slash(table.channel, "resign", confirm="yes")
    assert "Ann" in text_of_message(table.last)
    assert not await table.ann.autocomplete(table.channel, "move", "move", "")


async def test_rules_come_with_a_picture(table):
    interaction = await table.ann.slash(table.channel, "rules", game="dots")
    assert interaction.ephemeral
    assert len(interaction.response.attachments) == 1
    assert all(picture.description for picture in interaction.response.attachments)


async def test_talk_among_players_is_left_alone(table):
    await table.begin()
    before = len(table.channel.history())
    await table.ann.send(table.channel, "well played!", reply_to=table.last)
    await table.ann.send(table.channel, "a1-a2")
    assert len(table.channel.history()) == before + 2


async def test_games_and_their_buttons_outlive_the_process(table, empty_valkey):
    await table.ann.slash(table.channel, "challenge", game="dots", opponent=table.bob, options="2x2")
    await table.env.restart_bot(house(empty_valkey))
    await table.bob.click(table.last, label="Accept")
    old_board = table.last
    await table.move(table.ann, "a1-a2")
    await table.env.restart_bot(house(empty_valkey))
    assert old_board.id not in [message.id for message in table.seen]
    stale = await table.ann.click(table.last, label="Hint")
    assert stale.response.ephemeral
    assert stale.response.content == speech("en").say("not-your-turn", player="Bob")
    await table.move(table.bob, "b1-b2")
    assert "b1-b2" in text_of_message(table.last)


async def test_bare_text_plays_against_the_bot_in_private(table):
    await table.ann.user.slash("challenge", game="dots", level="easy", options="2x2")
    await table.ann.user.send_dm("a1-a2")
    [picture] = table.ann.user.dm_channel.last_message.attachments
    assert "a1-a2" in str(picture.description)
    await table.ann.user.send_dm("z9-z8")
    assert "z9" in table.ann.user.dm_channel.last_message.content


async def test_without_permission_to_post_a_game_is_played_in_answers(table):
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=403, times=None)
    await table.begin()
    await table.move(table.ann, "a1-a2")
    assert "a1-a2" in text_of_message(table.last)
    assert table.last.attachments


@pytest.mark.parametrize("presses", [False, pytest.param(True, marks=pytest.mark.long)], ids=["typed", "by presses"])
async def test_a_hidden_channel_gets_no_request_and_two_messages_remain(table, presses):
    forbid(table, view_channel=True)
    game = await play_whole_game(table, presses)
    assert (game.moves, game.left) == (24, 2)
    assert game.calls <= 2.2 * game.moves
    query = [request.path for request in table.env.http_requests if request.method != "GET"]
    assert [path for path in query if path.startswith(f"/channels/{table.channel.id}/")] == []


@pytest.mark.parametrize(("locale", "language"), [("ru", "ru"), ("uk", "uk"), ("en-GB", "en"), ("de", "en")])
async def test_a_game_speaks_its_players_language(table, set_language, locale, language):
    set_language(locale)
    words = speech(language)
    refusal = await table.move(table.ann, "a1-a2")
    assert text_of_message(refusal.response) == words.say("no-game-here")
    await table.begin()
    assert words.say("game-dots") in text_of_message(table.last)
    await table.ann.user.send_dm("/accept BCDFGH")
    assert table.ann.user.dm_channel.last_message.content == words.say("unknown-code", part="BCDFGH")


async def test_a_private_menu_keeps_the_opponent_and_leads_to_a_challenge(table):
    interaction = await table.ann.slash(table.channel, "setup", game="dots", opponent=table.bob)
    menu = interaction.response
    assert menu.ephemeral
    sizes = (await table.ann.click(menu, label="5x5 …")).response
    choice = (await table.ann.click(sizes, label="3x3")).response
    assert f"/challenge {table.bob.mention} dots 3x3" in text_of_message(choice)
    challenge = (await table.ann.click(choice, label="Start")).response
    assert (challenge.id, labels(challenge)) == (menu.id, [])
    assert text_of_message(table.last).startswith(f"<@{table.bob.id}>, Ann challenges you: Dots and Boxes, 3x3")


@pytest.mark.parametrize(
    ("presses", "calls", "pings"), [pytest.param(False, 48, 15, marks=pytest.mark.long), (True, 24, 0)]
)
async def test_a_whole_game_takes_few_calls_a_move_and_leaves_two_messages(table, presses, calls, pings):
    game = await play_whole_game(table, presses)
    assert (game.moves, game.calls, game.left) == (24, calls, 2)
    assert game.pings == pings
    assert [bool(message.attachments or rows_of(message)) for message in table.seen] == [False, True]


async def test_moves_or_their_beginnings_are_chosen_in_one_press_from_at_most_two_menus(table):
    await table.begin("3x3")
    [menu] = menus_of(table.last)
    assert (menu.placeholder, len(menu.options)) == ("Which side do you draw?", 24)
    [row] = [[(button.label, button.style.name) for button in row] for row in rows_of(table.last) if row]
    assert row == [("✏️ Type a move", "primary"), ("Hint", "secondary"), ("More", "secondary")]
    await table.begin("4x4")
    assert [menu.placeholder for menu in menus_of(table.last)] == ["a1-b1 … e1-e2", "a2-a3 … e4-e5"]
    await table.begin("5x5 pie=0")  # the first dot of a side, then the second
    assert [menu.placeholder for menu in menus_of(table.last)] == ["a1 … e1", "e2 … f6"]
    await table.begin("8x8 pie=0")
    assert [menu.placeholder for menu in menus_of(table.last)] == ["In which column?"]
    assert "Make a move" not in [button.label for row in rows_of(table.last) for button in row]


async def test_a_board_mentions_only_ways_to_move_that_work_there(table):
    await table.begin()
    board_text = text_of_message(table.last)
    await table.move(table.ann, "a1-a2")
    answer_text = text_of_message(table.last)
    assert "Reply with your move" in board_text
    assert "Reply" not in answer_text
    assert "Press “✏️ Type a move”, or send /move" in answer_text


async def test_in_a_channel_where_the_bot_was_only_mentioned_bare_text_is_not_suggested(table):
    await table.ann.send(table.channel, f"<@{table.env.bot.user.id}> /challenge bot easy dots 2x2")
    assert "Your move: type" not in text_of_message(table.last)
    assert "/move a1-b1" in text_of_message(table.last)


async def test_rare_buttons_are_shown_only_to_the_person_who_presses_more(table):
    await table.begin()
    more = await table.ann.click(table.last, label="More")
    assert more.ephemeral
    rows = [[part["label"] for part in row["components"]] for row in more.response.components]
    assert rows == [
        ["Show the idea", "Ideas"],
        ["Moves", "Show as text", "Rules"],
        ["Take back", "Offer draw", "Resign"],
    ]


async def test_the_line_about_an_offer_is_deleted_with_its_answer(table):
    await table.begin()
    before = len(table.seen)
    await table.ann.slash(table.channel, "draw")
    assert [user.id for user in table.last.mentions] == [table.bob.id]
    assert len(table.seen) == before + 1
    await table.bob.slash(table.channel, "draw", answer="no")
    assert len(table.seen) == before
    assert "Bob declines the draw" in text_of_message(table.last)
