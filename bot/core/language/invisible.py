"""Invisible Unicode characters in texts and names, which must neither hide a command nor reverse a line."""

import re
import unicodedata

LONGEST_NAME = 64
_UNSEEN = ("Cc", "Cf", "Cs")
_BLANK_LETTERS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
_JOINER = "\u200d"
_AS_PICTURE = "\ufe0f"
_KEPT_APART = "\u2060"
_LINKING = re.compile(rf"[/@#$:.](?=[^\s{_KEPT_APART}])|\+(?=\d)")


def trim(text: str) -> str:
    """Strip spaces and invisible characters from both ends of a text, byte order marks included."""
    if text.isprintable():
        return text.strip()
    return text.strip("".join(c for c in {*text} if c.isspace() or _is_unseen(c)))


def display_name(*names: str) -> str:
    """Return the first of several names with visible characters, tidied."""
    return next(filter(None, map(tidy, names)), "")


def tidy(name: str, most: int = LONGEST_NAME) -> str:
    """Return a name on one line, at most `most` characters long, with invisible characters only inside emoji."""
    text = name.translate(_BLANK_LETTERS)
    triples = zip(" " + text, text, text[1:] + " ", strict=False)
    characters = (c for before, c, after in triples if _stays(before, c, after))
    return " ".join(unicodedata.normalize("NFC", "".join(characters)).split())[:most].rstrip(_JOINER + " ")


def without_links(name: str) -> str:
    """Return a name without text that platforms turn into a link, since a tap on /resign would resign.

    A word joiner, which is invisible, separates special characters from what follows. There is never more than one.
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
