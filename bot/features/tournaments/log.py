"""A tournament's event log in the store, and what is kept of a tournament beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress

from bot.core.boards.context import Context
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session
from bot.core.game.terms import CONTEST
from bot.core.handlers.services import FeatureLogs, Logged
from bot.core.ports.store import CorruptDataError, Place, Store, choices_of, log_name
from bot.features.tournaments.events import Events, caused, read, write
from bot.features.tournaments.forgetting import nameless_tournament
from bot.features.tournaments.standings import told
from bot.features.tournaments.tournament import Phase, Tournament, leave, replay
from engines.refusals import Illegal

KIND = "tournament"
TOURNAMENTS = "tournaments"
"""The list of tournaments by when something is due in them."""
_TRIES = 50


async def load(context: Context, code: str) -> Tournament | None:
    """Return a tournament as its log has it now, None if there is none; raise `Illegal` if its log cannot be read."""
    log = log_name(KIND, code)
    entries = (await context.store.logs.load_all({log: 0}))[log]
    try:
        if isinstance(entries, CorruptDataError):
            raise entries
        tournament = replay(None, entries)
        if entries and (tournament is None or tournament.code != code):
            raise ValueError("the log is not this tournament's")
    except (ValueError, CorruptDataError) as unread:
        context.games.log_unreadable(log, unread)
        raise Illegal("tournament-unreadable", tournament=code) from unread
    return tournament


async def append(context: Context, code: str, before: Tournament | None, events: Events) -> Tournament | None:
    """Append an entry, have the tournament looked at, and return it; None if another writer was faster.

    Raise `Illegal` if its log cannot be read.
    """
    await context.store.boards.schedule(TOURNAMENTS, code, context.now())
    after = await write_events(context, code, before, events)
    await context.store.boards.schedule(TOURNAMENTS, code, context.now())  # who tended it meanwhile has not seen this
    return after


async def write_events(context: Context, code: str, before: Tournament | None, events: Events) -> Tournament | None:
    """Append an entry to a log (optimistic lock), as `append`, but schedule nothing."""
    version, text = (before.version if before else 0) + 1, write(events)
    try:
        added = await context.store.logs.append(log_name(KIND, code), version, text)
    except CorruptDataError as unread:
        raise Illegal("tournament-unreadable", tournament=code) from unread
    return replay(before, [text]) if added else None


async def change(context: Context, code: str, decide: Callable[[Tournament], Events], cause: str = "") -> Tournament:
    """The tournament after what is decided; raises `Illegal` as that does, and for one that is not there."""
    for _ in range(_TRIES):
        tournament = await load(context, code)
        if tournament is None:
            break
        events = () if cause and cause in tournament.causes else caused(decide(tournament), cause)
        after = await append(context, code, tournament, events) if events else tournament
        if after is not None:
            return after
    raise Illegal("tournament-none")


async def moved_to(context: Context, chat: Chat) -> Chat:
    """Return where a chat is now."""
    return moved_from(chat, await context.store.boards.place(chat.key, ""))


def moved_from(chat: Chat, place: Place) -> Chat:
    return chat if place.chat == chat.key else place.described_chat or chat


async def entered_by(context: Context, person: Person) -> list[Tournament]:
    """Return the tournaments that a person has entered or opened; every log that can be read is looked at."""
    entered: list[Tournament] = []
    async for code in _all_codes(context):
        with suppress(Illegal):
            entered += filter(None, [await load(context, code)])
    return [each for each in entered if each.opened.opener.is_same(person) or each.number_of(person)]


async def _all_codes(context: Context) -> AsyncIterator[str]:
    async for log in context.store.logs.all_logs(KIND):
        yield log.removeprefix(log_name(KIND, ""))


async def leave_all(context: Context, person: Person) -> None:
    """A person plays no more in any tournament."""
    for tournament in await entered_by(context, person):
        with suppress(Illegal):
            await change(context, tournament.code, lambda it: leave(it, person, context.now()))


async def forget_entrant(context: Context, person: Person) -> None:
    """Remove a person's name from the logs of all tournaments; one who left before the first round is in one, too."""
    async for code in _all_codes(context):
        await _forget_in(context, code, person)


async def _forget_in(context: Context, code: str, person: Person) -> None:
    """Rewrite a log that names the person, until no other writer is faster."""
    log = log_name(KIND, code)
    for _ in range(_TRIES):
        entries = (await context.store.logs.load_all({log: 0}))[log]
        if isinstance(entries, CorruptDataError):
            return
        without = [nameless_tournament(text, person) for text in entries]
        if without == entries:
            return
        if await context.store.logs.rewrite(log, without):
            await context.store.forgetting.forget_choices(choices_of(KIND, code))
            await context.store.boards.schedule(TOURNAMENTS, code, context.now())
            return


async def list_all(store: Store, now: Instant, everything: bool) -> None:
    """Schedule every tournament when all lists are rebuilt."""
    if not everything:
        return
    async for log in store.logs.all_logs(KIND):
        await store.boards.schedule(TOURNAMENTS, log.removeprefix(log_name(KIND, "")), 0.0)


async def export(context: Context, person: Person) -> dict[str, object]:
    """Return what the store has of a person's tournaments."""
    return {"tournaments": [told(each, person) for each in await entered_by(context, person)]}


def read_log(entries: Sequence[str]) -> Logged | None:
    """Return the code of a tournament and when the last thing happens in it, of what it waits for too; None for an
    empty log. Raise `ValueError` for one that cannot be read."""
    tournament = replay(None, entries)
    if tournament is None:
        return None
    instants = [event.at for event in read(entries[-1])]
    if tournament.phase is Phase.OPEN:
        instants.append(tournament.opened.starts or 0.0)
    elif tournament.phase is Phase.RUNNING:
        instants.append(tournament.rounds[-1].until)
    return Logged(tournament.code, max(instants))


TOURNAMENT_LOGS = FeatureLogs(KIND, TOURNAMENTS, read_log, read)


async def look_at_tournament(context: Context, session: Session) -> None:
    """Have the tournament of a game that has ended looked at."""
    if code := session.terms.get(CONTEST):
        await context.store.boards.schedule(TOURNAMENTS, code, context.now())
