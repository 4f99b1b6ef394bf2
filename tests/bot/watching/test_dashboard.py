"""The dashboard asks for figures that there are."""

from __future__ import annotations

import json
import re

from bot.core.ports.metrics import TextOutcome
from bot.watching.metrics import CountedSearches, PrometheusMetrics
from tests.alone import HOUSE
from tests.bot.scripted import Quick


def told() -> str:
    """All figures, each with something in it."""
    metrics = PrometheusMetrics()
    metrics.watch_searches(CountedSearches(Quick(), 2))
    metrics.watch_doors({"web": ""})
    metrics.watch_troubles({"store-full": 1})
    metrics.text("web", TextOutcome.ANSWERED, 0.1)
    metrics.board("web", 0.1)
    metrics.put_off("web")
    metrics.begun("dots")
    metrics.ended("dots")
    metrics.stalled(0.1)
    return metrics.told().decode()


def test_each_panel_asks_for_a_figure_that_is_told():
    board = json.loads((HOUSE / "docs/grafana/tetradka.json").read_text("utf-8"))
    asked = {name for panel in board["panels"] for name in re.findall(r"tetradka_\w+", panel["targets"][0]["expr"])}
    assert len(asked) >= 10
    assert asked <= set(re.findall(r"^(tetradka_\w+)", told(), re.MULTILINE))
