"""A conversation file in another language: people speak that, and press what the same buttons say there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

from bot.core.commands.terms import span_in
from bot.core.game.clocks import read_pace
from bot.core.language.speech import ENGLISH, speech
from bot.core.view.names import span, typed_pace
from tests.bot.chats.script import Action

_FIELD = re.compile(r"\\\{(\w+)\\\}")
_MARKS = re.compile(r"(?P<chosen>✓ )?(?P<said>.+?)(?P<leads_on> …)?")
_LONGEST = 40
_COUNTS = (1, 2, 5)
_OWN_NAME = "language-name"


def in_language(actions: Sequence[Action], language: str) -> tuple[Action, ...]:
    """The same actions in another language; commands are typed in English, as everywhere."""
    return tuple(_in_language(action, language) for action in actions)


def _in_language(action: Action, language: str) -> Action:
    label = translate_button(action.label, action.language, language)
    line = action.line.replace(f"[{action.label}]", f"[{label}]")
    return replace(action, line=line, language=language, label=label)


def translate_button(label: str, source: str, target: str) -> str:
    """What a button says in another language; what is not of the catalogue, as a coordinate, stays."""
    marks = _MARKS.fullmatch(label)
    return (
        f"{marks['chosen'] or ''}{_translate_span(marks['said'], source, target)}{marks['leads_on'] or ''}"
        if marks
        else label
    )


def _translate_span(text: str, source: str, target: str) -> str:
    for code, pattern in _patterns(source):
        if match := re.fullmatch(pattern, text):
            fields = {name: _field(name, value, source, target) for name, value in match.groupdict().items()}
            return speech(target).say(code, **fields)
    with suppress(ValueError):
        return typed_pace(read_pace(text), speech(target))
    spoken = span_in(re.sub(r"\s", "", text))
    return span(spoken, speech(target)) if spoken else text


def _field(name: str, value: str, source: str, target: str) -> str:
    """The word of a field as codes have it, if it is one; what else stands there may be said otherwise too."""
    words = speech(source)
    codes = (code for code in words.counted if code.startswith(f"{name}-") and words.template(code) == value)
    return next(codes, "").removeprefix(f"{name}-") or _translate_span(value, source, target)


@cache
def _patterns(language: str) -> tuple[tuple[str, str], ...]:
    """Codes with what they say, if that is short, as patterns: buttons first, then those with the most letters."""
    codes = [code for code in speech(ENGLISH).counted if code != _OWN_NAME]
    line = sorted({(code, speech(language).template(code, n)) for code in codes for n in _COUNTS})
    letters = {(code, text): len(re.sub(r"\{\w+\}", "", text)) for code, text in line if len(text) <= _LONGEST}
    highest = sorted(
        filter(letters.get, letters), key=lambda it: (it[0].startswith("button-"), letters[it]), reverse=True
    )
    return tuple((code, _FIELD.sub(r"(?P<\1>.+)", re.escape(text))) for code, text in highest)
