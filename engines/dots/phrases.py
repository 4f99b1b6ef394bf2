"""Phrases: every code that this game can emit, with its English text."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "empty": "I see no move in that text.",
    "not-a-side": "“{part}” isn’t a side. Type two neighbouring dots, such as {example}.",
    "no-such-dot": "There’s no dot {part} on this board. The last one is {last}.",
    "not-neighbours": "{part}: these two dots aren’t neighbours.",
    "dot-alone": "The dot {part} is alone, but a side needs two dots.",
    "dash-between-sides": "“{part}” can be read in several ways. Put a space between two sides.",
    "unknown-option": "There’s no option “{option}”. You can use: {expected}.",
    "bad-option": "{option} can’t be “{value}”. It can be: {expected}.",
    "side-drawn": "The side {part} is already drawn.",
    "off-board": "There’s no side {part} on this board.",
    "turn-passed": "Your turn ends before {part}.",
    "game-over": "The game is over.",
    "choose-first": "Choose keep or swap before {part}.",
    "draw-first": "Draw at least one side before “{part}”.",
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
    "more-to-take": "then {count} more [count:box|boxes] can be taken: {boxes}",
    "takes-the-rest": "everything that’s left can be taken now",
    "choice-ahead": "then comes a choice: leave the last {count} boxes to keep control, or take them too",
    "no-control-needed": "no other long chain is left, so control gains nothing",
    "leaving-brings-no-more": "leaving the last {count} boxes to keep control would gain no more",
    "hands-back": "double-dealing: leaves {boxes} to keep control, and gets {gets} of the boxes still to come",
    "double-dealing": "double-dealing: leaves {boxes} in pairs to keep control",
    "gives-third-side": "gives [count:box {boxes} its third side|{count} boxes their third side: {boxes}]",
    "can-take": "{player} can take {count} [count:box|boxes]: {boxes}",
    "opens-long-chain": "opens the chain of {count} from {start} to {end}",
    "opens-loop": "opens the loop of {count} at {start}",
    "opens-short-chain": "gives away the short chain {start} {end}",
    "cannot-be-handed-back": "splits a chain of two, so that it can’t be handed back",
    "loony": "a loony move: the opponent can take all these boxes, or leave the last {count} and hand the turn back",
    "though-safe": "[count:{side} is safe|{count} sides are safe, for example {side}]",
    "smaller-gift": "{side} would give only {count} [count:box|boxes]",
    "no-side-is-safe": "no safe side is left, and nothing gives less",
    "smallest-gift-first": "no safe side is left: give the smallest first and keep the bigger ones back",
    "opens-first": "{player} opens [count:the long chain or loop|the first of {count} long chains and loops], if the "
    "short ones are given first and taken whole",
    "then-must-open": "then {player} has to give at least {count} [count:box|boxes]",
    "gives-no-third-side": "gives no box its third side",
    "last-safe-side": "the last safe side: {player} has to give boxes now",
    "safe-sides-fit": (
        "leaves {count} safe [count:side|sides]: in whatever order both draw such sides, {player} gives the first box"
    ),
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
    "leaves-the-choice": "leaves the choice of colour to the opponent",
    "sides-to-set-up": "then up to {count} more [count:side|sides] can be set up",
    "takes-colour": "takes the colour that’s {own}–{other}",
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
    "likely-opens": "{player} will probably open {count} boxes in a row, from {box}",
    "likely-gives": "{player} will probably give the first [count:box|{count} boxes]: {boxes}",
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
    "idea-set-up": (
        "First draws up to {most} [most:side|sides] for both, then Second picks a colour. An even board is best."
    ),
    "idea-choice": "Second picks the better colour: judge the board for the player to move, by chains and safe sides.",
    "idea-on-offer": "{count} [count:box|boxes] can be taken now: {boxes}.",
    "idea-double-dealing": (
        "Double-dealing: the last {boxes} of them can be left in pairs, and then the opponent has to move on. It "
        "pays if the player who moves on loses the rest of the board by more than {boxes} boxes."
    ),
    "idea-nothing-long": "Nothing else is long, so there’s no control to keep: take everything that’s free.",
    "idea-no-long-chain": "No long chain (three boxes or more) and no loop yet.",
    "idea-long-chains": "There [count:is {count} long chain|are {count} long chains]: {chains}.",
    "idea-loops": "There [count:is {count} loop|are {count} loops]: {chains}.",
    "idea-long-chain-rule": "Long chain rule: an even number suits {player}, an odd one {other}.",
    "idea-safe-sides": "{count} safe [count:side|sides]; the player who runs out of them gives the first box.",
    "idea-safe-sides-fit": (
        "{count} safe [count:side|sides]; in whatever order both draw these, {player} gives the first box."
    ),
    "idea-no-safe-side": "No side is safe: {player} has to give at least {boxes} [boxes:box|boxes].",
    "idea-opens-first": "If the short chains are given first and taken whole, {player} opens the first long one.",
    "idea-control": (
        "Control: when given a long chain, a player can leave its last two boxes (four of a loop), and the opponent "
        "has to open the next."
    ),
}
_OUTCOMES = {"boxes": "more boxes"}
_BOARD = {
    "legend-dots": "+ is a dot, lines between dots are drawn sides; boxes: 1 of {one}, 2 of {two}.",
    "side-is-drawn": "The side {side} is drawn.",
    "side-is-open": "The side {side} can be drawn.",
    "sides-drawn-at": "Sides drawn at {dot}: {sides}.",
    "sides-open-at": "Sides open at {dot}: {sides}.",
    "box-owned": "Box {box} belongs to {player}.",
    "box-lacks": "Box {box} still needs {sides}.",
    "box-in-chain": "Box {box} is in the chain {chain}.",
    "box-in-loop": "Box {box} is in the loop {chain}.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS))
"""The codes that claim something about a position or a move."""
PHRASES: Mapping[str, str] = {**_REFUSALS, **_EXPECTED, **_REASONS, **_IDEAS, **_OUTCOMES, **_BOARD}
"""English templates by code, for refusals (and what they expected), reasons, ideas, outcomes and the board."""
