"""Reader of games in four notations: our records, Little Golem's, OpenSpiel's, and Kaggle's Dots and Boxes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from engines import record
from engines.dots.foreign_notation import native_side
from engines.dots.grid import LARGEST
from engines.kaggle import Episode, read_episode
from engines.record import LONGEST, Record
from engines.refusals import Unreadable

MOST_MESSAGES = 400
"""Messages of the longest game accepted; the largest board of Dots and Boxes has 312 sides."""
_TURN = re.compile(r"[;(]\s*([br])\s*\[((?:[hv][a-z]{2}\s*)+)\]", re.IGNORECASE)
_SIDE = re.compile(r"([hv])([a-z])([a-z])", re.IGNORECASE)
_TAG = re.compile(r"\b(PB|PW|SZ)\s{0,9}\[([^\]\[]{0,200})\]")
_SPIEL_SIZE = re.compile(r"num_(rows|cols)\s{0,9}=\s{0,9}([0-9]{1,3})")
_SPIEL_NAME, _SPIEL_STATE = "dots_and_boxes", "[State]"
_SPIEL_NAMED = re.compile(r"P[12]\([hv],")
_SPIEL_SIDE = re.compile(
    r"P[12]\((?P<kind>[hv]),([0-9]{1,2}),([0-9]{1,2})\)|(?P<number>(?<![\w.=])[0-9]{1,3}(?![\w.=]))"
    rf"|{_SPIEL_NAME}\([^()]{{0,200}}\)"
)
"""A side by name or by number; or the game with its size, whose numbers are not sides."""
_SPIEL_ACTION = re.compile(r"^action: ([0-9]{1,3})\s*?$", re.MULTILINE)
_GOLEM_BOXES = 5
_SPIEL_BOXES = 2
"""Default boxes along an edge: Little Golem's board, and OpenSpiel's `num_rows` and `num_cols`."""
_PIECE, _LONGEST_FOUND = 1 << 14, 1 << 12
"""Characters searched at once, and characters of the longest possible match."""
Pause = Callable[[], object]
Turns = Iterable[tuple[str, ...]]


def read(text: str, pause: Pause = lambda: None) -> Record:
    """Return the record that a text holds in any of four notations; raise `Unreadable` naming the fault.

    Other notations count rows from above, ours from below. `record.replay` checks whether the moves are legal.
    Reading is linear in the length, which is limited first. `pause` is called after each piece of a long text, every
    millisecond or two, so that a caller may let other threads run.
    """
    if len(text) > LONGEST:
        raise Unreadable("too-long", length=len(text), most=LONGEST)
    if text.lstrip().startswith("{"):
        return _from_kaggle(read_episode(text, pause))
    document = _LongText(text, pause)
    if document.has(_TURN):
        return _from_golem(document)
    if _SPIEL_NAME in text or document.has(_SPIEL_NAMED):
        return _from_spiel(document)
    parsed = record.read(text)
    _check_count(parsed.messages)
    return parsed


@dataclass(frozen=True)
class _LongText:
    """A text that is searched piece by piece, since a regular expression blocks all other threads."""

    text: str
    pause: Pause

    def all(self, pattern: re.Pattern[str], start: int = 0) -> Iterator[re.Match[str]]:
        """Yield the matches of a pattern from `start` on."""
        while start < len(self.text):
            end = start + _PIECE
            for match in pattern.finditer(self.text, start, end + _LONGEST_FOUND):
                if match.start() >= end:
                    break
                yield match
                start = match.end()
            start = max(start, end)
            if start < len(self.text):
                self.pause()

    def has(self, pattern: re.Pattern[str]) -> bool:
        return next(self.all(pattern), None) is not None


def _check_count(messages: Iterable[str]) -> tuple[str, ...]:
    """Return the messages of a game; raise `Unreadable` at the first one too many."""
    counted = tuple(islice(messages, MOST_MESSAGES + 1))
    if len(counted) > MOST_MESSAGES:
        raise Unreadable("import-too-long", most=MOST_MESSAGES)
    return counted


def _record(cols: int, rows: int, turns: Turns, players: dict[str, str]) -> Record:
    if not 1 <= min(cols, rows) <= max(cols, rows) <= LARGEST:
        raise Unreadable("import-size", size=f"{cols}x{rows}", most=LARGEST)
    messages = _check_count(" ".join(turn) for turn in turns)
    if not messages:
        raise Unreadable("import-without-moves")
    text = record.write(Record("dots", {"size": f"{cols}x{rows}", "pie": "0"}, messages, players))
    return replace(record.read(text), is_foreign=True)


def _from_golem(text: _LongText) -> Record:
    """Return the record of a Little Golem game.

    `;b[hcdvab]` holds the sides of one turn: `h` or `v`, then a column and a row as letters. If a letter can only be a
    row, the row comes first in every side.
    """
    tags = {match[1]: match[2].strip() for match in text.all(_TAG)}
    turn_texts = _check_count(match[2] for match in text.all(_TURN))
    turns = [[_side_numbers(*each.groups()) for each in _sides(turn)] for turn in turn_texts]
    size_tag = tags.get("SZ", "")
    least = int(size_tag) if re.fullmatch(r"[0-9]{1,2}", size_tag) and int(size_tag) <= LARGEST else _GOLEM_BOXES
    highest = max(max(one, two) for turn in turns for _, one, two in turn)
    boxes = max(least, highest)
    row_first = any(
        (kind == "h" and one == boxes) or (kind == "v" and two == boxes) for t in turns for kind, one, two in t
    )
    sides = (
        tuple(native_side(kind, *((two, one) if row_first else (one, two)), boxes) for kind, one, two in t)
        for t in turns
    )
    names = (("first", tags.get("PB")), ("second", tags.get("PW")))
    return _record(boxes, boxes, sides, {seat: name for seat, name in names if name})


def _sides(turn: str) -> Iterator[re.Match[str]]:
    """Return the sides of a turn, at most one more than the board has."""
    return islice(_SIDE.finditer(turn), MOST_MESSAGES)


def _side_numbers(kind: str, one: str, two: str) -> tuple[str, int, int]:
    return kind.lower(), ord(one.lower()) - ord("a"), ord(two.lower()) - ord("a")


def _from_spiel(text: _LongText) -> Record:
    """Return the record of an OpenSpiel game.

    Sides are numbers, all horizontal ones before all vertical ones, or `P1(h,0,1)`. A playthrough describes every
    state at length, so only what follows `action: ` counts there.
    """
    if text.has(_SPIEL_ACTION):
        return _spiel_record(text, (("", "", "", matches[1]) for matches in text.all(_SPIEL_ACTION)))
    matches = text.all(_SPIEL_SIDE, start=text.text.rfind(_SPIEL_STATE) + 1)
    return _spiel_record(text, (side.groups() for side in matches if side["kind"] or side["number"]))


def _spiel_record(game: _LongText, side_fields: Iterable[tuple[str, ...]]) -> Record:
    sides = list(islice(side_fields, MOST_MESSAGES + 1))
    sizes = {match[1]: int(match[2]) for match in game.all(_SPIEL_SIZE)}
    named_sides = [(int(row), int(col)) for kind, row, col, _ in sides if kind]
    highest = max(named_sides, default=(0, 0)), max(((col, row) for row, col in named_sides), default=(0, 0))
    rows, cols = (
        sizes.get(key, most or _SPIEL_BOXES) for key, (most, _) in zip(("rows", "cols"), highest, strict=True)
    )
    return _record(cols, rows, _spiel_sides(sides, cols, rows), {})


def _spiel_sides(sides: Iterable[tuple[str, ...]], cols: int, rows: int) -> Iterator[tuple[str]]:
    for kind, row, col, number in sides:
        yield (native_side(kind, int(col), int(row), rows) if kind else _by_number(int(number), cols, rows),)


def _by_number(number: int, cols: int, rows: int) -> str:
    level = cols * (rows + 1)
    if number < level:
        return native_side("h", number % cols, number // cols, rows)
    if number < level + rows * (cols + 1):
        return native_side("v", (number - level) % (cols + 1), (number - level) // (cols + 1), rows)
    raise Unreadable("import-side", part=str(number)[:20], size=f"{cols}x{rows}")


def _from_kaggle(episode: Episode) -> Record:
    game = json.dumps(episode.configuration).replace('":', "=").replace('"', "")
    if _SPIEL_NAME not in f"{episode.name} {game}":
        raise Unreadable("import-another-game", part=episode.name[:40] or "?")
    numbers = (("", "", "", str(number)) for number in episode.move_numbers)
    return _spiel_record(_LongText(game, lambda: None), numbers)
