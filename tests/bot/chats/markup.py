"""Discord's markup as it is read: names instead of numbers, and no signs that nobody sees."""

from __future__ import annotations

import re
from collections.abc import Mapping

_MENTION = re.compile(r"<@!?(\d+)>")
_TIME = re.compile(r"<t:(\d+):R>")
_ESCAPED = re.compile(r"\\([^\w\s])")
_FENCE = re.compile(r"^```\n?|\n?```$", re.MULTILINE)
_MARKED = re.compile(r"^(?:### |-# )", re.MULTILINE)
_UNSEEN = "\u200b"


def read_aloud(text: str, names: Mapping[int, str]) -> str:
    """A message's text as it looks; a time that Discord keeps up to date stands between `‹›`."""
    text = _MENTION.sub(lambda found: f"@{names.get(int(found[1]), 'bot')}", text)
    text = _TIME.sub(lambda found: f"‹{found[1]}›", text)
    return _ESCAPED.sub(r"\1", _FENCE.sub("", _MARKED.sub("", text))).replace(_UNSEEN, "")
