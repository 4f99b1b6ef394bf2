"""Store of a tournament: its event log and its other data."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from functools import partial

from bot.core.boards.context import Context
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.handlers.services import FeatureLogs, LogSummary
from bot.core.ports.store import CorruptDataError, Store, choices_of, log_name
from bot.core.repository import EventLog, forget_person, retry
from bot.features.tournaments.events import Events, anonymous_events, read, with_cause, write
from bot.features.tournaments.standings import tournament_data
from bot.features.tournaments.tournament import Phase, Tournament, after_entry, leave
from engines.refusals import Illegal

KIND = "tournament"
CONTEST = "tournament"
"""The term of a game that holds the code of its tournament."""
TOURNAMENTS = "tournaments"
"""The list of tournaments by when something is due in them."""
TOURNAMENT_LOG: EventLog[Events, Tournament] = EventLog(read, write, after_entry)


async def load(context: Context, code: str) -> Tournament | None:
    """Return the current state of a tournament, None if there is none; raise `Illegal` if its log cannot be read."""
    log = log_name(KIND, code)
    entries = (await context.store.logs.load_all({log: 0}))[log]
    try:
        if isinstance(entries, CorruptDataError):
            raise entries
        return TOURNAMENT_LOG.fold(None, entries, code)
    except (ValueError, CorruptDataError) as error:
        context.games.log_unreadable(log, error)
        raise Illegal("tournament-unreadable", tournament=code) from error


async def append(context: Context, code: str, before: Tournament | None, events: Events) -> Tournament | None:
    """Append an entry like `write_events`, and schedule the tournament."""
    await context.store.boards.schedule(TOURNAMENTS, code, context.now())
    after = await write_events(context, code, before, events)
    await context.store.boards.schedule(TOURNAMENTS, code, context.now())  # a task that ran meanwhile has not seen this
    return after


async def write_events(context: Context, code: str, before: Tournament | None, events: Events) -> Tournament | None:
    """Append an entry to a log without scheduling anything (optimistic lock)."""
    version = (before.version if before else 0) + 1
    try:
        is_added = await context.store.logs.append(log_name(KIND, code), version, write(events))
    except CorruptDataError as error:
        raise Illegal("tournament-unreadable", tournament=code) from error
    return after_entry(before, events) if is_added else None


async def change(context: Context, code: str, decide: Callable[[Tournament], Events], cause: str = "") -> Tournament:
    """Append the events that `decide` returns; raise `Illegal` as `decide` does, or if there is no tournament."""

    async def attempt(tournament: Tournament) -> Tournament | None:
        events = () if cause and cause in tournament.causes else with_cause(decide(tournament), cause)
        return await append(context, code, tournament, events) if events else tournament

    if (tournament := await load(context, code)) is None:
        raise Illegal("tournament-none")
    return await retry(tournament, attempt, partial(load, context))


async def tournaments_of(context: Context, person: Person) -> list[Tournament]:
    """Return the readable tournaments that a person entered or opened; this reads all logs."""
    tournaments: list[Tournament] = []
    async for code in _all_codes(context.store):
        with suppress(Illegal):
            tournaments += filter(None, [await load(context, code)])
    return [each for each in tournaments if each.opened.opener.is_same(person) or each.number_of(person)]


async def _all_codes(store: Store) -> AsyncIterator[str]:
    async for log in store.logs.all_logs(KIND):
        yield log.removeprefix(log_name(KIND, ""))


async def leave_all(context: Context, person: Person) -> None:
    """Withdraw a person from all tournaments."""
    for tournament in await tournaments_of(context, person):
        with suppress(Illegal):
            await change(context, tournament.code, lambda it: leave(it, person, context.now()))


async def forget_entrant(context: Context, person: Person) -> None:
    """Anonymize a person in the logs of all tournaments, even those left before the first round."""
    async for code in _all_codes(context.store):
        anonymize = partial(anonymous_events, person=person)
        if await forget_person(TOURNAMENT_LOG, context.store.logs, log_name(KIND, code), person, anonymize):
            await context.store.forgetting.forget_choices(choices_of(KIND, code))
            await context.store.boards.schedule(TOURNAMENTS, code, context.now())


async def list_all(store: Store, now: Instant, everything: bool) -> None:
    """Schedule every tournament, as part of rebuilding all lists."""
    if everything:
        async for code in _all_codes(store):
            await store.boards.schedule(TOURNAMENTS, code, 0.0)


async def export(context: Context, person: Person) -> dict[str, object]:
    """Return the stored data of a person's tournaments."""
    return {"tournaments": [tournament_data(each, person) for each in await tournaments_of(context, person)]}


def read_log(entries: Sequence[str]) -> LogSummary | None:
    """Return a tournament's code and the last time in it, None for an empty log; raise `ValueError`."""
    tournament = TOURNAMENT_LOG.fold(None, entries)
    if tournament is None:
        return None
    instants = [event.at for event in read(entries[-1])]
    if tournament.phase is Phase.OPEN:
        instants.append(tournament.opened.starts or 0.0)
    elif tournament.phase is Phase.RUNNING:
        instants.append(tournament.rounds[-1].until)
    return LogSummary(tournament.code, max(instants))


TOURNAMENT_LOGS = FeatureLogs(KIND, TOURNAMENTS, read_log, read)


async def look_at_tournament(context: Context, session: Session) -> None:
    """Schedule the tournament of a game that has ended."""
    if code := session.terms.get(CONTEST):
        await context.store.boards.schedule(TOURNAMENTS, code, context.now())
