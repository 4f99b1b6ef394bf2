"""Tournament built from its log: its entrants, its rounds, and the possible steps; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, log2
from random import Random

from bot.core.game.instants import Instant
from bot.core.game.pauses import Outage, newest_set_back, unheard_seconds
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.features.tournaments import pairings
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
)
from engines import GAMES
from engines.game import Seat
from engines.refusals import Illegal

FEWEST, MOST = 4, 200
MOST_CHATS = 2
MOST_REPLAYS = 2
"""So often a drawn game of a knock-out is played again before the lower number goes on."""


class Phase(StrEnum):
    """The phase of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    OFF = "off"


@dataclass(frozen=True)
class Entrant:
    """A player, their chat and its language; `gone_in` is the round after which they left."""

    person: Person
    chat: Chat
    language: str
    gone_in: int | None = None


@dataclass(frozen=True)
class Tournament:
    """The state of a tournament.

    Its opening, its entrants (number 1 first, once play has begun), its rounds and their planned number (`last`), its
    table messages and those to replace, the length of its log (`version`), the outages that have postponed the newest
    round (`Postponed`), and the causes of its events.
    """

    opened: Opened
    entrants: tuple[Entrant, ...] = ()
    phase: Phase = Phase.OPEN
    rounds: tuple[pairings.Round, ...] = ()
    last: int = 0
    posted: tuple[tuple[str, str], ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()
    version: int = 0
    counted: Instant = 0.0
    set_back: int = 0
    causes: frozenset[str] = frozenset()

    @property
    def code(self) -> str:
        """Return the tournament's code."""
        return self.opened.code

    @property
    def system(self) -> System:
        """Return the pairing system."""
        return self.opened.system

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Return the chats where the tournament is played and shown."""
        chats = {chat.key: chat for chat in (self.opened.chat, *(entrant.chat for entrant in self.entrants))}
        return tuple(chats.values())

    @property
    def gone(self) -> frozenset[int]:
        """Return the numbers of the entrants who left."""
        return frozenset(number for number, each in enumerate(self.entrants, 1) if each.gone_in is not None)

    def entrant(self, number: int) -> Entrant:
        """Return the entrant with a number."""
        return self.entrants[number - 1]

    def number_of(self, person: Person) -> int | None:
        """Return a person's number, or None if they have not entered."""
        return next((number for number, each in enumerate(self.entrants, 1) if each.person.is_same(person)), None)

    def language_in(self, chat: Chat) -> str:
        """Return the language of a chat's table, unless the chat has chosen one."""
        languages = (each.language for each in self.entrants if each.chat.key == chat.key)
        return self.opened.language if chat.key == self.opened.chat.key else next(languages, self.opened.language)


def after_entry(tournament: Tournament | None, events: Events) -> Tournament:
    """Return the tournament after one more entry of its log, which adds one to its version."""
    for event in events:
        tournament = evolve(tournament, event)
    if tournament is None:
        raise ValueError("a log cannot begin without an event")
    return replace(tournament, version=tournament.version + 1)


def evolve(before: Tournament | None, event: Event) -> Tournament:
    """Return the tournament after one more event; the first is always `Opened`."""
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
        case Left(entrant=place) if before.phase is Phase.OPEN:
            return replace(before, entrants=(*before.entrants[:place], *before.entrants[place + 1 :]))
        case Left(entrant=place) | Returned(entrant=place):
            gone_in = len(before.rounds) if isinstance(event, Left) else None
            entrant = replace(before.entrants[place], gone_in=gone_in)
            return replace(before, entrants=(*before.entrants[:place], entrant, *before.entrants[place + 1 :]))
        case Begun():
            entrants = tuple(before.entrants[place] for place in event.order)
            return _to_be_posted(replace(before, entrants=entrants, phase=Phase.RUNNING, last=event.rounds))
        case Paired():
            paired_round = pairings.Round(tuple(map(pairings.Match, event.pairs)), event.byes, event.until)
            return replace(before, rounds=(*before.rounds, paired_round), counted=max(before.counted, event.at))
        case Scored():
            return _with_match(before, event.match, points=event.points, played=event.played)
        case Replayed():
            seconds, until = before.opened.seconds, before.rounds[-1].until
            replays = before.rounds[-1].matches[event.match].replayed + 1
            after = _with_match(before, event.match, replayed=replays)
            return _with_end(after, max(until, event.at + seconds))
        case Postponed():
            return replace(_with_end(before, event.until), counted=event.counted, set_back=event.set_back)
        case Ended():
            return replace(before, phase=Phase.OFF) if event.off else _to_be_posted(replace(before, phase=Phase.OVER))
        case Posted():
            posted = {**dict(before.posted), event.chat: event.message}
            remaining = tuple((chat, message) for chat, message in before.replaced if chat != event.chat)
            return replace(before, posted=tuple(posted.items()), replaced=remaining)


def _to_be_posted(before: Tournament) -> Tournament:
    """Return the tournament with a new table message due, to replace the current one."""
    return replace(before, posted=(), replaced=before.posted)


def _with_end(before: Tournament, until: Instant) -> Tournament:
    return replace(before, rounds=(*before.rounds[:-1], *(replace(each, until=until) for each in before.rounds[-1:])))


def _with_match(
    before: Tournament, place: int, points: pairings.Pair | None = None, played: bool = True, replayed: int = 0
) -> Tournament:
    newest = before.rounds[-1]
    match = newest.matches[place]
    match = replace(match, points=points, played=played, replayed=max(replayed, match.replayed))
    newest = replace(newest, matches=(*newest.matches[:place], match, *newest.matches[place + 1 :]))
    return replace(before, rounds=(*before.rounds[:-1], newest))


def join(tournament: Tournament, person: Person, chat: Chat, language: str, now: Instant) -> Events:
    """Return the events by which a person enters, from at most two chats, or returns; raise `Illegal`."""
    code = tournament.code
    _check_is_not_over(tournament)
    if number := tournament.number_of(person):
        if number not in tournament.gone:
            return ()
        if not has_round_left(tournament, number):
            raise Illegal("tournament-no-round-left", tournament=code)
        return (Returned(now, number - 1),)
    if tournament.phase is not Phase.OPEN:
        raise Illegal("tournament-begun", tournament=code)
    if len(tournament.entrants) >= MOST:
        raise Illegal("tournament-full")
    if chat.key not in {each.key for each in tournament.chats} and len(tournament.chats) >= MOST_CHATS:
        raise Illegal("tournament-elsewhere")
    return (Joined(now, person, chat, language),)


def has_round_left(tournament: Tournament, number: int) -> bool:
    """Return whether an entrant can still be paired: before the last round, and in a knock-out until eliminated."""
    if tournament.phase is not Phase.RUNNING or len(tournament.rounds) >= tournament.last:
        return False
    if tournament.system is not System.KNOCKOUT or not tournament.rounds:
        return True
    newest = tournament.rounds[-1]
    own_matches = (match for match in newest.matches if number in match.pair)
    is_in_play = any(match.points is None or pairings.winner(match) == number for match in own_matches)
    return number in newest.byes or is_in_play


def match_of(tournament: Tournament, number: int) -> int | None:
    """Return the index of an entrant's unfinished match in the newest round; None if there is none."""
    matches = enumerate(tournament.rounds[-1].matches if tournament.rounds else ())
    return next((place for place, match in matches if number in match.pair and match.points is None), None)


def leave(tournament: Tournament, person: Person, now: Instant) -> Events:
    """Return the event by which an entrant leaves; raise `Illegal` for others or after the end."""
    number = tournament.number_of(person)
    if number is None:
        raise Illegal("tournament-not-in", tournament=tournament.code)
    _check_is_not_over(tournament)
    return () if number in tournament.gone else (Left(now, number - 1),)


def begin(tournament: Tournament, now: Instant) -> Events:
    """Start the tournament with numbers drawn by lot, reproducibly; raise `Illegal` with too few entrants."""
    entrants = len(tournament.entrants)
    _check_is_not_over(tournament)
    if tournament.phase is not Phase.OPEN:
        raise Illegal("tournament-begun", tournament=tournament.code)
    if entrants < FEWEST:
        raise Illegal("tournament-too-few", fewest=FEWEST)
    order = list(range(entrants))
    Random(tournament.code).shuffle(order)
    return (Begun(now, tuple(order), round_count(tournament.system, entrants, tournament.opened.rounds)),)


def call_off(tournament: Tournament, now: Instant) -> Events:
    """Cancel the tournament; raise `Illegal` once it is over."""
    _check_is_not_over(tournament)
    return (Ended(now, off=True),)


def _check_is_not_over(tournament: Tournament) -> None:
    """Raise `Illegal` for a tournament that has ended or was called off."""
    if tournament.phase not in (Phase.OPEN, Phase.RUNNING):
        raise Illegal("tournament-over", tournament=tournament.code)


def round_count(system: System, entrants: int, wanted_rounds: int) -> int:
    """Return the number of rounds; a Swiss has enough to determine one winner, unless chosen otherwise."""
    everyone = entrants - 1 + entrants % 2
    match system:
        case System.ROBIN:
            return min(wanted_rounds or everyone, everyone)
        case System.KNOCKOUT:
            return ceil(log2(entrants))
        case System.SWISS:
            return min(wanted_rounds or max(3, ceil(log2(entrants))), everyone)


def next_events(tournament: Tournament, now: Instant) -> Events:
    """Return the events that are due automatically: a scheduled start, the next round, or the final end."""
    opening = tournament.opened
    if tournament.phase is Phase.OPEN and opening.starts is not None and now >= opening.starts:
        is_too_few = len(tournament.entrants) < FEWEST
        return (Ended(now, off=True),) if is_too_few else begin(tournament, now)
    if tournament.phase is not Phase.RUNNING or (tournament.rounds and not tournament.rounds[-1].is_over):
        return ()
    pairs, byes = ((), ()) if len(tournament.rounds) >= tournament.last else pairing(tournament)
    has_pairs = pairs or (byes and tournament.system is System.KNOCKOUT)  # by walkovers alone, too
    return (Paired(now, pairs, byes, now + opening.seconds),) if has_pairs else (Ended(now),)


def pairing(tournament: Tournament) -> pairings.Pairing:
    """Return the pairs and byes of the next round."""
    entrants, rounds, gone = len(tournament.entrants), tournament.rounds, tournament.gone
    match tournament.system:
        case System.ROBIN:
            return pairings.berger(entrants, len(rounds) + 1)
        case System.KNOCKOUT:
            return pairings.knockout(entrants, gone, rounds)
        case System.SWISS:
            return pairings.swiss(entrants, gone, rounds) if entrants - len(gone) > 1 else ((), ())


def result_events(tournament: Tournament, place: int, session: Session, now: Instant) -> Events:
    """Return the result of a match's game, none while it runs; a player who aborts a game loses it."""
    match = tournament.rounds[-1].matches[place]
    if session.stage is Stage.OFF:
        loser = session.status.ended_by
        return (Scored(now, place, _points(match, loser.opponent) if loser else pairings.NEITHER, played=False),)
    if session.stage is not Stage.OVER:
        return ()
    winning_seat, was_played = session.status.outcome and session.status.outcome.winner, bool(session.turns)
    if winning_seat is None and tournament.system is System.KNOCKOUT and match.replayed < MOST_REPLAYS:
        return (Replayed(now, place),)
    return (Scored(now, place, _points(match, winning_seat) if winning_seat else pairings.DRAWN, was_played),)


def _points(match: pairings.Match, winning_seat: Seat) -> pairings.Pair:
    return pairings.WON if (winning_seat is Seat.FIRST) is (match.seats == match.pair) else pairings.LOST


def cause_of(tournament: Tournament, place: int) -> str:
    """Return the cause of a match's game in the newest round, the same whenever the game starts."""
    match = tournament.rounds[-1].matches[place]
    return f"tournament:{tournament.code}:{len(tournament.rounds)}:{place}:{match.replayed}"


def walkover_events(tournament: Tournament, place: int, now: Instant) -> Events:
    """Return the result of a match that an entrant, or both, left before its start, else nothing."""
    first, second = (number in tournament.gone for number in tournament.rounds[-1].matches[place].pair)
    if not (first or second):
        return ()
    points = pairings.NEITHER if first and second else pairings.LOST if first else pairings.WON
    return (Scored(now, place, points, played=False),)


def postponement(tournament: Tournament, outages: Sequence[Outage], now: Instant) -> Events:
    """Return the event by which new outages postpone the end of the newest round, if any do."""
    if tournament.phase not in (Phase.OPEN, Phase.RUNNING):
        return ()
    counted_until, set_back = tournament.counted, max(tournament.set_back, newest_set_back(outages))
    until = tournament.rounds[-1].until if tournament.rounds else 0.0
    for outage in _relevant_outages(tournament, outages) if tournament.rounds else ():
        if outage.is_set_back or outage.until > counted_until:
            until += outage.until - (outage.since if outage.is_set_back else max(outage.since, counted_until))
            counted_until = outage.until
    if (counted_until, set_back) == (tournament.counted, tournament.set_back):
        return ()
    return (Postponed(now, until, counted_until, set_back),)


def less_late_seat(session: Session, now: Instant, outages: Sequence[Outage] = ()) -> Seat:
    """Return the seat with the shorter total thinking time; outages of the player's platform do not count."""
    waiting_times = dict.fromkeys(Seat, 0.0)
    since = session.start.at
    for seat, at in (*((turn.seat, turn.at) for turn in session.turns), (session.position.turn, now)):
        player = session.player(seat)
        platform = player.platform if isinstance(player, Person) else session.places.chat.platform
        waiting_times[seat] += at - since - unheard_seconds(outages, platform, since, at)
        since = at
    return Seat.SECOND if waiting_times[Seat.FIRST] >= waiting_times[Seat.SECOND] else Seat.FIRST


def _relevant_outages(tournament: Tournament, outages: Sequence[Outage]) -> Iterator[Outage]:
    """Yield new outages of the tournament's platforms, and each new clock change once."""
    platforms = {chat.platform for chat in tournament.chats}
    for outage in outages:
        relevant_platforms = {tournament.opened.chat.platform} if outage.is_set_back else platforms
        if outage.platform in relevant_platforms and outage.number > tournament.set_back:
            yield outage
