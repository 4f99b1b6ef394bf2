"""Proofs of small boards are believed by a verifier of its own, and nothing that was changed in them is."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest

from engines.dots import GAME, verify
from engines.dots.proof import proof
from engines.game import Limit

PROGRAM = Path(verify.__file__)
SIZES = ((1, 1), (1, 2), (2, 1), (1, 5), (2, 2), (3, 2), (2, 3))


def verified(content: bytes, folder: Path) -> tuple[int, str]:
    """What the program says of a file, and its exit code; it runs apart, with nothing of ours in reach."""
    path = folder / "a.proof"
    path.write_bytes(content)
    done = subprocess.run([sys.executable, "-I", PROGRAM, path], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip()


def repacked(content: bytes, moves: bytes, **changed: object) -> bytes:
    """The proof with other moves or another head, and a checksum that fits."""
    head = {**json.loads(content.partition(b"\n")[0]), "sha256": hashlib.sha256(moves).hexdigest(), **changed}
    return json.dumps(head).encode() + b"\n" + zlib.compress(moves)


def moves_of(content: bytes) -> bytes:
    return zlib.decompress(content.partition(b"\n")[2])


@pytest.mark.parametrize("size", SIZES)
def test_a_proof_says_what_the_solver_says(size: tuple[int, int]):
    columns, rows = size
    value = GAME.solve(GAME.start({"size": f"{columns}x{rows}"}, 0), Limit(60.0)).value
    assert verify.proved(proof(columns, rows)) == value


def test_the_verifier_is_one_short_file_that_needs_python_alone(tmp_path: Path):
    assert len(PROGRAM.read_text("utf-8").splitlines()) <= 300
    tree = ast.parse(PROGRAM.read_text("utf-8"))
    asked = [each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    asked += [name.name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in each.names]
    assert {str(name).partition(".")[0] for name in asked} <= sys.stdlib_module_names
    assert verified(proof(2, 2), tmp_path) == (0, "proved 2")


def test_no_other_margin_is_proved_by_the_same_moves(tmp_path: Path):
    content = proof(2, 2)
    for margin in (-4, 0, 4):
        code, said = verified(repacked(content, moves_of(content), margin=margin), tmp_path)
        assert (code, said.split(":")[0] in {"First", "Second"}) == (1, True)


def test_no_changed_move_that_matters_is_believed():
    content = proof(3, 2)
    moves, chance, refused = moves_of(content), Random(4), 0
    for _ in range(60):
        at = chance.randrange(len(moves))
        changed = moves[:at] + bytes([chance.randrange(17)]) + moves[at + 1 :]
        try:
            assert verify.proved(repacked(content, changed)) == -2
        except verify.Wrong:
            refused += 1
    assert refused > 40


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (lambda content: b"", "the first line is not that of a proof"),
        (lambda content: b"[]\n", "the first line is not that of a proof"),
        (lambda content: content.replace(b"2x2", b"0x2"), "the first line is not that of a proof"),
        (lambda content: content.replace(b"2x2", b"2x3"), "First: "),
        (lambda content: content[:-9], "the moves cannot be unpacked"),
        (lambda content: content.replace(b'"sha256": "', b'"sha256": "0'), "the checksum of the moves is another one"),
        (lambda content: repacked(content, moves_of(content) + b"\0"), "moves are there"),
        (lambda content: repacked(content, b"", first=0, second=0), "First: position 0: no move is written"),
        (lambda content: repacked(content, b"\x63", first=1, second=0), "First: position 0: side 99 cannot be drawn"),
    ],
)
def test_what_is_wrong_is_said(spoilt, said: str, tmp_path: Path):
    code, told = verified(spoilt(proof(2, 2)), tmp_path)
    assert code == 1
    assert said in told


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    done = subprocess.run([sys.executable, PROGRAM, tmp_path / "no"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "No such file" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize(("size", "margin"), [((3, 3), -3), ((2, 5), -2), ((3, 4), 0)])
def test_larger_boards_are_proved(size: tuple[int, int], margin: int, tmp_path: Path):
    assert verified(proof(*size), tmp_path) == (0, f"proved {margin}")
