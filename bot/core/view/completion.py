"""Completion: the choices for a parameter of a command that is being typed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bot.core.commands.command import Kind
from bot.core.game.clocks import TEAM, TIME
from bot.core.game.people import Player
from bot.core.game.requests import read_code
from bot.core.game.session import Session, Stage
from bot.core.game.terms import QUORUM, TERM_SETTINGS, THREAD, Consent
from bot.core.language.speech import Speech, language_names
from bot.core.ports.platform import Choice
from bot.core.view.names import setting_in_words, term_in_words, title
from engines import GAMES
from engines.notation import clean
from engines.refusals import Refusal

_MOST = 25
_LONGEST = 100


def complete(
    kind: Kind, text: str, other_text: str, *, sessions: Sequence[tuple[Session, Player]], speech: Speech
) -> tuple[Choice, ...]:
    """Return at most 25 choices for a parameter; `other_text` is the rest of the command.

    Each of the `sessions` comes with the player that the person is in it.
    """
    pairs: Iterable[tuple[str, str]]
    match kind:
        case Kind.GAME:
            pairs = _containing(text, ((speech.say(f"game-{name}"), name) for name in GAMES))
        case Kind.LANGUAGE:
            pairs = _containing(text, ((name, code) for code, name in language_names().items()))
        case Kind.CODE:
            pairs = _containing(text, ((title(session, speech), session.code) for session, _ in sessions))
        case Kind.OPTIONS:
            pairs = _options(text, other_text, speech)
        case Kind.MOVE:
            pairs = _moves(text, other_text, sessions)
        case _:
            pairs = ()
    return tuple(Choice(label[:_LONGEST], value) for label, value in islice(pairs, _MOST))


def _containing(text: str, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a label and a value of which one contains the typed text."""
    needle = text.casefold()
    return (pair for pair in pairs if any(needle in part.casefold() for part in pair))


def _options(text: str, other_text: str, speech: Speech) -> Iterator[tuple[str, str]]:
    """Yield the common values of settings that are not typed yet, with what is typed before the last word."""
    game = next((word for word in other_text.casefold().split() if word in GAMES), None)
    *typed_options, last = text.split(" ")
    typed_keys = {word.partition("=")[0] for word in typed_options}
    for key, value, label in _common_values(game, speech):
        option = f"{key}={value}"
        if key not in typed_keys and last.casefold() in option:
            yield label, " ".join((*typed_options, option))


def _common_values(game: str | None, speech: Speech) -> Iterator[tuple[str, str, str]]:
    """Yield the keys, values and labels of a game's settings, then of terms; without a game, only of terms."""
    for setting in GAMES[game].settings if game else ():
        yield from ((setting.key, value, setting_in_words(setting.key, value, speech)) for value in setting.choices)
    yield THREAD, Consent.YES, speech.say("setting-thread")
    for term in (each for each in TERM_SETTINGS if each.key in (TIME, TEAM, QUORUM)):
        values = (value for value in term.choices if value[0].isdecimal())
        yield from ((term.key, value, term_in_words(term.key, value, speech)) for value in values)


def _moves(text: str, other_text: str, sessions: Sequence[tuple[Session, Player]]) -> Iterator[tuple[str, str]]:
    codes = {reference[0] for word in other_text.split() if (reference := read_code(word))}
    try:
        prefix = clean(text)
    except Refusal:
        return
    for session, player in sessions:
        is_on_turn = session.stage is Stage.RUNNING and session.seat_of(player) is session.position.turn
        if is_on_turn and (not codes or session.code in codes):
            moves = map(str, session.position.moves())
            yield from ((move, move) for move in moves if move.startswith(prefix) and len(move) <= _LONGEST)
