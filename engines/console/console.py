"""The engine console: one command per line and one answer each, like Go's GTP; bad input never stops it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import BinaryIO

from engines import GAMES
from engines.console.game_in_hand import CHANGES, OPENINGS, QUESTIONS, SEARCHES, GameInHand
from engines.dots.foreign_notation import STYLES, from_foreign, to_foreign
from engines.dots.rules import Position as DotsPosition
from engines.game import AnyPosition
from engines.kernels.loading import is_ready
from engines.phrases import all_templates, english
from engines.refusals import Illegal, Refusal, Unreadable

LONGEST_LINE = 200_000
_LONGEST_ECHO = 60
_AN_HOUR = 3600.0

# The argument that each command requires, as a code; other commands require none.
_ARGUMENTS: Mapping[str, str] = {
    "new": "a-game",
    "load": "a-record",
    "play": "a-move",
    "explain": "a-move",
    "perft": "a-whole-number",
    "known_command": "a-command",
    "notation": "a-notation",
}
_OPTIONAL = ("hint", "solve", "win")
_WITH_SIDES = ("play", "moves", "hint", "explain", "solve")


class Console:
    """A console session: the current game, and the answers to command lines.

    `expect` receives the name of each game set up, so that its search may already be loading when a hint is asked for.
    `wait` is called with the game before a question that needs the search.
    """

    def __init__(
        self,
        expect: Callable[[str], object] = lambda game: None,
        wait: Callable[[GameInHand], object] = lambda hand: None,
    ) -> None:
        self._expect, self._wait = expect, wait
        self.hand: GameInHand | None = None
        self.is_finished = False
        self._style = STYLES[0]
        self._templates = all_templates(game.text.phrases for game in GAMES.values())
        self._simple_commands: Mapping[str, Callable[[str], str]] = {
            "protocol_version": lambda _: "1",
            "name": lambda _: "Tetradka",
            "version": lambda _: version("tetradka"),
            "list_commands": lambda _: "\n".join(self.commands),
            "known_command": lambda name: "true" if name in self.commands else "false",
            "quit": self._quit,
            "notation": self._set_notation,
            "games": lambda _: "\n".join(" ".join([game.name, *game.offer.variants]) for game in GAMES.values()),
        }
        self.commands = (*self._simple_commands, *OPENINGS, *CHANGES, *QUESTIONS, *SEARCHES)

    def answer(self, line: str) -> str:
        """Return `= text` or `? CODE: text`, ended by an empty line; "" for an empty line or a `#` comment."""
        words = _printable(line[: LONGEST_LINE + 1])
        if words.startswith("#") or (not line.strip() and len(line) <= LONGEST_LINE):
            return ""
        try:
            _check_length(line)
            return _block("= " + self._execute(*_command(words)))
        except Refusal as refusal:
            return _block(f"? {refusal.code}: {self._in_english(refusal)}")
        except (
            ArithmeticError,
            AssertionError,
            LookupError,
            MemoryError,
            RuntimeError,
            TypeError,
            ValueError,
        ) as fault:
            return _block(f"? broken: {self._in_english(Refusal('broken', error=repr(fault)))}")

    def _execute(self, command: str, rest: str) -> str:
        self._check(command, rest)
        if command in self._simple_commands:
            return self._simple_commands[command](rest)
        if command in OPENINGS:
            self.hand = OPENINGS[command](rest)
            self._expect(self.hand.game.name)
            return ""
        if self.hand is None:
            raise Illegal("no-game")
        before = self.hand.now
        if isinstance(before, DotsPosition):
            rest = from_foreign(rest, before)
        if command in QUESTIONS:
            text = QUESTIONS[command](self.hand, rest)
        elif command in SEARCHES:
            search = SEARCHES[command](self.hand, rest)
            if search.needs_loading:
                self._wait(self.hand)
            text = search.answer()
        else:
            self.hand, text = CHANGES[command](self.hand, rest)
        return self._translate(command, rest, text, before)

    def _translate(self, command: str, rest: str, text: str, before: AnyPosition) -> str:
        """Translate the sides in an answer to the selected notation; those in a reply come after the explained move."""
        if self._style == STYLES[0] or command not in _WITH_SIDES or not isinstance(before, DotsPosition):
            return text
        lines = []
        for line in text.splitlines():
            start = before.play(before.read(rest.split(maxsplit=1)[0])) if line.startswith("reply ") else before
            together = command == "play" or line.startswith(("line ", "reply "))
            parts = [line] if together else re.split(r"( \| |\bmove=)", line)
            lines.append("".join(to_foreign(part, start, self._style) for part in parts))
        return "\n".join(lines)

    def _set_notation(self, style: str) -> str:
        if style not in STYLES:
            raise Unreadable("not-expected", part=style[:_LONGEST_ECHO], expected="a-notation")
        self._style = style
        return ""

    def _check(self, command: str, rest: str) -> None:
        if command not in self.commands:
            raise Unreadable("unknown-command", part=command[:_LONGEST_ECHO] or "a line that cannot be read")
        if command in _ARGUMENTS and not rest:
            raise Unreadable("needs-argument", command=command, expected=_ARGUMENTS[command])
        if rest and command not in _ARGUMENTS and command not in _OPTIONAL:
            raise Unreadable("not-expected", part=rest[:_LONGEST_ECHO], expected="nothing")

    def _quit(self, _: str) -> str:
        self.is_finished = True
        return ""

    def _in_english(self, refusal: Refusal) -> str:
        return english(refusal.phrase, self._templates)


def _check_length(line: str) -> None:
    if len(line) > LONGEST_LINE:
        raise Unreadable("too-long", length=len(line), most=LONGEST_LINE)


def _printable(line: str) -> str:
    return line.strip() if line.isprintable() else "".join(c if c.isprintable() else " " for c in line).strip()


def _command(words: str) -> tuple[str, str]:
    command, _, rest = words.partition(" ")
    return command, rest.strip()


def _block(text: str) -> str:
    """Drop empty lines, which would end the answer early, and append the one that ends it."""
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line) + "\n\n"


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer lines from `source` until `quit` or the end of input; replace bytes that are not UTF-8."""
    console = Console(is_ready, wait_for_search)
    while not console.is_finished and (line := source.readline(LONGEST_LINE + 1)):
        if len(line) > LONGEST_LINE:
            _skip_rest_of_line(line, source)
        sink.write(console.answer(line.decode(errors="replace")).encode(errors="replace"))
        sink.flush()


def wait_for_search(hand: GameInHand) -> None:
    """Wait until the search is loaded, with a note on standard error; compiling it takes seconds."""
    if not hand.now.outcome and not hand.game.is_ready(hand.now, 0.0):
        sys.stderr.write(
            f"loading the search of {hand.game.name}, which is compiled once; the seconds count from then\n"
        )
        sys.stderr.flush()
        hand.game.is_ready(hand.now, _AN_HOUR)


def _skip_rest_of_line(line: bytes, source: BinaryIO) -> None:
    while line and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
