"""What matters in a position, without a move: chains and their number, safe sides, who gives first, control."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.dots.control import gives_first, opens_first_long, safe_sides, wants_even
from engines.dots.grid import Grid
from engines.dots.reasons import worth_control
from engines.dots.regions import LONG, Region, long_chains, loops, named, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import cost, on_offer
from engines.phrases import Phrase

_MOST = 4
_MOST_LISTED = 5


def ideas(position: Position) -> tuple[Phrase, ...]:
    """One to four phrases, the most important first."""
    if position.stage is Stage.SETUP:
        return (Phrase("idea-set-up", most=position.pie), *_quiet_board(position))
    if position.stage is Stage.CHOICE:
        return (Phrase("idea-choice"), *_quiet_board(position))
    found = _offered(position) if on_offer(position.grid, position.drawn) else _quiet(position)
    return tuple(islice(found, _MOST))


def _quiet_board(position: Position) -> Iterator[Phrase]:
    """What can be said before colours are chosen: no player is named."""
    grid, drawn = position.grid, position.drawn
    if not on_offer(grid, drawn):
        yield from islice(_chains(grid, drawn), 1)
        yield Phrase("idea-safe-sides", count=safe_sides(grid, drawn).bit_count())


def _offered(position: Position) -> Iterator[Phrase]:
    """What can be taken now, and whether some of it may be left to keep control."""
    grid, drawn = position.grid, position.drawn
    taken = on_offer(grid, drawn)
    free = tuple(box for box in range(len(grid.boxes)) if taken >> box & 1)
    yield Phrase("idea-on-offer", count=len(free), boxes=named(grid, free))
    ready = [region for region in regions(grid, drawn) if region.ready]
    if len(ready) == 1 and ready[0].leaves and worth_control(grid, drawn):
        yield Phrase("idea-double-dealing", boxes=ready[0].leaves)
    elif not worth_control(grid, drawn):
        yield Phrase("idea-nothing-long")
        return
    yield from islice(_chains(grid, drawn), 2)


def _quiet(position: Position) -> Iterator[Phrase]:
    """Chains, the long chain rule while it can be followed, safe sides, and control."""
    grid, drawn = position.grid, position.drawn
    safe = safe_sides(grid, drawn).bit_count()
    if safe:
        yield from islice(_chains(grid, drawn), 2)
        if len(grid.boxes) - sum(position.score) >= LONG:
            even = wants_even(position)
            yield Phrase("idea-long-chain-rule", player=str(even), other=str(even.opponent))
        yield _safe(position, safe)
        return
    yield from _end(position)


def _safe(position: Position, count: int) -> Phrase:
    seat = gives_first(position)
    if seat is None:
        return Phrase("idea-safe-sides", count=count)
    return Phrase("idea-safe-sides-fit", count=count, player=str(seat))


def _end(position: Position) -> Iterator[Phrase]:
    """No side is safe: what has to be given, who opens the first long chain, and how control is kept."""
    grid, drawn = position.grid, position.drawn
    least = min(cost(grid, drawn, side) for side in position.open_sides())
    yield Phrase("idea-no-safe-side", boxes=least, player=str(position.mover))
    found = tuple(_chains(grid, drawn))
    yield from islice(found, 1)
    seat = opens_first_long(position)
    if seat and least < LONG:
        yield Phrase("idea-opens-first", player=str(seat))
    if worth_control(grid, drawn):
        yield Phrase("idea-control")
    yield from found[1:]


def _chains(grid: Grid, drawn: int) -> Iterator[Phrase]:
    """The long chains and the loops by their boxes, or that there are none."""
    found = regions(grid, drawn)
    chains, closed = long_chains(found), loops(found)
    if chains:
        yield Phrase("idea-long-chains", count=len(chains), chains=_listed(grid, chains))
    if closed:
        yield Phrase("idea-loops", count=len(closed), chains=_listed(grid, closed))
    if not chains and not closed:
        yield Phrase("idea-no-long-chain")


def _listed(grid: Grid, found: tuple[Region, ...]) -> str:
    longest = sorted(found, key=lambda region: -len(region.boxes))[:_MOST_LISTED]
    said = "; ".join(f"{named(grid, region.boxes)} ({len(region.boxes)})" for region in longest)
    return said if len(longest) == len(found) else f"{said}; …"
