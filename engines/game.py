"""The contract of every game: seats, positions, outcomes, hints, and the `Game` that names what it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Generic, Protocol, Self, TypeVar

from engines.menus import Menu, Press
from engines.phrases import Phrase

M = TypeVar("M")
Reason = Phrase


class Seat(Enum):
    """One of the two players."""

    FIRST = "first"
    SECOND = "second"

    @property
    def opponent(self) -> Seat:
        """The opponent's seat."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner (None: a draw) and a stable lower-case reason code."""

    winner: Seat | None
    reason: str

    def __str__(self) -> str:
        return f"{self.winner or 'draw'} {self.reason}"


class Position(Protocol[M]):
    """One moment of a game: frozen, hashable, picklable; a move makes a new one.

    `str(move)` is the one canonical spelling; `read` is generous, `play` is strict.
    """

    def __hash__(self) -> int: ...

    @property
    def turn(self) -> Seat:
        """Who decides now (after the end: who would)."""

    @property
    def outcome(self) -> Outcome | None:
        """None while the game runs."""

    @property
    def score(self) -> tuple[int, int]:
        """First's and Second's points (0, 0 where a game has none)."""

    @property
    def settings(self) -> Mapping[str, str]:
        """The options in canonical text: `start` with them, and any seed, gives the same start."""

    @property
    def forced_move(self) -> M | None:
        """The move that the rules play by themselves here (a pass without a drive, a throw without a choice)."""

    def moves(self) -> Iterable[M]:
        """Every legal move in a fixed order (curves: a fixed sample); empty after the end."""

    def read(self, text: str) -> M:
        """The move that a typed text means; raises `Unreadable` or `Ambiguous`, never judges legality."""

    def play(self, move: M) -> Self:
        """The position after `move` alone; raises `Illegal`; forced moves are played like any other."""

    def owners(self) -> Iterable[tuple[str, str]]:
        """What is owned, as (place, `first` | `second` | `free` | `released`)."""


def lead(position: Position[Any], seat: Seat) -> int:
    """How many points more than the other a seat has."""
    first, second = position.score
    return first - second if seat is Seat.FIRST else second - first


class Level(StrEnum):
    """How well a hint is thought out."""

    EASY = "easy"
    CLASSIC = "classic"
    STRONG = "strong"
    LADDER_1 = "ladder1"
    LADDER_2 = "ladder2"
    LADDER_3 = "ladder3"
    LADDER_4 = "ladder4"
    LADDER_5 = "ladder5"

    @property
    def rung(self) -> int | None:
        """Which opponent of a game's ladder it is, counted from 0; None of the plain levels."""
        return RUNGS.index(self) if self in RUNGS else None


LEVELS = (Level.EASY, Level.CLASSIC, Level.STRONG)
"""Those that every game has, from the weakest."""
RUNGS = (Level.LADDER_1, Level.LADDER_2, Level.LADDER_3, Level.LADDER_4, Level.LADDER_5)
"""The opponents who lack one idea each; without them a game plays as at the classic level."""


class Stop:
    """A flag that another thread raises to end a search; `cell` is one byte that a kernel can watch."""

    __slots__ = ("cell",)

    def __init__(self) -> None:
        self.cell = bytearray(1)

    def raise_(self) -> None:
        """Ends every search that was given this flag, within milliseconds and for good."""
        self.cell[0] = 1

    def __bool__(self) -> bool:
        return self.cell[0] != 0


@dataclass(frozen=True)
class Limit:
    """What a search may spend: wall seconds, optionally nodes, until a caller raises `stop`."""

    seconds: float = 1.0
    nodes: int | None = None
    seed: int = 0
    threads: int = 1
    stop: Stop = field(default_factory=Stop, compare=False)


@dataclass(frozen=True)
class Hint(Generic[M]):
    """Advice for the side to move: the line expected (its first move is the advice) and what it is worth.

    `value` is for the side to move: a margin still to come in dots, digits and curves; 1, 0, -1 elsewhere.
    It is an estimate unless `proved`.
    """

    line: tuple[M, ...]
    value: float
    is_proved: bool
    reasons: tuple[Reason, ...]
    seconds: float = 0.0

    @property
    def move(self) -> M:
        """The advice itself: the first move of the line."""
        return self.line[0]


@dataclass(frozen=True)
class Explanation(Generic[M]):
    """What is to be said of one legal move, best or not.

    `value` is that of the move and `best` that of the best one, both counted as a hint's value is, for the side that
    moves; both exact if `proved`. `advised` is the best line, in front this very move if none is better. `reply` is
    the line that punishes the move, beginning with the other side's answer; empty if nothing does.
    """

    move: M
    value: float
    best_value: float
    is_proved: bool
    reasons: tuple[Reason, ...] = ()
    reply: tuple[M, ...] = ()
    best_line: tuple[M, ...] = ()


@dataclass(frozen=True)
class Candidate(Generic[M]):
    """A move worth considering: what it gains, and what it risks as far as was looked."""

    move: M
    gain: tuple[Reason, ...] = ()
    risk: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Solution(Generic[M]):
    """The exact value for the side to move, plies to the end where the game has them, and every best move."""

    value: int
    best_moves: tuple[M, ...]
    distance: int | None = None


P = TypeVar("P", bound=Position[Any])
P_contra = TypeVar("P_contra", bound=Position[Any], contravariant=True)


class Advisor(Protocol[P_contra, M]):
    """What gives a game's advice (`engines.levels.Advice`)."""

    def hint(self, position: P_contra, limit: Limit, level: Level) -> Hint[M]:
        """The move to play now; raises `Illegal` after the end."""

    def solve(self, position: P_contra, limit: Limit) -> Solution[M]:
        """The exact value; raises `Refusal("unsolved", ...)` when the time is up."""

    def is_ready(self, position: P_contra, seconds: float) -> bool:
        """Whether the strong level can answer for a position without guessing, waiting so many seconds for it."""


@dataclass(frozen=True)
class Setting:
    """One option of a game: its key, default text, and the choices a menu offers.

    `span` are the bounds of what may be typed (`1x1..12x12`); without it, the choices. `own` is an example of a value
    that lies outside of these. A word that matches the pattern `bare` is a value of this option without its key
    (`4x4`); a text file that comes with a challenge is the value of the option with `file`.
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
    """A short game to learn from: the messages typed in it, and its settings."""

    messages: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step of a course: what it is about, the position that shows it, and its question.

    `choices` are the moves that a learner is asked to choose from (none: there is no question); `right` are those of
    them that answer it: all of them where any move does. `others` tells of any other move, explained, whether it
    answers it too.
    """

    name: str
    example: Example
    choices: tuple[str, ...]
    right_choices: tuple[str, ...]
    accepts_move: Callable[[AnyExplanation], bool] = lambda explanation: False


def is_as_good(explanation: AnyExplanation) -> bool:
    """Whether no move is better than the one explained, for certain."""
    return explanation.is_proved and explanation.value >= explanation.best_value


@dataclass(frozen=True)
class GameText(Generic[P]):
    """A game in characters and words.

    `board` is the board in plain characters without a word of any language; `legend` says what its signs mean. `place`
    tells of one place (a point, a cell, a city) what is there, what touches it, what is legal there; nothing of what is
    no place. `phrases` are the English templates of all codes it can say; `words` are those that a move may consist of,
    `inner_words` those that a move may have but never begins with; `faults` are the codes of reasons for which a
    move is not called good before it is proved.
    `press` is what becomes of the text of a move in the making when a place of the board is pressed, or several are
    gone over in one stroke (their names, a space between).
    """

    board: Callable[[P], str]
    phrases: Mapping[str, str]
    legend: Callable[[P], tuple[Phrase, ...]] = lambda position: ()
    place: Callable[[P, str], tuple[Phrase, ...]] = lambda position, name: ()
    words: tuple[str, ...] = ()
    inner_words: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    press: Callable[[P, str, str], Press] = lambda position, text, place: Press(place.split()[-1])


@dataclass(frozen=True)
class Teaching:
    """`lessons` are the positions that a game's rules, then their exact limits, are shown by; `course` teaches it from
    nothing, and then lets a learner play with the settings `first`."""

    lessons: tuple[Example, ...] = ()
    course: tuple[Step, ...] = ()
    first_settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Offer(Generic[P]):
    """How a game is offered in a chat.

    `defaults` adds what is played if nothing is said to the settings that were typed; `variants` are those to choose
    from. `seat` is the one that a person is offered against the bot, by the settings. `remark` is what a challenge says
    of its start (how fair a map is). `makes` is the option for which `start` makes something that takes a while (a
    map); "" if there is none.
    """

    defaults: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    variants: tuple[str, ...] = ()
    seat: Callable[[Mapping[str, str]], Seat] = lambda settings: Seat.FIRST
    remark: Callable[[P], tuple[Phrase, ...]] | None = None
    generated_option: str = ""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[P, M]):
    """One game: how to start it, and how to ask it for advice.

    `start` raises `Unreadable` for a setting it does not know or cannot read.
    `menu` leads to a move without typing: what is asked after the steps taken so far, and the choices.
    `margin` says that values are margins of points still to come; elsewhere they are 1, 0 or -1. A point that goes to
    the opponent instead shifts the margin by `margin_per_point`: by 2 where every point goes to one of the two.
    `ideas` says what matters in a position, without a move.
    `candidates` are up to five moves worth considering, different in kind, the same whenever they are asked for.
    `reasons` says of any legal move what it gives and takes, which idea of the game it serves, and what the reply that
    punishes it takes; it is given the explanation as far as that is known, without reasons.
    `near` names legal moves that differ little from what was typed.
    `is_small` says of a start that it is too small for a win against the bot to tell of strength; `is_one_sided`, that it
    gives one seat the win without any skill.
    `laborious` says that a move may take longer to play than others should have to wait, and that `moves` may be a
    sample of them.
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
    reasons: Callable[[P, Explanation[M]], tuple[Reason, ...]] = lambda position, explanation: ()
    similar_moves: Callable[[P, str], tuple[str, ...]] = lambda position, text: ()
    has_margin: bool = False
    margin_per_point: int = 1
    is_small: Callable[[P], bool] = lambda start: False
    is_one_sided: Callable[[P], bool] = lambda start: False
    is_laborious: bool = False

    def hint(self, position: P, limit: Limit, level: Level) -> Hint[M]:
        """The move to play now, at a level; raises `Illegal` after the end."""
        return self.advice.hint(position, limit, level)

    def solve(self, position: P, limit: Limit) -> Solution[M]:
        """The exact value of a position; raises `Refusal("unsolved", ...)` when the time is up."""
        return self.advice.solve(position, limit)

    def is_ready(self, position: P, seconds: float) -> bool:
        """Whether the strong level can answer for a position without guessing, waiting so many seconds for it."""
        return self.advice.is_ready(position, seconds)


AnyMove = Any
AnyPosition = Position[Any]
AnyGame = Game[Any, Any]
AnyHint = Hint[Any]
AnyCandidate = Candidate[Any]
AnyExplanation = Explanation[Any]


def advance(position: P, move: M) -> tuple[P, tuple[M, ...]]:
    """The position after `move` and all moves the rules then play by themselves, with those moves."""
    position = position.play(move)
    forced: list[M] = []
    while position.outcome is None and position.forced_move is not None:
        forced.append(position.forced_move)
        position = position.play(position.forced_move)
    return position, tuple(forced)


def perft(position: AnyPosition, depth: int, stop: Callable[[], bool] = lambda: False) -> int | None:
    """Return the number of move sequences of length `depth`; a game that ends earlier counts where it ends.

    None once `stop` says so, which is asked at every position.
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
            ahead.append(_after_each_move(position_now))
    return count


def _after_each_move(position: AnyPosition) -> Iterator[AnyPosition]:
    return (advance(position, move)[0] for move in position.moves())
