"""The command `/seek`: a game to look for an opponent in, a seek to take or repeat, an end, or the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.commands.challenges import Challenge, read_challenge
from bot.core.commands.command import Tone
from bot.core.commands.read_back import text_in_all, to_typed_words
from bot.core.commands.terms import consent_of
from bot.core.game.clocks import TEAM
from bot.core.game.requests import Request, read_code
from bot.core.game.terms import Consent
from bot.core.language.speech import phrases
from bot.core.ports.platform import Incoming
from engines.refusals import Illegal, Unreadable

TAKE, AGAIN, MORE, CANCEL = "take", "again", "more", "cancel"

_LONGEST_PAGE = 4


class Seek(Request):
    """A request to look for an opponent in every chat that allows it, for the game that a challenge describes."""

    challenge: Challenge

    takes_seat = True


class TakeSeek(Request):
    """A request to play the game of another person's seek, by its code."""

    code: str

    takes_seat = True


class SeekAgain(Request):
    """A request to look for an opponent again, for the game of the sender's earlier seek, by its code."""

    code: str

    takes_seat = True


class ListSeeks(Request):
    """A request to see who is looking for an opponent: a page of the list, the first is 1."""

    page: int = 1


class EndSeek(Request):
    """A request to stop looking for an opponent."""


def read_seek(rest: str, incoming: Incoming) -> Request:
    """Parse a game with its options, `take` or `again` with a code, `more PAGE`, `cancel`, or nothing.

    Raise `Refusal` for anything else.
    """
    words = to_typed_words(rest).split()
    if not words:
        return ListSeeks()
    if len(words) == 1 and _is_end(words[0].casefold()):
        return EndSeek()
    verb, rest_of_words = words[0].casefold(), words[1:]
    if verb == MORE:
        page = "".join(rest_of_words)
        return ListSeeks(int(page) if page.isascii() and page.isdecimal() and len(page) < _LONGEST_PAGE else 1)
    if verb in (TAKE, AGAIN) and not rest_of_words:
        return ListSeeks()
    if verb in (TAKE, AGAIN):
        code = read_code(rest_of_words[0]) if len(rest_of_words) == 1 else None
        if code is None:
            raise Unreadable("unknown-code", part=" ".join(rest_of_words)[:40])
        return TakeSeek(code[0]) if verb == TAKE else SeekAgain(code[0])
    # a reply names no opponent here
    mentions = {word: person for word, person in incoming.mentions.items() if word != "reply"}
    challenge = read_challenge(rest, replace(incoming, mentions=mentions))
    if not isinstance(challenge, Challenge):
        raise Unreadable("seek-of-what")
    if challenge.opponent is not None:
        raise Illegal("seek-for-anyone")
    if challenge.is_to_chat or TEAM in challenge.terms:
        raise Illegal("seek-without-team")
    return Seek(challenge)


def _is_end(word: str) -> bool:
    is_cancel = word == CANCEL or word in map(str.casefold, text_in_all(f"do-{CANCEL}"))
    return is_cancel or word in phrases("seek-off") or consent_of(word) is Consent.NO


def tone_of(words: Sequence[str]) -> Tone:
    """Return the tone of a button that takes a seek, ends one, or opens one."""
    return {TAKE: Tone.AGREES, CANCEL: Tone.ENDS}.get(words[0] if words else "", Tone.PLAIN)
