"""People who type and press in the chats of the loopback server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.bot.platforms.telegram.entities import entities_in
from tests.bot.platforms.telegram.pressed import Toast
from tests.bot.platforms.telegram.town import PATIENCE, Json, Post, Room, Town


@dataclass(frozen=True)
class Press:
    """A button pressed, and the toast that the bot answers with."""

    _toast: asyncio.Future[Toast]

    def then(self, show: Callable[[Toast], None]) -> None:
        """Show the toast once it is there."""
        self._toast.add_done_callback(lambda told: None if told.cancelled() else show(told.result()))

    async def toast(self) -> Toast:
        async with asyncio.timeout(PATIENCE):
            return await asyncio.shield(self._toast)


@dataclass
class Human:
    """A person with a Telegram app."""

    town: Town
    name: str
    username: str = ""
    language: str = "en"
    id: int = field(init=False)

    def __post_init__(self) -> None:
        self.id = self.town.number()

    def as_json(self) -> Json:
        first, _, last = self.name.partition(" ")
        known: Json = {"id": self.id, "is_bot": False, "first_name": first, "language_code": self.language}
        return known | ({"last_name": last} if last else {}) | ({"username": self.username} if self.username else {})

    @property
    def room(self) -> Room:
        """The private chat with the bot."""
        return self.town.private(self.id, self.name)

    def starts(self) -> Room:
        """Opens the private chat, so that the bot may write there."""
        self.room.open = True
        return self.room

    def says(
        self,
        room: Room,
        text: str,
        *,
        to: Post | Json | None = None,
        topic: int | None = None,
        comments: int | None = None,
        names: tuple[Human, ...] = (),
        file: bytes | None = None,
    ) -> Json:
        """Types a text, or attaches a file with the text as its caption; `to` is the message that is answered,
        `comments` the post of a channel under which it stands."""
        content = self._words(text, names) if file is None else self.file(text, file, names)
        answered = to.json if isinstance(to, Post) else to
        if answered:
            content["reply_to_message"] = answered
        if comments:
            content["message_thread_id"] = comments
        if topic:
            content |= {"message_thread_id": topic, "is_topic_message": True}
        message = self.town.write(room, self.as_json(), content)
        if self._reaches_the_bot(room, text, answered):
            self.town.tell(message)
        return message

    def edits(self, message: Json, text: str) -> None:
        """Edit what was typed."""
        edited = message | self._words(text, ()) | {"edit_date": 2}
        self.town.update(edited_message=edited)

    def presses(self, post: Post, label: str, *, is_forgotten: bool = False) -> Press:
        """Presses a button; of a `forgotten` message Telegram tells hardly more than that it was there."""
        message: Json = {"message": post.json}
        if is_forgotten:
            message = {"message": {"chat": post.json["chat"], "message_id": post.json["message_id"], "date": 0}}
        if "inline_message_id" in post.json:
            message = {"inline_message_id": post.json["inline_message_id"]}
        return self.presses_what_types(post.buttons[label], message)

    def presses_what_types(self, text: str, message: Json) -> Press:
        """Presses a button that types a text, under a message as an update tells of it."""
        query = str(self.town.number())
        toast = self.town.presses.add(query)
        self.town.update(
            callback_query={
                "id": query,
                "from": self.as_json(),
                "chat_instance": "1",
                "data": text,
                **message,
            }
        )
        return Press(toast)

    async def queries(self, text: str) -> list[Json]:
        """Types the bot's name and a text into a chat where it is not; what the app lists then."""
        return await self.town.elsewhere.queries(self.as_json(), text)

    def sends(self, result: Json, answer: bool = False) -> Post:
        """Chooses something of that list, of which the bot is told only if its owner asked for that."""
        return self.town.elsewhere.sent(self.as_json(), result, answer)

    async def mentions(self, text: str, *, to: Json | None = None, names: tuple[Human, ...] = ()) -> Post:
        """Names the bot in a chat where it is a guest, perhaps in answer to a message; its answer."""
        async with asyncio.timeout(PATIENCE):
            return await self.names(text, to, names)

    def names(self, text: str, to: Json | None = None, names: tuple[Human, ...] = ()) -> asyncio.Future[Post]:
        """The same; the bot may have nothing to answer."""
        content = self._words(f"@{self.town.me['username']} {text}".strip(), names)
        return self.town.elsewhere.mentioned(self.as_json(), content | ({"reply_to_message": to} if to else {}))

    def writes(self, text: str) -> Json:
        """A message in a chat where the bot is not."""
        return self.town.elsewhere.message(self.as_json(), self._words(text, ()))

    def _words(self, text: str, names: tuple[Human, ...]) -> Json:
        return {"text": text, "entities": self._entities(text, names)}

    def file(self, caption: str, content: bytes, names: tuple[Human, ...] = ()) -> Json:
        """The content of a message that is a text file with a caption."""
        name = f"documents/{self.town.number()}.txt"
        self.town.files[name] = content
        document = {"file_id": name, "file_unique_id": name, "file_name": "map.txt", "file_size": len(content)}
        return {"document": document, "caption": caption, "caption_entities": self._entities(caption, names)}

    def _entities(self, text: str, names: tuple[Human, ...]) -> list[dict[str, Any]]:
        return entities_in(text, {human.name: human.as_json() for human in names})

    def _reaches_the_bot(self, room: Room, text: str, answered: Json | None) -> bool:
        """Privacy mode: in groups a bot sees commands meant for it and answers to its own messages."""
        if room.kind == "private" or room.hears_all:
            return True
        if answered and answered.get("from", {}).get("id") == self.town.me["id"]:
            return True
        command, _, bot = text.partition(" ")[0].partition("@")
        return command.startswith("/") and bot.casefold() in ("", self.town.me["username"])
