"""Every code that this game can emit, with its English text."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "There is no move in that text.",
    "not-a-curve": "“{part}” is not a line; write one such as {example}.",
    "not-a-mark": "“{part}” is not a point of the sheet (a1 to {last}); write one such as {example}.",
    "not-a-point": "“{part}” is not a point; rows count from 1.",
    "not-a-bend": "“{part}” says no bend: write +2.5 (to the left), -2.5 (to the right) or `via` and a middle point.",
    "no-middle": "after via comes a middle point, such as c9, c9.5 or c.5 9.5.",
    "not-a-middle": "“{part}” is not a middle point; write c9, c9.5 or c.5 9.5.",
    "middle-unclear": "“{part}” can be read in two ways; put a space before the row.",
    "two-points": "two points, such as a3-f7",
    "a-point": "a letter and a number, such as e7",
    "a-bend": "+ or - and a number of steps",
    "a-middle": "a middle point, such as c.5 9.5",
    "space-before-row": "a space between column and row",
    "unknown-option": "There is no option “{option}”; there are: {expected}.",
    "bad-option": "“{value}” does not fit the option {option}; possible: {expected}.",
    "too-many-points": "{value} points do not fit on this sheet; it has {most}.",
    "points-first": "Lines come later: {left} [left:point is|points are] still to be marked.",
    "lines-now": "All points are marked; {part} cannot be added.",
    "point-marked": "{part} is marked already.",
    "off-sheet": "There is no point {part} on this sheet; the last one is {last}.",
    "not-marked": "{part} is not a marked point.",
    "same-point": "A line needs two different points, not {part} twice.",
    "too-many-lines": "{part} has {most} lines already.",
    "folds-back": "{part} would run beyond its end and back over itself; put the middle beside the ruler.",
    "leaves-sheet": "{part} leaves the sheet.",
    "too-close-to-point": "{part} comes too close to the point {point}.",
    "crosses-line": "{part} meets the line {other}.",
    "too-close-to-line": "{part} comes too close to the line {other}.",
    "angle-too-small": "{part} leaves its end too close to the line {other}: less than 15 degrees apart.",
    "even-with-odd-points": "even=yes takes an even number of points, not {points}: else Second draws first.",
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
    "gains-nothing": "takes, frees and threatens nothing",
    "reply-captures": "the reply {curve} takes {points}",
    "mark-first-edge": "the first point, on an edge: a second one there makes a ruler side along it",
    "mark-first-inside": "the first point, away from the edges: zones may come from every side",
    "mark-beside": "right beside {point}: few arcs fit between the two",
    "mark-apart": "keeps {steps} [steps:step|steps] from {point}, the nearest: room for arcs between the two",
    "mark-makes-zone": "makes a tight zone possible: {curve} would hold {point} alone",
    "mark-in-zone": "lies under an arc such as {curve}, which would hold {point} alone",
    "mark-ruler": "on one edge with {point}: a ruler side may lie along the edge",
    "left-in-danger-by": "{curve} would then free {point}",
    "pass-leaves-freeing": "leaves {curve} undrawn, a line that frees a point",
    "pass-leaves": "leaves {curve} undrawn, which takes {points}",
    "no-gain-seen": "no line looked at gains anything at once",
    "pass-ends": "ends the game at {first}:{second}",
    "blocks-zone": "keeps the opponent from {curve}, which would take {points}",
    "bends-round-line": "bends, since the straight line would be in the way of {curve}",
    "bends-round-point": "bends, since the straight line comes too close to {point}",
    "closes-points": "no further line fits at {points}",
    "out-of-reach": "with a line there, {points} can be captured no more",
    "fixes-points": "no zone can take {points} any more: a line leads there",
    "passes-between": "the middle at {place} passes between {one} in the zone and {other} outside it",
    "taken-by": "{curve} would take away {points}",
    "no-reply-takes": "no reply can take {points}",
    "captures": "takes {names}",
    "takes-back": "frees {names} from the opponent",
    "safe-point": "holds {point} for sure: a line to one end is answered at the other",
    "saves-point": "a line of one's own saves {point}",
    "left-in-danger": "{point} stays in danger: another line of the opponent there frees it, one's own saves it",
    "threatens-release": "one more line here would release {point}",
    "zone-inside-zone": "a zone inside the opponent's zone takes priority",
    "later-zone": "of two zones that overlap, the later takes priority",
    "risky-zone": "a zone with {points} [points:point|points] is risky: zones inside it may take some back",
    "ruler-at-edge": "the ruler side lies along the edge of the sheet",
    "expected-margin": "expected margin from here: {margin} (an estimate from {games} [games:try|tries])",
    "counted-out": "counted to the end, with every line considered",
    "just-a-try": "just a try",
    "guess": "a guess: the search is still being loaded",
}
_IDEAS = {
    "idea-no-zone-takes": "No zone can take {points} from {player} any more.",
    "idea-one-for-sure": "Hold one point for sure: a tight zone around it. If a line is drawn from it to one end, draw "
    "to the other.",
    "idea-edge": "Lay the ruler side along an edge of the sheet and bulge towards the "
    "middle, so that little gets past the ruler; nearest together on one edge are {points}.",
    "idea-no-edge": "Lay the ruler side along an edge of the sheet and bulge towards the "
    "middle; now no two points on one edge can take a line.",
    "idea-big-zones": "A zone with many points invites a zone inside it, and its outcome is hard to foresee.",
    "idea-in-danger": "In danger, {player}: {points}; one more line there of the other side ({other}) frees the point, "
    "one of one's own saves it.",
    "idea-big-zone": "A big zone is a risk: by one line {player} holds {points}, and a zone "
    "inside it may take some over.",
    "idea-held-for-good": "For good, {player}: {points}; no line can lead to these points any more, nor a zone take "
    "them.",
    "idea-may-be-taken": "{curve} could take points from {player}; open to a zone: {points}.",
    "idea-free-points": "Free, and still to be captured: {points}.",
    "idea-nothing-free": "No point is free any more: points can only change hands or be freed.",
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
    "equal-for-second": "equal points, which win for Second here",
}
_BOARD = {
    "first-ahead": "First is favoured.",
    "second-ahead": "Second is favoured.",
    "legend-curves": "o: a free point; *: a point with lines; x: released; . is no point; "
    "1: points and (below) lines of {one}; 2: points and lines of {two}.",
    "point-not-marked": "{point} is not a marked point.",
    "point-to-mark": "{player} can mark {point} now.",
    "point-free": "{point} is free.",
    "point-joined": "{point} has lines and is held by nobody.",
    "point-held": "{point} is held by {player}.",
    "point-lost": "{point} is released for good.",
    "point-lines-at": "Lines at {point}: {lines}.",
    "point-lines-over": "Lines over {point}: {lines}.",
    "point-takes-lines": "Lines that {point} can still take: {count}.",
    "lines-that-fit": "Lines that fit: {curves}.",
    "one-line-frees": "{player} is one line from losing {points}: {curve} would free it.",
    "point-reaches": "{point} can reach {points}: {curves}.",
    "point-reaches-none": "No line can reach {point} any more.",
    "point-in-danger": "One line of the other side frees {point}, such as {curve}; an own one saves it.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS, *_CANDIDATES))
"""The codes of statements about a position or a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_REASONS, **_IDEAS, **_CANDIDATES, **_OUTCOMES, **_BOARD}
"""Code -> English template, for refusals, reasons, ideas, outcomes and descriptions of the board."""
