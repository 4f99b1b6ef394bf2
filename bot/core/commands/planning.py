"""The command of conditional moves: `/if b2-b3 then c2-c3 if d1-d2 then d2-d3`, several of them after `;`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bot.core.commands.command import CODE, Command, Kind, Parameter, which_in
from bot.core.commands.fits import mine, waits_for_other
from bot.core.commands.playing import in_notation
from bot.core.game.referee import Plan
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from engines.refusals import Unreadable

_NEXT = re.compile(r"[;\n]")
_ENDS = " ,.…\t"
_LONGEST_QUOTED = 60


def read_plan(rest: str, incoming: Incoming) -> Plan:
    """Lines, or `off` with numbers; raises `Unreadable` for a condition without its answer."""
    which, text = which_in(rest)
    first, *numbers = text.casefold().split() or [""]
    if first in _grammar().off and all(map(str.isdecimal, numbers)):
        return Plan(which, dropped=tuple(map(int, numbers)))
    return Plan(which, tuple(tuple(_line(line)) for line in _NEXT.split(text) if line.strip(_ENDS)))


def is_plan(text: str) -> bool:
    """Whether a bare text is a plan."""
    grammar = _grammar()
    return bool(grammar.condition.match(text) and grammar.answer.search(text))


def _line(text: str) -> Iterator[str]:
    for clause in _grammar().condition.split(text):
        if clause.strip(_ENDS):
            turns = [in_notation(turn.strip(_ENDS)) for turn in _grammar().answer.split(clause)]
            if len(turns) != 2 or not all(turns):
                raise Unreadable("no-plan", part=clause.strip(_ENDS)[:_LONGEST_QUOTED])
            yield from turns


@dataclass(frozen=True)
class _Grammar:
    """What stands in any language for `if`, `then` and `off`."""

    condition: re.Pattern[str]
    answer: re.Pattern[str]
    off: frozenset[str]


@cache
def _grammar() -> _Grammar:
    said = [(words.say("plan-if"), words.say("plan-then"), words.say("plan-off")) for words in map(speech, LANGUAGES)]
    conditions, answers, off = map("|".join, zip(*said, strict=True))
    return _Grammar(_word(conditions), _word(answers), frozenset(off.split("|")))


def _word(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{alternatives})(?!\S)", re.IGNORECASE)


PLANNING = (
    Command(
        "if",
        Plan,
        read_plan,
        (waits_for_other, mine),
        parameters=(Parameter("line", Kind.WORD), CODE),
        secret=True,
    ),
)
