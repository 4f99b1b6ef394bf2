"""`make faults`: faults of many kinds while people play on three doors; what was lost, doubled or stuck."""

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
from benchmarks.strain.trial import DOORS, Trial

FAULTS = 504


def main(faults: int, wanted: Iterable[str]) -> None:
    """Prints the machine, and a line for each kind and door as soon as it is known; then what people were told."""
    print(machine())
    print(f"{'':<26}{'faults':>6}  " + "  ".join(f"{door:^45}" for door in DOORS))
    print(
        f"{'':<26}{'':>6}  "
        + "  ".join(
            f"{'typed':>6}{'lost':>6}{'boards':>8}{'twice':>6}{'stuck':>6}{'mute':>6}{'stale':>6}" for _ in DOORS
        )
    )
    kinds = [kind for kind in KINDS if not wanted or any(word in kind.name for word in wanted)]
    for number, kind in enumerate(kinds):
        times = faults // len(kinds) + (number < faults % len(kinds))
        found = asyncio.run(outcomes(kind, times))
        print(f"{kind.name:<26}{times:>6}  " + "  ".join(map(_cells, found.values())), flush=True)
        for door, outcome in found.items():
            for words, count in outcome.told.most_common():
                print(f"    {door}: {count} x {words[:140]!r}", flush=True)


async def outcomes(kind: Kind, times: int) -> dict[str, Outcome]:
    """So many faults of one kind, by turns at its doors, on a store and with people of their own."""
    with tempfile.TemporaryDirectory() as folder:
        async with kind.store(Path(folder)).serving() as store:
            trial = Trial(store, Path(folder), Random(kind.name))
            if kind.has_solvers:
                trial.seat_solvers()
            doors = kind.doors or ("",)
            found = await trial.outcomes([partial(kind.befalls, trial, doors[n % len(doors)]) for n in range(times)])
            if isinstance(store, Pair):
                print(f"    the replica took over {store.failovers} times", flush=True)
            return found


def _cells(found: Outcome) -> str:
    of_play = f"{found.typed:>6}{found.lost:>6}{found.boards:>8}{found.doubled:>6}{found.stuck:>6}"
    return f"{of_play}{found.unanswered:>6}{found.stale:>6}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else FAULTS, sys.argv[2:])
