"""The wire format of questions and answers between processes: nothing in them is run, all is played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines import GAMES, record
from engines.game import (
    AnyCandidate,
    AnyExplanation,
    AnyGame,
    AnyHint,
    AnyMove,
    AnyPosition,
    Candidate,
    Explanation,
    Hint,
    Reason,
)
from engines.phrases import Value
from engines.refusals import Refusal


def question(game: AnyGame, position: AnyPosition, messages: Sequence[str]) -> str:
    """The game that has come to `position` by typed messages, as a record."""
    return record.write(record.record_of(game.name, position, tuple(messages)))


def asked(question: str) -> tuple[AnyGame, AnyPosition]:
    """The game and the position of a question; raises `Refusal` for a text that is none."""
    read = record.read(question)
    return GAMES[read.game], record.replay(read)[-1]


def asked_of_move(question: str) -> tuple[AnyGame, AnyPosition, AnyMove]:
    """The game of a question with its last move, and the position before that; raises as `asked` does."""
    read = record.read(question)
    position = record.replay(read)[-2]
    return GAMES[read.game], position, position.read(read.messages[-1])


def answer(hint: AnyHint) -> str:
    """A hint as JSON: its moves by their canonical texts, its reasons as codes with fields."""
    return json.dumps(
        {
            "line": [str(move) for move in hint.line],
            "value": hint.value,
            "proved": bool(hint.is_proved),
            "reasons": _said(hint.reasons),
            "seconds": hint.seconds,
        },
        default=float,  # numpy's numbers are none of JSON's
    )


def answered(answer: str, position: AnyPosition) -> AnyHint:
    """The hint of an answer, for the position that was asked about.

    Raises `Refusal`, `ValueError`, `TypeError` or `KeyError` for a text that is none.
    """
    read = json.loads(answer)
    line = tuple(position.read(text) for text in read["line"])
    return Hint(line, read["value"], read["proved"], _meant(read["reasons"]), read["seconds"])


def explanation(explained: AnyExplanation) -> str:
    """What is to be said of a move as JSON."""
    return json.dumps(
        {
            "value": explained.value,
            "best": explained.best_value,
            "proved": bool(explained.is_proved),
            "reasons": _said(explained.reasons),
            "reply": [str(move) for move in explained.reply],
            "advised": [str(move) for move in explained.best_line],
        },
        default=float,
    )


def explained(answer: str, position: AnyPosition, move: AnyMove) -> AnyExplanation:
    """What is to be said of a move, for the position that was asked about; raises as `answered` does."""
    read = json.loads(answer)
    reply, advised = (tuple(position.read(text) for text in read[line]) for line in ("reply", "advised"))
    reasons = _meant(read["reasons"])
    return Explanation(move, read["value"], read["best"], read["proved"], reasons, reply, advised)


def menu(candidates: Iterable[AnyCandidate]) -> str:
    """Moves worth considering as JSON."""
    return json.dumps([[str(each.move), _said(each.gain), _said(each.risk)] for each in candidates])


def read_menu(menu: str, position: AnyPosition) -> tuple[AnyCandidate, ...]:
    """The moves of a menu, for the position that was asked about; raises as `answered` does."""
    read = json.loads(menu)
    return tuple(Candidate(position.read(move), _meant(gain), _meant(risk)) for move, gain, risk in read)


def wish(game: AnyGame, settings: Mapping[str, str], seed: int) -> str:
    """The settings of a start for which something is to be made, as JSON."""
    return json.dumps([game.name, dict(settings), seed])


def fulfilled(wish: str) -> str:
    """The settings with what was made, as JSON; those of no game as they are."""
    name, settings, seed = json.loads(wish)
    try:
        return json.dumps(dict(GAMES[name].start(settings, seed).settings))
    except Refusal:
        return json.dumps(settings)


def read_settings(made: str) -> Mapping[str, str]:
    """The settings of an answer; raises `ValueError` or `TypeError` for a text that is none."""
    return {str(key): str(value) for key, value in dict(json.loads(made)).items()}


def _said(reasons: Iterable[Reason]) -> list[list[Any]]:
    return [[reason.code, dict(reason.fields)] for reason in reasons]


def _meant(read: Iterable[tuple[str, dict[str, Value]]]) -> tuple[Reason, ...]:
    return tuple(Reason(code, **fields) for code, fields in read)
