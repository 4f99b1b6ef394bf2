"""Nothing that is said of a move, an idea or a position is refuted by a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engines.curves import GAME
from engines.curves.candidates import candidates
from engines.curves.classic import classic, greedy
from engines.curves.ideas import ideas
from engines.curves.line import Line
from engines.curves.move import Mark, Move, Pass, read_move
from engines.curves.options import start
from engines.curves.phrases import CLAIMS
from engines.curves.reasons import reasons, reasons_of
from engines.curves.rules import Position
from engines.game import Explanation, Limit, Seat
from engines.phrases import Phrase
from tests.engines.curves import slow_reading
from tests.engines.curves.sheets import marked, played
from tests.engines.curves.slow_reading import Arc, Place, other_of

GRAIN = 0.25
LIMIT = Limit(600.0)
SAFE = {"safe-point", "no-reply-takes", "risk-none"}
BY_CURVE = {"taken-by", "risk-loses"}
OF_MARKS = {"mark-ruler", "mark-beside", "mark-apart", "mark-in-zone", "mark-makes-zone"}
OF_FIRST_MARKS = {"mark-first-edge", "mark-first-inside"}
OF_PLACES = {"gain-ruler", "gain-room", "gain-among", "gain-edge", "gain-corner"}
OF_REPLIES = {"reply-captures", "reply-frees", "reply-also-frees", "reply-threatens", "reply-saves"}
OF_PASSES = {"pass-leaves", "pass-leaves-freeing", "pass-ends", "no-gain-seen", "left-in-danger-by", "gain-ends"}
OF_GAINS = {"gain-points", "gain-saves", "gain-frees", "gain-threatens"}
OF_ZONES = {"captures", "takes-back", "saves-point", "risky-zone", "zone-inside-zone", "later-zone"}
OF_WAYS = {"passes-between", "bends-round-point", "bends-round-line", "ruler-at-edge"}
OF_HELD = {"idea-no-zone-takes", "idea-held-for-good", "idea-may-be-taken", "idea-big-zone", "idea-in-danger"}
OF_SHEETS = {"idea-free-points", "idea-nothing-free", "idea-open-ends", "idea-edge", "idea-no-edge"}
ADVICE = {"idea-one-for-sure", "idea-big-zones"}
CLAIM_NOTHING = {"just-a-try", "guess", "expected-margin", "counted-out"}
"""An estimate, and how it was made: `counted-out` is held against trying everything in `search/`."""
HOLDING = {*SAFE, *BY_CURVE, "fixes-points", "out-of-reach", "closes-points", "threatens-release", "left-in-danger"}


def arc_of(line: Line) -> Arc:
    start, end, (x, y) = line.start, line.end, line.middle
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1])), (x / 100, y / 100)


def written(text: object, rows: int) -> Arc:
    """An arc as it is written, be it legal or not."""
    line = read_move(str(text), rows)
    assert isinstance(line, Line)
    return arc_of(line)


def read(position: Position) -> slow_reading.Sheet:
    """A position as the slow reading sees it, its holders being worked out anew from the lines drawn."""
    size = position.sheet.columns, position.sheet.rows
    sheet = slow_reading.Sheet(size, tuple((float(x), float(y)) for x, y in position.marks), (), {})
    for each in position.drawn:
        arc, seat = arc_of(each.line), str(each.seat)
        sheet = replace(sheet, arcs=(*sheet.arcs, (arc, seat)), held=sheet.after(arc, seat))
    return sheet


def places(names: object) -> list[Place]:
    return [(float(ord(name[0]) - ord("a")), float(name[1:]) - 1) for name in str(names).split()]


def curve(position: Position, reason: Phrase) -> Arc:
    line = position.read(str(dict(reason.fields)["curve"]))
    assert isinstance(line, Line)
    assert position.fault(line) is None
    return arc_of(line)


def holders(sheet: slow_reading.Sheet, arc: Arc, seat: str, names: object) -> set[str | None]:
    after = sheet.after(arc, seat)
    return {after[place][0] if place in after else None for place in places(names)}


def refuted(position: Position, names: list[Place]) -> Arc | None:
    """A legal arc of who is to move by which one of these points is lost to the other side."""
    sheet, seat = read(position), str(position.turn)
    for place in names:
        theirs = [other for other, (holder, _) in sheet.held.items() if holder == other_of(seat) and other != place]
        to = sheet.marks if sheet.lines_at(place) else theirs
        for arc in (*sheet.replies(GRAIN, over=place), *sheet.replies(2 * GRAIN, at=place, to=to)):
            if sheet.after(arc, seat)[place][0] != other_of(seat):
                return arc
    return None


def check(position: Position, move: Move, reason: Phrase) -> None:
    """Looks for what would make a reason false."""
    told, seat = dict(reason.fields), str(position.turn)
    about = f"{reason} of {move} after {'; '.join(map(str, (*map(Mark, position.marks), *position.lines)))}"
    sheet, now = read(position), position if position.marking else position.play(move)
    if reason.code in OF_PLACES:
        check_of_place(sheet, places(str(move))[0], reason, about)
    elif isinstance(move, Mark):
        check_of_mark(position, move, reason, about)
    elif reason.code in OF_PASSES:
        check_of_pass(position, now, reason, about)
    elif reason.code in OF_GAINS:
        check_of_gain(sheet, read(now), move, reason, about)
    elif reason.code in HOLDING:
        check_of_holding(now, seat, reason, about)
    elif reason.code in OF_REPLIES:
        check_of_reply(read(now), curve(now, reason), other_of(seat), reason, about)
    elif reason.code == "gains-nothing":
        check_of_nothing(sheet, read(now), seat, about)
    elif reason.code == "blocks-zone":
        theirs = curve(position, reason)
        assert holders(sheet, theirs, other_of(seat), told["points"]) == {other_of(seat)}, about
        assert not read(now).is_legal(theirs), about
    elif isinstance(move, Line):
        check_of_zone(sheet, arc_of(move), seat, reason, about)
        check_of_way(sheet, arc_of(move), reason, about)


def check_of_holding(now: Position, seat: str, reason: Phrase, about: str) -> None:
    """What is said of points after a move: who has them, and what no line can do to them."""
    told, after = dict(reason.fields), read(now)
    names = places(told.get("points", told.get("point", "")))
    if reason.code in SAFE:
        names = names or [place for place, (holder, _) in after.held.items() if holder == seat]
        assert names, about
        assert {after.held[place][0] for place in names} == {seat}, about
        assert refuted(now, names) is None, about
    elif reason.code in BY_CURVE:
        assert seat not in holders(after, curve(now, reason), other_of(seat), told["points"]), about
    elif reason.code in {"fixes-points", "out-of-reach"}:
        for place in names:
            taken = (after.after(arc, other_of(seat)) for arc in after.replies(4 * GRAIN, over=place))
            assert all(held.get(place) == after.held.get(place) for held in taken), about
    elif reason.code == "closes-points":
        assert not {*names} & {*after.ends()}, about
    elif reason.code == "threatens-release":
        assert names[0] in after.ends(), about
        assert after.held[names[0]][0] == other_of(seat), about
    else:
        check_of_danger(after, names[0], seat, about)


def check_of_nothing(sheet: slow_reading.Sheet, after: slow_reading.Sheet, seat: str, about: str) -> None:
    """Every point is whose it was, and the newest line threatens none of the opponent's and saves none of its own."""
    arc, _ = after.arcs[-1]
    assert {place: held[0] for place, held in sheet.held.items()} == {p: held[0] for p, held in after.held.items()}, (
        about
    )
    for end in arc[:2]:
        holder = after.held[end][0] if end in after.held else None
        drawers = [drawer for each, drawer in sheet.arcs if end in each[:2]]
        assert holder != other_of(seat) or drawers, about
        assert holder != seat or drawers != [other_of(seat)], about


def check_of_pass(position: Position, now: Position, reason: Phrase, about: str) -> None:
    """What a pass is said to give up, by the line that was left undrawn or may be drawn then."""
    told, sheet, seat = dict(reason.fields), read(position), str(position.turn)
    if reason.code == "left-in-danger-by":
        assert sheet.held[places(told["point"])[0]][0] == seat, about
        assert holders(sheet, curve(now, reason), other_of(seat), told["point"]) == {"nobody"}, about
    elif reason.code == "pass-leaves":
        assert holders(sheet, curve(position, reason), seat, told["points"]) == {seat}, about
    elif reason.code == "pass-leaves-freeing":
        assert "nobody" in holders(sheet, curve(position, reason), seat, told["points"]), about
    elif reason.code == "no-gain-seen":
        gains = [lead(sheet, arc_of(each), seat) for each in position.moves() if isinstance(each, Line)]
        assert max(gains, default=0) <= lead(sheet, None, seat), about
    else:
        assert now.outcome is not None, about
        assert reason.code == "gain-ends" or (told["first"], told["second"]) == score(sheet), about


def score(sheet: slow_reading.Sheet) -> tuple[int, int]:
    seats = [holder for holder, _ in sheet.held.values()]
    return seats.count("first"), seats.count("second")


def lead(sheet: slow_reading.Sheet, arc: Arc | None, seat: str) -> int:
    """By how many points a side is ahead, once an arc of its own is drawn."""
    first, second = score(replace(sheet, held=sheet.after(arc, seat)) if arc else sheet)
    return first - second if seat == "first" else second - first


def check_of_gain(sheet: slow_reading.Sheet, after: slow_reading.Sheet, move: Move, reason: Phrase, about: str) -> None:
    """What a candidate is said to bring at once."""
    told = dict(reason.fields)
    if isinstance(move, Pass):
        assert told == {"points": 0}, about
        return
    assert isinstance(move, Line), about
    arc, seat = arc_of(move), after.arcs[-1][1]
    if reason.code == "gain-points":
        assert lead(sheet, arc, seat) - lead(sheet, None, seat) == told["points"], about
        return
    names = places(told["points"])
    if reason.code == "gain-frees":
        assert {after.held[place][0] for place in names} == {"nobody"}, about
        assert {sheet.held[place][0] for place in names} == {other_of(seat)}, about
    elif reason.code == "gain-threatens":
        assert {*names} <= {*after.ends()} & {*arc[:2]}, about
        assert {after.held[place][0] for place in names} == {other_of(seat)}, about
    else:
        assert reason.code == "gain-saves", about
        assert {*names} <= {*arc[:2]}, about
        for place in names:
            assert [drawer for each, drawer in sheet.arcs if place in each[:2]] == [other_of(seat)], about
            assert after.held[place][0] == seat, about


def check_of_place(sheet: slow_reading.Sheet, place: Place, reason: Phrase, about: str) -> None:
    """Where a point to be marked is said to lie."""
    rims = sum(place[axis] in (0, sheet.size[axis] - 1) for axis in (0, 1))
    gaps = [np.abs(np.subtract(place, mark)).max() for mark in sheet.marks]
    assert rims == {"gain-edge": 1, "gain-ruler": 1, "gain-corner": 2}.get(reason.code, 0), about
    if reason.code == "gain-ruler":
        (other,) = places(dict(reason.fields)["points"])
        assert any(place[axis] == other[axis] in (0, sheet.size[axis] - 1) for axis in (0, 1)), about
        assert other in sheet.marks, about
    if reason.code == "gain-among":
        assert sum(gap <= 3 for gap in gaps) > 1, about


def check_of_danger(after: slow_reading.Sheet, place: Place, seat: str, about: str) -> None:
    """A held point with one line of the other side, where every further line of theirs frees it."""
    assert after.held[place][0] == seat, about
    assert [drawer for arc, drawer in after.arcs if place in arc[:2]] == [other_of(seat)], about
    for arc in after.replies(4 * GRAIN, at=place, to=after.marks):
        assert after.after(arc, other_of(seat))[place][0] == "nobody", about


def check_of_reply(after: slow_reading.Sheet, arc: Arc, seat: str, reason: Phrase, about: str) -> None:
    """What is said of a reply, `seat` being the one that replies."""
    names = dict(reason.fields)["points"]
    became = holders(after, arc, seat, names)
    now = {after.held[place][0] if place in after.held else None for place in places(names)}
    if reason.code == "reply-captures":
        assert became == {seat}, about
        assert seat not in now, about
    elif reason.code in {"reply-frees", "reply-also-frees"}:
        assert (now, became) == ({other_of(seat)}, {"nobody"}), about
    elif reason.code == "reply-threatens":
        assert (now, became) == ({other_of(seat)}, {other_of(seat)}), about
        assert {*places(names)} <= {*arc[:2]}, about
    else:
        assert (reason.code, now, became) == ("reply-saves", {seat}, {seat}), about
        assert {*places(names)} <= {*arc[:2]}, about
        assert all(after.lines_at(place) == 1 for place in places(names)), about


def check_of_mark(position: Position, move: Mark, reason: Phrase, about: str) -> None:
    """What is said of a point to be marked, by distances, edges and the one point that an arc holds."""
    told, (place,) = dict(reason.fields), places(str(move))
    others = [mark for mark in read(position).marks if mark != place]
    rims = [{axis for axis in (0, 1) if at[axis] in (0, read(position).size[axis] - 1)} for at in (place, *others)]
    if reason.code == "mark-ruler":
        (other,) = places(told["point"])
        assert other in others, about
        assert any(place[axis] == other[axis] for axis in rims[0]), about
    elif reason.code in {"mark-beside", "mark-apart"}:
        (other,) = places(told["point"])
        assert np.hypot(*np.subtract(place, other)) == min(np.hypot(*np.subtract(place, mark)) for mark in others)
        steps = np.abs(np.subtract(place, other)).max()
        assert steps == told["steps"], about
        assert (steps == 1) == (reason.code == "mark-beside"), about
    elif reason.code in {"mark-in-zone", "mark-makes-zone"}:
        arc = written(told["curve"], read(position).size[1])
        sheet = slow_reading.Sheet(read(position).size, (*others, place), (), {})
        way, others = slow_reading.places(arc), [mark for mark in sheet.marks if mark not in arc[:2]]
        assert slow_reading.gaps(way, np.array(others)).min() > 0.25 - slow_reading.MORE, about
        assert way.min() >= -0.5, about
        assert (way.max(axis=0) <= np.array(sheet.size) - 0.5).all(), about
        held = [mark for mark in sheet.marks if mark not in arc[:2]]
        held = [mark for mark in held if slow_reading.within(slow_reading.places(arc), np.array([mark]))[0]]
        assert held == places(told["point"]), about
        assert (held == [place]) == (reason.code == "mark-in-zone"), about
        assert place in (*arc[:2], *held), about
    else:
        assert (reason.code, others) == ("mark-first-edge" if rims[0] else "mark-first-inside", []), about


def check_of_zone(sheet: slow_reading.Sheet, arc: Arc, seat: str, reason: Phrase, about: str) -> None:
    """What is said of the points that a line takes, frees or saves, by whom they are held once it is drawn."""
    told = dict(reason.fields)
    if reason.code == "captures":
        assert holders(sheet, arc, seat, told["names"]) == {seat}, about
        assert all(sheet.held.get(place, ("", None))[0] != seat for place in places(told["names"])), about
    elif reason.code == "takes-back":
        assert holders(sheet, arc, seat, told["names"]) == {"nobody"}, about
    elif reason.code == "saves-point":
        assert sheet.lines_at(places(told["point"])[0]) == 1, about
    elif reason.code == "risky-zone":
        mine = [place for place, (holder, by) in sheet.after(arc, seat).items() if holder == seat and by == arc]
        assert len(mine) == told["points"], about
    elif reason.code in {"zone-inside-zone", "later-zone"}:
        after = sheet.after(arc, seat)
        won = [by for mark, (holder, by) in sheet.held.items() if holder == other_of(seat) and after[mark][0] == seat]
        inside = all(slow_reading.encloses(slow_reading.places(by), arc) for by in won)
        assert won, about
        assert inside == (reason.code == "zone-inside-zone"), about


def check_of_way(sheet: slow_reading.Sheet, arc: Arc, reason: Phrase, about: str) -> None:
    """What is said of the way that a line takes."""
    told = dict(reason.fields)
    if reason.code == "passes-between":
        zone = slow_reading.places(arc)
        one, two = (slow_reading.within(zone, np.array(places(told[key])))[0] for key in ("one", "other"))
        assert one and not two, about
    elif reason.code in {"bends-round-point", "bends-round-line"}:
        start, end, _ = arc
        ruler = start, end, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if reason.code == "bends-round-point":
            gaps = slow_reading.gaps(slow_reading.places(ruler), np.array(places(told["point"])))
            assert gaps.min() < 0.25 + 2 * slow_reading.MORE, about
        else:
            assert str(told["curve"]) in about, about
            assert slow_reading.collide(ruler, written(told["curve"], sheet.size[1])), about
    elif reason.code == "ruler-at-edge":
        ends, size = np.array(arc[:2]), np.array(sheet.size) - 1
        assert ((ends[0] == ends[1]) & ((ends[0] == 0) | (ends[0] == size))).any(), about


def positions(seed: int) -> Iterator[Position]:
    """Some moments of a game on a small sheet, by chance, greed and the heuristic."""
    chance = Random(seed)
    position = start({"size": chance.choice(("7x5", "6x6", "8x5")), "points": str(chance.randint(4, 7))})
    for number, place in enumerate(chance.sample(list(position.moves()), position.points)):
        if number % 3 == seed % 3:
            yield position
        position = position.play(place)
    while position.outcome is None:
        yield position
        moves = list(position.moves())
        lines = [move for move in moves if isinstance(move, Line)]
        player = chance.choice((greedy, classic, None))
        chosen = player(position, seed).move if player else chance.choice(lines or moves)
        position = position.play(chosen if isinstance(chosen, Line) or not lines else chance.choice(lines))


def claims(position: Position, seed: int) -> Iterator[tuple[Move, Phrase]]:
    """What is said of a move, good or bad, and of those worth considering."""
    chance, moves = Random(seed), list(position.moves())
    hint = chance.choice((classic, greedy))(position, seed)
    yield from ((hint.move, reason) for reason in hint.reasons)
    move = chance.choice(moves)
    yield from ((move, reason) for reason in reasons_of(position, move))
    for each in candidates(position, LIMIT):
        yield from ((each.move, reason) for reason in (*each.gain, *each.risk))
    if position.marking:
        return
    yield from ((Pass(), reason) for reason in reasons_of(position, Pass()))
    now = position.play(move)
    for reply in chance.sample(list(now.moves()), min(4, len(list(now.moves())))):
        explained = Explanation(move, -1, 0, False, reply=(reply,))
        of_move = reasons_of(position, move)
        yield from ((move, reason) for reason in reasons(position, explained, Limit()) if reason not in of_move)


def check_all(seeds: range) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        some = list(positions(seed))
        for position in Random(seed).sample(some, min(3, len(some))):
            for move, reason in claims(position, seed):
                check(position, move, reason)
                found[reason.code] += 1
            if not position.marking:
                found += check_second_pass(position.play(Pass()))
            for idea in ideas(position):
                check_idea(position, idea)
                found[idea.code] += 1
    return found


def check_second_pass(passed: Position) -> Counter[str]:
    last = [each for each in candidates(passed, LIMIT) if each.move == Pass()]
    told = [*reasons_of(passed, Pass()), *(gain for each in last for gain in each.gain)]
    for reason in told:
        check(passed, Pass(), reason)
    return Counter(reason.code for reason in told)


def check_idea(position: Position, idea: Phrase) -> None:
    """Looks for what would make an idea false: a zone that takes, a line that frees or leads, a point elsewhere."""
    told, sheet, about = dict(idea.fields), read(position), f"{idea} in {position}"
    if idea.code in OF_HELD:
        check_of_held(position, sheet, idea, about)
    elif idea.code == "idea-open-ends":
        assert set(places(told["points"])) == {*sheet.ends()}, about
    elif idea.code in {"idea-free-points", "idea-nothing-free"}:
        free = {mark for mark in sheet.marks if mark not in sheet.held and not sheet.lines_at(mark)}
        assert free == set(places(told.get("points", ""))), about
    elif idea.code in {"idea-edge", "idea-no-edge"}:
        check_of_edge(sheet, places(told.get("points", "")), about)
    else:
        assert idea.code in ADVICE, about


def check_of_held(position: Position, sheet: slow_reading.Sheet, idea: Phrase, about: str) -> None:
    """What is said of held points: nothing takes those that are safe, some line takes or frees those that are not."""
    told, names = dict(idea.fields), places(dict(idea.fields)["points"])
    seat = str(told["player"])
    assert {sheet.held[place][0] for place in names} == {seat}, about
    if idea.code in {"idea-no-zone-takes", "idea-held-for-good"}:
        for place in names:
            for arc in sheet.replies(GRAIN, over=place):
                assert sheet.after(arc, other_of(seat))[place][0] == seat, (about, arc)
    elif idea.code == "idea-may-be-taken":
        seen = replace(position, mover=Seat.FIRST if seat == "second" else Seat.SECOND)
        assert other_of(seat) in holders(sheet, curve(seen, idea), other_of(seat), told["points"]), about
    elif idea.code == "idea-in-danger":
        for place in names:
            assert [drawer for arc, drawer in sheet.arcs if place in arc[:2]] == [other_of(seat)], about
    else:
        assert len({sheet.held[place][1] for place in names}) == 1, about
        assert len(names) == told["count"], about
        assert not all(sheet.lines_at(place) for place in names), about


def check_of_edge(sheet: slow_reading.Sheet, named: list[Place], about: str) -> None:
    """The two points nearest to each other on one edge, or that there are none."""
    marks = sheet.ends()
    last = np.array(sheet.size) - 1
    pairs = {
        float(np.abs(np.subtract(one, two)).sum())
        for number, one in enumerate(marks)
        for two in marks[:number]
        if any(one[axis] == two[axis] in (0, last[axis]) for axis in (0, 1))
    }
    gap = [float(np.abs(np.diff(named, axis=0)).sum())] if named else []
    assert gap == sorted(pairs)[:1], about


def test_every_code_that_claims_something_is_checked():
    kinds = (
        OF_MARKS,
        OF_FIRST_MARKS,
        OF_PLACES,
        OF_REPLIES,
        OF_PASSES,
        OF_GAINS,
        OF_ZONES,
        OF_WAYS,
        OF_HELD,
        OF_SHEETS,
    )
    assert {*HOLDING, *ADVICE, *CLAIM_NOTHING, "blocks-zone", "gains-nothing"}.union(*kinds) == CLAIMS


@pytest.mark.parametrize("part", range(5))
def test_nothing_is_claimed_that_a_reply_refutes(part):
    found = check_all(range(20 * part, 20 * part + 20))
    assert {"captures", "out-of-reach"} <= {*found}
    assert found.keys() & (SAFE | BY_CURVE)


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
def test_nothing_is_claimed_that_a_reply_refutes_in_five_thousand_positions(part):
    assert check_all(range(1000 + 50 * part, 1050 + 50 * part))


def test_a_line_called_easy_to_hold_before_is_told_with_the_reply_that_takes_it():
    position = marked("c3 g3 e2 e4 i2 i4")
    said = {each.code: dict(each.fields) for each in reasons_of(position, position.read("c3-g3 via e5"))}
    assert not SAFE & {*said}
    after = played(position, "c3-g3 via e5")
    assert after.score == (1, 0)
    assert played(after, str(said["taken-by"]["curve"])).score == (0, 1)
    assert played(after, "g3-e2 via d.75 4.25").score == (0, 1)


def test_two_points_called_safe_before_are_told_with_the_reply_that_takes_one():
    position = marked("k1 k6 a6 g3 m12 m9 m10 b1")
    line = position.read("k6-m12 via n10")
    said = {each.code: dict(each.fields) for each in reasons_of(position, line)}
    assert not SAFE & {*said}
    assert played(position, "k6-m12 via n10", str(said["taken-by"]["curve"])).score[0] < 2
    assert played(position, "k6-m12 via n10", "m9-b1 via k.75 11").score[0] < 2


def test_a_zone_that_no_reply_takes_from_is_not_called_a_risk():
    position = marked("a5 e5 b3 c2 d3", "7x7")
    codes = {each.code for each in reasons_of(position, position.read("a5-e5 via c1.56"))}
    assert "no-reply-takes" in codes
    assert "risky-zone" not in codes
    codes = {each.code for each in ideas(played(position, "a5-e5 via c1.56"))}
    assert "idea-no-zone-takes" in codes
    assert "idea-big-zone" not in codes


def test_where_no_point_is_held_nothing_is_called_safe():
    for position in positions(3):
        if not position.held:
            for each in GAME.candidates(position, LIMIT):
                held = position.play(each.move).score
                assert "risk-none" not in {risk.code for risk in each.risk} or max(held) > 0
