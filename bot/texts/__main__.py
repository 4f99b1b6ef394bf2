"""A check for texts that are missing, unused or unlike the English ones; exits with 1 if any are (`make texts`)."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir

import bot
from bot.core.commands.settings import DELETE, FOLD
from bot.core.language.speech import ENGLISH, LANGUAGES, catalogue, catalogues, engine_texts, forms_of
from bot.features import COMMANDS
from engines import GAMES, LADDERS
from engines.game import LEVELS
from engines.phrases import SHARED
from engines.puzzles import puzzle_box

_FIELD = re.compile(r"[{\[](\w+)[}:]")
_BOT = Path(next(iter(bot.__path__)))
_WEB = _BOT / "platforms" / "web"
_WORD_ATTRIBUTES = re.compile(r'\bdata-(?:word|label|title|placeholder)="([\w-]+)"')
_QUOTED = re.compile(r'"([a-z-]+)"')
_DERIVED = tuple("challenge forced led margin move notified pace parameter pick right seat setting".split())
_DERIVED += ("spoken", "strength", "unit", "wish", "word", "yours")
"""The prefixes of codes derived from reasons, moves, games or settings, whose texts are optional."""
_SAYERS = dict.fromkeys("say notice question greeting phrases Illegal Unreadable Ambiguous Refusal".split(), 1)
_SAYERS |= dict.fromkeys("_refuse_if Outcome StoreUnavailableError".split(), 2)
"""The functions and exceptions that take a code, with the position of that argument."""


def faults() -> Iterator[str]:
    """Yield a line for each missing or unused text, and for each with wrong fields or plural forms."""
    english = engine_texts() | {code: forms_of(message)[-1] for code, message in _by_code(catalogue(ENGLISH)).items()}
    codes = required_codes()
    used_codes = {*codes, *engine_texts(), *optional_codes(english, _fields(english.values()))}
    for code in sorted(codes - set(english)):
        yield f"{ENGLISH}: {code} is said, but has no words"
    core, *features = map(_by_code, catalogues(ENGLISH))
    for code, number in sorted(Counter(chain(engine_texts() | core, *features)).items()):
        if number > 1:
            yield f"{ENGLISH}: {code} has words in {number} catalogues"
    for language in LANGUAGES:
        yield from (f"{language}: {fault}" for fault in _faults_of(language, english, used_codes))


def _faults_of(language: str, english: Mapping[str, str], used_codes: set[str]) -> Iterator[str]:
    source = catalogue(language)
    messages, plurals = _by_code(source), source.num_plurals
    for code in sorted(set(messages) - used_codes):
        yield f"{code} is said nowhere"
    for code, template in sorted(english.items()):
        if code in messages:
            yield from _compare(code, template, messages[code], plurals)
        elif language != ENGLISH:
            yield f"{code} is missing ({template!r})"


def _compare(code: str, english: str, message: Message, plurals: int) -> Iterator[str]:
    forms = forms_of(message)
    if not all(forms):
        yield f"{code} has {len(list(filter(None, forms)))} of {plurals} plural forms"
    counted_fields = message.id[1:] if message.pluralizable else ()
    unknown = {*counted_fields, *_fields(forms)} - _fields([english])
    if unknown:
        yield f"{code} has fields that the English does not: {', '.join(sorted(unknown))}"


def _fields(texts: Iterable[str]) -> set[str]:
    return set(_FIELD.findall(" ".join(texts)))


def _by_code(source: Catalog) -> dict[str, Message]:
    messages = (message for message in source if message.id and any(forms_of(message)))
    return {message.id if isinstance(message.id, str) else message.id[0]: message for message in messages}


def required_codes() -> set[str]:
    """Return the codes that must have a text."""
    in_adapters = _codes_in_calls(_BOT / "platforms", say=2)
    on_buttons = (f"button-{word}" for word in _codes_in_calls(_BOT / "core", button=1, game_button=1, ply_button=1))
    return {*_codes_in_calls(_BOT, **_SAYERS), *in_adapters, *on_buttons, *_on_page(), *_of_tables()}


def optional_codes(codes: Iterable[str], fields: Iterable[str]) -> set[str]:
    """Return those of `codes` that may be used although not required; `fields` are all field names in texts."""
    prefixes = tuple(f"{start}-" for start in (*_DERIVED, *fields))
    sources = (path for path in _WEB.rglob("*") if path.suffix in {".js", ".py"})  # which name texts in variables
    on_page = (f"page-{word}" for path in sources for word in _QUOTED.findall(path.read_text(encoding="utf-8")))
    shared_codes = {*SHARED, *on_page}
    return {code for code in codes if code.startswith(prefixes) or code in shared_codes}


def _on_page() -> Iterator[str]:
    page = (_WEB / "page" / "index.html").read_text(encoding="utf-8")
    scripts = _codes_in_calls(_WEB, "javascript", word=1, tell=1, counted=1)
    words = (*_WORD_ATTRIBUTES.findall(page), *scripts, *_codes_in_calls(_WEB, all_languages=1))
    return (f"page-{word}" for word in words)


def _of_tables() -> Iterator[str]:
    for command in COMMANDS.listed:
        yield f"command-{command.name}"
        if command.on_page:
            yield f"page-{command.name}"
        for parameter in command.parameters:
            yield f"parameter-{parameter.name}"
            yield from (f"{parameter.name}-{choice}" for choice in parameter.choices)
    for value in (DELETE, FOLD):
        yield from (f"old-{value}", f"button-old-{value}")
    yield from sorted({f"idea-{puzzle.game}-{puzzle.idea}" for puzzle in puzzle_box()})
    yield from (f"button-try-{level}" for level in LEVELS)
    yield from (f"strength-{level}" for level in LEVELS)
    yield from (f"ladder-{rung.idea.name}" for ladder in LADDERS.values() for rung in ladder)
    for name, game in GAMES.items():
        yield from (f"{kind}-{name}" for kind in ("game", "pitch", "rules", "limits"))
        yield from (f"learn-{name}-{step.name}" for step in game.teaching.course)
        yield from (f"setting-{setting.key}" for setting in game.settings)
        yield from (f"move-{word}" for word in (*game.text.words, *game.text.inner_words))


def _codes_in_calls(folder: Path, method: str = "python", /, **sayers: int) -> Iterator[str]:
    """Yield the codes in calls of `sayers`, which maps function names to the position of the code argument."""
    ending = {"python": "**.py", "javascript": "**.js"}[method]
    keywords = {name: (place,) for name, place in sayers.items()}
    for _, _, code, *_ in extract_from_dir(folder, [(ending, method)], keywords=keywords):
        assert isinstance(code, str)
        yield code


def main() -> int:
    """Print the faults; return 1 if there are any, else 0."""
    lines = list(faults())
    print("\n".join(lines) or "every text is there in every language")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
