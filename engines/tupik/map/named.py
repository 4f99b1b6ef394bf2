"""Maps with names, `A>B,C B>D`; the cities are numbered in the order of their first appearance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engines.notation import clean
from engines.refusals import Unreadable

EXAMPLE = "A>B,C B>D C>D"
_NAME = r"[^\W\d_][^\s@>→:=;,#]*?"
_ENTRY = re.compile(rf"(?P<name>{_NAME})(?P<place>@[-−\d.,]+)?(?:>(?P<goals>{_NAME}(?:,{_NAME})*)?)?")
_LONGEST_PART = 20


def is_named(lines: Iterable[str]) -> bool:
    """Return whether the map begins with a name instead of a number."""
    return next((line[0].isalpha() for line in lines), False)


@dataclass
class Names:
    """The names so far, as first spelled; names that differ only in case are one city."""

    numbers: dict[str, int] = field(default_factory=dict)
    spellings: list[str] = field(default_factory=list)

    def number(self, name: str) -> int:
        """Return the number of a city by its name; a new name gets the next one."""
        number = self.numbers.setdefault(clean(name.replace("_", " ")), len(self.numbers) + 1)
        if number > len(self.spellings):
            self.spellings.append(name)
        return number

    def spelling(self, city: int) -> str:
        """Return the name of a city by its number."""
        return self.spellings[city - 1]


def number_cities(lines: Iterable[str], names: Names) -> Iterator[str]:
    """Yield the same map with a number before each name and for each goal; raise `Unreadable` for a faulty city."""
    described_cities = set()
    for word in (word for line in lines for word in _tidy(line).split()):
        match = _ENTRY.fullmatch(word)
        if not match:
            raise Unreadable("not-a-map", option="map", part=word[:_LONGEST_PART], expected=EXAMPLE)
        city = names.number(match["name"])
        described_cities.add(city)
        goals = ",".join(str(names.number(goal)) for goal in (match["goals"] or "").split(",") if goal)
        yield f"{city}.{names.spelling(city)}{match['place'] or ''}" + (f">{goals}" if goals else "")
    yield from (f"{city}.{name}" for city, name in enumerate(names.spellings, 1) if city not in described_cities)


def _tidy(line: str) -> str:
    """Return the line without spaces inside a city, and with one kind of arrow."""
    return re.sub(r"\s*([@,>])\s*", r"\1", re.sub(r"\s*(?:[-=]{0,9}>|→|:)\s*", "> ", line)).replace("> ", ">")
