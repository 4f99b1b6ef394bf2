"""Null-window search of the throwing stage, which tests whether First gains at least a number of dots."""

from __future__ import annotations

from engines.digits.search.counts import dots_of, hash_of, list_throws, most_disputed_throw, next_digit, throw
from engines.digits.search.ground import BOTH, FIRST_ONLY, NOWHERE, SECOND_ONLY, Ground
from engines.digits.search.workspace import GUESSES, OVER, WIDTH, Stack, Workspace, look_up, store_answer, tick
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, part

POLL = 255
INFINITE = 1 << 20


@part
def gain_of(ground: Ground, digit: int) -> int:
    """Return First's gain from a throw of this digit."""
    return -dots_of(ground, digit) if digit & 1 else dots_of(ground, digit)


@kernel
def greedy(ground: Ground, workspace: Workspace, digit: int, height: int) -> int:
    """Return First's margin to come if every digit makes its most disputed throw."""
    gain, top, digits, throws = 0, height, workspace.stack.digit, workspace.stack.current
    digit = next_digit(ground, digit)
    while digit != NOWHERE:
        digits[top], throws[top] = digit, most_disputed_throw(ground, digit)
        gain += gain_of(ground, digit)
        throw(ground, digit, throws[top], 1)
        digit = next_digit(ground, digit + 1)
        top += 1
    while top > height:
        top -= 1
        throw(ground, digits[top], throws[top], -1)
    return gain


@part
def _enter(ground: Ground, workspace: Workspace, watch: Watch, height: int) -> bool:
    """Enter the position at this height; return False if it is decided at once, with its value in `best_value`."""
    stack = workspace.stack
    stack.digit[height] = next_digit(ground, stack.digit[height])
    stack.best_value[height] = 0
    if stack.digit[height] == NOWHERE:
        return False
    stack.low[height] = ground.sort_counts[FIRST_ONLY] - ground.sort_counts[SECOND_ONLY] - ground.sort_counts[BOTH]
    stack.high[height] = stack.low[height] + 2 * ground.sort_counts[BOTH]
    if _is_decided(stack, height):
        return False
    tick(workspace, watch, POLL)
    stack.guesses[height] = workspace.counts[GUESSES]
    if look_up(workspace, height) and _is_decided(stack, height):
        return False
    if stack.depth[height] == 0:
        _guess(ground, workspace, height)
        return False
    _start_throws(ground, workspace, height)
    return True


@part
def _guess(ground: Ground, workspace: Workspace, height: int) -> None:
    """Evaluate the position by the rule of thumb, within the bounds."""
    stack = workspace.stack
    workspace.counts[GUESSES] += 1
    guess = greedy(ground, workspace, stack.digit[height], height)
    stack.best_value[height] = max(stack.low[height], min(stack.high[height], guess))


@part
def _start_throws(ground: Ground, workspace: Workspace, height: int) -> None:
    """List the throws to try."""
    stack, digit = workspace.stack, workspace.stack.digit[height]
    stack.best_value[height] = INFINITE if digit & 1 else -INFINITE
    stack.current[height] = height * WIDTH - 1
    stack.throws_end[height] = list_throws(ground, digit, workspace.throws, height * WIDTH)


@part
def _is_decided(stack: Stack, height: int) -> bool:
    """Return whether the bounds alone decide the question."""
    low, high, goal = stack.low[height], stack.high[height], stack.goal[height]
    stack.best_value[height] = low if low >= goal else high
    return bool(low >= goal or high < goal)


@part
def _descend(ground: Ground, workspace: Workspace, height: int) -> None:
    """Play the current throw and pass the narrowed question to the next height."""
    stack, digit = workspace.stack, workspace.stack.digit[height]
    stack.digit[height + 1] = digit + 1
    stack.goal[height + 1] = stack.goal[height] - gain_of(ground, digit)
    stack.depth[height + 1] = stack.depth[height] - 1
    change = throw(ground, digit, workspace.throws[stack.current[height]], 1)
    stack.number[height + 1] = stack.number[height] + change


@part
def _ascend(ground: Ground, workspace: Workspace, height: int) -> bool:
    """Undo the current throw and use its value; return whether that decides the question."""
    stack, digit = workspace.stack, workspace.stack.digit[height]
    throw(ground, digit, workspace.throws[stack.current[height]], -1)
    value = stack.best_value[height + 1] + gain_of(ground, digit)
    best_value = min(stack.best_value[height], value) if digit & 1 else max(stack.best_value[height], value)
    stack.best_value[height] = best_value
    return bool((best_value >= stack.goal[height]) == (digit & 1 == 0))


@kernel
def probe(ground: Ground, workspace: Workspace, watch: Watch, digit: int, goal: int, depth: int) -> int:
    """Return a bound on First's margin to come: a lower bound if it is at least `goal`, otherwise an upper bound.

    `digit` is the first that may be on turn. Below `depth` throws the value is guessed, and the guesses are counted.
    The result is invalid once the search is over.
    """
    stack, height = workspace.stack, 0
    stack.digit[0], stack.number[0], stack.goal[0], stack.depth[0] = digit, hash_of(ground), goal, depth
    going = _enter(ground, workspace, watch, 0)
    while going or height:
        if not going:
            height -= 1
            going = not _ascend(ground, workspace, height) or workspace.counts[OVER] == 1
        stack.current[height] += 1
        if going and workspace.counts[OVER] == 0 and stack.current[height] < stack.throws_end[height]:
            _descend(ground, workspace, height)
            height += 1
            going = _enter(ground, workspace, watch, height)
        else:
            going = False
            if workspace.counts[OVER] == 0:
                store_answer(workspace, height)
    return int(stack.best_value[0])


@kernel
def margin(ground: Ground, workspace: Workspace, watch: Watch, digit: int, depth: int, guess: int) -> int:
    """Return First's margin to come, searched `depth` throws deep; invalid once the search is over."""
    low = ground.sort_counts[FIRST_ONLY] - ground.sort_counts[SECOND_ONLY] - ground.sort_counts[BOTH]
    high = low + 2 * ground.sort_counts[BOTH]
    goal = max(low + 1, min(high, guess))
    while low < high and workspace.counts[OVER] == 0:
        bound = probe(ground, workspace, watch, digit, goal, depth)
        if bound >= goal:
            low = bound
            goal = low + 2
        else:
            high = bound
            goal = high
    return int(low)
