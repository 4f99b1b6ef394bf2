"""The end of a round: outages postpone it, and unfinished games go to the less late player; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.game.instants import Instant
from bot.core.game.pauses import Outage, newest_set_back, unheard_seconds
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.features.tournaments.events import Events, Postponed
from bot.features.tournaments.tournament import Phase, Tournament
from engines.game import Seat


def postponement(tournament: Tournament, outages: Sequence[Outage], now: Instant) -> Events:
    """Return the event by which new outages postpone the end of the newest round, if they do."""
    if tournament.phase not in (Phase.OPEN, Phase.RUNNING):
        return ()
    counted_until, set_back = tournament.counted, max(tournament.set_back, newest_set_back(outages))
    until = tournament.rounds[-1].until if tournament.rounds else 0.0
    for outage in _relevant_outages(tournament, outages) if tournament.rounds else ():
        if outage.is_set_back:
            until += outage.until - outage.since
            counted_until = outage.until
        elif outage.until > counted_until:
            until += outage.until - max(outage.since, counted_until)
            counted_until = outage.until
    if (counted_until, set_back) == (tournament.counted, tournament.set_back):
        return ()
    return (Postponed(now, until, counted_until, set_back),)


def less_late_seat(session: Session, now: Instant, outages: Sequence[Outage] = ()) -> Seat:
    """Return the winner of an unfinished game: the player who made the opponent wait less in all.

    Time in an outage of a player's platform does not count.
    """
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
