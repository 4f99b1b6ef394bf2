"""A conversation file in another language: people speak that, and press what the same buttons say there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from bot.core.speech import ENGLISH, Speech, speech
from tests.bot.chats.script import Deed

_FIELD = re.compile(r"\{(\w+)\}")
_LONGEST = 40


def in_language(deeds: Sequence[Deed], language: str) -> tuple[Deed, ...]:
    """The same deeds in another language; commands are typed in English, as everywhere."""
    return tuple(_in_language(deed, language) for deed in deeds)


def _in_language(deed: Deed, language: str) -> Deed:
    label = translated(deed.label, deed.language, language)
    line = deed.line.replace(f"[{deed.label}]", f"[{label}]")
    return replace(deed, line=line, language=language, label=label)


def translated(label: str, source: str, target: str) -> str:
    """What a button says in another language; what is not of the catalogue, as a coordinate, stays."""
    for code, pattern in _patterns(source):
        if found := re.fullmatch(pattern, label):
            fields = {name: translated(value, source, target) for name, value in found.groupdict().items()}
            return speech(target).template(code).format_map(fields)
    return label


@cache
def _patterns(language: str) -> tuple[tuple[str, str], ...]:
    """Codes of short texts, as patterns, those with the most letters of their own first."""
    spoken = speech(language)
    texts = {code: spoken.template(code) for code in speech(ENGLISH).counted if not _is_counted(spoken, code)}
    own = {code: len(_FIELD.sub("", text)) for code, text in texts.items() if len(text) <= _LONGEST}
    codes = sorted(filter(own.get, own), key=lambda code: (code.startswith("button-"), own[code]), reverse=True)
    return tuple(
        (code, _FIELD.sub(r"(?P<\1>.+)", re.escape(texts[code]).replace(r"\{", "{").replace(r"\}", "}")))
        for code in codes
    )


def _is_counted(spoken: Speech, code: str) -> bool:
    return bool(spoken.counted.get(code))
