"""Every code that this game can emit, with its English words."""

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
    "wins-in": "wins in {plies} [plies:move|moves] of both sides at most",
    "loses-to": "loses in {plies} [plies:move|moves] of both sides by the reply {move}",
    "loses-within-to": "loses in {plies} [plies:move|moves] of both sides at most by the reply {move}",
    "holds-longest": "nothing holds out longer",
    "win-let-go": "{move} saves the draw",
    "draw-held": "holds the draw",
    "fewest-safe-replies": "leaves only {replies} [replies:reply that does|replies that do] not lose",
    "safe-replies": "leaves {replies} [replies:reply that does|replies that do] not lose",
    "draws-by-repetition": "a draw: the position stands for the third time",
    "scores": "scores {points} [points:point|points]: the L covers {squares}",
    "blocks-l": "leaves the other L nowhere to go",
    "blocks-for-points": "blocks the other L for 5 points, and all pieces go back to the start",
    "mirrors-l": "the L mirrors the other one",
    "fewest-places": "leaves the opponent {places} [places:place|places], the fewest of all moves",
    "few-places": "leaves the opponent only {places} [places:place|places]",
    "leaves-places": "leaves the opponent {places} [places:place|places]",
    "killing-square": "the disc on {square}, the killing square, takes {places} [places:place|places]",
    "disc-takes": "the disc on {square} takes {places} [places:place|places] from the opponent",
    "disc-frees": "moving a disc to {square} gives the opponent {places} [places:place|places] more",
    "closes-block": "with the disc on {square} the L closes its 3x3 block",
    "closes-half": "with the disc on {square} the L closes its half of the board",
    "stops-mirror": "the disc on {square} stops the opponent from mirroring",
    "avoids-corners": "keeps the L out of the corners, where alone it can be blocked",
    "into-corner": "puts the L into the corner {square}, where it can be blocked",
    "edge-in-corner": "lays the long arm into the corner {square}, where an L can be blocked",
    "l-covers": "the L lies on {squares}",
    "disc-goes": "a disc goes to {square}",
    "discs-stay": "both discs stay",
    "keeps-paint": "no reply scores",
    "reply-wins": "{move} answers it and wins at once",
    "reply-scores": "{move} answers it and scores {points} [points:point|points]",
    "reply-blocks-l": "{move} answers it and blocks the L for 5 points",
    "reply-leaves": "a reply can leave {player} {places} [places:place|places]",
}
_ADVICE = {
    "beyond-the-table": "an estimate: with more than {points} points to go, solved is only what is won in good time",
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
    "places-left": "{player} has {places} [places:place|places] for the L.",
    "corners-free-of-ls": "No L lies in a corner, and only in corners is an L ever blocked.",
    "in-corner": "The L of {player} lies in the corner {squares}, and only in corners is an L ever blocked.",
    "points-left": "Still needed to win: {first} by First, {second} by Second.",
    "corner-scores": "The corner {squares} is painted: an L put there scores a point for each of these squares.",
    "can-score": "{player} can score {points} [points:point|points] now, by {move}.",
    "cannot-score": "{player} cannot score now.",
    "mirror-at-hand": "{player} can mirror the other L at once, and win.",
    "no-mirror-at-hand": "No mirror image of the other L is open to {player} now.",
}
_BOARD = {
    "legend-lgame": "1: the L of {one}; 2: the L of {two}; o: a neutral disc; . is free.",
    "legend-painted": "+ is free and painted.",
    "l-can-go": "{player} can go to {places} [places:place|places]: {listed}.",
    "l-blocked": "{player} can go nowhere.",
    "square-of-l": "On {square} lies the L of {player}: {squares}.",
    "square-of-neutral": "On {square} lies a neutral disc.",
    "square-free": "{square} is free.",
    "square-painted": "{square} is painted: covered by an L just placed it scores.",
    "square-in-reach": "{player} can cover {square} by {places}.",
    "square-out-of-reach": "{player} cannot cover {square} now.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS, *_REMARKS))
"""The codes that say something of a position or of a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_ADVICE, **_OUTCOMES, **_REMARKS, **_IDEAS, **_BOARD}
"""Code -> English template, for refusals, reasons, outcomes, remarks, ideas and what the board says."""
