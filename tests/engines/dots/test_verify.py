"""Proofs of small boards are believed by a verifier of its own, and nothing that was changed in them is."""

from __future__ import annotations

import ast
import hashlib
import json
import lzma
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from engines.dots import GAME, verify
from engines.dots import proof as making
from engines.dots.grid import grid
from engines.dots.proof import proof
from engines.game import Limit
from tests.samples import cases

PROGRAM = Path(verify.__file__)
SIZES = ((1, 1), (1, 2), (2, 1), (1, 5), (2, 2), (3, 2), (2, 3))


@cache
def proof_of(columns: int, rows: int) -> bytes:
    """Return a proof made in one go."""
    with TemporaryDirectory() as folder:
        return proof(grid(columns, rows), Path(folder, "unfinished"), lambda _, __: None)


def run_verifier(content: bytes, folder: Path) -> tuple[int, str]:
    """Run the program alone on a file; return its output and exit code."""
    path = folder / "a.proof"
    path.write_bytes(content)
    result = subprocess.run([sys.executable, "-I", PROGRAM, path], capture_output=True, text=True, check=False)
    return result.returncode, result.stdout.strip()


def repack(content: bytes, answers: bytes, **changed: object) -> bytes:
    """The proof with other answers or another head, and a checksum that fits."""
    head = {**json.loads(content.partition(b"\n")[0]), "sha256": hashlib.sha256(answers).hexdigest(), **changed}
    return json.dumps(head).encode() + b"\n" + lzma.compress(answers)


def answers_of(content: bytes) -> bytes:
    return lzma.decompress(content.partition(b"\n")[2])


def by_rules(board: verify.Board) -> Callable[[int], int]:
    """The margin of the one to move in a position, by its open sides, from the rules alone."""

    @cache
    def margin(position: int) -> int:
        worths = []
        for side in (1 << number for number in range(len(board.sides)) if position >> number & 1):
            boxes = sum(position & box == side for box in board.boxes)
            worths.append(boxes + margin(position ^ side) if boxes else -margin(position ^ side))
        return max(worths, default=0)

    return margin


def is_quiet(board: verify.Board, position: int) -> bool:
    return all((position & box).bit_count() != 1 for box in board.boxes)


def by_chains(board: verify.Board) -> Callable[[int], int]:
    """The margin of the one to move in a quiet position, as the verifier reckons it."""

    @cache
    def margin(position: int) -> int:
        worths = [
            gift - boxes - abs(margin(rest) + gift) if gift else -boxes - margin(rest)
            for boxes, gift, rest, _ in board.moves(position)
        ]
        return max(worths, default=0)

    return margin


@pytest.mark.parametrize("size", SIZES)
def test_a_proof_says_what_the_solver_says(size: tuple[int, int]):
    columns, rows = size
    value = GAME.solve(GAME.start({"size": f"{columns}x{rows}"}, 0), Limit(60.0)).value
    assert verify.proved_margin(proof_of(columns, rows)) == value


def test_the_verifier_is_one_short_file_that_needs_only_python(tmp_path: Path):
    assert len(PROGRAM.read_text("utf-8").splitlines()) <= 300
    tree = ast.parse(PROGRAM.read_text("utf-8"))
    request = [each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    request += [name.name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in each.names]
    assert {str(name).partition(".")[0] for name in request} <= sys.stdlib_module_names
    assert run_verifier(proof_of(2, 2), tmp_path) == (0, "proved 2")


@pytest.mark.parametrize("size", [(1, 4), (2, 2), pytest.param((3, 2), marks=pytest.mark.long)])
def test_chains_have_the_values_of_the_rules_and_equal_keys_equal_values(size: tuple[int, int]):
    board = verify.Board(*size)
    margin, margin_by_chains, by_key = by_rules(board), by_chains(board), dict[int, int]()
    for position in range(1 << len(board.sides)):
        if is_quiet(board, position):
            assert margin_by_chains(position) == margin(position)
            assert by_key.setdefault(board.key(*board.chains(position)), margin(position)) == margin(position)


@cases(200, 2000)
def test_loops_have_the_values_of_the_rules(count: int):
    board, chance, positions = verify.Board(3, 3), Random(1), 0
    inner = [side for side in range(24) if sum(box >> side & 1 for box in board.boxes) == 2]
    ring = sum(1 << side for side in inner) & ~board.boxes[4]
    margin, margin_by_chains = by_rules(board), by_chains(board)
    for _ in range(count):
        position = ring | sum(1 << side for side in chance.sample(range(24), chance.randrange(6)))
        if is_quiet(board, position):
            positions += 1
            assert margin_by_chains(position) == margin(position)
    assert positions > count / 27


def test_no_other_margin_is_proved_by_the_same_answers(tmp_path: Path):
    content = proof_of(2, 2)
    for margin in (-4, 0, 1, 4, 99):
        code, output = run_verifier(repack(content, answers_of(content), margin=margin), tmp_path)
        assert (code, output.startswith("proved")) == (1, False)


def test_nothing_but_the_true_margin_is_ever_proved():
    _check_corrupt_answers(15, 4)


@pytest.mark.long
def test_a_thousand_corrupt_proofs_prove_nothing_but_the_true_margin(large_seed: int):
    _check_corrupt_answers(1000, large_seed)


def _check_corrupt_answers(count: int, seed: int) -> None:
    content = proof_of(3, 2)
    answers, chance, refusal = answers_of(content), Random(seed), 0
    for _ in range(count):
        at, margin = chance.randrange(len(answers)), chance.choice([-4, -2, -2, 0])
        corrupt_answers = answers[:at] + bytes([chance.randrange(17)]) + answers[at + 1 :]
        try:
            assert verify.proved_margin(repack(content, corrupt_answers, margin=margin)) == -2
        except verify.ProofError:
            refusal += 1
    assert refusal > count * 2 / 3


def with_margin(content: bytes, margin: bytes) -> bytes:
    return re.sub(rb'"margin": [-0-9]+', b'"margin": ' + margin, content, count=1)


@pytest.mark.parametrize(
    ("corrupt", "phrase"),
    [
        (lambda content: b"", "the first line is not the header of a proof"),
        (lambda content: b"[]\n", "the first line is not the header of a proof"),
        (lambda content: content.replace(b"2x2", b"0x2"), "the first line is not the header of a proof"),
        (lambda content: content.replace(b"2x2", b"5x4"), "the first line is not the header of a proof"),
        (lambda content: content.replace(b"2x2", b"2x3"), "position "),
        (lambda content: with_margin(content, b"1e999"), "the first line is not the header of a proof"),
        (lambda content: with_margin(content, b"-2.9"), "the first line is not the header of a proof"),
        (lambda content: with_margin(content, b"true"), "the first line is not the header of a proof"),
        (lambda content: content.replace(b"2x2", b" 2x2"), "the first line is not the header of a proof"),
        (lambda content: b'{"size":' + b"[" * 100_000, "the first line is not the header of a proof"),
        (lambda content: content[:-9], "there is data after the packed answers, or they are incomplete"),
        (lambda content: content + b"\0" * 4, "there is data after the packed answers, or they are incomplete"),
        (
            lambda content: content + content.partition(b"\n")[2],
            "there is data after the packed answers, or they are incomplete",
        ),
        (lambda content: content.partition(b"\n")[0] + b"\n" + b"no" * 99, "the answers cannot be unpacked"),
        (
            lambda content: content.replace(b'"sha256": "', b'"sha256": "0'),
            "the checksum of the answers is wrong",
        ),
        (lambda content: repack(content, answers_of(content)[:-1]), "the answer is missing"),
        (lambda content: repack(content, answers_of(content)[1:]), "position "),
        (lambda content: repack(content, answers_of(content) + b"\0"), "there are more answers than positions"),
        (lambda content: repack(content, b""), "position fff: the answer is missing"),
        (lambda content: repack(content, b"\x63"), "position fff: there is no move 99"),
    ],
)
def test_each_error_in_a_proof_is_described(
    corrupt: Callable[[bytes], bytes], phrase: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    path = tmp_path / "a.proof"
    path.write_bytes(corrupt(proof_of(2, 2)))
    assert verify.main([str(path)]) == 1
    assert phrase in capfd.readouterr().out


def test_a_missing_file_is_named(tmp_path: Path):
    result = subprocess.run([sys.executable, PROGRAM, tmp_path / "no"], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "No such file" in result.stdout


@pytest.mark.parametrize("output", [">/dev/full", ">&-"])
def test_a_verdict_that_cannot_be_printed_fails(output: str, tmp_path: Path):
    path = tmp_path / "a.proof"
    path.write_bytes(proof_of(1, 1))
    command = ["sh", "-c", f'"$0" "$@" {output}', sys.executable, str(PROGRAM), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert re.fullmatch(r"the verdict cannot be printed: .*\n", result.stderr)


@pytest.mark.parametrize("names", [(), ("one", "two")])
def test_one_file_is_checked_at_a_time(names: tuple[str, ...], capfd: pytest.CaptureFixture[str]):
    assert verify.main([*names]) == 1
    assert capfd.readouterr().out == "name one file: python verify.py FILE\n"


def test_a_proof_that_does_not_fit_raises_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(making, "_claim_capacity", lambda _: 256)
    with pytest.raises(MemoryError):
        proof_of(3, 3)


def test_an_interrupted_proof_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(making, "SAVE_SECONDS", 0.0)
    draft, sizes = tmp_path / "unfinished", list[int]()

    def tell(size: int, _: int) -> None:
        sizes.append(size)
        if size == 20 and sizes.count(20) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        proof(grid(3, 3), draft, tell)
    content = proof(grid(3, 3), draft, tell)
    assert sizes == [24, 23, 22, 21, 20, *range(20, 0, -1)]
    assert run_verifier(content, tmp_path) == (0, "proved -3")
    assert not draft.exists()


def test_a_draft_of_another_board_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(making, "SAVE_SECONDS", 0.0)
    draft = tmp_path / "unfinished"
    answer = iter((None, KeyboardInterrupt()))

    def tell(_: int, __: int) -> None:
        if fault := next(answer):
            raise fault

    with pytest.raises(KeyboardInterrupt):
        proof(grid(2, 3), draft, tell)
    with pytest.raises(ValueError, match="another board"):
        proof(grid(3, 2), draft, lambda _, __: None)
    draft.write_bytes(b"no file of ours")
    with pytest.raises(ValueError, match="unfinished"):
        proof(grid(3, 2), draft, lambda _, __: None)


def test_a_proof_made_again_is_the_same():
    assert proof_of(3, 2) == proof_of(3, 2)


@pytest.mark.long
@pytest.mark.parametrize(("size", "margin"), [((3, 3), -3), ((2, 5), -2), ((3, 4), 0), ((4, 4), 0)])
def test_the_proofs_in_the_package_are_valid(size: tuple[int, int], margin: int, tmp_path: Path):
    content = (PROGRAM.parent / "proofs" / "{}x{}.proof".format(*size)).read_bytes()
    assert run_verifier(content, tmp_path) == (0, f"proved {margin}")


@pytest.mark.long
@pytest.mark.parametrize(("size", "margin"), [((3, 3), -3), ((2, 5), -2), ((3, 4), 0), ((2, 6), 2), ((4, 4), 0)])
def test_larger_boards_are_proved(size: tuple[int, int], margin: int, tmp_path: Path):
    assert run_verifier(proof_of(*size), tmp_path) == (0, f"proved {margin}")
