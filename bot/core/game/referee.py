"""What players may do to a game, each deed with the events that it leads to, or why it is refused.

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
"""How long one's own move can be taken back without asking, if there was no move since."""
Events = tuple[events.Event, ...]


async def decide(session: Session, action: Action, sender: Player, now: Instant) -> Events:
    """As `deed.decide`; what a game takes long to judge is judged beside the event loop."""
    if isinstance(action, Play) and session.rules.is_laborious:
        return await asyncio.to_thread(action.decide, session, sender, now)
    return action.decide(session, sender, now)


def expire(session: Session, now: Instant) -> Events:
    """An unanswered challenge comes to nothing when its time is up, and a game without moves for long is filed away.

    Asked at its deadline, one of the future was made by a clock that has been set back since: it has waited enough.
    """
    if session.stage is Stage.RUNNING and session.clocks and now >= session.clocks.filing_time:
        return (events.Filed(now),)
    if session.stage is Stage.OFFERED and (now >= session.start.expires or now < session.start.at):
        return (events.Called(now, "expired"),)
    return ()


@dataclass(frozen=True)
class Accept(Action):
    """Sitting down, perhaps in a `chat` that is not the challenger's, with the `language` that is spoken there."""

    chat: Chat | None = None
    language: str = ""

    @property
    def takes_seat(self) -> bool:
        """Return whether its sender comes to sit at a board."""
        return True

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The game begins; raises `Illegal` if it is not offered to the sender, or no longer."""
        _check_offered(session, now)
        if sender.is_same(session.challenger):
            raise Illegal("own-challenge", game=session.code)
        _check_invited(session, sender)
        return (events.Accepted(now, sender, self.chat, self.language),)


@dataclass(frozen=True)
class Decline(Action):
    """Saying no to a challenge."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The challenge is off; raises `Illegal` for who was not asked, and where all are asked."""
        _check_offered(session, now)
        if sender.is_same(session.challenger):
            return (events.Called(now, "cancelled"),)
        if session.opponent is None:
            raise Illegal("open-challenge", game=session.code)
        _check_invited(session, sender)
        return (events.Called(now, "declined"),)


@dataclass(frozen=True)
class Cancel(Action):
    """Taking one's own challenge back."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The challenge is off; raises `Illegal` for any but its challenger."""
        _check_offered(session, now)
        if not sender.is_same(session.challenger):
            raise Illegal("not-challenger", game=session.code, challenger=session.challenger.name)
        return (events.Called(now, "cancelled"),)


@dataclass(frozen=True)
class Play(Action):
    """A move as typed; `idea` if by its number."""

    text: str
    idea: int = 0

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The move, and what was planned in answer to it; a game that was filed away goes on first."""
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
        played = play(session.position, self.text)
        return (events.Moved(now, seat, str(played.move), played),)


@dataclass(frozen=True)
class Plan(Action):
    """What to answer to moves that the other player has yet to make; without any, asking for what is planned.

    A line is the other's whole turn, one's own answer, the other's next turn, and so on. `dropped` are the numbers of
    lines to be dropped, none of them for all.
    """

    lines: tuple[tuple[str, ...], ...] = ()
    numbers_to_drop: tuple[int, ...] | None = None

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Lines are planned, or dropped; raises `Illegal` or `Unreadable` for one that cannot come about."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        return plan(session, self.lines, self.numbers_to_drop, seat, now)


@dataclass(frozen=True)
class AskHint(Action):
    """Asking what to play: at once, or step by step, `idea`, `where`, `move`."""

    step: str = ""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Another hint, or once more what was told in this position already."""
        seat = seat_on_turn(session, sender, self.reference.ply)
        limit = dict(session.terms).get(HINTS)
        count = session.hints.counts[0 if seat is Seat.FIRST else 1]
        if limit is not None and count >= int(limit) and session.hints.newest_position != session.position:
            raise Illegal("no-hints-left", game=session.code, most=int(limit))
        return (events.Hinted(now, seat),)


@dataclass(frozen=True)
class AskIdeas(Action):
    """Asking for a menu of moves worth considering, drawn or in words; `moves` are those that were found."""

    as_text: bool = False
    moves: tuple[str, ...] = ()

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The moves found become the menu; raises `Illegal` where there are no ideas by agreement."""
        seat = seat_on_turn(session, sender, self.reference.ply)
        if (IDEAS, Consent.NO) in session.terms:
            raise Illegal("ideas-not-agreed", game=session.code)
        return (events.IdeasShown(now, seat, self.moves),)


@dataclass(frozen=True)
class OfferDraw(Action):
    """Offering a draw, or answering an offer; without an answer, taking one that is offered.

    A button answers the `question` with that number alone, and a button that offers never answers.
    """

    answer: Consent = Consent.UNSAID
    question: int = 0

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """A draw is offered, agreed on or declined; raises `Illegal` for an answer to no offer."""
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
    """Taking one's last turn back, or answering the other player who wants to; buttons as those of `OfferDraw`."""

    answer: Consent = Consent.UNSAID
    question: int = 0

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Taking back is asked for, allowed or declined; raises `Illegal` where there is none, or nothing to take."""
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
        if (UNDO, Consent.NO) in session.terms:
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
    """Giving up; only who is `sure` does."""

    sure: bool = False

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The other player wins; raises `Illegal` for a sender without a seat."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        return (events.Resigned(now, seat),)


@dataclass(frozen=True)
class Abort(Action):
    """Ending a game that has hardly begun, without a result."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The game is off without a result; raises `Illegal` once both have moved."""
        seat = _require_seat_in_running_game(session, sender)
        _check_same_position(session, self.reference.ply)
        if {turn.seat for turn in session.turns} == set(Seat):
            raise Illegal("both-have-moved", game=session.code)
        return (events.Called(now, "aborted", seat),)


@dataclass(frozen=True)
class Claim(Action):
    """Winning a game in which the other player's time is over, or in which no board has reached them for a day; until
    it is claimed, they may still move."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Return the win on time; raise `Illegal` while the other player has time left."""
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
    """Going on with a game that was filed away."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """A filed game goes on; raises `Illegal` for one that is not filed."""
        if session.stage is not Stage.FILED:
            require_running(session)
            raise Illegal("not-filed", game=session.code)
        _require_seat(session, sender)
        return (events.Woken(now),)


@dataclass(frozen=True)
class GoAway(Action):
    """Being away from one game until then; None: being back. It is what `/away` asks of each game."""

    until: Instant | None

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """The sender's clock stands until then, or runs again."""
        seat = _require_seat_in_running_game(session, sender)
        return (events.CameBack(now, seat) if self.until is None else events.WentAway(now, seat, self.until),)


def seat_on_turn(session: Session, sender: Player, ply: int | None) -> Seat:
    """The sender's seat, if it is their turn and the button that was pressed belongs to this position."""
    seat = _require_seat_in_running_game(session, sender)
    _check_same_position(session, ply)
    if seat is not session.position.turn:
        opponent = session.on_turn
        raise Illegal("not-your-turn", game=session.code, player=_name(opponent) if opponent else "")
    return seat


def _require_seat_in_running_game(session: Session, sender: Player) -> Seat:
    """The sender's seat in a game that is going on."""
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
    """Raise `Illegal` for a button that was there to ask, and would now answer what the other player has asked."""
    if action.answer is Consent.UNSAID and action.reference.ply is not None:
        raise Illegal("question-open", game=session.code)


def _check_no_open_question(session: Session) -> None:
    """Raise `Illegal` where another question is open: its buttons must not turn into those of this one."""
    if session.offers.standing is not None:
        raise Illegal("question-open", game=session.code)


def require_running(session: Session) -> Session:
    """A game that is going on; raises `Illegal` for any other."""
    if session.stage is Stage.OFFERED:
        raise Illegal("not-accepted-yet", game=session.code)
    if session.stage is Stage.FILED:
        raise Illegal("game-filed", game=session.code)
    if session.stage is not Stage.RUNNING:
        raise Illegal("game-over", game=session.code)
    return session


def _is_free(session: Session, seat: Seat, now: Instant) -> bool:
    """Whether a seat need not ask: against the bot, or just after a move that was not answered."""
    last, *answers = session.turns_to_undo(seat)
    return isinstance(session.player(seat.opponent), Robot) or (not answers and now - last.at <= FREE_SECONDS)


def _name(player: Player) -> str:
    return player.name if isinstance(player, Person) else "Tetradka"
