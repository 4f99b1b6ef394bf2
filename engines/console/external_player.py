"""A program that speaks the console's protocol, as a player in a match."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Timer

from engines.console.game_in_hand import format_pairs
from engines.game import AnyPosition
from engines.refusals import Illegal

GRACE_SECONDS = 30.0
"""Seconds beyond its time after which a program that has not answered is ended."""
EXIT_SECONDS = 2.0
"""Seconds it has to leave at the end of its input."""


@dataclass
class ExternalPlayer:
    """A player that runs `command` for each game, sends it every message, and asks it for `hint SECONDS`."""

    game: str
    command: str
    seconds: float
    _process: subprocess.Popen[str] | None = field(default=None, init=False, repr=False)
    _sent_count: int = field(default=0, init=False, repr=False)

    @property
    def name(self) -> str:
        """Return the command as given."""
        return self.command

    @contextmanager
    def session(self, start: AnyPosition) -> Iterator[None]:
        """Run the program for one game; raise `Illegal` if it does not start or refuses the game."""
        self._sent_count = 0
        with _running(self.command) as self._process:
            self._ask(f"new {self.game} {format_pairs(start.settings.items())}")
            yield

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """Return the program's hint, after sending it the new messages; raise `Illegal` if it has exited."""
        for message in messages[self._sent_count :]:
            self._ask(f"play {message}")
        self._sent_count = len(messages)
        return self._ask(f"hint {self.seconds:g}").partition("\n")[0]

    def _ask(self, line: str) -> str:
        """Return the text of the answer; raise `Illegal` if the program refuses or has exited."""
        answer = _answer(self._process, line, self.seconds + GRACE_SECONDS) if self._process else ""
        if not answer.startswith("="):
            raise Illegal("engine-refused", part=self.command, asked=line, answer=answer or "nothing")
        return answer.removeprefix("=").strip()


@contextmanager
def _running(command: str) -> Iterator[subprocess.Popen[str]]:
    """Run the program; at the end close its input, and kill it if it does not exit."""
    try:
        words = shlex.split(command)
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise Illegal("engine-not-started", part=command, error=str(fault)) from fault
    try:
        yield process
    finally:
        try:
            process.communicate(timeout=EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _answer(process: subprocess.Popen[str], line: str, seconds: float) -> str:
    """Return all lines up to the empty one; "" if the program has exited, or is killed because it was silent."""
    if process.stdin is None or process.stdout is None:
        return ""
    output = process.stdout
    silence = Timer(seconds, process.kill)
    silence.start()
    with suppress(BrokenPipeError):
        process.stdin.write(line + "\n")
        process.stdin.flush()
    answer = "\n".join(iter(lambda: output.readline().rstrip(), ""))
    silence.cancel()
    return answer
