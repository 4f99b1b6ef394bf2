"""Ratings from a chat's finished games, and the commands `/top` and `/me` that show them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from operator import attrgetter

from bot.core.commands.command import GAME
from bot.core.commands.read_back import require_game, to_typed_words
from bot.core.game.requests import Request
from bot.core.game.results import Result, mark_of
from bot.core.handlers.finished_games import chat_results, latest_players
from bot.core.handlers.handling import to
from bot.core.handlers.services import Answers, Extension, Interaction, Row, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Incoming, Message
from bot.core.view import lists
from bot.core.view.names import name_of
from bot.features.ratings.glicko import NARROW, Rating, rating_after
from engines import GAMES, LADDERS
from engines.game import Seat
from engines.refusals import Unreadable

_DAY = 86400.0
MOST_A_DAY = 3
"""So many games between the same two players count on one day (UTC); all who are forgotten are one player here."""


def rated_results(results: Iterable[Result]) -> list[Result]:
    """Return the results that count, oldest first, at most three a day per pair of players."""
    results_kept: list[Result] = []
    meetings = Counter[tuple[str, str, int]]()
    for result in sorted(filter(attrgetter("is_rated"), results), key=attrgetter("at")):
        first_mark, second_mark = sorted(result.marks)
        meetings[meeting := (first_mark, second_mark, int(result.at // _DAY))] += 1
        if meetings[meeting] <= MOST_A_DAY:
            results_kept.append(result)
    return results_kept


def ratings(results: Iterable[Result]) -> Mapping[str, Rating]:
    """Return the ratings by pseudonym; forgotten people have none and count as newcomers for opponents."""
    ratings_by_mark: dict[str, Rating] = {}
    for result in results:
        score = 0.5 if result.winner is None else float(result.winner is Seat.FIRST)
        one, other = (ratings_by_mark.get(mark, Rating()) for mark in result.marks)
        first, second = result.marks
        ratings_by_mark[first] = rating_after(one, other, score, result.at)
        ratings_by_mark[second] = rating_after(other, one, 1 - score, result.at)
        ratings_by_mark.pop("", None)
    return ratings_by_mark


def strongest(table: Mapping[str, Rating], most: int) -> list[str]:
    """Return the pseudonyms of the strongest players, by the lower end of their bands so that luck does not win."""
    return sorted(table, key=lambda mark: (-table[mark].band[0], mark))[:most]


class ShowTop(Request):
    """A request for the strongest players of this chat, in one game or in each."""

    game: str = ""


class ShowMe(Request):
    """A request for the sender's results in this chat."""


def read_top(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/top`."""
    return ShowTop(require_game(to_typed_words(rest)) if rest else "")


def read_me(rest: str, incoming: Incoming) -> Request:
    """Parse `/me`, which takes no arguments."""
    if rest:
        raise Unreadable("no-words-wanted", part=rest[:40], name="me")
    return ShowMe()


_MOST_RANKED = 10


async def top(services: Services, request: ShowTop, interaction: Interaction) -> Answers:
    """List the strongest players of this chat, in one game or in each."""
    results, speech = await chat_results(services, interaction), interaction.words
    tables = _tables(results.found, [request.game] if request.game else GAMES)
    marks_by_game = {game: strongest(table, _MOST_RANKED) for game, table in tables.items()}
    players = await latest_players(services.games, results.found, chain.from_iterable(marks_by_game.values()))
    lines = list[str]()
    for game, marks in marks_by_game.items():
        known_marks = [mark for mark in marks if mark in players]
        lines += [speech.say(f"game-{game}")] if known_marks else []
        for place, mark in enumerate(known_marks, 1):
            lines.append(f"{place}. {name_of(players[mark], speech)}: {_strength(tables[game][mark], speech)}")
    message = Message("\n".join(lines) or speech.say("top-none"), envelope=PRIVATE)
    return (lists.with_unreadable_games(message, results.unreadable, speech),)


async def me(services: Services, request: ShowMe, interaction: Interaction) -> Answers:
    """Show the person's results in each game of this chat, the ladder ideas they won with, and their winning streak."""
    person, speech = interaction.incoming.person, interaction.words
    results, mark = await chat_results(services, interaction), mark_of(person)
    own_ratings = ((game, table.get(mark)) for game, table in _tables(results.found, GAMES).items())
    lines = [f"{speech.say(f'game-{game}')}: {_strength(rating, speech)}" for game, rating in own_ratings if rating]
    lines += _ideas(mark, results.found, speech)
    own_results = (each for each in reversed(rated_results(results.found)) if mark in each.marks)
    streak = len([*takewhile(lambda it: it.winner is not None and it.mark(it.winner) == mark, own_results)])
    if lines and streak > 1:
        lines.append(speech.say("me-streak", n=streak))
    heading = speech.say("me-of", player=person.name) if lines else speech.say("me-none")
    message = Message("\n".join((heading, *lines)), envelope=PRIVATE)
    return (lists.with_unreadable_games(message, results.unreadable, speech),)


def _tables(results: Sequence[Result], games: Iterable[str]) -> dict[str, Mapping[str, Rating]]:
    results_to_rate = rated_results(results)
    return {game: ratings(result for result in results_to_rate if result.game == game) for game in games}


def _strength(rating: Rating, speech: Speech) -> str:
    """Return the rating, or its band if the deviation is large, with the wins, draws and losses."""
    lower, upper = rating.band
    text = str(round(rating.value)) if rating.deviation <= NARROW else f"{lower}–{upper}"
    return speech.say("top-strength", rating=text, won=rating.won, drawn=rating.drawn, lost=rating.lost)


def _ideas(mark: str, results: Sequence[Result], speech: Speech) -> Iterator[str]:
    """Yield the ideas that a person won with, by game and in ladder order."""
    winning_ideas = {(each.game, each.idea) for each in results if each.winner and each.mark(each.winner) == mark}
    for game, ladder in LADDERS.items():
        names = (rung.idea.name for rung in ladder)
        if ideas := [speech.say(f"ladder-{name}") for name in names if (game, name) in winning_ideas]:
            yield speech.say("me-ideas", title=speech.say(f"game-{game}"), ideas=", ".join(ideas))


FEATURE = Extension(
    rows=(
        Row("top", read_top, parameters=(GAME,), after="step", handlers=to(ShowTop, top)),
        Row("me", read_me, after="top", handlers=to(ShowMe, me)),
    )
)
