"""Null-window search of the throwing stage: “does First get at least so many dots more?”, each answer remembered."""

from __future__ import annotations

from engines.digits.search.counts import dots_of, list_throws, most_disputed, number_of, on_turn, throw
from engines.digits.search.ground import BOTH, FIRST_ONLY, NOWHERE, SECOND_ONLY, Ground
from engines.digits.search.workspace import ENDED, GUESSES, WIDTH, Desk, Stack, close, look_up, tick
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, part

POLL = 255
FARTHEST = 1 << 20


@part
def gain_of(ground: Ground, digit: int) -> int:
    """First's gain by a throw of this digit."""
    return -dots_of(ground, digit) if digit & 1 else dots_of(ground, digit)


@kernel
def greedy(ground: Ground, desk: Desk, digit: int, height: int) -> int:
    """First's margin to come if every digit throws where it is most disputed."""
    gain, top, digits, throws = 0, height, desk.stack.digit, desk.stack.at
    digit = on_turn(ground, digit)
    while digit != NOWHERE:
        digits[top], throws[top] = digit, most_disputed(ground, digit)
        gain += gain_of(ground, digit)
        throw(ground, digit, throws[top], 1)
        digit = on_turn(ground, digit + 1)
        top += 1
    while top > height:
        top -= 1
        throw(ground, digits[top], throws[top], -1)
    return gain


@part
def _enter(ground: Ground, desk: Desk, watch: Watch, height: int) -> bool:
    """Opens the position at this height; False if it is answered at once, in `best`."""
    stack = desk.stack
    stack.digit[height] = on_turn(ground, stack.digit[height])
    stack.best[height] = 0
    if stack.digit[height] == NOWHERE:
        return False
    stack.low[height] = ground.sorts[FIRST_ONLY] - ground.sorts[SECOND_ONLY] - ground.sorts[BOTH]
    stack.high[height] = stack.low[height] + 2 * ground.sorts[BOTH]
    if _settled(stack, height):
        return False
    tick(desk, watch, POLL)
    stack.guesses[height] = desk.counts[GUESSES]
    if look_up(desk, height) and _settled(stack, height):
        return False
    if stack.depth[height] == 0:
        _guess(ground, desk, height)
        return False
    _open(ground, desk, height)
    return True


@part
def _guess(ground: Ground, desk: Desk, height: int) -> None:
    """Answers by rule of thumb, within the bounds."""
    stack = desk.stack
    desk.counts[GUESSES] += 1
    guess = greedy(ground, desk, stack.digit[height], height)
    stack.best[height] = max(stack.low[height], min(stack.high[height], guess))


@part
def _open(ground: Ground, desk: Desk, height: int) -> None:
    """Lists the throws to try."""
    stack, digit = desk.stack, desk.stack.digit[height]
    stack.best[height] = FARTHEST if digit & 1 else -FARTHEST
    stack.at[height] = height * WIDTH - 1
    stack.end[height] = list_throws(ground, digit, desk.throws, height * WIDTH)


@part
def _settled(stack: Stack, height: int) -> bool:
    """Whether the bounds alone answer the question."""
    low, high, goal = stack.low[height], stack.high[height], stack.goal[height]
    stack.best[height] = low if low >= goal else high
    return bool(low >= goal or high < goal)


@part
def _descend(ground: Ground, desk: Desk, height: int) -> None:
    """Plays the throw on hand and asks what is left of the question."""
    stack, digit = desk.stack, desk.stack.digit[height]
    stack.digit[height + 1] = digit + 1
    stack.goal[height + 1] = stack.goal[height] - gain_of(ground, digit)
    stack.depth[height + 1] = stack.depth[height] - 1
    change = throw(ground, digit, desk.throws[stack.at[height]], 1)
    stack.number[height + 1] = stack.number[height] + change


@part
def _ascend(ground: Ground, desk: Desk, height: int) -> bool:
    """Takes the throw on hand back and weighs its value; whether the question is answered by it."""
    stack, digit = desk.stack, desk.stack.digit[height]
    throw(ground, digit, desk.throws[stack.at[height]], -1)
    value = stack.best[height + 1] + gain_of(ground, digit)
    best = min(stack.best[height], value) if digit & 1 else max(stack.best[height], value)
    stack.best[height] = best
    return bool((best >= stack.goal[height]) == (digit & 1 == 0))


@kernel
def probe(ground: Ground, desk: Desk, watch: Watch, digit: int, goal: int, depth: int) -> int:
    """A bound on First's margin to come: at least `goal` if it reaches that, else at most what is returned.

    `digit` would be on turn; below `depth` throws the value is guessed, and that is counted. Means nothing once ended.
    """
    stack, height = desk.stack, 0
    stack.digit[0], stack.number[0], stack.goal[0], stack.depth[0] = digit, number_of(ground), goal, depth
    going = _enter(ground, desk, watch, 0)
    while going or height:
        if not going:
            height -= 1
            going = not _ascend(ground, desk, height) or desk.counts[ENDED] == 1
        stack.at[height] += 1
        if going and desk.counts[ENDED] == 0 and stack.at[height] < stack.end[height]:
            _descend(ground, desk, height)
            height += 1
            going = _enter(ground, desk, watch, height)
        else:
            going = False
            if desk.counts[ENDED] == 0:
                close(desk, height)
    return int(stack.best[0])


@kernel
def margin(ground: Ground, desk: Desk, watch: Watch, digit: int, depth: int, guess: int) -> int:
    """First's margin to come, searched `depth` throws deep; means nothing once the search has ended."""
    low = ground.sorts[FIRST_ONLY] - ground.sorts[SECOND_ONLY] - ground.sorts[BOTH]
    high = low + 2 * ground.sorts[BOTH]
    goal = max(low + 1, min(high, guess))
    while low < high and desk.counts[ENDED] == 0:
        bound = probe(ground, desk, watch, digit, goal, depth)
        if bound >= goal:
            low = bound
            goal = low + 2
        else:
            high = bound
            goal = high
    return int(low)
