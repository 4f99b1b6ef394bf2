"""The Bot API's methods that post and edit messages, as strict as the real ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.bot.platforms.telegram.entities import units
from tests.bot.platforms.telegram.parameters import Parameters, size_of
from tests.bot.platforms.telegram.refused import Refused, bad_request, forbidden, too_many
from tests.bot.platforms.telegram.town import Json, Post, Room, Town

EPHEMERAL = ("deleteEphemeralMessage", "editEphemeralMessageText", "editEphemeralMessageCaption")
"""The methods of Bot API 10.2."""
LONGEST_TEXT = 4096
_LIMITS = {"text": LONGEST_TEXT, "caption": 1024}


@dataclass(frozen=True)
class Content:
    """What a message is made of: its fields, and what was uploaded for it."""

    json: Json
    pictures: tuple[bytes, ...] = ()
    file: bytes = b""


def send_message(town: Town, parameters: Parameters) -> Json:
    preview = {"link_preview_options": parameters.json("link_preview_options") or {}}
    return _post(town, parameters, Content(text_of(parameters) | preview))


def send_photo(town: Town, parameters: Parameters) -> Json:
    picture = parameters.file("photo")
    if not _room(town, parameters).photos:
        raise bad_request("not enough rights to send photos to the chat")
    return _post(town, parameters, Content(_caption(parameters) | _photo(town, picture), (picture,)))


def send_animation(town: Town, parameters: Parameters) -> Json:
    film = parameters.file("animation")
    name = f"animations/{town.number()}"
    animation = {"file_id": name, "file_unique_id": name, "width": 900, "height": 900, "duration": 1}
    return _post(town, parameters, Content(_caption(parameters) | {"animation": animation}, file=film))


def send_document(town: Town, parameters: Parameters) -> Json:
    name = f"documents/{town.number()}"
    document = {"file_id": name, "file_unique_id": name, "file_name": parameters.file_name("document")}
    return _post(
        town, parameters, Content(_caption(parameters) | {"document": document}, file=parameters.file("document"))
    )


def edit_message_text(town: Town, parameters: Parameters) -> Json:
    return _edit(town, parameters, Content(text_of(parameters)), needs="text")


def edit_message_caption(town: Town, parameters: Parameters) -> Json:
    return _edit(town, parameters, Content(_caption(parameters)), needs="photo")


def edit_message_media(town: Town, parameters: Parameters) -> Json:
    """An upload, or a photo that the server has already."""
    media = parameters.json("media")
    if not _room(town, parameters).photos:
        raise bad_request("not enough rights to send photos to the chat")
    known = town.photos.get(media["media"])
    picture = b"" if known else parameters.attachment(media["media"])
    photo = {"photo": [known]} if known else _photo(town, picture)
    caption = {key: media[key] for key in ("caption", "caption_entities") if key in media}
    return _edit(town, parameters, Content(caption | photo, (picture,) if picture else ()))


def _post(town: Town, parameters: Parameters, content: Content) -> Json:
    room = _room(town, parameters)
    around = (
        check_keyboard(parameters.json("reply_markup"), room.kind == "private")
        | _thread(room, parameters)
        | (_ephemeral_receiver(town, room, parameters) or _reply(room, parameters))
    )
    message = town.write(room, town.me, content.json | around)
    room.see(message)
    room.posts.put_nowait(Post(message, content.pictures, content.file))
    return message


def _ephemeral_receiver(town: Town, room: Room, parameters: Parameters) -> Json:
    """An ephemeral message answers a press or an ephemeral message, unless the bot runs the group."""
    who = parameters.json("ephemeral_message_parameters")
    if not who or not town.has_ephemeral or town.forgets_whispers:
        return {}
    reply = parameters.json("reply_parameters") or {}
    is_near = who.get("callback_query_id") in town.presses or (
        "ephemeral_message_id" in reply and not town.forgets_ephemeral
    )
    if not (is_near or room.is_run_by_bot):
        raise bad_request("not enough rights to send ephemeral messages")
    user = {"id": who["receiver_user_id"], "is_bot": False, "first_name": "Somebody"}
    return {"ephemeral_message_id": town.number(), "receiver_user": user}


def edit_message_reply_markup(town: Town, parameters: Parameters) -> Json:
    """Nobody is told of it; the chat's own copy of the message changes."""
    room = _room(town, parameters)
    old = room.messages.get(parameters.number("message_id"))
    if old is None or "reply_markup" not in old:
        raise bad_request("message is not modified" if old else "message to edit not found")
    new = {key: value for key, value in old.items() if key != "reply_markup"} | keyboard_of(parameters, room)
    room.messages[old["message_id"]] = new
    room.see(new)
    return new


def send_chat_action(town: Town, parameters: Parameters) -> bool:
    _room(town, parameters).actions.append(parameters.text("action"))
    return True


def set_message_reaction(town: Town, parameters: Parameters) -> bool:
    """A bot reacts with one emoji at most, to a message that is there, where the group allows it."""
    room, message = _room(town, parameters), parameters.number("message_id")
    if message not in room.messages:
        raise bad_request("message to react not found")
    emojis = [each["emoji"] for each in parameters.json("reaction") or ()]
    if len(emojis) > 1 or not set(emojis) <= room.reactions_allowed:
        raise bad_request("REACTION_INVALID")
    room.reactions[message] = "".join(emojis)
    return True


def delete_message(town: Town, parameters: Parameters) -> bool:
    room = _room(town, parameters)
    if room.keeps:
        raise bad_request("message can't be deleted for everyone")
    if room.lose(parameters.number("message_id")) is None:
        raise bad_request("message to delete not found")
    return True


def delete_messages(town: Town, parameters: Parameters) -> bool:
    room = _room(town, parameters)
    if room.keeps:
        raise bad_request("message can't be deleted for everyone")
    for message in parameters.json("message_ids"):
        room.lose(message)
    return True


def edit_ephemeral_message_text(town: Town, parameters: Parameters) -> bool:
    return _edit_ephemeral(town, parameters, Content(text_of(parameters)), "text")


def edit_ephemeral_message_caption(town: Town, parameters: Parameters) -> bool:
    return _edit_ephemeral(town, parameters, Content(_caption(parameters)), "photo")


def _edit_ephemeral(town: Town, parameters: Parameters, content: Content, needs: str) -> bool:
    room = _room(town, parameters)
    old = _ephemeral(room, parameters)
    if old is None or needs not in old:
        raise bad_request("message to edit not found")
    remaining = {key: value for key, value in old.items() if key not in _CHANGED}
    new = room.messages[old["message_id"]] = remaining | content.json | keyboard_of(parameters, room)
    room.posts.put_nowait(Post(new, content.pictures, edited=True))
    return True


def delete_ephemeral_message(town: Town, parameters: Parameters) -> bool:
    room = _room(town, parameters)
    if (old := _ephemeral(room, parameters)) is None:
        raise bad_request("message to delete not found")
    room.lose(old["message_id"])
    return True


def _ephemeral(room: Room, parameters: Parameters) -> Json | None:
    """Number ephemeral messages separately."""
    number, reader = parameters.number("ephemeral_message_id"), parameters.number("receiver_user_id")
    known = (posted for posted in room.messages.values() if posted.get("ephemeral_message_id") == number)
    return next((posted for posted in known if posted["receiver_user"]["id"] == reader), None)


_CHANGED = ("text", "entities", "caption", "caption_entities", "reply_markup")


def _edit(town: Town, parameters: Parameters, content: Content, needs: str = "") -> Json:
    room = _room(town, parameters)
    old = room.messages.get(parameters.number("message_id"))
    if old is None:
        raise bad_request("message to edit not found")
    if old["from"]["id"] != town.me["id"] or (needs and needs not in old):
        raise bad_request("message can't be edited")
    remaining = {key: value for key, value in old.items() if key not in _CHANGED}
    new = remaining | content.json | keyboard_of(parameters, room)
    if new == old:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same as a "
            "current content and reply markup of the message"
        )
    room.messages[old["message_id"]] = new
    room.see(new)
    room.posts.put_nowait(Post(new, content.pictures, edited=True))
    return new


def _room(town: Town, parameters: Parameters) -> Room:
    """The chat written to, if it is there, takes the bot, and is not flooded."""
    room = town.rooms.get(parameters.number("chat_id"))
    if room is None:
        raise bad_request("chat not found")
    if room.refusal:
        raise room.refusal
    if room.moved_to:
        raise Refused(
            400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=room.moved_to
        )
    if not room.open:
        private = room.kind == "private"
        raise forbidden("bot can't initiate conversation with a user" if private else "bot was kicked from the group")
    if room.floods:
        raise too_many(room.floods.pop(0))
    return room


def text_of(parameters: Parameters) -> Json:
    text = parameters.text("text")
    if not text.strip():
        raise bad_request("message text is empty")
    return {"text": _check_length("text", text), **_entities("entities", text, parameters)}


def _caption(parameters: Parameters) -> Json:
    caption = parameters.text("caption")
    return {"caption": _check_length("caption", caption), **_entities("caption_entities", caption, parameters)}


def _check_length(kind: str, text: str) -> str:
    if units(text) > _LIMITS[kind]:
        raise bad_request(f"message {kind} is too long")
    return text


def _entities(kind: str, text: str, parameters: Parameters) -> Json:
    entities = parameters.json(kind) or []
    for entity in entities:
        if not 0 <= entity["offset"] < entity["offset"] + entity["length"] <= units(text):
            raise bad_request("entity beyond the text")
    return {kind: entities} if entities else {}


def _photo(town: Town, picture: bytes) -> Json:
    width, height = size_of(picture)
    name = str(town.number())
    town.photos[name] = {"file_id": name, "file_unique_id": name, "width": width, "height": height}
    return {"photo": [town.photos[name]]}


def keyboard_of(parameters: Parameters, room: Room) -> Json:
    return check_keyboard(parameters.json("reply_markup"), room.kind == "private")


def check_keyboard(keyboard: Json | None, is_private: bool = False) -> Json:
    """A keyboard that Telegram takes; buttons that open a Mini App are for private chats."""
    for button in (button for row in (keyboard or {}).get("inline_keyboard", []) for button in row):
        if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= 256:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")
        if "web_app" in button and not is_private:
            raise bad_request("BUTTON_TYPE_INVALID")
        if len(button.get("switch_inline_query", "")) > 256:
            raise bad_request("BUTTON_DATA_INVALID")
        links = {"url", "copy_text", "web_app", "switch_inline_query"}
        if not links & set(button) and not 1 <= len(button["callback_data"].encode()) <= 64:
            raise bad_request("BUTTON_DATA_INVALID")
    return {"reply_markup": keyboard} if keyboard else {}


def _thread(room: Room, parameters: Parameters) -> Json:
    """In General no thread is to be named."""
    thread = parameters.number("message_thread_id")
    if not thread:
        return {}
    if thread not in room.topics:
        raise bad_request("message thread not found")
    if thread in room.closed and not room.is_run_by_bot:
        raise bad_request("TOPIC_CLOSED")
    return {"message_thread_id": thread, "is_topic_message": True}


def _reply(room: Room, parameters: Parameters) -> Json:
    reply: dict[str, Any] = parameters.json("reply_parameters") or {}
    answered = room.messages.get(reply.get("message_id", 0))
    if reply and answered is None and not reply.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return {"reply_to_message": answered} if answered else {}
