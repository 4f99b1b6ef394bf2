"""The command that reviews a record."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper

import pytest

from engines.console import review_command
from engines.refusals import Refusal
from tests.engines.test_review import BLOCKED, GIVEN_AWAY


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")


def rows(output: str) -> list[list[str]]:
    """Return the cells of a printed table, without its frame and names."""
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in output.splitlines() if line.startswith("│")]


def test_each_move_is_listed_with_the_best_one_and_the_loss(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text(BLOCKED, "utf-8")
    review_command.main([str(file), "--seconds", "60"])
    first, second = rows(capsys.readouterr().out)
    assert (first[:4], first[5:]) == (["1", "first", "d4-d2-c2 d1-c4", "-1"], ["0", "1", "proved"])
    assert second == ["2", "second", "b1-b3-c3", "0", "b1-b3-c3 a4-c1", "1", "1", "proved"]


@pytest.mark.parametrize("record", [GIVEN_AWAY, "\ufeff" + GIVEN_AWAY.replace("\n", "\r\n")])
def test_a_record_may_come_from_standard_input(record, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(record.encode())))
    review_command.main(["-", "--level", "classic", "--seconds", ".2"])
    answer = rows(capsys.readouterr().out)
    assert [row[0] for row in answer] == ["1", "2", "3", "4", "5", "6"]
    assert answer[-1][1:4] == ["second", "b1-b2 c1-c2", "2"]


def test_unproved_values_are_called_estimates(tmp_path, capsys):
    file = tmp_path / "game.txt"
    file.write_text("game: curves;size: 8x6;points: 4;1. a1", "utf-8")
    review_command.main([str(file), "--level", "easy"])
    [[*_, known]] = rows(capsys.readouterr().out)
    assert known == "estimated"


@pytest.mark.parametrize(
    ("content", "options", "refusal"),
    [
        (b"game: dots\n1. a1-a2\n2. a1-a2", [], "side-drawn line=3"),
        (b"game: go", [], "unknown-game line=1"),
        (b"hello", [], "record-line line=1"),
        (b"", [], "record-without-game"),
        (b"\xff\xfe", [], "file-not-read"),
        (b"game: dots", ["--seconds", "0"], "some-seconds"),
        (b"game: dots", ["--seconds", "soon"], "some-seconds"),
    ],
)
def test_a_record_that_cannot_be_reviewed_is_refused(content, options, refusal, tmp_path):
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    with pytest.raises(Refusal, match=refusal):
        review_command.main([str(file), *options])


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(Refusal, match=r"file-not-read part=.*nothing\.txt"):
        review_command.main([str(tmp_path / "nothing.txt")])
