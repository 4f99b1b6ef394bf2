"""A slow, independent reading of the rules confirms the description of each point and of the lines that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

import numpy as np
import pytest

from engines.curves.line import Line
from engines.curves.place import place
from engines.curves.rules import Position
from engines.curves.text import legend
from engines.phrases import Phrase, Value
from tests.engines.curves.slow_reading import Sheet, are_in_zone, opponent_of
from tests.engines.curves.slow_reading import places as way_of
from tests.engines.curves.test_claims import arc_of, places, positions, slow_sheet

Fields = Mapping[str, Value]
SAID = {
    *("point-not-marked", "point-to-mark", "point-free", "point-joined", "point-held", "point-lost"),
    *("point-lines-at", "point-lines-over", "point-takes-lines", "point-reaches", "point-reaches-none"),
    *("point-in-danger", "lines-that-fit", "one-line-frees"),
}
COARSE = 1.0


def check(position: Position, sheet: Sheet, phrase: Phrase) -> None:
    fields, about = dict(phrase.fields), f"{phrase} in {position}"
    if phrase.code == "one-line-frees":
        check_freeing(position, sheet, fields, about)
    elif phrase.code == "lines-that-fit":
        assert all(position.fault(line(position, text)) is None for text in str(fields["curves"]).split(", ")), about
    elif phrase.code in {"point-not-marked", "point-to-mark"}:
        assert places(fields["point"])[0] not in sheet.marks, about
        assert phrase.code == "point-not-marked" or str(fields["point"]) in map(str, position.moves()), about
    elif phrase.code in {"point-lines-at", "point-lines-over", "point-takes-lines"}:
        check_lines(sheet, phrase.code, fields, about)
    elif phrase.code in {"point-reaches", "point-reaches-none", "point-in-danger"}:
        check_reach(position, sheet, phrase.code, fields, about)
    else:
        check_holder(sheet, phrase.code, fields, about)


def check_holder(sheet: Sheet, code: str, fields: Fields, about: str) -> None:
    (at,) = places(fields["point"])
    holder, _ = sheet.holders.get(at, ("", None))
    expected_phrase = {"nobody": "point-lost", "": "point-joined" if sheet.lines_at(at) else "point-free"}
    assert code == expected_phrase.get(holder, "point-held"), about
    assert fields.get("player", holder) == holder or code != "point-held", about


def check_lines(sheet: Sheet, code: str, fields: Fields, about: str) -> None:
    (at,) = places(fields["point"])
    if code == "point-takes-lines":
        assert fields["count"] == 2 - sheet.lines_at(at), about
        return
    over = [number for number, (arc, _) in enumerate(sheet.arcs, 1) if are_in_zone(way_of(arc), np.array([at]))[0]]
    ends = [number for number, (arc, _) in enumerate(sheet.arcs, 1) if at in arc[:2]]
    assert [*map(int, str(fields["lines"]).split(", "))] == (ends if code == "point-lines-at" else over), about


def check_reach(position: Position, sheet: Sheet, code: str, fields: Fields, about: str) -> None:
    (at,) = places(fields["point"])
    if code == "point-in-danger":
        holder, _ = sheet.holders[at]
        arc = arc_of(line(position, fields["curve"]))
        assert position.fault(line(position, fields["curve"])) is None, about
        assert sheet.after(arc, opponent_of(holder))[at][0] == "nobody", about
        return
    named_points = places(fields.get("points", ""))
    curves = str(fields["curves"]).split(", ") if named_points else []
    for end, text in zip(named_points, curves, strict=True):
        assert {*arc_of(line(position, text))[:2]} == {at, end}, about
        assert position.fault(line(position, text)) is None, about
    others = [mark for mark in sheet.marks if mark not in (at, *named_points)]
    assert next(sheet.replies(COARSE, at=at, to=others), None) is None, about


def check_freeing(position: Position, sheet: Sheet, fields: Fields, about: str) -> None:
    seat = str(fields["player"])
    assert position.fault(line(position, fields["curve"])) is None, about
    for at in places(fields["points"]):
        assert sheet.holders[at][0] == seat, about
        assert [drawer for arc, drawer in sheet.arcs if at in arc[:2]] == [opponent_of(seat)], about
    after = sheet.after(arc_of(line(position, fields["curve"])), opponent_of(seat))
    assert "nobody" in {after[at][0] for at in places(fields["points"])}, about


def line(position: Position, text: Value) -> Line:
    read_line = position.read(str(text))
    assert isinstance(read_line, Line)
    return read_line


def check_positions(seeds: Iterable[int]) -> Counter[str]:
    phrases: Counter[str] = Counter()
    for seed in seeds:
        some = list(positions(seed))
        for position in Random(seed).sample(some, min(3, len(some))):
            sheet = slow_sheet(position)
            names = {"a1", "c2", "d4", *(f"{chr(97 + int(x))}{int(y) + 1}" for x, y in sheet.marks)}
            for phrase in (*(each for name in sorted(names) for each in place(position, name)), *legend(position)):
                if phrase.code != "legend-curves":
                    phrases[phrase.code] += 1
                    check(position, sheet, phrase)
    return phrases


def test_the_description_of_a_point_is_true():
    assert check_positions((*range(3), 41)).keys() == SAID


@pytest.mark.long
@pytest.mark.parametrize("part", range(34))
def test_the_description_of_a_point_is_true_in_thousands_of_positions(part: int, large_seed: int):
    assert check_positions(range(large_seed + 50 * part, large_seed + 50 * part + 50)).keys() <= SAID
