"""Phrases shared by the alt texts of all games: scores, the last move, a hint, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.game import AnyPosition, Outcome, Seat
from engines.phrases import Phrase

ALT: Mapping[str, str] = {
    "picture-score": "Score: {one} {first_points}, {two} {second_points}.",
    "picture-last": "The last move was {move}.",
    "picture-hint": "Hint (dashed): {move}.",
    "picture-nearest": "Dashed: the nearest legal move, {move}.",
    "picture-reply": "Dashed: the answer to it, {move}.",
    "picture-turn": "{player} is to move.",
    "picture-won": "{player} has won.",
    "picture-draw": "The game is drawn.",
}


def standing(
    position: AnyPosition, last: Iterable[Any], hint: object | None, turn_phrase: Phrase | None = None
) -> Iterator[Phrase]:
    """Yield the last move, the hint, and the result or whose turn it is (`due`, where a game has its own phrase)."""
    if moves := " ".join(str(move) for move in last):
        yield Phrase("picture-last", move=moves)
    if hint is not None:
        yield Phrase("picture-hint", move=str(hint))
    yield result(position.outcome) if position.outcome else turn_phrase or turn(position)


def score(position: AnyPosition) -> Phrase:
    """Return both scores as a phrase."""
    first, second = position.score
    return Phrase("picture-score", one=str(Seat.FIRST), first_points=first, two=str(Seat.SECOND), second_points=second)


def turn(position: AnyPosition) -> Phrase:
    """Return the phrase for whose turn it is, for games with only one kind of move."""
    return Phrase("picture-turn", player=str(position.turn))


def result(outcome: Outcome) -> Phrase:
    """Return the phrase for the winner, or for a draw."""
    if outcome.winner is None:
        return Phrase("picture-draw")
    return Phrase("picture-won", player=str(outcome.winner))
