"""Rounds of Swiss tournaments as two libraries pair them, and how long the pairing of the largest takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from caissify_pairings import generate_pairings

from benchmarks.figure import Figure, timed
from bot.core.game.pairings import DRAWN, LOST, WON, Drawn, Match, Round, met_in, score, swiss
from bot.core.game.tournaments import MOST, System, rounds_of

ROUNDS = 10_000
FEW, MANY = 4, 40


def figures() -> Iterator[Figure]:
    """How many rounds are paired otherwise, and the seconds for the most entrants."""
    differ, alike = list[str](), 0
    chance = Random(1)
    while alike + len(differ) < ROUNDS:
        for told, same in compared(chance.randint(FEW, MANY), chance):
            alike += same
            differ += [] if same else [told]
    yield Figure(
        f"Swiss rounds of {FEW} to {MANY} paired otherwise by caissify-pairings, of {alike + len(differ)}",
        len(differ),
        0,
        "",
        details=tuple(differ[:10]),
    )
    rounds = [rounds for _, rounds in played(MOST, Random(2))][-2]
    yield Figure(f"pairing the last round of {MOST}", timed(lambda: swiss(MOST, (), rounds), 3), 10_000, "ms")


def played(entrants: int, chance: Random) -> Iterator[tuple[Drawn, Sequence[Round]]]:
    """Each round of a tournament as it is paired, with those before it; results by chance."""
    rounds, last = list[Round](), rounds_of(System.SWISS, entrants, 0)
    for _ in range(last):
        drawn = swiss(entrants, (), rounds)
        yield drawn, tuple(rounds)
        rounds.append(Round(tuple(Match(pair, chance.choice((WON, LOST, DRAWN))) for pair in drawn[0]), drawn[1]))
    yield ((), ()), tuple(rounds)


def compared(entrants: int, chance: Random) -> Iterator[tuple[str, bool]]:
    """Each round in words, and whether both pair it, with the seats, alike."""
    last = rounds_of(System.SWISS, entrants, 0)
    for (pairs, byes), rounds in [*played(entrants, chance)][:-1]:
        ours = {*pairs, *((number, 0) for number in byes)}
        theirs = set(other(entrants, rounds))
        told = f"{entrants} entrants, round {len(rounds) + 1}: {sorted(ours - theirs)} or {sorted(theirs - ours)}"
        yield told, ours == theirs


def other(entrants: int, rounds: Sequence[Round]) -> Iterator[tuple[int, int]]:
    """The pairs by caissify-pairings; 0 sits where there is a bye."""
    players = [_player(number, rounds) for number in range(1, entrants + 1)]
    met = {(min(match.pair), max(match.pair)) for done in rounds for match in done.matches}
    for pair in generate_pairings("dutch", players, met, len(rounds) + 1, len(rounds) + 2):
        yield pair["white_id"], pair["black_id"] or 0


def _player(number: int, rounds: Sequence[Round]) -> dict[str, Any]:
    """All that one has done, in that library's words."""
    colours, floats = list[str](), list[str]()
    for count, done in enumerate(rounds):
        before = rounds[:count]
        if found := met_in(done, number):
            opponent, seat, _, _ = found
            colours.append("black" if seat else "white")
            ahead = score(before, number) - score(before, opponent)
            floats.append("down" if ahead > 0 else "up" if ahead < 0 else "none")
        else:
            floats.append("down")
    return {
        "id": number,
        "name": str(number),
        "score": score(rounds, number) / 2,
        "rating": MOST + 1 - number,
        "starting_number": number,
        "pairing_number": number,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": sum(number in done.byes for done in rounds),
    }
