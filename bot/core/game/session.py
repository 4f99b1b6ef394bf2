"""Session: the state of one game, built from the events of its log, and its conditional moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from operator import attrgetter

from bot.core.game.clocks import Clocks, Deadline
from bot.core.game.events import Followed, Moved, Paused, Played
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Player, Robot, Team
from bot.core.game.terms import Terms
from engines import GAMES
from engines.game import AnyGame, AnyMove, AnyPosition, Outcome, Seat, advance
from engines.refusals import Illegal, Refusal
from engines.review import Judgement


@dataclass(frozen=True)
class PlannedLine:
    """A planned line: the opponent's whole turn, the answer, the opponent's next turn, and so on.

    `trigger` is the position after the first turn; None while the player's own turn goes on and it is unknown.
    """

    seat: Seat
    line: tuple[str, ...]
    trigger: AnyPosition | None


Plans = tuple[PlannedLine, ...]


def plan_line(seat: Seat, line: tuple[str, ...], position: AnyPosition) -> PlannedLine:
    """Return a planned line from a position; raise `Refusal` if it cannot be played there."""
    if position.turn is seat:
        return PlannedLine(seat, line, None)
    after, _ = advance(position, position.read(line[0]))
    if after.turn is not seat:
        raise Illegal("plan-turn-unfinished", part=line[0])
    advance(after, after.read(line[1]))
    return PlannedLine(seat, line, after)


def plans_of(plans: Plans, seat: Seat | None) -> tuple[tuple[str, ...], ...]:
    """Return the planned lines of a seat, oldest first."""
    return tuple(plan.line for plan in plans if plan.seat is seat)


def are_compatible(existing: PlannedLine, plan: PlannedLine) -> bool:
    """Return whether two lines can coexist: the first difference must be in an opponent's turn."""
    if existing.seat is not plan.seat:
        return True
    is_by_line = None in (existing.trigger, plan.trigger)
    first_differs = existing.line[0] != plan.line[0] if is_by_line else existing.trigger != plan.trigger
    differs = (first_differs, *(a != b for a, b in zip(existing.line[1:], plan.line[1:], strict=False)))
    return next((place % 2 == 0 for place, differ in enumerate(differs) if differ), False)


def due_plan(plans: Plans, position: AnyPosition) -> PlannedLine | None:
    """Return the plan that the position triggers for the player to move; None if there is none."""
    return next((plan for plan in plans if plan.seat is position.turn and plan.trigger == position), None)


def plans_after_move(plans: Plans, event: Moved, before: AnyPosition, after: AnyPosition) -> Iterator[PlannedLine]:
    """Yield the plans that still apply after a move, shortened by the turns played."""
    for plan in plans:
        if plan.seat is not event.seat:
            if after.turn is event.seat or plan.trigger == after:
                yield plan
        elif plan.trigger is None and after.turn is plan.seat:
            yield plan
        elif rest := _rest(plan, event.text, before):
            with suppress(Refusal):
                yield plan_line(plan.seat, rest, after)


def _rest(plan: PlannedLine, text: str, before: AnyPosition) -> tuple[str, ...]:
    """Return the rest of a plan after its seat's move; empty if the move was not the planned one."""
    if plan.trigger is None:
        return plan.line
    return plan.line[2:] if plan.trigger == before and plan.line[1] == text else ()


@dataclass(frozen=True)
class Turn:
    """A player's message: its move, the forced moves after it, and the positions before, between and after them.

    `planned`: it was typed before the move that it answers. `tally`: the votes for each move, if a team made it.
    """

    seat: Seat
    move: AnyMove
    forced: tuple[AnyMove, ...] = ()
    positions: tuple[AnyPosition, ...] = ()
    at: Instant = 0.0
    planned: bool = False
    tally: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        """Return the move in canonical text."""
        return str(self.move)


def last_run(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return the last consecutive turns of one player."""
    start = len(turns)
    while start and turns[start - 1].seat is turns[-1].seat:
        start -= 1
    return turns[start:]


def turn_of(before: AnyPosition, event: Moved, result: Played) -> Turn:
    """Return the turn of a move played in a position; replay the moves only if some are forced."""
    positions: tuple[AnyPosition, ...] = (before, result.position)
    if result.forced:
        moves = (result.move, *result.forced)
        positions = tuple(accumulate(moves, lambda position, move: position.play(move), initial=before))
    return Turn(event.seat, result.move, result.forced, positions, event.at, event.planned, event.tally)


@dataclass(frozen=True)
class Start:
    """A challenge's instant, its expiry, the opening moves before the game starts, and when it was accepted."""

    at: Instant
    expires: Instant
    opening: tuple[str, ...] = ()
    accepted: Instant = 0.0


@dataclass(frozen=True)
class Loss:
    """A chat that has accepted no boards `since` an instant, or that the player of a `seat` has left."""

    chat: str
    since: Instant
    seat: Seat | None = None


@dataclass(frozen=True)
class Places:
    """The chats of a game.

    `chat` is the challenger's; the opponent may play from a `second` one, which has its own language. The challenger
    is alone in a `lonely` chat. A challenge is `unreached` if it could not be posted in the second chat. A `chat` that
    is the game's own thread has a `parent`, where the game began; a chat without threads is `threadless`. Players of a
    game in an inline message may follow it from their own chats (`subscriptions`). `losses`: boards that do not arrive.
    The seats in `teams` are played by everyone in a chat.
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
    teams: tuple[Seat, ...] = ()

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Return the chats that show the game."""
        return (self.chat, *((self.second,) if self.second else ()), *map(attrgetter("chat"), self.subscriptions))

    @property
    def all_chats(self) -> tuple[Chat, ...]:
        """Return the chats that show the game, and the parent chat of its thread."""
        return (*self.chats, self.parent) if self.parent else self.chats

    @property
    def closed_chats(self) -> frozenset[str]:
        """Return the keys of the chats that accept no boards."""
        return frozenset(loss.chat for loss in self.losses if loss.seat is None) if self.losses else frozenset()

    def is_second(self, chat: Chat) -> bool:
        """Return whether the opponent plays from this chat while the challenger plays from another."""
        return self.second is not None and self.second.key == chat.key

    def is_thread(self, chat: Chat) -> bool:
        """Return whether a chat is the game's thread."""
        return self.parent is not None and self.chat.key == chat.key

    def find_chat(self, key: str) -> Chat | None:
        """Return the chat with this key if it shows the game."""
        return next((chat for chat in self.chats if chat.key == key), None)

    def chat_of(self, key: str) -> Chat:
        """Return the game's chat with this key; the challenger's if there is none."""
        for chat in self.all_chats:
            if chat.key == key:
                return chat
        return self.chat

    def subscription_in(self, chat: Chat) -> Followed | None:
        """Return the event by which a player follows the game from this chat; None if there is none."""
        for each in self.subscriptions:
            if each.chat.key == chat.key:
                return each
        return None

    def language_in(self, chat: Chat) -> str:
        """Return the game's default language in a chat."""
        if subscription := self.subscription_in(chat):
            return subscription.language
        return self.second_language or self.language if self.is_second(chat) else self.language


class Stage(StrEnum):
    """The stage of a game."""

    OFFERED = "offered"
    RUNNING = "running"
    OVER = "over"
    OFF = "off"
    FILED = "filed"


@dataclass(frozen=True)
class Status:
    """The stage of a game, the outcome if it is over, the reason if it was called off, and the seat that ended it."""

    stage: Stage = Stage.OFFERED
    outcome: Outcome | None = None
    off: str = ""
    ended_by: Seat | None = None


@dataclass(frozen=True)
class Offers:
    """The open offers in the current position, by seat (a draw or an undo), and the seats that declined one.

    `questions` counts the offers that players made; the open one has this number.
    """

    draw: Seat | None = None
    draw_declined: Seat | None = None
    undo: Seat | None = None
    undo_declined: Seat | None = None
    questions: int = 0

    def without_open(self, draw: Seat | None = None) -> Offers:
        """Return no offers, except perhaps for a draw; the question numbers continue."""
        return Offers(draw, questions=self.questions)

    @property
    def standing(self) -> Seat | None:
        """Return the seat whose offer awaits an answer."""
        return self.draw or self.undo


@dataclass(frozen=True)
class Hints:
    """The number of hints to First and Second, the position of the latest, and the advice on this position.

    `ideas` are the moves of the menu shown here; `judgement` is the coach's, of its pupil's latest move.
    """

    counts: tuple[int, int] = (0, 0)
    newest_position: AnyPosition | None = None
    ideas: tuple[str, ...] = ()
    judgement: Judgement | None = None


@dataclass(frozen=True)
class Undone:
    """The turns undone in this position, and the number of plies used, so that no ply number recurs."""

    turns: tuple[Turn, ...] = ()
    plies: int = 0


@dataclass(frozen=True)
class Pauses:
    """The outages in a game's log: counted up to `counted`; `set_back` is the number of the latest clock set-back.

    The latest one began before message number `ply` and lasted `seconds`, which players may notice (`noticeable`).
    `shown`: a board reported it before that message. `unwritten` are in force, and the next log entry will hold them.
    """

    counted: Instant = 0.0
    set_back: int = 0
    ply: int = -1
    seconds: Instant = 0.0
    noticeable: bool = False
    shown: bool = False
    unwritten: tuple[Paused, ...] = ()


@dataclass(frozen=True)
class Session:
    """The state of one game.

    `causes` are those of the entries in its log, one each. `plans` are hidden from the other seat. If chats play as
    teams, the `challenger` and the `opponent` are the people who took their seats.
    """

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
    causes: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    undone: Undone = Undone()
    offers: Offers = Offers()
    hints: Hints = Hints()
    plans: Plans = ()
    clocks: Clocks | None = None
    deadline: Deadline | None = None
    pauses: Pauses = Pauses()

    @property
    def version(self) -> int:
        """Return the number of entries in the log."""
        return len(self.causes)

    @property
    def stage(self) -> Stage:
        """Return the stage of the game."""
        return self.status.stage

    @property
    def rules(self) -> AnyGame:
        """Return the game's rules."""
        return GAMES[self.game]

    @property
    def ply(self) -> int:
        """Return the number of this position, which never recurs: undone turns count too."""
        return len(self.turns) + self.undone.plies

    @property
    def since(self) -> Instant:
        """Return the instant of the latest move, else of the challenge."""
        return self.turns[-1].at if self.turns else self.start.at

    @property
    def messages(self) -> tuple[str, ...]:
        """Return the moves as typed, excluding the opening."""
        return (*self.start.opening, *(turn.text for turn in self.turns))

    @property
    def on_turn(self) -> Player | None:
        """Return the player to move; None while the game is not running."""
        return self.player(self.position.turn) if self.stage is Stage.RUNNING else None

    @property
    def player_to_act(self) -> Player | None:
        """Return the player who must answer an offer, else the player to move."""
        offer = self.offers.standing
        return self.player(offer.opponent) if offer else self.on_turn

    def turns_to_undo(self, seat: Seat) -> tuple[Turn, ...]:
        """Return the last turn of a seat and all later turns; empty if the seat has not moved."""
        numbers = [number for number, turn in enumerate(self.turns) if turn.seat is seat]
        return self.turns[numbers[-1] :] if numbers else ()

    def at(self, number: int) -> Session:
        """Return the session after `number` turns, without offers or plans; raise `IndexError` for a later one."""
        before = self.turns[0].positions[0] if self.turns else self.position
        position = self.turns[number - 1].positions[-1] if number else before
        status = self.status if number == len(self.turns) else Status(Stage.RUNNING)
        turns = self.turns[:number]
        return replace(self, position=position, turns=turns, status=status, offers=Offers(), hints=Hints(), plans=())

    @property
    def newest_turns(self) -> tuple[Turn, ...]:
        """Return the latest run of turns; before runs of a robot or planned ones, also the runs they answer."""
        start, at_once = len(self.turns), True
        while start and at_once:
            run = last_run(self.turns[:start])
            start -= len(run)
            at_once = run[0].planned or isinstance(self.player(run[0].seat), Robot)
        return self.turns[start:]

    def follows_from(self, cause: str) -> bool:
        """Return whether the log has an entry with this cause."""
        return bool(cause) and cause in self.causes

    def player(self, seat: Seat) -> Player | None:
        """Return the player of a seat; None for the opponent of an open challenge."""
        if seat in self.places.teams:
            chat = self.places.chat if seat is self.seat else self.places.second
            return Team(chat, seat if len(self.places.teams) > 1 else None) if chat else None
        return self.challenger if seat is self.seat else self.opponent

    def involves(self, player: Player) -> bool:
        """Return whether a player has a seat in this game or is challenged to take one."""
        return player.is_same(self.challenger) or player.is_same(self.opponent)

    def seat_of(self, player: Player) -> Seat | None:
        """Return the seat of a player; None for other people."""
        if player.is_same(self.player(self.seat)):
            return self.seat
        return self.seat.opponent if player.is_same(self.player(self.seat.opponent)) else None


def has_ticking_clock(session: Session) -> bool:
    """Return whether the players' clocks tick, so that a flag falls by itself."""
    return session.clocks is not None and session.clocks.pace.ticks


def play(position: AnyPosition, text: str) -> Played:
    """Play a typed message and the forced moves after it; raise `Refusal` if it is unreadable or illegal."""
    move = position.read(text)
    after, forced_moves = advance(position, move)
    return Played(move, forced_moves, after)


def turns_in_a_row(session: Session) -> int:
    """Return the number of turns that the player to move has just made in a row."""
    run = last_run(session.turns)
    return len(run) if run and run[0].seat is session.position.turn else 0
