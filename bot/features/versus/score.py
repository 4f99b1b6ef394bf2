"""The score between two players: their games counted, and the messages that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton

from bot.core.game.instants import Instant
from bot.core.game.people import Player
from bot.core.game.results import Result
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Message
from bot.core.view.buttons import button, rows, rows_that_fit
from bot.core.view.names import name_of, title
from bot.core.view.news import result

_SHORTEST_STREAK, _MOST_REVIEWS, _LONGEST_NAME = 2, 2, 20
_ROBOT = "robot "


@dataclass(frozen=True)
class Meetings:
    """Finished games in which the player with a `mark` took part, oldest first."""

    mark: str
    results: Sequence[Result]

    def rival(self, result: Result) -> str:
        """Return the pseudonym of the opponent in a game; "" for one who was forgotten."""
        first, second = result.marks
        return second if first == self.mark else first

    def against(self, rivals: Iterable[str]) -> Meetings:
        """Return the games against these opponents."""
        marks = {*rivals}
        return replace(self, results=[each for each in self.results if self.rival(each) in marks])

    @property
    def by_game(self) -> dict[str, Meetings]:
        """Return the games by name, the most frequent first."""
        names = [each.game for each in self.results]
        frequent = sorted(dict.fromkeys(names), key=names.count, reverse=True)
        return {name: replace(self, results=[each for each in self.results if each.game == name]) for name in frequent}

    @property
    def by_rival(self) -> dict[str, Meetings]:
        """Return the games by the opponent's pseudonym, the most frequent first."""
        marks = [*map(self.rival, self.results)]
        return {mark: self.against([mark]) for mark in sorted(dict.fromkeys(marks), key=marks.count, reverse=True)}

    @property
    def people(self) -> dict[str, Meetings]:
        """Return the games by opponent, without the bot and those who were forgotten."""
        return {mark: each for mark, each in self.by_rival.items() if mark and not mark.startswith(_ROBOT)}

    @property
    def with_bot(self) -> Meetings:
        """Return the games against the bot, at any level."""
        return self.against(mark for mark in self.by_rival if mark.startswith(_ROBOT))

    @property
    def points(self) -> list[int]:
        """Return 1 for each win, -1 for each loss and 0 for each draw."""
        return [0 if each.winner is None else 1 if each.mark(each.winner) == self.mark else -1 for each in self.results]

    @property
    def streak(self) -> int:
        """Return the number of wins in a row up to the last game; negative for losses, 0 after a draw."""
        points = self.points[::-1]
        return next((number for number, each in enumerate(points) if each != points[0]), len(points)) * sum(points[:1])


@dataclass(frozen=True)
class Score:
    """The `meetings` with an opponent of this `name`: the newest games, and those that are not finished."""

    name: str
    meetings: Meetings
    newest: Sequence[Session] = ()
    unfinished: Sequence[Session] = ()


def rivals(meetings: Meetings, players: Mapping[str, Player], game: str, speech: Speech) -> Message:
    """List the score against each of these opponents, perhaps in one `game`, with a button to the details."""
    people = {mark: each for mark, each in meetings.people.items() if mark in players}
    names = {mark: name_of(players[mark], speech) for mark in people}
    lines = [f"{number}. {names[mark]}: {_tally(people[mark], speech)}" for number, mark in enumerate(people, 1)]
    to_scores = [_to_score(names[mark], each.results[-1].code, game) for mark, each in people.items()]
    if meetings.with_bot.results:
        lines.append(f"{speech.say('robot-short')}: {_tally(meetings.with_bot, speech)}")
        to_scores.append(_to_score(speech.say("robot-short"), "bot", game))
    lines += _forgotten_lines(meetings, speech)
    heading = speech.say("versus-list") if to_scores else speech.say("versus-none")
    heading = f"{speech.say(f'game-{game}')}. {heading}" if game else heading
    return Message("\n".join((heading, *lines)), buttons=rows(to_scores), envelope=PRIVATE)


def _to_score(name: str, word: str, game: str) -> Button:
    label = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return Button(label, f"/versus {word} {game}".rstrip())


def _forgotten_lines(meetings: Meetings, speech: Speech) -> Iterator[str]:
    """Yield the number of games against people who have deleted their data, if there are any."""
    if number := len(meetings.against([""]).results):
        yield speech.say("versus-forgotten-games", n=number)


def never_met(details: Score, game: str, challenge: str, speech: Speech) -> Message:
    """Say that no game is finished yet, not even of this `game`; a button types the `challenge`, unless it is ""."""
    text = speech.say("versus-never", player=details.name)
    if game:
        text = speech.say("versus-never-game", player=details.name, title=speech.say(f"game-{game}"))
    lines = (text, *_unfinished_lines(details.unfinished, speech), *_forgotten_lines(details.meetings, speech))
    row = (button("versus-challenge", challenge, speech),) if challenge else ()
    all_rows = rows_that_fit([(*_to_boards(details.unfinished, speech), *row)])
    return Message("\n".join(lines), buttons=all_rows, envelope=PRIVATE)


def score(details: Score, zone: str, now: Instant, speech: Speech) -> Message:
    """Show the score, by level and by game where there are several, the streak, and the newest games."""
    reviews = [
        Button(speech.say("versus-review", game=each.code), f"/review {each.code}")
        for each in details.newest
        if each.turns
    ]
    again = (button("rematch", f"/again {details.newest[0].code}", speech),) if details.newest else ()
    return Message(
        "\n".join(_score_lines(details, zone, now, speech)),
        buttons=rows_that_fit((reviews[:_MOST_REVIEWS], (*_to_boards(details.unfinished, speech), *again))),
        envelope=PRIVATE,
    )


def _score_lines(details: Score, zone: str, now: Instant, speech: Speech) -> Iterator[str]:
    meetings, streak = details.meetings, details.meetings.streak
    yield speech.say("versus-score", player=details.name, tally=_tally(meetings, speech))
    levels = {f"level-{mark.removeprefix(_ROBOT)}": each for mark, each in meetings.with_bot.by_rival.items()}
    games = {f"game-{name}": each for name, each in meetings.by_game.items()}
    for table in (levels, games):
        if len(table) > 1:
            yield from (f"{speech.say(code)}: {_tally(each, speech)}" for code, each in table.items())
    if streak >= _SHORTEST_STREAK:
        yield speech.say("versus-streak", n=streak)
    elif streak <= -_SHORTEST_STREAK:
        yield speech.say("versus-streak-of", player=details.name, n=-streak)
    if len(details.newest) > 1:
        yield speech.say("versus-newest", n=len(details.newest))
    for session in details.newest:
        yield f"{_date(session.since, zone, now, speech)}, {title(session, speech)}: {result(session, speech)}"
    yield from _unfinished_lines(details.unfinished, speech)


def _unfinished_lines(sessions: Sequence[Session], speech: Speech) -> Iterator[str]:
    """Yield a line for each game that is not finished."""
    yield from (speech.say("versus-unfinished", title=title(each, speech)) for each in sessions)


def _to_boards(sessions: Sequence[Session], speech: Speech) -> tuple[Button, ...]:
    """Return a button to the board of each game."""
    return tuple(Button(speech.say("button-show-board", game=each.code), f"/board {each.code}") for each in sessions)


def _tally(meetings: Meetings, speech: Speech) -> str:
    """Return the games won and lost, and drawn if there are any, such as `5–3, 1 draw`."""
    points = meetings.points
    tally, draws = speech.say("versus-tally", won=points.count(1), lost=points.count(-1)), points.count(0)
    return ", ".join((tally, *([speech.say("versus-draws", n=draws)] if draws else [])))


def _date(at: Instant, zone: str, now: Instant, speech: Speech) -> str:
    """Return the day of an instant in a time zone, with its year unless that is the current one."""
    day, today = (datetime.fromtimestamp(each, ZoneInfo(zone)) for each in (at, now))
    return format_skeleton("MMMd" if day.year == today.year else "yMMMd", day, locale=speech.language)
