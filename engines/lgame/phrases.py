"""Phrases: every code that this game can emit, with its English text."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "I see no move in that text.",
    "l-missing": "“{part}” names too few squares for an L. Type its long end, corner and short end, as in {example}.",
    "not-a-square": "“{part}” isn’t a square of the board (a1 to d4). A move looks like {example}.",
    "not-an-l": "{part} isn’t an L. Type its long end, corner and short end, or its four squares, as in {example}.",
    "too-many-squares": (
        "“{part}” is too much. After the L at most one neutral disc moves: type from and to, as in {example}."
    ),
    "neutral-without-goal": "Where does the neutral disc on {part} go? Type two squares, as in {example}.",
    "same-place": "Your L is already on {part} and must move. Try {example}.",
    "overlaps": "The L on {part} would overlap {squares}. Try {example}.",
    "neutral-not-there": "{part}: there’s no neutral disc on {square}. Try {example}.",
    "neutral-stays": "{part}: a neutral disc that moves must go to another square. Try {example}.",
    "neutral-goal-taken": "{part}: {square} is taken. Try {example}.",
    "game-over": "The game is over.",
    "unknown-option": "There’s no option “{option}”. You can use: {expected}.",
    "bad-option": "{option} can’t be “{value}”. It can be: {expected}.",
    "target-without-scoring": "A target ({value}) works only with scoring. Leave it out, or add scoring.",
    "unsolved": "Not proved in {seconds} s.",
}
_REASONS = {
    "ends-it": "wins at once",
    "wins-in": "wins in {plies} [plies:move|moves] of both sides at most",
    "loses-to": "loses in {plies} [plies:move|moves] of both sides by the reply {move}",
    "loses-within-to": "loses in {plies} [plies:move|moves] of both sides at most by the reply {move}",
    "holds-longest": "no move holds out longer",
    "win-let-go": "{move} saves the draw",
    "draw-held": "holds the draw",
    "fewest-safe-replies": (
        "leaves {replies} [replies:reply that doesn’t|replies that don’t] lose, the fewest of any drawing move"
    ),
    "safe-replies": "leaves {replies} [replies:reply that doesn’t|replies that don’t] lose",
    "draws-by-repetition": "a draw: the position occurs for the third time",
    "scores": "scores {points} [points:point|points]: the L covers {squares}",
    "blocks-l": "leaves the other L nowhere to go",
    "blocks-for-points": "blocks the other L for 5 points, and all pieces go back to the start",
    "mirrors-l": "the L mirrors the other one",
    "fewest-places": "leaves the opponent {places} [places:place|places], the fewest any move can",
    "few-places": "leaves the opponent only {places} [places:place|places]",
    "leaves-places": "leaves the opponent {places} [places:place|places]",
    "killing-square": "the disc on {square}, the killing square, takes {places} [places:place|places]",
    "disc-takes": "the disc on {square} takes {places} [places:place|places] from the opponent",
    "disc-frees": "moving a disc to {square} gives the opponent {places} more [places:place|places]",
    "closes-block": "with the disc on {square} the L closes its 3x3 block",
    "closes-half": "with the disc on {square} the L closes its half of the board",
    "stops-mirror": "the disc on {square} stops the opponent from mirroring",
    "avoids-corners": "keeps the L out of the corners, the only places where it can be blocked",
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
    "beyond-the-table": "an estimate: with more than {points} points to go, only fast wins are solved",
    "guess": "a guess: the search is still being loaded",
    "just-a-try": "just a try",
}
_OUTCOMES = {
    "blocked": "the opponent’s L has nowhere to go",
    "mirrored": "the L mirrors the opponent’s",
    "target": "the target score is reached",
    "repetition": "the same position for the third time",
}
_REMARKS = {
    "mover-loses": "With best play the player who moves first loses.",
}
_IDEAS = {
    "nearly-blocked": "{player} is nearly blocked.",
    "places-left": "{player} has {places} [places:place|places] for the L.",
    "corners-free-of-ls": "No L lies in a corner, and an L can be blocked only there.",
    "in-corner": "{player}’s L lies in the corner {squares}, and an L can be blocked only in a corner.",
    "points-left": "Points still needed to win: First {first}, Second {second}.",
    "corner-scores": "The corner {squares} is painted. An L put there scores a point for each of these squares.",
    "can-score": "{player} can score {points} [points:point|points] now with {move}.",
    "cannot-score": "{player} can’t score now.",
    "mirror-at-hand": "{player} can mirror the other L now, and win.",
    "no-mirror-at-hand": "{player} can’t mirror the other L now.",
}
_BOARD = {
    "legend-lgame": "1: the L of {one}; 2: the L of {two}; o: a neutral disc; . is free.",
    "legend-painted": "+ is free and painted.",
    "l-can-go": "{player} can go to {places} [places:place|places]: {listed}.",
    "l-blocked": "{player} has nowhere to go.",
    "square-of-l": "{square} has {player}’s L: {squares}.",
    "square-of-neutral": "{square} has a neutral disc.",
    "square-free": "{square} is free.",
    "square-painted": "{square} is painted: it scores when an L is put on it.",
    "square-in-reach": "{player} can cover {square} with {places}.",
    "square-out-of-reach": "{player} can’t cover {square} now.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS, *_REMARKS))
"""The codes that say something of a position or of a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_ADVICE, **_OUTCOMES, **_REMARKS, **_IDEAS, **_BOARD}
"""Code -> English template, for refusals, reasons, outcomes, remarks, ideas and what the board says."""
