"""Where answers go in a group, where nobody can be spoken to alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.core.game.people import Chat
from bot.core.language.invisible import without_links
from bot.core.language.speech import say
from bot.core.ports.platform import PRIVATE, REFUSED, Button, Envelope, Message, Picture
from bot.platforms.telegram import Telegram, answers
from renderers.scene import Scene
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town

pytestmark = pytest.mark.usefixtures("adapter")
SCENE = Scene(90, 60, (), ())
DID_YOU_MEAN = ((Button("a1-b1", "/move A a1-b1"),),)
SECRET = Envelope(private=True, secret=True)
HINT = Message("Play a1-a2.", Picture(SCENE), buttons=((Button("a1-a2", "/move A a1-a2"),),), envelope=SECRET)


async def test_a_refusal_is_a_reply_to_the_refused_text(core: ScriptedCore, ann: Human, friends: Room) -> None:
    core.answers["/move a1-c1"] = (Message("No such side.", buttons=DID_YOU_MEAN, envelope=PRIVATE),)
    message = ann.says(friends, "/move a1-c1")
    answer = await friends.post()
    assert (answer.text, answer.answers) == ("No such side.", str(message["message_id"]))
    assert answer.buttons == {"a1-b1": "/move A a1-b1"}


async def test_a_secret_is_never_a_public_reply(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.starts()
    core.answers["/if"] = (Message("1. if a1-b1 then b1-c1", envelope=Envelope(private=True, secret=True)),)
    ann.says(friends, "/if")
    assert (await ann.room.post()).text == "Friends\n1. if a1-b1 then b1-c1"


async def test_a_refusal_in_a_topic_stays_in_the_topic(core: ScriptedCore, town: Town, ann: Human) -> None:
    forum = town.group("Forum", topics=(5,))
    core.answers["/move a1-c1"] = (Message("No such side.", envelope=PRIVATE),)
    ann.says(forum, "/move a1-c1", topic=5)
    assert (await forum.post()).topic == 5


async def test_an_answer_to_a_deleted_text_comes_all_the_same(core: ScriptedCore, town: Town, ann: Human) -> None:
    core.answers["/help"] = (Message("Help."),)
    group = town.group("Friends")
    message = {"message_id": 1, "date": 1, "chat": group.as_json(), "from": ann.as_json(), "text": "/help"}
    town.tell(message)
    assert (await group.post()).answers == ""


async def test_a_hint_goes_to_the_askers_private_chat(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.starts()
    core.answers["/hint"] = (HINT,)
    ann.says(friends, "/hint")
    hint = await ann.room.post()
    assert (hint.text, len(hint.pictures), hint.buttons) == ("Friends\nPlay a1-a2.", 1, {"a1-a2": "/move A a1-a2"})
    assert friends.posts.empty()


async def test_a_hint_for_a_person_who_never_started_the_bot_needs_a_private_chat(
    core: ScriptedCore, ann: Human, friends: Room
) -> None:
    core.answers["/hint"] = (HINT,)
    message = ann.says(friends, "/hint")
    post = await friends.post()
    assert (post.text, post.pictures, post.answers) == (say("en", "private-needed"), (), str(message["message_id"]))
    assert post.links == {say("en", "button-private"): "https://t.me/tetradka_bot?start=private"}
    assert core.unseen == ["/hint"]


async def test_a_hint_in_private_says_which_group_and_game_it_is_about(
    core: ScriptedCore, ann: Human, friends: Room
) -> None:
    ann.starts()
    core.answers["/hint"] = (replace(HINT, envelope=replace(HINT.envelope, about="Dots · ABCDEF")),)
    ann.says(friends, "/hint")
    assert (await ann.room.post()).text == "Friends · Dots · ABCDEF\nPlay a1-a2."


async def test_a_pressed_hint_goes_to_the_private_chat_too(
    core: ScriptedCore, adapter: Telegram, ann: Human, friends: Room
) -> None:
    ann.starts()
    core.answers["/hint A"] = (HINT,)
    await adapter.show(
        Chat("telegram", str(friends.id)), Message("a board", Picture(SCENE), buttons=((Button("Hint", "/hint A"),),))
    )
    press = ann.presses(await friends.post(), "Hint")
    assert (await press.toast()).text == say("en", "look-in-private")
    assert (await ann.room.post()).text == "Friends\nPlay a1-a2."


async def test_a_pressed_hint_for_a_person_who_never_started_the_bot_is_not_shown(
    core: ScriptedCore, adapter: Telegram, ann: Human, friends: Room
) -> None:
    core.answers["/hint A"] = (HINT,)
    await adapter.show(Chat("telegram", str(friends.id)), Message("a board", buttons=((Button("Hint", "/hint A"),),)))
    press = ann.presses(await friends.post(), "Hint")
    assert (await press.toast()).text == say("en", "private-needed")
    assert friends.posts.empty()


async def test_a_long_list_goes_to_the_private_chat(core: ScriptedCore, ann: Human, friends: Room) -> None:
    ann.starts()
    core.answers["/moves"] = (Message("a1-a2 " * 100, envelope=PRIVATE),)
    ann.says(friends, "/moves")
    assert (await ann.room.post()).text.startswith("Friends\na1-a2")


async def test_a_long_list_is_public_for_a_person_who_never_started_the_bot(
    core: ScriptedCore, ann: Human, friends: Room
) -> None:
    core.answers["/moves"] = (Message("a1-a2 " * 100, envelope=PRIVATE),)
    message = ann.says(friends, "/moves")
    answer = await friends.post()
    assert (answer.text, answer.answers) == ("a1-a2 " * 100, str(message["message_id"]))


async def test_a_pressed_menu_is_public_for_a_person_who_never_started_the_bot(
    core: ScriptedCore, adapter: Telegram, ann: Human, friends: Room
) -> None:
    menu = Message("From where?", buttons=((Button("c3", "/pick A c3"),),), envelope=PRIVATE)
    core.answers["/pick A"] = (menu,)
    await adapter.show(Chat("telegram", str(friends.id)), Message("a board", buttons=((Button("Move", "/pick A"),),)))
    ann.presses(await friends.post(), "Move")
    assert (await friends.post()).text == "Ann: From where?"


async def test_personal_data_of_a_person_who_never_started_the_bot_is_not_shown_to_the_group(
    core: ScriptedCore, ann: Human, friends: Room
) -> None:
    secret = Envelope(private=True, secret=True)
    core.answers["/mydata"] = (Message("All of it.", file=("tetradka.json", "{}"), envelope=secret),)
    ann.says(friends, "/mydata")
    assert (await friends.post()).text == say("en", "private-needed")


async def test_a_record_is_public_for_a_person_who_never_started_the_bot(
    core: ScriptedCore, ann: Human, friends: Room
) -> None:
    core.answers["/record"] = (Message("The record.", file=("game.txt", "1. a1-a2"), envelope=PRIVATE),)
    ann.says(friends, "/record")
    post = await friends.post()
    assert (post.text, post.file) == ("The record.", b"1. a1-a2")


async def test_every_repeated_question_is_answered(core: ScriptedCore, ann: Human, friends: Room) -> None:
    core.answers["/hint"] = (HINT,)
    for _ in range(3):
        ann.says(friends, "/hint")
    assert [(await friends.post()).text for _ in range(3)] == 3 * [say("en", "private-needed")]


async def test_a_person_who_started_the_bot_at_another_process_is_soon_answered_in_private(
    core: ScriptedCore, ann: Human, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    core.answers["/hint"] = (HINT,)
    monkeypatch.setattr(answers, "CLOSED_FOR", 0.2)
    ann.says(friends, "/hint")
    assert (await friends.post()).text == say("en", "private-needed")
    ann.starts()
    await asyncio.sleep(0.2)
    ann.says(friends, "/hint")
    assert (await ann.room.post()).text == "Friends\nPlay a1-a2."


async def test_an_anonymous_admins_hint_is_not_shown_to_the_group(
    core: ScriptedCore, town: Town, friends: Room
) -> None:
    core.answers["/hint"] = (HINT,)
    nobody = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
    town.tell(town.write(friends, nobody, {"text": "/hint", "sender_chat": friends.as_json()}))
    post = await friends.post()
    assert (post.text, post.buttons) == (say("", "asked-anonymously"), {say("", "button-see"): "/hint"})


async def test_at_most_one_public_refusal_per_person_remains(
    core: ScriptedCore, api: BotApi, ann: Human, friends: Room
) -> None:
    core.answers["/move a1-a2"] = (Message("Not your turn.", envelope=REFUSED),)
    bob = Human(api.town, "Bob")
    for who in (ann, bob, ann, ann):
        who.says(friends, "/move a1-a2")
        await friends.post()
    await api.until_asked("deleteMessage", 2)
    standing = [post for post in friends.messages.values() if post.get("text") == "Not your turn."]
    assert [post["reply_to_message"]["from"]["first_name"] for post in standing] == ["Bob", "Ann"]


async def test_a_file_or_picture_without_a_word_is_answered_in_private_once_an_album(
    core: ScriptedCore, town: Town, ann: Human, friends: Room
) -> None:
    ann.starts()
    document = {"document": {"file_id": "1", "file_unique_id": "1", "file_name": "a.txt", "file_size": 9}}
    photo = {"photo": [{"file_id": "1", "file_unique_id": "1", "width": 9, "height": 9}]}
    for room, content in ((friends, document), (ann.room, document), (ann.room, photo)):
        town.tell(town.write(room, ann.as_json(), content))
    for _ in range(3):
        town.tell(town.write(ann.room, ann.as_json(), photo | {"media_group_id": "5"}))
    core.answers["/help"] = (Message("Help."),)
    ann.says(ann.room, "/help")
    text = [(await ann.room.post()).text for _ in range(4)]
    hints = say("en", "file-without-caption"), say("en", "only-texts"), say("en", "only-texts")
    assert sorted(text) == sorted(("Help.", *hints))
    assert friends.posts.empty()


@pytest.mark.parametrize("is_caption_first", [True, False])
async def test_a_command_with_an_album_says_which_file_it_read(
    core: ScriptedCore, town: Town, ann: Human, friends: Room, is_caption_first: bool
) -> None:
    ann.starts()
    another = {"document": {"file_id": "1", "file_unique_id": "1", "file_name": "a.txt", "file_size": 9}}
    core.answers["/import"] = (Message("Imported."),)
    files = [ann.file("/import", b"dots"), another]
    for content in files if is_caption_first else reversed(files):
        town.tell(town.write(ann.room, ann.as_json(), content | {"media_group_id": "5"}))
    notice = say("en", "one-file-read", file=without_links("map.txt"))
    assert [(await ann.room.post()).text for _ in range(2)] == ["Imported.", notice]
    assert (await core.hears()).attachment == "dots"
    core.answers["/help"] = (Message("Help."),)
    ann.says(ann.room, "/help")
    assert (await ann.room.post()).text == "Help."


async def test_private_chats_are_answered_without_quoting(core: ScriptedCore, ann: Human) -> None:
    ann.starts()
    core.answers["hint"] = (HINT,)
    ann.says(ann.room, "hint")
    hint = await ann.room.post()
    assert (hint.text, hint.answers, len(hint.pictures)) == ("Play a1-a2.", "", 1)


async def test_an_answer_that_telegram_refuses_does_not_stop_the_next(
    core: ScriptedCore, ann: Human, friends: Room
) -> None:
    core.answers["/help"] = (Message(" "), Message("Help."))
    ann.says(friends, "/help")
    assert (await friends.post()).text == "Help."


SIGNED = Message("Your vote: a1-b1.", envelope=replace(PRIVATE, sign="✍"))


async def test_a_sign_is_a_reaction_to_the_text_that_it_answers(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room
) -> None:
    ann.starts()
    core.answers["/move a1-b1"] = (SIGNED,)
    message = ann.says(friends, "/move a1-b1")
    await api.until_asked("setMessageReaction")
    assert friends.reactions == {message["message_id"]: "✍"}
    assert "sendMessage" not in api.asked


async def test_words_take_the_place_of_a_sign_where_a_group_allows_no_reactions(
    api: BotApi, core: ScriptedCore, ann: Human, friends: Room
) -> None:
    friends.reactions_allowed = frozenset({"👍"})
    core.answers["/move a1-b1"] = (SIGNED,)
    for _ in range(2):
        message = ann.says(friends, "/move a1-b1")
        answer = await friends.post()
        assert (answer.text, answer.answers) == ("Your vote: a1-b1.", str(message["message_id"]))
    assert api.asked.count("setMessageReaction") == 1


async def test_refusals_by_a_sign_are_explained_once_for_several_people(
    api: BotApi, core: ScriptedCore, town: Town, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "GATHERED_FOR", 0.2)
    core.answers["/move a1-b1"] = (Message("Too late.", envelope=replace(REFUSED, sign="🤷")),)
    texts = [Human(town, name).says(friends, "/move a1-b1")["message_id"] for name in ("Bob", "Carl", "Dan")]
    answer = await friends.post()
    names, _, words = answer.text.partition(": ")
    assert (sorted(names.split(", ")), words) == (["Bob", "Carl", "Dan"], "Too late.")
    assert friends.reactions == dict.fromkeys(texts, "🤷")
    assert api.asked.count("sendMessage") == 1
