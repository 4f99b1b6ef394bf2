"""A game in a chat: a fold over its log of events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import singledispatch

from bot.core import plans
from bot.core.clock import Instant
from bot.core.entries import Entry
from bot.core.events import (
    Accepted,
    Called,
    Challenged,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    Hinted,
    Judged,
    Moved,
    Planned,
    Played,
    Resigned,
    TakenBack,
    UndoDeclined,
    UndoOffered,
    Unplanned,
)
from bot.core.people import Chat, Person, Player, Robot
from bot.core.plans import Plans
from bot.core.played import Turn, last_run, turn_of
from engines import GAMES
from engines.game import AnyGame, AnyPosition, Outcome, Seat, advance
from engines.review import Judgement


class Stage(StrEnum):
    """How far a game has come."""

    OFFERED = "offered"
    RUNNING = "running"
    OVER = "over"
    OFF = "off"


@dataclass(frozen=True)
class Session:
    """All that is known of one game: `version` is the number of entries in its log, `causes` are what led to them, and
    `ply` is the number of typed messages, `hinted` the position of the newest hint.

    Of the offers made in this very position, `draw_declined` and `undo_declined` are who did not take them. `undone`
    are the turns that led on from it and were taken back; `gone` makes every ply a new one, also after that. `judged`
    is what the coach says of the newest move of the player whom it teaches; `plans` are for nobody's eyes but those of
    whose seat they are.

    `chat` is the challenger's; the opponent may play from a `second` one, which has its own language. Nobody but the
    challenger is in a `lonely` chat.
    """

    code: str
    game: str
    settings: tuple[tuple[str, str], ...]
    seed: int
    chat: Chat
    challenger: Person
    opponent: Player | None
    started: Instant
    expires: Instant
    language: str
    seat: Seat
    position: AnyPosition
    stage: Stage = Stage.OFFERED
    version: int = 0
    causes: frozenset[str] = frozenset()
    turns: tuple[Turn, ...] = ()
    hints: tuple[int, int] = (0, 0)
    hinted: AnyPosition | None = None
    draw_offer: Seat | None = None
    draw_declined: Seat | None = None
    undo_offer: Seat | None = None
    undo_declined: Seat | None = None
    undone: tuple[Turn, ...] = ()
    gone: int = 0
    plans: Plans = ()
    terms: tuple[tuple[str, str], ...] = ()
    lonely: bool = False
    second: Chat | None = None
    second_language: str = ""
    judged: Judgement | None = None
    outcome: Outcome | None = None
    off: str = ""

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Where the game is shown."""
        return (self.chat, self.second) if self.second else (self.chat,)

    @property
    def ply(self) -> int:
        return len(self.turns) + self.gone

    @property
    def messages(self) -> tuple[str, ...]:
        """The typed moves."""
        return tuple(turn.text for turn in self.turns)

    @property
    def on_turn(self) -> Player | None:
        """Who decides now; None if nobody does."""
        return self.player(self.position.turn) if self.stage is Stage.RUNNING else None

    @property
    def asked(self) -> Player | None:
        """Who is to say or do something now: whoever is asked by the other player, else who is on turn."""
        offer = self.draw_offer or self.undo_offer
        return self.player(offer.other) if offer else self.on_turn

    def back(self, seat: Seat) -> tuple[Turn, ...]:
        """The last turn of a seat, and all that came after it; nothing if there is none."""
        own = [number for number, turn in enumerate(self.turns) if turn.seat is seat]
        return self.turns[own[-1] :] if own else ()

    @property
    def newest(self) -> tuple[Turn, ...]:
        """The turns since the other player's last; before those that came at once, being a robot's or planned, those
        that they answer."""
        start, at_once = len(self.turns), True
        while start and at_once:
            run = last_run(self.turns[:start])
            start -= len(run)
            at_once = run[0].planned or isinstance(self.player(run[0].seat), Robot)
        return self.turns[start:]

    def follows_from(self, cause: str) -> bool:
        """Whether something that came in has led to an entry of the log already."""
        return bool(cause) and cause in self.causes

    def player(self, seat: Seat) -> Player | None:
        return self.challenger if seat is self.seat else self.opponent

    def involves(self, person: Person) -> bool:
        """Whether somebody plays this game, or is asked to."""
        players = (self.challenger, self.opponent)
        return any(isinstance(player, Person) and player.is_same(person) for player in players)

    def seat_of(self, person: Person) -> Seat | None:
        """The seat of a person; None for a stranger."""
        seats = (seat for seat in Seat if isinstance(p := self.player(seat), Person) and p.is_same(person))
        return next(seats, None)


def evolve(session: Session | None, event: Event) -> Session:
    """The game after one more event; the first is always `Challenged`."""
    if isinstance(event, Challenged):
        return _challenged(event)
    if session is None:
        raise ValueError(f"a log cannot begin with {event.kind}")
    return _after(event, session)


def replay(session: Session | None, entries: Iterable[Entry]) -> Session | None:
    """The game after more entries of its log, each one version."""
    for entry in entries:
        for event in entry.events:
            session = evolve(session, event)
        if session is not None:
            session = replace(session, version=session.version + 1, causes=session.causes | {entry.cause})
    return session


def play(position: AnyPosition, text: str) -> Played:
    """Reads and plays a typed message, and what the rules play after it; raises `Refusal`."""
    move = position.read(text)
    after, forced = advance(position, move)
    return Played(move, forced, after)


def _challenged(event: Challenged) -> Session:
    return Session(
        code=event.code,
        game=event.game,
        settings=event.settings,
        seed=event.seed,
        chat=event.chat,
        challenger=event.challenger,
        opponent=event.opponent,
        started=event.at,
        expires=event.expires,
        language=event.language,
        seat=event.seat,
        terms=event.terms,
        lonely=event.lonely,
        second=event.asks_in,
        second_language=event.asks_language,
        position=GAMES[event.game].start(dict(event.settings), event.seed),
    )


@singledispatch
def _after(event: Event, session: Session) -> Session:
    raise TypeError(f"no such event: {event!r}")


@_after.register
def _(event: Accepted, session: Session) -> Session:
    seated = replace(session, opponent=event.by, stage=Stage.RUNNING)
    return replace(seated, second=event.chat, second_language=event.language) if event.chat else seated


@_after.register
def _(event: Called, session: Session) -> Session:
    return replace(session, stage=Stage.OFF, off=event.off, plans=())


@_after.register
def _(event: Moved, session: Session) -> Session:
    played = event.played or play(session.position, event.text)
    offer = session.draw_offer if session.draw_offer is event.seat else None
    moved = replace(
        session,
        position=played.position,
        turns=(*session.turns, turn_of(session.position, event, played)),
        draw_offer=offer,
        draw_declined=None,
        undo_offer=None,
        undo_declined=None,
        undone=(),
        judged=None if session.judged and session.judged.seat is event.seat else session.judged,
        plans=plans.after_move(session.plans, event, session.position, played.position),
    )
    return moved if played.position.outcome is None else _over(moved, played.position.outcome)


@_after.register
def _(event: Judged, session: Session) -> Session:
    return replace(session, judged=event.judgement)


@_after.register
def _(event: Planned, session: Session) -> Session:
    return replace(session, plans=plans.added(session.plans, plans.planned(event.seat, event.line, session.position)))


@_after.register
def _(event: Unplanned, session: Session) -> Session:
    return replace(session, plans=plans.without(session.plans, event.seat, event.line))


@_after.register
def _(event: Hinted, session: Session) -> Session:
    first, second = session.hints
    hints = (first + (event.seat is Seat.FIRST), second + (event.seat is Seat.SECOND))
    return replace(session, hints=hints, hinted=session.position)


@_after.register
def _(event: DrawOffered, session: Session) -> Session:
    return replace(session, draw_offer=event.seat, draw_declined=None)


@_after.register
def _(event: DrawDeclined, session: Session) -> Session:
    return replace(session, draw_offer=None, draw_declined=event.seat)


@_after.register
def _(event: DrawAgreed, session: Session) -> Session:
    return _over(session, Outcome(None, "agreed"))


@_after.register
def _(event: UndoOffered, session: Session) -> Session:
    return replace(session, undo_offer=event.seat)


@_after.register
def _(event: UndoDeclined, session: Session) -> Session:
    return replace(session, undo_offer=None, undo_declined=event.seat)


@_after.register
def _(event: TakenBack, session: Session) -> Session:
    undone = session.back(event.seat)
    return replace(
        session,
        position=undone[0].positions[0],
        turns=session.turns[: -len(undone)],
        undone=undone,
        plans=(),
        gone=session.gone + len(undone) + 1,
        judged=None,
        draw_offer=None,
        draw_declined=None,
        undo_offer=None,
        undo_declined=None,
    )


@_after.register
def _(event: Resigned, session: Session) -> Session:
    return _over(session, Outcome(event.seat.other, "resigned"))


def _over(session: Session, outcome: Outcome) -> Session:
    return replace(
        session,
        stage=Stage.OVER,
        outcome=outcome,
        plans=(),
        draw_offer=None,
        draw_declined=None,
        undo_offer=None,
        undo_declined=None,
    )
