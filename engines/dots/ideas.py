"""The main ideas of a position: long chains and their number, safe sides, who gives first, control."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.dots.control import even_chains_player, first_giver, first_long_opener, safe_sides
from engines.dots.grid import Grid
from engines.dots.reasons import is_control_worthwhile
from engines.dots.regions import LONG, Region, box_names, long_chains, loops, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import capturable_boxes, cost
from engines.phrases import Phrase

_MAX_PHRASES = 4
_MAX_REGIONS = 5


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Return one to four phrases, the most important first."""
    if position.stage is Stage.SETUP:
        return (Phrase("idea-set-up", most=position.pie), *_colourless_phrases(position))
    if position.stage is Stage.CHOICE:
        return (Phrase("idea-choice"), *_colourless_phrases(position))
    phrases = (
        _capture_phrases(position)
        if capturable_boxes(position.grid, position.drawn_sides)
        else _quiet_phrases(position)
    )
    return tuple(islice(phrases, _MAX_PHRASES))


def _colourless_phrases(position: Position) -> Iterator[Phrase]:
    """Yield the phrases for a board whose colours are not chosen yet; they name no player."""
    grid, drawn_sides = position.grid, position.drawn_sides
    if not capturable_boxes(grid, drawn_sides):
        yield from islice(_chain_phrases(grid, drawn_sides), 1)
        yield Phrase("idea-safe-sides", count=safe_sides(grid, drawn_sides).bit_count())


def _capture_phrases(position: Position) -> Iterator[Phrase]:
    """Yield the boxes that can be taken now, and whether leaving some of them keeps control."""
    grid, drawn_sides = position.grid, position.drawn_sides
    capturable = capturable_boxes(grid, drawn_sides)
    boxes = tuple(box for box in range(len(grid.boxes)) if capturable >> box & 1)
    yield Phrase("idea-on-offer", count=len(boxes), boxes=box_names(grid, boxes))
    capturable_regions_count = [region for region in regions(grid, drawn_sides) if region.capturable]
    if (
        len(capturable_regions_count) == 1
        and capturable_regions_count[0].handout
        and is_control_worthwhile(grid, drawn_sides)
    ):
        yield Phrase("idea-double-dealing", boxes=capturable_regions_count[0].handout)
    elif not is_control_worthwhile(grid, drawn_sides):
        yield Phrase("idea-nothing-long")
        return
    yield from islice(_chain_phrases(grid, drawn_sides), 2)


def _quiet_phrases(position: Position) -> Iterator[Phrase]:
    """Yield the chains, the long chain rule while it applies, the safe sides, and control."""
    grid, drawn_sides = position.grid, position.drawn_sides
    safe_count = safe_sides(grid, drawn_sides).bit_count()
    if safe_count:
        yield from islice(_chain_phrases(grid, drawn_sides), 2)
        if len(grid.boxes) - sum(position.score) >= LONG:
            even_player = even_chains_player(position)
            yield Phrase("idea-long-chain-rule", player=str(even_player), other=str(even_player.opponent))
        yield _safe_sides_phrase(position, safe_count)
        return
    yield from _endgame_phrases(position)


def _safe_sides_phrase(position: Position, count: int) -> Phrase:
    seat = first_giver(position)
    if seat is None:
        return Phrase("idea-safe-sides", count=count)
    return Phrase("idea-safe-sides-fit", count=count, player=str(seat))


def _endgame_phrases(position: Position) -> Iterator[Phrase]:
    """Yield the phrases for a board without safe sides: the forced gift, the first long opener, how to keep control."""
    grid, drawn_sides = position.grid, position.drawn_sides
    least = min(cost(grid, drawn_sides, side) for side in position.open_sides())
    yield Phrase("idea-no-safe-side", boxes=least, player=str(position.mover))
    phrases = tuple(_chain_phrases(grid, drawn_sides))
    yield from islice(phrases, 1)
    seat = first_long_opener(position)
    if seat and least < LONG:
        yield Phrase("idea-opens-first", player=str(seat))
    if is_control_worthwhile(grid, drawn_sides):
        yield Phrase("idea-control")
    yield from phrases[1:]


def _chain_phrases(grid: Grid, drawn_sides: int) -> Iterator[Phrase]:
    """Yield the long chains and the loops by their boxes, or that there are none."""
    phrases = regions(grid, drawn_sides)
    chains, loop_regions = long_chains(phrases), loops(phrases)
    if chains:
        yield Phrase("idea-long-chains", count=len(chains), chains=_region_list(grid, chains))
    if loop_regions:
        yield Phrase("idea-loops", count=len(loop_regions), chains=_region_list(grid, loop_regions))
    if not chains and not loop_regions:
        yield Phrase("idea-no-long-chain")


def _region_list(grid: Grid, phrases: tuple[Region, ...]) -> str:
    longest = sorted(phrases, key=lambda region: -len(region.boxes))[:_MAX_REGIONS]
    names = "; ".join(f"{box_names(grid, region.boxes)} ({len(region.boxes)})" for region in longest)
    return names if len(longest) == len(phrases) else f"{names}; …"
