"""Phrases that end the alt text of every picture: scores, the last move, a hint, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.game import AnyPosition, Outcome, Seat
from engines.phrases import Phrase

ALT: Mapping[str, str] = {
    "picture-score": "Score: {one} {first_points}, {two} {second_points}.",
    "picture-last": "The last move was {move}.",
    "picture-hint": "Hint (dashed): {move}.",
    "picture-nearest": "Dashed: the nearest that is legal, {move}.",
    "picture-reply": "Dashed: the answer to it, {move}.",
    "picture-turn": "{player} is to move.",
    "picture-won": "{player} has won.",
    "picture-draw": "The game is drawn.",
}


def standing(
    position: AnyPosition, last: Iterable[Any], hint: object | None, due: Phrase | None = None
) -> Iterator[Phrase]:
    """What every game has: what was just played, what is proposed, and who is to move (what is `due`) or has won."""
    if played := " ".join(str(move) for move in last):
        yield Phrase("picture-last", move=played)
    if hint is not None:
        yield Phrase("picture-hint", move=str(hint))
    yield result(position.outcome) if position.outcome else due or turn(position)


def score(position: AnyPosition) -> Phrase:
    """Both scores."""
    first, second = position.score
    return Phrase("picture-score", one=str(Seat.FIRST), first_points=first, two=str(Seat.SECOND), second_points=second)


def turn(position: AnyPosition) -> Phrase:
    """Who is to move, where every move is of one kind."""
    return Phrase("picture-turn", player=str(position.turn))


def result(outcome: Outcome) -> Phrase:
    """Who has won, or that it is a draw."""
    if outcome.winner is None:
        return Phrase("picture-draw")
    return Phrase("picture-won", player=str(outcome.winner))
