"""Games written elsewhere read as records: Little Golem's, OpenSpiel's and Kaggle's Dots and Boxes, and our own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines import record
from engines.dots.elsewhere import side
from engines.dots.grid import LARGEST
from engines.record import Record
from engines.refusals import Unreadable

_TURN = re.compile(r"[;(]\s*([br])\s*\[((?:[hv][a-z]{2}\s*)+)\]", re.IGNORECASE)
_SIDE = re.compile(r"([hv])([a-z])([a-z])", re.IGNORECASE)
_TAG = re.compile(r"\b(PB|PW|SZ)\s*\[([^\]]*)\]")
_SPIEL_SIDE = re.compile(r"P[12]\(([hv]),([0-9]{1,2}),([0-9]{1,2})\)|(?<![\w.=])([0-9]{1,3})(?![\w.=])")
_SPIEL_SIZE = re.compile(r"num_(rows|cols)\s*=\s*([0-9]{1,3})")
_SPIEL_NAME = "dots_and_boxes"
_GOLEM_BOXES = 5
_SPIEL_BOXES = 2
"""Boxes along an edge where nothing is said: Little Golem's board, and OpenSpiel's `num_rows` and `num_cols`."""
Turns = Iterable[tuple[str, ...]]


def read(text: str) -> Record:
    """The record that a text holds in any of four notations; raises `Unreadable` naming what is none of them.

    Rows are counted from above elsewhere and from below here. Whether the moves are legal is for `record.replay`.
    """
    if text.lstrip().startswith("{"):
        return _from_kaggle(text)
    if _TURN.search(text):
        return _from_golem(text)
    if _SPIEL_NAME in text or re.search(r"P[12]\([hv],", text):
        return _from_spiel(text, text)
    return record.read(text)


def _record(cols: int, rows: int, turns: Turns, players: dict[str, str]) -> Record:
    if not 1 <= min(cols, rows) <= max(cols, rows) <= LARGEST:
        raise Unreadable("import-size", size=f"{cols}x{rows}", most=LARGEST)
    messages = tuple(" ".join(turn) for turn in turns)
    if not messages:
        raise Unreadable("import-without-moves")
    written = record.write(Record("dots", {"size": f"{cols}x{rows}", "pie": "0"}, messages, players))
    return replace(record.read(written), is_foreign=True)


def _from_golem(text: str) -> Record:
    """A game of Little Golem: `;b[hcdvab]` are the sides of one turn, `h` or `v` with a column and a row by letters.

    Where a letter can only be a row, sides are read with the row in front.
    """
    tags = {name: value.strip() for name, value in _TAG.findall(text)}
    turns = [[_numbered(each) for each in _SIDE.findall(found[2])] for found in _TURN.finditer(text)]
    given = tags.get("SZ", "")
    least = int(given) if given.isdecimal() and int(given) <= LARGEST else _GOLEM_BOXES
    highest = max(max(one, two) for turn in turns for _, one, two in turn)
    boxes = max(least, highest)
    row_first = any(
        (kind == "h" and one == boxes) or (kind == "v" and two == boxes) for t in turns for kind, one, two in t
    )
    sides = (
        tuple(side(kind, *((two, one) if row_first else (one, two)), boxes) for kind, one, two in t) for t in turns
    )
    names = (("first", tags.get("PB")), ("second", tags.get("PW")))
    return _record(boxes, boxes, sides, {seat: name for seat, name in names if name})


def _numbered(side: tuple[str, str, str]) -> tuple[str, int, int]:
    kind, one, two = (letter.lower() for letter in side)
    return kind, ord(one) - ord("a"), ord(two) - ord("a")


def _from_spiel(game: str, history: str) -> Record:
    """A game of OpenSpiel: numbers of sides, all level ones before all upright ones, or `P1(h,0,1)`."""
    said = {name: int(count) for name, count in _SPIEL_SIZE.findall(game)}
    moves = re.sub(rf"{_SPIEL_NAME}\([^)]*\)", "", history.rpartition("[State]")[2])
    named = [(int(row), int(col)) for kind, row, col, _ in _SPIEL_SIDE.findall(moves) if kind]
    seen = max(named, default=(0, 0)), max(((col, row) for row, col in named), default=(0, 0))
    rows, cols = (said.get(key, most or _SPIEL_BOXES) for key, (most, _) in zip(("rows", "cols"), seen, strict=True))
    return _record(cols, rows, _spiel_sides(moves, cols, rows), {})


def _spiel_sides(moves: str, cols: int, rows: int) -> Iterator[tuple[str]]:
    for kind, row, col, number in _SPIEL_SIDE.findall(moves):
        yield (side(kind, int(col), int(row), rows) if kind else _by_number(int(number), cols, rows),)


def _by_number(number: int, cols: int, rows: int) -> str:
    level = cols * (rows + 1)
    if number < level:
        return side("h", number % cols, number // cols, rows)
    if number < level + rows * (cols + 1):
        return side("v", (number - level) % (cols + 1), (number - level) // (cols + 1), rows)
    raise Unreadable("import-side", part=str(number), size=f"{cols}x{rows}")


def _from_kaggle(text: str) -> Record:
    """An episode of Kaggle's environment around OpenSpiel: JSON with its `configuration` and `steps`."""
    try:
        episode = json.loads(text)
    except ValueError as fault:
        raise Unreadable("import-not-json", error=str(fault)) from fault
    if not isinstance(episode, dict) or not isinstance(episode.get("steps"), list):
        raise Unreadable("import-without-moves")
    configuration = episode.get("configuration")
    game = json.dumps(configuration).replace('":', "=").replace('"', "")
    if _SPIEL_NAME not in f"{episode.get('name', '')} {game}":
        raise Unreadable("import-another-game", part=str(episode.get("name", "?"))[:40])
    numbers = [str(number) for step in episode["steps"] for number in _submitted(step)]
    return _from_spiel(game, " ".join(numbers))


def _submitted(step: object) -> Iterator[int]:
    """What the player who was to move has chosen in a step; the other submits a number below 0, or nothing."""
    for agent in step if isinstance(step, list) else ():
        action = agent.get("action") if isinstance(agent, dict) else None
        number = action.get("submission") if isinstance(action, dict) else action
        if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
            yield number
            return
