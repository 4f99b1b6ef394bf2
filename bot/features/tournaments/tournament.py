"""A tournament as the fold of its log: who plays in it, its rounds, and what may be done to it; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, log2
from random import Random

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.features.tournaments.events import (
    Begun,
    Caused,
    Ended,
    Event,
    Events,
    Joined,
    Left,
    Opened,
    Paired,
    Posted,
    Postponed,
    Replayed,
    Returned,
    Scored,
    System,
    read,
)
from bot.features.tournaments.pairings import (
    LOST,
    NEITHER,
    WON,
    Drawn,
    Match,
    Pair,
    Round,
    berger,
    knockout,
    swiss,
    winner,
)
from engines import GAMES
from engines.game import Seat
from engines.refusals import Illegal

FEWEST, MOST = 4, 200
MOST_CHATS = 2
MOST_REPLAYS = 2
"""So often a drawn game of a knock-out is played again before the lower number goes on."""


class Phase(StrEnum):
    """How far a tournament has come."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    OFF = "off"


@dataclass(frozen=True)
class Entrant:
    """Who plays, from which chat, which is spoken to in that language; in the round with this number no more."""

    person: Person
    chat: Chat
    language: str
    gone_in: int | None = None


@dataclass(frozen=True)
class Tournament:
    """All that is known of one: its opening, its entrants (number 1 first, once play has begun), its rounds, how many
    are to be played, where its message stands, which message a new one replaces, the number of entries in its log,
    which outages have postponed the end of its newest round (`Postponed`), and the causes of its events."""

    opened: Opened
    entrants: tuple[Entrant, ...] = ()
    phase: Phase = Phase.OPEN
    rounds: tuple[Round, ...] = ()
    last: int = 0
    posted: tuple[tuple[str, str], ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()
    version: int = 0
    counted: Instant = 0.0
    set_back: int = 0
    causes: frozenset[str] = frozenset()

    @property
    def code(self) -> str:
        """The code of the tournament."""
        return self.opened.code

    @property
    def system(self) -> System:
        """How it is decided who meets whom."""
        return self.opened.system

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Where it is played, and shown."""
        chats = {chat.key: chat for chat in (self.opened.chat, *(entrant.chat for entrant in self.entrants))}
        return tuple(chats.values())

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of those who play no more."""
        return frozenset(number for number, each in enumerate(self.entrants, 1) if each.gone_in is not None)

    def entrant(self, number: int) -> Entrant:
        """Who has a number."""
        return self.entrants[number - 1]

    def number_of(self, person: Person) -> int | None:
        """The number of a person who plays, or played, in it."""
        return next((number for number, each in enumerate(self.entrants, 1) if each.person.is_same(person)), None)

    def language_in(self, chat: Chat) -> str:
        """What the message in a chat is said in, if the chat has chosen nothing else."""
        theirs = (each.language for each in self.entrants if each.chat.key == chat.key)
        return self.opened.language if chat.key == self.opened.chat.key else next(theirs, self.opened.language)


def replay(tournament: Tournament | None, log: Iterable[str]) -> Tournament | None:
    """Return the tournament after more entries of its log; raise `ValueError` for what is no such log.

    A log can hold anything: whatever its replay stumbles over, it is the log that cannot be read.
    """
    try:
        for text in log:
            for event in read(text):
                tournament = evolve(tournament, event)
            tournament = tournament and replace(tournament, version=tournament.version + 1)
    except ValueError:
        raise
    except Exception as unread:
        raise ValueError(f"{type(unread).__name__}: {unread}") from unread
    return tournament


def evolve(before: Tournament | None, event: Event) -> Tournament:
    """The tournament after one more event; the first is always `Opened`."""
    if isinstance(event, Opened):
        if event.game not in GAMES:
            raise ValueError(f"there is no game {event.game!r}")
        return Tournament(event)
    if before is None:
        raise ValueError(f"a log cannot begin with {event.kind}")
    after = _after(before, event)
    if isinstance(event, Caused) and event.cause:
        return replace(after, causes=after.causes | {event.cause})
    return after


def _after(before: Tournament, event: Event) -> Tournament:
    match event:
        case Opened():
            return before
        case Joined():
            entrant = Entrant(event.person, event.chat, event.language)
            return replace(before, entrants=(*before.entrants, entrant))
        case Left() | Returned():
            return _left(before, event)
        case Begun():
            entrants = tuple(before.entrants[place] for place in event.order)
            running = replace(before, entrants=entrants, phase=Phase.RUNNING, last=event.rounds)
            return _to_be_posted(running)
        case Paired():
            matches = tuple(Match(pair) for pair in event.pairs)
            rounds = (*before.rounds, Round(matches, event.byes, event.until))
            return replace(before, rounds=rounds, counted=max(before.counted, event.at))
        case Scored():
            return _with_match(before, event.match, points=event.points, played=event.played)
        case Replayed():
            seconds, until = before.opened.seconds, before.rounds[-1].until
            again = before.rounds[-1].matches[event.match].replayed + 1
            after = _with_match(before, event.match, replayed=again)
            return _with_end(after, max(until, event.at + seconds))
        case Postponed():
            return replace(_with_end(before, event.until), counted=event.counted, set_back=event.set_back)
        case Ended():
            return replace(before, phase=Phase.OFF) if event.off else _to_be_posted(replace(before, phase=Phase.OVER))
        case Posted():
            posted = {**dict(before.posted), event.chat: event.message}
            left = tuple((chat, message) for chat, message in before.replaced if chat != event.chat)
            return replace(before, posted=tuple(posted.items()), replaced=left)


def _to_be_posted(before: Tournament) -> Tournament:
    """Return a tournament whose message is to be posted below everything else, in place of the one that stands."""
    return replace(before, posted=(), replaced=before.posted)


def _with_end(before: Tournament, until: Instant) -> Tournament:
    return replace(before, rounds=(*before.rounds[:-1], *(replace(each, until=until) for each in before.rounds[-1:])))


def _left(before: Tournament, event: Left | Returned) -> Tournament:
    place = event.entrant
    if isinstance(event, Returned):
        return _with_entrant(before, place, gone_in=None)
    if before.phase is Phase.OPEN:
        return replace(before, entrants=(*before.entrants[:place], *before.entrants[place + 1 :]))
    return _with_entrant(before, place, gone_in=len(before.rounds))


def _with_entrant(before: Tournament, place: int, gone_in: int | None) -> Tournament:
    entrant = replace(before.entrants[place], gone_in=gone_in)
    return replace(before, entrants=(*before.entrants[:place], entrant, *before.entrants[place + 1 :]))


def _with_match(
    before: Tournament, place: int, points: Pair | None = None, played: bool = True, replayed: int = 0
) -> Tournament:
    newest = before.rounds[-1]
    match = newest.matches[place]
    match = replace(match, points=points, played=played, replayed=max(replayed, match.replayed))
    matches = (*newest.matches[:place], match, *newest.matches[place + 1 :])
    return replace(before, rounds=(*before.rounds[:-1], replace(newest, matches=matches)))


def join(tournament: Tournament, person: Person, chat: Chat, language: str, now: Instant) -> Events:
    """Return the events by which a person enters, or comes back; raise `Illegal` if that is too late or too full.

    Two chats may play in a tournament; a person from a third is refused.
    """
    code = tournament.code
    _check_is_not_over(tournament)
    if number := tournament.number_of(person):
        return _come_back(tournament, number, now) if number in tournament.gone else ()
    if tournament.phase is not Phase.OPEN:
        raise Illegal("tournament-begun", tournament=code)
    if len(tournament.entrants) >= MOST:
        raise Illegal("tournament-full")
    if chat.key not in {each.key for each in tournament.chats} and len(tournament.chats) >= MOST_CHATS:
        raise Illegal("tournament-elsewhere")
    return (Joined(now, person, chat, language),)


def _come_back(tournament: Tournament, number: int, now: Instant) -> Events:
    if not has_round_left(tournament, number):
        raise Illegal("tournament-no-round-left", tournament=tournament.code)
    return (Returned(now, number - 1),)


def has_round_left(tournament: Tournament, number: int) -> bool:
    """Return whether an entrant can still be paired: before the last round, and in a knock-out while in."""
    if tournament.phase is not Phase.RUNNING or len(tournament.rounds) >= tournament.last:
        return False
    return tournament.system is not System.KNOCKOUT or all(_survives(each, number) for each in tournament.rounds[-1:])


def _survives(newest: Round, number: int) -> bool:
    """Return whether an entrant is still in a knock-out after its newest round: nobody who missed a round is."""
    own = (match for match in newest.matches if number in match.pair)
    return number in newest.byes or any(match.points is None or winner(match) == number for match in own)


def match_of(tournament: Tournament, number: int) -> int | None:
    """Return the place of an entrant's match that goes on in the newest round, None if there is none."""
    matches = enumerate(tournament.rounds[-1].matches if tournament.rounds else ())
    return next((place for place, match in matches if number in match.pair and match.points is None), None)


def leave(tournament: Tournament, person: Person, now: Instant) -> Events:
    """An entrant plays no more; raises `Illegal` for a stranger, and for a tournament that is over."""
    number = tournament.number_of(person)
    if number is None:
        raise Illegal("tournament-not-in", tournament=tournament.code)
    _check_is_not_over(tournament)
    return () if number in tournament.gone else (Left(now, number - 1),)


def begin(tournament: Tournament, now: Instant) -> Events:
    """The numbers are drawn by lot, always the same for a tournament; raises `Illegal` for too few."""
    entrants = len(tournament.entrants)
    _check_is_not_over(tournament)
    if tournament.phase is not Phase.OPEN:
        raise Illegal("tournament-begun", tournament=tournament.code)
    if entrants < FEWEST:
        raise Illegal("tournament-too-few", fewest=FEWEST)
    order = list(range(entrants))
    Random(tournament.code).shuffle(order)
    return (Begun(now, tuple(order), rounds_of(tournament.system, entrants, tournament.opened.rounds)),)


def call_off(tournament: Tournament, now: Instant) -> Events:
    """It comes to nothing; raises `Illegal` once it is over."""
    _check_is_not_over(tournament)
    return (Ended(now, off=True),)


def _check_is_not_over(tournament: Tournament) -> None:
    """Raise `Illegal` for a tournament that has ended or was called off."""
    if tournament.phase not in (Phase.OPEN, Phase.RUNNING):
        raise Illegal("tournament-over", tournament=tournament.code)


def rounds_of(system: System, entrants: int, wanted: int) -> int:
    """How many rounds are played: of a round robin all or the first that are wanted, of a knock-out all, of a Swiss as
    many as single out one winner unless said otherwise."""
    everyone = entrants - 1 + entrants % 2
    match system:
        case System.ROBIN:
            return min(wanted or everyone, everyone)
        case System.KNOCKOUT:
            return ceil(log2(entrants))
        case System.SWISS:
            return min(wanted or max(3, ceil(log2(entrants))), everyone)


def next_of(tournament: Tournament, now: Instant) -> Events:
    """What follows by itself: a start whose time has come, the next round once one is over, the end after the last."""
    opened = tournament.opened
    if tournament.phase is Phase.OPEN and opened.starts is not None and now >= opened.starts:
        few = len(tournament.entrants) < FEWEST
        return (Ended(now, off=True),) if few else begin(tournament, now)
    if tournament.phase is not Phase.RUNNING or (tournament.rounds and not tournament.rounds[-1].is_over):
        return ()
    pairs, byes = ((), ()) if len(tournament.rounds) >= tournament.last else pairing(tournament)
    goes_on = pairs or (byes and tournament.system is System.KNOCKOUT)  # by walkovers alone, too
    return (Paired(now, pairs, byes, now + opened.seconds),) if goes_on else (Ended(now),)


def pairing(tournament: Tournament) -> Drawn:
    """Who meets whom in the next round."""
    entrants, rounds, gone = len(tournament.entrants), tournament.rounds, tournament.gone
    match tournament.system:
        case System.ROBIN:
            return berger(entrants, len(rounds) + 1)
        case System.KNOCKOUT:
            return knockout(entrants, gone, rounds)
        case System.SWISS:
            return swiss(entrants, gone, rounds) if entrants - len(gone) > 1 else ((), ())


def scored(tournament: Tournament, place: int, session: Session, now: Instant) -> Events:
    """What the game of a match makes of it: nothing while it goes on. A game that is called off is lost by who did."""
    match = tournament.rounds[-1].matches[place]
    first_sits_first = match.seats == match.pair
    if session.stage is Stage.OFF:
        lost = session.status.ended_by
        if lost is None:
            return (Scored(now, place, NEITHER, played=False),)
        return (Scored(now, place, LOST if (lost is Seat.FIRST) is first_sits_first else WON, played=False),)
    if session.stage is not Stage.OVER:
        return ()
    best = session.status.outcome.winner if session.status.outcome else None
    played = bool(session.turns)
    if best is None:
        again = tournament.system is System.KNOCKOUT and match.replayed < MOST_REPLAYS
        return (Replayed(now, place),) if again else (Scored(now, place, (1, 1), played),)
    return (Scored(now, place, WON if (best is Seat.FIRST) is first_sits_first else LOST, played),)


def cause_of(tournament: Tournament, place: int) -> str:
    """What the game of a match of the newest round follows from, the same whenever it is begun."""
    match = tournament.rounds[-1].matches[place]
    return f"tournament:{tournament.code}:{len(tournament.rounds)}:{place}:{match.replayed}"


def unplayed(tournament: Tournament, place: int, now: Instant) -> Events:
    """The result of a match of which one or both are gone before it began; nothing if both are there."""
    first, second = (number in tournament.gone for number in tournament.rounds[-1].matches[place].pair)
    if not (first or second):
        return ()
    return (Scored(now, place, NEITHER if first and second else LOST if first else WON, played=False),)
