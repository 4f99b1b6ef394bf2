"""Who is strongest in a chat, and how a person has played there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core.game import results
from bot.core.game.people import Person, Player
from bot.core.game.results import Result
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Message
from bot.core.view.names import name_of
from bot.features.ratings.ratings import NARROW, Rating, wins_in_a_row
from engines import LADDERS


def top(tables: Mapping[str, Sequence[tuple[Player, Rating]]], speech: Speech) -> Message:
    """The strongest players of each game, the first of them first."""
    lines = [line for game, table in tables.items() if table for line in _of_game(game, table, speech)]
    return Message("\n".join(lines) or speech.say("top-none"), envelope=PRIVATE)


def _of_game(game: str, table: Sequence[tuple[Player, Rating]], speech: Speech) -> Iterator[str]:
    yield speech.say(f"game-{game}")
    for place, (player, rating) in enumerate(table, 1):
        yield f"{place}. {name_of(player, speech)}: {_strength(rating, speech)}"


def _strength(rating: Rating, speech: Speech) -> str:
    """A number if it is narrow, else a band; with what was won, drawn and lost."""
    low, high = rating.band
    told = str(round(rating.value)) if rating.deviation <= NARROW else f"{low}–{high}"
    return speech.say("top-strength", rating=told, won=rating.won, drawn=rating.drawn, lost=rating.lost)


def me(
    person: Person,
    tables: Mapping[str, Mapping[str, Rating]],
    rated: Sequence[Result],
    played: Sequence[Result],
    speech: Speech,
) -> Message:
    """A person's results in each game, the ideas that won them a game, and their streak of wins."""
    mark = results.mark_of(person)
    own = ((game, table.get(mark)) for game, table in tables.items())
    lines = [f"{speech.say(f'game-{game}')}: {_strength(rating, speech)}" for game, rating in own if rating]
    lines += _ideas(mark, played, speech)
    if not lines:
        return Message(speech.say("me-none"), envelope=PRIVATE)
    if (streak := wins_in_a_row(mark, rated)) > 1:
        lines.append(speech.say("me-streak", n=streak))
    return Message("\n".join([speech.say("me-of", player=person.name), *lines]), envelope=PRIVATE)


def _ideas(mark: str, played: Sequence[Result], speech: Speech) -> Iterator[str]:
    """The ideas that a person has won by, game by game, in the order of the ladder."""
    won = {(each.game, each.idea) for each in played if each.winner and each.mark(each.winner) == mark}
    for game, ladder in LADDERS.items():
        names = (rung.idea.name for rung in ladder)
        if told := [speech.say(f"ladder-{name}") for name in names if (game, name) in won]:
            yield speech.say("me-ideas", title=speech.say(f"game-{game}"), ideas=", ".join(told))
