"""A game's options and agreed terms in words, as they can be typed in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.commands.read_back import to_typed_words
from bot.core.commands.terms import pace_in
from bot.core.game.clocks import TIME, Pace
from bot.core.game.terms import COACH, HINTS, IDEAS, THREAD, UNDO, Consent, Terms
from bot.core.language.speech import Speech
from bot.core.view.names import pace_in_words, setting_in_words
from engines.default_options import default_of
from engines.game import LEVELS, AnyGame, Seat, Setting


def options(game: AnyGame, speech: Speech) -> Iterator[str]:
    """Yield what every challenge takes, then one line per option with its values and default."""
    seats = (*(speech.say(seat.value) for seat in Seat), speech.say("seat-random"))
    levels = (speech.say(f"level-{level}") for level in LEVELS)
    yield speech.say("options", key=game.name, seats=", ".join(seats), levels=", ".join(levels))
    yield speech.say("options-of-all")
    for setting in game.settings:
        yield _line(game, setting, speech)


def values_in_words(setting: Setting, speech: Speech) -> str:
    """List the values that can be typed."""
    choices = () if setting.span else (choice_in_words(choice, speech) for choice in setting.choices)
    custom = speech.say("option-own", own=setting.custom_example) if setting.custom_example else ""
    return ", ".join(filter(None, (*choices, setting.span, custom)))


def beyond_choices(setting: Setting) -> str:
    """List what can be typed besides the choices."""
    return ", ".join(filter(None, (setting.span, setting.custom_example)))


def default_in_words(game: AnyGame, setting: Setting, speech: Speech) -> str:
    """Return an option's default, and where it differs; "" if it then says nothing."""
    default = default_of(game, setting.key)
    value = choice_in_words(default.value, speech)
    exceptions = "; ".join(
        f"{', '.join(choice_in_words(choice, speech) for choice in choices)}: {choice_in_words(value, speech)}"
        for value, choices in default.other_values
    )
    return f"{value} ({exceptions})" if exceptions else value


def choice_in_words(choice: str, speech: Speech) -> str:
    """Return the language's word for a value if that word can be typed, else the value."""
    word = speech.word("value", choice)
    return word.casefold() if to_typed_words(word) == choice else choice


def _line(game: AnyGame, setting: Setting, speech: Speech) -> str:
    example = setting.choices[-1]
    fields = {"example": choice_in_words(example, speech), "meant": setting_in_words(setting.key, example, speech)}
    option, default = speech.say("option", key=setting.key, **fields), default_in_words(game, setting, speech)
    line = f"{option}: {values_in_words(setting, speech)}"
    return "; ".join([line, speech.say("option-usual", usual=default)] if default else [line])


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
        case _:
            return speech.say("with-coach") if value == Consent.YES else speech.say("no-coach")
