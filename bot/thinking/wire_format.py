"""The wire format of questions and answers between processes: nothing is executed, every move is replayed."""

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


def write_question(game: AnyGame, position: AnyPosition, messages: Sequence[str]) -> str:
    """Serialise a position and the messages that led to it as a game record."""
    return record.write(record.record_of(game.name, position, tuple(messages)))


def read_question(question: str) -> tuple[AnyGame, AnyPosition]:
    """Return the game and the position of a question; raise `Refusal` if it is malformed."""
    record_read = record.read(question)
    return GAMES[record_read.game], record.replay(record_read)[-1]


def read_move_question(question: str) -> tuple[AnyGame, AnyPosition, AnyMove]:
    """Return the game, the position before the last move, and that move; raise as `read_question` does."""
    read = record.read(question)
    position = record.replay(read)[-2]
    return GAMES[read.game], position, position.read(read.messages[-1])


def write_hint(hint: AnyHint) -> str:
    """Serialise a hint as JSON: moves as canonical texts, reasons as codes with fields."""
    return json.dumps(
        {
            "line": [str(move) for move in hint.line],
            "value": hint.value,
            "proved": bool(hint.is_proved),
            "reasons": _write_reasons(hint.reasons),
            "seconds": hint.seconds,
        },
        default=float,  # JSON does not know numpy's numbers
    )


def read_hint(answer: str, position: AnyPosition) -> AnyHint:
    """Parse a hint for a position.

    Raises `Refusal`, `ValueError`, `TypeError` or `KeyError` for malformed text.
    """
    fields = json.loads(answer)
    line = tuple(position.read(text) for text in fields["line"])
    return Hint(line, fields["value"], fields["proved"], _read_reasons(fields["reasons"]), fields["seconds"])


def write_explanation(explanation: AnyExplanation) -> str:
    """Serialise an explanation as JSON."""
    return json.dumps(
        {
            "value": explanation.value,
            "best": explanation.best_value,
            "proved": bool(explanation.is_proved),
            "reasons": _write_reasons(explanation.reasons),
            "reply": [str(move) for move in explanation.reply],
            "advised": [str(move) for move in explanation.best_line],
        },
        default=float,
    )


def read_explanation(answer: str, position: AnyPosition, move: AnyMove) -> AnyExplanation:
    """Parse an explanation of a move in a position; raise as `read_hint` does."""
    fields = json.loads(answer)
    reply, best_line = (tuple(position.read(text) for text in fields[line]) for line in ("reply", "advised"))
    reasons = _read_reasons(fields["reasons"])
    return Explanation(move, fields["value"], fields["best"], fields["proved"], reasons, reply, best_line)


def write_menu(candidates: Iterable[AnyCandidate]) -> str:
    """Serialise candidate moves as JSON."""
    return json.dumps([[str(each.move), _write_reasons(each.gain), _write_reasons(each.risk)] for each in candidates])


def read_menu(menu: str, position: AnyPosition) -> tuple[AnyCandidate, ...]:
    """Parse candidate moves in a position; raise as `read_hint` does."""
    entries = json.loads(menu)
    return tuple(
        Candidate(position.read(move), _read_reasons(gain), _read_reasons(risk)) for move, gain, risk in entries
    )


def write_wish(game: AnyGame, settings: Mapping[str, str], seed: int) -> str:
    """Serialise the settings of a start that needs a map, as JSON."""
    return json.dumps([game.name, dict(settings), seed])


def answer_wish(wish: str) -> str:
    """Make the map of a serialised wish; return the settings as JSON, unchanged if no game starts with them."""
    name, settings, seed = json.loads(wish)
    try:
        return json.dumps(dict(GAMES[name].start(settings, seed).settings))
    except Refusal:
        return json.dumps(settings)


def read_settings(settings: str) -> Mapping[str, str]:
    """Parse settings; raise `ValueError` or `TypeError` for malformed text."""
    return {str(key): str(value) for key, value in dict(json.loads(settings)).items()}


def _write_reasons(reasons: Iterable[Reason]) -> list[list[Any]]:
    return [[reason.code, dict(reason.fields)] for reason in reasons]


def _read_reasons(pairs: Iterable[tuple[str, dict[str, Value]]]) -> tuple[Reason, ...]:
    return tuple(Reason(code, **fields) for code, fields in pairs)
