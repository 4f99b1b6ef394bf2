"""Whatever is typed, tapped or dragged on a board is answered, and the engine never fails at it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import cast

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Challenged
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session
from bot.core.language.speech import speech
from bot.core.ports.page import Archive, Past, Touch, Touchable, Touching, Verdict
from bot.core.view.refusals import refusal
from bot.core.view.touched import move_verdict, past_board, place_table, session_surface, touchable_board
from bot.platforms.web import frames
from bot.platforms.web.channel import Channel
from bot.platforms.web.connection import PinnedBoard, Question
from bot.platforms.web.presence import Guest
from engines import GAMES
from engines.game import AnyPosition, advance
from engines.refusals import Refusal
from renderers.board_input import input_of
from tests.engines.starts import options

ANN, BOB = Person("web", "1", "Ann"), Person("web", "2", "Bob")
LOBBY = Chat("web", "lobby", direct=True)
STARTS = {
    "dots": ("size=3x3", "size=5x5 pie=2"),
    "lgame": ("variant=classic", "variant=scoring target=5"),
    "tupik": ("map=1>2,3;2>4;3>4;4>5", "map=1>2;2>3,4;3>1,5;4>2,6;5>6;6>4,7;7>8;8>7,9"),
    "digits": ("size=5x5 digits=1-3", "size=6x6 wrap=yes"),
    "curves": ("size=8x6 points=8", "size=16x12 points=4", "size=26x20 points=6"),
}
ON_ONE_BOARD = 25
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.-+ via,:~ \u00e9\u0663\u2000\x1c"
NUMBERS = ("0", "1", "2", "9", "12", "26", "99", ".5", "9.5", "0.25", "1.05", "-1", "100")
WORDS = ("pass", "swap", "left", "via", "/move", "0", "-", "--", "12-", "9" * 30, "\u0663-\u0664", "\u00b2", "9" * 150)
NO_PLACES = ("left", "up", "via c9", "via c.5 9.5", "via a-.5 0.5", "via h0", "zz", "0", "99", "a1 a1", "-", "via")


@dataclass
class OneBoard:
    """The boards of one session, judged as the bot judges them."""

    session: Session

    async def board(self, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
        return touchable_board(self.session, person, speech(language))

    async def table(self, chat: Chat, of: str, language: str) -> tuple[tuple[str, str], ...]:
        return place_table(session_surface(self.session, speech(language)), speech(language))

    async def past(self, chat: Chat, of: str, turn: int, language: str) -> Past | None:
        return past_board(self.session, turn, speech(language))

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        return move_verdict(session_surface(self.session, speech(language)), touch, speech(language))


class Broken(OneBoard):
    """Boards of which nothing can be told."""

    async def table(self, chat: Chat, of: str, language: str) -> tuple[tuple[str, str], ...]:
        raise ZeroDivisionError

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        raise IndexError


def session(game: str, random: Random) -> Session:
    """A game somewhere before its end."""
    settings = tuple(options(random.choice(STARTS[game])).items())
    request = Challenged(0.0, "CODE", game, settings, 0, LOBBY, ANN, BOB, 1.0)
    begun = evolve(evolve(None, request), Accepted(0.0, BOB))
    position: AnyPosition = begun.position
    for _ in range(random.randrange(14)):
        after, _ = advance(position, random.choice(list(position.moves())))
        if after.outcome:
            break
        position = after
    return replace(begun, position=position)


class Fingers:
    """Somebody who types, taps and drags at random on one board."""

    def __init__(self, session: Session, random: Random) -> None:
        self._random = random
        self._moves = [str(move) for move in session.position.moves()][:200]
        self._places = [place.name for place in input_of(session.game).places(session.position)]
        self._marks = self._places if session.game == "curves" else []

    def touch(self, number: int) -> str:
        """A frame as a page sends it."""
        random = self._random
        taps = [self._place() for _ in range(random.choice((0, 0, 0, 1, 1, 2, 3, 6)))]
        at = [random.uniform(-3000, 3000), random.uniform(-3000, 3000)] if random.random() < 0.2 else None
        about = self._place() if random.random() < 0.3 else ""
        asked = {"of": "CODE@0", "text": self._text(), "taps": taps, "about": about, "at": at}
        return json.dumps({"kind": "touch", "number": number, **asked})

    def _place(self) -> str:
        return self._random.choice(self._places if self._random.random() < 0.7 else NO_PLACES)

    def _text(self) -> str:
        random = self._random
        if self._marks and random.random() < 0.6:
            return self._line()
        ways = (
            self._legal_text,
            self._misspelt,
            self._half,
            self._cells,
            self._noise,
            lambda: random.choice(WORDS),
            str,
        )
        return random.choice(ways)()

    def _line(self) -> str:
        random = self._random
        middle = f" via {random.choice('abcdehz')}{random.choice(('', '.5 ', '-.5 '))}{random.choice(NUMBERS)}"
        bend = f" {random.choice('+-')}{random.choice(NUMBERS)}"
        ends = random.choice(self._marks), random.choice(self._marks)
        return "-".join(ends) + random.choice(("", middle, middle, bend))

    def _legal_text(self) -> str:
        return self._random.choice(self._moves)

    def _misspelt(self) -> str:
        text = list(self._legal_text())
        for _ in range(self._random.randrange(1, 4)):
            place = self._random.randrange(len(text) + 1)
            text[place : place + self._random.randrange(2)] = self._random.choice(LETTERS)
        return "".join(text)

    def _half(self) -> str:
        text = self._legal_text()
        return text[: self._random.randrange(len(text) + 1)]

    def _cells(self) -> str:
        cells = (f"{self._random.choice('abcdhqz')}{self._random.choice(NUMBERS)}" for _ in range(3))
        return self._random.choice("- ").join(cells) + self._random.choice(("", "-"))

    def _noise(self) -> str:
        return "".join(self._random.choice(LETTERS) for _ in range(self._random.randrange(20)))


def boards(game: str, touches: int) -> Iterator[tuple[Session, list[str]]]:
    """Boards of a game, with frames of touches for each, as many in all as are asked for."""
    random = Random(7)
    for first in range(0, touches, ON_ONE_BOARD):
        fingers = Fingers(board := session(game, random), random)
        yield board, [fingers.touch(number) for number in range(first, min(first + ON_ONE_BOARD, touches))]


def pinned_board(board: OneBoard) -> PinnedBoard:
    """Return the pinned board of one connection."""
    touching = Touching(board.board, board.table, board.past, board.judge)
    channel = Channel("lobby", cast("Archive", None), "process", lambda: 0.0)
    return PinnedBoard(channel, Guest(ANN, language="en"), touching)


async def check_touches(game: str, touches: int, caplog: pytest.LogCaptureFixture) -> None:
    """Send touches of every kind, and the same texts as a chat does; each is answered and nothing is logged."""
    answers = 0
    for board, frames_of_board in boards(game, touches):
        stage = pinned_board(OneBoard(board))
        for text in frames_of_board:
            frame = frames.read(text)
            assert isinstance(frame, frames.TouchRequest)
            answer = await stage.answer(frame)
            assert answer["number"] == frame.number
            answers += "fit" in answer
            check_refusal(board, frame.text)
    assert (answers, caplog.messages) == (touches, [])


def check_refusal(board: Session, text: str) -> None:
    """A chat answers an illegal move in words; what it offers instead can be played."""
    position = board.position
    try:
        position.play(position.read(text))
    except Refusal as refused:
        assert refusal(refused, speech("en"), board, text or " ").text
        for similar_move in board.rules.text.similar_moves(position, text):
            position.play(position.read(similar_move))


@pytest.mark.parametrize("game", GAMES)
async def test_forty_touches_of_every_kind_are_answered(game: str, caplog: pytest.LogCaptureFixture):
    await check_touches(game, 40, caplog)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_ten_thousand_touches_of_every_kind_are_answered(game: str, caplog: pytest.LogCaptureFixture):
    await check_touches(game, 10_000, caplog)


QUESTIONS = (
    frames.TouchRequest("touch", 4, "CODE@0", "a1"),
    frames.Table("table", "CODE@0"),
    frames.Replay("replay", "CODE@0", 99),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.kind)
async def test_a_question_at_which_the_bot_fails_is_answered_and_logged(
    question: Question, caplog: pytest.LogCaptureFixture
):
    answer = await pinned_board(Broken(session("dots", Random(7)))).answer(question)
    assert answer.get("failed") or answer.get("gone") or answer.get("told") == ()
    assert "a question about a board failed" in caplog.text


def test_a_stroke_over_every_place_of_the_largest_board_is_a_frame():
    board = GAMES["dots"].start({"size": "12x12"}, 0)
    stroke = " ".join(place.name for place in input_of("dots").places(board))
    frame = frames.read(json.dumps({"kind": "touch", "number": 1, "of": "CODE@0", "taps": [stroke]}))
    assert isinstance(frame, frames.TouchRequest)
