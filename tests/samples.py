"""The size of samples: small in the suite, large in the long run."""

from __future__ import annotations

import os

import pytest

EXAMPLES = int(os.environ.get("EXAMPLES", "0"))
"""Examples that each property is tried with at least; `make long` sets it."""
_FEW = 15


def examples(few: int = _FEW) -> int:
    """Return with how many examples a property is tried."""
    return max(few, EXAMPLES)


def cases(few: int, many: int) -> pytest.MarkDecorator:
    """Give a test its `count` of cases: few in the suite, many in the long run."""
    return pytest.mark.parametrize("count", [few, pytest.param(many, marks=pytest.mark.long)])
