"""The table of commands, for parsing, completion, help and the platforms' command menus."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from bot.core.commands.command import Command, Kind, Tone
from bot.core.commands.playing import is_plan, looks_like_a_move, read_bare_text, read_plan
from bot.core.commands.read_back import text_in_all, words_for
from bot.core.game.requests import Request
from bot.core.language.invisible import trim
from bot.core.ports.platform import Incoming
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

LONGEST_TEXT = 4096
"""The greatest length of a text in characters; longer texts are not parsed."""
_LONGEST_NAME = 32
_ABOUT_THE_BOARD = ("help", "rules")
"""Commands about no certain game whose names people type in reply to a board."""
_SPACE = re.compile(r"\s")
_SPACES = re.compile(r"\s{2,}")
_APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ`"), "")


@dataclass(frozen=True)
class CommandTable:
    """All commands in menu order, and the command of each type of request."""

    commands: tuple[Command, ...]
    by_request: Mapping[type[Request], Command]

    @cached_property
    def listed(self) -> tuple[Command, ...]:
        """Return the commands that menus and help list."""
        return tuple(command for command in self.commands if command.listed)

    @cached_property
    def by_name(self) -> Mapping[str, Command]:
        """Return the commands by name and alias."""
        return {name: command for command in self.commands for name in (command.name, *command.aliases)}

    def try_parse(self, incoming: Incoming) -> Request | Refusal | None:
        """Return the request in a text of any length, or its refusal; None for talk among people."""
        if len(incoming.text) > LONGEST_TEXT:
            is_command = incoming.chat.direct or incoming.text.startswith("/")
            return Unreadable("text-too-long", most=LONGEST_TEXT) if is_command else None
        try:
            return self.parse(incoming)
        except Refusal as refused:
            return refused

    def parse(self, incoming: Incoming) -> Request | None:
        """Parse a text into a request, or None for talk among people; raise `Unreadable` for unknown words."""
        # runs of white space become one space or line end, so that patterns do not backtrack over them
        text = _SPACES.sub(lambda run: "\n" if "\n" in run[0] else " ", trim(incoming.text))
        if not text.startswith("/"):
            if not text or not (incoming.chat.direct or incoming.replies_to or incoming.alone):
                return None
            if (line := self._line_of(text, incoming)) is None:
                return _read_plan_or_move(text, incoming)
            text = f"/{line}"
        name, rest = self.split(text)
        command = self.by_name.get("help" if (name, rest) == ("play", "") else name)
        if command is None and looks_like_a_move(text[1:]):
            return read_bare_text(text[1:], incoming)
        if command is None:
            if not (incoming.chat.direct or incoming.alone or incoming.pressed):
                return None
            close = get_close_matches(name, [command.name for command in self.listed], n=2, cutoff=0.75)
            suggestion = "|".join(f"/{match}" for match in close)
            raise Unreadable("unknown-command", part="/" + name[:40], meant=suggestion)
        return command.read(rest, incoming)

    def split(self, text: str) -> tuple[str, str]:
        """Return the name of a text's command (`move` for a bare move) and the rest."""
        text = trim(text)
        if not text.startswith("/"):
            return "move", text
        name, *rest = _SPACE.split(text[1:], maxsplit=1)
        name = name.partition("@")[0].casefold()
        latin = clean(name[:_LONGEST_NAME])  # Cyrillic letters that look Latin count as Latin
        command_name = latin if latin in self.by_name else self._names_in_menus.get(name, name)
        return command_name, "".join(rest).strip()

    def kind_of(self, command: str, parameter: str) -> Kind:
        """Return the kind of a command's parameter; WORD for an unknown one."""
        parameters = self.by_name[command].parameters if command in self.by_name else ()
        return next((each.kind for each in parameters if each.name == parameter), Kind.WORD)

    def takes_file(self, text: str) -> bool:
        """Return whether a text is a command that accepts an attached file."""
        command = self.by_name.get(self.split(text)[0]) if text.startswith("/") else None
        return command is not None and command.takes_file

    def is_secret(self, text: str) -> bool:
        """Return whether other people must not see a typed text."""
        command = self.by_name.get(self.split(text)[0])
        return is_plan(trim(text)) or (command is not None and command.secret)

    @cached_property
    def _names_in_menus(self) -> Mapping[str, str]:
        return {
            label.casefold(): name
            for code, name in words_for("name-command-").items()
            if name in self.by_name
            for label in text_in_all(code)
        }

    def _line_of(self, text: str, incoming: Incoming) -> str | None:
        """Return the command line that a bare text stands for, if any.

        A question about a game only asks whether to do it. In a reply in a group, `top` and `delete me` are talk.
        """
        line = self._lines.get(_plain(text)) or self._lines.get(_plain(text.rstrip("?")), "")
        if not line:
            return None
        command = self.by_name[self.split(f"/{line}")[0]]
        is_asked = text.endswith("?") and _plain(text) not in self._lines
        is_addressed = incoming.alone or incoming.chat.direct
        is_talk = not (is_addressed or command.fits or command.name in _ABOUT_THE_BOARD)
        return None if is_talk or (is_asked and command.fits) else line

    @cached_property
    def _lines(self) -> Mapping[str, str]:
        labels = {code: f"{each.name} {rest}".rstrip() for each in self.commands for code, rest in each.labels}
        codes = words_for("word-") | labels
        return {
            _plain(word): line for code, line in codes.items() for text in text_in_all(code) for word in text.split("|")
        }

    def tone(self, line: str) -> Tone:
        """Return the tone of a button that types a command line."""
        name, *words = line.removeprefix("/").split(" ")
        command = self.by_name.get(name)
        return command.tone(words) if command else Tone.PLAIN


def _plain(text: str) -> str:
    """Return a text without its case, its last full stop and its apostrophes, of which people type several kinds."""
    return " ".join(text.casefold().translate(_APOSTROPHES).split()).rstrip(".!")


def _read_plan_or_move(text: str, incoming: Incoming) -> Request:
    """Parse a text without a command; a sentence such as `if I go a1-a2 then he wins` is no plan."""
    if is_plan(text):
        plan = read_plan(text, incoming)
        if all(looks_like_a_move(turn) for line in plan.lines for turn in line):
            return plan
    return read_bare_text(text, incoming)
