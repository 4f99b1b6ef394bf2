"""Actions of players: each returns the resulting events or raises its refusal; pure."""

import asyncio
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from typing import ClassVar

from bot.core.game import events
from bot.core.game.apply_events import evolve
from bot.core.game.audience import claimable_from, outcome_of_claim
from bot.core.game.clocks import LAG, write_fine_span, write_span
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Player, Robot, Team
from bot.core.game.requests import Action
from bot.core.game.session import Session, Stage, due_plan, has_ticking_clock, plans_of, play
from bot.core.game.terms import HINTS, IDEAS, UNDO, Consent
from engines.game import AnyPosition, Seat
from engines.phrases import Value
from engines.refusals import Illegal

FREE_SECONDS = 30
"""Seconds in which players can undo their latest move without asking."""
MOST_PLANS = 50
_FOR_EVER = ("side-drawn", "cell-taken", "point-marked")
"""The refusals of moves that can never become legal again."""
Events = tuple[events.Event, ...]


def _refuse_if(condition: bool, code: str, session: Session, **fields: Value) -> None:
    if condition:
        raise Illegal(code, game=session.code, **fields)


async def decide(session: Session, action: Action, sender: Player, now: Instant) -> Events:
    """Return the events of an action; compute a move of a slow game in a thread."""
    if isinstance(action, Play) and session.rules.is_laborious:
        return await asyncio.to_thread(action.decide, session, sender, now)
    return action.decide(session, sender, now)


def expire(session: Session, now: Instant) -> Events:
    """Expire an unanswered challenge whose time is up; archive a game without moves for long.

    A challenge dated in the future was made before the system clock was set back: it expires too.
    """
    clocks = None if session.places.teams or has_ticking_clock(session) else session.clocks
    if session.stage is Stage.RUNNING and clocks and now >= clocks.filing_time:
        return (events.Filed(now),)
    if session.stage is Stage.OFFERED and (now >= session.start.expires or now < session.start.at):
        return (events.Called(now, "expired"),)
    return ()


def fallen_flag(session: Session, now: Instant, lag: Instant = LAG) -> Events:
    """End a game on a clock that ticks once the time of the player to move, and the `lag`, are up.

    A player who makes no first move loses nothing: the game is off.
    """
    clocks = session.clocks
    if session.stage is not Stage.RUNNING or not (clocks and clocks.pace.ticks and now >= clocks.deadline + lag):
        return ()
    if clocks.is_first_turn:
        return (events.Called(now, "idle", clocks.turn),)
    return (_claim(session, clocks.turn.opponent, now),)


def _claim(session: Session, seat: Seat, now: Instant) -> events.Claimed:
    """Return a player's claim to a game, with its outcome if the clock ticks."""
    claim = events.Claimed(now, seat)
    return replace(claim, outcome=outcome_of_claim(session, claim)) if has_ticking_clock(session) else claim


class _AnswerToOffer(Action):
    """An answer to a challenge."""

    @property
    def refusal_without_game(self) -> Illegal:
        """Return the refusal for a sender without a challenge."""
        return Illegal("no-challenge-here")

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Return the resulting events; raise `Illegal` if it is not, or no longer, offered to the sender."""
        _refuse_if(session.stage is Stage.OFF, "challenge-off", session, off=session.status.off)
        _refuse_if(session.stage is not Stage.OFFERED, "already-accepted", session)
        _refuse_if(now >= session.start.expires, "challenge-off", session, off="expired")
        return (self._answer(session, sender, now),)

    @abstractmethod
    def _answer(self, session: Session, sender: Player, now: Instant) -> events.Event: ...


class Accept(_AnswerToOffer):
    """The acceptance of a challenge, possibly from a `chat` other than the challenger's, with its `language`."""

    takes_seat = True
    chat: Chat | None = None
    language: str = ""

    def _answer(self, session: Session, sender: Player, now: Instant) -> events.Event:
        _refuse_if(sender.is_same(session.challenger), "own-challenge", session)
        _check_invited(session, sender)
        _refuse_if(session.seat.opponent in session.places.teams and self.chat is None, "other-chat-accepts", session)
        if isinstance(sender, Team):
            raise Illegal("not-a-player", game=session.code)
        return events.Accepted(now, sender, self.chat, self.language)


class Decline(_AnswerToOffer):
    """The refusal of a challenge; if the challenger declines, it is cancelled."""

    def _answer(self, session: Session, sender: Player, now: Instant) -> events.Event:
        if sender.is_same(session.challenger):
            return events.Called(now, "cancelled")
        _refuse_if(session.opponent is None, "open-challenge", session)
        _check_invited(session, sender)
        return events.Called(now, "declined")


class Cancel(_AnswerToOffer):
    """The cancellation of the sender's challenge."""

    @property
    def refusal_without_game(self) -> Illegal:
        """Return the refusal for a sender without an open challenge."""
        return Illegal("no-challenge-to-cancel")

    def _answer(self, session: Session, sender: Player, now: Instant) -> events.Event:
        challenger = session.challenger
        _refuse_if(not sender.is_same(challenger), "not-challenger", session, challenger=challenger.name)
        return events.Called(now, "cancelled")


class _PlayerAction(Action):
    """An action of a player in a running game; a button is valid in its position only."""

    on_turn: ClassVar[bool] = False

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Return the resulting events; raise `Illegal` for a sender without a seat, or out of turn if it matters."""
        seat = _seat(session, sender, self.reference.ply, self.on_turn)
        flag = fallen_flag(session, now) if session.clocks else ()
        return flag or self._events(session, seat, now)

    @abstractmethod
    def _events(self, session: Session, seat: Seat, now: Instant) -> Events: ...


class Play(_PlayerAction):
    """A typed move, or the `idea` with this number; `spent` are the seconds since the player saw the position."""

    on_turn = True
    text: str
    idea: int = 0
    spent: Instant | None = None

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Return the move and the plans it triggers, after waking an archived game."""
        is_archived = session.stage is Stage.FILED
        wake_events = Wake(self.reference).decide(session, sender, now) if is_archived else ()
        return *wake_events, *super().decide(reduce(evolve, wake_events, session), sender, now)

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        if not self.text.strip():
            raise Illegal("no-move", example=str(next(iter(session.position.moves()))))
        is_sent = isinstance(session.player(seat), Person)  # the bot's moves have no way to go
        lag = session.clocks.lag_of(self.spent, now) if session.clocks and is_sent else 0.0
        if session.clocks and (flag := fallen_flag(session, now, lag)):
            return flag
        result = play(session.position, self.text)
        moved = events.Moved(now, seat, str(result.move), result, lag=lag)
        return moved, *(_planned_moves(evolve(session, moved), now) if session.plans else ())


def _planned_moves(session: Session, now: Instant) -> Iterator[events.Event]:
    while plan := due_plan(session.plans, session.position):
        result = play(session.position, plan.line[1])
        moved = events.Moved(now, plan.seat, str(result.move), result, planned=True)
        yield moved
        session = evolve(session, moved)


class Plan(_PlayerAction):
    """Planned answers to moves the opponent has yet to make; without lines, a request for the plans.

    A line is the opponent's turn, the answer, the opponent's next turn, and so on. `numbers_to_drop` are the numbers
    of lines to drop; an empty tuple drops all.
    """

    lines: tuple[tuple[str, ...], ...] = ()
    numbers_to_drop: tuple[int, ...] | None = None

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        plans = plans_of(session.plans, seat)
        if self.numbers_to_drop is not None:
            return tuple(events.Unplanned(now, seat, line) for line in self._lines_to_drop(plans, session.code))
        if len(plans) + len(self.lines) > MOST_PLANS:
            raise Illegal("too-many-plans", most=MOST_PLANS)
        check = _check_line if session.position.turn is not seat else _check_own_turn_line
        return tuple(events.Planned(now, seat, check(session.position, line)) for line in self.lines)

    def _lines_to_drop(self, plans: tuple[tuple[str, ...], ...], code: str) -> Iterator[tuple[str, ...]]:
        if not plans:
            raise Illegal("no-plans", game=code)
        for number in self.numbers_to_drop or ():
            if not 0 < number <= len(plans):
                raise Illegal("no-such-plan", part=str(number), most=len(plans))
            yield plans[number - 1]
        if not self.numbers_to_drop:
            yield ()


def _check_line(position: AnyPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return a line in canonical text; raise `Illegal` unless each turn is legal and passes the turn."""
    mine, texts = position.turn.opponent, list[str]()
    for place, text in enumerate(line):
        if position.outcome is not None:
            raise Illegal("plan-after-end", part=text)
        if (position.turn is mine) != bool(place % 2):
            raise Illegal("plan-turn-unfinished", part=texts[-1])
        result = play(position, text)
        position = result.position
        texts.append(str(result.move))
    return tuple(texts)


def _check_own_turn_line(position: AnyPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return a line in canonical text; raise `Illegal` only for moves that cannot become legal on this turn."""
    moves = [position.read(text) for text in line]
    for move in moves:
        try:
            position.play(move)
        except Illegal as refused:
            if refused.code in _FOR_EVER:
                raise
    return tuple(map(str, moves))


class AskHint(_PlayerAction):
    """A request for a hint or one `step` of it (`idea`, `where`, `move`); beyond the limit, for the same position."""

    on_turn = True
    step: str = ""

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        limit = session.terms.get(HINTS)
        count = session.hints.counts[0 if seat is Seat.FIRST else 1]
        if limit is not None and count >= int(limit) and session.hints.newest_position != session.position:
            raise Illegal("no-hints-left", game=session.code, most=int(limit))
        return (events.Hinted(now, seat),)


class AskIdeas(_PlayerAction):
    """A request for a menu of good moves, drawn or as text; `moves` are the results of the search."""

    on_turn = True
    as_text: bool = False
    moves: tuple[str, ...] = ()

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        _refuse_if(session.terms.get(IDEAS) == Consent.NO, "ideas-not-agreed", session)
        return (events.IdeasShown(now, seat, self.moves),)


class _Offer(_PlayerAction):
    """An offer to the opponent, or an answer to one; no answer means yes to the opponent's offer.

    A button answers only the `question` with its number, and a button that offers never answers. A new question is
    asked only while none is open: its buttons must not become those of another.
    """

    answer: Consent = Consent.UNSAID
    question: int = 0

    def _check_question(self, session: Session, asker: Seat | None) -> None:
        is_gone = asker is None or self.question != session.offers.questions
        _refuse_if(bool(self.question) and is_gone, "question-gone", session)

    def _check_is_answer(self, session: Session) -> None:
        """Raise `Illegal` for a button that was meant to ask but would now answer the opponent's question."""
        _refuse_if(self.answer is Consent.UNSAID and self.reference.ply is not None, "question-open", session)


class OfferDraw(_Offer):
    """A draw offer, or the answer to one."""

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        offers = session.offers
        self._check_question(session, offers.draw)
        _refuse_if(offers.draw is seat, "draw-already-offered", session)
        if offers.draw is not None:
            self._check_is_answer(session)
            return (events.DrawDeclined(now, seat) if self.answer is Consent.NO else events.DrawAgreed(now),)
        _refuse_if(self.answer is not Consent.UNSAID, "no-draw-offered", session)
        _refuse_if(offers.draw_declined is seat.opponent, "draw-just-declined", session)
        _refuse_if(offers.standing is not None, "question-open", session)
        return (events.DrawOffered(now, seat),)


class TakeBack(_Offer):
    """A request to undo the sender's last turn, or the answer to such a request."""

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        self._check_question(session, session.offers.undo)
        if session.offers.undo is seat.opponent:
            self._check_is_answer(session)
            declined, undone = events.UndoDeclined(now, seat), events.TakenBack(now, seat.opponent)
            return (declined if self.answer is Consent.NO else undone,)
        _refuse_if(self.answer is not Consent.UNSAID, "no-undo-asked", session)
        _refuse_if(session.terms.get(UNDO) == Consent.NO, "undo-not-agreed", session)
        _refuse_if(not session.turns_to_undo(seat), "nothing-to-take-back", session)
        if _is_free(session, seat, now):
            return (events.TakenBack(now, seat),)
        _refuse_if(session.offers.undo is seat, "undo-already-asked", session)
        _refuse_if(session.offers.undo_declined is seat.opponent, "undo-just-declined", session)
        _refuse_if(session.offers.standing is not None, "question-open", session)
        return (events.UndoOffered(now, seat),)


def _is_free(session: Session, seat: Seat, now: Instant) -> bool:
    """Return whether a seat may undo without asking: against the bot, or soon after an unanswered move.

    While a clock ticks, the opponent's time is running already.
    """
    last, *answers = session.turns_to_undo(seat)
    is_soon = not answers and now - last.at <= FREE_SECONDS and not has_ticking_clock(session)
    return isinstance(session.player(seat.opponent), Robot) or is_soon


class Resign(_PlayerAction):
    """A resignation; without `sure`, the bot asks first."""

    sure: bool = False

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        return (events.Resigned(now, seat),)


class Abort(_PlayerAction):
    """The abortion of a game before both players have moved."""

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        _refuse_if({turn.seat for turn in session.turns} == set(Seat), "both-have-moved", session)
        return (events.Called(now, "aborted", seat),)


class Claim(_PlayerAction):
    """A claim to a game whose opponent ran out of time, or was unreachable for a day."""

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        claimable, clocks = claimable_from(session, seat.opponent), session.clocks
        if claimable is not None and now >= claimable:
            return (_claim(session, seat, now),)
        if clocks is None or seat is session.position.turn:
            if claimable is not None:
                raise Illegal("time-not-over", game=session.code, span=write_span(claimable - now))
            _refuse_if(clocks is None, "no-clocks", session)
            raise Illegal("own-time", game=session.code)
        if now < clocks.claim_time:
            write = write_fine_span if clocks.pace.ticks else write_span
            raise Illegal("time-not-over", game=session.code, span=write(clocks.claim_time - now))
        return (_claim(session, seat, now),)


class Wake(Action):
    """The resumption of an archived game."""

    def decide(self, session: Session, sender: Player, now: Instant) -> Events:
        """Wake the game; raise `Illegal` unless it is archived."""
        if session.stage is not Stage.FILED:
            require_running(session)
            raise Illegal("not-filed", game=session.code)
        _require_seat(session, sender)
        return (events.Woken(now),)


class GoAway(_PlayerAction):
    """An absence from one game `until` an instant, with the clock stopped, or its end (None)."""

    until: Instant | None

    def _events(self, session: Session, seat: Seat, now: Instant) -> Events:
        return (events.CameBack(now, seat) if self.until is None else events.WentAway(now, seat, self.until),)


def check_on_turn(session: Session, sender: Player, ply: int | None) -> None:
    """Raise `Illegal` unless it is a player's turn and their button belongs to this position."""
    _seat(session, sender, ply, on_turn=True)


def _seat(session: Session, sender: Player, ply: int | None, on_turn: bool) -> Seat:
    """Return the sender's seat in a running game; raise `Illegal` for a button of another position."""
    seat = _require_seat(require_running(session), sender)
    _refuse_if(ply is not None and ply != session.ply, "game-moved-on", session)
    if on_turn and seat is not session.position.turn:
        opponent = session.on_turn
        if isinstance(opponent, Team):
            raise Illegal("team-waits")
        raise Illegal("not-your-turn", game=session.code, player=_name(opponent) if opponent else "")
    return seat


def _require_seat(session: Session, sender: Player) -> Seat:
    seat = session.seat_of(sender)
    if seat is None:
        raise Illegal("not-a-player", game=session.code)
    return seat


def _check_invited(session: Session, sender: Player) -> None:
    if session.opponent is not None and not sender.is_same(session.opponent):
        raise Illegal("not-challenged", game=session.code, opponent=_name(session.opponent))


def require_running(session: Session) -> Session:
    """Return the session; raise `Illegal` unless it is running."""
    _refuse_if(session.stage is Stage.OFFERED, "not-accepted-yet", session)
    _refuse_if(session.stage is Stage.FILED, "game-filed", session)
    _refuse_if(session.stage is not Stage.RUNNING, "game-over", session)
    return session


def _name(player: Player) -> str:
    return player.name if isinstance(player, Person) else "Tetradka"
