"""The ledger in which the stand-ins of all platforms note what was pressed, answered and shown during one test.

At the end of every test it fails what was pressed and not answered exactly once within 3 s, every answer that was
deferred and never came, every board of a running game that went before another stood, and every board that kept its
buttons below a newer one though nothing in the store says that they are to go. The run ends with a line that counts
what was checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from time import monotonic
from typing import Any

import pytest

from bot.core.ports.store import Cleanup
from bot.store import boards
from bot.store.connection import Command
from bot.store.leases import SlotKeys

LONGEST = 3.0
"""Seconds within which a press has to be answered."""
BOARDS = "boards replaced"
_CODE = re.compile(r"\b[BCDFGHJKMNPQRSTVWXZ]{6}\b")
_BOARD = re.compile(r"/more ([BCDFGHJKMNPQRSTVWXZ]{6})\b")
"""What a button types that stands under every board of a running game, and under nothing else."""
_END = re.compile(r"/again ([BCDFGHJKMNPQRSTVWXZ]{6})\b")
_COUNTED = pytest.StashKey[Counter[str]]()


class Fault(StrEnum):
    """What the ledger finds, and what a test may be excused for."""

    UNANSWERED = "unanswered"
    TWICE = "twice"
    LATE = "late"
    THINKING = "thinking"
    BOARDLESS = "boardless"
    STALE = "stale"


@dataclass
class Press:
    """A press, command or form, and when it was answered by the clock of its stand-in."""

    what: str
    at: float
    token: str = ""
    answers: list[float] = field(default_factory=list)
    is_thinking: bool = False

    def faults(self) -> Iterator[tuple[Fault, str]]:
        """Yield what is wrong with its answers."""
        if not self.answers:
            yield Fault.UNANSWERED, f"{self.what} was not answered"
        elif (seconds := self.answers[0] - self.at) > LONGEST:
            yield Fault.LATE, f"{self.what} was answered after {seconds:.1f} s"
        if len(self.answers) > 1:
            yield Fault.TWICE, f"{self.what} was answered {len(self.answers)} times"
        if self.is_thinking:
            yield Fault.THINKING, f"{self.what} was deferred, and its answer never came"


@dataclass(frozen=True)
class Shown:
    """A message as everybody in a chat sees it, by the order of posting: the games that it names, those that its
    buttons are for, those that go on under them, and those that have ended there."""

    place: int
    names: frozenset[str]
    buttons: frozenset[str]
    moves: frozenset[str]
    ends: frozenset[str] = frozenset()

    def shows(self, game: str, before: Shown) -> bool:
        """Whether it can take the place of a board that was shown before: by its buttons, or as what came of it."""
        return game in self.buttons or (game in self.names and self.place > before.place)


@dataclass
class Ledger:
    """All that was pressed and shown in a test, and the requests that were `refused` as forbidden or unknown.

    A stand-in hands in its own clock if that is not the machine's.
    """

    presses: dict[tuple[str, str], Press] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    _places: Iterator[int] = field(default_factory=count)
    _chats: dict[tuple[str, str], dict[str, Shown]] = field(default_factory=dict)
    _found: list[tuple[Fault, str]] = field(default_factory=list)
    _owed: set[str] = field(default_factory=set)

    def press(self, kind: str, key: str, what: str = "", at: float | None = None, token: str = "") -> None:
        """Note a press, once however often it is delivered; `kind` is what the last line of the run counts it as."""
        pressed = Press(f"{kind} {key} ({what})", monotonic() if at is None else at, token)
        self.presses.setdefault((kind, key), pressed)

    def answer(self, kind: str, key: str, at: float | None = None) -> None:
        """Note that the platform was given the answer to a press, be it the second one."""
        if pressed := self.presses.get((kind, key)):
            pressed.answers.append(monotonic() if at is None else at)

    def think(self, token: str, *, is_thinking: bool) -> None:
        """Note that the answer to the press with a token was deferred, or that it came or was withdrawn."""
        for pressed in self.presses.values():
            if pressed.token == token:
                pressed.is_thinking = is_thinking

    def withdraw(self, kind: str, key: str) -> None:
        """Forget a press that was not answered, for the bot that was told of it is gone."""
        if (pressed := self.presses.get((kind, key))) and not pressed.answers:
            del self.presses[kind, key]

    def is_waiting(self, kind: str) -> bool:
        """Return whether a press of this kind has no answer yet, or a deferred one."""
        return any(
            of == kind and (not pressed.answers or pressed.is_thinking) for (of, _), pressed in self.presses.items()
        )

    def show(self, platform: str, chat: str, message: str, text: str, types: Iterable[str]) -> None:
        """Note what a public message of the bot says now, and what its buttons type."""
        line = " ".join(types)
        post = self._chats.get((platform, chat), {}).get(message)
        place = post.place if post else next(self._places)
        codes = _CODE.findall(text), _CODE.findall(line), _BOARD.findall(line), _END.findall(line)
        self._change(platform, chat, message, Shown(place, *map(frozenset, codes)))

    def owe(self, message: str) -> None:
        """Note that the store says of a message that it is to be deleted or folded."""
        self._owed.add(message)

    def remove(self, platform: str, chat: str, message: str) -> None:
        """Note that a message is gone."""
        self._change(platform, chat, message, None)

    def faults(self) -> list[tuple[Fault, str]]:
        """Return all that is wrong up to now."""
        return [
            *self._found,
            *(fault for press in self.presses.values() for fault in press.faults()),
            *(fault for chat in self._chats.items() for fault in self._stale_boards(*chat)),
        ]

    def count_checked(self) -> Counter[str]:
        """Return how many presses of each kind, and how many replaced boards, were checked."""
        return self.counts + Counter(kind for kind, _ in self.presses)

    def _stale_boards(self, chat: tuple[str, str], stands: Mapping[str, Shown]) -> Iterator[tuple[Fault, str]]:
        """Yield the boards of running games that stand with their buttons before newer ones, and are not to go."""
        for message, post in stands.items():
            newer = [another for another in stands.values() if another.place > post.place]
            replaced = {game for game in post.moves for another in newer if game in another.moves | another.ends}
            if replaced and message not in self._owed:
                yield Fault.STALE, f"message {message} in {chat[1]} of {chat[0]} kept the buttons of {replaced}"

    def _change(self, platform: str, chat: str, message: str, now: Shown | None) -> None:
        stands = self._chats.setdefault((platform, chat), {})
        before = stands.pop(message, None)
        if now:
            stands[message] = now
        for game in before.moves if before else ():
            assert before
            is_followed = any(another.shows(game, before) for another in stands.values())
            self._check_board(f"message {message} in {chat} of {platform}", game, now, is_followed)

    def _check_board(self, what: str, game: str, now: Shown | None, is_followed: bool) -> None:
        """Find a fault if a board of a game neither goes on as a board nor leaves another."""
        if now and game in now.moves:
            return
        self.counts[BOARDS] += 1
        if not is_followed:
            self._found.append((Fault.BOARDLESS, f"{what} went before another board of {game} stood"))


@dataclass
class _Current:
    """The ledger of the test that runs."""

    ledger: Ledger = field(default_factory=Ledger)


_current = _Current()


def ledger() -> Ledger:
    """Return the ledger of the test that runs."""
    return _current.ledger


def start_ledger() -> Ledger:
    """Begin a new ledger, and return it."""
    _current.ledger = Ledger()
    return _current.ledger


@pytest.fixture(scope="session", autouse=True)
def _cleanups_are_noted() -> Iterator[None]:
    """Tell the ledger of every cleanup that is noted in a store."""

    make = boards.note_command

    def note(slots: SlotKeys, cleanup: Cleanup) -> Command:
        ledger().owe(cleanup.message)
        return make(slots, cleanup)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "note_command", note)
        yield


@pytest.fixture(autouse=True)
def _everything_is_answered(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test at its end for what its stand-ins have noted; `excused` names the faults that it makes on purpose."""
    noted = start_ledger()
    yield
    _count_answers(request.config).update(noted.count_checked())
    excused = {Fault(kind) for marker in request.node.iter_markers("excused") for kind in marker.kwargs["faults"]}
    findings = [what for fault, what in noted.faults() if fault not in excused]
    if findings:
        pytest.fail("\n".join(findings), pytrace=False)


# The count at the end of a run


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts of a worker to the process that started it."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["answered"] = dict(_count_answers(session.config))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the counts of a worker that has ended."""
    _count_answers(node.config).update(getattr(node, "workeroutput", {}).get("answered", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how much was checked."""
    if counts := _count_answers(config):
        text = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        terminalreporter.write_line(f"answered exactly once and in time: {text}")


def _count_answers(config: pytest.Config) -> Counter[str]:
    return config.stash.setdefault(_COUNTED, Counter())
