"""What is said of a point, and of the lines that fit, is so by a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import numpy as np
import pytest

from engines.curves.line import Line
from engines.curves.place import place
from engines.curves.rules import Position
from engines.curves.text import legend
from engines.phrases import Phrase, Value
from tests.engines.curves.slow_reading import Sheet, other_of, within
from tests.engines.curves.slow_reading import places as way_of
from tests.engines.curves.test_claims import arc_of, places, positions, read

Fields = Mapping[str, Value]
SAID = {
    *("point-not-marked", "point-to-mark", "point-free", "point-joined", "point-held", "point-lost"),
    *("point-lines-at", "point-lines-over", "point-takes-lines", "point-reaches", "point-reaches-none"),
    *("point-in-danger", "lines-that-fit", "one-line-frees"),
}
COARSE = 1.0


def check(position: Position, sheet: Sheet, phrase: Phrase) -> None:
    told, about = dict(phrase.fields), f"{phrase} in {position}"
    if phrase.code == "one-line-frees":
        check_of_freeing(position, sheet, told, about)
    elif phrase.code == "lines-that-fit":
        assert all(position.fault(line(position, text)) is None for text in str(told["curves"]).split(", ")), about
    elif phrase.code in {"point-not-marked", "point-to-mark"}:
        assert places(told["point"])[0] not in sheet.marks, about
        assert phrase.code == "point-not-marked" or str(told["point"]) in map(str, position.moves()), about
    elif phrase.code in {"point-lines-at", "point-lines-over", "point-takes-lines"}:
        check_of_lines(sheet, phrase.code, told, about)
    elif phrase.code in {"point-reaches", "point-reaches-none", "point-in-danger"}:
        check_of_reach(position, sheet, phrase.code, told, about)
    else:
        check_of_holder(sheet, phrase.code, told, about)


def check_of_holder(sheet: Sheet, code: str, told: Fields, about: str) -> None:
    (at,) = places(told["point"])
    holder, _ = sheet.held.get(at, ("", None))
    expected = {"nobody": "point-lost", "": "point-joined" if sheet.lines_at(at) else "point-free"}
    assert code == expected.get(holder, "point-held"), about
    assert told.get("player", holder) == holder or code != "point-held", about


def check_of_lines(sheet: Sheet, code: str, told: Fields, about: str) -> None:
    (at,) = places(told["point"])
    if code == "point-takes-lines":
        assert told["count"] == 2 - sheet.lines_at(at), about
        return
    over = [number for number, (arc, _) in enumerate(sheet.arcs, 1) if within(way_of(arc), np.array([at]))[0]]
    ends = [number for number, (arc, _) in enumerate(sheet.arcs, 1) if at in arc[:2]]
    assert [*map(int, str(told["lines"]).split(", "))] == (ends if code == "point-lines-at" else over), about


def check_of_reach(position: Position, sheet: Sheet, code: str, told: Fields, about: str) -> None:
    (at,) = places(told["point"])
    if code == "point-in-danger":
        holder, _ = sheet.held[at]
        arc = arc_of(line(position, told["curve"]))
        assert position.fault(line(position, told["curve"])) is None, about
        assert sheet.after(arc, other_of(holder))[at][0] == "nobody", about
        return
    named = places(told.get("points", ""))
    curves = str(told["curves"]).split(", ") if named else []
    for end, text in zip(named, curves, strict=True):
        assert {*arc_of(line(position, text))[:2]} == {at, end}, about
        assert position.fault(line(position, text)) is None, about
    others = [mark for mark in sheet.marks if mark not in (at, *named)]
    assert next(sheet.replies(COARSE, at=at, to=others), None) is None, about


def check_of_freeing(position: Position, sheet: Sheet, told: Fields, about: str) -> None:
    seat = str(told["player"])
    assert position.fault(line(position, told["curve"])) is None, about
    for at in places(told["points"]):
        assert sheet.held[at][0] == seat, about
        assert [drawer for arc, drawer in sheet.arcs if at in arc[:2]] == [other_of(seat)], about
    after = sheet.after(arc_of(line(position, told["curve"])), other_of(seat))
    assert "nobody" in {after[at][0] for at in places(told["points"])}, about


def line(position: Position, text: Value) -> Line:
    found = position.read(str(text))
    assert isinstance(found, Line)
    return found


def checked(seeds: range) -> Counter[str]:
    said: Counter[str] = Counter()
    for seed in seeds:
        some = list(positions(seed))
        for position in Random(seed).sample(some, min(3, len(some))):
            sheet = read(position)
            names = {"a1", "c2", "d4", *(f"{chr(97 + int(x))}{int(y) + 1}" for x, y in sheet.marks)}
            for phrase in (*(each for name in sorted(names) for each in place(position, name)), *legend(position)):
                if phrase.code != "legend-curves":
                    said[phrase.code] += 1
                    check(position, sheet, phrase)
    return said


def test_what_is_said_of_a_point_is_so():
    assert checked(range(70)).keys() == SAID


@pytest.mark.long
@pytest.mark.parametrize("part", range(34))
def test_what_is_said_of_a_point_is_so_in_thousands_of_positions(part):
    assert checked(range(1000 + 50 * part, 1050 + 50 * part)).keys() <= SAID
