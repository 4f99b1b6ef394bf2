"""What is missing in the catalogues: codes that are said somewhere, in every language, with the same fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Message

import bot
from bot.core.commands import COMMANDS
from bot.core.speech import LANGUAGES, catalogue, engine_texts
from engines import GAMES

_SAYERS = {"say", "said", "Illegal", "Unreadable", "Ambiguous", "Refusal", "_button", "_about"}
_FIELD = re.compile(r"\{(\w+)\}")


def faults() -> Iterator[str]:
    """One line for each text that is missing, or whose fields or plural forms differ from the English ones."""
    english = _english()
    for code in sorted(_needed() - set(english)):
        yield f"en: {code} is said, but has no words"
    for language in LANGUAGES:
        messages = _messages(language)
        for code, template in sorted(english.items()):
            yield from _compare(language, code, template, messages.get(code))


def _compare(language: str, code: str, english: str, message: Message | None) -> Iterator[str]:
    if message is None or not message.string:
        if language != "en":
            yield f"{language}: {code} is missing ({english!r})"
        return
    forms = forms_of(message)
    if message.pluralizable and not all(forms):
        yield f"{language}: {code} lacks a plural form"
    for form in forms:
        unknown = set(_FIELD.findall(form)) - set(_FIELD.findall(english))
        if unknown:
            yield f"{language}: {code} has fields that the English does not: {', '.join(sorted(unknown))}"


def _english() -> Mapping[str, str]:
    """The English template of every code; of a plural, its last form."""
    return engine_texts() | {code: forms_of(message)[-1] for code, message in _messages("en").items()}


def _messages(language: str) -> dict[str, Message]:
    return {m.id if isinstance(m.id, str) else m.id[0]: m for m in catalogue(language) if m.id}


def forms_of(message: Message) -> tuple[str, ...]:
    """The words of a message: one text, or one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _needed() -> set[str]:
    """Codes that stand in the source, and those made from the names of games and commands."""
    codes = {f"command-{command.name}" for command in COMMANDS}
    codes |= {f"parameter-{parameter.name}" for command in COMMANDS for parameter in command.parameters}
    codes |= {f"{kind}-{name}" for kind in ("game", "rules") for name in GAMES}
    codes |= {f"setting-{setting.key}" for game in GAMES.values() for setting in game.settings}
    sources = sorted(Path(next(iter(bot.__path__))).rglob("*.py"))
    return codes.union(*(_said_in(source) for source in sources))


def _said_in(source: Path) -> Iterable[str]:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _called(node.func) in _SAYERS:
            yield from _first_words(node)


def _first_words(call: ast.Call) -> Iterator[str]:
    first = call.args[0] if call.args else None
    for part in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            button = (_called(call.func) or "").startswith("_")
            yield f"button-{part.value}" if button else part.value


def _called(function: ast.expr) -> str | None:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None
