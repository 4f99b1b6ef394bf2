"""A newcomer who plays the README's first game to its end, following the three rules to the letter."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import IntEnum
from random import Random

from bot.core.ports.platform import Message
from engines import record
from engines.dots.rules import Position
from engines.dots.taking import captures, cost
from tests.bot.scripted import Stage

_CODE = re.compile(r"\b[B-Z]{6}\b")


class Rule(IntEnum):
    """The README's three, in their order."""

    CLOSE_A_BOX = 0
    NO_THIRD_SIDE = 1
    PRESS_HINT = 2


@dataclass(frozen=True)
class Step:
    """One turn: the rule that fitted, the move, the hint if one was asked for, and the board after the bot's answer."""

    rule: Rule
    move: str
    hint: Message | None
    board: Message
    position: Position


async def first_game(
    stage: Stage, who: str, challenge: str, chance: Random, hints: bool = False
) -> AsyncIterator[Step]:
    """Plays what the challenge begins until it is over; with `hints` each move is the hint's."""
    await stage.type(who, challenge)
    position = await _position(stage, who)
    while not position.outcome:
        rule, move = (Rule.PRESS_HINT, "") if hints else by_the_rules(position, chance)
        hint = (await stage.type(who, "/hint"))[0] if rule is Rule.PRESS_HINT else None
        move = hint.buttons[0][0].label if hint else move
        await stage.type(who, move)
        position = await _position(stage, who)
        yield Step(rule, move, hint, stage.board, position)


def by_the_rules(position: Position, chance: Random) -> tuple[Rule, str]:
    """The first rule that fits, and a side that it allows (none if that is to press *Hint*)."""
    grid, drawn_sides = position.grid, position.drawn_sides
    sides = list(position.open_sides())
    allowed = {
        Rule.CLOSE_A_BOX: [side for side in sides if captures(grid, drawn_sides, side)],
        Rule.NO_THIRD_SIDE: [side for side in sides if not cost(grid, drawn_sides, side)],
    }
    rule = next((rule for rule, those in allowed.items() if those), Rule.PRESS_HINT)
    return rule, grid.names[chance.choice(allowed[rule])] if rule in allowed else ""


async def _position(stage: Stage, who: str) -> Position:
    """Where the newest game stands, by its record."""
    match = _CODE.search(stage.board.text)
    assert match
    answers = await stage.type(who, f"/record {match[0]}")
    assert answers[0].file
    *_, position = record.replay(record.read(answers[0].file[1]))
    assert isinstance(position, Position)
    return position
