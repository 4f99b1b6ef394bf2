"""The reasons for and against moves, in the game's own terms: the source of hints, ideas and explanations."""

from __future__ import annotations

from collections.abc import Iterator

from engines.dots.control import bits, even_chains_player, first_giver, first_long_opener, safe_sides
from engines.dots.grid import Grid
from engines.dots.move import KEEP, STOP, SWAP, WORDS, Move
from engines.dots.regions import LONG, PAIR, Region, box_names, joint_count, long_chains, loops, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import capturable_boxes, captures, cost, gift
from engines.game import Reason, Seat

PLAIN = "gives-no-third-side"
_BAD_CODES = ("gives-third", "opens-l", "opens-short", "loony", "though-", "smaller-", "not-")
_GIVER_CODES = ("then-must-open", "opens-first", "last-safe-side", "safe-sides-fit")


def is_against(reason: Reason, player: str) -> bool:
    """Return whether a reason speaks against a player's move: it gives boxes, or forces the player to give some."""
    is_own = dict(reason.fields).get("player") == player
    if reason.code == "can-take":
        return not is_own
    return is_own if reason.code in _GIVER_CODES else reason.code.startswith(_BAD_CODES)


def move_reasons(position: Position, move: Move, margin: int | None = None) -> tuple[Reason, ...]:
    """Return the effects of a move, independent of the reply; `margin` is its proved value if no move is better."""
    return tuple(_run_reasons(position, move, margin))


def outcome_reason(lead: int) -> Reason:
    """Return the proved outcome for the side to move, which will be ahead by `lead` boxes."""
    if lead == 0:
        return Reason("proved-draw")
    return Reason("proved-win", boxes=lead) if lead > 0 else Reason("proved-loss", boxes=-lead)


def outcome_bound_reason(lead: int) -> Reason:
    """Return the proved worst outcome for the side to move: ahead by `lead` boxes or more."""
    if lead == 0:
        return Reason("proved-no-loss")
    return Reason("proved-win-at-least", boxes=lead) if lead > 0 else Reason("proved-loss-at-most", boxes=-lead)


def double_dealt_boxes(grid: Grid, drawn_sides: int, side: int) -> int:
    """Return, as bits, the boxes that a side leaves in pairs to keep control; 0 if none.

    All capturable boxes must be left so. The opponent, who takes them, has to open the rest: no side is safe.
    """
    if not capturable_boxes(grid, drawn_sides) or captures(grid, drawn_sides, side):
        return 0
    after = drawn_sides | 1 << side
    capturable_regions = [region for region in regions(grid, after) if region.capturable]
    gift_boxes = capturable_boxes(grid, after)
    pairs = all(len(region.boxes) == PAIR and region.capturable == PAIR for region in capturable_regions)
    if not pairs or not gift_boxes & gift(grid, drawn_sides, side) or gift_boxes.bit_count() > 2 * PAIR:
        return 0
    is_last = gift_boxes.bit_count() == _open_box_count(grid, drawn_sides)
    return 0 if is_last or safe_sides(grid, after) else gift_boxes


def is_control_worthwhile(grid: Grid, drawn_sides: int) -> bool:
    """Return whether a long chain or a loop is still unopened, or may still form."""
    all_regions = regions(grid, drawn_sides)
    return bool(joint_count(grid, drawn_sides) or long_chains(all_regions) or loops(all_regions))


def _run_reasons(position: Position, move: Move, margin: int | None) -> Iterator[Reason]:
    before, after = position, position.play(move)
    new_boxes = owned_boxes(after) & ~owned_boxes(position)
    if new_boxes:
        yield box_reason("takes-box", position.grid, new_boxes)
    for step in move.steps[:-1]:
        yield from _colour_reasons(before.play(Move((step,)))) if step in (KEEP, SWAP) else ()
        before = before.play(Move((step,)))
    last = move.steps[-1]
    if last in WORDS:
        yield from _word_reasons(before, last)
    elif before.stage is Stage.SETUP:
        yield from _set_up_reasons(before, position.grid.index[last])
    else:
        to_come = None if margin is None or position.stage is not Stage.PLAY else margin - new_boxes.bit_count()
        yield from _side_reasons(before, position.grid.index[last], to_come)


def _side_reasons(position: Position, side: int, margin: int | None) -> Iterator[Reason]:
    grid, drawn_sides = position.grid, position.drawn_sides
    if captures(grid, drawn_sides, side):
        yield from _capture_reasons(position, side, is_best=margin is not None)
    elif handed_boxes := double_dealt_boxes(grid, drawn_sides, side):
        yield from _double_dealing_reasons(position, side, handed_boxes, margin)
    elif cost(grid, drawn_sides, side):
        yield from _sacrifice_reasons(position, side, is_best=margin is not None)
    else:
        yield from _waiting_reasons(position, side)


def _capture_reasons(position: Position, side: int, *, is_best: bool) -> Iterator[Reason]:
    grid, drawn_sides = position.grid, position.drawn_sides
    after = drawn_sides | 1 << side
    if capturable_boxes(grid, drawn_sides).bit_count() == _open_box_count(grid, drawn_sides):
        if after != grid.full:
            yield Reason("takes-the-rest")
        return
    if count := _boxes_to_leave_now(grid, drawn_sides, side):
        if not is_control_worthwhile(grid, drawn_sides):
            yield Reason("no-control-needed")
        elif is_best:
            yield Reason("leaving-brings-no-more", count=count)
    elif choice := _boxes_to_leave_next(grid, after):
        yield Reason("choice-ahead", count=choice)
    yield from _continuation_reasons(position.play(Move((grid.names[side],))))


def _continuation_reasons(position: Position) -> Iterator[Reason]:
    """Yield the boxes that can be taken next, and the situation once all of them are taken."""
    grid, drawn_sides = position.grid, position.drawn_sides
    end = after_captures(position)
    if more := capturable_boxes(grid, drawn_sides):
        yield box_reason("more-to-take", grid, more)
    if not safe_sides(grid, end.drawn_sides):
        yield from must_open_reasons(end)
    elif safe_sides(grid, drawn_sides) == safe_sides(grid, end.drawn_sides) and _long_chain_count(
        position
    ) == _long_chain_count(end):
        yield from _safe_side_reasons(end)
        yield from _chain_rule_reasons(_long_chain_count(end), end, position.turn)


def _boxes_to_leave_now(grid: Grid, drawn_sides: int, side: int) -> int:
    """Return how many boxes could be left in pairs instead of taken with this side; 0 if none."""
    own = next(region for region in regions(grid, drawn_sides) if region.capturable and region.sides >> side & 1)
    if capturable_boxes(grid, drawn_sides).bit_count() > own.handout or len(own.boxes) != own.handout:
        return 0
    return own.handout if own.handout < _open_box_count(grid, drawn_sides) else 0


def _boxes_to_leave_next(grid: Grid, drawn_sides: int) -> int:
    """Return how many of the last capturable boxes can be left in pairs, if control is worth it."""
    return _boxes_to_leave(grid, drawn_sides) if is_control_worthwhile(grid, drawn_sides) else 0


def _boxes_to_leave(grid: Grid, drawn_sides: int) -> int:
    """Return how many of the last capturable boxes can be left in pairs while others are open; otherwise 0."""
    capturable_regions = [region for region in regions(grid, drawn_sides) if region.capturable]
    if (
        len(capturable_regions) != 1
        or len(capturable_regions[0].boxes) != capturable_boxes(grid, drawn_sides).bit_count()
    ):
        return 0
    return capturable_regions[0].handout if len(capturable_regions[0].boxes) < _open_box_count(grid, drawn_sides) else 0


def must_open_reasons(position: Position, code: str = "then-must-open") -> Iterator[Reason]:
    """Yield the forced gift of the player on turn, if no box is capturable and no side is safe."""
    grid, drawn_sides = position.grid, position.drawn_sides
    if position.outcome or capturable_boxes(grid, drawn_sides) or safe_sides(grid, drawn_sides):
        return
    least = min(cost(grid, drawn_sides, side) for side in position.open_sides())
    yield Reason(code, player=str(position.mover), count=least)


def _double_dealing_reasons(position: Position, side: int, handed_boxes: int, margin: int | None) -> Iterator[Reason]:
    """Yield the boxes left to keep control, and what that gains."""
    grid = position.grid
    if margin is None:
        yield box_reason("double-dealing", grid, handed_boxes)
    else:
        yield box_reason(
            "hands-back", grid, handed_boxes, gets=(_open_box_count(grid, position.drawn_sides) + margin) // 2
        )
    yield from must_open_reasons(after_captures(position.play(Move((grid.names[side],)))))


def after_captures(position: Position) -> Position:
    """Return the position after its player has taken every capturable box."""
    grid = position.grid
    while capturable_boxes(grid, position.drawn_sides):
        side = next(side for side in position.open_sides() if captures(grid, position.drawn_sides, side))
        position = position.play(Move((grid.names[side],)))
    return position


def _sacrifice_reasons(position: Position, side: int, *, is_best: bool) -> Iterator[Reason]:
    grid, drawn_sides, after = position.grid, position.drawn_sides, position.drawn_sides | 1 << side
    yield _third_side_reason(grid, after, side)
    gift_boxes = gift(grid, drawn_sides, side)
    opened_region = next(
        (region for region in regions(grid, drawn_sides) if _box_bits(region) == gift_boxes and not region.capturable),
        None,
    )
    if opened_region is None or capturable_boxes(grid, drawn_sides):
        yield box_reason("can-take", grid, capturable_boxes(grid, after), player=str(position.mover.opponent))
        return
    if len(opened_region.boxes) > 1:
        start, *_, end = map(grid.box_name, opened_region.boxes)
        names = box_names(grid, opened_region.boxes)
        yield Reason(_opening_code(opened_region), count=len(opened_region.boxes), chain=names, start=start, end=end)
    if len(opened_region.boxes) == PAIR == len(set(opened_region.boxes) & set(boxes_beside(grid, side))):
        yield Reason("cannot-be-handed-back")
    elif count := _boxes_to_leave(grid, after):
        yield Reason("loony", count=count)
    yield from _order_reasons(position, gift_boxes.bit_count(), is_best=is_best)


def _third_side_reason(grid: Grid, drawn_sides: int, side: int) -> Reason:
    """Return the reason that names the boxes given their third side by a side just drawn."""
    lacking_one = sum(box for mask, box in grid.touching[side] if (mask & ~drawn_sides).bit_count() == 1)
    return box_reason("gives-third-side", grid, lacking_one)


def _opening_code(region: Region) -> str:
    return "opens-loop" if region.is_loop else "opens-long-chain" if region.is_long else "opens-short-chain"


def _order_reasons(position: Position, boxes: int, *, is_best: bool) -> Iterator[Reason]:
    """Yield whether a box had to be given, whether fewer would do, and who opens the first long chain."""
    grid, drawn_sides = position.grid, position.drawn_sides
    safe_mask = safe_sides(grid, drawn_sides)
    costs = {side: cost(grid, drawn_sides, side) for side in position.open_sides()}
    cheapest = min(costs, key=costs.__getitem__)
    if safe_mask or boxes > costs[cheapest]:
        if safe_mask and not is_best:
            yield Reason("though-safe", count=safe_mask.bit_count(), side=grid.names[next(bits(safe_mask))])
        elif not is_best:
            yield Reason("smaller-gift", count=costs[cheapest], side=grid.names[cheapest])
        return
    yield Reason("smallest-gift-first" if boxes < max(costs.values()) else "no-side-is-safe")
    if boxes < LONG:
        yield from _first_long_reasons(position)


def _first_long_reasons(position: Position) -> Iterator[Reason]:
    if seat := first_long_opener(position):
        all_regions = regions(position.grid, position.drawn_sides)
        yield Reason("opens-first", count=len(long_chains(all_regions)) + len(loops(all_regions)), player=str(seat))


def _waiting_reasons(position: Position, side: int) -> Iterator[Reason]:
    """Yield the effect on capturable boxes, safe sides, and the number of long chains."""
    after = position.play(Move((position.grid.names[side],)))
    grid, drawn_sides = after.grid, after.drawn_sides
    if capturable := capturable_boxes(grid, drawn_sides):
        yield box_reason("can-take", grid, capturable, player=str(after.mover))
        return
    yield Reason(PLAIN)
    yield from _safe_side_reasons(after)
    if safe_sides(grid, drawn_sides):
        yield from _chain_rule_reasons(_long_chain_count(position), after, position.turn)
    else:
        yield from _first_long_reasons(after)


def _safe_side_reasons(position: Position) -> Iterator[Reason]:
    """Yield the number of safe sides left and who then gives first; nothing while that is undecided."""
    count = safe_sides(position.grid, position.drawn_sides).bit_count()
    if not count:
        yield Reason("last-safe-side", player=str(position.mover))
    elif seat := first_giver(position):
        yield Reason("safe-sides-fit", count=count, player=str(seat))
    elif _open_box_count(position.grid, position.drawn_sides) < LONG:
        yield Reason("safe-sides-open", count=count)


def _chain_rule_reasons(had: int, position: Position, seat: Seat) -> Iterator[Reason]:
    """Yield the number of long chains and the parity that the mover wants."""
    if _open_box_count(position.grid, position.drawn_sides) < LONG:
        return
    has = _long_chain_count(position)
    parity = "even" if even_chains_player(position) is seat else "odd"
    code_end = f"wants-{parity}" if had == has else f"{parity}-chains"
    code = code_end if had == has or has % 2 == (parity == "odd") else f"not-{code_end}"
    yield Reason(code, count=has, player=str(seat), other=str(seat.opponent))


def _long_chain_count(position: Position) -> int:
    return len(long_chains(regions(position.grid, position.drawn_sides)))


def _set_up_reasons(position: Position, side: int) -> Iterator[Reason]:
    """Yield the effects of a set-up side on the board; the colours have no owner yet."""
    grid, after = position.grid, position.play(Move((position.grid.names[side],)))
    if not captures(grid, position.drawn_sides, side):
        third = _third_side_reason(grid, after.drawn_sides, side)
        yield third if dict(third.fields)["count"] else Reason(PLAIN)
    if after.stage is Stage.CHOICE:
        yield Reason("leaves-the-choice")
    else:
        yield Reason("sides-to-set-up", count=after.pie - after.drawn_sides.bit_count())
    if not capturable_boxes(grid, after.drawn_sides) and (safe_mask := safe_sides(grid, after.drawn_sides)):
        yield Reason("safe-sides-open", count=safe_mask.bit_count())


def _word_reasons(position: Position, word: str) -> Iterator[Reason]:
    """Yield what `stop`, `keep` or `swap` decides: who draws next, the colour, and its goal."""
    after = position.play(Move((word,)))
    if word == STOP:
        yield Reason("leaves-the-choice")
        return
    yield from _colour_reasons(after)
    if after.outcome:
        return
    grid, drawn_sides = after.grid, after.drawn_sides
    if capturable := capturable_boxes(grid, drawn_sides):
        yield box_reason("can-take", grid, capturable, player=str(after.mover))
        return
    yield Reason("draws-next", player=str(after.mover))
    if safe_sides(grid, drawn_sides):
        yield from _safe_side_reasons(after)
        yield from _chain_rule_reasons(_long_chain_count(after), after, position.turn)
    else:
        yield from must_open_reasons(after)
        yield from _first_long_reasons(after)


def _colour_reasons(after: Position) -> Iterator[Reason]:
    """Yield the score of the colour that Second chose."""
    other, own = after.score
    if own != other or after.outcome:
        yield Reason("takes-colour", own=own, other=other)


def box_reason(code: str, grid: Grid, boxes: int, **fields: str | int) -> Reason:
    """Return a reason with these fields, the number of the boxes, and their names."""
    return Reason(code, **fields, count=boxes.bit_count(), boxes=box_names(grid, tuple(bits(boxes))))


def boxes_beside(grid: Grid, side: int) -> Iterator[int]:
    """Yield the numbers of the boxes that a side touches."""
    return (box.bit_length() - 1 for _, box in grid.touching[side])


def owned_boxes(position: Position) -> int:
    """Return the boxes that have an owner, as bits."""
    return position.first | position.second


def _open_box_count(grid: Grid, drawn_sides: int) -> int:
    return sum(bool(mask & ~drawn_sides) for mask in grid.boxes)


def _box_bits(region: Region) -> int:
    return sum(1 << box for box in region.boxes)
