"""Who is strongest in a chat, and how one has played there: bands that become numbers when they are narrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core.game.people import Person, Player
from bot.core.game.ratings import NARROW, Rating, key_of, solved
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Message
from bot.core.view.names import name_of
from engines import LADDERS
from engines.game import Seat

MOST = 10
Table = tuple[Mapping[str, Rating], Mapping[str, Player]]


def top(tables: Mapping[str, Table], speech: Speech) -> Message:
    """The strongest players of each game, by the lower end of their bands, so that a lucky newcomer is no champion."""
    lines = [line for game, table in tables.items() for line in _of_game(game, table, speech)]
    return Message("\n".join(lines) or speech.say("top-none"), envelope=PRIVATE)


def _of_game(game: str, table: Table, speech: Speech) -> Iterator[str]:
    ratings, players = table
    if not ratings:
        return
    yield speech.say(f"game-{game}")
    best = sorted(ratings, key=lambda key: (-ratings[key].band[0], key))[:MOST]
    for place, key in enumerate(best, 1):
        yield f"{place}. {name_of(players[key], speech)}: {_strength(ratings[key], speech)}"


def _strength(rating: Rating, speech: Speech) -> str:
    """A number if it is narrow, else a band; with what was won, drawn and lost."""
    low, high = rating.band
    told = str(round(rating.value)) if rating.deviation <= NARROW else f"{low}–{high}"
    return speech.say("top-strength", rating=told, won=rating.won, drawn=rating.drawn, lost=rating.lost)


def me(person: Person, tables: Mapping[str, Table], played: Sequence[Session], speech: Speech) -> Message:
    """How a person has played in each game, and the streak of wins."""
    rated = ((game, ratings.get(key_of(person))) for game, (ratings, _) in tables.items())
    lines = [f"{speech.say(f'game-{game}')}: {_strength(rating, speech)}" for game, rating in rated if rating]
    if not lines:
        return Message(speech.say("me-none"), envelope=PRIVATE)
    lines += _ideas(person, played, speech)
    if (streak := _streak(person, played)) > 1:
        lines.append(speech.say("me-streak", n=streak))
    return Message("\n".join([speech.say("me-of", player=person.name), *lines]), envelope=PRIVATE)


def _ideas(person: Person, played: Sequence[Session], speech: Speech) -> Iterator[str]:
    """The ideas that a person has won by, game by game, in the order of the ladder."""
    won = {(session.game, solved(session, person)) for session in played}
    for game, ladder in LADDERS.items():
        names = (rung.idea.name for rung in ladder)
        if told := [speech.say(f"ladder-{name}") for name in names if (game, name) in won]:
            yield speech.say("me-ideas", title=speech.say(f"game-{game}"), ideas=", ".join(told))


def _streak(person: Person, played: Sequence[Session]) -> int:
    """How many games in a row were won up to the newest; `played` are the newest last."""
    own = [(seat, session) for session in played for seat in Seat if person.is_same(session.player(seat))]
    count = 0
    for seat, session in reversed(own):
        if session.status.outcome is None or session.status.outcome.winner is not seat:
            break
        count += 1
    return count
