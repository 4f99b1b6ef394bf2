"""Explanations by difference: a move beside the best one, the best one beside the most tempting worse one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice

from engines.game import (
    AnyExplanation,
    AnyGame,
    AnyHint,
    AnyMove,
    AnyPosition,
    Deadline,
    Explanation,
    Level,
    Limit,
    Reason,
    advance,
    lead,
)
from engines.reasoning import OUTCOMES
from engines.refusals import Refusal

_DOUBT, _DOUBT_OF_WINNING = 1.0, 0.1
_HINT_SHARE, _OUTLOOK_SHARE, _SOLVING_SHARE = 0.8, 0.4, 0.5
"""The shares of the time for a hint's search and for each outlook of an explanation, and of the rest for solving."""
_ADVICE_SHARE, _REASONS_SHARE = 1.05, 1.3
"""The shares of the time until which the reasons of a hint and of an explanation are established."""
_MOST_TEMPTING, _MOST_GUESSES = 12, 3


@dataclass(frozen=True)
class _Outlook:
    """The value of a position to one side, by its expected line."""

    value: float
    is_proved: bool
    line: tuple[AnyMove, ...] = ()


def explain(game: AnyGame, position: AnyPosition, move: AnyMove, limit: Limit) -> AnyExplanation:
    """Return the explanation of `move` within the limit; raise `Illegal` if it is not legal, and after the end.

    What the search for its value does not need goes to the move that it is compared with, and to the reasons.
    """
    searching, reasoning = limit.deadline(), limit.deadline(_REASONS_SHARE)
    after, _ = advance(position, move)
    share = replace(limit, seconds=limit.seconds * _OUTLOOK_SHARE, with_reasons=False)
    best_outlook = _outlook(game, position, position, share)
    if best_outlook.line[0] == move:
        explanation: AnyExplanation = Explanation(
            move, best_outlook.value, best_outlook.value, best_outlook.is_proved, best_line=best_outlook.line
        )
    else:
        played_outlook = _outlook(game, position, after, share)
        explanation = _compare(game, move, best_outlook, played_outlook, is_answered=after.turn is not position.turn)
    if explanation.value < explanation.best_value:
        best_move = best_outlook.line[0]
        other: AnyExplanation | None = replace(
            explanation,
            move=best_move,
            value=explanation.best_value,
            reply=() if explanation.is_proved else _same_reply(position, best_move, explanation.reply),
        )
    else:
        other = _most_tempting_other(game, position, explanation, _left(limit, searching))
    return _by_difference(game, position, explanation, other, limit, reasoning)


def _same_reply(position: AnyPosition, move: AnyMove, reply: tuple[AnyMove, ...]) -> tuple[AnyMove, ...]:
    """Return the reply to another move if it is legal after `move` too: what it takes there tells no difference."""
    with suppress(Refusal):
        after, _ = advance(position, move)
        for answer in reply[:1]:
            after.play(answer)
        return reply[:1]
    return ()


def advise(game: AnyGame, position: AnyPosition, limit: Limit, level: Level) -> AnyHint:
    """Return the hint of a level; at the strong one, with the reasons that do not hold for a tempting worse move."""
    if level is not Level.STRONG:
        return game.hint(position, limit, level)
    began = limit.clock()
    searching, until = limit.deadline(), limit.deadline(_ADVICE_SHARE)
    search = replace(limit, seconds=limit.seconds * _HINT_SHARE, with_reasons=False)
    hint = game.hint(position, search, level)
    if limit.stop or any(each.code == "guess" for each in hint.reasons):
        return hint
    advice: AnyExplanation = Explanation(hint.move, hint.value, hint.value, hint.is_proved, best_line=hint.line)
    other_move = _most_tempting_other(game, position, advice, _left(limit, searching))
    compared = _by_difference(game, position, advice, other_move, limit, until, hint.reasons)
    reasoning, reasons, than = game.text.reasoning, compared.reasons, compared.than
    if not hint.is_proved and not reasoning.has_told((*reasons, *compared.than_reasons)):
        reasons, than = reasoning.telling(compared.facts, str(position.turn), is_worse=False), None
    than_reasons = () if than is None else compared.than_reasons
    return replace(hint, reasons=reasons, than=than, than_reasons=than_reasons, seconds=limit.clock() - began)


def _left(limit: Limit, deadline: Deadline) -> Limit:
    """Return the limit with the time that is left until a deadline."""
    return replace(limit, seconds=max(0.0, deadline.until - limit.clock()), with_reasons=False)


def _compare(
    game: AnyGame, move: AnyMove, best_outlook: _Outlook, played_outlook: _Outlook, *, is_answered: bool
) -> AnyExplanation:
    """Compare a move with the best one.

    The move counts as equally good if guesses cannot tell them apart or prefer it. So it does if only one of the two
    values is exact, since exact values and guesses do not compare.
    """
    is_proved = best_outlook.is_proved and played_outlook.is_proved
    is_worse = _is_worse(game, played_outlook, best_outlook)
    most = best_outlook.value if is_proved or is_worse else played_outlook.value
    reply = played_outlook.line if is_answered and played_outlook.value < most else ()
    return Explanation(move, played_outlook.value, most, is_proved, reply=reply, best_line=best_outlook.line)


def _is_worse(game: AnyGame, one: _Outlook, other: _Outlook) -> bool:
    """Return whether one outlook is worse than the other, which only two proofs or two guesses can tell."""
    if one.is_proved is not other.is_proved:
        return False
    doubt = 0.0 if one.is_proved else _DOUBT if game.has_margin else _DOUBT_OF_WINNING
    return other.value - one.value > doubt


def _most_tempting_other(
    game: AnyGame, position: AnyPosition, advice: AnyExplanation, limit: Limit
) -> AnyExplanation | None:
    """Return the worse move that a person would be tempted by most; None if every move is proved to be as good.

    Where the position is solved, every move is known; else the few most tempting ones are searched. If none of them
    turns out to be worse, the first other move is returned, as good as the advice for all that is known.
    """
    deadline = limit.deadline()
    tempting = (each for each in game.tempting_moves(position, _part(limit, deadline)) if each != advice.move)
    if advice.is_proved:
        with suppress(Refusal):
            best_moves = {*game.solve(position, _part(limit, deadline)).best_moves}
            worse_moves = (each for each in tempting if each not in best_moves)
            return _first_worse(game, position, advice, islice(worse_moves, 1), lambda: _left(limit, deadline))
    most = _MOST_TEMPTING if advice.is_proved else _MOST_GUESSES
    each_limit = replace(limit, seconds=limit.seconds * (1 - _SOLVING_SHARE) / most)
    moves = [*deadline.cut(islice(tempting, most))]
    worse_move = _first_worse(game, position, advice, deadline.cut(moves), lambda: each_limit)
    return worse_move or next((replace(advice, move=each, is_proved=False) for each in moves), None)


def _part(limit: Limit, deadline: Deadline) -> Limit:
    return replace(limit, seconds=_SOLVING_SHARE * _left(limit, deadline).seconds)


def _first_worse(
    game: AnyGame,
    position: AnyPosition,
    advice: AnyExplanation,
    moves: Iterable[AnyMove],
    time: Callable[[], Limit],
) -> AnyExplanation | None:
    """Return the first of these moves that its outlook shows to be worse, with the reply that punishes it."""
    best_outlook = _Outlook(advice.best_value, advice.is_proved)
    for move in moves:
        after, _ = advance(position, move)
        outlook = _outlook(game, position, after, time())
        if _is_worse(game, outlook, best_outlook):
            reply = outlook.line if after.turn is not position.turn else ()
            return replace(advice, move=move, value=outlook.value, reply=reply)
    return None


def _by_difference(
    game: AnyGame,
    position: AnyPosition,
    explanation: AnyExplanation,
    other: AnyExplanation | None,
    limit: Limit,
    deadline: Deadline,
    more_facts: tuple[Reason, ...] = (),
) -> AnyExplanation:
    """Return the explanation with the reasons that do not hold for the other move, and the other way round.

    Reasons that take time to establish are left out if there was no time to establish them of the other move; so is the
    end of the game if the other move may be as good, unless it is the end that a hint found.
    """
    reasoning, seat, is_worse = game.text.reasoning, str(position.turn), explanation.value < explanation.best_value
    if other is None:
        facts = _each_once(game.reasons(position, explanation, _left(limit, deadline)), more_facts)
        return replace(explanation, reasons=reasoning.telling(facts, seat, is_worse=is_worse), facts=facts)
    share = _part(limit, deadline)
    searching = share.deadline()
    other_facts = game.reasons(position, other, share)
    slow_codes = reasoning.slow_codes if searching.is_over else ()
    facts = _each_once(game.reasons(position, explanation, _left(limit, deadline)), more_facts)
    is_known = other.value != explanation.value
    unsure_codes = {*slow_codes, *(() if is_known else OUTCOMES - {each.code for each in more_facts})}
    own = (each for each in reasoning.difference(facts, other_facts) if each.code not in unsure_codes)
    than_reasons = reasoning.telling(reasoning.difference(other_facts, facts), seat, is_worse=not is_worse)
    return replace(
        explanation,
        reasons=reasoning.telling(own, seat, is_worse=is_worse),
        than=other.move,
        than_reasons=than_reasons if is_known else (),
        facts=facts,
    )


def _each_once(*facts: tuple[Reason, ...]) -> tuple[Reason, ...]:
    return tuple(dict.fromkeys(chain(*facts)))


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
        return float(lead(position, before.turn))
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is before.turn else -1.0
