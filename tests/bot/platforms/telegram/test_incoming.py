"""What the core is told of messages: commands, mentions, answers, files, and texts to the bot by its name."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Person, Sender
from bot.core.language.speech import say
from bot.core.ports.adapters import LARGEST_FILE
from bot.core.ports.platform import Button, Message
from bot.platforms.telegram import Telegram
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.town import Room, Town

pytestmark = pytest.mark.usefixtures("adapter")
A_MOVE = "/move a1-a2"


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann Lee", username="ann", language="ru-RU")


@pytest.fixture
def bob(town: Town) -> Human:
    return Human(town, "Bob")


async def test_a_private_text_may_be_a_bare_move(core: ScriptedCore, ann: Human) -> None:
    ann.says(ann.room, "a1-a2")
    incoming_text = await core.hears()
    assert (incoming_text.text, incoming_text.pressed, incoming_text.replies_to) == ("a1-a2", False, "")
    assert incoming_text.chat == Chat("telegram", str(ann.id), direct=True)
    assert (incoming_text.alone, incoming_text.overheard) == (True, False)


async def test_a_person_has_a_full_name_a_handle_and_a_language(core: ScriptedCore, ann: Human) -> None:
    ann.says(ann.room, "a1-a2")
    assert (await core.hears()).person == Person("telegram", str(ann.id), "Ann Lee", "ann", "ru")


@pytest.mark.parametrize(
    ("name", "called"), [("\u202eAnn\nLee", "Ann Lee"), ("\u200b", "ann_lee"), ("محمد علي", "محمد علي")]
)
async def test_a_name_is_its_visible_part_or_else_the_handle(
    core: ScriptedCore, town: Town, name: str, called: str
) -> None:
    somebody = Human(town, name, username="ann_lee")
    somebody.says(somebody.room, "a1-a2")
    assert (await core.hears()).person.name == called


async def test_a_person_without_a_name_or_handle_is_called_by_number(core: ScriptedCore, town: Town) -> None:
    somebody = Human(town, "\u3164")
    somebody.says(somebody.room, "a1-a2")
    assert (await core.hears()).person.name == str(somebody.id)


async def test_a_command_in_a_group_is_read(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.says(friends, A_MOVE)
    incoming_text = await core.hears()
    assert incoming_text.text == A_MOVE
    assert incoming_text.chat == Chat("telegram", str(friends.id))


async def test_a_command_may_name_the_bot_in_any_case(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.says(friends, "/move@Tetradka_Bot a1-a2")
    assert (await core.hears()).text == A_MOVE


async def test_a_command_after_invisible_characters_is_read(core: ScriptedCore, ann: Human, friends: Room) -> None:
    friends.hears_all = True
    ann.says(friends, "\ufeff\u200b/move@tetradka_bot a1-a2")
    assert (await core.hears()).text == A_MOVE


async def test_another_bots_command_is_not_ours(core: ScriptedCore, ann: Human, friends: Room) -> None:
    friends.hears_all = True
    ann.says(friends, "/move@chess_bot e2e4")
    ann.says(friends, "\ufeff/move@chess_bot e2e4")
    ann.says(friends, A_MOVE)
    assert (await core.hears()).text == A_MOVE


async def test_a_command_that_names_the_bot_or_that_it_alone_sees_is_owed_an_answer(
    core: ScriptedCore, town: Town, ann: Human, friends: Room
) -> None:
    ann.says(friends, "/frobnicate")
    assert not (await core.hears()).alone
    ann.says(friends, "/frobnicate@tetradka_bot")
    assert (await core.hears()).alone
    town.tell(town.write(friends, ann.as_json(), {"text": "/frobnicate", "ephemeral_message_id": 5}))
    assert (await core.hears()).alone


async def test_other_bots_are_not_listened_to(core: ScriptedCore, town: Town, ann: Human, friends: Room) -> None:
    town.tell(town.write(friends, {"id": 1, "is_bot": True, "first_name": "Chess"}, {"text": "/help"}))
    ann.says(friends, A_MOVE)
    assert (await core.hears()).text == A_MOVE


async def test_an_answer_to_a_board_says_which(
    core: ScriptedCore, adapter: Telegram, ann: Human, friends: Room
) -> None:
    puzzle = Message("a board", buttons=((Button("Hint", "/puzzle 6 hint"),),))
    message_id = await adapter.show(Chat("telegram", str(friends.id)), puzzle)
    ann.says(friends, "a1-a2", to=await friends.post())
    incoming_text = await core.hears()
    assert (incoming_text.text, incoming_text.replies_to, incoming_text.beside) == (
        "a1-a2",
        message_id,
        ("/puzzle 6 hint",),
    )


async def test_an_answer_to_a_person_is_no_answer_to_a_board(
    core: ScriptedCore, ann: Human, bob: Human, friends: Room
) -> None:
    friends.hears_all = True
    ann.says(friends, "a1-a2", to=bob.says(friends, "your turn"))
    assert (await core.hears()).text == "your turn"
    assert (await core.hears()).replies_to == ""


async def test_a_challenge_in_a_reply_means_the_author_of_the_answered_message(
    core: ScriptedCore, ann: Human, bob: Human, friends: Room
) -> None:
    ann.says(friends, "/challenge dots", to=bob.says(friends, "who plays?"))
    assert (await core.hears()).mentions["reply"].id == str(bob.id)


async def test_a_handle_is_a_person_without_an_id(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.says(friends, "/challenge @bob_the_b dots")
    incoming_text = await core.hears()
    assert incoming_text.mentions == {"@bob_the_b": Person("telegram", "", "@bob_the_b", "bob_the_b")}


async def test_a_name_without_a_handle_is_one_word_and_a_whole_person(
    core: ScriptedCore, town: Town, ann: Human, friends: Room
) -> None:
    eve = Human(town, "Eve  de Bono")
    ann.says(friends, "/challenge Eve  de Bono dots 3x3", names=(eve,))
    incoming_text = await core.hears()
    assert incoming_text.text == "/challenge Eve_de_Bono dots 3x3"
    assert incoming_text.mentions["Eve_de_Bono"].id == str(eve.id)


async def test_the_bots_own_handle_is_the_bot_as_opponent(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.says(friends, "/challenge @tetradka_bot dots")
    incoming_text = await core.hears()
    assert incoming_text.text == "/challenge bot dots"
    assert incoming_text.mentions == {}


@pytest.mark.parametrize("before", ["😀", "👨‍👩‍👧‍👦 é", "𝕏𝕐", "\u200f\u202eא", "🇺🇦 на-ка:"])
async def test_mentions_are_found_behind_letters_of_any_width(
    core: ScriptedCore, ann: Human, bob: Human, friends: Room, before: str
) -> None:
    ann.says(friends, f"/challenge {before} @carl Bob 😀", names=(bob,))
    incoming_text = await core.hears()
    assert incoming_text.text == f"/challenge {before} @carl Bob 😀"
    assert set(incoming_text.mentions) == {"@carl", "Bob"}


async def test_a_text_in_a_topic_is_in_that_topic(core: ScriptedCore, town: Town, ann: Human) -> None:
    forum = town.group("Forum", topics=(5, 6))
    ann.says(forum, A_MOVE, topic=6)
    assert (await core.hears()).chat == Chat("telegram", str(forum.id), "6")


async def test_general_is_no_topic(core: ScriptedCore, town: Town, ann: Human) -> None:
    forum = town.group("Forum", topics=(5,))
    ann.says(forum, A_MOVE)
    assert (await core.hears()).chat == Chat("telegram", str(forum.id))


async def test_a_thread_of_answers_is_no_topic(core: ScriptedCore, town: Town, ann: Human) -> None:
    group = town.group("Large", kind="supergroup")
    town.tell(town.write(group, ann.as_json(), {"text": A_MOVE, "message_thread_id": 77}))
    assert (await core.hears()).chat == Chat("telegram", str(group.id))


async def test_the_message_that_opens_a_topic_is_not_a_replied_message(
    core: ScriptedCore, town: Town, ann: Human, bob: Human
) -> None:
    forum = town.group("Forum", topics=(5,))
    opening = town.write(forum, bob.as_json(), {"forum_topic_created": {"name": "Games", "icon_color": 1}})
    ann.says(forum, "/challenge dots", to=opening, topic=5)
    assert (await core.hears()).mentions == {}


async def test_an_anonymous_admin_speaks_as_the_group(core: ScriptedCore, town: Town, friends: Room) -> None:
    nobody = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
    town.tell(town.write(friends, nobody, {"text": A_MOVE, "sender_chat": friends.as_json()}))
    assert (await core.hears()).person == Person("telegram", str(friends.id), "Friends")


@pytest.mark.parametrize(
    ("author", "more", "sender"),
    [
        (1087968824, {}, Sender.ADMINISTRATOR),
        (777000, {"is_automatic_forward": True}, Sender.AUTOMATIC),
        (136817688, {}, Sender.AUTOMATIC),
    ],
)
async def test_the_core_learns_whether_a_person_speaks(
    core: ScriptedCore,
    town: Town,
    ann: Human,
    friends: Room,
    author: int,
    more: dict[str, bool],
    sender: Sender,
) -> None:
    nobody = {"id": author, "is_bot": author != 777000, "first_name": "Nobody"}
    news = {"id": -1009, "type": "channel", "title": "News"}
    name = friends.as_json() if sender is Sender.ADMINISTRATOR else news
    post = town.write(friends, nobody, {"text": "/challenge dots", "sender_chat": name, **more})
    town.tell(post)
    ann.says(friends, "/challenge dots", to=post)
    posted, answered = await core.hears(), await core.hears()
    assert (posted.sender, answered.sender) == (sender, Sender.PERSON)
    assert "reply" not in answered.mentions


async def test_an_edited_text_is_not_handled_again(core: ScriptedCore, town: Town, ann: Human, friends: Room) -> None:
    town.update(edited_message=ann.says(friends, A_MOVE))
    ann.says(friends, "/help")
    assert [(await core.hears()).text, (await core.hears()).text] == [A_MOVE, "/help"]


async def test_a_text_file_comes_with_its_command(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.says(friends, "/challenge tupik", file="1>2 Харків\n".encode("utf-8-sig"))
    incoming_text = await core.hears()
    assert (incoming_text.text, incoming_text.attachment) == ("/challenge tupik", "1>2 Харків\n")


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00map", b"\x00" * 9, b"x" * (LARGEST_FILE + 1)], ids=["no text", "only zeros", "too large"]
)
async def test_a_file_that_cannot_be_read_is_refused_in_the_readers_language(
    core: ScriptedCore, ann: Human, content: bytes
) -> None:
    ann.starts()
    ann.says(ann.room, "/challenge tupik", file=content)
    assert (await ann.room.post()).text == say("ru", "attachment-unreadable")
    assert core.has_heard_all()


async def test_a_file_of_exactly_the_maximum_size_is_read(core: ScriptedCore, ann: Human) -> None:
    ann.says(ann.room, "/challenge tupik", file=b"x" * LARGEST_FILE)
    assert len((await core.hears()).attachment) == LARGEST_FILE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@tetradka_bot a1-a2", "a1-a2"),
        ("@Tetradka_Bot, hint", "hint"),
        ("@tetradka_bot", "/help"),
        ("a1-a2 @tetradka_bot", "a1-a2"),
        ("/move a1-a2 @tetradka_bot", "/move a1-a2"),
        ("/challenge dots @tetradka_bot", "/challenge dots bot"),
    ],
)
async def test_the_bots_name_is_removed_from_the_text(core: ScriptedCore, town: Town, text: str, message: str) -> None:
    friends = town.group("Friends")
    friends.hears_all = True
    Human(town, "Ann").says(friends, text)
    line = await core.hears()
    assert (line.text, line.alone) == (message, True)


async def test_another_bots_name_is_left_alone(core: ScriptedCore, town: Town) -> None:
    friends = town.group("Friends")
    friends.hears_all = True
    Human(town, "Ann").says(friends, "@tetradka_bot2 a1-a2")
    assert not (await core.hears()).alone
