"""Games in chats where the bot is not, played by presses alone in one message."""

from __future__ import annotations

import pytest

from bot.doors import words
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.inline import ACCEPT, begun, board, edited
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann", username="ann", language="ru")


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob", language="uk")


@pytest.mark.usefixtures("house")
async def test_a_game_is_played_to_its_end_by_presses_in_two_languages(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "dots 1x1", ann, bob)
    for player, move in ((ann, "a1-b1"), (bob, "a2-b2"), (ann, "a1-a2"), (bob, "b1-b2")):
        said = await player.presses(post, move).toast()
        assert move in said.text
        post = await town.elsewhere.edited()
        assert move in post.text
    assert "Bob" in post.text
    assert words("ru", "button-rematch") in post.buttons


@pytest.mark.usefixtures("house")
async def test_strangers_and_who_is_not_on_turn_are_told_so_in_their_language(
    town: Town, ann: Human, bob: Human
) -> None:
    post = await begun(town, "lgame", ann, bob)
    assert (await bob.presses(post, "c2").toast()).text == "Зараз не ваш хід: ходить Ann."
    eve = Human(town, "Eve")
    assert "You are not playing" in (await eve.presses(post, "c2").toast()).text


@pytest.mark.parametrize("game", ["dots 3x3", "lgame", "tupik", "digits", "curves"])
@pytest.mark.usefixtures("house")
async def test_every_game_has_its_first_move_by_buttons(town: Town, ann: Human, bob: Human, game: str) -> None:
    post = await begun(town, game, ann, bob)
    for _ in range(9):
        label, typed = next(iter(post.buttons.items()))
        ann.presses(post, label)
        post = await town.elsewhere.edited()
        if typed.startswith("/move"):
            break
    assert "\nAnn: " in post.text


async def test_a_game_outlives_the_bot(town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human) -> None:
    async with living(api, store):
        invitation = ann.sends((await ann.queries("dots 1x1"))[0])
    async with living(api, store):
        bob.presses(invitation, ACCEPT)
        post = await edited(town, "ваш ход")
    async with living(api, store):
        ann.presses(post, "a1-b1")
        assert "Bob, ваш хід" in (await town.elsewhere.edited()).text


@pytest.mark.usefixtures("house")
async def test_who_follows_the_link_plays_on_in_their_own_chat_and_language(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "dots 1x1", ann, bob)
    (link,) = post.links.values()
    bob.says(bob.starts(), f"/start {link.partition('start=')[2]}")
    own = await bob.room.post()
    assert own.pictures
    assert "Ходить Ann." in own.text
    assert "ход" not in own.text
    ann.presses(post, "a1-b1")
    assert "Bob, ваш хід." in (await bob.room.news()).text
    assert "Bob, ваш хід." in (await board(town)).text
    bob.says(bob.room, "a2-b2")
    assert "Bob: a2-b2." in (await board(town)).text
    assert "Ходить Ann." in (await bob.room.news()).text


@pytest.mark.usefixtures("house")
async def test_resigning_asks_in_the_message_and_a_rematch_is_offered_there(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "dots 1x1", ann, bob)
    bob.presses(post, words("ru", "button-give-up"))
    asked = await board(town)
    assert list(asked.buttons) == [words("uk", "button-resign"), words("uk", "button-back")]
    assert "You are not" in (await Human(town, "Eve").presses(asked, words("uk", "button-resign")).toast()).text
    ann.presses(asked, words("uk", "button-back"))
    assert "a1-b1" in (await board(town)).buttons
    toast = await bob.presses(asked, words("uk", "button-resign")).toast()
    assert toast.text == words("uk", "you-resigned")
    over = await board(town)
    assert "Bob" in over.text
    bob.presses(over, words("ru", "button-rematch"))
    question = await town.elsewhere.edited()
    ann.presses(question, ACCEPT)
    assert "Bob" in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_a_draw_is_asked_for_and_declined_in_the_message(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "dots 1x1", ann, bob)
    ann.presses(post, words("ru", "button-offer-draw"))
    offered = await board(town)
    assert words("ru", "button-decline-draw") in offered.buttons
    bob.presses(offered, words("ru", "button-decline-draw"))
    assert words("ru", "button-decline-draw") not in (await board(town)).buttons


@pytest.mark.usefixtures("house")
async def test_a_hint_is_for_who_asks_alone(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "dots 1x1", ann, bob)
    told = await ann.presses(post, words("ru", "button-hint")).toast()
    assert told.alert
    assert 60 < len(told.text) <= 200
    ann.says(ann.starts(), "/help")
    await ann.room.post()
    ann.presses(post, words("ru", "button-ideas"))
    assert (await ann.room.post()).pictures


@pytest.mark.usefixtures("house")
async def test_a_move_may_be_typed_to_the_guest_who_answers_refusals_alone(town: Town, ann: Human, bob: Human) -> None:
    await begun(town, "dots 1x1", ann, bob)
    refused = await ann.mentions("a1-b2")
    assert "a1-b2" in refused.text
    ann.names("a1-b1")
    assert "Ann: a1-b1." in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_buttons_for_the_cells_stand_as_the_cells_do(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "digits 4x4", ann, bob)
    rows = [[button["text"] for button in row] for row in post.json["reply_markup"]["inline_keyboard"][:4]]
    assert rows[0] == ["a4", "b4", "c4", "d4"]
    ann.presses(post, "b1")
    post = await board(town)
    rows = [[button["text"] for button in row] for row in post.json["reply_markup"]["inline_keyboard"][:4]]
    assert rows[3] == ["a1", "·", "c1", "d1"]


@pytest.mark.usefixtures("house")
async def test_a_rematch_from_ones_own_chat_is_asked_for_in_the_message(town: Town, ann: Human, bob: Human) -> None:
    post = await begun(town, "dots 1x1", ann, bob)
    (link,) = post.links.values()
    bob.says(bob.starts(), f"/start {link.partition('start=')[2]}")
    await bob.room.post()
    bob.says(bob.room, "/resign yes")
    await board(town)
    while words("uk", "button-rematch") not in (own := await bob.room.post()).buttons:
        pass
    bob.presses(own, words("uk", "button-rematch"))
    while ACCEPT not in (asked := await town.elsewhere.edited()).buttons:
        pass
    ann.presses(asked, ACCEPT)
    assert "Ходит Bob." in (await board(town)).text
    while "Bob, ваш хід" not in (await bob.room.post()).text:
        pass


async def test_a_last_board_that_was_held_up_gives_way_to_the_rematch(
    town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human
) -> None:
    async with living(api, store):
        post = await begun(town, "dots 1x1", ann, bob)
        (link,) = post.links.values()
        bob.says(bob.starts(), f"/start {link.partition('start=')[2]}")
        await bob.room.post()
        town.elsewhere.floods.append(3600)
        bob.says(bob.room, "/resign yes")
        while words("uk", "button-rematch") not in (own := await bob.room.post()).buttons:
            pass
        bob.presses(own, words("uk", "button-rematch"))
        while ACCEPT not in (asked := await town.elsewhere.edited()).buttons:
            pass
    async with living(api, store) as house:
        await house.sweep()
        await house.idle()
        ann.presses(asked, ACCEPT)
        assert "Ходит Bob." in (await town.elsewhere.edited()).text
