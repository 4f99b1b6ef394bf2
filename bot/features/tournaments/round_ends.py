"""The end of a tournament's round: outages postpone it, and unfinished games are won by who was less late; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.game.instants import Instant
from bot.core.game.outages import Outage, newest_set_back, unheard_seconds
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.features.tournaments.events import Events, Postponed
from bot.features.tournaments.tournament import Phase, Tournament
from engines.game import Seat


def postponed(tournament: Tournament, outages: Sequence[Outage], now: Instant) -> Events:
    """Return by which event outages that are not counted yet postpone the end of the newest round, if they do."""
    if tournament.phase not in (Phase.OPEN, Phase.RUNNING):
        return ()
    counted, set_back = tournament.counted, max(tournament.set_back, newest_set_back(outages))
    until = tournament.rounds[-1].until if tournament.rounds else 0.0
    for outage in _counting(tournament, outages) if tournament.rounds else ():
        if outage.is_set_back:
            until += outage.until - outage.since
            counted = outage.until
        elif outage.until > counted:
            until += outage.until - max(outage.since, counted)
            counted = outage.until
    if (counted, set_back) == (tournament.counted, tournament.set_back):
        return ()
    return (Postponed(now, until, counted, set_back),)


def less_late(session: Session, now: Instant, outages: Sequence[Outage] = ()) -> Seat:
    """Return who wins a game that a round leaves unfinished: the one who has let the other wait less in all.

    Nobody lets the other wait while they cannot be heard.
    """
    waited = dict.fromkeys(Seat, 0.0)
    since = session.start.at
    for seat, at in (*((turn.seat, turn.at) for turn in session.turns), (session.position.turn, now)):
        player = session.player(seat)
        platform = player.platform if isinstance(player, Person) else session.places.chat.platform
        waited[seat] += at - since - unheard_seconds(outages, platform, since, at)
        since = at
    return Seat.SECOND if waited[Seat.FIRST] >= waited[Seat.SECOND] else Seat.FIRST


def _counting(tournament: Tournament, outages: Sequence[Outage]) -> Iterator[Outage]:
    """Yield the outages of any of its platforms, and each setting back of the system clock once."""
    platforms = {chat.platform for chat in tournament.chats}
    for outage in outages:
        counts = {tournament.opened.chat.platform} if outage.is_set_back else platforms
        if outage.platform in counts and outage.number > tournament.set_back:
            yield outage
