"""Phrases: every code that this game can emit, with its English text."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "I see no move in that text.",
    "not-a-cell": "“{part}” isn’t a cell. Type cells such as {example}.",
    "no-such-cell": "There’s no cell {part} on this board.",
    "cell-twice": "You named the cell {part} twice.",
    "other-digit": "Now it’s the turn of the {digit}, not the {part}.",
    "cell-taken": "The cell {part} is taken.",
    "centre-forbidden": "No digit may go on the centre cell, {part}.",
    "not-around": "The cell {part} isn’t next to the digit {digit}.",
    "one-cell": "A digit goes on one cell; you named {part}.",
    "wrong-number-of-dots": "The digit {digit} throws exactly {expected_count} here: {part} does not fit.",
    "unknown-option": "There’s no option “{option}”. You can use: {expected}.",
    "bad-option": "{option} can’t be “{value}”. It can be: {expected}.",
    "shape-sign": "“{part}” doesn’t fit. A shape is rows of # and full stops with / between them, such as {example}.",
    "shape-uneven": (
        "The rows of a shape must be equally long. “{part}” has {count} [count:character|characters], the first row "
        "{wanted}."
    ),
    "shape-edges": "A shape of {cols} by {rows} doesn’t fit. Each edge must be from {least} to {most}.",
    "shape-not-size": "The shape {value} contradicts the size {size}. Leave out the size.",
    "too-many-digits": "The digits {value} don’t fit on this board. Each player has room for {most} at most.",
    "game-over": "The game is over.",
    "unsolved": "Not proved in {seconds} s.",
}
_REASONS = {
    "neighbour-rule-best": "neighbour score {worth}, the best on the board",
    "neighbour-rule-less": "neighbour score {worth}, against {best} at {cells}",
    "at-corner": "a corner has only {count} [count:neighbour|neighbours]",
    "few-around": "it has only {count} [count:neighbour|neighbours]",
    "fights-for": "competes for {cells} with the opponent’s {digits}",
    "room-of-its-own": "reaches {count} free [count:cell|cells] that the opponent can’t reach yet",
    "shares-own": "shares {cells} with friendly {digits}",
    "throw-rule-best": "throw score {worth}, the best on the board",
    "throw-rule-less": "throw score {worth}, against {best} at {cells}",
    "same-elsewhere": "like [count:{cells}|{count} other cells, such as {cells}]",
    "takes-contested": "takes {cells} before the opponent’s {digits} can",
    "nothing-contested": "the opponent can’t reach any free cell around it",
    "leaves-contested": "leaves {cells} to the opponent’s {digits}",
    "shuts-out": (
        "leaves [count:the opponent’s {digits} no free cell|{count} of the opponent’s digits no free cell: {digits}]"
    ),
    "shuts-own": "leaves [count:friendly {digits} no free cell|{count} friendly digits no free cell: {digits}]",
    "spends-own": "spends {cells}, which friendly {digits} could fill",
    "reply-writes": "the reply goes to {cell}",
    "reply-fights": "the reply {cell} fights for {cells}",
    "reply-throws": "the reply takes {cells}",
    "reply-takes-wanted": "the reply takes {cells}, which {digits} could reach",
    "stands-at": "the digit goes to {cell}",
    "dots-at": "the dots go to {cells}",
    "proved-lead": "proved: ends ahead by {dots}",
    "proved-even": "proved: ends even",
    "proved-behind": "proved: ends behind by {dots} against best play",
    "likely-lead": "an estimate, not proved: the lead at the end is {dots}",
    "guess": "a guess: the search is still being loaded",
    "just-a-try": "just a try",
}
_OUTCOMES = {"dots": "more dots"}
_IDEAS = {
    "dots-so-far": "Dots so far: {first} to {second}.",
    "contested-cells": "Both players reach {count} free [count:cell|cells]: {cells}.",
    "none-contested": "No free cell is within both players’ reach.",
    "still-throws": "{player} can still throw, digit by digit: {digits}.",
    "best-to-write": "By the neighbour rule (cells around it, less the digits around these), {cell} is best: {worth}.",
    "best-to-throw": (
        "By the throw rule (the opponent’s digits beside it twice, less your own), {cell} is best: {worth}."
    ),
}
_BOARD = {
    "legend-digits": "(1) and *: digits and dots of {one}; 1 and o: digits and dots of {two}; . is free.",
    "legend-throwing": "<1> or >1: the digit that throws now.",
    "cell-digit": "{cell} has {player}’s {digit}.",
    "cell-dot": "{cell} has one of {player}’s dots.",
    "cell-free": "{cell} is free.",
    "cell-for-dots": "{cell} is free, for dots only.",
    "cell-digits-beside": "{player}’s digits beside {cell}: {digits}.",
    "cell-free-around": "Free around {cell}: {cells}.",
    "cell-to-write": "{player} can place the {digit} in {cell} now.",
    "cell-to-throw": "{player}’s {digit} at {place} can throw a dot into {cell} now.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS))
"""The codes that say something of a position or of a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_OUTCOMES, **_IDEAS, **_BOARD}
"""Code -> English template, for refusals, reasons, outcomes, ideas and what the board says."""
