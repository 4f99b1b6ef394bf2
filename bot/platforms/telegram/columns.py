"""A board drawn in characters: an entity that gives all its letters one width, so that its columns stay."""

from __future__ import annotations

from telegram import MessageEntity


def columns_of(text: str, grid: str) -> list[MessageEntity]:
    """The entity over the board in a text; none over a page that does not hold it whole."""
    if not grid or grid not in text:
        return []
    entity = MessageEntity(MessageEntity.PRE, text.index(grid), len(grid))
    return list(MessageEntity.adjust_message_entities_to_utf_16(text, [entity]))
