"""A slow, independent reading of the rules refutes no statement about a move, an idea or a position."""

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
from engines.curves.reasons import move_reasons, reasons
from engines.curves.rules import Position
from engines.game import Explanation, Limit, Seat
from engines.phrases import Phrase
from tests.engines.curves import slow_reading
from tests.engines.curves.sheets import marked_sheet, play_moves
from tests.engines.curves.slow_reading import Arc, Place, opponent_of

GRAIN = 0.25
LIMIT = Limit(600.0)
SAFE = {"safe-point", "no-reply-takes", "risk-none"}
BY_CURVE = {"taken-by", "risk-loses"}
OF_MARKS = {"mark-ruler", "mark-beside", "mark-apart", "mark-in-zone", "mark-makes-zone"}
OF_FIRST_MARKS = {"mark-first-edge", "mark-first-inside"}
OF_PLACES = {"gain-ruler", "gain-room", "gain-among", "gain-edge", "gain-corner"}
WHERE = {"marks", "joins"}
NOWHERE = {"draws-nothing"}
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


def read_arc(text: object, rows: int) -> Arc:
    """Read an arc from its notation, legal or not."""
    line = read_move(str(text), rows)
    assert isinstance(line, Line)
    return arc_of(line)


def slow_sheet(position: Position) -> slow_reading.Sheet:
    """Return a position as a slow-reading sheet, with the holders recomputed from the lines drawn."""
    size = position.sheet.columns, position.sheet.rows
    sheet = slow_reading.Sheet(size, tuple((float(x), float(y)) for x, y in position.marks), (), {})
    for each in position.drawn:
        arc, seat = arc_of(each.line), str(each.seat)
        sheet = replace(sheet, arcs=(*sheet.arcs, (arc, seat)), holders=sheet.after(arc, seat))
    return sheet


def places(names: object) -> list[Place]:
    return [(float(ord(name[0]) - ord("a")), float(name[1:]) - 1) for name in str(names).split()]


def read_curve(position: Position, reason: Phrase) -> Arc:
    line = position.read(str(dict(reason.fields)["curve"]))
    assert isinstance(line, Line)
    assert position.fault(line) is None
    return arc_of(line)


def holders(sheet: slow_reading.Sheet, arc: Arc, seat: str, names: object) -> set[str | None]:
    after = sheet.after(arc, seat)
    return {after[place][0] if place in after else None for place in places(names)}


def refuting_arc(position: Position, names: list[Place]) -> Arc | None:
    """Return a legal arc by which the mover takes one of these points from the other side, or None."""
    sheet, seat = slow_sheet(position), str(position.turn)
    for place in names:
        theirs = [
            other_place
            for other_place, (holder, _) in sheet.holders.items()
            if holder == opponent_of(seat) and other_place != place
        ]
        to = sheet.marks if sheet.lines_at(place) else theirs
        for arc in (*sheet.replies(GRAIN, over=place), *sheet.replies(2 * GRAIN, at=place, to=to)):
            if sheet.after(arc, seat)[place][0] != opponent_of(seat):
                return arc
    return None


def check(position: Position, move: Move, reason: Phrase) -> None:
    """Search for a counterexample to a reason."""
    fields, seat = dict(reason.fields), str(position.turn)
    about = f"{reason} of {move} after {'; '.join(map(str, (*map(Mark, position.marks), *position.lines)))}"
    sheet, now = slow_sheet(position), position if position.is_marking else position.play(move)
    if reason.code in NOWHERE:
        assert isinstance(move, Pass), about
    elif reason.code in WHERE:
        assert str(move) == fields["point" if isinstance(move, Mark) else "curve"], about
        assert not isinstance(move, Line) or {*arc_of(move)[:2]} == {*places(fields["points"])}, about
    elif reason.code in OF_PLACES:
        check_place(sheet, places(str(move))[0], reason, about)
    elif isinstance(move, Mark):
        check_mark(position, move, reason, about)
    elif reason.code in OF_PASSES:
        check_pass(position, now, reason, about)
    elif reason.code in OF_GAINS:
        check_gain(sheet, slow_sheet(now), move, reason, about)
    elif reason.code in HOLDING:
        check_holding(now, seat, reason, about)
    elif reason.code in OF_REPLIES:
        check_reply(slow_sheet(now), read_curve(now, reason), opponent_of(seat), reason, about)
    elif reason.code == "gains-nothing":
        check_no_effect(sheet, slow_sheet(now), seat, about)
    elif reason.code == "blocks-zone":
        theirs = read_curve(position, reason)
        assert holders(sheet, theirs, opponent_of(seat), fields["points"]) == {opponent_of(seat)}, about
        assert not slow_sheet(now).is_legal(theirs), about
    elif isinstance(move, Line):
        check_zone(sheet, arc_of(move), seat, reason, about)
        check_path(sheet, arc_of(move), reason, about)


def check_holding(now: Position, seat: str, reason: Phrase, about: str) -> None:
    """Check statements about points after a move: their holder, and that no line can take them."""
    fields, after = dict(reason.fields), slow_sheet(now)
    names = places(fields.get("points", fields.get("point", "")))
    if reason.code in SAFE:
        names = names or [place for place, (holder, _) in after.holders.items() if holder == seat]
        assert names, about
        assert {after.holders[place][0] for place in names} == {seat}, about
        assert refuting_arc(now, names) is None, about
    elif reason.code in BY_CURVE:
        assert seat not in holders(after, read_curve(now, reason), opponent_of(seat), fields["points"]), about
    elif reason.code in {"fixes-points", "out-of-reach"}:
        for place in names:
            taken_points = (after.after(arc, opponent_of(seat)) for arc in after.replies(4 * GRAIN, over=place))
            assert all(held_points.get(place) == after.holders.get(place) for held_points in taken_points), about
    elif reason.code == "closes-points":
        assert not {*names} & {*after.ends()}, about
    elif reason.code == "threatens-release":
        assert names[0] in after.ends(), about
        assert after.holders[names[0]][0] == opponent_of(seat), about
    else:
        check_danger(after, names[0], seat, about)


def check_no_effect(sheet: slow_reading.Sheet, after: slow_reading.Sheet, seat: str, about: str) -> None:
    """Check that no holder changes and that the newest line neither threatens nor saves a point."""
    arc, _ = after.arcs[-1]
    assert {place: held_points[0] for place, held_points in sheet.holders.items()} == {
        p: held_points[0] for p, held_points in after.holders.items()
    }, about
    for end in arc[:2]:
        holder = after.holders[end][0] if end in after.holders else None
        drawers = [drawer for each, drawer in sheet.arcs if end in each[:2]]
        assert holder != opponent_of(seat) or drawers, about
        assert holder != seat or drawers != [opponent_of(seat)], about


def check_pass(position: Position, now: Position, reason: Phrase, about: str) -> None:
    """Check what a pass gives up, against the line that was not drawn or may be drawn then."""
    fields, sheet, seat = dict(reason.fields), slow_sheet(position), str(position.turn)
    if reason.code == "left-in-danger-by":
        assert sheet.holders[places(fields["point"])[0]][0] == seat, about
        assert holders(sheet, read_curve(now, reason), opponent_of(seat), fields["point"]) == {"nobody"}, about
    elif reason.code == "pass-leaves":
        assert holders(sheet, read_curve(position, reason), seat, fields["points"]) == {seat}, about
    elif reason.code == "pass-leaves-freeing":
        assert "nobody" in holders(sheet, read_curve(position, reason), seat, fields["points"]), about
    elif reason.code == "no-gain-seen":
        gains = [lead(sheet, arc_of(each), seat) for each in position.moves() if isinstance(each, Line)]
        assert max(gains, default=0) <= lead(sheet, None, seat), about
    else:
        assert now.outcome is not None, about
        assert reason.code == "gain-ends" or (fields["first"], fields["second"]) == score(sheet), about


def score(sheet: slow_reading.Sheet) -> tuple[int, int]:
    seats = [holder for holder, _ in sheet.holders.values()]
    return seats.count("first"), seats.count("second")


def lead(sheet: slow_reading.Sheet, arc: Arc | None, seat: str) -> int:
    """Return the lead of a side in points, after an arc of its own if one is given."""
    first, second = score(replace(sheet, holders=sheet.after(arc, seat)) if arc else sheet)
    return first - second if seat == "first" else second - first


def check_gain(sheet: slow_reading.Sheet, after: slow_reading.Sheet, move: Move, reason: Phrase, about: str) -> None:
    """Check the immediate gain of a candidate."""
    fields = dict(reason.fields)
    if isinstance(move, Pass):
        assert fields == {"points": 0}, about
        return
    assert isinstance(move, Line), about
    arc, seat = arc_of(move), after.arcs[-1][1]
    if reason.code == "gain-points":
        assert lead(sheet, arc, seat) - lead(sheet, None, seat) == fields["points"], about
        return
    names = places(fields["points"])
    if reason.code == "gain-frees":
        assert {after.holders[place][0] for place in names} == {"nobody"}, about
        assert {sheet.holders[place][0] for place in names} == {opponent_of(seat)}, about
    elif reason.code == "gain-threatens":
        assert {*names} <= {*after.ends()} & {*arc[:2]}, about
        assert {after.holders[place][0] for place in names} == {opponent_of(seat)}, about
    else:
        assert reason.code == "gain-saves", about
        assert {*names} <= {*arc[:2]}, about
        for place in names:
            assert [drawer for each, drawer in sheet.arcs if place in each[:2]] == [opponent_of(seat)], about
            assert after.holders[place][0] == seat, about


def check_place(sheet: slow_reading.Sheet, place: Place, reason: Phrase, about: str) -> None:
    """Check the location of a candidate point."""
    rims = sum(place[axis] in (0, sheet.size[axis] - 1) for axis in (0, 1))
    gaps = [np.abs(np.subtract(place, mark)).max() for mark in sheet.marks]
    assert rims == {"gain-edge": 1, "gain-ruler": 1, "gain-corner": 2}.get(reason.code, 0), about
    if reason.code == "gain-ruler":
        (other_place,) = places(dict(reason.fields)["points"])
        assert any(place[axis] == other_place[axis] in (0, sheet.size[axis] - 1) for axis in (0, 1)), about
        assert other_place in sheet.marks, about
    if reason.code == "gain-among":
        assert sum(gap <= 3 for gap in gaps) > 1, about


def check_danger(after: slow_reading.Sheet, place: Place, seat: str, about: str) -> None:
    """Check that a held point has one line of the other side, and that each further line of theirs frees it."""
    assert after.holders[place][0] == seat, about
    assert [drawer for arc, drawer in after.arcs if place in arc[:2]] == [opponent_of(seat)], about
    for arc in after.replies(4 * GRAIN, at=place, to=after.marks):
        assert after.after(arc, opponent_of(seat))[place][0] == "nobody", about


def check_reply(after: slow_reading.Sheet, arc: Arc, seat: str, reason: Phrase, about: str) -> None:
    """Check statements about a reply by `seat`."""
    names = dict(reason.fields)["points"]
    became = holders(after, arc, seat, names)
    now = {after.holders[place][0] if place in after.holders else None for place in places(names)}
    if reason.code == "reply-captures":
        assert became == {seat}, about
        assert seat not in now, about
    elif reason.code in {"reply-frees", "reply-also-frees"}:
        assert (now, became) == ({opponent_of(seat)}, {"nobody"}), about
    elif reason.code == "reply-threatens":
        assert (now, became) == ({opponent_of(seat)}, {opponent_of(seat)}), about
        assert {*places(names)} <= {*arc[:2]}, about
    else:
        assert (reason.code, now, became) == ("reply-saves", {seat}, {seat}), about
        assert {*places(names)} <= {*arc[:2]}, about
        assert all(after.lines_at(place) == 1 for place in places(names)), about


def check_mark(position: Position, move: Mark, reason: Phrase, about: str) -> None:
    """Check statements about a point to mark: distances, edges and the one point that an arc holds."""
    fields, (place,) = dict(reason.fields), places(str(move))
    others = [mark for mark in slow_sheet(position).marks if mark != place]
    rims = [
        {axis for axis in (0, 1) if at[axis] in (0, slow_sheet(position).size[axis] - 1)} for at in (place, *others)
    ]
    if reason.code == "mark-ruler":
        (other_place,) = places(fields["point"])
        assert other_place in others, about
        assert any(place[axis] == other_place[axis] for axis in rims[0]), about
    elif reason.code in {"mark-beside", "mark-apart"}:
        (other_place,) = places(fields["point"])
        assert np.hypot(*np.subtract(place, other_place)) == min(np.hypot(*np.subtract(place, mark)) for mark in others)
        steps = np.abs(np.subtract(place, other_place)).max()
        assert steps == fields["steps"], about
        assert (steps == 1) == (reason.code == "mark-beside"), about
    elif reason.code in {"mark-in-zone", "mark-makes-zone"}:
        arc = read_arc(fields["curve"], slow_sheet(position).size[1])
        sheet = slow_reading.Sheet(slow_sheet(position).size, (*others, place), (), {})
        way, others = slow_reading.places(arc), [mark for mark in sheet.marks if mark not in arc[:2]]
        assert slow_reading.gaps(way, np.array(others)).min() > 0.25 - slow_reading.MORE, about
        assert way.min() >= -0.5, about
        assert (way.max(axis=0) <= np.array(sheet.size) - 0.5).all(), about
        held_points = [mark for mark in sheet.marks if mark not in arc[:2]]
        held_points = [
            mark for mark in held_points if slow_reading.are_in_zone(slow_reading.places(arc), np.array([mark]))[0]
        ]
        assert held_points == places(fields["point"]), about
        assert (held_points == [place]) == (reason.code == "mark-in-zone"), about
        assert place in (*arc[:2], *held_points), about
    else:
        assert (reason.code, others) == ("mark-first-edge" if rims[0] else "mark-first-inside", []), about


def check_zone(sheet: slow_reading.Sheet, arc: Arc, seat: str, reason: Phrase, about: str) -> None:
    """Check the points that a line takes, frees or saves against their holders after it."""
    fields = dict(reason.fields)
    if reason.code == "captures":
        assert holders(sheet, arc, seat, fields["names"]) == {seat}, about
        assert all(sheet.holders.get(place, ("", None))[0] != seat for place in places(fields["names"])), about
    elif reason.code == "takes-back":
        assert holders(sheet, arc, seat, fields["names"]) == {"nobody"}, about
    elif reason.code == "saves-point":
        assert sheet.lines_at(places(fields["point"])[0]) == 1, about
    elif reason.code == "risky-zone":
        mine = [place for place, (holder, by) in sheet.after(arc, seat).items() if holder == seat and by == arc]
        assert len(mine) == fields["points"], about
    elif reason.code in {"zone-inside-zone", "later-zone"}:
        after = sheet.after(arc, seat)
        won_points = [
            by for mark, (holder, by) in sheet.holders.items() if holder == opponent_of(seat) and after[mark][0] == seat
        ]
        inside = all(slow_reading.encloses(slow_reading.places(by), arc) for by in won_points)
        assert won_points, about
        assert inside == (reason.code == "zone-inside-zone"), about


def check_path(sheet: slow_reading.Sheet, arc: Arc, reason: Phrase, about: str) -> None:
    """Check statements about the path of a line."""
    fields = dict(reason.fields)
    if reason.code == "passes-between":
        zone = slow_reading.places(arc)
        one, two = (slow_reading.are_in_zone(zone, np.array(places(fields[key])))[0] for key in ("one", "other"))
        assert one and not two, about
    elif reason.code in {"bends-round-point", "bends-round-line"}:
        start, end, _ = arc
        ruler = start, end, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if reason.code == "bends-round-point":
            gaps = slow_reading.gaps(slow_reading.places(ruler), np.array(places(fields["point"])))
            assert gaps.min() < 0.25 + 2 * slow_reading.MORE, about
        else:
            assert str(fields["curve"]) in about, about
            assert slow_reading.collide(ruler, read_arc(fields["curve"], sheet.size[1])), about
    elif reason.code == "ruler-at-edge":
        ends, size = np.array(arc[:2]), np.array(sheet.size) - 1
        assert ((ends[0] == ends[1]) & ((ends[0] == 0) | (ends[0] == size))).any(), about


def positions(seed: int) -> Iterator[Position]:
    """Yield some positions of a game on a small sheet, played at random, greedily and by the heuristic."""
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
        move = player(position, Limit(60.0, seed=seed)).move if player else chance.choice(lines or moves)
        position = position.play(move if isinstance(move, Line) or not lines else chance.choice(lines))


def claims(position: Position, seed: int) -> Iterator[tuple[Move, Phrase]]:
    """Yield the reasons given for a move, good or bad, and for the candidates."""
    chance, moves = Random(seed), list(position.moves())
    hint = chance.choice((classic, greedy))(position, Limit(60.0, seed=seed))
    yield from ((hint.move, reason) for reason in hint.reasons)
    move = chance.choice(moves)
    yield from ((move, reason) for reason in move_reasons(position, move))
    for each in candidates(position, LIMIT):
        yield from ((each.move, reason) for reason in (*each.gain, *each.risk))
    if position.is_marking:
        return
    yield from ((Pass(), reason) for reason in move_reasons(position, Pass()))
    now = position.play(move)
    for reply in chance.sample(list(now.moves()), min(4, len(list(now.moves())))):
        explanation = Explanation(move, -1, 0, False, reply=(reply,))
        of_move = move_reasons(position, move)
        yield from ((move, reason) for reason in reasons(position, explanation, Limit()) if reason not in of_move)


def check_all(seeds: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        some = list(positions(seed))
        for position in Random(seed).sample(some, min(3, len(some))):
            for move, reason in claims(position, seed):
                check(position, move, reason)
                counts[reason.code] += 1
            if not position.is_marking:
                counts += check_second_pass(position.play(Pass()))
            for idea in ideas(position):
                check_idea(position, idea)
                counts[idea.code] += 1
    return counts


def check_second_pass(position: Position) -> Counter[str]:
    last = [each for each in candidates(position, LIMIT) if each.move == Pass()]
    fields = [*move_reasons(position, Pass()), *(gain for each in last for gain in each.gain)]
    for reason in fields:
        check(position, Pass(), reason)
    return Counter(reason.code for reason in fields)


def check_idea(position: Position, idea: Phrase) -> None:
    """Search for a counterexample to an idea."""
    fields, sheet, about = dict(idea.fields), slow_sheet(position), f"{idea} in {position}"
    if idea.code in OF_HELD:
        check_held_points(position, sheet, idea, about)
    elif idea.code == "idea-open-ends":
        assert set(places(fields["points"])) == {*sheet.ends()}, about
    elif idea.code in {"idea-free-points", "idea-nothing-free"}:
        free_points = {mark for mark in sheet.marks if mark not in sheet.holders and not sheet.lines_at(mark)}
        assert free_points == set(places(fields.get("points", ""))), about
    elif idea.code in {"idea-edge", "idea-no-edge"}:
        check_edge(sheet, places(fields.get("points", "")), about)
    else:
        assert idea.code in ADVICE, about


def check_held_points(position: Position, sheet: slow_reading.Sheet, idea: Phrase, about: str) -> None:
    """Check statements about held points: no line takes the safe ones, some line takes or frees the others."""
    fields, names = dict(idea.fields), places(dict(idea.fields)["points"])
    seat = str(fields["player"])
    assert {sheet.holders[place][0] for place in names} == {seat}, about
    if idea.code in {"idea-no-zone-takes", "idea-held-for-good"}:
        for place in names:
            for arc in sheet.replies(GRAIN, over=place):
                assert sheet.after(arc, opponent_of(seat))[place][0] == seat, (about, arc)
    elif idea.code == "idea-may-be-taken":
        sheet_seen = replace(position, mover=Seat.FIRST if seat == "second" else Seat.SECOND)
        assert opponent_of(seat) in holders(sheet, read_curve(sheet_seen, idea), opponent_of(seat), fields["points"]), (
            about
        )
    elif idea.code == "idea-in-danger":
        for place in names:
            assert [drawer for arc, drawer in sheet.arcs if place in arc[:2]] == [opponent_of(seat)], about
    else:
        assert len({sheet.holders[place][1] for place in names}) == 1, about
        assert len(names) == fields["count"], about
        assert not all(sheet.lines_at(place) for place in names), about


def check_edge(sheet: slow_reading.Sheet, named_places: list[Place], about: str) -> None:
    """Check the nearest pair of points on one edge, or that there is none."""
    marks = sheet.ends()
    last = np.array(sheet.size) - 1
    pairs = {
        float(np.abs(np.subtract(one, two)).sum())
        for number, one in enumerate(marks)
        for two in marks[:number]
        if any(one[axis] == two[axis] in (0, last[axis]) for axis in (0, 1))
    }
    gap = [float(np.abs(np.diff(named_places, axis=0)).sum())] if named_places else []
    assert gap == sorted(pairs)[:1], about


def test_every_code_of_a_claim_is_checked():
    kinds = (
        OF_MARKS,
        OF_FIRST_MARKS,
        OF_PLACES,
        WHERE,
        NOWHERE,
        OF_REPLIES,
        OF_PASSES,
        OF_GAINS,
        OF_ZONES,
        OF_WAYS,
        OF_HELD,
        OF_SHEETS,
    )
    assert {*HOLDING, *ADVICE, *CLAIM_NOTHING, "blocks-zone", "gains-nothing"}.union(*kinds) == CLAIMS


def test_no_reply_refutes_a_claim():
    counts = check_all(range(2))
    assert {"captures", "out-of-reach"} <= {*counts}
    assert counts.keys() & (SAFE | BY_CURVE)


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
def test_no_reply_refutes_a_claim_in_thousands_of_positions(part: int, large_seed: int):
    assert check_all(range(large_seed + 50 * part, large_seed + 50 * part + 50))


def test_a_zone_that_can_be_retaken_names_the_reply():
    position = marked_sheet("c3 g3 e2 e4 i2 i4")
    codes = {each.code: dict(each.fields) for each in move_reasons(position, position.read("c3-g3 via e5"))}
    assert not SAFE & {*codes}
    after = play_moves(position, "c3-g3 via e5")
    assert after.score == (1, 0)
    assert play_moves(after, str(codes["taken-by"]["curve"])).score == (0, 1)
    assert play_moves(after, "g3-e2 via d.75 4.25").score == (0, 1)


def test_two_points_that_are_not_safe_name_the_reply_that_takes_one():
    position = marked_sheet("k1 k6 a6 g3 m12 m9 m10 b1")
    line = position.read("k6-m12 via n10")
    codes = {each.code: dict(each.fields) for each in move_reasons(position, line)}
    assert not SAFE & {*codes}
    assert play_moves(position, "k6-m12 via n10", str(codes["taken-by"]["curve"])).score[0] < 2
    assert play_moves(position, "k6-m12 via n10", "m9-b1 via k.75 11").score[0] < 2


def test_a_zone_that_no_reply_can_take_is_no_risk():
    position = marked_sheet("a5 e5 b3 c2 d3", "7x7")
    codes = {each.code for each in move_reasons(position, position.read("a5-e5 via c1.56"))}
    assert "no-reply-takes" in codes
    assert "risky-zone" not in codes
    codes = {each.code for each in ideas(play_moves(position, "a5-e5 via c1.56"))}
    assert "idea-no-zone-takes" in codes
    assert "idea-big-zone" not in codes


def test_nothing_is_called_safe_if_no_point_is_held():
    for position in positions(3):
        if not position.holders:
            for each in GAME.candidates(position, LIMIT):
                held_points = position.play(each.move).score
                assert "risk-none" not in {risk.code for risk in each.risk} or max(held_points) > 0
