"""The options of the L-game as text: the start they describe, the seat offered, and the seat that wins."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.game import Seat, Setting
from engines.lgame.rules import Position, Variant
from engines.notation import clean
from engines.phrases import Phrase
from engines.refusals import Unreadable

TARGETS = range(1, 100)
_FEWEST_POINTS = 5
"""The lowest target that is offered; a lower one is reached in two turns."""
MOST_NEEDED = 30
"""Points that a side may need for every position to be solved; beyond, those are that are won in good time."""
_SPAN = f"{TARGETS[0]}..{TARGETS[-1]}"
SETTINGS = (
    Setting("variant", "classic", tuple(Variant), bare_pattern="|".join(Variant)),
    Setting("target", "15", ("5", "10", "15", "20", "25", "30", "40", "50", "75", "99"), span=_SPAN),
)


def start(options: Mapping[str, str], seed: int = 0) -> Position:
    """Return the start of a variant; a target alone means `scoring`. `seed` has no effect, as there is no chance."""
    for option in options:
        if option not in {"variant", "target"}:
            raise Unreadable("unknown-option", option=option, expected="variant target")
    variant = _variant(options.get("variant", "scoring" if "target" in options else "classic"))
    if variant is not Variant.SCORING:
        if "target" in options:
            raise Unreadable("target-without-scoring", value=options["target"])
        return Position(variant)
    return Position(variant, _target(options.get("target", "15")))


def _variant(text: str) -> Variant:
    if clean(text) not in list(Variant):
        raise Unreadable("bad-option", option="variant", value=text, expected=" ".join(Variant))
    return Variant(clean(text))


def _target(text: str) -> int:
    number = int(text) if re.fullmatch("[0-9]{1,2}", text.strip()) else 0
    if number not in TARGETS:
        raise Unreadable("bad-option", option="target", value=text, expected=_SPAN)
    return number


def seat(settings: Mapping[str, str]) -> Seat:
    """Return Second in scoring, where the first to move loses at every solved target; else First."""
    return Seat.SECOND if settings.get("variant") == Variant.SCORING else Seat.FIRST


def remark(position: Position) -> tuple[Phrase, ...]:
    """Return a note for `scoring`, where the first to move loses at every solved target; none otherwise."""
    return (Phrase("mover-loses"),) if position.variant is Variant.SCORING else ()


def is_one_sided(start: Position) -> bool:
    """Return whether the target is so low that the second player wins in two turns."""
    return start.variant is Variant.SCORING and start.target < _FEWEST_POINTS
