"""Overviews for one person: their games, the next one, the block list, help, who is strongest."""

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
    """Each game with its turn, how long is left, and a button for its board; `links` lead to boards by their codes.

    Of so many games `elsewhere` there is a button that lists them too.
    """
    more = ((Button(speech.say("button-games-elsewhere"), "/games all"),),) if elsewhere else ()
    if not sessions:
        return Message(speech.say("no-games"), buttons=more, envelope=Envelope(private=True, secret=bool(more)))
    listed = sessions[:MOST]
    lines = [_line(session, links.get(session.code, ""), person, now, speech) for session in listed]
    made = [Button(session.code, f"/board {session.code}") for session in listed]
    said = "\n".join([speech.say("games"), *lines])
    return Message(said, buttons=(*buttons.rows(made), *more), envelope=SECRET)


def with_left_out(overview: Message, unreadable: int, speech: Speech) -> Message:
    """Add to an overview how many games could not be read and are left out of it."""
    if not unreadable:
        return overview
    return replace(overview, text="\n".join((overview.text, speech.say("games-left-out", n=unreadable))))


def _line(session: Session, link: str, person: Person, now: Instant, speech: Speech) -> str:
    seats = names(session, speech)
    told = f"{title(session, speech)}: {seats[Seat.FIRST]} — {seats[Seat.SECOND]}. {_state(session, person, speech)}"
    return " · ".join((f"{told} {link}" if link else told, *time_left_of(session, now, speech)))


def _state(session: Session, person: Person, speech: Speech) -> str:
    if session.stage is Stage.OFFERED:
        if person.is_same(session.opponent):
            return speech.say("waits-for-your-answer")
        return speech.say("waits-for-answer")
    asked = session.player_to_act
    if person.is_same(asked):
        return speech.say("waits-for-you")
    return speech.say("waits-for", player=name_of(asked, speech))


def next_game(session: Session, waiting: int, link: str, now: Instant, speech: Speech) -> Message:
    """The board of a game that waits for the asker, and a button to the next one if there are more."""
    shown = with_time_left(board(session, speech, None), session, now, speech)
    more = ((Button(speech.say("button-next-game"), f"/next {session.code}"),),) if waiting > 1 else ()
    text = f"{shown.text}\n{link}" if link else shown.text
    return replace(
        shown,
        text=text,
        buttons=(*shown.buttons, *more),
        mention=None,
        envelope=replace(shown.envelope, private=True, secret=True),
    )


def nothing_waits(speech: Speech) -> Message:
    """No game waits for the asker."""
    return Message(speech.say("nothing-waits"), envelope=PRIVATE)


_MOST_BUTTONS = 20


def mark_of(person: Person) -> str:
    """Return what tells a person on a list from the others, whatever their number is by now."""
    return code_of(person.key, 0)


def blocked_listed(people: Sequence[Person], speech: Speech) -> Message:
    """The people on the block list, with a button that takes each off it; of an empty one, what it is for."""
    if not people:
        return Message(speech.say("nobody-blocked"), envelope=SECRET_IN_PLACE)
    names_of = ((person.name and name_of(person, speech)) or speech.say("somebody") for person in people)
    called = [f"{number}. {name}" for number, name in enumerate(names_of, 1)]
    numbered = enumerate(people, 1)
    made = (Button(speech.say("unblock", number=n), f"/unblock {n} {mark_of(other)}") for n, other in numbered)
    rows = buttons.rows(list(made)[:_MOST_BUTTONS])
    return Message("\n".join([speech.say("blocked-people"), *called]), buttons=rows, envelope=SECRET_IN_PLACE)


_MOST_TOLD = 3


def help_(
    waiting: Sequence[Session],
    own: Sequence[Session],
    person: Person,
    speech: Speech,
    called: str = "",
    hears_moves: bool = True,
) -> Message:
    """Return what waits for the asker, of whose games these are `own`.

    Else the way to a first game, and to games in any chat if there the bot is `called`. `hears_moves`: a move that is
    typed in the asker's chat, and nothing else, is read.
    """
    if own:
        return _situation(waiting, own, person, speech, hears_moves)
    first = welcome(speech)
    anywhere = (speech.say("help-anywhere", name=called),) if called else ()
    return replace(first, text="\n".join((speech.say("help-to-begin"), *anywhere, speech.say("help-all"))))


def all_commands(commands: Iterable[Command], speech: Speech) -> Message:
    """Every command with what it does, a line each."""
    lines = (f"/{command.name} — {speech.say(f'command-{command.name}')}" for command in commands)
    return Message("\n".join(lines), envelope=PRIVATE)


_MOST_RANKED = 5


def statistics(days: Sequence[DayCounts], speech: Speech) -> Message:
    """The newest day with its languages, games and commonest refusals, then a line for each of the others."""
    lines = [_counted(day, speech) for day in days]
    for day in days[:1]:
        games = {speech.say(f"game-{name}"): number for name, number in day.starts.items() if name in GAMES}
        lines[1:1] = [
            speech.say("stats-languages", list=_ranked(day.languages)),
            speech.say("stats-games", list=_ranked(games)),
            speech.say("stats-refusals", list=_ranked(day.refusals)),
        ]
    return Message("\n".join(lines) or speech.say("stats-none"), envelope=SECRET)


def for_operators(key: str, speech: Speech) -> Message:
    """The refusal of that to everybody else, with the key by which they are known, for their eyes alone."""
    return Message(speech.say("not-the-operator", key=key), envelope=replace(SECRET, refuses=True))


def _counted(day: DayCounts, speech: Speech) -> str:
    texts, refused = sum(day.texts.values()), sum(day.refusals.values())
    begun, ended = sum(day.starts.values()), sum(day.ends.values())
    counts = {"people": day.people, "begun": begun, "ended": ended, "texts": texts, "refused": refused}
    return speech.say("stats-day", day=day.day.isoformat(), **counts)


def _ranked(counts: Mapping[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{name} {number}" for name, number in ranked[:_MOST_RANKED]) or "—"


def welcome(speech: Speech, hears_moves: bool = True) -> Message:
    """Return what this is, in a few lines, and three ways to a first game.

    `hears_moves`: a move that is typed in the asker's chat, and nothing else, is read.
    """
    ways = (
        Button(speech.say("button-play"), "/challenge bot easy dots 3x3"),
        Button(speech.say("button-learn"), "/learn"),
        Button(speech.say("button-choose-game"), "/setup"),
    )
    said = speech.say("start") if hears_moves else speech.say("start-here")
    return Message(said, buttons=(ways,), envelope=PRIVATE)


def _situation(
    waiting: Sequence[Session], own: Sequence[Session], person: Person, speech: Speech, hears_moves: bool
) -> Message:
    asked = [session for session in own if is_challenge_to_me(session, person)]
    moves = waiting[:_MOST_TOLD]
    told = [
        *(speech.say("help-your-move", title=title(session, speech)) for session in moves),
        *(speech.say("help-asks-you", challenger=each.challenger.name, title=title(each, speech)) for each in asked),
        *(speech.say("help-unanswered", title=title(each, speech)) for each in own if is_my_challenge(each, person)),
    ]
    answers = (row for each in asked[:_MOST_TOLD] for row in buttons.of_challenge(each, speech))
    lines = told[:_MOST_TOLD] or [speech.say("help-others-move")]
    how_to_move = speech.say("help-to-move") if hears_moves else speech.say("help-to-move-here")
    ways = [how_to_move] if moves else [speech.say("help-in-a-game")] if not told else []
    return Message(
        "\n".join((*lines, *ways, speech.say("help-all"))),
        buttons=(*buttons.rows(_to_boards(waiting, speech)), *answers),
        envelope=SECRET,
    )


def _to_boards(waiting: Sequence[Session], speech: Speech) -> Iterator[Button]:
    for session in islice(waiting, _MOST_TOLD):
        yield Button(speech.say("button-show-board", game=session.code), f"/board {session.code}")
