"""Event logs: their fold, the one retry policy, and forgetting."""

from __future__ import annotations

from dataclasses import dataclass
from unittest.mock import AsyncMock

import pytest

from bot.core.game.people import Person
from bot.core.repository import MOST_TRIES, EventLog, forget_person, retry
from engines.refusals import Illegal

ANN = Person("stage", "1", "Ann")


@dataclass(frozen=True)
class Count:
    """A state that counts its entries; the first one is its code."""

    code: str
    version: int = 1


def after(count: Count | None, entry: str) -> Count:
    return Count(count.code, count.version + 1) if count else Count(entry[: 10 // len(entry)])


LOG: EventLog[str, Count] = EventLog(str, str, after)


def test_a_log_folds_to_its_state_in_one_piece_or_several():
    assert LOG.fold(None, []) is None
    assert LOG.fold(None, ["code", "b", "c"]) == LOG.fold(LOG.fold(None, ["code", "b"]), ["c"]) == Count("co", 3)


@pytest.mark.parametrize(("log", "code"), [(["code"], "other"), ([""], "")], ids=["another log", "any exception"])
def test_an_invalid_log_raises_value_error(log: list[str], code: str):
    with pytest.raises(ValueError, match=r"something else|ZeroDivision"):
        LOG.fold(None, log, code)


async def test_a_writer_tries_again_on_the_newest_state_until_no_other_is_faster():
    versions = list[int]()

    async def attempt(count: Count) -> str | None:
        versions.append(count.version)
        return "done" if count.version == 3 else None

    assert await retry(Count("A"), attempt, AsyncMock(side_effect=[Count("A", 2), None, Count("A", 3)])) == "done"
    assert versions == [1, 2, 2, 3]


async def test_a_writer_that_always_loses_gives_up():
    attempt = AsyncMock(return_value=None)
    with pytest.raises(Illegal, match="busy"):
        await retry(Count("A"), attempt, AsyncMock(return_value=None))
    assert attempt.await_count == MOST_TRIES


async def test_a_person_is_erased_from_every_entry_though_another_writer_is_faster_once():
    logs = AsyncMock()
    logs.load_all.side_effect = [{"A": ["Ann 1"]}, {"A": ["Ann 1", "Bob 2"]}]
    logs.rewrite.side_effect = [False, True]
    assert await forget_person(LOG, logs, "A", ANN, lambda entry: entry.replace("Ann", ""))
    logs.rewrite.assert_awaited_with("A", [" 1", "Bob 2"])
