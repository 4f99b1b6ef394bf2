"""Audiences: which player reads which chat of a game, which players no board reaches, and the consequences; pure."""

from math import inf

from bot.core.game.clocks import for_seat
from bot.core.game.events import Claimed
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, Player, Team
from bot.core.game.session import Loss, Session, Stage, has_ticking_clock
from bot.core.game.terms import THREAD
from engines.game import Outcome, Seat

Audience = Chat | Person | None
"""The readers of a message: everybody in a chat, one person, or (None) only the player who asks."""


def chat_read_by(session: Session, player: Player | None) -> Chat:
    """Return the chat a player plays from; a private chat takes priority over an inline message."""
    chats = sorted(session.places.chats, key=lambda chat: chat.inline)
    return next((chat for chat in chats if reads_in(session, player, chat)), session.places.chat)


def reads_in(session: Session, player: Player | None, chat: Audience) -> bool:
    """Return whether a player is a person (or this reader) or a team that plays from this chat (None: any chat)."""
    places = session.places
    if isinstance(player, Team):
        return chat is None or (isinstance(chat, Chat) and chat.key == player.chat.key)
    if not isinstance(player, Person):
        return False
    if isinstance(chat, Person):
        return player.is_same(chat)
    if chat and (subscription := places.subscription_in(chat)):
        return session.seat_of(player) is subscription.seat
    return chat is None or places.second is None or session.challenger.is_same(player) is not places.is_second(chat)


def readers(session: Session, chat: Audience) -> tuple[Person, ...]:
    """Return the players who play from this chat; none without a chat."""
    if not isinstance(chat, Chat):
        return ()
    players = map(session.player, (session.seat, session.seat.opponent))
    return tuple(player for player in players if isinstance(player, Person) and reads_in(session, player, chat))


def sole_reader(session: Session, chat: Chat) -> str:
    """Return the key of the only person who plays from this chat; "" if there are two or they are unknown."""
    people = readers(session, chat)
    return people[0].key if len(people) == 1 and people[0].id else ""


_AWAY: Instant = 600
"""Seconds after which a player of a game with a deadline is no longer expected to watch its chat."""
MOST_CALLS = 2


def is_called(session: Session) -> bool:
    """Return whether a board mentions the player to move.

    A game with a deadline is one of many in its chat: its boards mention a player before their first move, and once
    more after a long wait; the deadline's reminders do the rest.
    """
    if session.deadline is None:
        return True
    waits = _waits(session)
    is_early = call_count(session) <= MOST_CALLS and not session.deadline.reminded_part
    return waits[-1] >= _AWAY and (len(waits) == 1 or is_early)


def call_count(session: Session) -> int:
    """Return the maximum number of boards that mention the player to move, in a game with a deadline."""
    return sum(wait >= _AWAY for wait in _waits(session))


def _waits(session: Session) -> list[Instant]:
    """Return the player's waiting time before each of their turns, in seconds; infinite before the first."""
    seat, waits = session.position.turn, list[Instant]()
    began, since, before = session.start.at, -inf, None
    for turn in session.turns:
        if turn.seat is not before and turn.seat is seat:
            waits.append(began - since)
        before, began = turn.seat, turn.at
        since = turn.at if turn.seat is seat else since
    if before is not seat:
        waits.append((session.turns[-1].at if session.turns else session.start.at) - since)
    return waits


_TIME_ENOUGH: Instant = 10 * MINUTE


def is_present(session: Session, seat: Seat, now: Instant) -> bool:
    """Return whether a player has moved or accepted the game within the last minute, and so still watches it.

    With little time on a clock they are not expected to: a board pings them at once. A game with a deadline is
    accepted by its contest.
    """
    is_acceptor = seat is not session.seat and session.deadline is None
    acceptance = session.start.accepted if is_acceptor else -inf
    moves = (turn.at for turn in reversed(session.turns) if turn.seat is seat and not turn.planned)
    has_time = session.clocks is None or session.clocks.deadline - now > _TIME_ENOUGH
    return has_time and 0 <= now - next(moves, acceptance) < MINUTE


def thread_invitees(session: Session) -> tuple[Person, ...]:
    """Return the players to invite to the game's thread: readers of its chat who are users of its platform."""
    chat = session.places.chat
    return tuple(player for player in readers(session, chat) if player.platform == chat.platform)


def wants_thread(session: Session) -> bool:
    """Return whether a running game still needs its thread."""
    is_agreed = session.stage is Stage.RUNNING and THREAD in session.terms
    return is_agreed and session.places.parent is None and not session.places.threadless


def shows_line_only(session: Session, here: Chat) -> bool:
    """Return whether a chat shows only a line, because the game moved from there to its thread."""
    began = session.places.chat if wants_thread(session) else session.places.parent
    return began is not None and began.key == here.key


LONGEST_SILENCE: Instant = 86400.0
"""Seconds that a player must wait for an unreachable opponent."""


def unreached_since(session: Session, seat: Seat) -> Instant | None:
    """Return the instant since which no board reaches a player; None if one may.

    A lost chat that both players read does not count: they may still see each other there.
    """
    player = session.player(seat)
    if not session.places.losses or not isinstance(player, Person) or session.stage is not Stage.RUNNING:
        return None
    instants = list[Instant]()
    for chat in session.places.chats:
        if reads_in(session, player, chat):
            seats = (seat, None) if sole_reader(session, chat) else (seat,)
            losses = (loss for loss in session.places.losses if loss.chat == chat.key and loss.seat in seats)
            if (loss := next(losses, None)) is None:
                return None
            instants.append(loss.since)
    return max(instants, default=None)


def has_left(session: Session, seat: Seat, chat: Chat) -> bool:
    """Return whether the player of a seat has left a chat of the game."""
    return any((loss.chat, loss.seat) == (chat.key, seat) for loss in session.places.losses)


def claimable_from(session: Session, seat: Seat) -> Instant | None:
    """Return the instant from which the opponent may claim the game of an unreachable seat; None if reachable."""
    since = unreached_since(session, seat)
    if since is None:
        return None
    return max(since + LONGEST_SILENCE, for_seat(session.clocks.return_times, seat) if session.clocks else 0.0)


def outcome_of_claim(session: Session, claim: Claimed) -> Outcome:
    """Return the outcome of a claim: as stored, or on time, unless only an unreachable opponent justifies it.

    On a clock that ticks it is a draw if the claiming player provably could not win on the board any more.
    """
    if claim.outcome:
        return claim.outcome
    times = [session.deadline.until] if session.deadline else []
    times += [session.clocks.deadline] if session.clocks and session.position.turn is not claim.seat else []
    is_late = any(claim.at >= until for until in times)
    is_draw = has_ticking_clock(session) and not session.position.can_win(claim.seat)
    if is_late or unreached_since(session, claim.seat.opponent) is None:
        return Outcome(None, "time-draw") if is_draw else Outcome(claim.seat, "time")
    return Outcome(None, "unreached-draw") if is_draw else Outcome(claim.seat, "unreached")


def losses_of(session: Session, person: Person) -> tuple[Loss, ...]:
    """Return the losses that a message from a person ends: of chats that only they read or that they left."""
    private_chats = {chat.key for chat in session.places.chats if sole_reader(session, chat) == person.key}
    seat = session.seat_of(person)
    seats = dict.fromkeys(private_chats, seat)
    return tuple(loss for loss in session.places.losses if (loss.seat or seats.get(loss.chat)) == seat)
