"""Every code this game can emit, with its English words."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "There is no move in that text.",
    "not-a-side": "“{part}” is not a side; write two neighbouring dots, such as {example}.",
    "no-such-dot": "There is no dot {part} on this board; the last one is {last}.",
    "not-neighbours": "{part}: these two dots are not neighbours.",
    "dot-alone": "The dot {part} stands alone; a side needs two dots.",
    "dash-between-sides": "“{part}” can be read in several ways; put a space between two sides.",
    "unknown-option": "There is no option “{option}”; there are: {expected}.",
    "bad-option": "“{value}” does not fit the option {option}; possible: {expected}.",
    "side-drawn": "The side {part} is drawn already.",
    "off-board": "There is no side {part} on this board.",
    "turn-passed": "The turn passes to the other player before {part}.",
    "game-over": "The game is over.",
    "choose-first": "Before {part} comes the choice: keep or swap.",
    "draw-first": "Before “{part}” at least one side must be drawn.",
    "not-now": "“{part}” cannot be said now.",
}
_EXPECTED = {
    "a-side": "a side, written as two neighbouring dots",
    "a-dot": "a dot",
    "two-neighbours": "two neighbouring dots",
    "a-space": "a space between two sides",
}
_REASONS = {
    "takes-box": "takes {boxes} box(es)",
    "gives-no-third-side": "gives no box its third side",
    "gives-boxes": "gives {boxes} box(es) away, the least possible",
    "just-a-try": "just a try",
    "takes-leading-colour": "takes the colour that is ahead",
    "leaves-the-choice": "leaves the choice to the opponent",
    "hands-back": "leaves {boxes} boxes to keep control, and gets {gets} of those still to come",
    "opens-chain": "opens a chain of {boxes} box(es)",
    "proved-win": "proved: wins by {boxes}",
    "proved-draw": "proved: a draw",
    "proved-loss": "proved: loses by {boxes} against best play",
    "estimate": "an estimate: {percent} % of a win",
    "evens-out": "makes the colours as even as can be",
    "guess": "a guess: the search is still being loaded",
}
_OUTCOMES = {"boxes": "more boxes"}
PHRASES: Mapping[str, str] = {**_REFUSALS, **_EXPECTED, **_REASONS, **_OUTCOMES}
"""Code -> English template, for refusals (and what they expected), reasons and outcomes."""
