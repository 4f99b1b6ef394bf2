"""Records: a finished or running game as text, with header lines `key: value` and numbered typed messages.

A record may be one line with `;` for line ends, so no value holds a `;`. Empty lines and `#` lines are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engines import GAMES
from engines.game import AnyPosition, advance
from engines.refusals import Illegal, Refusal, Unreadable

TAGS = ("first", "second", "date", "planned")
RUNNING = "none"
LONGEST = 2 * 1024 * 1024
"""Characters of the longest text accepted as a game."""
MOST_LINES = 10_000
LONGEST_LINE = 10_000
"""Characters of a line: the longest map has 6,000, the longest move 2,000."""
_LONGEST_PART = 40
_RESERVED_KEYS = ("game", "result", *TAGS)
_LINE_END = re.compile(r";|\r\n?|\n")
_HEADER = re.compile(r"([a-zA-Z][a-zA-Z-]*)\s*:\s*(.*)")
_MESSAGE = re.compile(r"([0-9]{1,6})\.\s*(.+)")


@dataclass(frozen=True)
class Record:
    """A game's name, settings, typed messages, tags (players, date) and result.

    Forced moves are not written: they follow from the rules. The tag `planned` holds the numbers of conditional moves.
    `lines` gives the line of each key and each message (by its number) in the source text. If `is_foreign`, that text
    was converted from another notation, so nobody has seen those lines.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = RUNNING
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    is_foreign: bool = field(default=False, compare=False, repr=False)


def record_of(game: str, position: AnyPosition, messages: tuple[str, ...]) -> Record:
    """Return the record of a game that has reached `position` by `messages`."""
    return Record(game, position.settings, messages, result=str(position.outcome or RUNNING))


def write(record: Record) -> str:
    """Return the record as lines of text."""
    header = {"game": record.game, **record.settings, **record.tags, "result": record.result}
    lines = [f"{key}: {_tidy(value)}" for key, value in header.items()]
    return "\n".join(lines + [f"{number}. {_tidy(text)}" for number, text in enumerate(record.messages, 1)])


def _tidy(value: str) -> str:
    return " ".join("".join(c if c.isprintable() and c != ";" else " " for c in value).split())


def read(text: str) -> Record:
    """Return the record in a text; raise `Unreadable` with the faulty `line`, counted from 1."""
    _check_size(text)
    entries: dict[str, str] = {}
    lines: dict[str, int] = {}
    messages = 0
    for number, line in _lines(text):
        key, value = _entry(line, number, expected_number=messages + 1)
        if key in entries:
            raise Unreadable("record-key-twice", line=number, part=key[:_LONGEST_PART])
        entries[key], lines[key] = value, number
        messages += key.isdecimal()
    if "game" not in entries:
        raise Unreadable("record-without-game", line=1)
    return _build(entries, lines)


def _check_size(text: str) -> None:
    if len(text) > LONGEST:
        raise Unreadable("too-long", length=len(text), most=LONGEST)
    ends = text.count(";") + text.count("\n") + text.count("\r") - text.count("\r\n")
    if (count := 1 + ends) > MOST_LINES:
        raise Unreadable("record-too-many-lines", count=count, most=MOST_LINES)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            if len(line) > LONGEST_LINE:
                raise Unreadable("record-line-too-long", line=number, length=len(line), most=LONGEST_LINE)
            yield number, line.strip()


def _entry(line: str, number: int, expected_number: int) -> tuple[str, str]:
    match = _MESSAGE.fullmatch(line) or _HEADER.fullmatch(line)
    if not match:
        raise Unreadable("record-line", line=number, part=line[:_LONGEST_PART])
    if match.re is _MESSAGE and match[1] != str(expected_number):
        raise Unreadable("record-number", line=number, part=match[1], expected=expected_number)
    key = match[1].lower()
    return key, match[2].lower() if key == "game" else match[2]


def _build(entries: dict[str, str], lines: Mapping[str, int]) -> Record:
    messages = tuple(value for key, value in entries.items() if key.isdecimal())
    tags = {key: entries[key] for key in TAGS if key in entries}
    settings = {key: value for key, value in entries.items() if not key.isdecimal() and key not in _RESERVED_KEYS}
    return Record(entries["game"], settings, messages, tags, entries.get("result", RUNNING), lines)


def replay(record: Record) -> list[AnyPosition]:
    """Return the start and the position after each message.

    Raises a refusal with the faulty `line`, or with the number of the message, `at_move`, if the record was converted
    from another notation.
    """
    if not record.lines:
        return replay(read(write(record)))
    positions = [_start(record)]
    for number, message in enumerate(record.messages, 1):
        try:
            positions.append(advance(positions[-1], positions[-1].read(message))[0])
        except Refusal as refusal:
            place = {"at_move": number} if record.is_foreign else {"line": record.lines[str(number)]}
            raise type(refusal)(refusal.code, **place, **refusal.fields) from refusal
    _check_result(record, positions[-1])
    return positions


def _start(record: Record) -> AnyPosition:
    if record.game not in GAMES:
        raise Unreadable(
            "unknown-game", line=record.lines["game"], part=record.game[:_LONGEST_PART], games=", ".join(GAMES)
        )
    try:
        position: AnyPosition = GAMES[record.game].start(record.settings, 0)
    except Refusal as refusal:
        option = str(refusal.fields.get("option"))
        raise _with_line(refusal, record.lines.get(option, record.lines["game"])) from refusal
    return position


def _with_line(refusal: Refusal, line: int) -> Refusal:
    return type(refusal)(refusal.code, line=line, **refusal.fields)


def _check_result(record: Record, end: AnyPosition) -> None:
    """Raise `Illegal` if the moves contradict the result; accept one that moves cannot show (a resignation)."""
    claim, result = record.result, str(end.outcome or RUNNING)
    by_rule = claim.partition(" ")[2] in GAMES[record.game].text.phrases
    if claim not in (RUNNING, result) and (end.outcome or by_rule):
        raise Illegal("record-result", line=record.lines["result"], part=claim[:_LONGEST_PART], expected=result)
