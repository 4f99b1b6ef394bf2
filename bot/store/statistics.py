"""Daily counts of all processes: games, people, languages and refusals, with no name of a person or a chat."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

from bot.core.game.people import key_digest
from bot.core.ports.metrics import DayCounts, Metrics, TextOutcome
from bot.core.ports.store import StoreUnavailableError
from bot.store import keys
from bot.store.connection import Answer, Command, Wire

_KEPT_SECONDS = 400 * 86400
_PAUSE = 30.0  # seconds
_BEGUN, _ENDED, _TEXTS, _REFUSALS, _LANGUAGES = "begun", "ended", "texts", "refused", "language"


class DailyStatistics(Metrics):
    """Counts that are added to the store every half minute, and reported to other metrics `beside` at once.

    People are counted by HyperLogLog (Flajolet and others, 2007) over digests of their keys, to about one per cent.
    It does not reveal who was counted.
    """

    def __init__(self, wire: Wire, beside: Metrics, now: Callable[[], float]) -> None:
        self._wire, self._beside, self._now = wire, beside, now
        self._counts: defaultdict[date, Counter[str]] = defaultdict(Counter)
        self._people: defaultdict[date, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def record_text(self, platform: str, came: TextOutcome, seconds: float) -> None:
        self._count(_TEXTS, came)
        self._beside.record_text(platform, came, seconds)

    def record_person(self, person: str, language: str) -> None:
        self._count(_LANGUAGES, language)
        self._people[self._today()][language].add(key_digest(person))
        self._beside.record_person(person, language)

    def record_refusal(self, code: str) -> None:
        self._count(_REFUSALS, code)
        self._beside.record_refusal(code)

    def record_board(self, platform: str, seconds: float) -> None:
        self._beside.record_board(platform, seconds)

    def record_delay(self, platform: str) -> None:
        self._beside.record_delay(platform)

    def record_start(self, game: str) -> None:
        self._count(_BEGUN, game)
        self._beside.record_start(game)

    def record_end(self, game: str) -> None:
        self._count(_ENDED, game)
        self._beside.record_end(game)

    async def run(self) -> None:
        """Write the counts every half minute; counts that the store does not take are written later."""
        while True:
            await asyncio.sleep(_PAUSE)
            with suppress(StoreUnavailableError):
                await self.write()

    async def write(self) -> None:
        """Add new counts to the store, and keep them if that fails."""
        counts, people = dict(self._counts), dict(self._people)
        self._counts.clear()
        self._people.clear()
        try:
            await self._wire.answers(*_add_commands(counts, people))
        except StoreUnavailableError:
            for day, day_counts in counts.items():
                self._counts[day].update(day_counts)
            for day, languages in people.items():
                for language, persons in languages.items():
                    self._people[day][language] |= persons
            raise

    async def days(self, last: int) -> Sequence[DayCounts]:
        await self.write()
        days = [self._today() - timedelta(days=back) for back in range(last)]
        hashes = await self._wire.answers(*(("HGETALL", keys.day_counts(day)) for day in days))
        by_day = dict(zip(days, map(_by_kind, hashes), strict=True))
        pairs = [(day, language) for day, kinds in by_day.items() for language in ("", *kinds[_LANGUAGES])]
        people_counts = await self._wire.answers(*(("PFCOUNT", keys.day_people(*each)) for each in pairs))
        people = {each: int(number or 0) for each, number in zip(pairs, people_counts, strict=True)}
        return [
            DayCounts(
                day,
                people[day, ""],
                {language: people[day, language] for language in kinds[_LANGUAGES]},
                *(kinds[kind] for kind in (_BEGUN, _ENDED, _TEXTS, _REFUSALS)),
            )
            for day, kinds in by_day.items()
        ]

    def _count(self, kind: str, what: str) -> None:
        self._counts[self._today()][f"{kind} {what}"] += 1

    def _today(self) -> date:
        return datetime.fromtimestamp(self._now(), UTC).date()


def _add_commands(
    counts: Mapping[date, Counter[str]], people: Mapping[date, Mapping[str, set[str]]]
) -> Iterator[Command]:
    for day, day_counts in counts.items():
        key = keys.day_counts(day)
        yield from (("HINCRBY", key, name, number) for name, number in day_counts.items())
        yield ("EXPIRE", key, _KEPT_SECONDS)
    persons_of = (((day, language), each) for day, languages in people.items() for language, each in languages.items())
    for (day, language), persons in persons_of:
        for key in (keys.day_people(day, ""), keys.day_people(day, language)):
            yield ("PFADD", key, *sorted(persons))
            yield ("EXPIRE", key, _KEPT_SECONDS)


def _by_kind(answer: Answer) -> defaultdict[str, dict[str, int]]:
    """Return the counts by kind and name."""
    kinds: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for name, number in (answer or {}).items():
        kind, _, what = name.partition(" ")
        with suppress(ValueError):
            kinds[kind][what] = int(number)
    return kinds
