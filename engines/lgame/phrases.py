"""Every code this game can emit, with its English words."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "There is no move in that text.",
    "l-missing": "“{part}” names too few squares for an L: give its long end, corner and short end, as in {example}.",
    "not-a-square": "“{part}” is not a square of the board (a1 to d4); a move looks like {example}.",
    "not-an-l": "{part} is not an L; give its long end, corner and short end, or its four squares, as in {example}.",
    "too-many-squares": "“{part}” is too much: after the L comes at most one neutral, from and to, as in {example}.",
    "neutral-without-goal": "The neutral disc on {part} goes nowhere; give two squares for it, as in {example}.",
    "same-place": "Your L lies on {part} already and must move, for example {example}.",
    "overlaps": "The L does not fit on {part}, where {squares} is taken; try {example}.",
    "neutral-not-there": "{part}: there is no neutral disc on {square}; try {example}.",
    "neutral-stays": "{part}: a neutral that moves must go to another square; try {example}.",
    "neutral-goal-taken": "{part}: {square} is taken; try {example}.",
    "game-over": "The game is over.",
    "unknown-option": "There is no option “{option}”; there are: {expected}.",
    "bad-option": "“{value}” does not fit the option {option}; possible: {expected}.",
    "target-without-scoring": "A target ({value}) belongs to the variant scoring.",
    "unsolved": "Not proved in {seconds} s.",
}
_REASONS = {
    "ends-it": "wins at once",
    "wins-in": "wins in {plies} moves of both sides at most",
    "loses-in": "loses in {plies} moves of both sides if the opponent finds them all; holds out longest",
    "loses-within": "loses in {plies} moves of both sides at most if the opponent finds them all",
    "draw-held": "holds the draw",
    "beyond-the-table": "an estimate: with more than {points} points to go, solved is only what is won in good time",
    "fewest-safe-replies": "leaves the opponent {replies} replies that do not lose, the fewest possible",
    "scores": "scores {points}",
    "avoids-corners": "keeps the L out of the corners",
    "few-places": "leaves the opponent {places} places for the L",
    "closes-block": "with the neutral on {square} the L closes its 3x3 block",
    "closes-half": "with the neutral on {square} the L closes its half of the board",
    "neutral-beside-corner": "a neutral stands beside a corner, on {square}, where it takes the most room",
    "neutral-stops-mirror": "a neutral stands where the opponent would mirror",
    "guess": "a guess: the search is still being loaded",
    "just-a-try": "just a try",
}
_OUTCOMES = {
    "blocked": "the opponent's L has nowhere to go",
    "mirrored": "the L mirrors the opponent's",
    "target": "the target score is reached",
    "repetition": "the same position for the third time",
}
_REMARKS = {
    "mover-loses": "With best play the player who moves first loses.",
}
_IDEAS = {
    "nearly-blocked": "{player} is nearly blocked.",
    "places-left": "{player} has {places} places for the L.",
    "corners-free-of-ls": "No L lies in a corner: both keep out of them, as one should.",
    "in-corner": "The L of {player} lies in the corner {squares}, where it is easily blocked.",
    "points-left": "Still needed to win: {first} by First, {second} by Second.",
    "painted-covered": "The L of {player} covers painted squares: {squares}.",
    "mirror-at-hand": "{player} can mirror the other L at once, and win.",
    "no-mirror-at-hand": "No mirror image of the other L is open to {player} now.",
}
_BOARD = {
    "legend-lgame": "1: the L of {one}; 2: the L of {two}; o: a neutral disc; . is free.",
    "legend-painted": "+ is free and painted.",
    "square-of-l": "On {square} lies the L of {player}: {squares}.",
    "square-of-neutral": "On {square} lies a neutral disc.",
    "square-free": "{square} is free.",
    "square-painted": "{square} is painted: covered by an L just placed it scores.",
    "square-in-reach": "{player} can cover {square} by {places}.",
    "square-out-of-reach": "{player} cannot cover {square} now.",
}
_CANDIDATES = {
    "gain-points": "+{points}",
    "gain-wins": "wins",
    "gain-leaves": "places left for {player}: {places}",
    "risk-loses-game": "one reply wins the game",
    "risk-scores": "{player} can score {points}",
    "risk-leaves": "a reply can leave {player} places: {places}",
}
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_OUTCOMES, **_REMARKS, **_IDEAS, **_CANDIDATES, **_BOARD}
"""Code -> English template, for refusals, reasons, outcomes, remarks, ideas and what the board says."""
