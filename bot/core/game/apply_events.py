"""From a log to its game: what each event does to a session; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch

from bot.core.game import clocks, plans
from bot.core.game.entries import Entry
from bot.core.game.events import (
    Accepted,
    Called,
    CameBack,
    Challenged,
    Claimed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    Filed,
    Followed,
    Hinted,
    IdeasShown,
    Judged,
    Moved,
    Planned,
    Relocated,
    Reminded,
    Resigned,
    TakenBack,
    UndoDeclined,
    UndoOffered,
    Unplanned,
    Unreached,
    WentAway,
    Woken,
)
from bot.core.game.session import Session, Stage, play
from bot.core.game.turns import turn_of
from engines import GAMES
from engines.game import Outcome, Seat


def evolve(session: Session | None, event: Event) -> Session:
    """The game after one more event; the first is always `Challenged`."""
    if isinstance(event, Challenged):
        return _challenged(event)
    if session is None:
        raise ValueError(f"a log cannot begin with {event.kind}")
    after = _after(event, session)
    return replace(after, clocks=clocks.after(after.clocks, event, after.terms, after.position.turn))


def replay(session: Session | None, entries: Iterable[Entry]) -> Session | None:
    """The game after more entries of its log, each one version."""
    for entry in entries:
        for event in entry.events:
            session = evolve(session, event)
        if session is not None:
            session = replace(session, version=session.version + 1, causes=session.causes | {entry.cause})
    return session


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
def _(event: Followed, session: Session) -> Session:
    return replace(session, followed=(*session.followed, event))


@_after.register
def _(event: Unreached, session: Session) -> Session:
    return replace(session, unreached=True, expires=event.expires)


@_after.register
def _(event: Relocated, session: Session) -> Session:
    if event.chat:
        return replace(session, chat=event.chat, parent=session.chat)
    return replace(session, chat=session.parent or session.chat, parent=None, threadless=True)


@_after.register
def _(event: Called, session: Session) -> Session:
    return replace(session, stage=Stage.OFF, off=event.off, ended_by=event.by, plans=())


@_after.register
def _(event: Moved, session: Session) -> Session:
    played = event.played or play(session.position, event.text)
    offer = session.draw_offer if session.draw_offer is event.seat else None
    moved = replace(
        session,
        position=played.position,
        turns=(*session.turns, turn_of(session.position, event, played)),
        ideas=(),
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
def _(event: IdeasShown, session: Session) -> Session:
    return replace(session, ideas=event.moves)


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
        ideas=(),
        judged=None,
        draw_offer=None,
        draw_declined=None,
        undo_offer=None,
        undo_declined=None,
    )


@_after.register
def _(event: Resigned, session: Session) -> Session:
    return _over(session, Outcome(event.seat.other, "resigned"))


@_after.register
def _(event: Claimed, session: Session) -> Session:
    return _over(session, Outcome(event.seat, "time"))


@_after.register
def _(event: Filed, session: Session) -> Session:
    return replace(session, stage=Stage.FILED)


@_after.register
def _(event: Woken, session: Session) -> Session:
    return replace(session, stage=Stage.RUNNING)


@_after.register
def _(event: Reminded | WentAway | CameBack, session: Session) -> Session:
    return session


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
