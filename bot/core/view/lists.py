"""Overviews for one person: their games, the next game, the block list, help, statistics."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.core.commands.command import Command, is_challenge_to_me, is_my_challenge
from bot.core.game.clocks import TIME, read_pace
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import code_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import TICKING_PACES
from bot.core.language.speech import Speech
from bot.core.ports.metrics import DayCounts
from bot.core.ports.platform import PRIVATE, SECRET, SECRET_IN_PLACE, Button, Envelope, Message
from bot.core.view import buttons
from bot.core.view.boards import board, with_time_left
from bot.core.view.buttons import button, notice
from bot.core.view.names import name_of, names, title, typed_pace
from bot.core.view.notices import time_left_of
from engines import GAMES

MOST = 20


def games(
    sessions: Sequence[Session], elsewhere: int, links: Mapping[str, str], person: Person, now: Instant, speech: Speech
) -> Message:
    """List each game with its turn, the time left and a button to its board; a button lists those `elsewhere` too."""
    more = ((button("games-elsewhere", "/games all", speech),),) if elsewhere else ()
    if not sessions:
        return Message(speech.say("no-games"), buttons=more, envelope=Envelope(private=True, secret=bool(more)))
    sessions_shown = sessions[:MOST]
    lines = [_line(session, links.get(session.code, ""), person, now, speech) for session in sessions_shown]
    all_buttons = [Button(session.code, f"/board {session.code}") for session in sessions_shown]
    text = "\n".join([speech.say("games"), *lines])
    return Message(text, buttons=(*buttons.rows(all_buttons), *more), envelope=SECRET)


def with_unreadable_games(overview: Message, unreadable: int, speech: Speech) -> Message:
    """Add to an overview the number of games that could not be read."""
    more = (speech.say("games-left-out", n=unreadable),) if unreadable else ()
    return replace(overview, text="\n".join((overview.text, *more)))


def _line(session: Session, link: str, person: Person, now: Instant, speech: Speech) -> str:
    players = " — ".join(names(session, speech).values())
    text = f"{title(session, speech)}: {players}. {_state(session, person, speech)}"
    return " · ".join((f"{text} {link}" if link else text, *time_left_of(session, now, speech)))


def _state(session: Session, person: Person, speech: Speech) -> str:
    if session.stage is Stage.OFFERED:
        is_asked = person.is_same(session.opponent)
        return speech.say("waits-for-your-answer") if is_asked else speech.say("waits-for-answer")
    player = session.player_to_act
    if person.is_same(player):
        return speech.say("waits-for-you")
    return speech.say("waits-for", player=name_of(player, speech))


def next_game(session: Session, waiting: int, link: str, now: Instant, speech: Speech) -> Message:
    """Render the board of a game that waits for the reader, with a button to the next one if there are more."""
    message = with_time_left(board(session, speech, None), session, now, speech)
    more = ((button("next-game", f"/next {session.code}", speech),),) if waiting > 1 else ()
    text, rows = f"{message.text}\n{link}" if link else message.text, (*message.buttons, *more)
    return replace(message, text=text, buttons=rows, mention=None).with_delivery(private=True, secret=True)


_MOST_BUTTONS = 20


def block_list(people: Sequence[Person], speech: Speech) -> Message:
    """List the blocked people with a button that unblocks each; if there are none, explain blocking."""
    if not people:
        return notice("nobody-blocked", speech, envelope=SECRET_IN_PLACE)
    lines = [speech.say("blocked-people")]
    for number, person in enumerate(people, 1):
        lines.append(f"{number}. {(person.name and name_of(person, speech)) or speech.say('somebody')}")
    numbers = enumerate(people[:_MOST_BUTTONS], 1)
    unblock = (Button(speech.say("unblock", number=n), f"/unblock {n} {code_of(each.key)}") for n, each in numbers)
    return Message("\n".join(lines), buttons=buttons.rows(unblock), envelope=SECRET_IN_PLACE)


_MOST_TOLD = 3


def help_(
    waiting: Sequence[Session],
    own_games: Sequence[Session],
    person: Person,
    speech: Speech,
    more: Iterable[Button],
    bot_name: str,
    reads_moves: bool,
) -> Message:
    """Return what awaits the reader, if they play any of `own_games`.

    Otherwise show the way to a first game, and to games in any chat if the bot has a `bot_name` there. `reads_moves`:
    the bot reads plain messages in the reader's chat as moves.
    """
    if own_games:
        return _situation(waiting, own_games, person, speech, reads_moves)
    first = welcome(speech, more)
    anywhere = (speech.say("help-anywhere", name=bot_name),) if bot_name else ()
    return replace(first, text="\n".join((speech.say("help-to-begin"), *anywhere, speech.say("help-all"))))


def help_with_time(speech: Speech) -> Message:
    """Explain how to choose the time of a game, with buttons that begin a challenge on a clock that ticks."""
    clocks = (Button(typed_pace(read_pace(pace), speech), f"/setup {TIME}={pace}") for pace in TICKING_PACES)
    return notice("help-time", speech, *clocks)


def all_commands(commands: Iterable[Command], speech: Speech) -> Message:
    """List every command with its description, one per line."""
    lines = (f"/{command.name} — {speech.say(f'command-{command.name}')}" for command in commands)
    return Message("\n".join(lines), envelope=PRIVATE)


_MOST_RANKED = 5


def statistics(days: Sequence[DayCounts], speech: Speech) -> Message:
    """Render the newest day in detail and one line for each earlier day."""
    lines = list[str]()
    for day in days:
        by_field = {"begun": day.starts, "ended": day.ends, "texts": day.texts, "refused": day.refusals}
        counts = {field: sum(numbers.values()) for field, numbers in by_field.items()}
        lines.append(speech.say("stats-day", day=day.day.isoformat(), people=day.people, **counts))
    for day in days[:1]:
        games = {speech.say(f"game-{name}"): number for name, number in day.starts.items() if name in GAMES}
        lines[1:1] = [
            speech.say("stats-languages", list=_ranking(day.languages)),
            speech.say("stats-games", list=_ranking(games)),
            speech.say("stats-refusals", list=_ranking(day.refusals)),
        ]
    return Message("\n".join(lines) or speech.say("stats-none"), envelope=SECRET)


def _ranking(counts: Mapping[str, int]) -> str:
    ranking = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{name} {number}" for name, number in ranking[:_MOST_RANKED]) or "—"


def welcome(speech: Speech, more: Iterable[Button]) -> Message:
    """Introduce the bot in a line, with ways to a first game, and `more` buttons of features."""
    row = (buttons.to_first_game(speech), *more, button("choose-game", "/setup", speech))
    return notice("start", speech, *row)


def _situation(
    waiting: Sequence[Session], own_games: Sequence[Session], person: Person, speech: Speech, reads_moves: bool
) -> Message:
    moves = waiting[:_MOST_TOLD]
    challenges = [session for session in own_games if is_challenge_to_me(session, person)]
    lines = [speech.say("help-your-move", title=title(session, speech)) for session in moves]
    fields = [{"challenger": each.challenger.name, "title": title(each, speech)} for each in challenges]
    lines += [speech.say("help-asks-you", **each) for each in fields]
    my_challenges = (each for each in own_games if is_my_challenge(each, person))
    lines += [speech.say("help-unanswered", title=title(each, speech)) for each in my_challenges]
    how_to_move = speech.say("help-to-move") if reads_moves else speech.say("help-to-move-here")
    ways = [how_to_move] if moves else [speech.say("help-in-a-game")] if not lines else []
    lines = lines[:_MOST_TOLD] or [speech.say("help-others-move")]
    to_boards = (Button(speech.say("button-show-board", game=each.code), f"/board {each.code}") for each in moves)
    answers = [row for each in challenges[:_MOST_TOLD] for row in buttons.of_challenge(each, speech)]
    answers += [] if moves or answers else [(buttons.to_first_game(speech),)]
    text = "\n".join((*lines, *ways, speech.say("help-all")))
    return Message(text, buttons=(*buttons.rows(to_boards), *answers), envelope=SECRET)
