"""Leagues: the monthly table of a chat's people, by the points of their rated games, and its winners."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from re import fullmatch

from babel.dates import format_date

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.occasions import adapter_of
from bot.core.chats import quiet_until
from bot.core.commands.challenges import Challenge
from bot.core.commands.command import GAME, two_values, word
from bot.core.commands.read_back import game_called, to_typed_words
from bot.core.commands.settings import ZONE, ChatSetting
from bot.core.commands.terms import consent_of
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Person, Player, key_digest
from bot.core.game.requests import Request, code_of, read_code
from bot.core.game.results import Result, mark_of, read, result_of, write
from bot.core.game.terms import Consent
from bot.core.handlers.finished_games import chat_results, latest_players
from bot.core.handlers.handling import handle, to
from bot.core.handlers.services import Answers, Extension, Interaction, Row, Services, SettingsChange
from bot.core.language.speech import Speech, phrases, speech
from bot.core.ports.platform import Button, DeliveryError, Envelope, Incoming, Layout, Message
from bot.core.ports.store import NEVER, Store, of_chat
from bot.core.repository import Games
from bot.core.upkeep.tasks import log_failures
from bot.core.view.buttons import CHECK_MARK, button, notice, rows_that_fit
from bot.core.view.lists import with_unreadable_games
from bot.core.view.names import name_of
from bot.features.leagues.table import (
    Season,
    Standing,
    counting_results,
    is_contested,
    opponents_of,
    season_at,
    season_results,
    standings,
)
from engines import GAMES
from engines.refusals import Illegal, Unreadable

LEAGUE, _LAST, _MEET = "league", "last", "meet"
LEAGUES = "leagues"
"""The list of the chats that are told who won a season, by when they are told next."""
_POSTED = "league-posted"
"""The choice of a chat with the last season whose winners were posted there."""
_SEASON = r"20\d\d-(0[1-9]|1[0-2])"
_MOST_RANKED, _MOST_WINNERS = 10, 3
_DAY: Instant = 86400
_LATEST: Instant = 3 * _DAY
"""Seconds after which the winners of a season are no news any more."""
_CHATS_A_ROUND, _GAMES_AT_ONCE = 20, 10
_SENDING: Instant = 10 * MINUTE


class ShowLeague(Request):
    """A request for the table of a season (`2026-10`, `last`, or "" for the current one), in one game or in all."""

    season: str = ""
    game: str = ""


class Meet(Request):
    """A press that challenges a person of the table to a game; `code` is that of their pseudonym."""

    code: str
    game: str


def read_league(rest: str, incoming: Incoming) -> Request:
    """Parse a season and a game in any order, or the button that challenges a person; raise `Unreadable`."""
    words = to_typed_words(rest).casefold().split()
    if words[:1] == [_MEET] and len(words) == 3 and (code := read_code(words[1])) and words[2] in GAMES:
        return Meet(code[0], words[2])
    parts, typed_words = dict[str, str](), dict[str, str]()
    for each in (text for text in words if text not in phrases("league-filler")):
        if each in phrases("league-last"):
            name, value = "season", _LAST
        elif fullmatch(_SEASON, each):
            name, value = "season", each
        else:
            name, value = "game", game_called(each) or ""
        if not value:
            raise Unreadable("unknown-season", part=each[:40])
        if parts.setdefault(name, value) != value:
            raise two_values(typed_words[name], each)
        typed_words.setdefault(name, each)
    return ShowLeague(**parts)


@dataclass(frozen=True)
class _Table:
    """A league's table: its season and game ("" for all), the games that count, and the players' places and names."""

    season: Season
    game: str
    results: Sequence[Result]
    places: Sequence[Standing]
    players: Mapping[str, Player]

    def title(self, words: Speech) -> str:
        """Return the name of the league with its month and game."""
        month = format_date(self.season.first_day, "LLLL y", locale=words.language)
        in_game = (words.say(f"game-{self.game}"),) if self.game else ()
        return ", ".join((words.say("league-of", month=month), *in_game))

    def lines(self, places: Sequence[Standing], words: Speech) -> Iterator[str]:
        """Yield a line for each of these places, without people whose name is unknown."""
        for each in places:
            if player := self.players.get(each.mark):
                counts = {"won": each.tally.won, "drawn": each.tally.drawn, "lost": each.tally.lost}
                row = words.say("league-row", points=each.tally.points, **counts)
                yield f"{each.place}. {name_of(player, words)}: {row}"


async def _table(games: Games, results: Sequence[Result], season: Season, game: str, most: int, reader: str) -> _Table:
    """Return the table with its first places, and the reader's place if it is lower."""
    counting = counting_results(season_results(results, season, game))
    table = standings(counting)
    places = [*table[:most], *(each for each in table[most:] if each.mark == reader)]
    return _Table(season, game, counting, places, await latest_players(games, results, [each.mark for each in places]))


async def show_league(services: Services, request: ShowLeague, interaction: Interaction) -> Answers:
    """Show the table of a season, the reader's place, and what they can do next."""
    incoming, words, now = interaction.incoming, interaction.words, services.now()
    if incoming.in_private:
        return (notice("league-in-private", words),)
    current, reader = season_at(now), mark_of(incoming.person)
    typed_season = request.season and request.season != _LAST
    season = Season(*map(int, request.season.split("-"))) if typed_season else current.after(-bool(request.season))
    if season > current:
        raise Illegal("season-ahead", part=str(season))
    results = await chat_results(services, interaction)
    table = await _table(services.games, results.found, season, request.game, _MOST_RANKED, reader)
    heading, is_current = table.title(words), season == current
    if is_current:
        days_left = words.say("league-days-left", n=ceil((season.end - now) / _DAY))
        heading = f"{heading}. {days_left}"
    lines = [*table.lines(table.places, words)]
    rival = _unmet(table, reader) if is_current and lines else None
    omissions = _count_omissions(table, results.found, reader)
    lines += [words.say("league-omitted", n=omissions)] if omissions else []
    lines += [words.say("league-unmet", player=name_of(rival, words))] if rival else []
    lines += [] if lines else [words.say("league-none") if is_current else words.say("league-none-then")]
    rules = words.say("league-rules")
    message = Message(
        "\n".join((heading, *lines, rules)),
        buttons=rows_that_fit(
            (_ways(table, rival, words) if is_current else (), await _more_ways(services, table, interaction))
        ),
        layout=Layout(heading, rules),
        envelope=Envelope(private=True, stays=True),
    )
    return (with_unreadable_games(message, results.unreadable, words),)


def _unmet(table: _Table, reader: str) -> Person | None:
    """Return the first person of the table whom the reader has not met in a game that counts."""
    opponents = opponents_of(reader, table.results)
    unmet_players = (table.players.get(each.mark) for each in table.places if each.mark not in opponents)
    return next((player for player in unmet_players if isinstance(player, Person)), None)


def _count_omissions(table: _Table, results: Sequence[Result], reader: str) -> int:
    """Return how many of the reader's games do not count."""
    all_results = season_results(results, table.season, table.game)
    return sum(reader in each.marks for each in all_results) - sum(reader in each.marks for each in table.results)


def _ways(table: _Table, rival: Person | None, words: Speech) -> Iterator[Button]:
    """Yield the buttons that challenge a person of the table, in its game or the most frequent one, and anyone."""
    if rival:
        game = table.game or Counter(each.game for each in table.results).most_common(1)[0][0]
        label = words.say("button-meet", player=name_of(rival, words))
        yield Button(label, f"/{LEAGUE} {_MEET} {code_of(mark_of(rival))} {game}")
    yield button("choose-game", f"/setup {table.game}".rstrip(), words)


async def _more_ways(services: Services, table: _Table, interaction: Interaction) -> list[Button]:
    """Return the button to another season, and for administrators the one that has winners posted."""
    incoming, words = interaction.incoming, interaction.words
    is_current = table.season == season_at(services.now())
    label = words.say("button-last-season") if is_current else words.say("button-this-season")
    ways = [Button(label, " ".join(filter(None, (f"/{LEAGUE}", _LAST * is_current, table.game))))]
    is_off = interaction.known.settings.get(LEAGUE) != Consent.YES
    if is_off and await services.platforms[incoming.chat.platform].administers(incoming.chat, incoming.person):
        ways.append(Button(words.say("button-league"), f"/settings {LEAGUE}={Consent.YES}"))
    return ways


async def meet(services: Services, request: Meet, interaction: Interaction) -> Answers:
    """Challenge a person of the table; raise `Illegal` if they are forgotten."""
    results = (await chat_results(services, interaction)).found
    marks = {mark for each in results for mark in each.marks if mark and code_of(mark) == request.code}
    opponent = next(iter((await latest_players(services.games, results, marks)).values()), None)
    if not isinstance(opponent, Person):
        raise Illegal("league-person-gone")
    return await handle(services, Challenge(request.game, opponent=opponent), interaction)


async def post_winners(context: Context, delivery: Delivery, now: Instant) -> None:
    """Begin to post the winners of the last season to the next chats that are due."""
    if chats := await context.store.boards.due_games(LEAGUES, now, _CHATS_A_ROUND):
        delivery.begin_work(LEAGUES, partial(_post_to_all, context, chats))


async def _post_to_all(context: Context, chats: Mapping[str, Instant]) -> None:
    """Post to each chat and schedule its next season; after a failure, or a crash, the next try follows."""
    for chat, at in chats.items():
        if await context.store.leases.take(f"{LEAGUE}:{chat}", _SENDING, inherits=True):
            again: Instant | None = context.now() + MINUTE
            try:
                with log_failures("the post of a league"):
                    again = await _post(context, chat)
                await context.store.boards.schedule(LEAGUES, chat, again, instead=at)
            finally:
                await context.store.leases.release(f"{LEAGUE}:{chat}")


async def _post(context: Context, key: str) -> Instant | None:
    """Post the winners of the last season unless that was done, and return when to look again.

    The season is noted once its post is out: a crash in between repeats the post, which a nonce shows once.
    """
    place, now = await context.store.boards.place(key, ""), context.now()
    here, season = place.described_chat, season_at(now).after(-1)
    if place.chat != key:
        await context.store.boards.schedule(LEAGUES, place.chat, now)
    if place.chat != key or here is None or place.settings.get(LEAGUE) != Consent.YES:
        return None
    words = speech(place.language or "")
    if not context.outages.is_heard(here.platform):
        return now + MINUTE
    if morning := quiet_until(now, place.settings.get(ZONE) or words.say("usual-timezone")):
        return morning
    table = await _table(context.games, await _results_of(context, key, season), season, "", _MOST_WINNERS, "")
    if place.settings.get(_POSTED) != str(season) and now - season.end < _LATEST and is_contested(table.results):
        text = words.say("league-over", title=table.title(words))
        lines = (text, *table.lines(table.places, words), words.say("league-begins"))
        envelope = Envelope(nonce=f"{key_digest(key)[:12]}{season.year}{season.month:02}")
        buttons = ((Button(words.say("button-table"), f"/{LEAGUE} {season}"),),)
        try:
            platform = adapter_of(context, here)
            await platform.slot(here, is_spare=True)
            await platform.show(here, Message("\n".join(lines), buttons=buttons, envelope=envelope))
        except DeliveryError as error:
            if error.retry_after is not None or not error.is_certain:
                return now + (error.retry_after or MINUTE)
        await context.store.settings.choose(of_chat(key), {_POSTED: str(season)})
    return season.after(1).end


async def _results_of(context: Context, chat: str, season: Season) -> list[Result]:
    """Return the results of a chat's newest games, back to the beginning of a season."""
    codes, results = await context.store.findings.finished_games(chat), list[Result]()
    for start in range(0, len(codes), _GAMES_AT_ONCE):
        texts = await context.store.findings.results(codes[start : start + _GAMES_AT_ONCE])
        batch = [result for code, text in texts.items() if (result := read(code, text))]
        unread_codes = texts.keys() - {result.code for result in batch}
        sessions = await context.games.finished_sessions([*unread_codes])
        new_results = await asyncio.to_thread(list, map(result_of, sessions))
        await context.store.findings.store_results({result.code: write(result) for result in new_results})
        batch += new_results
        results += batch
        if batch and all(result.at < season.start for result in batch):
            break
    return results


async def settle(context: Context, change: SettingsChange) -> None:
    """Schedule the next post of a chat that turned it on, or none; raise `Illegal` in private."""
    if LEAGUE not in change.changed:
        return
    key, is_on = await context.store.settings.current_key(change.chat.key), change.values.get(LEAGUE) == Consent.YES
    if is_on and change.in_private:
        await context.store.settings.choose(of_chat(key), {LEAGUE: ""})
        raise Illegal("league-in-private")
    await context.store.settings.remember_chat(key, change.chat)
    end = season_at(context.now()).end if is_on else None
    await context.store.boards.schedule(LEAGUES, key, end)


async def list_leagues(store: Store, now: Instant, everything: bool) -> None:
    """Schedule the chats that want the winners and are on no list, as after it was lost."""
    async for whose in store.forgetting.choosers(of_chat("").strip()):
        if (await store.settings.choices(whose)).get(LEAGUE) == Consent.YES:
            await store.boards.schedule(LEAGUES, whose.removeprefix(of_chat("")), now, instead=NEVER)


def _setting_line(values: Mapping[str, str], words: Speech) -> str:
    return words.say("settled-league", value=words.say(f"settled-{values[LEAGUE]}"))


def _setting_buttons(values: Mapping[str, str], words: Speech) -> tuple[Button, ...]:
    is_on = values[LEAGUE] == Consent.YES
    label = f"{CHECK_MARK * is_on}{words.say('button-league')}"
    return (Button(label, f"/settings {LEAGUE}={Consent.NO if is_on else Consent.YES}"),)


_SETTING = ChatSetting(
    LEAGUE, str(Consent.NO), consent_of, "yes no", _setting_line, _setting_buttons, is_of_one_chat=True
)
FEATURE = Extension(
    rows=(
        Row(
            LEAGUE,
            read_league,
            parameters=(GAME, word("season")),
            after="me",
            handlers={**to(ShowLeague, show_league), **to(Meet, meet)},
        ),
    ),
    tick=post_winners,
    chat_settings=(_SETTING,),
    settle=settle,
    schedules=(LEAGUES,),
    rebuild=list_leagues,
)
