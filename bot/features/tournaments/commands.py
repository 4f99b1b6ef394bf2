"""The command `/tournament`: it opens a tournament with options in any order, or acts on an open one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import time
from enum import StrEnum
from functools import cache
from typing import TypeVar

from bot.core.commands.challenges import Challenge, read_challenge
from bot.core.commands.command import split_reference
from bot.core.commands.personal import SURE
from bot.core.commands.read_back import to_typed_words
from bot.core.commands.terms import LONGEST, span_in
from bot.core.game.instants import Instant
from bot.core.game.requests import Request
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from bot.features.tournaments.events import System
from bot.features.tournaments.tournament import MOST
from engines.refusals import Illegal, Unreadable

USUAL_SECONDS: Instant = 3 * 86400
_SHORTEST: Instant = 600
_SURE = re.compile(rf"{SURE}(?: ([0-9]{{1,3}}))?")
E = TypeVar("E", bound=StrEnum)
_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


class Step(StrEnum):
    """An action on an existing tournament."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CANCEL = "cancel"
    SHOW = "show"


class OpenTournament(Request):
    """A request to open a tournament of the games that a challenge describes.

    It has `rounds` (0: the usual number) of `seconds` each, and starts after so many seconds or at a time of day, if
    `starts` is given.
    """

    challenge: Challenge
    system: System = System.SWISS
    rounds: int = 0
    seconds: Instant = USUAL_SECONDS
    starts: Instant | time | None = None


class AskTournament(Request):
    """A request about the tournament of this chat or with this code: show it, or take a step.

    `sure` confirms the cost of leaving; a button asks about one `round` (0: the current one).
    """

    step: Step = Step.SHOW
    code: str = ""
    sure: bool = False
    round: int = 0

    @property
    def takes_seat(self) -> bool:
        """Return whether the sender joins as a player."""
        return self.step is Step.JOIN


def read_tournament(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/tournament`."""
    which, words = split_reference(rest)
    request_text = words.casefold() or Step.SHOW.value
    if step := _by_name(Step, "do").get(request_text):
        return AskTournament(step, which.code)
    first, *rest_words = request_text.split()
    sure = _SURE.fullmatch(" ".join(rest_words))
    if sure and _by_name(Step, "do").get(first) is Step.LEAVE:
        return AskTournament(Step.LEAVE, which.code, sure=True, round=int(sure[1] or 0))
    if first in list(Step):
        raise Unreadable("no-words-wanted", part=rest_words[0][:40], name="tournament")
    return _read_opening(rest, incoming)


@cache
def _by_name(kind: type[E], prefix: str) -> Mapping[str, E]:
    """Return the members of a kind by their values, and by their names in all languages."""
    names = ((speech(language).say(f"{prefix}-{each}").casefold(), each) for language in LANGUAGES for each in kind)
    return {each.value: each for each in kind} | dict(names)


def _read_opening(rest: str, incoming: Incoming) -> OpenTournament:
    values, other_words = dict[str, str](), list[str]()
    for word in rest.split():
        key, equals, value = word.partition("=")
        if system := _by_name(System, "tournament").get(word.casefold()):
            values["system"] = system
        elif equals and key.casefold() in ("rounds", "deadline", "start"):
            values[key.casefold()] = value
        else:
            other_words.append(word)
    challenge = read_challenge(to_typed_words(" ".join(other_words)), incoming)
    if not isinstance(challenge, Challenge):
        raise Unreadable("tournament-of-what")
    if challenge.opponent is not None:
        raise Illegal("tournament-for-all")
    return OpenTournament(
        challenge,
        System(values.get("system", System.SWISS)),
        _rounds(values["rounds"]) if "rounds" in values else 0,
        _span(values["deadline"], "deadline", _SHORTEST, "10m..30d") if "deadline" in values else USUAL_SECONDS,
        _starts(values["start"]) if "start" in values else None,
    )


def _rounds(value: str) -> int:
    if not (re.fullmatch("[0-9]{1,4}", value) and 1 <= int(value) < MOST):
        raise Unreadable("bad-term", part=value[:40], key="rounds", expected=f"1..{MOST - 1}")
    return int(value)


def _span(value: str, key: str, shortest: Instant, expected: str) -> Instant:
    seconds = span_in(value)
    if seconds is None or not shortest <= seconds <= LONGEST:
        raise Unreadable("bad-term", part=value[:40], key=key, expected=expected)
    return seconds


def _starts(value: str) -> Instant | time:
    match = _TIME_OF_DAY.fullmatch(value)
    return time(int(match[1]), int(match[2])) if match else _span(value, "start", 1, "18:00 2h")
