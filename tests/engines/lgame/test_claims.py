"""A slow, independent reading of the rules refutes no claim about the L-game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

import pytest

from engines.explaining import advise, explain
from engines.game import Level, Limit, Reason
from engines.lgame import GAME
from engines.lgame.classic import classic
from engines.lgame.move import Move
from engines.lgame.phrases import CLAIMS
from engines.lgame.rules import Position
from engines.phrases import Value
from tests.engines.lgame.slow import (
    BESIDE_CORNERS,
    CORNERS,
    FARTHEST,
    FLIPS,
    LS,
    PAINT,
    Arrangement,
    bits,
    flip_squares,
    followers,
    is_mirrored,
    places,
    solve,
    solve_scoring,
    with_discs,
)

LIMIT = Limit(60.0)
STARTS: tuple[Mapping[str, str], ...] = (
    {},
    {"variant": "symmetry"},
    {"variant": "scoring"},
    {"target": "6"},
    {"target": "2"},
)
Fields = Mapping[str, Value]


def area(columns: str, rows: str) -> int:
    return bits(" ".join(column + row for column in columns for row in rows))


BLOCKS = [area(columns, rows) for columns in ("abc", "bcd") for rows in ("123", "234")]
HALVES = [area("ab", "1234"), area("cd", "1234"), area("abcd", "12"), area("abcd", "34")]


def needs(position: Position) -> tuple[int, int]:
    """Return the points that the mover and the opponent still need."""
    first, second = (position.target - points for points in position.score)
    return (first, second) if str(position.turn) == "first" else (second, first)


def value_after(position: Position, then: Arrangement) -> int | None:
    """Return the plies to the end for the side that answers a move, negative if it loses; None for a draw."""
    if position.variant != "scoring":
        return solve(str(position.variant)).get(then)
    own_need, other_need = needs(position)
    points = (then[1] & PAINT).bit_count() + 5 * (not places(*then))
    return 0 if points >= own_need else solve_scoring((other_need, own_need - points)).get(then)


@dataclass(frozen=True)
class ReadMove:
    """A move read from its text: the L where it lies then, and the discs. With scores the slow analysis tells of it
    where at most `far` points are needed."""

    position: Position
    text: str
    far: int = 2

    @cached_property
    def place(self) -> int:
        long_end, corner, short_end = self.text.split()[0].split("-")
        ends = bits(f"{long_end} {corner} {short_end}")
        return next(place for place in LS if ends & ~place == 0 and self._between(place, long_end, corner))

    @staticmethod
    def _between(place: int, long_end: str, corner: str) -> bool:
        """Return whether the L has three squares in line from the long end to the corner."""
        line = (
            area(long_end[0], "".join(map(str, range(1, 5)))) if long_end[0] == corner[0] else area("abcd", long_end[1])
        )
        return (place & line).bit_count() == 3

    @property
    def variant(self) -> str:
        return str(self.position.variant)

    @property
    def disc_move(self) -> tuple[str, str] | None:
        words = self.text.split()
        if len(words) == 1:
            return None
        start, goal = words[1].split("-")
        return start, goal

    @cached_property
    def discs(self) -> int:
        disc_bits = self.position.neutrals
        return disc_bits ^ bits(self.disc_move[0]) | bits(self.disc_move[1]) if self.disc_move else disc_bits

    @cached_property
    def after(self) -> Arrangement:
        return self.position.opposing_l, self.place, self.discs

    @cached_property
    def room(self) -> int:
        return len(places(*self.after))

    @cached_property
    def other_discs(self) -> list[int]:
        """Return the number of places left for every position of the discs with the L there."""
        occupied_squares = self.position.opposing_l | self.place
        return [
            len(places(self.position.opposing_l, self.place, discs))
            for discs in with_discs(occupied_squares, self.position.neutrals)
        ]

    @cached_property
    def replies(self) -> list[Arrangement]:
        """Return the arrangements after each reply; after a block with scores the pieces start over."""
        if self.room:
            return followers(self.after)
        first, second = bits("b4 c4 c3 c2"), bits("b3 b2 b1 c1")
        start_ls = (second, first) if str(self.position.turn) == "first" else (first, second)
        return followers((*start_ls, bits("a4 d1")))

    def reply(self, text: str) -> ReadMove:
        return ReadMove(self.position.play(self.position.read(self.text)), text, self.far)

    @property
    def value(self) -> int | None:
        """Return the value of the move to the side that answers."""
        return value_after(self.position, self.after)

    @property
    def followers(self) -> list[Arrangement]:
        """Return the arrangements after each move of the position."""
        return followers((self.position.own_l, self.position.opposing_l, self.position.neutrals))

    @property
    def is_known(self) -> bool:
        """Return whether the plain analysis covers the position: not near a third occurrence."""
        is_near = self.variant != "scoring" or max(needs(self.position)) <= self.far
        return is_near and len(set(self.position.past)) == len(self.position.past)

    def gain(self, place: int, opposing_l: int, discs: int) -> int:
        return (place & PAINT).bit_count() + 5 * (not places(opposing_l, place, discs))

    def wins(self, own_l: int, opposing_l: int, discs: int, need: int) -> bool:
        """Return whether an L placed there ends the game for its player."""
        if self.variant == "scoring":
            return self.gain(own_l, opposing_l, discs) >= need
        return not places(opposing_l, own_l, discs) or (self.variant == "symmetry" and is_mirrored(own_l, opposing_l))


def lasts(it: ReadMove, plies: int) -> bool:
    return not it.is_known or it.value == plies


def loses_to(it: ReadMove, fields: Fields) -> bool:
    reply = it.reply(str(fields["move"])) if it.is_known else it
    return not it.is_known or (it.value == int(fields["plies"]) - 1 and reply.value == 2 - int(fields["plies"]))


def holds_longest(it: ReadMove, fields: Fields) -> bool:
    if not it.is_known:
        return True
    worst_value = [value_after(it.position, then) or -1 for then in it.followers]
    return min(worst_value) > 0 and it.value == max(worst_value) > min(worst_value)


def lets_go(it: ReadMove, fields: Fields) -> bool:
    if not it.is_known:
        return True
    wins = any((1 if (value := value_after(it.position, then)) is None else value) <= 0 for then in it.followers)
    return wins and it.value is None and it.reply(str(fields["move"])).value is None


def third_time(it: ReadMove, fields: Fields) -> bool:
    return it.position.past.count(it.position.play(it.position.read(it.text)).key) >= 2


def safe_replies(it: ReadMove, then: Arrangement) -> int:
    """Count the replies that do not lose, in a variant without scores."""
    return sum(solve(it.variant).get(each, 0) <= 0 for each in followers(then))


def fewest_safe(it: ReadMove, fields: Fields) -> bool:
    drawn_sides = [then for then in it.followers if then not in solve(it.variant)]
    return safe_replies(it, it.after) == fields["replies"] == min(safe_replies(it, then) for then in drawn_sides)


def closes(regions: list[int]) -> Callable[[ReadMove, Fields], bool]:
    def is_true(it: ReadMove, fields: Fields) -> bool:
        disc = bits(str(fields["square"]))
        rooms = [region & ~it.place for region in regions if it.place & ~region == 0]
        lost = [r for r in rooms if any(x & ~r == 0 for x in LS) and not any(x & ~(r & ~disc) == 0 for x in LS)]
        return bool(lost) and bool(disc & it.discs)

    return is_true


def stops_mirror(it: ReadMove, fields: Fields) -> bool:
    disc = bits(str(fields["square"]))
    images = {flip_squares(it.place, flip) for flip in FLIPS}
    open_to = {image for image in images & set(LS) if not image & it.place and image != it.position.opposing_l}
    return not open_to & set(places(*it.after)) and any(image & disc for image in open_to) and bool(disc & it.discs)


def killing(it: ReadMove, fields: Fields) -> bool:
    assert it.disc_move is not None
    fewer = it.other_discs[0] - it.room
    is_fewest = 0 < fewer == fields["places"] and it.room == min(it.other_discs)
    return is_fewest and it.disc_move[1] == fields["square"] and str(fields["square"]) in BESIDE_CORNERS


def reply_wins(it: ReadMove, fields: Fields) -> bool:
    reply = it.reply(str(fields["move"]))
    return it.wins(reply.place, reply.position.opposing_l, reply.discs, needs(it.position)[1])


def most_scored(it: ReadMove) -> int:
    return max(it.gain(own, another, discs) for another, own, discs in it.replies)


def reply_scores(it: ReadMove, fields: Fields) -> bool:
    reply = it.reply(str(fields["move"]))
    return most_scored(it) == fields["points"] == it.gain(reply.place, reply.position.opposing_l, reply.discs)


def tightest(it: ReadMove) -> int:
    return min(len(places(own, another, discs)) for own, another, discs in it.replies)


REASONS: Mapping[str, Callable[[ReadMove, Fields], bool]] = {
    "ends-it": lambda it, fields: it.wins(it.place, it.position.opposing_l, it.discs, needs(it.position)[0]),
    "wins-in": lambda it, fields: lasts(it, 1 - int(fields["plies"])),
    "loses-to": loses_to,
    "loses-within-to": lambda it, fields: it.position.target > 30,
    "holds-longest": holds_longest,
    "win-let-go": lets_go,
    "draw-held": lambda it, fields: not it.is_known or it.value is None,
    "fewest-safe-replies": fewest_safe,
    "safe-replies": lambda it, fields: safe_replies(it, it.after) == fields["replies"],
    "draws-by-repetition": lambda it, fields: (
        it.position.past.count(it.position.play(it.position.read(it.text)).key) >= 2
    ),
    "scores": lambda it, fields: (
        bits(str(fields["squares"])) == it.place & PAINT and fields["points"] == (it.place & PAINT).bit_count()
    ),
    "blocks-l": lambda it, fields: it.room == 0,
    "blocks-for-points": lambda it, fields: it.room == 0 and it.variant == "scoring",
    "mirrors-l": lambda it, fields: is_mirrored(it.place, it.position.opposing_l),
    "fewest-places": lambda it, fields: it.room == fields["places"] == min(len(places(*then)) for then in it.followers),
    "few-places": lambda it, fields: 4 >= it.room == fields["places"],
    "leaves-places": lambda it, fields: it.room == fields["places"],
    "killing-square": killing,
    "disc-takes": lambda it, fields: 0 < it.other_discs[0] - it.room == fields["places"],
    "disc-frees": lambda it, fields: 0 < it.room - it.other_discs[0] == fields["places"],
    "closes-block": closes(BLOCKS),
    "closes-half": closes(HALVES),
    "stops-mirror": stops_mirror,
    "avoids-corners": lambda it, fields: not it.place & CORNERS,
    "into-corner": lambda it, fields: bool(it.place & bits(str(fields["square"])) & CORNERS),
    "edge-in-corner": lambda it, fields: bool(it.place & bits(str(fields["square"])) & CORNERS),
    "l-covers": lambda it, fields: bits(str(fields["squares"])) == it.place,
    "disc-goes": lambda it, fields: it.disc_move is not None and it.disc_move[1] == fields["square"],
    "discs-stay": lambda it, fields: it.disc_move is None,
    "keeps-paint": lambda it, fields: most_scored(it) == 0,
    "reply-wins": reply_wins,
    "reply-scores": reply_scores,
    "reply-blocks-l": lambda it, fields: it.reply(str(fields["move"])).room == 0,
    "reply-leaves": lambda it, fields: tightest(it) == fields["places"] and fields["player"] == str(it.position.turn),
}


def of(position: Position, seat: Value) -> tuple[int, int, int]:
    first, second = position.ls
    return (first, second, position.neutrals) if seat == "first" else (second, first, position.neutrals)


def best_paint(position: Position) -> int:
    result = places(position.own_l, position.opposing_l, position.neutrals)
    return max((place & PAINT).bit_count() for place in result)


def mirror_open(position: Position) -> bool:
    return any(
        is_mirrored(place, position.opposing_l)
        for place in places(position.own_l, position.opposing_l, position.neutrals)
    )


IDEAS: Mapping[str, Callable[[Position, Fields], bool]] = {
    "nearly-blocked": lambda position, fields: len(places(*of(position, fields["player"]))) <= 3,
    "places-left": lambda position, fields: len(places(*of(position, fields["player"]))) == fields["places"],
    "corners-free-of-ls": lambda position, fields: not (position.own_l | position.opposing_l) & CORNERS,
    "in-corner": lambda position, fields: (
        of(position, fields["player"])[0] & CORNERS == bits(str(fields["squares"])) != 0
    ),
    "points-left": lambda position, fields: (
        tuple(position.target - points for points in position.score) == (fields["first"], fields["second"])
    ),
    "corner-scores": lambda position, fields: bits(str(fields["squares"])) == PAINT,
    "can-score": lambda position, fields: (
        best_paint(position) == fields["points"] == (ReadMove(position, str(fields["move"])).place & PAINT).bit_count()
    ),
    "cannot-score": lambda position, fields: best_paint(position) == 0,
    "mirror-at-hand": lambda position, fields: mirror_open(position),
    "no-mirror-at-hand": lambda position, fields: not mirror_open(position),
}
ELSEWHERE = {"mover-loses"}
"""Held against the tables of every target in test_remark."""


def random_positions(count: int, seed: int = 7) -> Iterator[tuple[Position, Random]]:
    """Yield positions of random games from every start in turn."""
    chance, positions = Random(seed), 0
    while True:
        position = GAME.start(STARTS[positions % len(STARTS)], 0)
        for _ in range(12):
            if position.outcome:
                break
            if chance.random() < 0.5:
                yield position, chance
                positions += 1
                if positions == count:
                    return
            position = position.play(by_chance(position, chance))


def by_chance(position: Position, chance: Random) -> Move:
    """Return a random move, preferably one that leads back, so that some positions come a third time."""
    moves = list(position.moves())
    back = [move for move in moves if position.play(move).key in position.past] if len(position.past) % 3 else []
    return chance.choice(back or moves)


def reasons_given(position: Position, chance: Random) -> Iterator[tuple[Move, Reason]]:
    """Yield the reasons given for a random move, the best, the heuristic's and the candidates."""
    explanation = explain(GAME, position, by_chance(position, chance), LIMIT)
    yield from ((explanation.move, reason) for reason in explanation.facts)
    if explanation.than is not None:
        yield from ((explanation.than, reason) for reason in explanation.than_reasons)
    for hint in (advise(GAME, position, LIMIT, Level.STRONG), classic(position, Limit(seed=1))):
        yield from ((hint.move, reason) for reason in hint.reasons)
    for each in GAME.candidates(position, LIMIT):
        yield from ((each.move, reason) for reason in (*each.gain, *each.risk))


def refuted_claims(count: int, far: int, seed: int = 9) -> tuple[list[str], Counter[str]]:
    """Return the refuted claims, and the count of each code."""
    assert GAME.ideas is not None
    refutations, counts = list[str](), Counter[str]()
    for position, chance in random_positions(count, seed):
        for move, reason in reasons_given(position, chance):
            counts[reason.code] += 1
            if reason.code in CLAIMS and not REASONS[reason.code](
                ReadMove(position, str(move), far), dict(reason.fields)
            ):
                refutations.append(f"{position.key} {move}: {reason}")
        for idea in GAME.ideas(position):
            counts[idea.code] += 1
            if not IDEAS[idea.code](position, dict(idea.fields)):
                refutations.append(f"{position.key}: {idea}")
    return refutations, counts


def test_every_claim_has_a_check():
    assert {*REASONS, *IDEAS, *ELSEWHERE} == CLAIMS


@pytest.mark.long
def test_an_l_that_keeps_out_of_the_corners_is_never_blocked():
    at = [(own, another, discs) for own, another, discs in solve("classic") if not places(own, another, discs)]
    assert len(at) == 120
    assert all(own & CORNERS for own, _, _ in at)


def test_no_reply_refutes_a_claim():
    refutations, counts = refuted_claims(15, 2)
    assert refutations == []
    assert len(counts) > 30


@pytest.mark.long
def test_no_reply_refutes_a_claim_in_thousands_of_positions(large_seed: int):
    refutations, counts = refuted_claims(5_000, FARTHEST, large_seed)
    assert refutations == []
    assert counts.keys() >= CLAIMS - ELSEWHERE - {"loses-within-to"}


def test_a_block_by_a_reply_is_named_once():
    scoring = [position for position, _ in random_positions(60) if position.variant == "scoring"]
    risks = [each.risk for position in scoring for each in GAME.candidates(position, LIMIT)]
    blocked = [
        counts for risk in risks if "reply-blocks-l" in (counts := {each.code: dict(each.fields) for each in risk})
    ]
    assert blocked
    assert not any(counts["reply-scores"]["points"] == 5 for counts in blocked if "reply-scores" in counts)
