"""Invisible Unicode characters in texts and names: they must neither hide a command nor turn a line around."""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 64
_UNSEEN = ("Cc", "Cf", "Cs")
_BLANK_LETTERS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
_JOINER = "\u200d"
_AS_PICTURE = "\ufe0f"
_KEPT_APART = "\u2060"
_LINKING = re.compile(rf"[/@#$:.](?=[^\s{_KEPT_APART}])|\+(?=\d)")


def trimmed(text: str) -> str:
    """The text from the first character that is seen to the last (a byte order mark is none, nor is a space)."""
    seen = [index for index, c in enumerate(text) if not (c.isspace() or _is_unseen(c))]
    return text[seen[0] : seen[-1] + 1] if seen else ""


def called(*names: str) -> str:
    """The first of several names of a person of which something is seen, tidied."""
    return next(filter(None, map(tidy, names)), "")


def tidy(name: str, most: int = LONGEST_NAME) -> str:
    """The name on one line, at most `most` characters long, with nothing unseen in it but what joins emoji."""
    text = name.translate(_BLANK_LETTERS)
    kept = (c for before, c, after in zip(" " + text, text, text[1:] + " ", strict=False) if _stays(before, c, after))
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())[:most].rstrip(_JOINER + " ")


def defused(name: str) -> str:
    """The name with nothing in it that a platform would make a link of by itself: a tap on /resign would resign.

    A sign that is not seen keeps the special ones apart from what follows them; there is never more than one.
    """
    return _LINKING.sub(lambda sign: sign[0] + _KEPT_APART, name)


def _stays(before: str, c: str, after: str) -> bool:
    if c == _JOINER:
        return _in_emoji(before) and _in_emoji(after)
    return c.isspace() or not _is_unseen(c)


def _in_emoji(c: str) -> bool:
    return c == _AS_PICTURE or unicodedata.category(c).startswith("S")


def _is_unseen(c: str) -> bool:
    return unicodedata.category(c) in _UNSEEN
