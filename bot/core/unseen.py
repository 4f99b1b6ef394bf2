"""What is not seen in the texts that people send: it must neither hide a command nor turn a line around."""

from __future__ import annotations

import unicodedata

_UNSEEN = ("Cc", "Cf", "Cs")


def trimmed(text: str) -> str:
    """The text from the first character that is seen to the last (a byte order mark is none, nor is a space)."""
    seen = [index for index, c in enumerate(text) if not (c.isspace() or unicodedata.category(c) in _UNSEEN)]
    return text[seen[0] : seen[-1] + 1] if seen else ""
