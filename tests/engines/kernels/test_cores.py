"""Searches get the cores that this process may use, not those that the machine has."""

from __future__ import annotations

import os

import pytest

from engines.kernels.cores import cores


def test_a_process_pinned_to_one_core_counts_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    assert cores() == 1


def test_all_cores_count_where_the_system_has_no_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() == (os.cpu_count() or 1)
