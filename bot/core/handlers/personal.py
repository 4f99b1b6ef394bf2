"""A person's settings: reminders, boards in words, time zone and absences."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from bot.core.boards.occasions import spot_of
from bot.core.chats import QUIET, absence_left, away_until, stored_absences, with_absence, write_absences
from bot.core.commands.personal import Away, Notify, SetTimeZone, Way, way_of
from bot.core.commands.playing import Form, ReadAloud
from bot.core.commands.read_back import text_in_all
from bot.core.game.audience import chat_read_by, sole_reader
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.referee import GoAway
from bot.core.game.requests import GameReference
from bot.core.game.session import Session, Stage, has_ticking_clock
from bot.core.game.terms import Consent
from bot.core.handlers.changes import commit, show_again
from bot.core.handlers.services import Answers, Interaction, Notification, Services
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import ALOUD, AWAY, NOTIFY, TIME_ZONE, of_person
from bot.core.upkeep.reminding import show_quietly, zone_of
from bot.core.view import notices, settings
from bot.core.view.buttons import notice
from engines.refusals import Illegal, Unreadable


async def notify(services: Services, request: Notify, interaction: Interaction) -> Answers:
    """Set the way in which the person is reminded, or begin or end some news; `/notify off` ends them all."""
    news = {each.name: each for extension in services.extensions for each in extension.notifications}
    changes = {_news_called(request.more, news): request.on} if request.more else {}
    for name in changes or (news if request.way is Way.OFF else ()):
        await news[name].choose(services, interaction, changes.get(name, False))
    choices = await _choose(services, interaction.incoming.person, NOTIFY, request.way)
    is_on = {name: choices.get(name) == Consent.YES for name, each in news.items() if each.listed}
    return (settings.reminder_ways(way_of(choices), is_on, interaction.words),)


def _news_called(word: str, news: Mapping[str, Notification]) -> str:
    """Return the news that a word names, by its label in any language too; raise `Unreadable` for any other word."""
    for name in news:
        if word == name or word in map(str.casefold, text_in_all(f"way-{name}")):
            return name
    listed_names = (name for name, each in news.items() if each.listed)
    raise Unreadable("unknown-way", part=word[:40], expected=" ".join((*Way, *listed_names)))


async def read_aloud(services: Services, request: ReadAloud, interaction: Interaction) -> Answers:
    """Set whether the person's boards come in words; show boards that only they read again at once."""
    person, here = interaction.incoming.person, interaction.incoming.chat
    await _choose(services, person, ALOUD, Form.TEXT if request.on else Form.PICTURE)
    for session in await services.games.open_sessions(interaction.known.games):
        if session.stage is Stage.RUNNING and sole_reader(session, here) == person.key:
            await show_again(services, session, here)
    return (settings.board_style(request.on, interaction.words),)


async def set_time_zone(services: Services, request: SetTimeZone, interaction: Interaction) -> Answers:
    """Set the time zone of the person's quiet hours."""
    person = interaction.incoming.person
    choices = await _choose(services, person, TIME_ZONE, request.zone)
    quiet_begins, quiet_ends = (f"{hour:%H:%M}" for hour in QUIET)
    zone = settings.zone_name(zone_of(choices, person))
    return (notice("time-zone", interaction.words, zone=zone, begins=quiet_begins, ends=quiet_ends),)


async def _choose(services: Services, person: Person, name: str, value: str | None) -> dict[str, str]:
    """Store a choice, if there is a new value; return all choices of the person."""
    changes = {name: str(value)} if value else {}
    if changes:
        await services.store.settings.choose(of_person(person), changes)
    return await services.store.settings.choices(of_person(person)) | changes


async def away(services: Services, request: Away, interaction: Interaction) -> Answers:
    """Pause the clocks of the person's games and tell the opponents; raise `Illegal` if too little absence is left."""
    person, now, cause = interaction.incoming.person, interaction.at, interaction.incoming.cause
    choices = await services.store.settings.choices(of_person(person))
    absences, is_repeated = stored_absences(choices), bool(cause) and choices.get(_AWAY_BY) == cause
    games = [each for each in await services.games.of(person) if each.stage is Stage.RUNNING and each.seat_of(person)]
    running = [session for session in games if not has_ticking_clock(session)]  # both players are present there
    timed_games, untimed_games = [s for s in running if s.clocks], _one_game_per_reader(running, person)
    if request.seconds or (request.seconds == 0 and away_until(absences, now)):
        if not is_repeated:
            absences = with_absence(absences, request.seconds, now)
            await services.store.settings.choose(of_person(person), {AWAY: write_absences(absences), _AWAY_BY: cause})
        until = now + request.seconds if request.seconds else None
        for session in timed_games:
            with suppress(Illegal):
                request_away = GoAway(GameReference(session.code), until)
                session_after = await commit(services, session, request_away, interaction.incoming)
                if not is_repeated:
                    await _announce(services, session_after, request.seconds, interaction)
        for session in untimed_games if not is_repeated else ():
            await _announce(services, session, request.seconds, interaction)
    seconds_left = (away_until(absences, now) or now) - now
    seconds_allowed, has_untimed = absence_left(absences, now), bool(untimed_games)
    menu = settings.absence_menu(seconds_left, seconds_allowed, len(timed_games), has_untimed, interaction.words)
    return (menu,)


async def _announce(services: Services, session: Session, seconds: Instant, interaction: Interaction) -> None:
    """Tell the opponent once; a board with clocks shows it too."""
    seat = session.seat_of(interaction.incoming.person)
    chat = chat_read_by(session, session.player(seat.opponent) if seat else None)
    if seat and not chat.inline:
        words = (await spot_of(services, session, chat)).words
        with suppress(DeliveryError):
            await show_quietly(services, chat, notices.absence(session, seat, seconds, words))


_AWAY_BY = "away-by"
"""The choice that says by what cause its person went away, or came back, last."""


def _one_game_per_reader(running: Sequence[Session], person: Person) -> list[Session]:
    """Return an untimed game for each opponent and chat that no timed game notifies."""
    games_by_reader = dict[tuple[str, str], Session]()
    for session in sorted(running, key=lambda session: session.clocks is None):
        seat = session.seat_of(person)
        opponent = session.player(seat.opponent) if seat else None
        if isinstance(opponent, Person) and opponent.is_known:
            games_by_reader.setdefault((opponent.key, chat_read_by(session, opponent).key), session)
    return [session for session in games_by_reader.values() if session.clocks is None]
