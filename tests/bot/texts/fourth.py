"""A copy of the bot that speaks one language more: one file in the catalogues, and one line in the list."""

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
class Fourth:
    """The copy in `folder`, and the language that is new in it."""

    folder: Path
    language: str

    @property
    def catalogue(self) -> Path:
        return self.folder / "bot" / "texts" / f"{self.language}.po"

    def tells(self) -> dict[str, Any]:
        """What the copy says of its new language (see `asked.py`)."""
        result = self._run("tests.bot.texts.asked", self.language)
        assert result.returncode == 0, result.stderr
        return dict(json.loads(result.stdout))

    def faults(self) -> list[str]:
        """What the copy finds wrong with its catalogues."""
        result = self._run("bot.texts")
        assert result.returncode == 1, result.stdout + result.stderr
        return result.stdout.splitlines()

    def _run(self, *module: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join((str(self.folder), str(_BOT.parent)))
        settings = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, "-m", *module]
        return subprocess.run(
            command, cwd=self.folder, env=settings, capture_output=True, encoding="utf-8", check=False
        )


def with_fourth(folder: Path, language: str, plurals: int, rule: str) -> Fourth:
    """The bot with a made-up language: marked English, whose plural forms begin with their number."""
    result = Fourth(folder, language)
    copy_sources(_BOT, folder / "bot")
    with result.catalogue.open("wb") as file:
        write_po(file, _made_up_catalogue(language, plurals, rule), width=0)
    list_of_languages = folder / "bot" / "core" / "language" / "speech.py"
    text = list_of_languages.read_text(encoding="utf-8")
    assert text.count(_LAST) == 1
    list_of_languages.write_text(text.replace(_LAST, f'{_LAST}    "{language}",\n'), encoding="utf-8")
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
