"""The text of a file that somebody attached."""

from __future__ import annotations

from telegram import Document
from telegram.error import TelegramError

LARGEST = 64 * 1024


async def read(document: Document) -> str | None:
    """The text of a small UTF-8 file; None if it is too large, no text, or cannot be had."""
    if (document.file_size or 0) > LARGEST:
        return None
    try:
        file = await document.get_file()
        return bytes(await file.download_as_bytearray()).decode("utf-8-sig")
    except (TelegramError, UnicodeDecodeError):
        return None
