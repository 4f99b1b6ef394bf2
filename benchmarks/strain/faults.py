"""`make faults`: faults of many kinds during games on three platforms, and the losses, duplicates and stuck games."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.printing import machine
from benchmarks.strain.kinds import KINDS, Kind
from benchmarks.strain.outcome import Outcome
from benchmarks.strain.stores import Pair
from benchmarks.strain.trial import PLATFORMS, Trial

FAULTS = 504


def main(faults: int, name_parts: Iterable[str]) -> None:
    """Print the machine, then a line per kind of fault with what the players saw."""
    print(machine())
    print(f"{'':<26}{'faults':>6}  " + "  ".join(f"{adapter:^45}" for adapter in PLATFORMS))
    print(
        f"{'':<26}{'':>6}  "
        + "  ".join(
            f"{'typed':>6}{'lost':>6}{'boards':>8}{'twice':>6}{'stuck':>6}{'mute':>6}{'stale':>6}" for _ in PLATFORMS
        )
    )
    kinds = [kind for kind in KINDS if not name_parts or any(word in kind.name for word in name_parts)]
    for number, kind in enumerate(kinds):
        times = faults // len(kinds) + (number < faults % len(kinds))
        results = asyncio.run(outcomes(kind, times))
        print(f"{kind.name:<26}{times:>6}  " + "  ".join(map(_cells, results.values())), flush=True)
        for adapter, outcome in results.items():
            for words, count in outcome.refusals.most_common():
                print(f"    {adapter}: {count} x {words[:140]!r}", flush=True)


async def outcomes(kind: Kind, times: int) -> dict[str, Outcome]:
    """Cause `times` faults of one kind, on each of its platforms in turn, with a new store and new players."""
    with tempfile.TemporaryDirectory() as folder:
        async with kind.store(Path(folder)).serving() as store:
            trial = Trial(store, Path(folder), Random(kind.name))
            if kind.has_solvers:
                trial.seat_solvers()
            adapters = kind.platforms or ("",)
            results = await trial.outcomes(
                [partial(kind.strike, trial, adapters[n % len(adapters)]) for n in range(times)]
            )
            if isinstance(store, Pair):
                print(f"    the replica took over {store.failovers} times", flush=True)
            return results


def _cells(outcome: Outcome) -> str:
    of_play = f"{outcome.typed:>6}{outcome.lost:>6}{outcome.boards:>8}{outcome.doubled:>6}{outcome.stuck:>6}"
    return f"{of_play}{outcome.unanswered:>6}{outcome.stale:>6}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else FAULTS, sys.argv[2:])
