"""The default of an option: found by starting the game, for it may depend on another option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from engines.game import AnyGame
from engines.refusals import Refusal


@dataclass(frozen=True)
class Default:
    """The value of an option that is not typed ("": it says nothing then), and each other value that it has with some
    choices of another option."""

    value: str
    other_values: tuple[tuple[str, tuple[str, ...]], ...] = ()


def default_of(game: AnyGame, key: str) -> Default:
    """What a challenge without this option plays."""
    found = dict(_values(game, key))
    if not found:
        return Default("")
    value, *others = (value for value, _ in Counter(found.values()).most_common())
    return Default(value, tuple((other, tuple(filter(None, _where(found, other)))) for other in others))


def _where(found: Mapping[str, str], value: str) -> Iterator[str]:
    return (choice for choice, there in found.items() if there == value)


def _values(game: AnyGame, key: str) -> Iterator[tuple[str, str]]:
    """The option's value with nothing typed (""), and with each choice of the options that are typed without their
    key."""
    leading = [setting for setting in game.settings if setting.bare_pattern and setting.key != key]
    typed = [("", {}), *((choice, {setting.key: choice}) for setting in leading for choice in setting.choices)]
    for choice, settings in typed:
        with suppress(Refusal):
            value = game.start(game.offer.defaults(settings), 0).settings.get(key)
            if value is not None:
                yield choice, value
