"""The assessment of any legal move: its value next to the best one, the reasons, and the reply that punishes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.game import AnyGame, AnyMove, AnyPosition, Explanation, Level, Limit, advance

_DOUBT, _DOUBT_OF_WINNING = 1.0, 0.1
_OF_THE_TIME, _REASONS_SHARE = 0.45, 1.3
"""The share of the time that each of the two hints gets, and the share until which reasons are established."""


@dataclass(frozen=True)
class _Outlook:
    """The value of a position to one side, by its expected line."""

    value: float
    is_proved: bool
    line: tuple[AnyMove, ...] = ()


def explain(game: AnyGame, position: AnyPosition, move: AnyMove, limit: Limit) -> Explanation[AnyMove]:
    """Return the explanation of `move` within the limit; raise `Illegal` if it is not legal, and after the end.

    What the search for its value does not need goes to the reasons.
    """
    until = limit.deadline(_REASONS_SHARE).until
    after, _ = advance(position, move)
    share = replace(limit, seconds=limit.seconds * _OF_THE_TIME, with_reasons=False)
    best_outlook = _outlook(game, position, position, share)
    if best_outlook.line[0] == move:
        explanation = Explanation(
            move, best_outlook.value, best_outlook.value, best_outlook.is_proved, best_line=best_outlook.line
        )
    else:
        played_outlook = _outlook(game, position, after, share)
        doubt = _DOUBT if game.has_margin else _DOUBT_OF_WINNING
        explanation = _compare(move, best_outlook, played_outlook, doubt, is_answered=after.turn is not position.turn)
    left = replace(limit, seconds=max(0.0, until - limit.clock()))
    return replace(explanation, reasons=game.reasons(position, explanation, left))


def _compare(
    move: AnyMove, best_outlook: _Outlook, played_outlook: _Outlook, doubt: float, *, is_answered: bool
) -> Explanation[AnyMove]:
    """Compare a move with the best one.

    The move counts as equally good if guesses cannot tell them apart or prefer it. So it does if only one of the two
    values is exact, since exact values and guesses do not compare.
    """
    is_proved = best_outlook.is_proved and played_outlook.is_proved
    is_worse = best_outlook.is_proved == played_outlook.is_proved and best_outlook.value - played_outlook.value > doubt
    most = best_outlook.value if is_proved or is_worse else played_outlook.value
    reply = played_outlook.line if is_answered and played_outlook.value < most else ()
    return Explanation(move, played_outlook.value, most, is_proved, reply=reply, best_line=best_outlook.line)


def _outlook(game: AnyGame, before: AnyPosition, position: AnyPosition, limit: Limit) -> _Outlook:
    """Return the value of `position` to the side that moves in `before`, counted from `before` on."""
    gain = _standing(game, position, before) - _standing(game, before, before)
    if position.outcome:
        return _Outlook(gain, is_proved=True)
    hint = game.hint(position, limit, Level.STRONG)
    value = hint.value if position.turn is before.turn else -hint.value
    return _Outlook(gain + value, hint.is_proved, hint.line)


def _standing(game: AnyGame, position: AnyPosition, before: AnyPosition) -> float:
    """Return the current lead in points of the side that moves in `before`, or its result if the game is over."""
    if game.has_margin:
        points, opposing_points = position.score if before.turn.value == "first" else reversed(position.score)
        return float(points - opposing_points)
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is before.turn else -1.0
