"""The slow readings of the rules, held against any explanation: the reasons that they refute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from engines.game import AnyExplanation, AnyGame, AnyPosition, Reason
from engines.reasoning import OUTCOMES
from tests.engines.curves import test_claims as curves
from tests.engines.digits import test_claims as digits
from tests.engines.dots import test_claims as dots
from tests.engines.lgame import test_claims as lgame
from tests.engines.tupik import test_claims as tupik

_BY_BRUTE_FORCE = {"dots": (*OUTCOMES, "hands-back", "leaving-brings-no-more"), "digits": (*OUTCOMES,)}
"""The codes that only a search of everything can check, which takes too long on ordinary boards."""


def refuted_reasons(game: AnyGame, position: AnyPosition, explanation: AnyExplanation) -> Iterator[str]:
    """Yield each reason of an explanation that a slow reading of the rules refutes, with its move."""
    for reason in explanation.reasons:
        if reason.code not in _BY_BRUTE_FORCE.get(game.name, ()) and not _IS_TRUE[game.name](
            position, explanation, reason
        ):
            yield f"{explanation.move}: {reason} in {position}"


def _in_dots(position: Any, explanation: AnyExplanation, reason: Reason) -> bool:
    line = explanation.best_line[1:] if explanation.best_line[:1] == (explanation.move,) else ()
    return _passes(lambda: [*dots.check(position, explanation.move, (reason,), explanation.reply, line)])


def _in_digits(position: Any, explanation: AnyExplanation, reason: Reason) -> bool:
    return _passes(lambda: [*digits.check(position, explanation.move, (reason,), explanation.reply)])


def _in_lgame(position: Any, explanation: AnyExplanation, reason: Reason) -> bool:
    it = lgame.ReadMove(position, str(explanation.move))
    return reason.code not in lgame.REASONS or lgame.REASONS[reason.code](it, dict(reason.fields))


def _in_tupik(position: Any, explanation: AnyExplanation, reason: Reason) -> bool:
    it = tupik.ReadMove(position, explanation.move)
    return reason.code not in tupik.REASONS or tupik.REASONS[reason.code](it, dict(reason.fields))


def _in_curves(position: Any, explanation: AnyExplanation, reason: Reason) -> bool:
    return _passes(lambda: curves.check(position, explanation.move, reason))


def _passes(check: Callable[[], object]) -> bool:
    with suppress(AssertionError):
        check()
        return True
    return False


_IS_TRUE: Mapping[str, Callable[[Any, AnyExplanation, Reason], bool]] = {
    "dots": _in_dots,
    "digits": _in_digits,
    "lgame": _in_lgame,
    "tupik": _in_tupik,
    "curves": _in_curves,
}
