"""A game in one of its chats, and the occasion of its board: why it was posted, and when it changes in place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.boards.context import Context
from bot.core.chats import server_of
from bot.core.commands.settings import DELETE, MENTIONS, OLD
from bot.core.game.audience import is_present, reads_in, sole_reader
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.session import Session, Stage, turns_in_a_row
from bot.core.game.terms import Consent
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import DeliveryError, Platform
from bot.core.ports.store import CALLS, OutboxEntry, Place, Shown
from engines.game import Seat

LINE, RESULT, IN_DOUBT = "line", "result", "doubt"
"""The words of a line in place of a board, of a result in text, and of a line that leads to an unconfirmed board."""
_TURN = re.compile(r"(\d+) (first|second)(?: (draw|undo) (first|second))?(?: call (\d+(?:\.\d+)?))?")


class Question(StrEnum):
    """The kind of an offer that awaits an answer."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True)
class Occasion:
    """The reason for posting a board, stored with its message: a player's run of turns, or a single `word`.

    A run starts after so many `turns` of the game and belongs to a `seat`; the `answerer` must answer its `question`.
    A board that changed in place came without a ping: unanswered at `call_at`, it is posted again with one.
    """

    word: str = ""
    turns: int = 0
    seat: Seat | None = None
    question: Question | None = None
    answerer: Seat | None = None
    call_at: Instant = 0.0

    def __str__(self) -> str:
        """Return the stored form of the occasion, such as `3 first draw second` or `3 first call 1764192000.5`."""
        if self.seat is None:
            return self.word
        asks = (self.question, self.answerer) if self.question else ()
        calls = ("call", self.call_at) if self.call_at else ()
        return " ".join(map(str, (self.turns, self.seat, *asks, *calls)))

    @property
    def has_picture(self) -> bool:
        """Return whether the message has a picture; lines, and games without a result, are text only."""
        return self != Occasion() and self.word not in (Stage.OFF, Stage.FILED, LINE, IN_DOUBT, RESULT)

    def is_same_run(self, later: Occasion) -> bool:
        """Return whether both belong to the same run of turns, or have the same word."""
        return (self.word, self.turns, self.seat) == (later.word, later.turns, later.seat)


def read_occasion(text: str) -> Occasion:
    """Parse a stored occasion; a text that describes no run becomes its `word`."""
    match = _TURN.fullmatch(text)
    if match is None:
        return Occasion(text)
    turns, seat, question, answerer, call_at = match.groups()
    kind, by = Question(question) if question else None, Seat(answerer) if answerer else None
    return Occasion(turns=int(turns), seat=Seat(seat), question=kind, answerer=by, call_at=float(call_at or 0))


def occasion_of(session: Session) -> Occasion:
    """Return the reason for posting a session's board."""
    if session.stage is Stage.OVER and session.deadline:
        return Occasion(RESULT)
    if session.stage is not Stage.RUNNING:
        return Occasion(str(session.stage))
    run = Occasion(turns=len(session.turns) - turns_in_a_row(session), seat=session.position.turn)
    if session.offers.draw:
        return replace(run, question=Question.DRAW, answerer=session.offers.draw.opponent)
    if session.offers.undo:
        return replace(run, question=Question.UNDO, answerer=session.offers.undo.opponent)
    return run


def is_answered(occasion: Occasion, session: Session) -> bool:
    """Return whether the board that made an offer now shows the answer, in the same turn."""
    if session.offers.standing:
        return False
    after = occasion_of(session)
    is_same_turn = after.seat is not None and after.turns == occasion.turns
    return is_same_turn or session.stage is Stage.OVER or bool(session.undone.turns)


def adapter_of(context: Context, whose: Chat | Person) -> Platform:
    """Return the adapter of their platform; raise `DeliveryError`, to retry in a minute, if none runs."""
    if (platform := context.platforms.get(whose.platform)) is None:
        raise DeliveryError(f"no adapter for {whose.platform} runs", retry_after=MINUTE)
    return platform


def new_entries(context: Context, session: Session, chats: Iterable[Chat]) -> tuple[OutboxEntry, ...]:
    """Return an outbox entry for a game's board in each of these chats, without writing them."""
    return tuple(context.store.boards.entry(chat.key, session.code, context.now()) for chat in chats)


@dataclass(frozen=True)
class Spot:
    """A game in one of its chats: `here` as the game knows the chat, `place` as the store knows it.

    `pressed` is the message there whose button made the newest move, if this process knows it, or `ELSEWHERE`.
    """

    context: Context
    session: Session
    here: Chat
    place: Place
    pressed: str = ""

    @property
    def chat(self) -> Chat:
        """Return the chat, or the chat that replaced it."""
        return self.place.current_chat(self.here)

    @property
    def platform(self) -> Platform:
        """Return the adapter of the chat's platform; raise `DeliveryError` if none runs."""
        return adapter_of(self.context, self.here)

    @property
    def words(self) -> Speech:
        """Return the language of boards in the chat."""
        return speech(self.place.board_language or self.session.places.language_in(self.here))

    @property
    def is_silent(self) -> bool:
        """Return whether the chat has chosen boards without pings."""
        return self.place.settings.get(MENTIONS) == Consent.NO

    @property
    def older(self) -> Shown | None:
        """Return the message that currently shows the game in the chat."""
        shown = self.place.shown
        return shown if shown and shown.chat == self.chat.key else None

    @property
    def is_in_doubt(self) -> bool:
        """Return whether the newest board may or may not have been shown."""
        return self.place.doubtful == self.session.version


async def spot_of(context: Context, session: Session, here: Chat) -> Spot:
    """Return a game in one of its chats, with the store's current record of it."""
    reader, server = sole_reader(session, here), server_of(context.platforms, here)
    return Spot(context, session, here, await context.store.boards.place(here.key, session.code, reader, server))


async def speech_to(context: Context, session: Session, person: Person) -> Speech:
    """Return the language that a player chose, else that of their messages."""
    place = await context.store.boards.place(session.places.chat.key, session.code, person.key)
    return speech(place.reader_language or person.language)


ELSEWHERE = "elsewhere"
"""Stands for the pressed message where a move was made in another chat."""
CALLED_AFTER: Instant = MINUTE
"""Seconds after which a player who has not answered a board that changed in place is pinged."""
HOUR = 3600.0
"""Seconds after which a board is posted again instead of edited, because it has scrolled far up."""


def is_edited(spot: Spot, repost: bool) -> bool:
    """Return whether to edit the shown message instead of posting a new one.

    A line that leads to the board is edited once it is pressed; a cancelled challenge however old it is, and so is the
    board of an answered offer.
    """
    record, session = spot.older, spot.session
    if record is None or not record.occasion or spot.is_in_doubt:
        return False
    if repost:
        return record.occasion == IN_DOUBT
    if session.stage is Stage.OFF:
        return record.occasion == Stage.OFFERED
    before = read_occasion(record.occasion)
    has_answer = before.question is not None and is_answered(before, session)
    goes_on = (
        has_answer or before.is_same_run(occasion_of(session)) or (bool(spot.pressed) and _is_in_view(spot, record))
    )
    return goes_on and spot.context.now() - record.at < HOUR


def _is_in_view(spot: Spot, record: Shown) -> bool:
    """Return whether the player who is next has the shown board in view, which a new one would only replace.

    That is the player who has just pressed it, or one who was there a minute ago, unless talk has pushed it up.
    """
    session, here, is_pressed = spot.session, spot.here, record.message == spot.pressed
    is_shared = bool(session.places.teams) or here.inline
    if not (is_pressed or spot.pressed == ELSEWHERE) or is_shared or not is_deleted(spot, record):
        return False
    if isinstance(session.opponent, Robot):
        return is_pressed
    return _is_watched(spot) and spot.platform.is_last(spot.chat, record.message)


def _is_watched(spot: Spot) -> bool:
    """Return whether no player needs a new board here: the next one was there a minute ago, or plays elsewhere.

    The end of a game is news to the player who has not moved, in a chat of their own.
    """
    session, here, now = spot.session, spot.here, spot.context.now()
    opponent_seat = session.turns[-1].seat.opponent if session.turns else None
    if opponent_seat is None or not reads_in(session, session.player(opponent_seat), here):
        return True
    if session.stage is Stage.RUNNING:
        return is_present(session, session.position.turn, now)
    return not sole_reader(session, here) and is_present(session, opponent_seat, now)


def is_deleted(spot: Spot, older: Shown) -> bool:
    """Return whether to delete an older board: by the chat's settings, or because it is too old to edit."""
    platform = spot.platform
    is_too_old = older.at < spot.context.now() - platform.edits_for
    may_go = older.occasion == IN_DOUBT or spot.place.settings.get(OLD, DELETE) == DELETE or is_too_old
    return platform.deletes and older.occasion != Stage.OFFERED and may_go


def is_unseen(spot: Spot) -> bool:
    """Return whether the newest state may have come without a ping: it is newer, or its board was edited."""
    older = spot.older
    if _was_left_behind(spot):
        return True
    if older is None or older.occasion == IN_DOUBT:
        return False
    return older.version < spot.session.version or read_occasion(older.occasion).call_at > 0


async def schedule_call(spot: Spot, before: Shown) -> Instant:
    """Return the instant at which to ping the player to act about a board that changed in place, 0 for never.

    A new instant is on the schedule `CALLS`, so that whichever process is alive then pings. Players who have moved and
    are to move again have answered.
    """
    session, standing, player = spot.session, read_occasion(before.occasion), spot.session.player_to_act
    if standing.is_same_run(occasion_of(session)):
        return 0.0 if turns_in_a_row(session) else standing.call_at
    is_here = isinstance(player, Person) and reads_in(session, player, spot.here)
    if not (spot.pressed and is_here) or isinstance(session.opponent, Robot):
        return 0.0
    call_at = round(spot.context.now() + CALLED_AFTER, 3)
    await spot.context.store.boards.schedule(CALLS, session.code, call_at)
    return call_at


def is_call_due(spot: Spot) -> bool:
    """Return whether the player to act has not answered a board that changed in place, and is to be pinged now."""
    session = spot.session
    if _was_left_behind(spot):
        return session.stage is Stage.RUNNING and reads_in(session, session.player_to_act, spot.here)
    standing = read_occasion(spot.older.occasion if spot.older else "")
    return standing.is_same_run(occasion_of(session)) and 0 < standing.call_at <= spot.context.now()


def _was_left_behind(spot: Spot) -> bool:
    """Return whether the game's board stayed where its chat was before it moved."""
    return spot.place.shown is None and spot.place.chat != spot.here.key
