"""Names of players, games, settings, moves and time spans in a language."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.core.commands.read_back import to_typed_words
from bot.core.commands.terms import pace_in
from bot.core.game.clocks import SECOND, TEAM, TIME, Pace, fine_parts_of, parts_of, read_pace, read_span
from bot.core.game.instants import Instant
from bot.core.game.people import Person, Player, Robot, Team
from bot.core.game.session import Session
from bot.core.game.terms import COACH, HINTS, IDEAS, NONE, QUORUM, THREAD, UNDO, Consent, Terms
from bot.core.language.invisible import without_links
from bot.core.language.speech import Speech
from engines import GAMES
from engines.default_options import default_of
from engines.game import LEVELS, AnyGame, Level, Reason, Seat, Setting
from engines.phrases import Phrase, Value
from engines.reasoning import OUTCOMES
from renderers.paper import Header
from renderers.scene import Scene

_LONGEST_VALUE = 24
_BASIC = 0xFFFF
_EMOJI = ("So", "Sk", "Cn")
_JOINERS = "\u200d\ufe0f"
_FIRST_ARMENIAN = 0x0530
_QUOTES = "‘’“”–—…"
_MOVES = ("move", "line", "curve", "curves")
_NAMING_WORDS = ("unknown-option", "bad-option", "bad-term", "unknown-way", "words-wanted", "words-or-game-wanted")
"""Refusals that name the words that can stand somewhere."""


def name_of(player: Player | None, speech: Speech) -> str:
    """Return a player's name, with the bot's level; an empty seat is "anyone"."""
    if player is None:
        return speech.say("anyone")
    if isinstance(player, Robot):
        return speech.say("robot", level=player.level.value)
    if isinstance(player, Team):
        against = {Seat.FIRST: speech.say("team-first"), Seat.SECOND: speech.say("team-second")}
        return against[player.rival] if player.rival else speech.say("team")
    return player.name if player.is_known else speech.say("somebody")


Note = Callable[[Mapping[Seat, str]], str]
"""Return the note below both players' names."""


def heading(session: Session, speech: Speech, note: Note = lambda seats: "") -> Header:
    """Return the heading of a game's board."""
    return heading_of({seat: session.player(seat) for seat in Seat}, speech, note)


def heading_of(players: Mapping[Seat, Player | None], speech: Speech, note: Note = lambda seats: "") -> Header:
    """Return a board heading for these players, with a variant in plain letters if their names need one."""
    pairs = {seat: picture_name(players[seat], speech.say(seat.value), speech) for seat in Seat}
    names_by_seat = ({seat: pair[number] for seat, pair in pairs.items()} for number in (0, 1))
    header, plain = (Header(seats[Seat.FIRST], seats[Seat.SECOND], note(seats)) for seats in names_by_seat)
    return header if header == plain else replace(header, plain=plain)


def picture_name(player: Player | None, fallback: str, speech: Speech) -> tuple[str, str]:
    """Return a name for pictures, and its form in letters that every font has: itself, the handle, or the fallback."""
    name = speech.say("robot-short") if isinstance(player, Robot) else _without_emoji(name_of(player, speech))
    handle = player.handle if isinstance(player, Person) else ""
    plain = (each for each in (name, handle) if each and all(ord(c) < _FIRST_ARMENIAN or c in _QUOTES for c in each))
    return name, next(plain, fallback)


def _without_emoji(name: str) -> str:
    """Return the name without emoji, which pictures cannot draw; a name of emoji alone is unchanged."""
    text = "".join(c for c in name if not (ord(c) > _BASIC and unicodedata.category(c) in _EMOJI) and c not in _JOINERS)
    return " ".join(text.split()) or name


def names(session: Session, speech: Speech) -> dict[Seat, str]:
    """Return both players' names by seat."""
    return {seat: name_of(session.player(seat), speech) for seat in Seat}


def title(session: Session, speech: Speech) -> str:
    """Return the game, its special settings and its code in one line."""
    return f"{game_title(session.game, session.settings, speech)} · {session.code}"


def game_title(game: str, settings: Iterable[tuple[str, str]], speech: Speech) -> str:
    """Return a game's name and its special settings."""
    values = dict(settings)
    special = [
        setting_in_words(each.key, values[each.key], speech)
        for each in GAMES[game].settings
        if each.key in values and (each.key == "size" or values[each.key] != each.default)
    ]
    return ", ".join([speech.say(f"game-{game}"), *special])


def setting_in_words(key: str, value: str, speech: Speech) -> str:
    """Return an option and its value in words; long values are only mentioned."""
    if speech.knows(f"setting-{key}-{value}"):
        return speech.say(f"setting-{key}-{value}")
    return speech.say(f"setting-{key}" if len(value) <= _LONGEST_VALUE else f"setting-long-{key}", value=value)


def level_in_words(level: Level, game: str, speech: Speech) -> str:
    """Return the name of a level with its strengths and weaknesses in a game."""
    code = f"strength-{game}-{level}" if speech.knows(f"strength-{game}-{level}") else f"strength-{level}"
    return speech.say("level-with-strength", level=speech.say(f"level-{level}"), strength=speech.say(code))


def in_words(phrase: Phrase, speech: Speech, seats: Mapping[Seat, str]) -> str:
    """Render a phrase with player names for seats, plies counted as the reader's moves, and game names."""
    seat_names: dict[str, Value] = {str(seat): name for seat, name in seats.items()}
    values = dict(phrase.fields)
    fields = {key: seat_names.get(value, value) for key, value in phrase.fields if isinstance(value, str)}
    fields |= {key: move_in_words(move, speech) for key in _MOVES if isinstance(move := values.get(key), str)}
    if isinstance(plies := values.get("plies"), int):
        fields["moves"] = (plies + 1) // 2
    if isinstance(time := values.get("span"), str):
        in_units = fine_span if time.endswith(SECOND) else span
        fields["span"] = in_units(read_span(time), speech)
    if "levels" in values:
        fields["levels"] = ", ".join(speech.say(f"level-{level}") for level in LEVELS)
    if phrase.code == "game-not-here":
        fields["games"] = ", ".join(speech.say(f"game-{name}") for name in str(values["games"]).split(", "))
    if phrase.code in _NAMING_WORDS:
        kind = "way" if phrase.code == "unknown-way" else "value"
        fields["expected"] = ", ".join(_value_in_words(kind, word, speech) for word in str(values["expected"]).split())
    if values.get("games") == ", ".join(GAMES):
        fields["games"] = ", ".join(f"{speech.say(f'game-{name}')} ({name})" for name in GAMES)
    return speech.phrase(phrase, **fields)


_UNTOLD = OUTCOMES.union(*(game.text.reasoning.plain_codes for game in GAMES.values()))
MOST_WORDS = 25
"""The most words of a hint's reasons, of a remark of the coach, of why an answer is wrong, and of a review's line."""


def reasons_in_words(
    reasons: Sequence[Reason], seats: Mapping[Seat, str], speech: Speech, most_words: int = MOST_WORDS
) -> str:
    """Render the first instructive reasons within a number of words; "" if there are none."""
    texts = (in_words(reason, speech, seats) for reason in instructive_reasons(reasons))
    told = list[str]()
    for text in (text for text in texts if len(text.split()) <= most_words):
        if len(" ".join((*told, text)).split()) > most_words:
            break
        told.append(text)
    return "; ".join(told)


def instructive_reasons(reasons: Sequence[Reason]) -> list[Reason]:
    """Return the reasons that say more than the place of a move and the end of the game."""
    return [reason for reason in reasons if reason.code not in _UNTOLD]


def _value_in_words(kind: str, word: str, speech: Speech) -> str:
    with suppress(ValueError):
        return typed_pace(read_pace(word), speech)
    return speech.word(kind, word)


def margin_in_words(count: float, game: str, speech: Speech) -> str:
    """Return a margin in the game's unit: boxes, dots or points."""
    return speech.say(f"margin-{game}", count=count)


def cost_in_words(loss: float, game: str, speech: Speech) -> str:
    """Return a lost margin in the boxes, dots or points of the board."""
    return margin_in_words(round(loss / GAMES[game].margin_per_point, 1), game, speech)


def move_in_words(text: str, speech: Speech) -> str:
    """Translate the words of a move (keep, swap, pass …); coordinates are unchanged."""
    return " ".join(map(partial(speech.word, "move"), text.split(" ")))


def with_code(phrase: Phrase, code: str, new_code: str) -> Phrase:
    """Return the phrase under `new_code` if its code is `code`."""
    return Phrase(new_code, **dict(phrase.fields)) if phrase.code == code else phrase


def picture_in_words(scene: Scene, speech: Speech, seats: Mapping[Seat, str]) -> str:
    """Return the alt text of a picture, a sentence per phrase."""
    return " ".join(in_words(phrase, speech, seats) for phrase in scene.alt)


_MOST_PARTS = 2
_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0
_DAYS = "d"


def span(seconds: Instant, speech: Speech) -> str:
    """Return a time span in its two largest units, rounded so that a fresh clock shows its full time."""
    if 0 < seconds < _MINUTE:
        return f"< {span(_MINUTE, speech)}"
    least = _HOUR if seconds >= _DAY - _HOUR / 2 else _MINUTE
    parts = parts_of(max(_MINUTE, round(seconds / least) * least))[:_MOST_PARTS]
    return " ".join(_in_unit(count, unit, speech) for count, unit in parts)


def fine_span(seconds: Instant, speech: Speech) -> str:
    """Return a time span to the second, rounded down."""
    return " ".join(_in_unit(count, unit, speech) for count, unit in fine_parts_of(max(0.0, seconds)))


def clock_time(seconds: Instant) -> str:
    """Return the time on a clock that ticks, such as `2:58`."""
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    return f"{minutes}:{rest:02}"


def typed_pace(pace: Pace, speech: Speech) -> str:
    """Return a pace as it can be typed in a language."""
    parts = (fine_parts_of(seconds) for seconds in (pace.move, pace.increment) if seconds is not None)
    return "+".join("".join(f"{count}{_unit(unit, speech)}" for count, unit in each) for each in parts)


def pace_in_words(pace: Pace, speech: Speech) -> str:
    """Return the agreed time control in words."""
    if pace.increment is None:
        return speech.say("agreed-time", move=span(pace.move, speech))
    if pace.ticks:
        bank, added = fine_span(pace.move, speech), fine_span(pace.increment, speech)
        if pace.increment:
            return speech.say("agreed-clock", bank=bank, added=added)
        return speech.say("agreed-clock-alone", bank=bank)
    return speech.say("agreed-bank", move=span(pace.move, speech), added=span(pace.increment, speech))


def _in_unit(count: int, unit: str, speech: Speech) -> str:
    """Return a count with its unit, which is short unless it is days."""
    text = speech.say("days", n=count) if unit == _DAYS else f"{count} {_unit(unit, speech)}"
    return text.replace(" ", "\u00a0")


def _unit(unit: str, speech: Speech) -> str:
    return speech.say(f"unit-{unit}").partition("|")[0]


def for_reader(person: Person, language: str) -> Person:
    """Return a person as platforms may show them to a reader of this language."""
    return replace(person, name=without_links(person.name), language=language)


def options(game: AnyGame, speech: Speech) -> Iterator[str]:
    """Yield the parts of every challenge, then one line per option with its values and default."""
    seats = (*(speech.say(seat.value) for seat in Seat), speech.say("seat-random"))
    levels = (speech.say(f"level-{level}") for level in LEVELS)
    yield speech.say("options", key=game.name, seats=", ".join(seats), levels=", ".join(levels))
    yield from (level_in_words(level, game.name, speech) for level in LEVELS)
    yield speech.say("options-of-all")
    for setting in game.settings:
        example = setting.choices[-1]
        fields = {"example": choice_in_words(example, speech), "meant": setting_in_words(setting.key, example, speech)}
        option, default = speech.say("option", key=setting.key, **fields), default_in_words(game, setting, speech)
        line = f"{option}: {values_in_words(setting, speech)}"
        yield "; ".join([line, speech.say("option-usual", usual=default)] if default else [line])


def values_in_words(setting: Setting, speech: Speech) -> str:
    """List the values that can be typed."""
    choices = () if setting.span else (choice_in_words(choice, speech) for choice in setting.choices)
    custom = speech.say("option-own", own=setting.custom_example) if setting.custom_example else ""
    return ", ".join(filter(None, (*choices, setting.span, custom)))


def beyond_choices(setting: Setting) -> str:
    """Describe the values that can be typed besides the choices."""
    return ", ".join(filter(None, (setting.span, setting.custom_example)))


def default_in_words(game: AnyGame, setting: Setting, speech: Speech) -> str:
    """Return an option's default, and the cases where it differs; "" if that says nothing."""
    default = default_of(game, setting.key)
    value = choice_in_words(default.value, speech)
    exceptions = "; ".join(
        f"{', '.join(choice_in_words(choice, speech) for choice in choices)}: {choice_in_words(value, speech)}"
        for value, choices in default.other_values
    )
    return f"{value} ({exceptions})" if exceptions else value


def choice_in_words(choice: str, speech: Speech) -> str:
    """Return the translated word for a value if that word can be typed, else the value."""
    word = speech.word("value", choice)
    return word.casefold() if to_typed_words(word) == choice else choice


def terms_in_words(terms: Terms, speech: Speech) -> Iterable[str]:
    """Yield the agreed terms of a game, a sentence each."""
    if UNDO in terms:
        yield speech.say("agreed-no-undo")
    if HINTS in terms:
        yield speech.say("agreed-hints", most=terms[HINTS])
    if isinstance(pace := pace_in(terms.get(TIME, "")), Pace):
        yield pace_in_words(pace, speech)
    if IDEAS in terms:
        yield speech.say("agreed-no-ideas")
    if COACH in terms:
        yield speech.say("agreed-coach")
    if TEAM in terms:
        yield speech.say("agreed-team", span=span(read_span(terms[TEAM]), speech))
    if QUORUM in terms:
        yield speech.say("agreed-quorum", most=terms[QUORUM])
    if THREAD in terms:
        yield speech.say("agreed-thread")


def term_in_words(key: str, value: str, speech: Speech) -> str:
    """Return a term and its value as a short button label."""
    match key:
        case "undo":
            return speech.say("no-undo") if value == Consent.NO else speech.say("with-undo")
        case "hints":
            return speech.say("hints-free") if not value.isdecimal() else speech.say("hints-most", most=value)
        case "ideas":
            return speech.say("no-ideas") if value == Consent.NO else speech.say("with-ideas")
        case "time":
            pace = pace_in(value)
            return pace_in_words(pace, speech) if isinstance(pace, Pace) else speech.say("time-none")
        case "team":
            seconds = read_span(value) if value != NONE else 0.0
            return speech.say("with-team", span=span(seconds, speech)) if seconds else speech.say("no-team")
        case "quorum":
            return speech.say("quorum-most", most=value) if value.isdecimal() else speech.say("usual-quorum")
        case _:
            return speech.say("with-coach") if value == Consent.YES else speech.say("no-coach")
