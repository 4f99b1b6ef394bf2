"""Nim: take from one heap as much as you like, or skip if nobody has yet; who takes the last one wins."""

from engines.nim.classic import classic, easy
from engines.nim.rules import SKIP, draw_text, start

from engines.game import Example, Game, GameText, Setting, Teaching
from engines.levels import Advice

PHRASES = {
    "not-a-take": "“{part}” takes nothing; write a heap and a number, such as {example}.",
    "not-so-many": "{part}: there are {left} left in that heap.",
    "skipped-already": "Somebody has skipped already.",
    "game-over": "The game is over.",
    "unknown-option": "There’s no option “{option}”. You can use: {expected}.",
    "bad-option": "{option} can’t be “{value}”. It can be: {expected}.",
    "unsolved": "Not proved in {seconds} s.",
    "evens-the-heaps": "leaves heaps that cancel out",
    "just-a-try": "just a try",
    "guess": "a guess: the search is still being loaded",
    "all-tried": "every way from here was tried",
    "last-taken": "the last one is taken",
}
GAME = Game(
    name="nim",
    settings=(Setting("heaps", "3-4-5", ("1-2-3", "3-4-5"), bare_pattern="[1-5](-[1-5]){1,2}"),),
    start=start,
    text=GameText(draw_text, PHRASES, words=(SKIP,)),
    advice=Advice("nim", easy, classic),
    teaching=Teaching((Example(("c5",)), Example(("c5", "b1", SKIP)))),
)
