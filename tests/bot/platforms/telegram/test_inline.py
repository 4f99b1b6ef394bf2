"""Games in chats where the bot is not: invitations by a list or as a guest, and play in one message."""

from __future__ import annotations

import time

import pytest

from bot.core.handlers.services import Limits
from bot.core.language.speech import say
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Town

ACCEPT = say("ru", "button-accept")


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann", username="ann", language="ru")


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob", language="uk")


async def until_edited(town: Town, part: str) -> Post:
    """The message as soon as it says that."""
    while part not in (post := await town.elsewhere.edited()).text:
        pass
    return post


async def board(town: Town) -> Post:
    """The message as soon as a board stands there."""
    while not (post := await town.elsewhere.edited()).has_grid:
        pass
    return post


async def begin_game(town: Town, text: str, challenger: Human, opponent: Human) -> Post:
    """A game that the two play in one message; its first board."""
    listed = await challenger.queries(text)
    opponent.presses(challenger.sends(listed[0]), ACCEPT)
    return await board(town)


@pytest.mark.usefixtures("house")
async def test_a_game_is_played_to_its_end_by_presses_in_two_languages(town: Town, ann: Human, bob: Human) -> None:
    post = await begin_game(town, "dots 1x1", ann, bob)
    for player, move in ((ann, "a1-b1"), (bob, "a2-b2"), (ann, "a1-a2"), (bob, "b1-b2")):
        toast = await player.presses(post, move).toast()
        assert move in toast.text
        post = await town.elsewhere.edited()
        assert move in post.text
    assert "Bob" in post.text
    assert say("ru", "button-rematch") in post.buttons


@pytest.mark.usefixtures("house")
async def test_strangers_and_players_out_of_turn_are_refused_in_their_language(
    town: Town, ann: Human, bob: Human
) -> None:
    post = await begin_game(town, "lgame", ann, bob)
    assert (await bob.presses(post, "c2-c4-d4").toast()).text == "Зараз не ваш хід: ходить Ann."
    eve = Human(town, "Eve")
    assert "You aren’t playing" in (await eve.presses(post, "c2-c4-d4").toast()).text


@pytest.mark.parametrize("game", ["dots 3x3", "lgame", "tupik", "digits", "curves"])
@pytest.mark.usefixtures("house")
async def test_every_game_has_its_first_move_by_buttons(town: Town, ann: Human, bob: Human, game: str) -> None:
    post = await begin_game(town, game, ann, bob)
    for _ in range(9):
        label, text = next(iter(post.buttons.items()))
        press = ann.presses(post, label)
        if is_half := " +" in text:
            await press.toast()
            ann.presses(post, next(label for label, half in post.buttons.items() if half.endswith("+keep")))
        post = await town.elsewhere.edited()
        if is_half or text.startswith("/move"):
            break
    assert "\nAnn: " in post.text


async def test_a_game_outlives_the_bot(town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human) -> None:
    async with living(api, store):
        invitation = ann.sends((await ann.queries("dots 1x1"))[0])
    async with living(api, store):
        bob.presses(invitation, ACCEPT)
        post = await until_edited(town, "ваш ход")
    async with living(api, store):
        ann.presses(post, "a1-b1")
        assert "Bob, ваш ход" in (await town.elsewhere.edited()).text


@pytest.mark.usefixtures("house")
async def test_a_person_who_follows_the_link_continues_in_their_own_chat_and_language(
    town: Town, ann: Human, bob: Human
) -> None:
    post = await begin_game(town, "dots 1x1", ann, bob)
    (link,) = post.links.values()
    bob.says(bob.starts(), f"/start {link.partition('start=')[2]}")
    private_room = await bob.room.post()
    assert private_room.pictures
    assert "Ходить Ann." in private_room.text
    assert "ход" not in private_room.text
    ann.presses(post, "a1-b1")
    assert "Bob, ваш хід." in (await bob.room.post()).text
    assert "Bob, ваш ход." in (await board(town)).text
    bob.says(bob.room, "a2-b2")
    assert "Bob: a2-b2." in (await board(town)).text
    assert "Ходить Ann." in (await bob.room.news()).text


@pytest.mark.usefixtures("house")
async def test_resigning_asks_in_the_message_and_a_rematch_is_offered_there(town: Town, ann: Human, bob: Human) -> None:
    post = await begin_game(town, "dots 1x1", ann, bob)
    bob.presses(post, say("ru", "button-give-up"))
    asked = await board(town)
    assert list(asked.buttons) == [say("uk", "button-resign"), say("uk", "button-back")]
    assert "You aren’t" in (await Human(town, "Eve").presses(asked, say("uk", "button-resign")).toast()).text
    ann.presses(asked, say("uk", "button-back"))
    assert "a1-b1" in (await board(town)).buttons
    toast = await bob.presses(asked, say("uk", "button-resign")).toast()
    assert toast.text == say("uk", "you-resigned")
    over = await board(town)
    assert "Bob" in over.text
    bob.presses(over, say("ru", "button-rematch"))
    question = await town.elsewhere.edited()
    ann.presses(question, ACCEPT)
    assert "Bob" in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_a_draw_is_offered_and_declined_in_the_message(town: Town, ann: Human, bob: Human) -> None:
    post = await begin_game(town, "dots 1x1", ann, bob)
    ann.presses(post, say("ru", "button-offer-draw"))
    offer = await board(town)
    assert say("ru", "button-decline-draw") in offer.buttons
    bob.presses(offer, say("ru", "button-decline-draw"))
    assert say("ru", "button-decline-draw") not in (await board(town)).buttons


@pytest.mark.usefixtures("house")
async def test_a_hint_is_visible_only_to_the_asker(town: Town, ann: Human, bob: Human) -> None:
    post = await begin_game(town, "dots 1x1", ann, bob)
    toast = await ann.presses(post, say("ru", "button-hint")).toast()
    assert toast.alert
    assert 60 < len(toast.text) <= 200
    ann.says(ann.starts(), "/help")
    await ann.room.post()
    ann.presses(post, say("ru", "button-ideas"))
    assert (await ann.room.post()).pictures


@pytest.mark.usefixtures("house")
async def test_a_move_can_be_typed_to_the_guest_which_answers_only_refusals(town: Town, ann: Human, bob: Human) -> None:
    await begin_game(town, "dots 1x1", ann, bob)
    refusal = await ann.mentions("a1-b2")
    assert "a1-b2" in refusal.text
    ann.names("a1-b1")
    assert "Ann: a1-b1." in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_buttons_for_the_cells_stand_as_the_cells_do(town: Town, ann: Human, bob: Human) -> None:
    post = await begin_game(town, "digits 4x4", ann, bob)
    rows = [[button["text"] for button in row] for row in post.json["reply_markup"]["inline_keyboard"][:4]]
    assert rows[0] == ["a4", "b4", "c4", "d4"]
    ann.presses(post, "b1")
    post = await board(town)
    rows = [[button["text"] for button in row] for row in post.json["reply_markup"]["inline_keyboard"][:4]]
    assert rows[3] == ["a1", "·", "c1", "d1"]


@pytest.mark.usefixtures("house")
async def test_a_rematch_from_the_private_chat_is_offered_in_the_message(town: Town, ann: Human, bob: Human) -> None:
    post = await begin_game(town, "dots 1x1", ann, bob)
    (link,) = post.links.values()
    bob.says(bob.starts(), f"/start {link.partition('start=')[2]}")
    await bob.room.post()
    bob.says(bob.room, "/resign yes")
    await board(town)
    while say("uk", "button-rematch") not in (private_room := await bob.room.post()).buttons:
        pass
    bob.presses(private_room, say("uk", "button-rematch"))
    while ACCEPT not in (question := await town.elsewhere.edited()).buttons:
        pass
    ann.presses(question, ACCEPT)
    assert "Ходит Bob." in (await board(town)).text
    while "Bob, ваш хід" not in (await bob.room.post()).text:
        pass


@pytest.mark.excused(reason="the rematch takes the only message that there is", faults=["boardless"])
async def test_a_last_board_that_was_held_up_gives_way_to_the_rematch(
    town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human
) -> None:
    async with living(api, store):
        post = await begin_game(town, "dots 1x1", ann, bob)
        (link,) = post.links.values()
        bob.says(bob.starts(), f"/start {link.partition('start=')[2]}")
        await bob.room.post()
        town.elsewhere.floods.append(3600)
        bob.says(bob.room, "/resign yes")
        while say("uk", "button-rematch") not in (private_room := await bob.room.post()).buttons:
            pass
        bob.presses(private_room, say("uk", "button-rematch"))
        while ACCEPT not in (question := await town.elsewhere.edited()).buttons:
            pass
    async with living(api, store) as house:
        await house.sweep()
        await house.wait_until_idle()
        ann.presses(question, ACCEPT)
        assert "Ходит Bob." in (await town.elsewhere.edited()).text


@pytest.mark.usefixtures("house")
async def test_a_person_who_types_the_bots_name_sees_games_in_their_language(ann: Human, bob: Human) -> None:
    assert [each["title"] for each in await ann.queries("")][:2] == ["Точки и квадраты", "L-игра"]
    assert [each["title"] for each in await bob.queries("крап")] == ["Крапки та квадрати"]
    assert [each["title"] for each in await bob.queries("dots 3x3")] == ["Крапки та квадрати, 3x3"]
    assert [each["title"] for each in await bob.queries("3x3 unheard of")] == ["Крапки та квадрати, 3x3"]


@pytest.mark.usefixtures("house")
async def test_a_press_twice_begins_one_game(town: Town, ann: Human, bob: Human) -> None:
    invitation = ann.sends((await ann.queries("dots 1x1"))[0])
    first, second = bob.presses(invitation, ACCEPT), bob.presses(invitation, ACCEPT)
    code = (await until_edited(town, "ваш ход")).text.partition("· ")[2][:6]
    assert "Bob приймає виклик" in (await first.toast()).text
    assert code in (await second.toast()).text


@pytest.mark.usefixtures("house")
async def test_the_bot_may_be_the_opponent(town: Town, ann: Human, bob: Human) -> None:
    invitation = ann.sends((await ann.queries("bot easy dots 1x1"))[0])
    label = say("ru", "button-play-bot")
    assert "Ann" in (await bob.presses(invitation, label).toast()).text
    ann.presses(invitation, label)
    ann.presses(await board(town), "a1-b1")
    assert "Ann: a1-b1" in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_a_guest_answers_with_a_challenge(town: Town, ann: Human, bob: Human) -> None:
    post = await ann.mentions("dots 1x1")
    assert "Ann зовёт сыграть: Точки и квадраты, 1x1" in post.text
    bob.presses(await until_edited(town, "Ann зовёт сыграть"), ACCEPT)
    assert "Ann, ваш ход." in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_a_guest_message_without_a_text_offers_all_games(town: Town, ann: Human, bob: Human) -> None:
    post = await ann.mentions("")
    bob.presses(post, "L-игра")
    assert "Ann, ваш ход" in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_a_button_of_an_invitation_that_is_over_says_so(ann: Human, bob: Human) -> None:
    result = (await ann.queries("dots 1x1"))[0]
    result["reply_markup"] = {"inline_keyboard": [[{"text": ACCEPT, "callback_data": "/join 1000-BCDFGH-dots"}]]}
    assert (await bob.presses(ann.sends(result), ACCEPT).toast()).text == say("uk", "invitation-over")


async def test_a_reported_challenge_is_withdrawn_or_ends_in_its_message(
    town: Town, api: BotApi, store: RedisStore, ann: Human
) -> None:
    later = [0.0]
    async with living(api, store, now=lambda: time.time() + later[0]) as house:
        listed = await ann.queries("dots 1x1")
        ann.sends(listed[0], answer=True)
        ann.presses(await until_edited(town, "Ann зовёт сыграть"), say("ru", "button-cancel"))
        assert not (await until_edited(town, "отзывает вызов")).buttons
        ann.sends(listed[0], answer=True)
        await until_edited(town, "Ann зовёт сыграть")
        later[0] = 25 * 3600.0
        await house.sweep()
        assert not (await until_edited(town, "никто не принял")).buttons


async def test_a_press_delivered_again_after_a_restart_begins_no_other_game(
    town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human
) -> None:
    async with living(api, store):
        invitation = ann.sends((await ann.queries("dots 1x1"))[0])
        bob.presses(invitation, ACCEPT)
        press = town.updates[-1]
        post = await board(town)
    async with living(api, store):
        town.updates.append(press)
        ann.presses(post, "a1-b1")
        assert "\nAnn: a1-b1." in (await board(town)).text
    assert len([game async for game in store.logs.all_games()]) == 1


@pytest.mark.usefixtures("house")
async def test_a_person_blocked_by_the_challenger_cannot_accept(ann: Human, bob: Human, town: Town) -> None:
    bob.username = "bob"
    ann.says(ann.starts(), "/block @bob")
    await ann.room.post()
    invitation = ann.sends((await ann.queries("dots 1x1"))[0])
    toast = await bob.presses(invitation, ACCEPT).toast()
    assert toast.text == say("uk", "challenge-of-others")


@pytest.mark.usefixtures("house")
async def test_a_forgotten_person_has_no_open_invitations(town: Town, ann: Human, bob: Human) -> None:
    invitation = ann.sends((await ann.queries("dots 1x1"))[0])
    ann.says(ann.starts(), "/forgetme yes")
    await ann.room.post()
    assert (await bob.presses(invitation, ACCEPT).toast()).text == say("uk", "invitation-over")


@pytest.mark.usefixtures("house")
async def test_only_the_named_person_can_accept(town: Town, ann: Human, bob: Human) -> None:
    bob.username = "bob"
    invitation = ann.sends((await ann.queries("dots 1x1 @bob"))[0])
    assert "@bob, вас вызывает Ann" in invitation.text
    eve = Human(town, "Eve", username="eve")
    assert "@bob" in (await eve.presses(invitation, ACCEPT).toast()).text
    bob.presses(invitation, ACCEPT)
    assert "Bob" in (await board(town)).text


async def test_the_person_with_too_many_games_is_named_correctly(
    town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human
) -> None:
    async with living(api, store, limits=Limits(games=1)):
        await begin_game(town, "dots 1x1", ann, bob)
        toast = await Human(town, "Eve").presses(ann.sends((await ann.queries("lgame"))[0]), ACCEPT).toast()
        assert toast.text == "Ann can’t start another game now."


@pytest.mark.usefixtures("house")
async def test_a_guest_message_in_a_reply_challenges_the_author(town: Town, ann: Human, bob: Human) -> None:
    post = await ann.mentions("dots 1x1", to=bob.writes("Who plays?"))
    assert "Bob, вас вызывает Ann" in post.text
    eve = Human(town, "Eve")
    accept = await until_edited(town, "Bob")
    assert "Bob" in (await eve.presses(accept, say("ru", "button-accept")).toast()).text
    bob.presses(accept, say("ru", "button-accept"))
    assert "Ann, ваш ход." in (await board(town)).text


@pytest.mark.usefixtures("house")
async def test_a_reply_to_your_own_message_challenges_anyone(ann: Human) -> None:
    assert "Ann зовёт сыграть" in (await ann.mentions("dots 1x1", to=ann.writes("Who plays?"))).text


@pytest.mark.usefixtures("house")
async def test_a_person_named_by_a_guest_without_a_handle_is_challenged(ann: Human, bob: Human) -> None:
    assert "Bob, вас вызывает Ann" in (await ann.mentions("dots 1x1 Bob", names=(bob,))).text
    assert "Ann" in (await ann.mentions("bot easy dots 1x1", to=bob.writes("Who plays?"))).text


async def test_the_first_press_on_an_expired_invitation_tells_everyone(
    town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human
) -> None:
    later = [0.0]
    async with living(api, store, now=lambda: time.time() + later[0]):
        invitation = ann.sends((await ann.queries("dots 1x1"))[0])
        later[0] = 25 * 3600.0
        assert (await bob.presses(invitation, ACCEPT).toast()).text == say("uk", "invitation-over")
        assert not (await until_edited(town, say("uk", "invitation-over"))).buttons


async def test_a_late_press_leaves_the_game_that_an_invitation_became(
    town: Town, api: BotApi, store: RedisStore, ann: Human, bob: Human
) -> None:
    later = [0.0]
    async with living(api, store, now=lambda: time.time() + later[0]):
        invitation = ann.sends((await ann.queries("dots 1x1"))[0])
        bob.presses(invitation, ACCEPT)
        post = await board(town)
        later[0] = 25 * 3600.0
        assert (await bob.presses(invitation, ACCEPT).toast()).text == say("uk", "invitation-over")
        ann.presses(post, "a1-b1")
        assert "Ann: a1-b1." in (await town.elsewhere.edited()).text


@pytest.mark.parametrize(("mode", "is_told"), [("supports_inline_queries", True), ("can_manage_bots", False)])
async def test_help_mentions_games_in_any_chat_where_inline_mode_is_on(
    town: Town, api: BotApi, store: RedisStore, ann: Human, mode: str, is_told: bool
) -> None:
    town.me[mode] = True
    async with living(api, store):
        ann.says(ann.starts(), "/help")
        assert ("@tetradka_bot и игра" in (await ann.room.post()).text) is is_told
