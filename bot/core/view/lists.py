"""Overviews for one person: their games, the next game, the block list, help, statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from bot.core.commands.command import Command, is_challenge_to_me, is_my_challenge
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import code_of
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.metrics import DayCounts
from bot.core.ports.platform import PRIVATE, SECRET, SECRET_IN_PLACE, Button, Envelope, Message
from bot.core.view import buttons
from bot.core.view.boards import board, with_time_left
from bot.core.view.names import name_of, names, title
from bot.core.view.notices import time_left_of
from engines import GAMES
from engines.game import Seat

MOST = 20


def games(
    sessions: Sequence[Session], elsewhere: int, links: Mapping[str, str], person: Person, now: Instant, speech: Speech
) -> Message:
    """List each game with its turn, the time left and a button to its board; `links` map codes to boards.

    If there are games `elsewhere`, a button lists them too.
    """
    more = ((Button(speech.say("button-games-elsewhere"), "/games all"),),) if elsewhere else ()
    if not sessions:
        return Message(speech.say("no-games"), buttons=more, envelope=Envelope(private=True, secret=bool(more)))
    sessions_shown = sessions[:MOST]
    lines = [_line(session, links.get(session.code, ""), person, now, speech) for session in sessions_shown]
    all_buttons = [Button(session.code, f"/board {session.code}") for session in sessions_shown]
    text = "\n".join([speech.say("games"), *lines])
    return Message(text, buttons=(*buttons.rows(all_buttons), *more), envelope=SECRET)


def with_unreadable_games(overview: Message, unreadable: int, speech: Speech) -> Message:
    """Add to an overview how many games could not be read."""
    if not unreadable:
        return overview
    return replace(overview, text="\n".join((overview.text, speech.say("games-left-out", n=unreadable))))


def _line(session: Session, link: str, person: Person, now: Instant, speech: Speech) -> str:
    seats = names(session, speech)
    text = f"{title(session, speech)}: {seats[Seat.FIRST]} — {seats[Seat.SECOND]}. {_state(session, person, speech)}"
    return " · ".join((f"{text} {link}" if link else text, *time_left_of(session, now, speech)))


def _state(session: Session, person: Person, speech: Speech) -> str:
    if session.stage is Stage.OFFERED:
        if person.is_same(session.opponent):
            return speech.say("waits-for-your-answer")
        return speech.say("waits-for-answer")
    player = session.player_to_act
    if person.is_same(player):
        return speech.say("waits-for-you")
    return speech.say("waits-for", player=name_of(player, speech))


def next_game(session: Session, waiting: int, link: str, now: Instant, speech: Speech) -> Message:
    """Render the board of a game that waits for the reader, with a button to the next one if there are more."""
    board_message = with_time_left(board(session, speech, None), session, now, speech)
    more = ((Button(speech.say("button-next-game"), f"/next {session.code}"),),) if waiting > 1 else ()
    text = f"{board_message.text}\n{link}" if link else board_message.text
    return replace(
        board_message,
        text=text,
        buttons=(*board_message.buttons, *more),
        mention=None,
        envelope=replace(board_message.envelope, private=True, secret=True),
    )


def nothing_waits(speech: Speech) -> Message:
    """Say that no game waits for the reader."""
    return Message(speech.say("nothing-waits"), envelope=PRIVATE)


_MOST_BUTTONS = 20


def person_code(person: Person) -> str:
    """Return a code that identifies a person on a list, whatever their number is by now."""
    return code_of(person.key)


def block_list(people: Sequence[Person], speech: Speech) -> Message:
    """List the blocked people with a button that unblocks each; if there are none, explain blocking."""
    if not people:
        return Message(speech.say("nobody-blocked"), envelope=SECRET_IN_PLACE)
    blocked_names = ((person.name and name_of(person, speech)) or speech.say("somebody") for person in people)
    lines = [f"{number}. {name}" for number, name in enumerate(blocked_names, 1)]
    numbered_people = enumerate(people, 1)
    all_buttons = (
        Button(speech.say("unblock", number=n), f"/unblock {n} {person_code(blocked_person)}")
        for n, blocked_person in numbered_people
    )
    rows = buttons.rows(list(all_buttons)[:_MOST_BUTTONS])
    return Message("\n".join([speech.say("blocked-people"), *lines]), buttons=rows, envelope=SECRET_IN_PLACE)


_MOST_TOLD = 3


def help_(
    waiting: Sequence[Session],
    own_games: Sequence[Session],
    person: Person,
    speech: Speech,
    bot_name: str = "",
    reads_moves: bool = True,
) -> Message:
    """Return what waits for the reader, if they play any of `own_games`.

    Otherwise show the way to a first game, and to games in any chat if the bot has a `bot_name` there. `reads_moves`:
    the bot reads plain messages in the reader's chat as moves.
    """
    if own_games:
        return _situation(waiting, own_games, person, speech, reads_moves)
    first = welcome(speech)
    anywhere = (speech.say("help-anywhere", name=bot_name),) if bot_name else ()
    return replace(first, text="\n".join((speech.say("help-to-begin"), *anywhere, speech.say("help-all"))))


def all_commands(commands: Iterable[Command], speech: Speech) -> Message:
    """List every command with its description, one per line."""
    lines = (f"/{command.name} — {speech.say(f'command-{command.name}')}" for command in commands)
    return Message("\n".join(lines), envelope=PRIVATE)


_MOST_RANKED = 5


def statistics(days: Sequence[DayCounts], speech: Speech) -> Message:
    """Render the newest day in detail and one line for each earlier day."""
    lines = [_day_line(day, speech) for day in days]
    for day in days[:1]:
        games = {speech.say(f"game-{name}"): number for name, number in day.starts.items() if name in GAMES}
        lines[1:1] = [
            speech.say("stats-languages", list=_ranking(day.languages)),
            speech.say("stats-games", list=_ranking(games)),
            speech.say("stats-refusals", list=_ranking(day.refusals)),
        ]
    return Message("\n".join(lines) or speech.say("stats-none"), envelope=SECRET)


def operators_only(key: str, speech: Speech) -> Message:
    """Refuse an operator's command, and tell the reader the key that identifies them."""
    return Message(speech.say("not-the-operator", key=key), envelope=replace(SECRET, refuses=True))


def _day_line(day: DayCounts, speech: Speech) -> str:
    texts, refusal_count = sum(day.texts.values()), sum(day.refusals.values())
    started_count, ended_count = sum(day.starts.values()), sum(day.ends.values())
    counts = {
        "people": day.people,
        "begun": started_count,
        "ended": ended_count,
        "texts": texts,
        "refused": refusal_count,
    }
    return speech.say("stats-day", day=day.day.isoformat(), **counts)


def _ranking(counts: Mapping[str, int]) -> str:
    ranking = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{name} {number}" for name, number in ranking[:_MOST_RANKED]) or "—"


def welcome(speech: Speech, hears_moves: bool = True) -> Message:
    """Introduce the bot in three lines, with three ways to a first game."""
    ways = (
        Button(speech.say("button-play"), "/challenge bot easy dots 3x3"),
        Button(speech.say("button-learn"), "/learn"),
        Button(speech.say("button-choose-game"), "/setup"),
    )
    said = speech.say("start") if hears_moves else speech.say("start-here")
    return Message(said, buttons=(ways,), envelope=PRIVATE)


def _situation(
    waiting: Sequence[Session], own_games: Sequence[Session], person: Person, speech: Speech, reads_moves: bool
) -> Message:
    challenges = [session for session in own_games if is_challenge_to_me(session, person)]
    moves = waiting[:_MOST_TOLD]
    lines_to_show = [
        *(speech.say("help-your-move", title=title(session, speech)) for session in moves),
        *(
            speech.say("help-asks-you", challenger=each.challenger.name, title=title(each, speech))
            for each in challenges
        ),
        *(
            speech.say("help-unanswered", title=title(each, speech))
            for each in own_games
            if is_my_challenge(each, person)
        ),
    ]
    answers = (row for each in challenges[:_MOST_TOLD] for row in buttons.of_challenge(each, speech))
    lines = lines_to_show[:_MOST_TOLD] or [speech.say("help-others-move")]
    how_to_move = speech.say("help-to-move") if reads_moves else speech.say("help-to-move-here")
    ways = [how_to_move] if moves else [speech.say("help-in-a-game")] if not lines_to_show else []
    return Message(
        "\n".join((*lines, *ways, speech.say("help-all"))),
        buttons=(*buttons.rows(_to_boards(waiting, speech)), *answers),
        envelope=SECRET,
    )


def _to_boards(waiting: Sequence[Session], speech: Speech) -> Iterator[Button]:
    for session in islice(waiting, _MOST_TOLD):
        yield Button(speech.say("button-show-board", game=session.code), f"/board {session.code}")
