"""Players whom no board reaches on Telegram: the others are told, and games go on where they can be shown."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.core.router import Router
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.places import until, until_handled
from tests.bot.platforms.telegram.refused import Refused, bad_request, forbidden
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Post, Room, Town

DAY = 86400.0
TOPIC = 5
UNREACHED = "isn’t getting my messages"
MOVED = "I can’t post in your game’s chat"
CLAIM = "Claim the win"


@dataclass
class Table:
    """Ann and Bob, who have started the bot, and a clock that only moves when told."""

    town: Town
    router: Router
    ann: Human
    bob: Human
    time: list[float] = field(default_factory=list)

    async def quiet(self) -> None:
        """Return once the bot has handled all that it was told."""
        await until_handled(self.town, self.router)

    async def says(self, who: Human, text: str, room: Room | None = None, topic: int | None = None) -> None:
        who.says(room or who.room, text, topic=topic)
        await self.quiet()

    async def presses(self, who: Human, room: Room, label: str) -> None:
        post = await until(lambda: next((post for post in posts(room) if label in post.buttons), None))
        who.presses(post, label)
        await self.quiet()

    async def begin(self, room: Room | None = None, topic: int | None = None) -> None:
        """Begin a game: Ann challenges Bob in a room, or else in private, where he accepts."""
        await self.says(self.ann, "/challenge @bob dots 2x2 pie=0", room, topic)
        await self.presses(self.bob, room or self.bob.room, "Accept")

    async def change_bot(self, room: Room, was: str, now: str) -> None:
        """Let an administrator, or the other person of a private chat, change what the bot may do there."""
        room.open = now == "member"
        self.town.change_bot(room, self.bob.as_json(), was, now)
        await self.quiet()

    async def serve(self, room: Room, by: Human, topic: int | None = None, **content: object) -> None:
        self.town.serve(room, by.as_json(), topic, **content)
        await self.quiet()

    async def close(self, forum: Room) -> None:
        forum.closed.add(TOPIC)
        await self.serve(forum, self.ann, TOPIC, forum_topic_closed={})


def posts(room: Room) -> list[Post]:
    """Return what the bot shows in a room now, the newest first."""
    answer = (Post(message) for _, message in sorted(room.messages.items(), reverse=True))
    return [post for post in answer if post.json["from"]["is_bot"]]


def texts(room: Room) -> str:
    return "\n".join(post.text for post in posts(room))


@pytest.fixture
async def table(api: BotApi, town: Town, store: RedisStore) -> AsyncIterator[Table]:
    time = [1_800_000_000.0]
    async with living(api, store, now=lambda: time[-1]) as router:
        made = Table(town, router, Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob"), time)
        for human in (made.ann, made.bob):
            human.starts()
            await made.says(human, "/help")
        yield made


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize(
    "refusal",
    [
        forbidden("bot was blocked by the user"),
        forbidden("user is deactivated"),
        forbidden("bot can't initiate conversation with a user"),
        bad_request("chat not found"),
        bad_request("PEER_ID_INVALID"),
    ],
    ids=str,
)
async def test_the_opponent_of_an_unreachable_player_is_notified_and_can_claim_after_a_day(
    table: Table, refusal: Refused
):
    await table.begin()
    table.bob.room.refusal = refusal
    await table.says(table.ann, "a1-a2")
    [board] = [post for post in posts(table.ann.room) if UNREACHED in post.text]
    assert CLAIM in board.buttons
    table.time.append(table.time[-1] + DAY - 60)
    await table.presses(table.ann, table.ann.room, CLAIM)
    assert "Ann wins" not in texts(table.ann.room)
    table.time.append(table.time[-1] + 60)
    await table.presses(table.ann, table.ann.room, CLAIM)
    assert "Ann wins: Bob couldn’t be reached for a day." in texts(table.ann.room)


@pytest.mark.parametrize("refusal", [bad_request("message text is empty"), Refused(502, "Bad Gateway")], ids=str)
async def test_other_refusals_do_not_make_the_player_unreachable(table: Table, refusal: Refused):
    await table.begin()
    table.bob.room.refusal = refusal
    await table.says(table.ann, "a1-a2")
    assert UNREACHED not in texts(table.ann.room)


async def test_blocking_is_reported_at_once_and_unblocking_brings_the_board_back(table: Table):
    await table.begin()
    await table.change_bot(table.bob.room, "member", "kicked")
    assert UNREACHED in texts(table.ann.room)
    await table.says(table.ann, "a1-a2")
    assert "Bob, your move" not in texts(table.bob.room)
    await table.change_bot(table.bob.room, "kicked", "member")
    assert texts(table.bob.room).count("Bob, your move") == 1
    assert UNREACHED not in posts(table.ann.room)[0].text


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize("topic", [None, TOPIC])
@pytest.mark.parametrize("now", ["left", "kicked", "restricted"])
async def test_a_group_that_the_bot_cannot_post_in_sends_its_players_to_their_private_chats(
    table: Table, now: str, topic: int | None
):
    group = table.town.group("Friends", topics=(TOPIC,) if topic else ())
    await table.begin(group, topic)
    await table.change_bot(group, "member", now)
    for human in (table.ann, table.bob):
        assert texts(human.room).count(MOVED) == 1
        await table.presses(human, human.room, "Board")
    await table.says(table.ann, "a1-a2")
    assert "Bob, your move" in texts(table.bob.room)
    await table.change_bot(group, now, "member")
    assert texts(group).count("Bob, your move") == 1


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize(
    "refusal",
    [
        forbidden("bot was kicked from the supergroup chat"),
        forbidden("bot is not a member of the supergroup chat"),
        bad_request("not enough rights to send text messages to the chat"),
        bad_request("have no rights to send a message"),
        bad_request("CHAT_WRITE_FORBIDDEN"),
        bad_request("group chat was deactivated"),
        bad_request("TOPIC_CLOSED"),
        bad_request("TOPIC_DELETED"),
        bad_request("message thread not found"),
    ],
    ids=str,
)
async def test_players_are_notified_in_private_once_a_group_refuses_their_board(table: Table, refusal: Refused):
    group = table.town.group("Friends")
    await table.begin(group)
    group.refusal = refusal
    await table.says(table.ann, "/move a1-a2", group)
    await table.says(table.bob, "/move b1-b2", group)
    assert [texts(human.room).count(MOVED) for human in (table.ann, table.bob)] == [1, 1]
    group.refusal = None
    await table.says(table.ann, "/move c1-c2", group)
    assert "Bob, your move" in texts(group)


async def begin_in_topic(table: Table) -> Room:
    forum = table.town.group("Forum", topics=(TOPIC,))
    await table.begin(forum, TOPIC)
    return forum


async def test_players_in_a_closed_topic_are_notified_in_general_until_it_reopens(table: Table):
    forum = await begin_in_topic(table)
    await table.close(forum)
    [answer] = [post for post in posts(forum) if MOVED in post.text]
    assert answer.topic is None
    await table.says(table.ann, "/move a1-a2", forum, TOPIC)
    assert texts(forum).count(MOVED) == 1
    forum.closed.clear()
    await table.serve(forum, table.ann, TOPIC, forum_topic_reopened={})
    [board] = [post for post in posts(forum) if "Bob, your move" in post.text]
    assert board.topic == TOPIC


async def test_a_bot_that_manages_topics_goes_on_in_a_closed_one(table: Table):
    forum = await begin_in_topic(table)
    forum.is_run_by_bot = True
    await table.close(forum)
    await table.says(table.ann, "/move a1-a2", forum, TOPIC)
    assert MOVED not in texts(forum)
    assert "Bob, your move" in texts(forum)


async def test_players_in_a_deleted_topic_are_notified_in_general(table: Table):
    forum = await begin_in_topic(table)
    [code] = set(re.findall(r"· ([A-Z]{6})", texts(forum)))
    forum.topics.clear()
    forum.messages.clear()
    await table.says(table.ann, f"/move {code} a1-a2")
    [answer] = [post for post in posts(forum) if MOVED in post.text]
    assert answer.topic is None


async def test_players_are_notified_in_private_where_general_is_closed_too(table: Table):
    forum = await begin_in_topic(table)
    forum.refusal = bad_request("TOPIC_CLOSED")
    await table.close(forum)
    assert [texts(human.room).count(MOVED) for human in (table.ann, table.bob)] == [1, 1]


async def test_players_in_a_hidden_general_topic_are_notified_in_private(table: Table):
    forum = table.town.group("Forum", topics=(TOPIC,))
    await table.begin(forum)
    forum.refusal = bad_request("TOPIC_CLOSED")
    await table.serve(forum, table.ann, general_forum_topic_hidden={})
    assert [texts(human.room).count(MOVED) for human in (table.ann, table.bob)] == [1, 1]
    forum.refusal = None
    await table.serve(forum, table.ann, general_forum_topic_unhidden={})
    assert "Ann, your move" in texts(forum)


async def test_a_group_that_became_a_supergroup_loses_nobody(table: Table):
    group = table.town.group("Friends")
    await table.begin(group)
    supergroup = table.town.upgrade(group)
    await table.quiet()
    await table.says(table.ann, "/move a1-a2", supergroup)
    assert "Bob, your move" in texts(supergroup)
    assert MOVED not in texts(table.ann.room)


def came(human: Human) -> Json:
    return {"new_chat_members": [human.as_json()]}


@pytest.mark.parametrize("topic", [None, TOPIC])
async def test_the_opponent_of_a_player_who_has_left_the_group_can_claim_after_a_day(table: Table, topic: int | None):
    group = table.town.group("Friends", topics=(TOPIC,) if topic else ())
    await table.begin(group, topic)
    await table.serve(group, table.bob, left_chat_member=table.bob.as_json())
    assert UNREACHED in posts(group)[0].text
    table.time.append(table.time[-1] + DAY)
    await table.presses(table.ann, group, CLAIM)
    assert "Ann wins: Bob couldn’t be reached for a day." in texts(group)


async def test_a_departure_that_only_administrators_see_is_noted(table: Table):
    group = table.town.group("Friends", "supergroup")
    await table.begin(group)
    table.town.change_member(group, table.bob.as_json(), "member", "restricted")
    await table.quiet()
    assert UNREACHED not in posts(group)[0].text
    table.town.change_member(group, table.bob.as_json(), "restricted", "kicked")
    await table.quiet()
    assert UNREACHED in posts(group)[0].text
    table.town.change_member(group, table.bob.as_json(), "left", "member")
    await table.quiet()
    assert UNREACHED not in posts(group)[0].text


async def test_a_player_who_is_back_in_the_group_plays_on(table: Table):
    group = table.town.group("Friends")
    await table.begin(group)
    await table.serve(group, table.bob, left_chat_member=table.bob.as_json())
    await table.serve(group, table.bob, **came(table.bob))
    assert UNREACHED not in posts(group)[0].text
    table.time.append(table.time[-1] + DAY)
    await table.says(table.ann, "/claim", group)
    assert "Ann wins" not in texts(group)


async def test_an_unnoticed_departure_is_detected_at_the_first_claim(table: Table):
    group = table.town.group("Friends")
    await table.begin(group)
    await table.says(table.ann, "/claim", group)
    assert UNREACHED not in texts(group)
    group.outside.add(table.bob.id)
    await table.says(table.ann, "/claim", group)
    assert UNREACHED in texts(group)
    table.time.append(table.time[-1] + DAY)
    await table.says(table.ann, "/claim", group)
    assert "Ann wins: Bob couldn’t be reached for a day." in texts(group)


async def test_an_onlooker_who_leaves_changes_nothing(table: Table):
    group = table.town.group("Friends")
    await table.begin(group)
    await table.serve(group, table.bob, left_chat_member=Human(table.town, "Eve").as_json())
    assert UNREACHED not in texts(group)


async def test_votes_of_people_who_left_the_group_unnoticed_do_not_count(table: Table):
    group = table.town.group("Friends")
    await table.says(table.ann, "/challenge bot easy dots 2x2 team=10m first", group)
    voters = [table.ann, table.bob, *(Human(table.town, name) for name in ("Carl", "Dan"))]
    group.outside.add(table.bob.id)
    for voter in voters[:3]:
        await table.says(voter, "/move a1-b1", group)
    assert "Team: a1-b1" not in texts(group)
    table.time.append(table.time[-1] + 60)
    await table.says(voters[3], "/move a1-b1", group)
    assert "Team: a1-b1" in texts(group)
