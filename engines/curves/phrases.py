"""Phrases: every code that this game can emit, with its English text."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "I see no move in that text.",
    "not-a-curve": "“{part}” isn’t a line. Type one such as {example}.",
    "not-a-mark": "“{part}” isn’t a point of the sheet (a1 to {last}). Type one such as {example}.",
    "not-a-point": "“{part}” isn’t a point. Rows count from 1.",
    "not-a-bend": "“{part}” says no bend: write +2.5 (to the left), -2.5 (to the right) or `via` and a middle point.",
    "no-middle": "after via comes a middle point, such as c9, c9.5 or c.5 9.5.",
    "not-a-middle": "“{part}” is not a middle point; write c9, c9.5 or c.5 9.5.",
    "middle-unclear": "“{part}” can be read in two ways. Put a space before the row.",
    "two-points": "two points, such as a3-f7",
    "a-point": "a letter and a number, such as e7",
    "a-bend": "+ or - and a number of steps",
    "a-middle": "a middle point, such as c.5 9.5",
    "space-before-row": "a space between column and row",
    "unknown-option": "There’s no option “{option}”. You can use: {expected}.",
    "bad-option": "{option} can’t be “{value}”. It can be: {expected}.",
    "too-many-points": "{value} points don’t fit on this sheet. It has {most}.",
    "points-first": "Lines come later. First [left:one more point has|{left} more points have] to be marked.",
    "lines-now": "All points are marked, so you can’t add {part}. Draw a line.",
    "point-marked": "{part} is already marked.",
    "off-sheet": "There’s no point {part} on this sheet. The last one is {last}.",
    "not-marked": "{part} isn’t a marked point.",
    "same-point": "A line needs two different points, and you named {part} twice.",
    "too-many-lines": "{part} already has {most} lines.",
    "folds-back": "{part} would run past its end and back over itself. Put the middle to one side of the straight way.",
    "leaves-sheet": "{part} leaves the sheet.",
    "too-close-to-point": "{part} comes too close to the point {point}.",
    "crosses-line": "{part} touches the line {other}.",
    "too-close-to-line": "{part} comes too close to the line {other}.",
    "angle-too-small": "{part} leaves its end less than 15 degrees from the line {other}.",
    "even-with-odd-points": "even=yes needs an even number of points, not {points}. Otherwise Second draws first.",
    "game-over": "The game is over.",
    "unsolved": "Not proved in {seconds} s.",
}
_REASONS = {
    "reply-saves": "the reply {curve} saves {points}",
    "reply-threatens": "the reply {curve} threatens to free {points}",
    "reply-frees": "the reply {curve} frees {points}",
    "reply-also-frees": "it frees {points} too",
    "marks": "marks {point}",
    "joins": "joins {points}",
    "draws-nothing": "draws no line",
    "gains-nothing": "takes, frees and threatens nothing",
    "reply-captures": "the reply {curve} takes {points}",
    "mark-first-edge": "the first point, on an edge: a second one there makes a ruler side along it",
    "mark-first-inside": "the first point, away from the edges: zones can form on every side of it",
    "mark-beside": "right beside {point}, so few arcs fit between the two",
    "mark-apart": "keeps {steps} [steps:step|steps] from {point}, the nearest: room for arcs between the two",
    "mark-makes-zone": "allows a tight zone: {curve} would hold just {point}",
    "mark-in-zone": "an arc such as {curve} could capture just {point}",
    "mark-ruler": "on one edge with {point}: a ruler side can lie along it",
    "left-in-danger-by": "{curve} would then free {point}",
    "pass-leaves-freeing": "{curve} would free a point",
    "pass-leaves": "{curve} would take {points}",
    "no-gain-seen": "no line considered gains anything at once",
    "pass-ends": "ends the game at {first}:{second}",
    "blocks-zone": "stops {curve}, which would take {points}",
    "bends-round-line": "bends because the line {curve} is in the way of the straight one",
    "bends-round-point": "bends because the straight line comes too close to {point}",
    "closes-points": "no further line fits at {points}",
    "out-of-reach": "with a line there, {points} can’t be captured any more",
    "fixes-points": "no zone can take {points} any more: a line leads there",
    "passes-between": "the middle at {place} passes between {one} in the zone and {other} outside it",
    "taken-by": "{curve} would take away {points}",
    "no-reply-takes": "no reply can take {points}",
    "captures": "takes {names}",
    "takes-back": "frees {names} from the opponent",
    "safe-point": "holds {point} for sure: a line to one end is answered at the other",
    "saves-point": "a friendly line saves {point}",
    "left-in-danger": "{point} stays in danger: another opposing line there frees it, a friendly one saves it",
    "threatens-release": "one more line here would release {point}",
    "zone-inside-zone": "a zone inside the opponent’s zone takes priority",
    "later-zone": "of two overlapping zones, the later one takes priority",
    "risky-zone": "a zone with {points} [points:point|points] is risky: zones inside it may take some back",
    "ruler-at-edge": "the ruler side lies along the edge of the sheet",
    "expected-margin": "expected margin from here: {margin} (an estimate from {games} [games:try|tries])",
    "counted-out": "counted to the end for every line considered",
    "just-a-try": "just a try",
    "guess": "a guess: the search is still being loaded",
}
_IDEAS = {
    "idea-no-zone-takes": "No zone can take {points} from {player} any more.",
    "idea-one-for-sure": (
        "Hold one point for sure, with a tight zone around it. If a line is drawn from it to one end, draw one to "
        "the other."
    ),
    "idea-edge": (
        "Lay the ruler side along an edge of the sheet and bulge towards the middle, so that little gets past it. "
        "Nearest together on one edge: {points}."
    ),
    "idea-no-edge": (
        "Lay the ruler side along an edge of the sheet and bulge towards the middle. Now no two points on one edge "
        "can take a line."
    ),
    "idea-big-zones": "A zone with many points invites a zone inside it, and the outcome is hard to foresee.",
    "idea-in-danger": (
        "{player}, in danger: {points}. One more of {other}’s lines there frees the point; a line by {player} saves it."
    ),
    "idea-big-zone": "A big zone is a risk: {player} holds {points} with one line, and a zone inside it may take some.",
    "idea-held-for-good": (
        "{player}, held for good: {points}. No line can lead to these points any more, and no zone can take them."
    ),
    "idea-may-be-taken": "{player} can still lose {points}, for example to {curve}.",
    "idea-free-points": "Free, and can still be captured: {points}.",
    "idea-nothing-free": "No point is free any more. Points can only change hands or be freed.",
    "idea-open-ends": "Lines can still begin at {points}.",
}
_CANDIDATES = {
    "gain-points": "lead +{points}",
    "gain-saves": "saves {points}",
    "gain-frees": "frees {points}",
    "gain-threatens": "one more line there frees {points}",
    "gain-ends": "ends the game",
    "gain-ruler": "a ruler side along the edge with {points}",
    "gain-room": "room for zones",
    "gain-among": "within reach of many zones",
    "gain-edge": "an end on the edge",
    "gain-corner": "out of the way in a corner",
    "risk-none": "no reply takes anything back",
    "risk-loses": "{curve} takes back {points}",
}
_OUTCOMES = {
    "both-passed": "both passed",
    "no-line-left": "no line is left",
    "equal-for-second": "ties go to Second here",
}
_BOARD = {
    "first-ahead": "First is favoured.",
    "second-ahead": "Second is favoured.",
    "legend-curves": (
        "o: a free point; *: a point with lines; x: freed; . is no point; 1: points and (below) lines of {one}; 2: "
        "points and lines of {two}."
    ),
    "point-not-marked": "{point} isn’t a marked point.",
    "point-to-mark": "{player} can mark {point} now.",
    "point-free": "{point} is free.",
    "point-joined": "{point} has lines, and nobody holds it.",
    "point-held": "{player} holds {point}.",
    "point-lost": "{point} is freed for good.",
    "point-lines-at": "Lines at {point}: {lines}.",
    "point-lines-over": "Lines over {point}: {lines}.",
    "point-takes-lines": "Lines {point} can still take: {count}.",
    "lines-that-fit": "Lines that fit: {curves}.",
    "one-line-frees": "{player}, in danger: {points}. One more line there, such as {curve}, frees the point.",
    "point-reaches": "{point} can reach {points}: {curves}.",
    "point-reaches-none": "No more lines can reach {point}.",
    "point-in-danger": "One line of your opponent, such as {curve}, frees {point}. A line of your own saves it.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS, *_CANDIDATES))
"""The codes of statements about a position or a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_IDEAS, **_CANDIDATES, **_OUTCOMES, **_BOARD}
"""Code -> English template, for refusals, reasons, ideas, outcomes and descriptions of the board."""
