"""Writes the README's table of options from `GAMES`. Run as `python -m docs.options`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.core.language.speech import ENGLISH, Speech, speech
from bot.core.view.names import setting_in_words
from bot.core.view.options import called, unless_typed, values
from engines import GAMES
from engines.game import AnyGame, Setting

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- options: made by `.venv/bin/python -m docs.options` -->\n", "<!-- end of options -->\n"
TERMS = """\
| any, between people | `time` | `time=3d`: three days for each move | such as 10m, 1h, 1d, 3d; `3d+12h`: three days \
for the game and twelve hours more with each move; none | 3d in a group, none elsewhere |
| any | `undo` | `undo=no`: nothing is taken back | no, yes | yes |
| any | `hints` | `hints=3`: so many hints for each | 0..99, free | free |
| any | `ideas` | `ideas=no`: no ideas are shown | no, yes | yes |
| any, in a channel of a Discord server | `thread` | `thread=yes`: a thread of its own | no, yes | no |
| any, against the bot | `coach` | `coach=yes`: a word on each move | no, yes | no |
"""
HEAD = "| game | option | for example | values | unless typed |\n|---|---|---|---|---|\n"


def main() -> None:
    README.write_text(with_table(README.read_text("utf-8")), "utf-8")


def with_table(readme: str) -> str:
    """A text with the table as it is now between its marks."""
    before, _, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the marks {BEGIN.strip()} and {END.strip()} are not there")
    return f"{before}{BEGIN}{table()}{END}{after}"


def table() -> str:
    """One row for each option of each game, then those that go with any game."""
    return HEAD + "".join(f"{row}\n" for game in GAMES.values() for row in _rows(game)) + TERMS


def _rows(game: AnyGame) -> Iterator[str]:
    words = speech(ENGLISH)
    for setting in game.settings:
        cells = (f"`{game.name}`", f"`{setting.key}`", _example(setting, words), values(setting, words))
        yield f"| {' | '.join(cells)} | {unless_typed(game, setting, words)} |"


def _example(setting: Setting, words: Speech) -> str:
    choice = setting.choices[-1]
    return f"`{setting.key}={called(choice, words)}`: {setting_in_words(setting.key, choice, words)}"


if __name__ == "__main__":
    main()
