"""Games in Telegram with the real core, store and pictures behind the adapter."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.language.speech import say
from bot.core.router import Router
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.parameters import size_of
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Post, Room, Town

ACCEPT = say("ru", "button-accept")
HINT = say("ru", "button-hint")
HINT, MORE = say("ru", "button-hint"), say("ru", "button-more")


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann", username="ann", language="ru")


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob", username="Bob_the_b", language="uk-UA")


async def begin_game(room: Room, ann: Human, bob: Human, topic: int | None = None) -> Post:
    """The first board of a game that Ann challenges Bob to, once all is posted and edited."""
    ann.says(room, f"/challenge @{bob.username} dots 2x2", topic=topic)
    bob.presses(await room.post(), ACCEPT)
    after = [await room.post(), await room.post()]
    return next(post for post in after if post.pictures)


@pytest.mark.usefixtures("house")
async def test_a_challenge_pings_the_opponent_who_accepts_by_a_button(ann: Human, bob: Human, friends: Room) -> None:
    ann.says(friends, "/challenge @bob_the_b dots 2x2")
    question = await friends.post()
    assert question.text.startswith("@bob_the_b, Ann вызывает вас")
    assert list(question.buttons) == [ACCEPT, say("ru", "button-decline"), say("ru", "button-rules")]
    assert (await Human(ann.town, "Eve").presses(question, ACCEPT).toast()).text
    bob.presses(question, ACCEPT)
    after = [await friends.post(), await friends.post()]
    (accepted,) = [post for post in after if post.edited]
    (first,) = [post for post in after if not post.edited]
    assert (accepted.id, accepted.buttons) == (question.id, {})
    *turn, _, how_to_move = first.text.splitlines()
    assert turn == ["Ann, ваш ход."]
    assert how_to_move.startswith("Ответьте ходом")
    assert first.pinged == {"Ann": ann.id}
    assert size_of(first.pictures[0])[0] >= 600


@pytest.mark.usefixtures("house")
async def test_moves_are_made_by_answering_the_board_and_by_command(ann: Human, bob: Human, friends: Room) -> None:
    ann.says(friends, "А1—а2", to=await begin_game(friends, ann, bob))
    second = await friends.post()
    assert "Ann: a1-a2." in second.text
    assert second.pinged == {"Bob": bob.id}
    bob.says(friends, "/move@tetradka_bot b1-b2")
    assert "Bob: b1-b2." in (await friends.news()).text


@pytest.mark.usefixtures("house")
async def test_a_refused_move_is_explained_in_the_players_language_with_similar_moves(
    ann: Human, bob: Human, friends: Room
) -> None:
    ann.says(friends, "a1-a2", to=await begin_game(friends, ann, bob))
    await friends.post()
    message = bob.says(friends, "/move a1-a2")
    refusal = await friends.news()
    assert say("uk", "did-you-mean") in refusal.text
    assert refusal.answers == str(message["message_id"])
    near = next(iter(refusal.buttons))
    bob.presses(refusal, near)
    assert f"Bob: {near}." in (await friends.news()).text


@pytest.mark.usefixtures("house")
async def test_a_hint_is_seen_by_the_asker_alone_and_its_button_plays_it(ann: Human, bob: Human, friends: Room) -> None:
    ann.starts()
    ann.presses(await begin_game(friends, ann, bob), HINT)
    hint = await ann.room.post()
    about, first = hint.text.splitlines()[:2]
    assert about.startswith("Friends · ")
    assert first == say("ru", "hint", move=next(iter(hint.buttons)))
    assert len(hint.pictures) == 1
    move = next(iter(hint.buttons))
    ann.presses(hint, move)
    assert f"Ann: {move}." in (await friends.post()).text


@pytest.mark.usefixtures("house")
async def test_a_resigned_game_is_won_by_the_other_and_its_old_buttons_say_so(
    ann: Human, bob: Human, friends: Room
) -> None:
    first = await begin_game(friends, ann, bob)
    bob.says(friends, "/resign yes")
    result = await friends.post()
    assert list(result.buttons) == [say("ru", "button-rematch"), say("ru", "button-record")]
    assert (await bob.presses(first, HINT).toast()).text == say("uk", "game-over")


@pytest.mark.usefixtures("house")
async def test_talk_among_people_is_left_alone(ann: Human, bob: Human, friends: Room) -> None:
    friends.hears_all = True
    first = await begin_game(friends, ann, bob)
    ann.says(friends, "good luck, everybody")
    ann.says(friends, "what a fine board", to=first)
    ann.says(friends, "a1-a2", to=bob.says(friends, "where do you begin?"))
    ann.says(friends, "/move a1-a2")
    assert "Ann: a1-a2." in (await friends.post()).text


@pytest.mark.usefixtures("house")
async def test_a_game_begun_in_a_topic_is_played_there(town: Town, ann: Human, bob: Human) -> None:
    forum = town.group("Forum", topics=(5, 6))
    first = await begin_game(forum, ann, bob, topic=5)
    assert first.topic == 5
    ann.says(forum, "a1-a2", to=first, topic=5)
    assert (await forum.post()).topic == 5


@pytest.mark.usefixtures("house")
async def test_bare_moves_are_enough_in_a_private_chat_with_the_bot(ann: Human) -> None:
    room = ann.starts()
    ann.says(room, "/challenge bot easy dots 1x1")
    await room.post()
    ann.says(room, "a1-a2")
    answered = await room.post()
    assert say("ru", "robot", level="easy") in answered.text
    assert answered.pinged == {"Ann": ann.id}


@pytest.mark.usefixtures("house")
async def test_a_group_that_becomes_a_supergroup_keeps_its_game(
    town: Town, ann: Human, bob: Human, friends: Room
) -> None:
    await begin_game(friends, ann, bob)
    large = town.upgrade(friends)
    ann.says(large, "/move a1-a2")
    second = await large.post()
    bob.says(large, "b1-b2", to=second)
    assert "Bob: b1-b2." in (await large.post()).text


async def test_a_move_that_cannot_be_shown_is_shown_with_the_next(
    house: Router, ann: Human, bob: Human, friends: Room
) -> None:
    first = await begin_game(friends, ann, bob)
    code = first.buttons[MORE].split()[1]
    friends.floods = [2]
    for human, move in ((ann, "a1-a2"), (bob, "b1-b2")):
        human.says(human.starts(), f"/move {code} {move}")
        human.says(human.room, "/games")
        await human.room.post()
    async with asyncio.timeout(PATIENCE):
        while friends.posts.empty():
            await house.sweep()
            await house.wait_until_idle()
            await asyncio.sleep(0.05)
    assert "Bob: b1-b2." in (await friends.post()).text
    assert friends.posts.empty()


async def test_games_go_on_after_a_restart_and_old_buttons_work(
    api: BotApi, store: RedisStore, ann: Human, bob: Human, friends: Room
) -> None:
    async with living(api, store):
        first = await begin_game(friends, ann, bob)
    ann.says(friends, "a1-a2", to=first)
    async with living(api, store, seed=8):
        second = await friends.post()
        assert "Ann: a1-a2." in second.text
        assert (await bob.presses(first, HINT).toast()).text


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(
    "text", ["/move " + "a1-a2 " * 680, "/move \u202e\U0001f9e9\x00", "/move " + "é" * 4000, "/hint \u0435"]
)
async def test_strange_texts_are_refused_in_private_and_change_nothing(
    ann: Human, bob: Human, friends: Room, text: str
) -> None:
    first = await begin_game(friends, ann, bob)
    message = ann.says(friends, text)
    assert (await friends.post()).answers == str(message["message_id"])
    ann.says(friends, "a1-a2", to=first)
    assert "Ann: a1-a2." in (await friends.post()).text


@pytest.mark.usefixtures("house")
async def test_a_challenge_and_a_move_sent_at_once_are_both_played(ann: Human, friends: Room) -> None:
    ann.says(friends, "/challenge bot easy dots 3x3")
    ann.says(friends, "/move a1-a2")
    text = ""
    while "Тетрадка (лёгкий): " not in text:
        post = await friends.post()
        assert post.pictures
        text += post.text


@pytest.mark.usefixtures("house")
async def test_a_menu_in_a_group_stays_there_names_its_opponent_and_obeys_its_owner(
    ann: Human, bob: Human, friends: Room
) -> None:
    ann.says(friends, "/setup dots @bob_the_b")
    menu = await friends.post()
    assert len(menu.pictures) == 1
    assert (await bob.presses(menu, say("ru", "button-start")).toast()).text == say("uk", "not-your-menu")
    ann.presses(menu, "5x5 …")
    sizes = await friends.post()
    ann.presses(sizes, "3x3")
    chosen = await friends.post()
    assert (sizes.id, chosen.id, chosen.edited) == (menu.id, menu.id, True)
    assert "/challenge @bob_the_b dots 3x3" in chosen.text
    ann.presses(chosen, say("ru", "button-start"))
    after = [await friends.post(), await friends.post()]
    (begun,) = [post for post in after if post.edited]
    (question,) = [post for post in after if not post.edited]
    assert (begun.id, begun.text, begun.buttons) == (menu.id, "/challenge @bob_the_b dots 3x3", {})
    assert question.text.startswith("@bob_the_b, Ann")


@pytest.mark.usefixtures("house")
async def test_a_link_with_a_games_code_opens_it_for_its_players_alone(ann: Human, bob: Human, friends: Room) -> None:
    board = await begin_game(friends, ann, bob)
    code = next(iter(board.buttons.values())).split()[1].partition("@")[0]
    ann.says(ann.starts(), f"/start {code}")
    assert (await ann.room.post()).pictures
    eve = Human(ann.town, "Eve", language="ru")
    eve.says(eve.starts(), f"/start {code}")
    assert not (await eve.room.post()).pictures


@pytest.mark.usefixtures("house")
async def test_the_board_is_edited_while_a_player_continues_and_deleted_when_the_turn_passes(
    ann: Human, bob: Human, friends: Room
) -> None:
    first = await begin_game(friends, ann, bob)
    moves = ["a1-a2", "b1-b2", "a1-b1", "a2-b2", "c1-c2", "b1-c1", "b2-c2"]
    people, pinged, edited = [ann, bob, ann, bob, bob, ann, bob], list[str](), list[str]()
    for human, move in zip(people, moves, strict=True):
        human.says(friends, f"/move {move}")
        while move not in (board := await friends.post()).text or not board.pictures:
            pass
        pinged += [] if board.edited else board.pinged
        edited += [move] if board.edited else []
    assert (pinged, edited) == (["Bob", "Ann", "Bob", "Ann", "Bob"], ["a2-b2", "b2-c2"])
    async with asyncio.timeout(PATIENCE):
        while first.id not in friends.gone:
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("house")
async def test_a_group_that_forbids_pictures_gets_a_remark_instead_of_a_game_against_the_bot(
    ann: Human, bob: Human, friends: Room
) -> None:
    friends.photos = False
    ann.says(friends, "/challenge bot easy dots 2x2")
    post = await friends.post()
    assert post.text == f"{say('ru', 'photos-forbidden')}\n{say('ru', 'rights-then-again')}"
    ann.presses(post, say("ru", "button-play-all-the-same"))
    assert "Ann, ваш ход." in (await friends.post()).text
    ann.says(friends, f"/challenge @{bob.username} dots 2x2")
    after = [(await friends.post()).text for _ in range(2)]
    assert say("ru", "photos-forbidden") in after
