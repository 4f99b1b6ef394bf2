"""What two people agree on besides the rules of a game: taking moves back, and hints. They fit every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.core.commands.consent import Consent, said
from engines.refusals import Unreadable

Terms = tuple[tuple[str, str], ...]
UNDO, HINTS, COACH = "undo", "hints", "coach"
_FREE = "free"
_MOST_HINTS = 99


def terms_in(words: Iterable[str]) -> tuple[Terms, list[str]]:
    """The terms among the words of a challenge, without those that hold anyway, and the other words.

    Raises `Unreadable` for a value that a term does not have.
    """
    terms, left = dict[str, str](), list[str]()
    for word in words:
        key, equals, value = word.casefold().partition("=")
        if equals and key in _READERS:
            terms[key] = _READERS[key](value)
        else:
            left.append(word)
    return tuple((key, value) for key, value in terms.items() if value), left


def _undo(value: str) -> str:
    return str(Consent.NO) if _yes_or_no(UNDO, value) is Consent.NO else ""


def _coach(value: str) -> str:
    return str(Consent.YES) if _yes_or_no(COACH, value) is Consent.YES else ""


def _yes_or_no(key: str, value: str) -> Consent:
    answer = said(value)
    if answer is None:
        raise Unreadable("bad-term", part=value[:40], key=key, expected="yes no")
    return answer


def _hints(value: str) -> str:
    if value == _FREE:
        return ""
    if not (value.isascii() and value.isdecimal() and int(value) <= _MOST_HINTS):
        raise Unreadable("bad-term", part=value[:40], key=HINTS, expected=f"0..{_MOST_HINTS} {_FREE}")
    return str(int(value))


_READERS: Mapping[str, Callable[[str], str]] = {UNDO: _undo, HINTS: _hints, COACH: _coach}
