"""A long search tells how far it is, and goes on from its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.dots.grid import Grid, grid
from engines.dots.search.exact import winner
from engines.dots.search.long import Effort, Patience, Progress, long_search
from engines.game import Limit, Stop
from tests.engines.dots.truth import flat_table

QUICK = Patience(megabytes=64, report_seconds=1e-3, save_seconds=1e-3)
ENOUGH = Limit(60.0)


def run_search(shape: Grid, file: Path, patience: Patience = QUICK, limit: Limit = ENOUGH) -> tuple[int | None, Effort]:
    return long_search(shape, 0, file, patience, limit, lambda progress: None)


def test_a_long_search_finds_the_margin_and_reports_progress(tmp_path: Path):
    answer: list[Progress] = []
    margin, effort = long_search(grid(3, 3), 0, tmp_path / "table", QUICK, ENOUGH, answer.append)
    assert margin == -3
    assert effort.positions > 0
    assert answer
    for progress in answer:
        assert 0 <= progress.share < 1
        assert 0 <= progress.fill <= 1
        assert progress.effort.positions <= effort.positions


@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.long), 2])
def test_a_killed_long_search_is_resumed(tmp_path: Path, threads: int):
    file, stop = tmp_path / "table", Stop()
    patience = Patience(64, threads, 1e-3, 1e-3)

    def is_over(progress: Progress) -> None:
        if progress.effort.positions > 1000:
            stop.raise_()

    answer, before = long_search(grid(3, 4), 0, file, patience, Limit(60.0, stop=stop), is_over)
    assert answer is None
    margin, after = run_search(grid(3, 4), file, patience)
    assert margin == 0
    assert after.positions > before.positions
    assert after.seconds > before.seconds


def test_a_finished_search_is_not_repeated(tmp_path: Path):
    file = tmp_path / "table"
    margin, once = run_search(grid(3, 3), file)
    again, twice = run_search(grid(3, 3), file)
    assert again == margin == -3
    assert twice.positions == once.positions


def test_a_file_of_something_else_is_refused(tmp_path: Path):
    file = tmp_path / "table"
    run_search(grid(2, 2), file)
    for shape, patience in ((grid(2, 3), QUICK), (grid(2, 2), Patience(128))):
        with pytest.raises(ValueError, match="another"):
            run_search(shape, file, patience)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ValueError, match="short"):
        run_search(grid(2, 2), file)
    file.write_bytes(b"no table")
    with pytest.raises(ValueError, match="char"):
        run_search(grid(2, 2), file)


def test_a_board_too_big_for_one_word_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="too large"):
        run_search(grid(6, 6), tmp_path / "table")


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize("lead", range(-7, 8))
def test_the_winner_agrees_with_the_margin(lead: int):
    shape, values = grid(2, 3), flat_table(2, 3)
    for drawn_sides in range(0, (1 << shape.sides) - 1, 1999):
        ahead = lead + int(values[drawn_sides])
        assert winner(shape, drawn_sides, ENOUGH, lead) == (ahead > 0) - (ahead < 0)
