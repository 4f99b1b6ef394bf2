"""Teaching quality of hints: how many strong hints in seeded self-play name no idea of their game, and their length.

Takes about five minutes.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random

from benchmarks.figure import Figure
from engines import GAMES
from engines.game import AnyGame, AnyHint, AnyPosition, Level, Limit, advance
from engines.kernels.loading import warm
from engines.phrases import english

EACH, EVERY = 60, 4
MOST_EMPTY, MOST_EMPTY_IN_ALL, MOST_WORDS = 8, 40, 40
LIMIT = Limit(0.5)
IDEAS: Mapping[str, frozenset[str]] = {
    "dots": frozenset(
        "choice-ahead no-control-needed leaving-brings-no-more hands-back double-dealing opens-long-chain opens-loop "
        "opens-short-chain cannot-be-handed-back loony though-safe smallest-gift-first opens-first then-must-open "
        "last-safe-side safe-sides-fit safe-sides-open wants-even wants-odd even-chains odd-chains not-even-chains "
        "not-odd-chains evens-out draws-next takes-colour takes-the-rest".split()
    ),
    "lgame": frozenset(
        "blocks-l mirrors-l scores blocks-for-points keeps-paint fewest-places few-places killing-square disc-takes "
        "closes-block closes-half stops-mirror avoids-corners into-corner edge-in-corner".split()
    ),
    "tupik": frozenset(
        "drives-in blocks detour traps forces-pass unstoppable not-stopped race-ahead race-behind opens-own opens "
        "blocks-own detour-own put-farthest put-blocked no-way-on reply-blocks reply-detour".split()
    ),
    "digits": frozenset(
        "at-corner fights-for shares-own room-of-its-own takes-contested nothing-contested leaves-contested shuts-out "
        "spends-own".split()
    ),
    "curves": frozenset(
        "captures takes-back safe-point single-point no-later-zone saves-point threatens-release zone-inside-zone "
        "later-zone risky-zone ruler-at-edge taken-by no-reply-takes passes-between out-of-reach fixes-points "
        "blocks-zone bends-round-line bends-round-point left-in-danger left-in-danger-by pass-leaves "
        "pass-leaves-freeing mark-first-edge mark-first-inside mark-ruler mark-makes-zone mark-in-zone "
        "mark-apart mark-beside".split()
    ),
}
"""The codes that name an idea of a game; a hint without any states only a result or a trivial fact."""


def figures() -> Iterator[Figure]:
    """Yield for each game the hints without an idea and the median words per hint; then the total without one."""
    total_without_idea = 0
    for game in GAMES.values():
        warm(game.name)
        hints = list(islice(_hints(game), EACH))
        hints_without_idea = [_hint_text(game, hint) for hint in hints if not _codes(hint) & IDEAS[game.name]]
        total_without_idea += len(hints_without_idea)
        words = [len(_hint_text(game, hint).split()) for hint in hints]
        name = f"hints of {game.name}, of {EACH}"
        yield Figure(
            f"{name}: name only a result",
            len(hints_without_idea),
            MOST_EMPTY,
            "hints",
            details=tuple(hints_without_idea),
        )
        yield Figure(f"{name}: words, median", statistics.median(words), MOST_WORDS, "words")
    yield Figure(f"hints, of {EACH * len(GAMES)}: name only a result", total_without_idea, MOST_EMPTY_IN_ALL, "hints")


def _hints(game: AnyGame) -> Iterator[AnyHint]:
    """Yield hints for every fourth position of successive games, each game offset by one ply."""
    seed = 0
    while True:
        for ply, position in enumerate(_positions(game, seed)):
            if (ply + seed) % EVERY == 0:
                yield game.hint(position, replace(LIMIT, seed=seed), Level.STRONG)
        seed += 1


def _positions(game: AnyGame, seed: int) -> Iterator[AnyPosition]:
    """Yield the positions of a game that mixes easy, classic and random moves."""
    chance = Random(f"{game.name} {seed}")
    position = game.start(game.offer.defaults({}), seed)
    while position.outcome is None:
        yield position
        kind = chance.choice((Level.EASY, Level.CLASSIC, None))
        if kind is None:
            move = chance.choice(list(position.moves()))
        else:
            move = game.hint(position, replace(LIMIT, seed=chance.randrange(1000)), kind).move
        position, _ = advance(position, move)


def _codes(hint: AnyHint) -> set[str]:
    return {reason.code for reason in hint.reasons}


def _hint_text(game: AnyGame, hint: AnyHint) -> str:
    return f"{hint.move}: {'; '.join(english(reason, game.text.phrases) for reason in hint.reasons)}"
