"""The strongest players of a chat, and a person's results there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core.game import results
from bot.core.game.people import Person, Player
from bot.core.game.results import Result
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Message
from bot.core.view.buttons import notice
from bot.core.view.names import name_of
from bot.features.ratings.ratings import NARROW, Rating, wins_in_a_row
from engines import LADDERS


def top(tables: Mapping[str, Sequence[tuple[Player, Rating]]], speech: Speech) -> Message:
    """List the strongest players of each game, best first."""
    lines = [line for game, table in tables.items() if table for line in _of_game(game, table, speech)]
    return Message("\n".join(lines) or speech.say("top-none"), envelope=PRIVATE)


def _of_game(game: str, table: Sequence[tuple[Player, Rating]], speech: Speech) -> Iterator[str]:
    yield speech.say(f"game-{game}")
    for place, (player, rating) in enumerate(table, 1):
        yield f"{place}. {name_of(player, speech)}: {_strength(rating, speech)}"


def _strength(rating: Rating, speech: Speech) -> str:
    """Return the rating, or its band if the deviation is large, with the wins, draws and losses."""
    lower, upper = rating.band
    text = str(round(rating.value)) if rating.deviation <= NARROW else f"{lower}–{upper}"
    return speech.say("top-strength", rating=text, won=rating.won, drawn=rating.drawn, lost=rating.lost)


def me(
    person: Person,
    tables: Mapping[str, Mapping[str, Rating]],
    results_to_rate: Sequence[Result],
    all_results: Sequence[Result],
    speech: Speech,
) -> Message:
    """Show a person's results in each game, the ladder ideas they won by, and their winning streak."""
    mark = results.mark_of(person)
    own_ratings = ((game, table.get(mark)) for game, table in tables.items())
    lines = [f"{speech.say(f'game-{game}')}: {_strength(rating, speech)}" for game, rating in own_ratings if rating]
    lines += _ideas(mark, all_results, speech)
    if not lines:
        return notice("me-none", speech)
    if (streak := wins_in_a_row(mark, results_to_rate)) > 1:
        lines.append(speech.say("me-streak", n=streak))
    return Message("\n".join([speech.say("me-of", player=person.name), *lines]), envelope=PRIVATE)


def _ideas(mark: str, results: Sequence[Result], speech: Speech) -> Iterator[str]:
    """Yield the ideas that a person won by, by game and in ladder order."""
    winning_ideas = {(each.game, each.idea) for each in results if each.winner and each.mark(each.winner) == mark}
    for game, ladder in LADDERS.items():
        names = (rung.idea.name for rung in ladder)
        if ideas := [speech.say(f"ladder-{name}") for name in names if (game, name) in winning_ideas]:
            yield speech.say("me-ideas", title=speech.say(f"game-{game}"), ideas=", ".join(ideas))
