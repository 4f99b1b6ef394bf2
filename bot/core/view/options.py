"""A game's options and agreed terms in words, as one types them in a language."""

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
    """A line on what any challenge takes, then one on each option: its values, and which it has unless typed."""
    seats = (*(speech.say(seat.value) for seat in Seat), speech.say("seat-random"))
    levels = (speech.say(f"level-{level}") for level in LEVELS)
    yield speech.say("options", key=game.name, seats=", ".join(seats), levels=", ".join(levels))
    yield speech.say("options-of-all")
    for setting in game.settings:
        yield _line(game, setting, speech)


def values(setting: Setting, speech: Speech) -> str:
    """All that may be typed."""
    known = () if setting.span else (called(choice, speech) for choice in setting.choices)
    own = speech.say("option-own", own=setting.custom_example) if setting.custom_example else ""
    return ", ".join(filter(None, (*known, setting.span, own)))


def beyond_choices(setting: Setting) -> str:
    """What may be typed besides the choices."""
    return ", ".join(filter(None, (setting.span, setting.custom_example)))


def unless_typed(game: AnyGame, setting: Setting, speech: Speech) -> str:
    """The value that an option has by itself, and where it has another; "" where it then says nothing."""
    found = default_of(game, setting.key)
    elsewhere = (
        f"{', '.join(called(where, speech) for where in choices)}: {called(value, speech)}"
        for value, choices in found.other_values
    )
    told = "; ".join(elsewhere)
    return f"{called(found.value, speech)} ({told})" if told else called(found.value, speech)


def called(choice: str, speech: Speech) -> str:
    """A value in the language's word for it, where that can be typed too."""
    said = speech.word("value", choice)
    return said.casefold() if to_typed_words(said) == choice else choice


def _line(game: AnyGame, setting: Setting, speech: Speech) -> str:
    example = setting.choices[-1]
    meant = setting_in_words(setting.key, example, speech)
    line = speech.say("option", key=setting.key, example=called(example, speech), meant=meant)
    usually = unless_typed(game, setting, speech)
    rest = (speech.say("option-usual", usual=usually),) if usually else ()
    return "; ".join([f"{line}: {values(setting, speech)}", *rest])


def agreed(terms: Terms, speech: Speech) -> Iterable[str]:
    """What holds in a game besides its rules, a sentence each."""
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
    """A term and its value, as short as a button's label."""
    match key:
        case "undo":
            return speech.say("no-undo") if value == Consent.NO else speech.say("with-undo")
        case "hints":
            return speech.say("hints-free") if not value.isdecimal() else speech.say("hints-most", most=value)
        case "ideas":
            return speech.say("no-ideas") if value == Consent.NO else speech.say("with-ideas")
        case _:
            return speech.say("with-coach") if value == Consent.YES else speech.say("no-coach")
