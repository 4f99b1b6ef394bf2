"""Every code that this game emits, with its English words."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "There is no move in that text.",
    "not-a-cell": "“{part}” is not a cell; write cells such as {example}.",
    "no-such-cell": "There is no cell {part} on this board.",
    "cell-twice": "The cell {part} is named twice.",
    "other-digit": "Now comes the {digit}, not the {part}.",
    "cell-taken": "The cell {part} is taken.",
    "centre-forbidden": "No digit may be written on the centre cell {part}.",
    "not-around": "The cell {part} does not lie around the digit {digit}.",
    "one-cell": "A digit goes on one cell; you named {part}.",
    "wrong-number-of-dots": "The digit {digit} throws exactly {expected_count} here: {part} does not fit.",
    "unknown-option": "There is no option “{option}”; there are: {expected}.",
    "bad-option": "“{value}” does not fit the option {option}; possible: {expected}.",
    "shape-sign": "A shape is rows of # and full stops with / between, such as {example}; “{part}” does not fit.",
    "shape-uneven": "The rows of a shape must be equally long; “{part}” has {count} [count:sign|signs], the first row "
    "{wanted}.",
    "shape-edges": "A shape of {cols} by {rows} does not fit: each edge is from {least} to {most}.",
    "shape-not-size": "The shape {value} contradicts the size {size}; a shape of one's own needs no size.",
    "too-many-digits": "The digits {value} do not fit on this board; each player has room for {most} at most.",
    "game-over": "The game is over.",
    "unsolved": "Not proved in {seconds} s.",
}
_REASONS = {
    "neighbour-rule-best": "by the neighbour rule {worth}, nowhere more",
    "neighbour-rule-less": "by the neighbour rule {worth}, against {best} at {cells}",
    "at-corner": "a corner: only {count} [count:cell lies|cells lie] around it, nowhere fewer",
    "few-around": "only {count} [count:cell lies|cells lie] around it",
    "fights-for": "fights for {cells} with the opponent's {digits}",
    "room-of-its-own": "reaches {count} free [count:cell|cells] that no digit of the opponent reaches so far",
    "shares-own": "shares {cells} with one's own {digits}",
    "throw-rule-best": "by the throw rule {worth}, nowhere more",
    "throw-rule-less": "by the throw rule {worth}, against {best} at {cells}",
    "same-elsewhere": "like [count:{cells}|{count} other cells, such as {cells}]",
    "takes-contested": "takes {cells}, wanted by the opponent's {digits}",
    "nothing-contested": "no free cell around it is within the opponent's reach",
    "leaves-contested": "leaves {cells}, wanted by the opponent's {digits}",
    "shuts-out": "leaves [count:the opponent's {digits} no free cell|{count} digits of the opponent no free cell: "
    "{digits}]",
    "shuts-own": "leaves [count:one's own {digits} no free cell|{count} digits of one's own no free cell: {digits}]",
    "spends-own": "spends {cells}, which one's own {digits} could fill",
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
    "contested-cells": "{count} free [count:cell is|cells are] within the reach of both: {cells}.",
    "none-contested": "No free cell is within reach of both.",
    "still-throws": "{player} can still throw, digit by digit: {digits}.",
    "best-to-write": "By the neighbour rule (cells around it, less the digits around these) {cell} is best: {worth}.",
    "best-to-throw": "By the throw rule (the opponent's digits beside it twice, less the own) {cell} is best: {worth}.",
}
_BOARD = {
    "legend-digits": "(1) and *: digits and dots of {one}; 1 and o: digits and dots of {two}; . is free.",
    "legend-throwing": "<1> or >1: the digit that throws now.",
    "cell-digit": "In {cell} stands the {digit} of {player}.",
    "cell-dot": "In {cell} is a dot of {player}.",
    "cell-free": "{cell} is free.",
    "cell-for-dots": "{cell} is free, for dots only.",
    "cell-digits-beside": "Digits of {player} beside {cell}: {digits}.",
    "cell-free-around": "Free around {cell}: {cells}.",
    "cell-to-write": "{player} can write the {digit} in {cell} now.",
    "cell-to-throw": "The {digit} at {place} of {player} can throw a dot into {cell} now.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS))
"""The codes that say something of a position or of a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_OUTCOMES, **_IDEAS, **_BOARD}
"""Code -> English template, for refusals, reasons, outcomes, ideas and what the board says."""
