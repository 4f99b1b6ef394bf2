"""Event sourcing: build a game's session from the events of its log; pure."""

from dataclasses import replace
from functools import reduce

from bot.core.game import events
from bot.core.game.audience import outcome_of_claim
from bot.core.game.clocks import clocks_after, deadline_after
from bot.core.game.events import LogEntry
from bot.core.game.pauses import pause_session
from bot.core.game.people import Chat
from bot.core.game.session import (
    Hints,
    Loss,
    Offers,
    Places,
    Session,
    Stage,
    Start,
    Status,
    Undone,
    are_compatible,
    plan_line,
    plans_after_move,
    plans_of,
    play,
    turn_of,
)
from bot.core.game.terms import Terms
from engines import GAMES
from engines.game import Outcome, Seat


def evolve(session: Session | None, event: events.Event) -> Session:
    """Return the session after one more event; the first event is always `Challenged`."""
    if isinstance(event, events.Challenged):
        return _start_session(event)
    if session is None:
        raise ValueError(f"a log cannot begin with {event.kind}")
    after = _apply(session, event)
    if not (after.clocks or after.deadline or isinstance(event, events.Accepted | events.DeadlineSet)):
        return after
    mover = event.seat if isinstance(event, events.Moved) else None
    ends_turn = mover is not None and any(each.turn is not mover for each in after.turns[-1].positions[1:])
    clocks = clocks_after(after.clocks, event, after.terms, after.position.turn, ends_turn)
    return replace(after, clocks=clocks, deadline=deadline_after(after.deadline, event))


def after_entry(session: Session | None, entry: LogEntry) -> Session:
    """Return the session after one more log entry, which adds one to its version."""
    for event in entry.events:
        session = evolve(session, event)
    if session is None:
        raise ValueError("a log cannot begin without an event")
    return replace(session, causes=(*session.causes, entry.cause))


def _start_session(event: events.Challenged) -> Session:
    return Session(
        code=event.code,
        game=event.game,
        settings=event.settings,
        terms=Terms(event.terms),
        places=Places(event.chat, event.language, event.asks_in, event.asks_language, event.lonely, teams=event.teams),
        challenger=event.challenger,
        opponent=event.opponent,
        seat=event.seat,
        start=Start(event.at, event.expires),
        position=GAMES[event.game].start(dict(event.settings), event.seed),
    )


def _apply(session: Session, event: events.AfterChallenge) -> Session:
    if isinstance(event, events.PlacesChange):
        session = replace(session, places=_updated_places(session.places, event))
        return _begin(session, event) if isinstance(event, events.Accepted) else session
    if isinstance(event, events.OfferChange):
        return replace(session, offers=_updated_offers(session.offers, event))
    if isinstance(event, events.HintsChange):
        return replace(session, hints=_updated_hints(session, event))
    if isinstance(event, events.StatusChange):
        return _with_status(session, _new_status(session, event))
    return session if isinstance(event, events.TimeChange) else _apply_to_board(session, event)


def _begin(session: Session, event: events.Accepted) -> Session:
    pauses = replace(session.pauses, ply=-1, seconds=0.0, noticeable=False)
    start = replace(session.start, accepted=event.at)
    return replace(session, opponent=event.by, status=Status(Stage.RUNNING), start=start, pauses=pauses)


def _apply_to_board(session: Session, event: events.BoardChange | events.PlansChange) -> Session:
    match event:
        case events.SetUp(opening=opening):
            position = reduce(lambda before, text: play(before, text).position, opening, session.position)
            return replace(session, position=position, start=replace(session.start, opening=opening))
        case events.Unreached():
            start = replace(session.start, expires=event.expires)
            return replace(session, places=replace(session.places, unreached=True), start=start)
        case events.Moved():
            return _apply_move(session, event)
        case events.TakenBack():
            return _undo(session, event)
        case events.Paused():
            return pause_session(session, event)
        case events.Planned():
            plan = plan_line(event.seat, event.line, session.position)
            compatible_plans = (each for each in session.plans if are_compatible(each, plan))
            return replace(session, plans=(*compatible_plans, plan))
        case events.Unplanned():
            lines = (event.line,) if event.line else plans_of(session.plans, event.seat)
            others = (plan for plan in session.plans if plan.seat is not event.seat or plan.line not in lines)
            return replace(session, plans=tuple(others))


def _apply_move(session: Session, event: events.Moved) -> Session:
    """Return the session after a move, which declines the opponent's offers but keeps the mover's draw offer."""
    result = event.played or play(session.position, event.text)
    judgement = session.hints.judgement
    next_session = replace(
        session,
        position=result.position,
        turns=(*session.turns, turn_of(session.position, event, result)),
        undone=replace(session.undone, turns=()),
        offers=session.offers.without_open(event.seat if session.offers.draw is event.seat else None),
        hints=replace(
            session.hints, ideas=(), judgement=judgement if judgement and judgement.seat is not event.seat else None
        ),
        plans=session.plans and tuple(plans_after_move(session.plans, event, session.position, result.position)),
    )
    outcome = result.position.outcome
    return next_session if outcome is None else _with_status(next_session, Status(Stage.OVER, outcome))


def _undo(session: Session, event: events.TakenBack) -> Session:
    turns = session.turns_to_undo(event.seat)
    return replace(
        session,
        position=turns[0].positions[0],
        turns=session.turns[: -len(turns)],
        undone=Undone(turns, session.undone.plies + len(turns) + 1),
        offers=session.offers.without_open(),
        hints=replace(session.hints, ideas=(), judgement=None),
        plans=(),
    )


def _updated_places(places: Places, event: events.PlacesChange) -> Places:
    match event:
        case events.Accepted(chat=None):
            return places
        case events.Accepted():
            return replace(places, second=event.chat, second_language=event.language)
        case events.Followed():
            return replace(places, subscriptions=(*places.subscriptions, event))
        case events.Relocated(chat=Chat() as thread):
            return replace(places, chat=thread, parent=places.chat)
        case events.Relocated():
            return replace(places, chat=places.parent or places.chat, parent=None, threadless=True)
        case _:
            seat = event.seat if isinstance(event, events.PlayerLeft | events.PlayerReturned) else None
            others = tuple(loss for loss in places.losses if (loss.chat, loss.seat) != (event.chat, seat))
            is_over = isinstance(event, events.ChatRegained | events.PlayerReturned)
            return replace(places, losses=others if is_over else (*others, Loss(event.chat, event.at, seat)))


def _updated_offers(offers: Offers, event: events.OfferChange) -> Offers:
    match event:
        case events.DrawOffered():
            return replace(offers, draw=event.seat, draw_declined=None, questions=offers.questions + 1)
        case events.DrawDeclined():
            return replace(offers, draw=None, draw_declined=event.seat)
        case events.UndoOffered():
            return replace(offers, undo=event.seat, questions=offers.questions + 1)
        case events.UndoDeclined():
            return replace(offers, undo=None, undo_declined=event.seat)


def _updated_hints(session: Session, event: events.HintsChange) -> Hints:
    match event:
        case events.Hinted():
            first, second = session.hints.counts
            counts = (first + (event.seat is Seat.FIRST), second + (event.seat is Seat.SECOND))
            return replace(session.hints, counts=counts, newest_position=session.position)
        case events.IdeasShown():
            return replace(session.hints, ideas=event.moves)
        case events.Judged():
            return replace(session.hints, judgement=event.judgement)


def _new_status(session: Session, event: events.StatusChange) -> Status:
    match event:
        case events.Called():
            return Status(Stage.OFF, off=event.off, ended_by=event.by)
        case events.DrawAgreed():
            return Status(Stage.OVER, Outcome(None, "agreed"))
        case events.Resigned():
            return Status(Stage.OVER, Outcome(event.seat.opponent, "resigned"))
        case events.Claimed():
            return Status(Stage.OVER, outcome_of_claim(session, event), ended_by=event.seat)
        case events.Filed():
            return Status(Stage.FILED)
        case events.Woken():
            return Status(Stage.RUNNING)


def _with_status(session: Session, status: Status) -> Session:
    """Return the session with a status; the end of a game drops its plans, and a result drops its offers."""
    offers = session.offers.without_open() if status.stage is Stage.OVER else session.offers
    plans_left = () if status.stage in (Stage.OVER, Stage.OFF) else session.plans
    return replace(session, status=status, offers=offers, plans=plans_left)
