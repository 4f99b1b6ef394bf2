"""Generator of the table of options in docs/options.md, from `GAMES`; run as `python -m docs.options`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.core.language.speech import ENGLISH, Speech, speech
from bot.core.view.names import choice_in_words, default_in_words, setting_in_words, values_in_words
from engines import GAMES
from engines.game import AnyGame, Setting

PAGE = Path(__file__).with_name("options.md")
BEGIN, END = "<!-- options: made by `.venv/bin/python -m docs.options` -->\n", "<!-- end of options -->\n"
TERMS = """\
| any game between people | `time` | `time=3d`: three days for each move | such as 10m, 1h, 1d or 3d; `3d+12h`: three \
days for the game, plus twelve hours for each move; none | 3d in a group, none elsewhere |
| any game | `time` | `time=3m+2s`: a [running clock](clocks.md), three minutes plus two seconds with each turn \
| 10s..60m, plus 0s..60s | none |
| any game | `undo` | `undo=no`: players can't take moves back | no, yes | yes |
| any game | `hints` | `hints=3`: three hints per player | 0..99, free | free |
| any game | `ideas` | `ideas=no`: turns `/ideas` off | no, yes | yes |
| any game in a channel of a Discord server | `thread` | `thread=yes`: the game gets its own thread | no, yes | no |
| any game of [teams](teams.md) | `team` | `team=1h`: an hour for each turn | 10m..3d | 1h against another chat |
| any game of teams | `quorum` | `quorum=5`: five votes can end a turn early | 1..1000 | 3, or more with many voters |
| any game against the bot | `coach` | `coach=yes`: a comment on each move | no, yes | no |
"""
HEAD = "| game | option | example | values | default |\n|---|---|---|---|---|\n"


def main() -> None:
    """Write the page with the current table."""
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")


def with_table(page: str) -> str:
    """Return the page with the current table between its marks; raise `ValueError` if they are missing."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the marks {BEGIN.strip()} and {END.strip()} are missing")
    return f"{before}{BEGIN}{table()}{END}{after}"


def table() -> str:
    """Return a row for each option of each game, then the terms that apply to every game."""
    return HEAD + "".join(f"{row}\n" for game in GAMES.values() for row in _rows(game)) + TERMS


def _rows(game: AnyGame) -> Iterator[str]:
    words = speech(ENGLISH)
    for setting in game.settings:
        cells = (f"`{game.name}`", f"`{setting.key}`", _example(setting, words), values_in_words(setting, words))
        yield f"| {' | '.join(cells)} | {default_in_words(game, setting, words)} |"


def _example(setting: Setting, words: Speech) -> str:
    choice = setting.choices[-1]
    return f"`{setting.key}={choice_in_words(choice, words)}`: {setting_in_words(setting.key, choice, words)}"


if __name__ == "__main__":
    main()
