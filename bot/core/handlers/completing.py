"""Completions for a command that is being typed; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from bot.core.commands import COMMANDS
from bot.core.commands.command import Kind
from bot.core.game.clocks import TIME, read_pace
from bot.core.game.codes import read_code
from bot.core.game.people import Person
from bot.core.game.session import Session, Stage
from bot.core.game.terms import PACES, THREAD, Consent
from bot.core.language.speech import Speech, language_names
from bot.core.ports.platform import Choice
from bot.core.view.names import pace_in_words, setting_in_words, title
from engines import GAMES
from engines.notation import clean
from engines.refusals import Refusal

MOST = 25
_LONGEST = 100


def complete(
    kind: Kind, typed: str, others: str, *, sessions: Sequence[Session], person: Person, speech: Speech
) -> tuple[Choice, ...]:
    """At most 25 choices for a parameter; `others` is what else was typed of the command."""
    match kind:
        case Kind.GAME:
            found = [Choice(speech.say(f"game-{name}"), name) for name in GAMES]
        case Kind.LANGUAGE:
            found = [Choice(name, code) for code, name in language_names().items()]
        case Kind.OPTIONS:
            return tuple(islice(_options(typed, others, speech), MOST))
        case Kind.MOVE:
            return tuple(islice(_moves(typed, others, sessions, person), MOST))
        case Kind.CODE:
            found = [Choice(title(session, speech)[:_LONGEST], session.code) for session in sessions]
        case _:
            found = []
    low = typed.casefold()
    return tuple(choice for choice in found if low in choice.label.casefold() or low in choice.value.casefold())[:MOST]


def kind_of(command: str, parameter: str) -> Kind:
    """What a parameter of the table is; WORD for one that is not there."""
    parameters = (p for c in COMMANDS if c.name == command for p in c.parameters)
    return next((p.kind for p in parameters if p.name == parameter), Kind.WORD)


def _options(typed: str, others: str, speech: Speech) -> Iterable[Choice]:
    """Each common value of each setting, after the settings that are typed already."""
    game = next((word for word in others.casefold().split() if word in GAMES), None)
    if game is None:
        return
    *done, last = typed.split(" ")
    taken = {word.partition("=")[0] for word in done}
    for setting in GAMES[game].settings:
        for value in setting.choices:
            option = f"{setting.key}={value}"
            if setting.key not in taken and last.casefold() in option:
                yield Choice(setting_in_words(setting.key, value, speech)[:_LONGEST], " ".join((*done, option)))
    if THREAD not in taken and last.casefold() in (option := f"{THREAD}={Consent.YES}"):
        yield Choice(speech.say("setting-thread")[:_LONGEST], " ".join((*done, option)))
    for pace in PACES if TIME not in taken else ():
        if last.casefold() in (option := f"{TIME}={pace}"):
            yield Choice(pace_in_words(read_pace(pace), speech)[:_LONGEST], " ".join((*done, option)))


def _moves(typed: str, others: str, sessions: Sequence[Session], person: Person) -> Iterable[Choice]:
    codes = {found[0] for word in others.split() if (found := read_code(word))}
    for session in sessions:
        mine = session.stage is Stage.RUNNING and session.seat_of(person) is session.position.turn
        if mine and (not codes or session.code in codes):
            yield from _moves_of(session, typed)


def _moves_of(session: Session, typed: str) -> Iterable[Choice]:
    try:
        wanted = clean(typed)
    except Refusal:
        return
    texts = (str(move) for move in session.position.moves())
    yield from (Choice(text[:_LONGEST], text) for text in texts if text.startswith(wanted) and len(text) <= _LONGEST)
