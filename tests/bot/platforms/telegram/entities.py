"""What a Telegram app marks in a typed text: commands, @mentions and names picked from a list, in UTF-16 units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_MARKS = {"bot_command": r"(?<!\S)/\w+(?:@\w+)?", "mention": r"(?<![\w/])@\w+"}


def entities_in(text: str, names: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The entities of a text; `names` are the users behind names without a handle."""
    found = [{"type": kind, **_span(text, match)} for kind, mark in _MARKS.items() for match in re.finditer(mark, text)]
    found += [
        {"type": "text_mention", "user": user, **_span(text, match)}
        for name, user in names.items()
        for match in re.finditer(re.escape(name), text)
    ]
    return sorted(found, key=lambda entity: entity["offset"])


def units(text: str) -> int:
    """The length that Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def cut(text: str, entity: Mapping[str, Any]) -> str:
    """The part of a text that an entity covers."""
    start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
    return text.encode("utf-16-le")[start:end].decode("utf-16-le")


def _span(text: str, match: re.Match[str]) -> dict[str, int]:
    return {"offset": units(text[: match.start()]), "length": units(match[0])}
