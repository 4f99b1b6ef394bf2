"""Every code this game can emit, with its English words."""

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
    "shape-uneven": "The rows of a shape must be equally long; “{part}” has {count} signs, the first row {wanted}.",
    "shape-edges": "A shape of {cols} by {rows} does not fit: each edge is from {least} to {most}.",
    "shape-not-size": "The shape {value} contradicts the size {size}; a shape of one's own needs no size.",
    "too-many-digits": "The digits {value} do not fit on this board; each player has room for {most} at most.",
    "game-over": "The game is over.",
    "unsolved": "Not proved in {seconds} s.",
}
_REASONS = {
    "most-room": "the cells around it are the least disputed, worth {worth}",
    "author-highest": "by the neighbour rule {worth}, the highest here",
    "author-value": "by the neighbour rule {worth}; the highest here is {best}: {cells}",
    "placing-counts": "the placing decides: where the digits stand says who can throw where",
    "takes-contested": "takes {cells} of the cells that the opponent's digits reach as well",
    "takes-own-room": "no cell here is disputed",
    "leaves-disputed": "takes room of one's own; the disputed cells can wait",
    "takes-wanted": "takes {cell}, which {digits} of the opponent's digits could reach",
    "reaches-cells": "reaches {cells} free cells, {disputed} of them within the opponent's reach as well",
    "proved-lead": "proved: ends ahead by {dots}",
    "proved-even": "proved: ends even",
    "proved-behind": "proved: ends behind by {dots} against best play",
    "likely-lead": "an estimate, not proved: the lead at the end is {dots}",
    "guess": "a guess: the search is still being loaded",
    "just-a-try": "just a try",
}
_OUTCOMES = {"dots": "more dots"}
_IDEAS = {
    "placing-decides": "Placing decides: where the digits stand says who can throw where.",
    "dots-so-far": "Dots so far: {first} to {second}.",
    "contested-cells": "Free cells that digits of both reach: {cells}.",
    "still-throws": "{player} can still throw, digit by digit: {digits}.",
    "author-best": "By the neighbour rule the best cell for the digit on turn is {cell}: {worth}.",
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
_CANDIDATES = {
    "gain-points": "+{points}",
    "gain-worth": "by the neighbour rule {worth}",
    "gain-room-around": "free cells around: {cells}",
    "gain-denies": "cells taken from the other side's digits: {cells}",
    "risk-near": "the other side's digits beside it: {digits}",
    "risk-own-room": "cells lost to your own digits: {cells}",
    "risk-no-own-room": "costs your own digits nothing",
}
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_OUTCOMES, **_IDEAS, **_CANDIDATES, **_BOARD}
"""Code -> English template, for refusals, reasons, outcomes, ideas and what the board says."""
