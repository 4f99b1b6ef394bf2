"""The Bot API's methods for chats where the bot is not, as strict as the real ones."""

from __future__ import annotations

from tests.bot.platforms.telegram import posting
from tests.bot.platforms.telegram.entities import units
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.refused import bad_request, too_many
from tests.bot.platforms.telegram.town import Json, Town

_MOST_RESULTS = 50
_LONGEST_ID = 64
_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def answer_inline_query(town: Town, parameters: Parameters) -> bool:
    """Each query is answered once."""
    waiting = town.elsewhere.answers.get(parameters.text("inline_query_id"))
    if waiting is None or waiting.done():
        raise bad_request(_TOO_OLD)
    results: list[Json] = parameters.json("results")
    if len(results) > _MOST_RESULTS or len({result["id"] for result in results}) < len(results):
        raise bad_request("RESULTS_TOO_MUCH" if len(results) > _MOST_RESULTS else "RESULT_ID_DUPLICATE")
    for result in results:
        _check(town, result)
    waiting.set_result(results)
    return True


def answer_guest_query(town: Town, parameters: Parameters) -> Json:
    """As above; what it posts is an inline message."""
    waiting = town.elsewhere.guests.get(parameters.text("guest_query_id"))
    if waiting is None or waiting.done():
        raise bad_request(_TOO_OLD)
    result: Json = parameters.json("result")
    _check(town, result)
    post = town.elsewhere.posted(result)
    waiting.set_result(post)
    return {"inline_message_id": post.json["inline_message_id"]}


def edit_message_text(town: Town, parameters: Parameters) -> Json | bool:
    """Of an inline message nothing is told but that it is done."""
    number = parameters.text("inline_message_id")
    if not number:
        return posting.edit_message_text(town, parameters)
    if town.elsewhere.floods:
        raise too_many(town.elsewhere.floods.pop(0))
    old = town.elsewhere.messages.get(number)
    if old is None:
        raise bad_request("MESSAGE_ID_INVALID")
    content = posting.text_of(parameters) | posting.check_keyboard(parameters.json("reply_markup"))
    if content == {key: value for key, value in old.json.items() if key != "inline_message_id"}:
        raise bad_request("message is not modified")
    town.elsewhere.changed(number, content)
    return True


def _check(town: Town, result: Json) -> None:
    if not 0 < len(result["id"].encode()) <= _LONGEST_ID:
        raise bad_request("RESULT_ID_INVALID")
    if result["type"] == "photo":
        if result["photo_file_id"] not in town.photos:
            raise bad_request("wrong file identifier/HTTP URL specified")
    elif not 0 < units(result["input_message_content"]["message_text"]) <= posting.LONGEST_TEXT:
        raise bad_request("MESSAGE_EMPTY")
    posting.check_keyboard(result.get("reply_markup"))
