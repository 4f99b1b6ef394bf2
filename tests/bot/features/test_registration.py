"""Features register themselves: neither the core nor a platform adapter knows one by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import bot
from bot.core.commands.sentences import WISHES
from bot.features import FEATURES

COMMANDS = sorted({row.name for feature in FEATURES for row in feature.rows})
_STRING = re.compile(rf"""(?:["']/?|`/)({"|".join(COMMANDS)})\b""")
_OTHER_MEANINGS = {
    ("bot/core/commands/questions.py", "me"),  # a language for its sender
    ("bot/core/handlers/privacy.py", "record"),  # the moves in the copy of a person's data
    ("bot/platforms/web/page/replay.js", "step"),  # a value of aria-current
    ("bot/platforms/web/page/telegram.js", "top"),  # a side of the screen
}


def _command_names() -> Iterator[tuple[str, str]]:
    root = Path(bot.__file__).parent.parent
    for folder in ("bot/core", "bot/platforms"):
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".js", ".html"}:
                for name in _STRING.findall(path.read_text("utf-8")):
                    yield path.relative_to(root).as_posix(), name


def test_no_command_of_a_feature_is_named_outside_the_features():
    assert set(_command_names()) == _OTHER_MEANINGS


def test_no_wish_of_the_core_is_a_feature_s_command():
    assert set(WISHES).isdisjoint(COMMANDS)
