"""A copy of the bot that speaks more languages: a file in the catalogues and a line in the list for each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

import bot
from bot.core.language.speech import catalogue, speech
from tests.alone import copy_sources

MARK = "~"
_BOT = Path(next(iter(bot.__path__)))
_LAST = '    "uk",\n'


@dataclass(frozen=True)
class Copy:
    """The copy in `folder`, and the languages that are new in it."""

    folder: Path
    languages: tuple[str, ...]

    def catalogue(self, language: str) -> Path:
        return self.folder / "bot" / "texts" / f"{language}.po"

    def answers(self) -> dict[str, Any]:
        """Return what the copy says of its catalogues and of each new language (see `asked.py`)."""
        path = os.pathsep.join((str(self.folder), str(_BOT.parent)))
        settings = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, "-m", "tests.bot.texts.asked", *self.languages]
        result = subprocess.run(
            command, cwd=self.folder, env=settings, capture_output=True, encoding="utf-8", check=False
        )
        assert result.returncode == 0, result.stderr
        return dict(json.loads(result.stdout))


def with_languages(folder: Path, **languages: tuple[int, str]) -> Copy:
    """Copy the bot with made-up languages: marked English, whose plural forms begin with their number."""
    result = Copy(folder, tuple(languages))
    copy_sources(_BOT, folder / "bot")
    for language, (plurals, rule) in languages.items():
        with result.catalogue(language).open("wb") as file:
            write_po(file, _made_up_catalogue(language, plurals, rule), width=0)
    list_of_languages = folder / "bot" / "core" / "language" / "speech.py"
    text = list_of_languages.read_text(encoding="utf-8")
    assert text.count(_LAST) == 1
    lines = "".join(f'    "{language}",\n' for language in languages)
    list_of_languages.write_text(text.replace(_LAST, _LAST + lines), encoding="utf-8")
    return result


def _made_up_catalogue(language: str, plurals: int, rule: str) -> Catalog:
    """Its texts and what they count are those of the Ukrainian catalogue, which has all of them."""
    result, english = Catalog(locale=language, fuzzy=False), speech("en")
    result.mime_headers = [("Plural-Forms", f"nplurals={plurals}; plural={rule};")]
    for message in catalogue("uk"):
        if message.pluralizable:
            text = english.template(message.id[0], 2)
            result.add(message.id, tuple(f"{MARK}{form} {text}" for form in range(plurals)))
        elif isinstance(message.id, str) and message.id:
            result.add(message.id, MARK + english.template(message.id))
    return result
