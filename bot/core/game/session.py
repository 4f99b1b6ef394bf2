"""A session: the state of one game, folded from the events of its log: its turns, its places, its status."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from operator import attrgetter

from bot.core.game.clocks import Clocks
from bot.core.game.deadline import Deadline
from bot.core.game.events import Followed, Moved, Paused, Played
from bot.core.game.instants import Instant
from bot.core.game.outages import NO_PAUSES, Pauses
from bot.core.game.people import Chat, Person, Player, Robot
from bot.core.game.plans import Plans
from bot.core.game.problem import Problem
from bot.core.game.terms import Terms
from engines import GAMES
from engines.game import AnyGame, AnyMove, AnyPosition, Outcome, Seat, advance
from engines.review import Judgement


@dataclass(frozen=True)
class Turn:
    """One typed message: who, what it played, the moves that the rules played after it, the positions before each of
    all these moves and after the last, when, and whether it was typed before the move that it answers."""

    seat: Seat
    move: AnyMove
    forced: tuple[AnyMove, ...] = ()
    positions: tuple[AnyPosition, ...] = ()
    at: Instant = 0.0
    planned: bool = False

    @property
    def text(self) -> str:
        """The move in canonical text."""
        return str(self.move)


def last_run(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The last turns that are one player's."""
    start = len(turns)
    while start and turns[start - 1].seat is turns[-1].seat:
        start -= 1
    return turns[start:]


def turn_of(before: AnyPosition, event: Moved, result: Played) -> Turn:
    """The message that was typed in a position."""
    return Turn(event.seat, result.move, result.forced, _positions(before, result), event.at, event.planned)


def _positions(position: AnyPosition, result: Played) -> tuple[AnyPosition, ...]:
    """From `position` to where the move led; moves are played once more only where the rules went on by themselves."""
    if not result.forced:
        return position, result.position
    moves = (result.move, *result.forced)
    return tuple(accumulate(moves, lambda before, move: before.play(move), initial=position))


@dataclass(frozen=True)
class Start:
    """When a game was asked for, until when that waits for an answer, and the typed moves after which it begins."""

    at: Instant
    expires: Instant
    opening: tuple[str, ...] = ()


@dataclass(frozen=True)
class Loss:
    """A chat, by its key, that takes no boards `since` then, or that the player of a `seat` has left."""

    chat: str
    since: Instant
    seat: Seat | None = None


@dataclass(frozen=True)
class Places:
    """Where a game is played and shown.

    `chat` is the challenger's; the opponent may play from a `second` one, which has its own language. The challenger
    is alone in a `lonely` chat. The question is `unreached` if the second chat did not take it. A `chat` that is
    the game's own thread has a `parent`, where the game began; one that cannot have one is `threadless`. In an inline
    message, a game is `followed` from the chats of its players besides. What boards do
    not reach is `lost`.
    """

    chat: Chat
    language: str
    second: Chat | None = None
    second_language: str = ""
    lonely: bool = False
    unreached: bool = False
    subscriptions: tuple[Followed, ...] = ()
    parent: Chat | None = None
    threadless: bool = False
    losses: tuple[Loss, ...] = ()

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Where the game is shown."""
        return (self.chat, *((self.second,) if self.second else ()), *map(attrgetter("chat"), self.subscriptions))

    @property
    def all_chats(self) -> tuple[Chat, ...]:
        """Where the game is known: also where it began, if its boards are in a thread."""
        return (*self.chats, self.parent) if self.parent else self.chats

    @property
    def closed_chats(self) -> frozenset[str]:
        """Return the keys of the chats that take no boards."""
        return frozenset(loss.chat for loss in self.losses if loss.seat is None)

    def is_second(self, chat: Chat) -> bool:
        """Whether the opponent plays from this chat, and the challenger from another."""
        return self.second is not None and self.second.key == chat.key

    def is_thread(self, chat: Chat) -> bool:
        """Whether a chat is the game's own thread."""
        return self.parent is not None and self.chat.key == chat.key

    def chat_of(self, key: str) -> Chat:
        """The chat of the game that has this key; the challenger's if none has."""
        return next((chat for chat in self.all_chats if chat.key == key), self.chat)

    def subscription_in(self, chat: Chat) -> Followed | None:
        """Since when, in which language and by which seat the game is followed there."""
        return next((each for each in self.subscriptions if each.chat.key == chat.key), None)

    def language_in(self, chat: Chat) -> str:
        """What the game's messages to all are said in, if the chat has chosen no other language."""
        if subscription := self.subscription_in(chat):
            return subscription.language
        return self.second_language or self.language if self.is_second(chat) else self.language


class Stage(StrEnum):
    """How far a game has come."""

    OFFERED = "offered"
    RUNNING = "running"
    OVER = "over"
    OFF = "off"
    FILED = "filed"


@dataclass(frozen=True)
class Status:
    """How far a game has come, the `outcome` of one that is over, and of one that is `off` why, and by whose doing."""

    stage: Stage = Stage.OFFERED
    outcome: Outcome | None = None
    off: str = ""
    ended_by: Seat | None = None


@dataclass(frozen=True)
class Offers:
    """Who offers a draw, and who asks to take a turn back, in this very position; and who has declined either."""

    draw: Seat | None = None
    draw_declined: Seat | None = None
    undo: Seat | None = None
    undo_declined: Seat | None = None

    @property
    def standing(self) -> Seat | None:
        """Whose offer is to be answered."""
        return self.draw or self.undo


@dataclass(frozen=True)
class Hints:
    """How many hints First and Second have `taken`, the position of the newest one, the `ideas`: the moves of the menu
    that was shown in this very position; and what the coach has `judged` of the newest move of whom it teaches."""

    counts: tuple[int, int] = (0, 0)
    newest_position: AnyPosition | None = None
    ideas: tuple[str, ...] = ()
    judgement: Judgement | None = None


@dataclass(frozen=True)
class Undone:
    """What was taken back: the turns that led on from this very position, and how many plies that have been, so that
    every ply to come is a new one."""

    turns: tuple[Turn, ...] = ()
    plies: int = 0


@dataclass(frozen=True)
class Session:
    """All that is known of one game: `version` is the number of entries in its log, `causes` are what led to them, and
    `ply` is the number of typed messages. `plans` are secret to the other seat. `unwritten` are the pauses that count
    already, though only the next entry will say so. So many `questions` were asked; the open one has this number."""

    code: str
    game: str
    settings: tuple[tuple[str, str], ...]
    terms: Terms
    places: Places
    challenger: Person
    opponent: Player | None
    seat: Seat
    start: Start
    position: AnyPosition
    status: Status = Status()
    version: int = 0
    causes: frozenset[str] = frozenset()
    turns: tuple[Turn, ...] = ()
    undone: Undone = Undone()
    offers: Offers = Offers()
    hints: Hints = Hints()
    plans: Plans = ()
    clocks: Clocks | None = None
    questions: int = 0
    deadline: Deadline | None = None
    pauses: Pauses = NO_PAUSES
    unwritten: tuple[Paused, ...] = ()

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        return self.status.stage

    @property
    def rules(self) -> AnyGame:
        """The game's rules."""
        return GAMES[self.game]

    @property
    def ply(self) -> int:
        """The number of this position, which never comes twice: going back counts too."""
        return len(self.turns) + self.undone.plies

    @property
    def since(self) -> Instant:
        """Return when the position arose: the time of the newest move, else of the challenge."""
        return self.turns[-1].at if self.turns else self.start.at

    @property
    def messages(self) -> tuple[str, ...]:
        """The typed moves, those of the opening before them."""
        return (*self.start.opening, *(turn.text for turn in self.turns))

    @property
    def on_turn(self) -> Player | None:
        """Who is on turn; None while the game is not running."""
        return self.player(self.position.turn) if self.stage is Stage.RUNNING else None

    @property
    def player_to_act(self) -> Player | None:
        """Who is to act now: who is asked by the other player, else who is on turn."""
        offer = self.offers.standing
        return self.player(offer.opponent) if offer else self.on_turn

    def turns_to_undo(self, seat: Seat) -> tuple[Turn, ...]:
        """The last turn of a seat, and all that came after it; nothing if there is none."""
        numbers = [number for number, turn in enumerate(self.turns) if turn.seat is seat]
        return self.turns[numbers[-1] :] if numbers else ()

    def at(self, number: int) -> Session:
        """The game as it stood after so many messages, with nothing asked or planned; raises `IndexError` for more."""
        before = self.turns[0].positions[0] if self.turns else self.position
        position = self.turns[number - 1].positions[-1] if number else before
        status = self.status if number == len(self.turns) else Status(Stage.RUNNING)
        turns = self.turns[:number]
        return replace(self, position=position, turns=turns, status=status, offers=Offers(), hints=Hints(), plans=())

    @property
    def newest_turns(self) -> tuple[Turn, ...]:
        """The turns since the other player's last; before those that came at once, being a robot's or planned, those
        that they answer."""
        start, at_once = len(self.turns), True
        while start and at_once:
            run = last_run(self.turns[:start])
            start -= len(run)
            at_once = run[0].planned or isinstance(self.player(run[0].seat), Robot)
        return self.turns[start:]

    def problem(self, seconds: float) -> Problem:
        """The newest position, to be thought about for so long."""
        return Problem(self.rules, self.position, seconds, self.places.chat.key, self.messages)

    def follows_from(self, cause: str) -> bool:
        """Whether something that came in has led to an entry of the log already."""
        return bool(cause) and cause in self.causes

    def player(self, seat: Seat) -> Player | None:
        """Who has a seat; None where no opponent has accepted yet."""
        return self.challenger if seat is self.seat else self.opponent

    def involves(self, player: Player) -> bool:
        """Whether a player has a seat in this game, or is asked to take it."""
        return player.is_same(self.challenger) or player.is_same(self.opponent)

    def seat_of(self, player: Player) -> Seat | None:
        """The seat of a player; None for a stranger."""
        if player.is_same(self.challenger):
            return self.seat
        return self.seat.opponent if player.is_same(self.opponent) else None


def play(position: AnyPosition, text: str) -> Played:
    """Reads and plays a typed message, and what the rules play after it; raises `Refusal`."""
    move = position.read(text)
    after, forced_moves = advance(position, move)
    return Played(move, forced_moves, after)


def turns_in_a_row(session: Session) -> int:
    """How many turns in a row the player on turn has just had."""
    run = last_run(session.turns)
    return len(run) if run and run[0].seat is session.position.turn else 0
