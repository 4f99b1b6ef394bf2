"""The people, chats and messages that the loopback Bot API server knows, and the updates waiting for the bot."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from telegram.constants import ReactionEmoji

from tests.bot.answered import ledger
from tests.bot.platforms.telegram.entities import cut
from tests.bot.platforms.telegram.pressed import Presses
from tests.bot.platforms.telegram.refused import Refused

Json = dict[str, Any]
PATIENCE = 30.0
"""Seconds after which a test that waits in vain fails."""


_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
_NO_GIFTS = dict.fromkeys(_GIFTS, False)


@dataclass(frozen=True)
class Post:
    """What the bot posted, or what a message of its became by an edit."""

    json: Json
    pictures: tuple[bytes, ...] = ()
    file: bytes = b""
    edited: bool = False

    @property
    def id(self) -> str:
        return str(self.json["message_id"])

    @property
    def room(self) -> int:
        return int(self.json["chat"]["id"])

    @property
    def text(self) -> str:
        return str(self.json.get("text") or self.json.get("caption") or "")

    @property
    def topic(self) -> int | None:
        return self.json.get("message_thread_id")

    @property
    def answers(self) -> str:
        """The id of the message that this one replies to."""
        return str(self.json.get("reply_to_message", {}).get("message_id", ""))

    @property
    def buttons(self) -> dict[str, str]:
        """Return the text of each button, by its label."""
        rows = self.json.get("reply_markup", {}).get("inline_keyboard", [])
        return {button["text"]: button["callback_data"] for row in rows for button in row if "callback_data" in button}

    @property
    def pinged(self) -> dict[str, int]:
        """The names in the text that link to a user, with the user's id."""
        return {cut(self.text, e): e["user"]["id"] for e in self._entities() if e["type"] == "text_mention"}

    @property
    def has_grid(self) -> bool:
        """Return whether a part of it is monospaced."""
        return any(entity["type"] == "pre" for entity in self._entities())

    @property
    def links(self) -> dict[str, str]:
        """Return the address of each link button, by its label."""
        rows = self.json.get("reply_markup", {}).get("inline_keyboard", [])
        return {button["text"]: button["url"] for row in rows for button in row if "url" in button}

    @property
    def seen_by(self) -> int | None:
        """The only user who sees it; None for everybody in the chat."""
        user: Json | None = self.json.get("receiver_user")
        return int(user["id"]) if user else None

    def _entities(self) -> list[Json]:
        return self.json.get("entities") or self.json.get("caption_entities") or []


@dataclass
class Room:
    """A chat: private, group or supergroup, with what befell it."""

    id: int
    kind: str
    title: str
    hears_all: bool = False
    photos: bool = True
    open: bool = True
    refusal: Refused | None = None
    moved_to: int | None = None
    topics: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    floods: list[float] = field(default_factory=list)
    messages: dict[int, Json] = field(default_factory=dict)
    owner: int | None = None
    outside: set[int] = field(default_factory=set)
    is_run_by_bot: bool = False
    keeps: bool = False
    gone: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    reactions_allowed: frozenset[str] = frozenset(ReactionEmoji)
    reactions: dict[int, str] = field(default_factory=dict)
    posts: asyncio.Queue[Post] = field(default_factory=asyncio.Queue)

    def as_json(self) -> Json:
        name = "first_name" if self.kind == "private" else "title"
        return {"id": self.id, "type": self.kind, name: self.title} | ({"is_forum": True} if self.topics else {})

    def see(self, message: Json) -> None:
        """Note what everybody sees of a message of the bot's."""
        post = Post(message)
        if post.seen_by is None:
            ledger().show("telegram", str(self.id), post.id, post.text, post.buttons.values())

    def lose(self, message: int) -> Json | None:
        """Take a message away; return it if it was there."""
        if gone := self.messages.pop(message, None):
            self.gone.append(str(message))
            ledger().remove("telegram", str(self.id), str(message))
        return gone

    async def post(self) -> Post:
        """The next thing that the bot posts or edits here."""
        async with asyncio.timeout(PATIENCE):
            return await self.posts.get()

    async def news(self) -> Post:
        """The next thing that the bot posts here."""
        while (post := await self.post()).edited:
            pass
        return post


class Elsewhere:
    """Chats where the bot is not: what it lists there, and its messages, which it knows by their inline ids only."""

    def __init__(self, town: Town) -> None:
        self._town = town
        self.answers: dict[str, asyncio.Future[list[Json]]] = {}
        self.guests: dict[str, asyncio.Future[Post]] = {}
        self.messages: dict[str, Post] = {}
        self.edits: asyncio.Queue[Post] = asyncio.Queue()
        self.floods: list[float] = []

    async def queries(self, author: Json, text: str) -> list[Json]:
        """The results that the bot answers a query with."""
        number = str(self._town.number())
        self.answers[number] = asyncio.get_running_loop().create_future()
        self._town.update(
            inline_query={"id": number, "from": author, "query": text, "offset": "", "chat_type": "group"}
        )
        async with asyncio.timeout(PATIENCE):
            return await self.answers[number]

    def sent(self, author: Json, result: Json, answer: bool) -> Post:
        """A result as the message that it becomes."""
        post = self.posted(result)
        number = post.json["inline_message_id"]
        chosen = {"result_id": result["id"], "from": author, "query": "", "inline_message_id": number}
        if answer:
            self._town.update(chosen_inline_result=chosen)
        return post

    def mentioned(self, author: Json, content: Json) -> asyncio.Future[Post]:
        """Return the bot's guest message."""
        number = str(self._town.number())
        self.guests[number] = asyncio.get_running_loop().create_future()
        self._town.update(guest_message=self.message(author, content) | {"guest_query_id": number})
        return self.guests[number]

    def message(self, author: Json, content: Json) -> Json:
        """Return a message that a person writes there."""
        chat = {"id": -1, "type": "group", "title": "Elsewhere"}
        return {"message_id": self._town.number(), "date": 1, "chat": chat, "from": author} | content

    def posted(self, result: Json) -> Post:
        """A result in a chat, under an id that is not a number."""
        content = result["input_message_content"]
        json = {"inline_message_id": f"AgAA{self._town.number()}_x", "text": content["message_text"]}
        return self._keep(Post(json | {"reply_markup": result.get("reply_markup", {})}))

    def changed(self, number: str, content: Json) -> None:
        """The bot has edited a message."""
        self.edits.put_nowait(self._keep(Post({"inline_message_id": number} | content, edited=True)))

    async def edited(self) -> Post:
        """The next change of a message."""
        async with asyncio.timeout(PATIENCE):
            return await self.edits.get()

    def _keep(self, post: Post) -> Post:
        number = post.json["inline_message_id"]
        self.messages[number] = post
        ledger().show("telegram", number, number, post.text, post.buttons.values())
        return post


_RIGHTS = (
    *("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats"),
    *("can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories"),
    *("can_edit_stories", "can_delete_stories"),
)


_MUTED = dict.fromkeys(
    (
        *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos"),
        *("can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages"),
        *("can_add_web_page_previews", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics"),
    ),
    False,
)
_MEMBERS: dict[str, Json] = {
    "kicked": {"until_date": 0},
    "restricted": {"is_member": True, "until_date": 0, "can_edit_tag": False, "can_react_to_messages": False, **_MUTED},
}
"""What is told of a member besides the status."""


class Town:
    """Everything on the server; `updates` are those that the bot has not confirmed.

    It `has_ephemeral` messages if it is of Bot API 10.2 or later; one that `forgets_ephemeral` takes no answer to those
    of people any more, for too long has passed.
    """

    def __init__(self) -> None:
        self.me: Json = {"id": 7000, "is_bot": True, "first_name": "Tetradka", "username": "tetradka_bot"}
        self.has_ephemeral = False
        self.forgets_whispers = False
        self.forgets_ephemeral = False
        self.rooms: dict[int, Room] = {}
        self.files: dict[str, bytes] = {}
        self.photos: dict[str, Json] = {}
        self.menus: dict[str, list[Json]] = {}
        self.group_menus: dict[str, list[Json]] = {}
        self.descriptions: defaultdict[str, list[str]] = defaultdict(list)
        self.presses = Presses()
        self.updates: list[Json] = []
        self.all_updates: list[Json] = []
        self.elsewhere = Elsewhere(self)
        self._news = asyncio.Event()
        self._numbers = itertools.count(1000)

    def number(self) -> int:
        """A new id for anything."""
        return next(self._numbers)

    def group(self, title: str, kind: str = "group", topics: tuple[int, ...] = ()) -> Room:
        """A new group; one with topics is a forum."""
        return self._open(Room(-self.number(), "supergroup" if topics else kind, title, topics=set(topics)))

    def chat(self, room_id: int) -> Json:
        """All that is told of a chat, with what its members may do."""
        room = self.rooms[room_id]
        message = {"accent_color_id": 1, "max_reaction_count": 1, "accepted_gift_types": _NO_GIFTS}
        return room.as_json() | message | {"permissions": {"can_send_photos": room.photos}}

    def add_bot(self, room: Room, by: Json, was: str = "left") -> None:
        """Somebody adds the bot to a group, or lets it be more there than it was; or unblocks it."""
        self.change_bot(room, by, was, "member")

    def change_bot(self, room: Room, by: Json, was: str, now: str) -> None:
        """Tell the bot what somebody has made of it in a chat: a member, restricted, or (left, kicked) nothing."""
        members = {
            name: {"status": status, "user": self.me} | _MEMBERS.get(status, {})
            for name, status in (("old_chat_member", was), ("new_chat_member", now))
        }
        self.update(my_chat_member={"chat": room.as_json(), "from": by, "date": 1, **members})

    def change_member(self, room: Room, user: Json, was: str, now: str) -> None:
        """Tell the bot, as an administrator of a group, that a person's status changed."""
        members = {
            name: {"status": status, "user": user} | _MEMBERS.get(status, {})
            for name, status in (("old_chat_member", was), ("new_chat_member", now))
        }
        self.update(chat_member={"chat": room.as_json(), "from": user, "date": 1, **members})

    def serve(self, room: Room, by: Json, topic: int | None = None, **content: object) -> None:
        """Tell the bot what a chat, or a topic of it, says of itself."""
        thread = {"message_thread_id": topic, "is_topic_message": True} if topic else {}
        self.tell(self.write(room, by, content | thread))

    def member(self, room_id: int, user_id: int) -> Json:
        """Return a person's status in a chat: owner, member, or administrator for a bot that runs it."""
        if user_id == self.me["id"] and self.rooms[room_id].is_run_by_bot:
            rights = dict.fromkeys(_RIGHTS, True) | {"can_manage_topics": True}
            return {"status": "administrator", "user": self.me, **rights}
        user = {"id": user_id, "is_bot": False, "first_name": "Somebody"}
        if self.rooms[room_id].owner == user_id:
            return {"status": "creator", "user": user, "is_anonymous": False}
        return {"status": "left" if user_id in self.rooms[room_id].outside else "member", "user": user}

    def private(self, user_id: int, name: str) -> Room:
        """The private chat with somebody; the bot may write there once it is open."""
        return self.rooms.get(user_id) or self._open(Room(user_id, "private", name, open=False))

    def upgrade(self, room: Room) -> Room:
        """A group becomes a supergroup: it has a new id, and both chats say so."""
        new = self._open(Room(-self.number() * 10**6, "supergroup", room.title))
        room.moved_to = new.id
        anybody = {"id": 1, "is_bot": False, "first_name": "Admin"}
        self.tell(self.write(room, anybody, {"migrate_to_chat_id": new.id}))
        self.tell(self.write(new, anybody, {"migrate_from_chat_id": room.id}))
        return new

    def write(self, room: Room, author: Json, content: Json) -> Json:
        """Puts a message into a chat."""
        message = {"message_id": self.number(), "date": 1, "chat": room.as_json(), "from": author, **content}
        room.messages[message["message_id"]] = message
        return message

    def tell(self, message: Json) -> None:
        """Lets the bot know of a message."""
        self.update(message=message)

    def update(self, **content: Json) -> None:
        self.updates.append({"update_id": self.number(), **content})
        self.all_updates.append(self.updates[-1])
        self._news.set()

    def confirm(self, offset: int) -> None:
        """Forgets the updates before `offset`."""
        self.updates = [update for update in self.updates if update["update_id"] >= offset]
        if not self.updates:
            self._news.clear()

    def forget(self, update: Json) -> None:
        """Forgets an update that the bot has taken."""
        self.updates.remove(update)

    async def until_news(self) -> None:
        """Waits until there are updates."""
        await self._news.wait()

    async def until_more(self) -> None:
        """Waits until there is one more update."""
        self._news.clear()
        await self._news.wait()

    def _open(self, room: Room) -> Room:
        self.rooms[room.id] = room
        return room
