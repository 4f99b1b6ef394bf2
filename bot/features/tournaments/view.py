"""A tournament as one message: its format, the entrants, the standings, and the current round."""

from collections.abc import Iterator

from bot.core.commands.personal import SURE
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import code_of
from bot.core.game.terms import Terms
from bot.core.language.speech import Speech
from bot.core.ports.platform import OPEN, PRIVATE, Envelope, Layout, Message, Picture
from bot.core.view.buttons import button, notice
from bot.core.view.names import game_title, name_of, picture_name, span, terms_in_words
from bot.core.view.notices import time_left
from bot.features.tournaments.events import System
from bot.features.tournaments.standings import Row, standings
from bot.features.tournaments.tournament import FEWEST, Phase, Tournament, cause_of, has_round_left, match_of
from renderers.standings import Columns, Line, draw

MOST_NAMES, MOST_ROWS, MOST_MATCHES, MOST_DRAWN = 40, 10, 6, 16


def table(tournament: Tournament, now: Instant, speech: Speech, reader: Person | None = None) -> Message:
    """Render the state of a tournament for the chat, or for one reader, whose row is always included."""
    opened, phase = tournament.opened, tournament.phase
    heading = speech.say("tournament", title=game_title(opened.game, opened.settings, speech), number=tournament.code)
    words = {Phase.OPEN: {"join": "enter", "leave": "leave", "start": "start"}, Phase.RUNNING: {"leave": "leave"}}
    buttons = words.get(phase, {}).items()
    row = tuple(button(word, f"/tournament {step} {tournament.code}", speech) for step, word in buttons)
    envelope = OPEN
    if phase is Phase.RUNNING and tournament.rounds:
        until = tournament.rounds[-1].until
        envelope = Envelope(due=time_left(_time_left_sentence(until, now, speech), until, speech))
    has_standings = phase in (Phase.RUNNING, Phase.OVER) and _has_results(tournament)
    picture = _table_picture(tournament, reader, speech) if has_standings else None
    text = "\n".join((heading, *_lines(tournament, now, speech, reader)))
    return Message(text, picture, buttons=(row,) if row else (), layout=Layout(heading), envelope=envelope)


def _lines(tournament: Tournament, now: Instant, speech: Speech, reader: Person | None) -> Iterator[str]:
    match tournament.phase:
        case Phase.OPEN:
            yield from (*_format_lines(tournament, speech), *_entrant_lines(tournament, now, speech))
        case Phase.RUNNING:
            yield from (*_standings(tournament, reader, speech), *_round(tournament, now, speech))
        case Phase.OVER:
            yield from (*_winners(tournament, speech), *_standings(tournament, reader, speech))
        case Phase.OFF:
            yield speech.say("tournament-off")


def _table_picture(tournament: Tournament, reader: Person | None, speech: Speech) -> Picture:
    rows = standings(tournament)[:MOST_DRAWN]
    heads = _tie_names(tournament.system, speech)
    lines = [_table_line(tournament, row, bool(heads), speech) for row in rows]
    points = speech.say("table-rounds-won") if tournament.system is System.KNOCKOUT else speech.say("table-points")
    note = speech.say("tournament-round", round=len(tournament.rounds), last=tournament.last)
    if tournament.phase is Phase.OVER:
        note = " ".join(_winners(tournament, speech))
    title = game_title(tournament.opened.game, tournament.opened.settings, speech)
    words = "; ".join(_standings(tournament, reader, speech))
    return Picture(draw(title, note, Columns(speech.say("table-player"), points, heads), lines), f"{note} {words}")


def _table_line(tournament: Tournament, row: Row, has_ties: bool, speech: Speech) -> Line:
    is_knockout, is_gone = tournament.system is System.KNOCKOUT, row.number in tournament.gone
    name, plain = picture_name(tournament.entrant(row.number).person, f"{row.number}.", speech)
    if is_gone:
        name, plain = (speech.say("tournament-gone", player=each) for each in (name, plain))
    points = _number(row.ties[0] if is_knockout else row.points / 2)
    return Line(row.place, name, plain, points, tuple(map(_number, row.ties)) if has_ties else (), is_gone)


def _tie_names(system: System, speech: Speech) -> tuple[str, ...]:
    direct, sonneborn = speech.say("tie-direct"), speech.say("tie-sonneborn")
    names = {
        System.SWISS: (speech.say("tie-buchholz"), sonneborn, direct),
        System.ROBIN: (direct, sonneborn, speech.say("tie-wins")),
    }
    return names.get(system, ())


def confirm_leaving(tournament: Tournament, person: Person, speech: Speech) -> Message | None:
    """Ask whether a person really wants to leave, and state the cost; None if it costs nothing."""
    number = tournament.number_of(person)
    if number is None or number in tournament.gone or tournament.phase is not Phase.RUNNING:
        return None
    costs = list[str]()
    if (place := match_of(tournament, number)) is not None:
        one, two = tournament.rounds[-1].matches[place].pair
        opponent = name_of(tournament.entrant(two if one == number else one).person, speech)
        game = code_of(cause_of(tournament, place))
        costs.append(speech.say("tournament-forfeits", opponent=opponent, game=game))
    may_return = has_round_left(tournament, number) and not (tournament.system is System.KNOCKOUT and costs)
    back = [speech.say("tournament-may-return")] if may_return else []
    question = " ".join((speech.say("sure-to-leave", tournament=tournament.code), *costs, *back))
    sure = button("leave", f"/tournament leave {SURE} {len(tournament.rounds)} {tournament.code}", speech)
    return Message(question, buttons=((sure,),), envelope=PRIVATE)


def departure(tournament: Tournament, person: Person, speech: Speech) -> Message:
    """Confirm that a person left, with a button to return while that is possible."""
    number = tournament.number_of(person)
    may_return = tournament.phase is Phase.OPEN or (number is not None and has_round_left(tournament, number))
    back = (button("enter", f"/tournament join {tournament.code}", speech),) if may_return else ()
    return notice("tournament-left", speech, *back)


def _format_lines(tournament: Tournament, speech: Speech) -> Iterator[str]:
    opened = tournament.opened
    system, round_span = speech.say(f"system-{opened.system}"), span(opened.seconds, speech)
    if opened.rounds and opened.system is not System.KNOCKOUT:
        yield speech.say("tournament-rounds", system=system, rounds=opened.rounds, span=round_span)
    else:
        yield speech.say("tournament-usual-rounds", system=system, span=round_span)
    yield " ".join((speech.say("tournament-alone"), *terms_in_words(Terms(opened.terms), speech)))
    yield " ".join((speech.say(f"tournament-ties-{opened.system}"), speech.say("tournament-late")))


def _entrant_lines(tournament: Tournament, now: Instant, speech: Speech) -> Iterator[str]:
    names = [name_of(entrant.person, speech) for entrant in tournament.entrants]
    if names:
        entered = speech.say("tournament-entered", n=len(names), names=", ".join(names[:MOST_NAMES]))
        yield " ".join((entered, *_more(len(names) - MOST_NAMES, speech)))
    if (starts := tournament.opened.starts) is not None:
        yield speech.say("tournament-starts", span=span(max(0.0, starts - now), speech), fewest=FEWEST)
    yield speech.say("tournament-opener", opener=name_of(tournament.opened.opener, speech), fewest=FEWEST)


def _standings(tournament: Tournament, reader: Person | None, speech: Speech) -> Iterator[str]:
    rows = standings(tournament)
    if not _has_results(tournament):
        return
    own_number = tournament.number_of(reader) if reader else None
    rows_shown = [row for place, row in enumerate(rows) if place < MOST_ROWS or row.number == own_number]
    for row in rows_shown:
        is_tied = len({each.place for each in rows if each.points == row.points}) > 1
        points = _points(tournament, row, is_tied, speech)
        yield f"{row.place}. {_entrant_name(tournament, row.number, speech)}: {points}"
    yield from _more(len(rows) - len(rows_shown), speech)


def _more(count: int, speech: Speech) -> Iterator[str]:
    if count > 0:
        yield speech.say("tournament-more", n=count)


def _has_results(tournament: Tournament) -> bool:
    return any(match.points for each in tournament.rounds for match in each.matches)


def _entrant_name(tournament: Tournament, number: int, speech: Speech) -> str:
    name = name_of(tournament.entrant(number).person, speech)
    return speech.say("tournament-gone", player=name) if number in tournament.gone else name


def _points(tournament: Tournament, row: Row, is_tied: bool, speech: Speech) -> str:
    """Return the points, with the tie-breaks if they decide."""
    if tournament.system is System.KNOCKOUT:
        return speech.say("tournament-through", rounds=int(row.ties[0]))
    tie_breaks = zip(_tie_names(tournament.system, speech), row.ties, strict=True)
    ties = ", ".join(f"{name} {_number(value)}" for name, value in tie_breaks)
    return f"{_number(row.points / 2)} ({ties})" if is_tied else _number(row.points / 2)


def _number(value: float) -> str:
    """Format half points as in score tables: 0, ½, 1, 1½, and quarters."""
    units, quarters = divmod(round(value * 4), 4)
    return f"{units or (0 if not quarters else '')}{['', '¼', '½', '¾'][quarters]}"


def _round(tournament: Tournament, now: Instant, speech: Speech) -> Iterator[str]:
    """Yield the time of the newest round and its matches, unfinished ones first."""
    if not tournament.rounds:
        return
    newest = tournament.rounds[-1]
    number, last = len(tournament.rounds), tournament.last
    yield f"{speech.say('tournament-round', round=number, last=last)} {_time_left_sentence(newest.until, now, speech)}"
    matches = sorted(enumerate(newest.matches), key=lambda each: (each[1].points is not None, each[0]))
    for place, match in matches[:MOST_MATCHES]:
        first, second = (_entrant_name(tournament, each, speech) for each in match.pair)
        points = ":".join(_number(each / 2) for each in match.points) if match.points else ""
        yield f"{first} — {second} {points or f'· {code_of(cause_of(tournament, place))}'}"
    yield from _more(len(matches) - MOST_MATCHES, speech)
    for each in newest.byes:
        yield speech.say("tournament-bye", player=_entrant_name(tournament, each, speech))


def _time_left_sentence(until: Instant, now: Instant, speech: Speech) -> str:
    """Return the remaining time as a separate sentence."""
    text = speech.say("time-left", span=span(until - now, speech)) if until > now else speech.say("time-is-over")
    return text[:1].upper() + text[1:]


def _winners(tournament: Tournament, speech: Speech) -> Iterator[str]:
    if len(tournament.gone) == len(tournament.entrants):
        yield speech.say("tournament-without-winner")
        return
    champions = [_entrant_name(tournament, row.number, speech) for row in standings(tournament) if row.place == 1]
    won = speech.say("tournament-won", names=", ".join(champions))
    yield won if champions else speech.say("tournament-final-unplayed")
