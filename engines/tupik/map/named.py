"""Maps by names, `A>B,C B>D`: its cities are numbered in the order of their first appearance."""

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
    """Whether the map begins with a name instead of a number."""
    return next((line[0].isalpha() for line in lines), False)


@dataclass
class Names:
    """The names met so far, the first spelling of each; written alike but for case, they are one city."""

    found: dict[str, int] = field(default_factory=dict)
    spellings: list[str] = field(default_factory=list)

    def number(self, name: str) -> int:
        """The number of a city by its name; a new name gets the next one."""
        number = self.found.setdefault(clean(name.replace("_", " ")), len(self.found) + 1)
        if number > len(self.spellings):
            self.spellings.append(name)
        return number

    def spelling(self, city: int) -> str:
        """The name of a city by its number."""
        return self.spellings[city - 1]


def numbered(lines: Iterable[str], names: Names) -> Iterator[str]:
    """The same map with a number before each name and for each goal; raises `Unreadable` for what is no city."""
    told = set()
    for word in (word for line in lines for word in _tidy(line).split()):
        match = _ENTRY.fullmatch(word)
        if not match:
            raise Unreadable("not-a-map", option="map", part=word[:_LONGEST_PART], expected=EXAMPLE)
        city = names.number(match["name"])
        told.add(city)
        goals = ",".join(str(names.number(goal)) for goal in (match["goals"] or "").split(",") if goal)
        yield f"{city}.{names.spelling(city)}{match['place'] or ''}" + (f">{goals}" if goals else "")
    yield from (f"{city}.{name}" for city, name in enumerate(names.spellings, 1) if city not in told)


def _tidy(line: str) -> str:
    """A line without spaces inside a city, and with one kind of arrow."""
    return re.sub(r"\s*([@,>])\s*", r"\1", re.sub(r"\s*(?:[-=]{0,9}>|→|:)\s*", "> ", line)).replace("> ", ">")
