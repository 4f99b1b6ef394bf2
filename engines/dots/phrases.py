"""Every code that this game emits, with its English words."""

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
    "side-drawn": "The side {part} is already drawn.",
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
    "takes-box": "takes {count} [count:box|boxes]: {boxes}",
    "more-to-take": "{count} more [count:box|boxes] can be taken then: {boxes}",
    "takes-the-rest": "all that is left can be taken now",
    "choice-ahead": "then comes the choice: leave the last {count} boxes to keep control, or take them too",
    "no-control-needed": "no other long chain is left that control could win",
    "leaving-brings-no-more": "leaving the last {count} boxes to keep control would bring no more",
    "hands-back": "double-dealing: leaves {boxes} to keep control, and gets {gets} of the boxes still to come",
    "double-dealing": "double-dealing: leaves {boxes} in pairs to keep control",
    "gives-third-side": "gives [count:box {boxes} its third side|{count} boxes their third side: {boxes}]",
    "can-take": "{player} can take {count} [count:box|boxes]: {boxes}",
    "opens-long-chain": "opens the chain of {count} from {start} to {end}",
    "opens-loop": "opens the loop of {count} at {start}",
    "opens-short-chain": "gives the short chain {start} {end}",
    "cannot-be-handed-back": "goes through the middle of a chain of two, so that it cannot be handed back",
    "loony": "a loony move: the opponent may take all of them, or leave the last {count} and hand the turn back",
    "though-safe": "though [count:{side} would give nothing|{count} sides would give nothing, {side} for one]",
    "smaller-gift": "{side} would give only {count} [count:box|boxes]",
    "no-side-is-safe": "no side is safe any more, and none gives less",
    "smallest-gift-first": "no side is safe any more: the smallest gift goes first, the bigger ones are kept back",
    "opens-first": "{player} opens [count:the long chain or loop|the first of {count} long chains and loops], if the "
    "short ones are given first and taken whole",
    "then-must-open": "then {player} has to give at least {count} [count:box|boxes]",
    "gives-no-third-side": "gives no box its third side",
    "last-safe-side": "the last safe side: {player} has to give boxes now",
    "safe-sides-fit": "leaves {count} safe [count:side|sides]: if both draw only such sides, {player} gives the first "
    "box",
    "safe-sides-open": "leaves {count} safe [count:side|sides]: the player who runs out of them gives the first box",
    "wants-even": "by the long chain rule {player} wants an even number of long chains (now {count}), so that {other} "
    "opens the first",
    "wants-odd": "by the long chain rule {player} wants an odd number of long chains (now {count}), so that {other} "
    "opens the first",
    "even-chains": "makes {count} long [count:chain|chains], an even number, as {player} wants: {other} then opens "
    "the first",
    "odd-chains": "makes {count} long [count:chain|chains], an odd number, as {player} wants: {other} then opens "
    "the first",
    "not-even-chains": "makes {count} long [count:chain|chains], but by the long chain rule {player} wants an even "
    "number",
    "not-odd-chains": "makes {count} long [count:chain|chains], but by the long chain rule {player} wants an odd "
    "number",
    "leaves-the-choice": "leaves the choice of a colour to the opponent",
    "sides-to-set-up": "then up to {count} more [count:side|sides] can be set up",
    "takes-colour": "takes the colour that stands {own} to {other}",
    "draws-next": "{player} draws next",
    "reply-takes": "{player} takes {count} [count:box|boxes]: {boxes}",
    "reply-takes-row": "{player} takes {count} boxes in a row, from {box}",
    "reply-takes-more": "{player} can take {count} more: {boxes}",
    "reply-hands-back": "{player} leaves {boxes} to keep control",
    "reply-keeps-control": "{player} answers {side}, leaves {boxes} and keeps control",
    "reply-gives": "{player} gets {count} [count:box|boxes] in return: {boxes}",
    "reply-must-open": "{player} must then give at least {count} [count:box|boxes]",
    "reply-plays": "{player} answers {side}",
    "line-opens": "with best play {player} opens {count} boxes in a row, from {box}",
    "line-gives": "with best play {player} gives the first [count:box|{count} boxes]: {boxes}",
    "at-edge": "an edge side: it touches only box {boxes}",
    "between-boxes": "lies between the boxes {boxes}",
    "reply-chooses": "the reply is {move}",
    "proved-win": "proved: wins by {boxes}",
    "proved-win-at-least": "proved: wins by {boxes} at least",
    "proved-draw": "proved: a draw",
    "proved-no-loss": "proved: a draw at least",
    "proved-loss": "proved: loses by {boxes} against best play",
    "proved-loss-at-most": "proved: loses by {boxes} at most",
    "estimate": "an estimate: {percent} % of a win",
    "evens-out": "makes the colours as even as can be",
    "just-a-try": "just a try",
    "guess": "a guess: the search is still being loaded",
}
_IDEAS = {
    "idea-set-up": "First draws up to {most} [most:side|sides] for both, then Second picks a colour: an even board is "
    "best.",
    "idea-choice": "Second takes the better colour: judge the board as whoever is to move, by chains and safe sides.",
    "idea-on-offer": "{count} [count:box|boxes] can be taken now: {boxes}.",
    "idea-double-dealing": "Double-dealing: the last {boxes} of them can be left in pairs, and then the opponent "
    "has to move on; it pays if whoever moves on in the rest of the board loses that rest by more than {boxes} boxes.",
    "idea-nothing-long": "Nothing else is long, so there is no control to keep: take whatever is free.",
    "idea-no-long-chain": "No long chain (three boxes or more) and no loop yet.",
    "idea-long-chains": "There [count:is {count} long chain|are {count} long chains]: {chains}.",
    "idea-loops": "There [count:is {count} loop|are {count} loops]: {chains}.",
    "idea-long-chain-rule": "Long chain rule: an even number suits {player}, an odd one {other}.",
    "idea-safe-sides": "{count} safe [count:side|sides]; whoever runs out of them gives the first box.",
    "idea-safe-sides-fit": "{count} safe [count:side|sides]; if both draw only such, {player} gives the first box.",
    "idea-no-safe-side": "No side is safe: {player} has to give at least {boxes} [boxes:box|boxes].",
    "idea-opens-first": "If the short chains are given first and taken whole, {player} opens the first long one.",
    "idea-control": "Control: whoever is given a long chain may leave its last two boxes (of a loop four), "
    "and the opponent has to open the next one.",
}
_OUTCOMES = {"boxes": "more boxes"}
_BOARD = {
    "legend-dots": "+ is a dot, lines between dots are drawn sides; boxes: 1 of {one}, 2 of {two}.",
    "side-is-drawn": "The side {side} is drawn.",
    "side-is-open": "The side {side} can be drawn.",
    "sides-drawn-at": "Drawn at the dot {dot}: {sides}.",
    "sides-open-at": "Open at the dot {dot}: {sides}.",
    "box-owned": "The box {box} belongs to {player}.",
    "box-lacks": "The box {box} lacks {sides}.",
    "box-in-chain": "The box {box} is in the chain {chain}.",
    "box-in-loop": "The box {box} is in the loop {chain}.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS))
"""The codes that claim something about a position or a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_EXPECTED, **_REASONS, **_IDEAS, **_OUTCOMES, **_BOARD}
"""English templates by code, for refusals (and what they expected), reasons, ideas, outcomes and the board."""
