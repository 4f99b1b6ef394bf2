"""Default options, found by starting the game, since a default may depend on another option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from engines.game import AnyGame
from engines.refusals import Refusal


@dataclass(frozen=True)
class Default:
    """The value that an option has if it is not typed, and its other values.

    `value` is "" if the option is then absent. `other_values` lists each other value with the choices of another
    option that lead to it.
    """

    value: str
    other_values: tuple[tuple[str, tuple[str, ...]], ...] = ()


def default_of(game: AnyGame, key: str) -> Default:
    """Return the value of an option in a game that is started without it."""
    values = dict(_values(game, key))
    if not values:
        return Default("")
    value, *other_values = (value for value, _ in Counter(values.values()).most_common())
    return Default(
        value,
        tuple((other_value, tuple(filter(None, _choices_for(values, other_value)))) for other_value in other_values),
    )


def _choices_for(values: Mapping[str, str], value: str) -> Iterator[str]:
    return (choice for choice, choice_value in values.items() if choice_value == value)


def _values(game: AnyGame, key: str) -> Iterator[tuple[str, str]]:
    """Yield the option's value with nothing typed (""), then with each choice of an option typed without a key."""
    leading = [setting for setting in game.settings if setting.bare_pattern and setting.key != key]
    typed_settings = [("", {}), *((choice, {setting.key: choice}) for setting in leading for choice in setting.choices)]
    for choice, settings in typed_settings:
        with suppress(Refusal):
            value = game.start(game.offer.defaults(settings), 0).settings.get(key)
            if value is not None:
                yield choice, value
