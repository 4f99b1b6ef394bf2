"""A program that speaks the console's protocol, as a player in a match."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Timer

from engines.console.game_in_hand import spelled
from engines.game import AnyPosition
from engines.refusals import Illegal

PATIENCE = 30.0
"""Seconds beyond its time after which a program that has not answered is ended."""
LEAVING = 2.0
"""Seconds it has to leave at the end of its input."""


@dataclass
class ExternalPlayer:
    """Runs `command` for each game, tells it every message played, and asks it for `hint SECONDS`."""

    game: str
    command: str
    seconds: float
    _process: subprocess.Popen[str] | None = field(default=None, init=False, repr=False)
    _told: int = field(default=0, init=False, repr=False)

    @property
    def name(self) -> str:
        """The command, as it was given."""
        return self.command

    @contextmanager
    def sitting(self, start: AnyPosition) -> Iterator[None]:
        """Runs the program for one game, which it is told; raises `Illegal` if it does not start or refuses."""
        self._told = 0
        with _running(self.command) as self._process:
            self._ask(f"new {self.game} {spelled(start.settings.items())}")
            yield

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """The program's hint, after it is told all messages since the last one; raises `Illegal` if it is gone."""
        for message in messages[self._told :]:
            self._ask(f"play {message}")
        self._told = len(messages)
        return self._ask(f"hint {self.seconds:g}").partition("\n")[0]

    def _ask(self, line: str) -> str:
        """The text of the answer; raises `Illegal` if the program refuses or is gone."""
        answer = _answer(self._process, line, self.seconds + PATIENCE) if self._process else ""
        if not answer.startswith("="):
            raise Illegal("engine-refused", part=self.command, asked=line, answer=answer or "nothing")
        return answer.removeprefix("=").strip()


@contextmanager
def _running(command: str) -> Iterator[subprocess.Popen[str]]:
    """The program, which is asked to leave by the end of its input, and made to if it stays."""
    try:
        words = shlex.split(command)
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise Illegal("engine-not-started", part=command, error=str(fault)) from fault
    try:
        yield process
    finally:
        try:
            process.communicate(timeout=LEAVING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _answer(process: subprocess.Popen[str], line: str, seconds: float) -> str:
    """All lines up to the empty one; nothing from a program that has ended, which one too silent is made to do."""
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
