"""Two crowds of voters on two platforms, and two processes of the bot, one of which is killed."""

from __future__ import annotations

import math

import pytest

from benchmarks.figure import Figure
from benchmarks.strain.teams import trial

VOTERS, TURNS, KILLS = 6, 3, 1


def is_about_votes(figure: Figure) -> bool:
    """Return whether a figure counts votes or turns, whatever the machine's load."""
    return figure.unit == "" and figure.target in (0, TURNS)


@pytest.mark.long
async def test_each_vote_counts_once_while_a_process_is_killed():
    figures = [figure for figure in await trial(VOTERS, TURNS, KILLS) if is_about_votes(figure)]
    assert [figure.name for figure in figures if not figure.is_met] == []
    assert sum(figure.target < math.inf for figure in figures) == 5
