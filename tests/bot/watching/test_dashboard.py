"""The dashboard and the alert rules ask for figures that there are."""

from __future__ import annotations

import json
import re

from bot.core.ports.metrics import StoreSize, TextOutcome
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import Memory, SizedDict
from bot.core.queues.fair_turns import FairSemaphore
from bot.watching import PrometheusMetrics
from tests.alone import HOUSE

FIGURE = re.compile(r"\b(?:tetradka|process)_\w+")
RULE = re.compile(
    r"      - alert: (?P<name>Tetradka\w+)\n"
    r"        expr: (?P<expr>[^\n]+)\n"
    r"        for: \d+[mh]\n"
    r"        labels: \{severity: (?:warning|critical)\}\n"
    r'        annotations: \{summary: "[^"\n]+"\}\n'
)
HEAD = re.compile(r"# [^\n]+\ngroups:\n  - name: tetradka\n    rules:\n")


async def report() -> str:
    """All figures, each with something in it."""
    metrics = PrometheusMetrics()
    metrics.record_text("web", TextOutcome.ANSWERED, 0.1)
    metrics.record_board("web", 0.1)
    metrics.record_delay("web")
    metrics.record_start("dots")
    metrics.record_end("dots")
    metrics.record_stall(0.1)
    memory = Memory()
    games: SizedDict[str, str] = memory.cache("games", len)
    games.put("BCDFGH", "a game")
    metrics.watch([FairSemaphore(2)], memory, {"web": ""}, {"store-full": 1}, size)
    return (await metrics.report()).decode()


async def size() -> StoreSize:
    return StoreSize(1, 2, 3, 4)


async def names() -> set[str]:
    return set(re.findall(r"^([a-z]\w+)", await report(), re.MULTILINE))


async def test_each_panel_uses_an_existing_metric():
    board = json.loads((HOUSE / "docs/grafana/tetradka.json").read_text("utf-8"))
    frame = {name for panel in board["panels"] for name in FIGURE.findall(panel["targets"][0]["expr"])}
    assert len(frame) >= 10
    assert frame <= await names()


async def test_each_metric_has_a_rule_and_each_rule_uses_existing_metrics():
    text = (HOUSE / "docs/grafana/alerts.yml").read_text("utf-8")
    assert not RULE.sub("", HEAD.sub("", text, count=1))
    rules = [*RULE.finditer(text)]
    assert len({rule["name"] for rule in rules}) == len(rules)
    assert all(rule["expr"].count(left) == rule["expr"].count(right) for rule in rules for left, right in ("()", "[]"))
    frame = {name for rule in rules for name in FIGURE.findall(re.sub(r"=~?\"[^\"]*\"", "", rule["expr"]))}
    assert frame <= await names()
    assert frame >= {
        "process_resident_memory_bytes",
        "process_cpu_seconds_total",
        "tetradka_build_info",
        "tetradka_cache_bytes",
        "tetradka_cache_entries",
        "tetradka_boards_owed",
        "tetradka_cleanups_owed",
        "tetradka_store_bytes",
        "tetradka_store_keys",
    }


async def test_metrics_are_served_while_the_store_does_not_answer():
    async def unreachable() -> StoreSize:
        raise StoreUnavailableError("away")

    metrics = PrometheusMetrics()
    metrics.watch([], Memory(), {}, {}, unreachable)
    figures = (await metrics.report()).decode()
    assert "tetradka_store_bytes" not in figures
    assert "process_resident_memory_bytes" in figures
