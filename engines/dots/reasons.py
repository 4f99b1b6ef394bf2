"""Why a move is good or bad, in the game's own terms: the one source of hints, ideas and explanations."""

from __future__ import annotations

from collections.abc import Iterator

from engines.dots.control import bits, gives_first, opens_first_long, safe_sides, wants_even
from engines.dots.grid import Grid
from engines.dots.move import KEEP, STOP, SWAP, WORDS, Move
from engines.dots.regions import LONG, PAIR, Region, joints, long_chains, loops, named, regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost, gift, on_offer
from engines.game import Explanation, Limit, Reason, Seat

PLAIN = "gives-no-third-side"
_AGAINST = ("gives-third", "opens-l", "opens-short", "loony", "though-", "smaller-", "not-")
_GIVES = ("then-must-open", "opens-first", "last-safe-side", "safe-sides-fit")


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """What speaks for a good move, or against a bad one, then the rest, and what the reply that punishes it takes."""
    is_worse, seat = explanation.value < explanation.best_value, str(position.turn)
    is_best = explanation.is_proved and not is_worse
    said = of_move(position, explanation.move, round(explanation.value) if is_best else None)
    answered = tuple(_of_reply(position.play(explanation.move), explanation.reply))
    taken = {dict(reason.fields)["boxes"] for reason in answered if reason.code == "reply-takes"}
    news = [reason for reason in said if reason.code != "can-take" or dict(reason.fields)["boxes"] not in taken]
    ordered = sorted(news, key=lambda reason: (reason.code == PLAIN, is_against(reason, seat) is not is_worse))
    return (*ordered, *answered)


def is_against(reason: Reason, player: str) -> bool:
    """Whether a reason speaks against a player's move: boxes are given, or the player will have to give them."""
    is_own = dict(reason.fields).get("player") == player
    if reason.code == "can-take":
        return not is_own
    return is_own if reason.code in _GIVES else reason.code.startswith(_AGAINST)


def of_move(position: Position, move: Move, margin: int | None = None) -> tuple[Reason, ...]:
    """What a move does, whatever is answered; `margin` is what comes of it if that is proved, and nothing is better."""
    return tuple(_of_run(position, move, margin))


def ending(lead: int) -> Reason:
    """How the game ends for the side to move, which will be ahead by so many boxes."""
    if lead == 0:
        return Reason("proved-draw")
    return Reason("proved-win", boxes=lead) if lead > 0 else Reason("proved-loss", boxes=-lead)


def ending_at_least(lead: int) -> Reason:
    """How the game ends at worst for the side to move, which will be ahead by so many boxes or more."""
    if lead == 0:
        return Reason("proved-no-loss")
    return Reason("proved-win-at-least", boxes=lead) if lead > 0 else Reason("proved-loss-at-most", boxes=-lead)


def handed_back(grid: Grid, drawn: int, side: int) -> int:
    """The boxes that a side leaves in pairs when all that is on offer is left so, which keeps control, as bits.

    The opponent, who takes them, has to open what is left: no side is safe.
    """
    if not on_offer(grid, drawn) or captures(grid, drawn, side):
        return 0
    after = drawn | 1 << side
    ready = [region for region in regions(grid, after) if region.ready]
    given = on_offer(grid, after)
    pairs = all(len(region.boxes) == PAIR and region.ready == PAIR for region in ready)
    if not pairs or not given & gift(grid, drawn, side) or given.bit_count() > 2 * PAIR:
        return 0
    is_last = given.bit_count() == _boxes_left(grid, drawn)
    return 0 if is_last or safe_sides(grid, after) else given


def worth_control(grid: Grid, drawn: int) -> bool:
    """Whether a long chain or a loop waits to be opened, or may still come about."""
    found = regions(grid, drawn)
    return bool(joints(grid, drawn) or long_chains(found) or loops(found))


def _of_run(position: Position, move: Move, margin: int | None) -> Iterator[Reason]:
    before, after = position, position.play(move)
    taken = _owned(after) & ~_owned(position)
    if taken:
        yield _boxes("takes-box", position.grid, taken)
    for step in move.steps[:-1]:
        yield from _of_colour(before.play(Move((step,)))) if step in (KEEP, SWAP) else ()
        before = before.play(Move((step,)))
    last = move.steps[-1]
    if last in WORDS:
        yield from _of_word(before, last)
    elif before.stage is Stage.SETUP:
        yield from _of_setting_up(before, position.grid.index[last])
    else:
        to_come = None if margin is None or position.stage is not Stage.PLAY else margin - taken.bit_count()
        yield from _of_side(before, position.grid.index[last], to_come)


def _of_side(position: Position, side: int, margin: int | None) -> Iterator[Reason]:
    grid, drawn = position.grid, position.drawn
    if captures(grid, drawn, side):
        yield from _of_taking(position, side, is_best=margin is not None)
    elif handed := handed_back(grid, drawn, side):
        yield from _of_handing_back(position, side, handed, margin)
    elif cost(grid, drawn, side):
        yield from _of_giving(position, side, is_best=margin is not None)
    else:
        yield from _of_waiting(position, side)


def _of_taking(position: Position, side: int, *, is_best: bool) -> Iterator[Reason]:
    grid, drawn = position.grid, position.drawn
    after = drawn | 1 << side
    if on_offer(grid, drawn).bit_count() == _boxes_left(grid, drawn):
        if after != grid.full:
            yield Reason("takes-the-rest")
        return
    if left := _at_choice(grid, drawn, side):
        if not worth_control(grid, drawn):
            yield Reason("no-control-needed")
        elif is_best:
            yield Reason("leaving-brings-no-more", count=left)
    elif choice := _choice_ahead(grid, after):
        yield Reason("choice-ahead", count=choice)
    yield from _of_going_on(position.play(Move((grid.names[side],))))


def _of_going_on(position: Position) -> Iterator[Reason]:
    """What is left to be taken after a box, and what all that leads to."""
    grid, drawn = position.grid, position.drawn
    end = _all_taken(position)
    if more := on_offer(grid, drawn):
        yield _boxes("more-to-take", grid, more)
    if not safe_sides(grid, end.drawn):
        yield from _of_opening_next(end)
    elif safe_sides(grid, drawn) == safe_sides(grid, end.drawn) and _chains(position) == _chains(end):
        yield from _of_safe_sides(end)
        yield from _of_chains(_chains(end), end, position.turn)


def _at_choice(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes could be left in pairs instead of being taken by this side, while others are left; else 0."""
    own = next(region for region in regions(grid, drawn) if region.ready and region.sides >> side & 1)
    if on_offer(grid, drawn).bit_count() > own.leaves or len(own.boxes) != own.leaves:
        return 0
    return own.leaves if own.leaves < _boxes_left(grid, drawn) else 0


def _choice_ahead(grid: Grid, drawn: int) -> int:
    """How many of the last boxes on offer can be left in pairs, where control is worth something."""
    return _last_left(grid, drawn) if worth_control(grid, drawn) else 0


def _last_left(grid: Grid, drawn: int) -> int:
    """How many of the last boxes on offer can be left in pairs, while others are left; else 0."""
    ready = [region for region in regions(grid, drawn) if region.ready]
    if len(ready) != 1 or len(ready[0].boxes) != on_offer(grid, drawn).bit_count():
        return 0
    return ready[0].leaves if len(ready[0].boxes) < _boxes_left(grid, drawn) else 0


def _of_opening_next(position: Position) -> Iterator[Reason]:
    """That the player on turn has to give boxes, where nothing is on offer and no side is safe."""
    grid, drawn = position.grid, position.drawn
    if position.outcome or on_offer(grid, drawn) or safe_sides(grid, drawn):
        return
    least = min(cost(grid, drawn, side) for side in position.open_sides())
    yield Reason("then-must-open", player=str(position.mover), count=least)


def _of_handing_back(position: Position, side: int, handed: int, margin: int | None) -> Iterator[Reason]:
    """Double-dealing: what is left to keep control, and what that brings."""
    grid = position.grid
    if margin is None:
        yield _boxes("double-dealing", grid, handed)
    else:
        yield _boxes("hands-back", grid, handed, gets=(_boxes_left(grid, position.drawn) + margin) // 2)
    yield from _of_opening_next(_all_taken(position.play(Move((grid.names[side],)))))


def _all_taken(position: Position) -> Position:
    """The position after its player has taken all that is on offer."""
    grid = position.grid
    while on_offer(grid, position.drawn):
        side = next(side for side in position.open_sides() if captures(grid, position.drawn, side))
        position = position.play(Move((grid.names[side],)))
    return position


def _of_giving(position: Position, side: int, *, is_best: bool) -> Iterator[Reason]:
    grid, drawn, after = position.grid, position.drawn, position.drawn | 1 << side
    yield _third(grid, after, side)
    given = gift(grid, drawn, side)
    opened = next((region for region in regions(grid, drawn) if _bits(region) == given and not region.ready), None)
    if opened is None or on_offer(grid, drawn):
        yield _boxes("can-take", grid, on_offer(grid, after), player=str(position.mover.opponent))
        return
    if len(opened.boxes) > 1:
        yield Reason(_kind(opened), count=len(opened.boxes), chain=named(grid, opened.boxes))
    if len(opened.boxes) == PAIR == len(set(opened.boxes) & set(_beside(grid, side))):
        yield Reason("cannot-be-handed-back")
    elif left := _last_left(grid, after):
        yield Reason("loony", count=left)
    yield from _of_order(position, given.bit_count(), is_best=is_best)


def _third(grid: Grid, drawn: int, side: int) -> Reason:
    """The boxes beside a side just drawn that now lack one side only."""
    lacking_one = sum(box for mask, box in grid.touching[side] if (mask & ~drawn).bit_count() == 1)
    return _boxes("gives-third-side", grid, lacking_one)


def _kind(region: Region) -> str:
    return "opens-loop" if region.is_loop else "opens-long-chain" if region.is_long else "opens-short-chain"


def _of_order(position: Position, boxes: int, *, is_best: bool) -> Iterator[Reason]:
    """Whether anything had to be given, whether so much, and who then opens the first long chain."""
    grid, drawn = position.grid, position.drawn
    safe = safe_sides(grid, drawn)
    costs = {side: cost(grid, drawn, side) for side in position.open_sides()}
    cheapest = min(costs, key=costs.__getitem__)
    if safe or boxes > costs[cheapest]:
        if safe and not is_best:
            yield Reason("though-safe", count=safe.bit_count(), side=grid.names[next(bits(safe))])
        elif not is_best:
            yield Reason("smaller-gift", count=costs[cheapest], side=grid.names[cheapest])
        return
    yield Reason("smallest-gift-first" if boxes < max(costs.values()) else "no-side-is-safe")
    if boxes < LONG:
        yield from _of_first_long(position)


def _of_first_long(position: Position) -> Iterator[Reason]:
    if seat := opens_first_long(position):
        found = regions(position.grid, position.drawn)
        yield Reason("opens-first", count=len(long_chains(found)) + len(loops(found)), player=str(seat))


def _of_waiting(position: Position, side: int) -> Iterator[Reason]:
    """What becomes of the boxes on offer, of the safe sides, and of the number of long chains."""
    after = position.play(Move((position.grid.names[side],)))
    grid, drawn = after.grid, after.drawn
    if offered := on_offer(grid, drawn):
        yield _boxes("can-take", grid, offered, player=str(after.mover))
        return
    yield Reason(PLAIN)
    yield from _of_safe_sides(after)
    if safe_sides(grid, drawn):
        yield from _of_chains(_chains(position), after, position.turn)
    else:
        yield from _of_first_long(after)


def _of_safe_sides(position: Position) -> Iterator[Reason]:
    """How many safe sides are left, and who gives first for that; nothing if that is open and chains are to come."""
    left = safe_sides(position.grid, position.drawn).bit_count()
    if not left:
        yield Reason("last-safe-side", player=str(position.mover))
    elif seat := gives_first(position):
        yield Reason("safe-sides-fit", count=left, player=str(seat))
    elif _boxes_left(position.grid, position.drawn) < LONG:
        yield Reason("safe-sides-open", count=left)


def _of_chains(had: int, position: Position, seat: Seat) -> Iterator[Reason]:
    """The long chains counted, and beside it the number that the long chain rule wants for the side that moved."""
    if _boxes_left(position.grid, position.drawn) < LONG:
        return
    has = _chains(position)
    wanted = "even" if wants_even(position) is seat else "odd"
    became = f"wants-{wanted}" if had == has else f"{wanted}-chains"
    code = became if had == has or has % 2 == (wanted == "odd") else f"not-{became}"
    yield Reason(code, count=has, player=str(seat), other=str(seat.opponent))


def _chains(position: Position) -> int:
    return len(long_chains(regions(position.grid, position.drawn)))


def _of_setting_up(position: Position, side: int) -> Iterator[Reason]:
    """What a side of the set-up does to the board, of which neither colour has an owner yet."""
    grid, after = position.grid, position.play(Move((position.grid.names[side],)))
    if not captures(grid, position.drawn, side):
        third = _third(grid, after.drawn, side)
        yield third if dict(third.fields)["count"] else Reason(PLAIN)
    if after.stage is Stage.CHOICE:
        yield Reason("leaves-the-choice")
    else:
        yield Reason("sides-to-set-up", count=after.pie - after.drawn.bit_count())
    if not on_offer(grid, after.drawn) and (safe := safe_sides(grid, after.drawn)):
        yield Reason("safe-sides-open", count=safe.bit_count())


def _of_word(position: Position, word: str) -> Iterator[Reason]:
    """What `stop`, `keep` or `swap` decides: who draws next, with which colour, and what that colour wants."""
    after = position.play(Move((word,)))
    if word == STOP:
        yield Reason("leaves-the-choice")
        return
    yield from _of_colour(after)
    if after.outcome:
        return
    grid, drawn = after.grid, after.drawn
    if offered := on_offer(grid, drawn):
        yield _boxes("can-take", grid, offered, player=str(after.mover))
        return
    yield Reason("draws-next", player=str(after.mover))
    if safe_sides(grid, drawn):
        yield from _of_safe_sides(after)
        yield from _of_chains(_chains(after), after, position.turn)
    else:
        yield from _of_opening_next(after)
        yield from _of_first_long(after)


def _of_colour(after: Position) -> Iterator[Reason]:
    """How the colour stands that Second has chosen."""
    other, own = after.score
    if own != other or after.outcome:
        yield Reason("takes-colour", own=own, other=other)


def _of_reply(after: Position, reply: tuple[Move, ...]) -> Iterator[Reason]:
    """What the reply that punishes a move takes or does, and what has to be opened after it."""
    if not reply:
        return
    seat, position, last = after.turn, after, after
    for move in reply:
        if position.outcome or position.turn is not seat:
            break
        last, position = position, position.play(move)
    first = reply[0].steps[0]
    if first in WORDS:
        yield Reason("reply-chooses", move=first)
        return
    grid = after.grid
    if taken := _owned(position) & ~_owned(after):
        yield _boxes("reply-takes", grid, taken)
    else:
        yield Reason("reply-plays", side=first)
    if position.turn is seat:
        if offered := on_offer(grid, position.drawn):
            yield _boxes("can-take", grid, offered, player=str(seat))
        return
    [side] = bits(position.drawn & ~last.drawn)
    if handed := handed_back(grid, last.drawn, side):
        yield _boxes("reply-hands-back", grid, handed)
    elif offered := on_offer(grid, position.drawn):
        yield _boxes("can-take", grid, offered, player=str(position.mover))
    elif safe_sides(grid, position.drawn):
        yield from _of_safe_sides(position)
    yield from _of_opening_next(_all_taken(position))


def _boxes(code: str, grid: Grid, boxes: int, **fields: str | int) -> Reason:
    return Reason(code, **fields, count=boxes.bit_count(), boxes=named(grid, tuple(bits(boxes))))


def _beside(grid: Grid, side: int) -> Iterator[int]:
    return (box.bit_length() - 1 for _, box in grid.touching[side])


def _owned(position: Position) -> int:
    return position.first | position.second


def _boxes_left(grid: Grid, drawn: int) -> int:
    return sum(bool(mask & ~drawn) for mask in grid.boxes)


def _bits(region: Region) -> int:
    return sum(1 << box for box in region.boxes)
