"""Far targets: a win over an opponent who needs only FEW points also holds if the opponent needs more.

The winner's moves leave the opponent no time to score even those.
"""

from __future__ import annotations

from functools import cache

from engines.kernels.user_cache import folder
from engines.lgame.options import TARGETS
from engines.lgame.search.disk_cache import load_or_build
from engines.lgame.search.graph import ARRANGEMENTS
from engines.lgame.search.tables import Needs, Table, scoring_table

EDITION = 1
MOST = TARGETS[-1]
FEW = 5


def strip(seat: int) -> Table:
    """Return the values by points needed: up to MOST by First (0) or Second (1), up to FEW by the opponent.

    The first call loads or builds them.
    """
    return _strips()[seat]


@cache
def _strips() -> tuple[Table, Table]:
    return _strip(f"lgame-first-{EDITION}.npy", (MOST, FEW)), _strip(f"lgame-second-{EDITION}.npy", (FEW, MOST))


def _strip(name: str, most: Needs) -> Table:
    shape = (most[0] + 1, most[1] + 1, 2, ARRANGEMENTS)
    return load_or_build(folder() / name, shape, lambda: scoring_table(most))


def needs_of(seat: int, needs: Needs) -> Needs:
    """Return the points needed, the opponent's capped at FEW."""
    first, second = needs
    return (first, min(second, FEW)) if seat == 0 else (min(first, FEW), second)
