"""What is to be said of any legal move: what it is worth beside the best one, why, and the reply that punishes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.game import AnyGame, AnyMove, AnyPosition, Explanation, Level, Limit, advance

_DOUBT, _DOUBT_OF_WINNING = 1.0, 0.1


@dataclass(frozen=True)
class _Worth:
    """What a position promises to a side, by the line expected in it."""

    value: float
    proved: bool
    line: tuple[AnyMove, ...] = ()


def explain(game: AnyGame, position: AnyPosition, move: AnyMove, limit: Limit) -> Explanation[AnyMove]:
    """The explanation of `move`; raises `Illegal` for one that is not legal, and after the end."""
    after, _ = advance(position, move)
    best = _promised(game, position, position, replace(limit, seconds=limit.seconds / 2))
    if best.line[0] == move:
        found = Explanation(move, best.value, best.value, best.proved, best_line=best.line)
    else:
        played = _promised(game, position, after, replace(limit, seconds=limit.seconds / 2))
        doubt = _DOUBT if game.has_margin else _DOUBT_OF_WINNING
        found = _compared(move, best, played, doubt, answered=after.turn is not position.turn)
    return replace(found, reasons=game.reasons(position, found))


def _compared(move: AnyMove, best: _Worth, played: _Worth, doubt: float, *, answered: bool) -> Explanation[AnyMove]:
    """A move beside the best one; where guesses do not tell them apart, or think more of it, it is as good.

    So it is where one of the two is exact and the other a guess, which do not count alike.
    """
    proved = best.proved and played.proved
    is_worse = best.proved == played.proved and best.value - played.value > doubt
    most = best.value if proved or is_worse else played.value
    reply = played.line if answered and played.value < most else ()
    return Explanation(move, played.value, most, proved, reply=reply, best_line=best.line)


def _promised(game: AnyGame, before: AnyPosition, position: AnyPosition, limit: Limit) -> _Worth:
    """What `position` is worth to the side that moves in `before`, counted from there on."""
    gained = _reached(game, position, before) - _reached(game, before, before)
    if position.outcome:
        return _Worth(gained, proved=True)
    hint = game.hint(position, limit, Level.STRONG)
    value = hint.value if position.turn is before.turn else -hint.value
    return _Worth(gained + value, hint.is_proved, hint.line)


def _reached(game: AnyGame, position: AnyPosition, before: AnyPosition) -> float:
    """What the side that moves in `before` has: its lead in points, or how the game ended for it."""
    if game.has_margin:
        own, others = position.score if before.turn.value == "first" else reversed(position.score)
        return float(own - others)
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is before.turn else -1.0
