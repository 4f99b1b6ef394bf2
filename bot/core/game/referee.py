"""The actions of players: each returns the events that it leads to, or raises its refusal.

Pure: no clock, no chat, no store.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.core.game import events
from bot.core.game.apply_events import evolve
from bot.core.game.clocks import write_span
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Player, Robot
from bot.core.game.planning import plan, with_answers
from bot.core.game.reach import claimable_from
from bot.core.game.requests import Action
from bot.core.game.session import Session, Stage, play
from bot.core.game.terms import HINTS, IDEAS, UNDO, Consent
from engines.game import Seat
from engines.refusals import Illegal

FREE_SECONDS = 30
"""Seconds in which players can undo their latest move without asking."""
Events = tuple[events.Event, ...]


async def decide(session: Session, action: Action, sender: Player, now: Instant) -> Events:
    """Return the events of an action; run a move of a slow game in a thread."""
    if isinstance(action, Play) and session.rules.is_laborious:
        return await asyncio.to_thread(action.decide, session, sender, now)
    return action.decide(session, sender, now)


def expire(session: Session, now: Instant) -> Events:
    """Expire an unanswered challenge whose time is up, and archive a game without moves for long.

    A challenge dated in the future was made before the system clock was set back: it expires too.
    """
    if session.stage is Stage.RUNNING and session.clocks and now >= session.clocks.filing_time:
        return (events.Filed(now),)
    if session.stage is Stage.OFFERED and (now >= session.start.expires or now < session.start.at):
        return (events.Called(now, "expired"),)
    return ()


@dataclass(frozen=True)
class Accept(Action):
    """Accepting a challenge, perhaps from another `chat` than the challenger's, which has its own `language`."""

    chat: Chat | None = None
    language: str = ""

    @property
    def takes_seat(self) -> bool:
        """Return whether the sender takes a seat."""
        return True

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Start the game; raise `Illegal` if it is not, or no longer, offered to the sender."""
        _check_offered(session, now)
        if sender.is_same(session.challenger):
            raise Illegal("own-challenge", game=session.code)
        _check_invited(session, sender)
        return (events.Accepted(now, sender, self.chat, self.language),)


@dataclass(frozen=True)
class Decline(Action):
    """Declining a challenge."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Call the challenge off; raise `Illegal` if it is open to all, or for another person."""
        _check_offered(session, now)
        if sender.is_same(session.challenger):
            return (events.Called(now, "cancelled"),)
        if session.opponent is None:
            raise Illegal("open-challenge", game=session.code)
        _check_invited(session, sender)
        return (events.Called(now, "declined"),)


@dataclass(frozen=True)
class Cancel(Action):
    """Cancelling a challenge."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Call the challenge off; raise `Illegal` unless the sender is the challenger."""
        _check_offered(session, now)
        if not sender.is_same(session.challenger):
            raise Illegal("not-challenger", game=session.code, challenger=session.challenger.name)
        return (events.Called(now, "cancelled"),)


@dataclass(frozen=True)
class Play(Action):
    """Playing a move as typed, or the `idea` with this number."""

    text: str
    idea: int = 0

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Return the move and the plans that it triggers; wake an archived game first."""
        if session.stage is not Stage.FILED:
            move_events = self._move(session, sender, now)
            return with_answers(session, move_events, now) if session.plans else move_events
        wake_events = Wake(self.reference).decide(session, sender, now)
        awake = evolve(session, wake_events[0])
        return *wake_events, *with_answers(awake, self._move(awake, sender, now), now)

    def _move(self, session: Session, sender: Player, now: Instant) -> Events:
        seat = seat_on_turn(session, sender, self.reference.ply)
        if not self.text.strip():
            raise Illegal("no-move", example=str(next(iter(session.position.moves()))))
        result = play(session.position, self.text)
        return (events.Moved(now, seat, str(result.move), result),)


@dataclass(frozen=True)
class Plan(Action):
    """Planning answers to moves the opponent has yet to make; without lines, asking for the plans.

    A line is the opponent's turn, the answer, the opponent's next turn, and so on. `numbers_to_drop` are the numbers
    of lines to drop; an empty tuple drops all.
    """

    lines: tuple[tuple[str, ...], ...] = ()
    numbers_to_drop: tuple[int, ...] | None = None

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Add or drop lines; raise `Illegal` or `Unreadable` for a line that is impossible."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        return plan(session, self.lines, self.numbers_to_drop, seat, now)


@dataclass(frozen=True)
class AskHint(Action):
    """Asking for a hint: all of it, or one `step`: `idea`, `where` or `move`."""

    step: str = ""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Give a hint; raise `Illegal` if the limit is reached, except for the hint of this position."""
        seat = seat_on_turn(session, sender, self.reference.ply)
        limit = session.terms.get(HINTS)
        count = session.hints.counts[0 if seat is Seat.FIRST else 1]
        if limit is not None and count >= int(limit) and session.hints.newest_position != session.position:
            raise Illegal("no-hints-left", game=session.code, most=int(limit))
        return (events.Hinted(now, seat),)


@dataclass(frozen=True)
class AskIdeas(Action):
    """Asking for a menu of good moves, drawn or as text; `moves` are the results of the search."""

    as_text: bool = False
    moves: tuple[str, ...] = ()

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Show the moves as a menu; raise `Illegal` if the players agreed on no ideas."""
        seat = seat_on_turn(session, sender, self.reference.ply)
        if session.terms.get(IDEAS) == Consent.NO:
            raise Illegal("ideas-not-agreed", game=session.code)
        return (events.IdeasShown(now, seat, self.moves),)


@dataclass(frozen=True)
class OfferDraw(Action):
    """Offering a draw, or answering an offer; without an answer, accepting one.

    A button answers only the `question` with its number, and a button that offers never answers.
    """

    answer: Consent = Consent.UNSAID
    question: int = 0

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Offer, accept or decline a draw; raise `Illegal` for an answer without an offer."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        _check_same_question(session, self.question, session.offers.draw)
        if session.offers.draw is seat:
            raise Illegal("draw-already-offered", game=session.code)
        if session.offers.draw is not None:
            _check_is_answer(session, self)
            return (events.DrawDeclined(now, seat) if self.answer is Consent.NO else events.DrawAgreed(now),)
        if self.answer is not Consent.UNSAID:
            raise Illegal("no-draw-offered", game=session.code)
        if session.offers.draw_declined is seat.opponent:
            raise Illegal("draw-just-declined", game=session.code)
        _check_no_open_question(session)
        return (events.DrawOffered(now, seat),)


@dataclass(frozen=True)
class TakeBack(Action):
    """Asking to undo the sender's last turn, or answering such a request; buttons work as in `OfferDraw`."""

    answer: Consent = Consent.UNSAID
    question: int = 0

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Ask for an undo, allow or decline it; raise `Illegal` if there is nothing to undo or to answer."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        _check_same_question(session, self.question, session.offers.undo)
        if session.offers.undo is seat.opponent:
            _check_is_answer(session, self)
            return (
                events.UndoDeclined(now, seat) if self.answer is Consent.NO else events.TakenBack(now, seat.opponent),
            )
        if self.answer is not Consent.UNSAID:
            raise Illegal("no-undo-asked", game=session.code)
        if session.terms.get(UNDO) == Consent.NO:
            raise Illegal("undo-not-agreed", game=session.code)
        if not session.turns_to_undo(seat):
            raise Illegal("nothing-to-take-back", game=session.code)
        if _is_free(session, seat, now):
            return (events.TakenBack(now, seat),)
        if session.offers.undo is seat:
            raise Illegal("undo-already-asked", game=session.code)
        if session.offers.undo_declined is seat.opponent:
            raise Illegal("undo-just-declined", game=session.code)
        _check_no_open_question(session)
        return (events.UndoOffered(now, seat),)


@dataclass(frozen=True)
class Resign(Action):
    """Resigning; without `sure`, the bot asks first."""

    sure: bool = False

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Let the opponent win; raise `Illegal` for a sender without a seat."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        return (events.Resigned(now, seat),)


@dataclass(frozen=True)
class Abort(Action):
    """Aborting a game before both players have moved."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Call the game off without a result; raise `Illegal` once both players have moved."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        if {turn.seat for turn in session.turns} == set(Seat):
            raise Illegal("both-have-moved", game=session.code)
        return (events.Called(now, "aborted", seat),)


@dataclass(frozen=True)
class Claim(Action):
    """Claiming a game whose opponent ran out of time, or could not be reached for a day.

    Until the claim, the opponent may still move.
    """

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Return the win on time; raise `Illegal` while the opponent has time left."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        if (claimable := claimable_from(session, seat.opponent)) is not None and now >= claimable:
            return (events.Claimed(now, seat),)
        if claimable is not None and (session.clocks is None or seat is session.position.turn):
            raise Illegal("time-not-over", game=session.code, span=write_span(claimable - now))
        if session.clocks is None:
            raise Illegal("no-clocks", game=session.code)
        if seat is session.position.turn:
            raise Illegal("own-time", game=session.code)
        if now < session.clocks.deadline:
            raise Illegal("time-not-over", game=session.code, span=write_span(session.clocks.deadline - now))
        return (events.Claimed(now, seat),)


@dataclass(frozen=True)
class Wake(Action):
    """Waking an archived game."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Wake the game; raise `Illegal` unless it is archived."""
        if session.stage is not Stage.FILED:
            require_running(session)
            raise Illegal("not-filed", game=session.code)
        _require_seat(session, sender)
        return (events.Woken(now),)


@dataclass(frozen=True)
class GoAway(Action):
    """Being away from one game `until` an instant, or back (None); `/away` does this in each game."""

    until: Instant | None

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Stop the sender's clock for their absence, or start it again."""
        seat = _require_seat_in_running_game(session, sender)
        return (events.CameBack(now, seat) if self.until is None else events.WentAway(now, seat, self.until),)


def seat_on_turn(session: Session, sender: Player, ply: int | None) -> Seat:
    """Return the sender's seat; raise `Illegal` unless they are on turn and their button belongs to this position."""
    seat = _require_seat_in_running_game(session, sender)
    _check_same_position(session, ply)
    if seat is not session.position.turn:
        opponent = session.on_turn
        raise Illegal("not-your-turn", game=session.code, player=_name(opponent) if opponent else "")
    return seat


def _require_seat_in_running_game(session: Session, sender: Player) -> Seat:
    """Return the sender's seat; raise `Illegal` if they have none or the game is not running."""
    require_running(session)
    return _require_seat(session, sender)


def _require_seat(session: Session, sender: Player) -> Seat:
    seat = session.seat_of(sender)
    if seat is None:
        raise Illegal("not-a-player", game=session.code)
    return seat


def _check_offered(session: Session, now: Instant) -> None:
    if session.stage is Stage.OFF:
        raise Illegal("challenge-off", game=session.code, off=session.status.off)
    if session.stage is not Stage.OFFERED:
        raise Illegal("already-accepted", game=session.code)
    if now >= session.start.expires:
        raise Illegal("challenge-off", game=session.code, off="expired")


def _check_invited(session: Session, sender: Player) -> None:
    if session.opponent is not None and not sender.is_same(session.opponent):
        raise Illegal("not-challenged", game=session.code, opponent=_name(session.opponent))


def _check_same_position(session: Session, ply: int | None) -> None:
    if ply is not None and ply != session.ply:
        raise Illegal("game-moved-on", game=session.code)


def _check_same_question(session: Session, question: int, asks: Seat | None) -> None:
    if question and (asks is None or question != session.questions):
        raise Illegal("question-gone", game=session.code)


def _check_is_answer(session: Session, action: OfferDraw | TakeBack) -> None:
    """Raise `Illegal` for a button that was shown to ask, and would now answer the opponent's question."""
    if action.answer is Consent.UNSAID and action.reference.ply is not None:
        raise Illegal("question-open", game=session.code)


def _check_no_open_question(session: Session) -> None:
    """Raise `Illegal` while a question is open: its buttons must not become those of another."""
    if session.offers.standing is not None:
        raise Illegal("question-open", game=session.code)


def require_running(session: Session) -> Session:
    """Return the session; raise `Illegal` unless it is running."""
    if session.stage is Stage.OFFERED:
        raise Illegal("not-accepted-yet", game=session.code)
    if session.stage is Stage.FILED:
        raise Illegal("game-filed", game=session.code)
    if session.stage is not Stage.RUNNING:
        raise Illegal("game-over", game=session.code)
    return session


def _is_free(session: Session, seat: Seat, now: Instant) -> bool:
    """Return whether a seat may undo without asking: against the bot, or soon after an unanswered move."""
    last, *answers = session.turns_to_undo(seat)
    return isinstance(session.player(seat.opponent), Robot) or (not answers and now - last.at <= FREE_SECONDS)


def _name(player: Player) -> str:
    return player.name if isinstance(player, Person) else "Tetradka"
