"""Nothing is claimed that a reply refutes: each claim is held against a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

import pytest

from engines.dots import GAME
from engines.dots.move import Move
from engines.dots.phrases import CLAIMS
from engines.dots.rules import Position, Stage
from engines.explaining import advise, explain
from engines.game import Explanation, Level, Limit, Reason
from engines.kernels.loading import warm
from engines.phrases import Value
from tests.engines.dots.reading import State, by_chance, in_rows, opponent, read

LIMIT = Limit(60.0)
SIZES = ("2x2", "3x2", "3x3", "1x6", "4x3", "5x5")
SMALL = ("2x2", "3x2", "3x1", "1x5")
WORDS = ("stop", "keep", "swap")
Fields = Mapping[str, Value]


@dataclass(frozen=True)
class Told:
    """A claim's surroundings: the state before the last step of a move and after it, its steps, what it took."""

    before: State
    after: State
    first: str
    last: str
    taken: frozenset[str]
    codes: frozenset[str]
    position: Position
    later: Position

    @property
    def mover(self) -> str:
        return str(self.position.turn)


def claim_fields(position: Position, move: Move, codes: frozenset[str]) -> Told:
    before, taken, at = read(position), set[str](), position
    for step in move.steps:
        before = read(at)
        taken |= set() if step in WORDS else before.takes(step)
        at = at.play(Move((step,)))
    return Told(before, read(at), move.steps[0], move.steps[-1], frozenset(taken), codes, position, at)


def is_named(fields: Fields, boxes: set[str] | frozenset[str], key: str = "boxes") -> bool:
    """Return whether these boxes are named and counted; of very many, some are named."""
    named = set(str(fields[key]).split())
    return fields["count"] == len(boxes) and (named - {"…"} < boxes if "…" in named else named == boxes)


def opens(kind: str) -> Callable[[Told, Fields], bool]:
    def is_true(it: Told, fields: Fields) -> bool:
        given = it.after.greedy()[1]
        groups = [is_loop for group, is_loop in it.before.rows_of_boxes() if group == given]
        is_kind = (
            groups == [kind == "loop"] and (kind != "long" or len(given) >= 3) and (kind != "short" or len(given) == 2)
        )
        return is_kind and is_named(fields, given, "chain")

    return is_true


def wants(parity: int, changed: bool, fits: bool) -> Callable[[Told, Fields], bool]:
    """The chains counted; and who wants them so, by games played to their end by chance."""

    def is_true(it: Told, fields: Fields) -> bool:
        end = it.after.greedy()[0]
        count, had = len(end.long_chains()), len(it.before.long_chains())
        if it.last in WORDS or it.before.offered():
            had = count
        text = count == fields["count"] and (had != count) is changed and fields["other"] == opponent(it.mover)
        if changed and (count % 2 == parity) is not fits:
            return False
        for seed in range(5):
            last, crosses = end.ends(Random(seed))
            text &= (last == fields["player"]) is (crosses % 2 != parity)
        return text and fields["player"] == it.mover

    return is_true


def pairs_are_left(it: Told, fields: Fields) -> bool:
    return is_named(fields, it.after.in_pairs(int(fields["count"]))) and not it.after.safe()


def is_worth(it: Told, fields: Fields) -> bool:
    left = len(it.before.left())
    return pairs_are_left(it, fields) and (left - it.after.value()) // 2 == fields["gets"]


def brings_no_more(it: Told, fields: Fields) -> bool:
    worths = it.before.worths()
    leaving = [side for side in worths if it.before.draw(side).in_pairs(int(fields["count"]))]
    return all(worths[side] <= worths[it.last] for side in leaving)


def is_smallest(it: Told, fields: Fields) -> bool:
    gifts = it.before.gifts()
    return not it.before.safe() and not it.before.offered() and gifts[it.last] == min(gifts.values())


def must_open(it: Told, fields: Fields) -> bool:
    end = it.after.greedy()[0]
    return not end.safe() and min(end.gifts().values()) == fields["count"] and end.mover == fields["player"]


def who_opens(it: Told, fields: Fields) -> bool:
    state = it.before if it.after.offered() else it.after
    count = len(state.long_chains()) + len(state.loops())
    return not state.has_joints() and count == fields["count"] and state.opener() == fields["player"]


def who_gives(it: Told, fields: Fields) -> bool:
    end = it.after.greedy()[0]
    movers = {end.waited(Random(seed)).mover for seed in range(4)}
    return len(it.after.safe()) == len(end.safe()) == fields["count"] and movers == {fields["player"]}


def is_third(it: Told, fields: Fields) -> bool:
    return is_named(fields, {box for box in it.after.beside(it.last) if len(it.after.lacking(box)) == 1})


def ends_by(sign: int) -> Callable[[Told, Fields], bool]:
    return lambda it, fields: lead_in_the_end(it) == sign * int(fields.get("boxes", 0))


def lead_in_the_end(it: Told) -> int:
    """Return the final lead of the side that has moved, by brute force."""
    first, second = it.position.score
    lead = (first - second) * (1 if it.mover == "first" else -1)
    return lead + value_after(it.position, it.later)


def brute_force_value(position: Position) -> int:
    """Return the margin to come for the side that decides, by brute force at every stage."""
    if position.stage is Stage.PLAY:
        return read(position).value()
    first, second = position.score
    lead = first - second if position.turn.value == "first" else second - first
    if position.stage is Stage.CHOICE:
        return abs(final_of(position)) - lead
    return -uneven(position) - lead


def final_of(position: Position) -> int:
    """By how many boxes the colour on turn ends ahead."""
    first, second = position.score
    now = first - second if position.mover.value == "first" else second - first
    return now + read(position).value()


def uneven(position: Position) -> int:
    if position.stage is Stage.CHOICE:
        return abs(final_of(position))
    return min(uneven(position.play(move)) for move in position.moves())


def leads(it: Told) -> bool:
    """Return whether the chosen colour is ahead."""
    first, second = it.position.score
    return second > first if it.first == "keep" else first > second


def nothing_is_long(state: State) -> bool:
    return not state.has_joints() and not any(len(group) >= 3 for group, _ in state.rows_of_boxes())


REASONS: Mapping[str, Callable[[Told, Fields], bool]] = {
    "takes-box": lambda it, fields: is_named(fields, it.taken),
    "more-to-take": lambda it, fields: is_named(fields, it.after.greedy()[1]),
    "takes-the-rest": lambda it, fields: not it.after.greedy()[0].open,
    "choice-ahead": lambda it, fields: it.after.can_leave(int(fields["count"])),
    "no-control-needed": lambda it, fields: nothing_is_long(it.after.greedy()[0]),
    "leaving-brings-no-more": brings_no_more,
    "hands-back": is_worth,
    "double-dealing": pairs_are_left,
    "gives-third-side": is_third,
    "can-take": lambda it, fields: is_named(fields, it.after.greedy()[1]) and it.after.mover == fields["player"],
    "opens-long-chain": opens("long"),
    "opens-loop": opens("loop"),
    "opens-short-chain": opens("short"),
    "cannot-be-handed-back": lambda it, fields: not it.after.can_leave(2) and len(it.after.greedy()[1]) == 2,
    "loony": lambda it, fields: it.after.can_leave(int(fields["count"])) and bool(it.after.greedy()[0].open),
    "though-safe": lambda it, fields: (
        len(it.before.safe()) == fields["count"] and fields["side"] in it.before.safe() and bool(it.after.offered())
    ),
    "smaller-gift": lambda it, fields: (
        len(it.before.gift(str(fields["side"]))) == int(fields["count"]) < len(it.before.gift(it.last))
    ),
    "no-side-is-safe": is_smallest,
    "smallest-gift-first": lambda it, fields: (
        is_smallest(it, fields) and len(it.before.gift(it.last)) < max(it.before.gifts().values())
    ),
    "opens-first": who_opens,
    "then-must-open": must_open,
    "gives-no-third-side": lambda it, fields: all(len(it.after.lacking(box)) >= 2 for box in it.after.beside(it.last)),
    "last-safe-side": lambda it, fields: (
        not it.after.safe() and not it.after.offered() and it.after.mover == fields["player"]
    ),
    "safe-sides-fit": who_gives,
    "safe-sides-open": lambda it, fields: len(it.after.safe()) == fields["count"],
    "wants-even": wants(0, changed=False, fits=True),
    "wants-odd": wants(1, changed=False, fits=True),
    "even-chains": wants(0, changed=True, fits=True),
    "odd-chains": wants(1, changed=True, fits=True),
    "not-even-chains": wants(0, changed=True, fits=False),
    "not-odd-chains": wants(1, changed=True, fits=False),
    "leaves-the-choice": lambda it, fields: {*map(str, it.later.moves())} == {"keep", "swap"},
    "sides-to-set-up": lambda it, fields: (
        it.later.stage is Stage.SETUP and fields["count"] == it.later.pie - it.later.drawn_sides.bit_count()
    ),
    "takes-colour": lambda it, fields: (
        {fields["other"], fields["own"]} == {*it.position.score}
        and (int(fields["own"]) > int(fields["other"])) is leads(it)
    ),
    "draws-next": lambda it, fields: str(it.later.turn) == fields["player"],
    "proved-win": ends_by(1),
    "proved-draw": ends_by(0),
    "proved-win-at-least": lambda it, fields: lead_in_the_end(it) >= int(fields["boxes"]) > 0,
    "proved-no-loss": lambda it, fields: lead_in_the_end(it) >= 0,
    "proved-loss-at-most": lambda it, fields: lead_in_the_end(it) >= -int(fields["boxes"]),
    "proved-loss": ends_by(-1),
    "at-edge": lambda it, fields: (
        it.before.beside(str(fields["side"])) == str(fields["boxes"]).split() and it.last == fields["side"]
    ),
    "between-boxes": lambda it, fields: (
        {*it.before.beside(str(fields["side"]))} == {*str(fields["boxes"]).split()} and it.last == fields["side"]
    ),
    "estimate": lambda it, fields: 0 <= int(fields["percent"]) <= 100,
}
REPLIES: Mapping[str, Callable[[Told, Fields, tuple[Move, ...]], bool]] = {
    "reply-takes": lambda it, fields, reply: is_named(fields, it.taken) and it.mover == fields["player"],
    "reply-takes-row": lambda it, fields, reply: (
        is_named(fields, it.taken)
        and it.mover == fields["player"]
        and str(fields["box"]) in it.taken & set(read(it.position).beside(it.first))
    ),
    "reply-takes-more": lambda it, fields, reply: (
        is_named(fields, it.after.greedy()[1]) and it.after.mover == fields["player"]
    ),
    "reply-hands-back": lambda it, fields, reply: (
        is_named(fields, it.after.in_pairs(int(fields["count"]))) and it.mover == fields["player"]
    ),
    "reply-keeps-control": lambda it, fields, reply: (
        is_named(fields, it.after.in_pairs(int(fields["count"])))
        and not it.taken
        and (it.mover, it.first) == (fields["player"], fields["side"])
    ),
    "reply-gives": lambda it, fields, reply: (
        is_named(fields, it.after.greedy()[1]) and it.after.mover == fields["player"] != it.mover
    ),
    "reply-must-open": lambda it, fields, reply: must_open(it, fields),
    "reply-plays": lambda it, fields, reply: (
        not it.taken and (it.mover, str(reply[0])) == (fields["player"], fields["side"])
    ),
    "reply-chooses": lambda it, fields, reply: str(reply[0]) == fields["move"],
}


def opens_in_line(least: int) -> Callable[[Position, tuple[Move, ...], Fields], bool]:
    """Return a check of the first gift of so many boxes or more in a line."""

    def is_true(position: Position, line: tuple[Move, ...], fields: Fields) -> bool:
        for step in (step for move in line for step in move.steps):
            state = read(position)
            if not state.offered() and len(given := state.gift(step)) >= least:
                is_mover = str(position.mover) == fields["player"]
                return is_named(fields, given) and is_mover and fields["box"] in given
            position = position.play(Move((step,)))
        return False

    return is_true


LINES = {
    f"{kind}-{code}": opens_in_line(most) for kind in ("line", "likely") for code, most in (("opens", 3), ("gives", 1))
}
IDEAS: Mapping[str, Callable[[Position, State, Fields], bool]] = {
    "idea-set-up": lambda position, it, fields: fields["most"] == position.pie,
    "idea-choice": lambda position, it, fields: {*map(str, position.moves())} == {"keep", "swap"},
    "idea-on-offer": lambda position, it, fields: is_named(fields, it.greedy()[1]),
    "idea-double-dealing": lambda position, it, fields: it.can_leave(int(fields["boxes"])),
    "idea-nothing-long": lambda position, it, fields: nothing_is_long(it.greedy()[0]),
    "idea-no-long-chain": lambda position, it, fields: not it.long_chains() and not it.loops(),
    "idea-long-chains": lambda position, it, fields: len(it.long_chains()) == fields["count"],
    "idea-loops": lambda position, it, fields: len(it.loops()) == fields["count"],
    "idea-long-chain-rule": lambda position, it, fields: all(
        (last == fields["player"]) is (crosses % 2 == 1) for last, crosses in map(it.ends, map(Random, range(5)))
    ),
    "idea-safe-sides": lambda position, it, fields: len(it.safe()) == fields["count"],
    "idea-safe-sides-fit": lambda position, it, fields: (
        len(it.safe()) == fields["count"] and it.waited(Random(1)).mover == fields["player"]
    ),
    "idea-no-safe-side": lambda position, it, fields: (
        not it.safe() and min(it.gifts().values()) == fields["boxes"] and it.mover == fields["player"]
    ),
    "idea-opens-first": lambda position, it, fields: it.opener() == fields["player"],
    "idea-control": lambda position, it, fields: not nothing_is_long(it),
}
CLAIM_NOTHING = {"evens-out", "just-a-try", "guess"}
TOO_LARGE_FOR_BRUTE_FORCE = {
    *("proved-win-at-least", "proved-no-loss", "proved-loss-at-most"),
    *("likely-opens", "likely-gives", "reply-takes-more"),
}
"""The claims of searches that end early, of estimates, and of replies longer than a small board allows."""


def test_every_code_that_claims_something_is_checked():
    assert {*REASONS, *REPLIES, *LINES, *IDEAS, *CLAIM_NOTHING} == CLAIMS


def check(
    position: Position,
    move: Move,
    reasons: tuple[Reason, ...],
    reply: tuple[Move, ...] = (),
    line: tuple[Move, ...] = (),
) -> Iterator[str]:
    """Hold each reason against the rules; those about the reply, against what it leads to."""
    codes = frozenset(reason.code for reason in reasons)
    it, codes_after = claim_fields(position, move, codes), frozenset[str]()
    after_reply = claim_fields(it.later, run_of(it.later, reply), codes_after) if reply else it
    for reason in reasons:
        yield reason.code
        if reason.code in CLAIM_NOTHING:
            continue
        fields = dict(reason.fields)
        if reason.code in LINES:
            assert LINES[reason.code](it.later, reply or line, fields), (position, str(move), str(reason))
            continue
        is_true = (
            REPLIES[reason.code](after_reply, fields, reply)
            if reason.code in REPLIES
            else REASONS[reason.code](it, fields)
        )
        assert is_true, (position, str(move), str(reason), " ".join(map(str, reply)))


def run_of(position: Position, reply: tuple[Move, ...]) -> Move:
    """The steps of a line that are played by the side that begins it, up to the end of its turn."""
    seat, steps = position.turn, list[str]()
    for move in reply:
        if position.outcome or position.turn is not seat:
            break
        steps += move.steps
        position = position.play(move)
    return Move(tuple(steps))


def some_move(position: Position, chance: Random) -> Move:
    """A legal move by chance, a run of several sides as soon as there can be one."""
    seat, steps = position.turn, list[str]()
    while position.outcome is None and position.turn is seat and (not steps or chance.random() < 0.6):
        moves = sorted(map(str, position.moves()))
        steps.append(chance.choice([move for move in moves if takes(position, move)] or moves))
        position = position.play(Move((steps[-1],)))
    return Move(tuple(steps))


def takes(position: Position, move: str) -> bool:
    return move not in WORDS and bool(read(position).takes(move))


def positions(count: int, sizes: tuple[str, ...], begin: int = 0) -> Iterator[Position]:
    """Positions of games by chance, every third game with a pie; a fourth of all have nothing but long chains."""
    seeds = range(begin, begin + count)
    mixed = (position for seed in seeds for position in by_chance(seed, sizes, seed % 3 == 0))
    yield from islice(mixed, count - count // 4)
    yield from islice((position for seed in seeds for position in in_rows(seed)), count // 4)


def count_checked_claims(count: int, begin: int = 0) -> Counter[str]:
    """Check what is claimed about random moves, candidates and positions; return the codes seen."""
    counts: Counter[str] = Counter()
    for number, position in enumerate(positions(count, SIZES, begin)):
        chance = Random(number)
        move = some_move(position, chance)
        counts.update(check(position, move, GAME.reasons(position, explanation_without_value(move), Limit())))
        for each in GAME.candidates(position, LIMIT):
            counts.update(check(position, each.move, (*each.gain, *each.risk)))
        for idea in GAME.ideas(position) if GAME.ideas else ():
            counts[idea.code] += 1
            assert IDEAS[idea.code](position, read(position), dict(idea.fields)), (position, str(idea))
    return counts


def explanation_without_value(move: Move) -> Explanation[Move]:
    return Explanation(move, 0.0, 1.0, is_proved=False)


def count_checked_explanations(count: int, begin: int = 0) -> Counter[str]:
    """Check hints and explanations of small boards by brute force; return the codes seen."""
    warm("dots")
    counts: Counter[str] = Counter()
    for number, position in enumerate(positions(count, SMALL, begin)):
        for level in Level:
            hint = advise(GAME, position, replace(LIMIT, seed=number), level)
            counts.update(check(position, hint.move, hint.reasons, line=hint.line[1:]))
        explanation = explain(GAME, position, some_move(position, Random(number)), LIMIT)
        counts.update(
            check(position, explanation.move, explanation.facts, explanation.reply, explanation.best_line[1:])
        )
        counts.update(check_other(position, explanation))
        assert explanation.is_proved
        assert (explanation.value, explanation.best_value) == (
            brute_force_move_value(position, explanation.move),
            brute_force_value(position),
        )
        assert bool(explanation.reply) <= (explanation.value < explanation.best_value)
    return counts


def check_other(position: Position, result: Explanation[Move]) -> Iterator[str]:
    """Hold an explanation against that of the move that it compares with, which shares no reason with it."""
    moves = [*position.moves()]
    if result.than is None:
        assert len({brute_force_move_value(position, move) for move in moves}) == 1
        return
    another = explain(GAME, position, result.than, LIMIT)
    assert not {*result.reasons} & {*another.reasons}
    assert not {*result.reasons} & {*result.than_reasons}
    assert (result.value < another.value) is (result.value < result.best_value)
    assert result.value != another.value
    is_worse = result.value < result.best_value
    reply, line = (() if is_worse else another.reply), (result.best_line[1:] if is_worse else ())
    yield from check(position, result.than, result.than_reasons, reply, line)


def brute_force_move_value(position: Position, move: Move) -> int:
    """Return the value of a move for the side that plays it, by brute force."""
    return value_after(position, position.play(move))


def value_after(position: Position, after: Position) -> int:
    """Return what the side to move in one position makes from it on, once another one is reached."""
    sign = 1 if position.turn.value == "first" else -1
    gained = sign * ((after.score[0] - after.score[1]) - (position.score[0] - position.score[1]))
    if after.outcome:
        return gained
    return gained + (brute_force_value(after) if after.turn is position.turn else -brute_force_value(after))


def test_no_claim_about_a_move_or_position_is_false():
    counts = count_checked_claims(30)
    assert {
        "can-take",
        "loony",
        "double-dealing",
        "wants-even",
        "wants-odd",
        "draws-next",
        "sides-to-set-up",
    } <= counts.keys()


def test_explanations_of_small_boards_agree_with_brute_force():
    counts = count_checked_explanations(16)
    assert {"reply-takes", "reply-chooses", "then-must-open", "hands-back", "proved-win"} <= counts.keys()


@pytest.mark.long
def test_no_claim_is_false_in_thousands_of_positions(large_seed: int):
    counts = count_checked_claims(5000, large_seed) + count_checked_explanations(5000, large_seed)
    assert counts.keys() >= CLAIMS - CLAIM_NOTHING - TOO_LARGE_FOR_BRUTE_FORCE - {"estimate", "takes-colour"}


def test_the_score_of_a_leading_colour_is_stated():
    position = GAME.start({"size": "3x1", "pie": "4"}, 0)
    for text in ("a1-a2", "a1-b1", "a2-b2", "b1-b2"):
        position = position.play(position.read(text))
    for move in position.moves():
        assert "takes-colour" in set(
            check(position, move, GAME.reasons(position, explanation_without_value(move), Limit()))
        )
