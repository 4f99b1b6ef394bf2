"""The command `/tournament`: a game with its options, the system, rounds and times, in any order; or what to do with
one that is open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from functools import cache

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
_ROUND = re.compile(r"[0-9]{0,3}")
_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


class Step(StrEnum):
    """What may be done with a tournament that is there."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CANCEL = "cancel"
    SHOW = "show"


@dataclass(frozen=True)
class OpenTournament(Request):
    """A tournament of what a challenge asks for, in so many `rounds` (0: the usual number) of so many `seconds`; it
    starts by itself after so many seconds or at a time of day, if either is said."""

    challenge: Challenge
    system: System = System.SWISS
    rounds: int = 0
    seconds: Instant = USUAL_SECONDS
    starts: Instant | time | None = None


@dataclass(frozen=True)
class AskTournament(Request):
    """Asking for the tournament of this chat, or the one with this code, or to do something with it.

    `sure` says that what leaving costs is known; a button asks about one `round` (0: whichever is on).
    """

    step: Step = Step.SHOW
    code: str = ""
    sure: bool = False
    round: int = 0

    @property
    def takes_seat(self) -> bool:
        """Return whether its sender comes to sit at a board."""
        return self.step is Step.JOIN


def read_tournament(rest: str, incoming: Incoming) -> Request:
    which, words = split_reference(rest)
    wanted = words.casefold() or Step.SHOW.value
    if step := _steps().get(wanted):
        return AskTournament(step, which.code)
    first, *others = wanted.split()
    if _steps().get(first) is Step.LEAVE and others[:1] == [SURE] and (asked := _ROUND.fullmatch(" ".join(others[1:]))):
        return AskTournament(Step.LEAVE, which.code, sure=True, round=int(asked[0] or 0))
    if first in list(Step):
        raise Unreadable("no-words-wanted", part=others[0][:40], name="tournament")
    return _opening(rest, incoming)


@cache
def _steps() -> Mapping[str, Step]:
    """What may be done, as it is typed or called in any language."""
    called = {step.value: step for step in Step}
    for words in map(speech, LANGUAGES):
        called[words.say("do-join").casefold()] = Step.JOIN
        called[words.say("do-leave").casefold()] = Step.LEAVE
        called[words.say("do-start").casefold()] = Step.START
        called[words.say("do-cancel").casefold()] = Step.CANCEL
        called[words.say("do-show").casefold()] = Step.SHOW
    return called


def _opening(rest: str, incoming: Incoming) -> OpenTournament:
    said, left = dict[str, str](), list[str]()
    for word in rest.split():
        key, equals, value = word.partition("=")
        if system := _systems().get(word.casefold()):
            said["system"] = system
        elif equals and key.casefold() in ("rounds", "deadline", "start"):
            said[key.casefold()] = value
        else:
            left.append(word)
    challenge = read_challenge(to_typed_words(" ".join(left)), incoming)
    if not isinstance(challenge, Challenge):
        raise Unreadable("tournament-of-what")
    if challenge.opponent is not None:
        raise Illegal("tournament-for-all")
    return OpenTournament(
        challenge,
        System(said.get("system", System.SWISS)),
        _rounds(said["rounds"]) if "rounds" in said else 0,
        _seconds(said["deadline"]) if "deadline" in said else USUAL_SECONDS,
        _starts(said["start"]) if "start" in said else None,
    )


@cache
def _systems() -> Mapping[str, System]:
    """What the systems are called in any language."""
    called = {system.value: system for system in System}
    for words in map(speech, LANGUAGES):
        called[words.say("tournament-swiss").casefold()] = System.SWISS
        called[words.say("tournament-robin").casefold()] = System.ROBIN
        called[words.say("tournament-knockout").casefold()] = System.KNOCKOUT
    return called


def _rounds(value: str) -> int:
    if not (re.fullmatch("[0-9]{1,4}", value) and 1 <= int(value) < MOST):
        raise Unreadable("bad-term", part=value[:40], key="rounds", expected=f"1..{MOST - 1}")
    return int(value)


def _seconds(value: str) -> Instant:
    seconds = span_in(value)
    if seconds is None or not _SHORTEST <= seconds <= LONGEST:
        raise Unreadable("bad-term", part=value[:40], key="deadline", expected="10m..30d")
    return seconds


def _starts(value: str) -> Instant | time:
    if found := _TIME_OF_DAY.fullmatch(value):
        return time(int(found[1]), int(found[2]))
    seconds = span_in(value)
    if seconds is None or not 0 < seconds <= LONGEST:
        raise Unreadable("bad-term", part=value[:40], key="start", expected="18:00 2h")
    return seconds
