"""The console: every command, every refusal, and nothing that stops it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib.metadata import version
from io import BytesIO
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_tests
from hypothesis import strategies as st

from engines import GAMES
from engines.__main__ import main
from engines.console import game_in_hand, match_command
from engines.console.console import LONGEST_LINE, Console, serve
from engines.phrases import all_templates
from tests.engines.starts import HERE, for_every_game, for_every_start, walk
from tests.samples import examples

RECORD = str(HERE / "dots" / "golden" / "one-row.txt")
SMALL = ["new dots size=2x1", "play a1-b1", "play b1-c1", "play a2-b2", "play b2-c2", "play a1-a2"]


def talk(*lines: str) -> list[str]:
    """Return the answers to some lines, without the empty line that ends each."""
    sink = BytesIO()
    serve(BytesIO("\n".join(lines).encode()), sink)
    return sink.getvalue().decode().split("\n\n")[:-1]


def last(*lines: str) -> str:
    return talk(*lines)[-1]


def test_it_names_itself():
    assert talk("protocol_version", "name", "known_command hint", "known_command sing", "version") == [
        "= 1",
        "= Tetradka",
        "= true",
        "= false",
        f"= {version('tetradka')}",
    ]


def test_it_lists_every_command_it_knows():
    commands = last("list_commands").removeprefix("= ").splitlines()
    assert " ".join(sorted(commands)) == (
        "explain games hint known_command list_commands load moves name new notation owners perft play "
        "protocol_version quit record result score show solve turn undo version win"
    )
    assert talk(*(f"known_command {command}" for command in commands)) == ["= true"] * len(commands)


def test_it_lists_every_game_with_its_variants():
    assert last("games").removeprefix("= ").splitlines() == [
        " ".join([name, *game.offer.variants]) for name, game in GAMES.items()
    ]


def test_a_game_is_played_to_its_end():
    assert talk(*SMALL, "play b1-b2 c1-c2", "turn", "score", "result", "moves")[6:] == [
        "= b1-b2 c1-c2",
        "= over",
        "= 0 2",
        "= second boxes",
        "=",
    ]


def test_every_move_is_answered_in_canonical_text():
    assert last("new dots size=2x2", "play B2 – А2") == "= a2-b2"


def test_a_message_is_played_as_a_whole_or_not_at_all():
    refusals, score, turn = talk(*SMALL, "play b1-b2 b1-b2", "score", "turn")[6:]
    assert refusals.startswith("? side-drawn: ")
    assert (score, turn) == ("= 0 0", "= second")


def test_undo_takes_back_the_last_message():
    assert talk(*SMALL, "play b1-b2 c1-c2", "undo", "score", "undo", "moves")[7:] == [
        "=",
        "= 0 0",
        "=",
        "= a1-a2\nb1-b2\nc1-c2",
    ]
    assert last("new dots", "undo").startswith("? nothing-to-undo: ")


def test_turn_answers_with_the_seat():
    assert talk("new dots size=2x2", "turn", "play a1-a2", "turn")[1::2] == ["= first", "= second"]


def test_owners_and_the_board_are_printed():
    assert talk(*SMALL, "play b1-b2", "owners", "show")[7] == "= a1 second\nb1 free"
    assert "2" in last(*SMALL, "play b1-b2", "show")


def test_sequences_are_counted():
    assert last("new dots size=1x1", "perft 4") == "= 24"
    assert last("new dots size=1x1", "perft 0") == "= 1"


def test_a_count_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(game_in_hand, "_PERFT_SECONDS", 0.01)
    assert last("new dots size=12x12", "perft 3") == "? uncounted: Not counted in 0.01 s."
    assert last("new lgame", "perft 999999999").startswith("? uncounted")


@pytest.mark.parametrize("question", ["hint", "hint 0.2", "hint easy", "hint 0.2 classic"])
def test_a_hint_is_a_move_and_what_it_is_worth(question):
    lines = last("new dots size=2x1", "play a1-b1", question).removeprefix("= ").splitlines()
    move, value, is_proved, line, *reasons, seconds = lines
    assert last("new dots size=2x1", "play a1-b1", f"play {move}") == f"= {move}"
    assert value.startswith("value ")
    assert is_proved in {"proved yes", "proved no"}
    assert line.startswith(f"line {move}")
    assert reasons
    assert all(reason.startswith("reason ") for reason in reasons)
    assert float(seconds.removeprefix("seconds ")) >= 0


CORNERS = ("new dots size=2x1", "play a1-b1", "play a1-a2", "play c1-c2")


def test_a_move_that_costs_is_explained_with_the_reply_that_punishes_it():
    lines = last(*CORNERS, "explain a2-b2").removeprefix("= ").splitlines()
    assert lines[:3] == ["value 0", "best 2", "proved yes"]
    assert lines[-2].startswith("reply b1-b2")
    assert lines[-1] == "than b1-c1"


def test_nothing_punishes_the_best_move():
    hint = last(*CORNERS, "hint").removeprefix("= ").splitlines()
    lines = last(*CORNERS, f"explain {hint[0]}").removeprefix("= ").splitlines()
    assert lines[:2] == [hint[1], hint[1].replace("value", "best")]
    assert not any(line.startswith("reply") for line in lines)
    assert lines[-1] == "than a2-b2"


def test_the_seconds_stand_after_the_move_that_is_explained():
    assert last("new tupik map=harbour", "explain 4 0.1").startswith("= value ")
    assert last("new tupik map=harbour", "explain 4 1").startswith("= value ")
    assert last("new tupik map=harbour", "explain 4 2 1").startswith("? not-driving-yet: 4-2")
    assert last("new dots size=2x1", "explain a1-a2 0.1").startswith("= value ")
    assert last("new dots size=2x1", "explain a1-a2 0").startswith("? not-expected")
    assert last("new dots size=2x1", "explain 2").startswith("? not-a-side")


@pytest.mark.sample(one_in=6)
@for_every_start
@settings_of_tests(max_examples=examples(3))
@given(choices=st.lists(st.integers(0, 9999), max_size=20))
def test_whole_seconds_are_no_part_of_a_legal_move_in_any_stage(game, settings, choices):
    position = walk(game, settings, choices)[-1]
    for move in islice(position.moves(), 5):
        result, seconds = game_in_hand.parse_move_and_seconds(position, f"{move} 1")
        assert (str(result), seconds) == (str(move), 1.0)


def test_a_move_that_is_not_legal_is_not_explained():
    assert last("new dots size=2x1", "play a1-a2", "explain a1-a2").startswith("? side-drawn")


@pytest.mark.parametrize("question", ["hint 0", "hint -1", "hint nan", "hint 1 brave", "hint easy 1", "hint 1 2 easy"])
def test_an_odd_question_for_a_hint_is_refused(question):
    assert last("new dots", question).startswith("? not-expected: ")


def test_after_the_end_there_is_nothing_to_advise_or_solve():
    over = [*SMALL, "play b1-b2 c1-c2"]
    for question in ("hint", "solve", "win", "play a1-a2", "explain a1-a2"):
        assert last(*over, question).startswith("? game-over: ")


@pytest.mark.parametrize(
    ("lines", "wins"),
    [
        (("new dots size=2x2",), "first"),
        (("new dots size=3x3",), "second"),
        (("new dots size=2x1 pie=1",), "draw"),
        (("new dots size=2x1 pie=1", "play a1-a2"), "second"),
        (("new dots size=2x1 pie=1", "play a1-a2", "play keep"), "second"),
        (("new dots size=1x2", "play a1-b1", "play a2-b2"), "draw"),
    ],
)
def test_it_names_the_winner(lines: tuple[str, ...], wins: str):
    assert last(*lines, "win 60") == f"= winner {wins}"


def test_win_agrees_with_the_value():
    start = "new tupik cities=4 seed=1"
    value, turn, wins = (last(start, question) for question in ("solve 60", "turn", "win 60"))
    assert value.splitlines()[0] == "= value 1"
    assert wins == turn.replace("= ", "= winner ")


def test_a_record_goes_out_and_comes_in():
    text = last(*SMALL, "play b1-b2 c1-c2", "record").removeprefix("= ")
    again = talk("load " + text.replace("\n", ";"), "result", "record", "undo", "score")
    assert again == ["=", "= second boxes", f"= {text}", "=", "= 0 0"]


def test_a_broken_record_is_refused_with_its_line_and_changes_nothing():
    before, refusals, after = talk(*SMALL, "record", "load game: dots;size: 2x2;1. a1-a2;2. a1-a2", "record")[6:]
    assert refusals.startswith("? side-drawn: line 4: ")
    assert before == after


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("sing", "unknown-command"),
        ("play a1-a2", "no-game"),
        ("record", "no-game"),
        ("new", "needs-argument"),
        ("new chess", "unknown-game"),
        ("new dots 4", "unreadable-option"),
        ('new dots size="2x2', "unreadable-option"),
        ("new dots size=2x2 size=3x3", "option-twice"),
        ("new dots size=99x99", "bad-option"),
        ("new dots colour=red", "unknown-option"),
        ("new dots seed=-1", "not-expected"),
        ("load", "needs-argument"),
        ("load what", "record-line"),
        ("quit now", "not-expected"),
        ("known_command", "needs-argument"),
    ],
)
def test_a_refusal_has_its_code_and_a_sentence(line, code):
    answer = last(line)
    assert answer.startswith(f"? {code}: ")
    assert "{" not in answer


def test_a_refused_new_game_keeps_the_old_game():
    assert last(*SMALL, "new dots size=0x0", "score") == "= 0 0"


def test_quotes_hold_an_option_with_spaces():
    assert last('new dots size="2 x 1"', "record").splitlines()[1] == "size: 2x1"


def test_empty_lines_and_comments_are_skipped():
    assert talk("", "# hello", "   ", "name") == ["= Tetradka"]


@pytest.mark.parametrize("line", [b"\0", b"\0\0\0", b"\x1b"])
def test_a_line_without_readable_text_is_answered(line: bytes):
    sink = BytesIO()
    serve(BytesIO(line + b"\nname\n"), sink)
    assert sink.getvalue().startswith(b"? unknown-command: ")


def test_nothing_is_read_after_quit():
    assert talk("quit", "name") == ["="]


@pytest.mark.parametrize(
    "line",
    [b"\xff\xfe\x00\x01", b"play \xc3\x28", b"x" * 1_000_000, b"play " + b"a1-a2 " * 200_000, b"\x00", b"\x1b[2J"],
)
def test_bad_bytes_are_refused_and_the_next_line_is_answered(line):
    sink = BytesIO()
    serve(BytesIO(b"new dots\n" + line + b"\nname\n"), sink)
    answers = sink.getvalue().decode().split("\n\n")
    assert answers[-2] == "= Tetradka"
    assert all(answer[0] in "=?" for answer in answers[:-1])


@pytest.mark.parametrize("start", [b"x", b" "])
def test_a_line_of_a_megabyte_is_too_long(start):
    sink = BytesIO()
    serve(BytesIO(start * (5 * LONGEST_LINE) + b"x\nname\n"), sink)
    assert sink.getvalue().startswith(b"? too-long: ")
    assert sink.getvalue().endswith(b"\n\n= Tetradka\n\n")


@given(line=st.text(max_size=80), command=st.sampled_from(["", "new dots ", "play ", "load ", "hint 0.05 ", "perft x"]))
def test_every_line_gets_one_answer_ended_by_one_empty_line(line, command):
    console = Console()
    console.answer("new dots size=1x1")
    answer = console.answer(command + line)
    assert answer == "" or (answer[0] in "=?" and answer.endswith("\n\n") and answer.count("\n\n") == 1)


@for_every_game
def test_every_game_answers_every_question(game):
    console = Console()
    assert console.answer(f"new {game.name}").startswith("=")
    for question in ("turn", "moves", "score", "result", "show", "owners", "record", "perft 0", "hint 0.1 classic"):
        assert console.answer(question).startswith("=")


def test_the_program_answers_at_once_and_leaves_in_order():
    process = subprocess.run(
        [sys.executable, "-m", "engines"], input=b"name\n\xff\nnew dots\nplay zz\n", capture_output=True, check=True
    )
    assert process.stdout.startswith(b"= Tetradka\n\n? unknown-command: ")
    assert process.stderr == b""


def test_the_program_lists_every_code_with_its_text():
    process = subprocess.run([sys.executable, "-m", "engines", "--codes"], capture_output=True, check=True, text=True)
    assert process.stdout.splitlines() == [
        f"{code}: {text}" for code, text in all_templates(game.text.phrases for game in GAMES.values()).items()
    ]


def test_the_program_refuses_a_record_that_cannot_be_read_in_a_sentence():
    command = [sys.executable, "-m", "engines", "review", "-"]
    process = subprocess.run(command, input=b"game: dots\n1. zz", capture_output=True, check=False)
    assert (process.returncode, process.stdout) == (1, b"")
    assert process.stderr.startswith(b"line 2: ")


@pytest.mark.sample(one_in=2)
@pytest.mark.parametrize(
    "arguments",
    [[], ["--codes"], ["match", "dots", "--games", "0", "easy", "easy"], ["review", RECORD, "--level", "easy"]],
)
def test_the_program_ends_quietly_when_nobody_reads_what_it_says(arguments):
    unread, output = os.pipe()
    os.close(unread)
    with os.fdopen(output, "wb") as nobody:
        command = [sys.executable, "-m", "engines", *arguments]
        process = subprocess.run(command, input=b"name\n", stdout=nobody, stderr=subprocess.PIPE, check=False)
    assert (process.returncode, b"Error" in process.stderr) == (1, False)


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize(
    ("arguments", "descriptor", "code"),
    [
        ([], "<&-", 0),
        (["review", "-"], "<&-", 1),
        ([], ">&-", 1),
        (["--codes"], ">&-", 1),
        (["--codes"], ">/dev/full", 1),
        (["daily", "2026-11-23"], ">/dev/full", 1),
        (["match", "dots", "--games", "0", "easy", "easy"], ">/dev/full", 1),
    ],
)
def test_the_program_says_in_a_sentence_that_its_input_or_output_cannot_be_used(
    arguments: list[str], descriptor: str, code: int
):
    command = f"{shlex.join([sys.executable, '-m', 'engines', *arguments])} {descriptor}"
    process = subprocess.run(["/bin/sh", "-c", command], input="name\n", capture_output=True, check=False, text=True)
    assert process.returncode == code
    assert "Traceback" not in process.stderr
    assert bool(process.stderr) is bool(code)


def test_a_match_that_is_interrupted_ends_with_the_code_that_shells_expect(monkeypatch):
    def interrupted(_arguments: list[str]) -> None:
        raise KeyboardInterrupt

    codes: list[int] = []
    monkeypatch.setattr(match_command, "main", interrupted)
    monkeypatch.setattr(os, "_exit", codes.append)
    main(["match"])
    assert codes == [130]


def test_only_questions_that_need_the_search_wait_for_it():
    waits: list[str] = []
    console = Console(wait=lambda table: waits.append(table.game.name))
    for line in ("new dots size=1x1", "hint 1 easy", "hint 1 classic", "moves", "play left"):
        console.answer(line)
    assert waits == []
    for line in ("hint 1", "hint 1 strong", "solve 1", "win 1"):
        console.answer(line)
    assert waits == ["dots"] * 4


def test_a_refused_question_does_not_wait_for_the_search():
    waits: list[str] = []
    console = Console(wait=lambda table: waits.append(table.game.name))
    answers = [
        console.answer(line)
        for line in (
            "new dots size=2x2",
            "play a1-b1",
            "explain a1-b1",
            "explain nonsense",
            "hint soon",
            "solve never",
            "win 0",
        )
    ]
    assert [answer[0] for answer in answers] == list("==?????")
    assert waits == []


@pytest.mark.parametrize(
    ("arguments", "text", "code"), [([], b"", 0), (["review", "-"], b"a record must begin", 1), (["--no"], b"usage", 2)]
)
def test_the_program_ends_though_the_interpreter_would_not(arguments: list[str], text: bytes, code: int):
    """As where a thread that loads kernels holds a lock that the farewell waits for."""
    program = (
        "import atexit, runpy, sys, time; atexit.register(time.sleep, 3600); "
        f"sys.argv[1:] = {arguments}; runpy.run_module('engines', run_name='__main__')"
    )
    process = subprocess.run([sys.executable, "-c", program], input=b"", capture_output=True, check=False, timeout=60)
    assert process.returncode == code
    assert text in process.stderr


def test_seconds_behind_a_curve_are_no_part_of_its_middle():
    position = GAMES["curves"].start({"size": "4x4", "points": "4"}, 0)
    for text in ("c1", "c2", "a1", "a2", "a1-a2"):
        position = position.play(position.read(text))
    for seconds in (1, 2, 3):
        move, limit = game_in_hand.parse_move_and_seconds(position, f"a1-c1 via b0.5 {seconds}")
        assert (str(move), limit) == ("a1-c1 via b0.5", seconds)
    move, _ = game_in_hand.parse_move_and_seconds(position, "a1-a2 via a-.5 1.5")
    assert str(move) == "a1-a2 via a-.5 1.5"
