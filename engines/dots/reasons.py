"""What can be said for a side without searching, in the game's own terms; each reason is true wherever it is given."""

from __future__ import annotations

from collections.abc import Iterator

from engines.dots.control import gives_first, safe_sides, wants_even
from engines.dots.grid import Grid
from engines.dots.move import Move
from engines.dots.regions import PAIR, Region, joints, long_chains, loops, named, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost, gift, on_offer
from engines.game import Reason


def reasons_of(position: Position, side: int) -> tuple[Reason, ...]:
    """What drawing a side does, and what that is good for."""
    grid, drawn = position.grid, position.drawn
    if captures(grid, drawn, side):
        return tuple(_of_taking(grid, drawn, side))
    if handed := handed_back(grid, drawn, side):
        return (Reason("double-dealing", boxes=handed),)
    if cost(grid, drawn, side):
        return tuple(_of_giving(grid, drawn, side))
    return (Reason("gives-no-third-side"), *_of_waiting(position, side))


def handed_back(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes a side leaves in pairs when all that is on offer is left so, which keeps control; else 0."""
    if not on_offer(grid, drawn) or captures(grid, drawn, side):
        return 0
    after = drawn | 1 << side
    ready = [region for region in regions(grid, after) if region.ready]
    given = on_offer(grid, after)
    pairs = all(len(region.boxes) == PAIR and region.ready == PAIR for region in ready)
    if not pairs or not given & gift(grid, drawn, side) or given.bit_count() > 2 * PAIR:
        return 0
    return given.bit_count() if given.bit_count() < _boxes_left(grid, drawn) else 0


def at_choice(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes could be left in pairs instead of being taken by this side, while others are left; else 0."""
    own = next(region for region in regions(grid, drawn) if region.ready and region.sides >> side & 1)
    if on_offer(grid, drawn).bit_count() > own.leaves or len(own.boxes) != own.leaves:
        return 0
    return own.leaves if own.leaves < _boxes_left(grid, drawn) else 0


def worth_control(grid: Grid, drawn: int) -> bool:
    """Whether a long chain or a loop waits to be opened, or may still come about."""
    found = regions(grid, drawn)
    return bool(joints(grid, drawn) or long_chains(found) or loops(found))


def _of_taking(grid: Grid, drawn: int, side: int) -> Iterator[Reason]:
    yield Reason("takes-box", boxes=captures(grid, drawn, side))
    if on_offer(grid, drawn).bit_count() == _boxes_left(grid, drawn):
        yield Reason("takes-the-rest")
        return
    if at_choice(grid, drawn, side):
        if not worth_control(grid, drawn):
            yield Reason("no-control-needed")
    elif choice := _choice_ahead(grid, drawn | 1 << side):
        yield Reason("choice-ahead", boxes=choice)


def _choice_ahead(grid: Grid, drawn: int) -> int:
    """How many of the last boxes on offer can be left in pairs, where control is worth something."""
    found = regions(grid, drawn)
    ready = [region for region in found if region.ready]
    if len(ready) != 1 or len(ready[0].boxes) != on_offer(grid, drawn).bit_count():
        return 0
    return ready[0].leaves if worth_control(grid, drawn) else 0


def _of_giving(grid: Grid, drawn: int, side: int) -> Iterator[Reason]:
    given = gift(grid, drawn, side)
    opened = next((region for region in regions(grid, drawn) if _bits(region) == given), None)
    if opened is None or opened.ready:
        yield Reason("opens-chain", boxes=given.bit_count())
    else:
        yield Reason(_kind(opened), boxes=len(opened.boxes), chain=named(grid, opened.boxes))
        if len(opened.boxes) == PAIR == len(set(opened.boxes) & set(_beside(grid, side))) and not on_offer(grid, drawn):
            yield Reason("cannot-be-handed-back")
    yield from _of_order(grid, drawn, given.bit_count())


def _kind(region: Region) -> str:
    return "opens-loop" if region.is_loop else "opens-long-chain" if region.is_long else "opens-short-chain"


def _of_order(grid: Grid, drawn: int, boxes: int) -> Iterator[Reason]:
    """That nothing is safe, and that the smallest gift goes first, where other gifts are bigger."""
    if on_offer(grid, drawn) or safe_sides(grid, drawn):
        return
    yield Reason("no-side-is-safe")
    costs = [cost(grid, drawn, side) for side in range(grid.sides) if not drawn >> side & 1]
    if boxes == min(costs) < max(costs):
        yield Reason("smallest-gift-first")


def _of_waiting(position: Position, side: int) -> Iterator[Reason]:
    """What becomes of the safe sides, and of the number of long chains."""
    if position.stage is not Stage.PLAY or on_offer(position.grid, position.drawn):
        return
    grid, after = position.grid, position.play(Move((position.grid.names[side],)))
    left = safe_sides(grid, after.drawn).bit_count()
    if not left:
        yield Reason("last-safe-side", player=str(after.mover))
    elif gives_first(after) is after.mover:
        yield Reason("safe-sides-fit", count=left, player=str(after.mover))
    yield from _of_chains(position, after)


def _of_chains(before: Position, after: Position) -> Iterator[Reason]:
    """That the number of long chains has become what the long chain rule wants for its drawer."""
    had, has = (len(long_chains(regions(p.grid, p.drawn))) for p in (before, after))
    is_even_good = wants_even(after) is before.mover
    if had != has and has % 2 == (0 if is_even_good else 1):
        yield Reason("even-chains" if is_even_good else "odd-chains", count=has, player=str(before.mover))


def _beside(grid: Grid, side: int) -> Iterator[int]:
    return (box.bit_length() - 1 for _, box in grid.touching[side])


def _boxes_left(grid: Grid, drawn: int) -> int:
    return sum(bool(mask & ~drawn) for mask in grid.boxes)


def _bits(region: Region) -> int:
    return sum(1 << box for box in region.boxes)
