"""The contract of every game: seats, positions, outcomes, hints, and the `Game` that holds what a game offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from itertools import repeat
from math import inf
from time import perf_counter
from typing import Any, Generic, Protocol, Self, TypeVar

from engines.menus import Menu, Press
from engines.phrases import Phrase
from engines.reasoning import Reasoning

M = TypeVar("M")
T = TypeVar("T")
Reason = Phrase


class Seat(Enum):
    """One of the two players."""

    FIRST = "first"
    SECOND = "second"

    @property
    def opponent(self) -> Seat:
        """Return the opponent's seat."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winner (None for a draw) and a stable lower-case reason code."""

    winner: Seat | None
    reason: str

    def __str__(self) -> str:
        return f"{self.winner or 'draw'} {self.reason}"


class Position(Protocol[M]):
    """One moment of a game: frozen, hashable and picklable; a move makes a new position.

    `str(move)` is the one canonical spelling of a move. `read` is lenient, `play` is strict.
    """

    def __hash__(self) -> int: ...

    @property
    def turn(self) -> Seat:
        """Return the seat to move; after the end, the seat that would move next."""

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the game runs."""

    @property
    def score(self) -> tuple[int, int]:
        """Return First's and Second's points; (0, 0) if the game has no points."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the options in canonical text; `start` with them, and any seed, gives the same start."""

    @property
    def forced_move(self) -> M | None:
        """Return the move that the rules play here (a pass without a move, a throw without a choice), or None."""

    def moves(self) -> Iterable[M]:
        """Return every legal move in a fixed order (Curves: a fixed sample); empty after the end."""

    def read(self, text: str) -> M:
        """Return the move that a typed text describes, legal or not; raise `Unreadable` or `Ambiguous`."""

    def play(self, move: M) -> Self:
        """Return the position after `move`, without the moves that it forces; raise `Illegal`."""

    def owners(self) -> Iterable[tuple[str, str]]:
        """Return each owned place as (place, `first` | `second` | `free` | `released`)."""

    def can_win(self, seat: Seat) -> bool:
        """Return whether `seat` could still win if the opponent helped it; False only if that is proved."""


def lead(position: Position[Any], seat: Seat) -> int:
    """Return the lead of `seat` in points; negative if it is behind."""
    first, second = position.score
    return first - second if seat is Seat.FIRST else second - first


class Level(StrEnum):
    """A playing strength: a general level or a rung of the ladder."""

    EASY = "easy"
    CLASSIC = "classic"
    SKILLED = "skilled"
    EXPERT = "expert"
    STRONG = "strong"
    LADDER_1 = "ladder1"
    LADDER_2 = "ladder2"
    LADDER_3 = "ladder3"
    LADDER_4 = "ladder4"
    LADDER_5 = "ladder5"

    @property
    def rung(self) -> int | None:
        """Return the index of this opponent on a game's ladder; None for the general levels."""
        return RUNGS.index(self) if self in RUNGS else None


LEVELS = (Level.EASY, Level.CLASSIC, Level.SKILLED, Level.EXPERT, Level.STRONG)
"""The levels of every game, weakest first."""
RUNGS = (Level.LADDER_1, Level.LADDER_2, Level.LADDER_3, Level.LADDER_4, Level.LADDER_5)
"""The opponents who lack one idea each; a game without them plays at the classic level instead."""


class Stop:
    """A flag that ends a search from another thread; `cell` is one byte that a kernel can watch."""

    __slots__ = ("cell",)

    def __init__(self) -> None:
        self.cell = bytearray(1)

    def raise_(self) -> None:
        """End every search that holds this flag, permanently and within milliseconds."""
        self.cell[0] = 1

    def __bool__(self) -> bool:
        return self.cell[0] != 0


@dataclass(frozen=True)
class Deadline:
    """The time limit of work in plain Python, checked between two steps."""

    until: float
    clock: Callable[[], float] = perf_counter
    stop: Stop = field(default_factory=Stop)

    @property
    def is_over(self) -> bool:
        """Return whether the time is up or the work was cancelled."""
        return bool(self.stop) or self.clock() >= self.until

    def cut(self, items: Iterable[T]) -> Iterator[T]:
        """Yield items until the time is up, but at least one if there are any."""
        for item in items:
            yield item
            if self.is_over:
                return


NO_DEADLINE = Deadline(inf)


@dataclass(frozen=True)
class Limit:
    """The budget of a search: seconds of `clock` and optionally nodes, or until `stop` is raised.

    If `with_reasons` is false, the caller ignores the reasons of a hint, and a game may leave them out.
    """

    seconds: float = 1.0
    nodes: int | None = None
    seed: int = 0
    threads: int = 1
    stop: Stop = field(default_factory=Stop, compare=False)
    clock: Callable[[], float] = field(default=perf_counter, compare=False)
    with_reasons: bool = True

    def deadline(self, share: float = 1.0) -> Deadline:
        """Return the deadline of work that starts now and may take a share of the seconds."""
        return Deadline(self.clock() + share * self.seconds, self.clock, self.stop)


@dataclass(frozen=True)
class Hint(Generic[M]):
    """Advice for the side to move: the expected line, whose first move is the advice, and its value.

    `value` is for the side to move: the margin still to come in Dots, Digits and Curves; 1, 0 or -1 elsewhere.
    It is an estimate unless `is_proved`. `than` and `than_reasons` are as in an explanation.
    """

    line: tuple[M, ...]
    value: float
    is_proved: bool
    reasons: tuple[Reason, ...]
    seconds: float = 0.0
    than: M | None = None
    than_reasons: tuple[Reason, ...] = ()

    @property
    def move(self) -> M:
        """Return the advised move, the first of the line."""
        return self.line[0]


@dataclass(frozen=True)
class Explanation(Generic[M]):
    """The assessment of one legal move.

    `value` and `best_value`, the best one, count like a hint's value, exact if `is_proved`. `best_line` begins
    with this move if none is better. `reply` is the line that punishes the move, from the opponent's answer on, if any.
    `than` is the move compared with: the best, or else the most tempting worse one, or else any other; None if all are
    proved as good. `reasons` hold for the move, `than_reasons` for `than` alone; `facts` are all known of the move.
    """

    move: M
    value: float
    best_value: float
    is_proved: bool
    reasons: tuple[Reason, ...] = ()
    reply: tuple[M, ...] = ()
    best_line: tuple[M, ...] = ()
    than: M | None = None
    than_reasons: tuple[Reason, ...] = ()
    facts: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Candidate(Generic[M]):
    """A move worth considering, with its gains and risks as far as they are known."""

    move: M
    gain: tuple[Reason, ...] = ()
    risk: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Solution(Generic[M]):
    """The exact value for the side to move, the plies to the end if the game counts them, and every best move."""

    value: int
    best_moves: tuple[M, ...]
    distance: int | None = None


P = TypeVar("P", bound=Position[Any])
P_contra = TypeVar("P_contra", bound=Position[Any], contravariant=True)


class Advisor(Protocol[P_contra, M]):
    """The source of a game's advice (`engines.levels.Advice`)."""

    def hint(self, position: P_contra, limit: Limit, level: Level) -> Hint[M]:
        """Return the move to play now; raise `Illegal` after the end."""

    def solve(self, position: P_contra, limit: Limit) -> Solution[M]:
        """Return the exact value; raise `Refusal("unsolved", ...)` if time runs out."""

    def is_ready(self, position: P_contra, seconds: float) -> bool:
        """Return whether the strong level can answer without guessing, after waiting up to `seconds`."""


@dataclass(frozen=True)
class Setting:
    """One option of a game: its key, default text, and the choices that a menu offers.

    `span` gives the bounds of what players may type (`1x1..12x12`); without it, only the choices are allowed.
    `custom_example` is a value outside of the choices. A word that matches `bare_pattern` is a value of this option
    without its key (`4x4`). If `is_file`, a text file attached to a challenge is the option's value.
    """

    key: str
    default: str
    choices: tuple[str, ...] = ()
    span: str = ""
    custom_example: str = ""
    bare_pattern: str | None = None
    is_file: bool = False


@dataclass(frozen=True)
class Example:
    """A short game to learn from: its settings and its typed messages."""

    messages: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A step of a course: its topic, the position to show, and its question.

    The learner chooses among the moves `choices`; without any, the step has no question. `right_choices` are the
    correct ones: all if any will do. `accepts_move` says whether another move, by its explanation, is correct too.
    """

    name: str
    example: Example
    choices: tuple[str, ...]
    right_choices: tuple[str, ...]
    accepts_move: Callable[[AnyExplanation], bool] = lambda explanation: False


def is_as_good(explanation: AnyExplanation) -> bool:
    """Return whether the explained move is proved to be a best move."""
    return explanation.is_proved and explanation.value >= explanation.best_value


@dataclass(frozen=True)
class GameText(Generic[P]):
    """The texts of a game.

    `board` is the board in plain characters without words of any language; `legend` explains its signs. `place`
    describes one place (a point, a cell, a city): what is there, what touches it, what is legal there; it is empty
    for anything that is not a place. `phrases` are the English templates of all codes. `words` are the words that a
    move may consist of, `inner_words` those that may occur in a move but never begin one. `faults` are the codes of
    reasons for which a move is not called good before it is proved; `reasoning` says what each reason is worth.
    `press` returns the text of an unfinished move after a press on a place of the board, or after one stroke over
    several places (their names with a space between). `similar_moves` names legal moves like a typed text.
    """

    board: Callable[[P], str]
    phrases: Mapping[str, str]
    legend: Callable[[P], tuple[Phrase, ...]] = lambda position: ()
    place: Callable[[P, str], tuple[Phrase, ...]] = lambda position, name: ()
    words: tuple[str, ...] = ()
    inner_words: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    reasoning: Reasoning = field(default_factory=Reasoning)
    press: Callable[[P, str, str], Press] = lambda position, text, place: Press(place.split()[-1])
    similar_moves: Callable[[P, str], tuple[str, ...]] = lambda position, text: ()


@dataclass(frozen=True)
class Teaching:
    """The lessons and the course of a game.

    `lessons` are the positions that show the rules and then their exact limits. `course` teaches the game from
    scratch, and then lets the learner play with `first_settings`.
    """

    lessons: tuple[Example, ...] = ()
    course: tuple[Step, ...] = ()
    first_settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Offer(Generic[P]):
    """The presentation of a game in chats.

    `defaults` fills in the settings that were not typed; `variants` are the variants to choose from. `seat` is the
    seat that a person gets against the bot, by the settings. `remark` is what a challenge says about its start (how
    fair a map is). `generated_option` is the option that `start` needs time to generate (a map); "" if there is none.
    `is_small` says that a start is too small for a win against the bot to be a sign of strength; `is_one_sided`, that
    one seat wins it without any skill.
    """

    defaults: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    variants: tuple[str, ...] = ()
    seat: Callable[[Mapping[str, str]], Seat] = lambda settings: Seat.FIRST
    remark: Callable[[P], tuple[Phrase, ...]] | None = None
    generated_option: str = ""
    is_small: Callable[[P], bool] = lambda start: False
    is_one_sided: Callable[[P], bool] = lambda start: False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[P, M]):
    """One game: its start, its texts and its advice.

    `start` raises `Unreadable` for a setting that it does not know or cannot read. `menu` leads to a move without
    typing: it returns the next question and its choices, given the steps so far. `ideas` describes what matters in a
    position, without naming a move. `candidates` are up to five different moves worth considering, the same at every
    call. `reasons` says everything that a legal move gives and takes, which idea of the game it serves, and what the
    reply that punishes it takes; it gets the explanation as far as it is known, without reasons, and a limit.
    `tempting_moves` lists legal moves within a limit, two if possible, those first that rules of thumb prefer. In a
    game of points, values are margins of points still to come, and a point that goes to the opponent shifts the margin
    by `margin_per_point`: 2 if every point goes to one of the two, 0 in other games. In a game that `is_laborious`, a
    move may take longer to play than others should wait, and `moves` may be a sample.
    """

    name: str
    settings: tuple[Setting, ...]
    start: Callable[[Mapping[str, str], int], P]
    text: GameText[P]
    advice: Advisor[P, M]
    teaching: Teaching
    offer: Offer[P] = field(default_factory=Offer)
    menu: Callable[[P, tuple[str, ...]], Menu] | None = None
    ideas: Callable[[P], tuple[Phrase, ...]] | None = None
    candidates: Callable[[P, Limit], tuple[Candidate[M], ...]] = lambda position, limit: ()
    reasons: Callable[[P, Explanation[M], Limit], tuple[Reason, ...]] = lambda position, explanation, limit: ()
    tempting_moves: Callable[[P, Limit], Iterable[M]] = lambda position, limit: position.moves()
    margin_per_point: int = 0
    is_laborious: bool = False

    @property
    def has_margin(self) -> bool:
        """Return whether values are margins of points still to come rather than 1, 0 or -1."""
        return self.margin_per_point > 0

    def hint(self, position: P, limit: Limit, level: Level) -> Hint[M]:
        """Return the move to play now at a level; raise `Illegal` after the end."""
        return self.advice.hint(position, limit, level)

    def solve(self, position: P, limit: Limit) -> Solution[M]:
        """Return the exact value of a position; raise `Refusal("unsolved", ...)` if time runs out."""
        return self.advice.solve(position, limit)

    def is_ready(self, position: P, seconds: float) -> bool:
        """Return whether the strong level can answer without guessing, after waiting up to `seconds`."""
        return self.advice.is_ready(position, seconds)


AnyMove = Any
AnyPosition = Position[Any]
AnyGame = Game[Any, Any]
AnyHint = Hint[Any]
AnyCandidate = Candidate[Any]
AnyExplanation = Explanation[Any]


def advance(position: P, move: M) -> tuple[P, tuple[M, ...]]:
    """Return the position after `move` and any forced moves, with all moves played."""
    position = position.play(move)
    forced_moves: list[M] = []
    while position.outcome is None and position.forced_move is not None:
        forced_moves.append(position.forced_move)
        position = position.play(position.forced_move)
    return position, tuple(forced_moves)


def perft(position: AnyPosition, depth: int, stop: Callable[[], bool] = lambda: False) -> int | None:
    """Return the number of move sequences of length `depth`; sequences that end the game earlier count too.

    Return None once `stop` is true; it is called at every position.
    """
    count, ahead = 0, [iter((position,))]
    while ahead:
        if stop():
            return None
        position_now = next(ahead[-1], None)
        if position_now is None:
            ahead.pop()
        elif len(ahead) > depth or position_now.outcome is not None:
            count += 1
        else:
            pairs = zip(repeat(position_now), position_now.moves(), strict=False)
            ahead.append(advance(position, move)[0] for position, move in pairs)
    return count
