"""Refusals in words: the rule, the part at fault, the picture, and buttons with what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations, islice

from bot.core.commands.playing import in_notation, readings
from bot.core.game.session import Session, Stage, play
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, REFUSED, Button, Message
from bot.core.view import buttons
from bot.core.view.boards import drawing, shown
from bot.core.view.names import in_words, move_in_words, names, renamed
from engines.game import AnyMove
from engines.notation import clean
from engines.phrases import Phrase, Value
from engines.refusals import Refusal
from renderers import DRAWINGS
from renderers.scene import Scene

_BETWEEN = re.compile(r"[\s\-–—:>]+")
_PLACE = re.compile(r"[a-z]?\d+")
_LONGEST_QUOTED = 100
_MOST_SEARCHED = 3000


def refusal(
    refused: Refusal,
    speech: Speech,
    session: Session | None = None,
    typed: str = "",
    spelled: str = "",
    meant: Sequence[str] = (),
) -> Message:
    """Which rule, on which part as it was `spelled`; for a move, the legal ones that are `meant`, else up to three near
    what was typed."""
    seats = names(session, speech) if session else {}
    said = _at_line(refused, in_words(_quoting(refused.phrase, spelled[:_LONGEST_QUOTED]), speech, seats), speech)
    if not session or not typed or session.stage is not Stage.RUNNING:
        return Message(said, envelope=REFUSED)
    beside = session.rules.similar_moves(session.position, typed)
    near = meant or _nearest(session, typed, beside) or _example(session, refused)
    drawn = refused_picture(session, typed, near[:1], speech)
    if not near:
        return with_picture(Message(said, envelope=REFUSED), drawn, session, speech)
    row = buttons.moves(session, near, speech)
    fitting = [speech.say("fits-instead", move=move_in_words(text, speech)) for text in beside[:1]]
    asked = () if fitting or _names(refused, near, speech) else (speech.say("did-you-mean"),)
    text = " ".join((said, *fitting, *asked))
    told = Message(text, buttons=(row,) if row else (), envelope=REFUSED)
    return with_picture(told, drawn, session, speech)


def _at_line(refused: Refusal, said: str, speech: Speech) -> str:
    """What is wrong with a text of several lines, with the number of the line."""
    line = refused.fields.get("line")
    if isinstance(number := refused.fields.get("at_move"), int):
        return speech.say("at-move", at_move=number, said=said)
    return speech.say("at-line", line=line, said=said) if isinstance(line, int) else said


def of_command(refused: Refusal, speech: Speech, typed: str) -> Message:
    """Why a command is not understood, with buttons that type it with what may have been meant."""
    said = _at_line(refused, in_words(refused.phrase, speech, {}), speech)
    fields = refused.fields
    part = next((str(fields[name]) for name in ("part", "value", "option") if name in fields), "")
    there = re.search(rf"(?<![\w@]){re.escape(part)}(?!\w)", typed, re.IGNORECASE) if part else None
    around = (typed[: there.start()], typed[there.end() :]) if there else ()
    texts = {meant: meant.join(around) for meant in _meant(fields, part)} if around else {}
    made = (Button(speech.word("level", meant), text) for meant, text in texts.items())
    row = tuple(button for button in made if len(button.types.encode()) <= buttons.LONGEST_TEXT)
    text = f"{said} {speech.say('did-you-mean')}" if row else said
    return Message(text, buttons=(row,) if row else (), envelope=REFUSED)


def _meant(fields: Mapping[str, Value], part: str) -> list[str]:
    """What the refusal proposes; else what it expected that is most like the part at fault."""
    proposed = str(fields.get("meant", ""))
    if proposed:
        return proposed.split("|")
    return get_close_matches(part.casefold(), str(fields.get("expected", "")).split(), n=2)


def which_reading(session: Session, texts: tuple[str, ...], speech: Speech) -> Message:
    """A button for each legal move that a text can mean."""
    row = buttons.moves(session, texts, speech)
    named = " · ".join(move_in_words(text, speech) for text in texts)
    return Message(speech.say("two-readings", moves=named), buttons=(row,) if row else (), envelope=PRIVATE)


def did_you_mean(line: str, texts: Sequence[str], speech: Speech) -> Message:
    """A button for each legal move that was found in a sentence, after a command; nothing of it is played."""
    row = buttons.moves_after(line, texts, speech)
    named = [move_in_words(text, speech) for text in texts]
    if len(named) == 1:
        said = speech.say("move-meant", move=named[0])
    else:
        said = speech.say("moves-meant", moves=" · ".join(named))
    return Message(said, buttons=(row,) if row else (), envelope=PRIVATE)


def _quoting(phrase: Phrase, spelled: str) -> Phrase:
    """The phrase with the part at fault as the person wrote it, not as it was read."""
    fields, words = dict(phrase.fields), spelled.split()
    part = fields.get("part")
    if isinstance(part, str) and part:
        runs = (" ".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2))
        fields["part"] = next((run for run in (*runs, *_BETWEEN.split(spelled)) if _read(run) == _read(part)), part)
    return Phrase(phrase.code, **fields)


def _read(text: str) -> str:
    return clean(in_notation(text)).replace("-", " ")


def _nearest(session: Session, typed: str, beside: Sequence[str]) -> list[str]:
    """Three legal moves: those just beside it, the other reading of Cyrillic letters, the beginning of the message that
    is one, then those that name the same places, most of them and the most like it first."""
    legal = [str(move) for move in islice(session.position.moves(), _MOST_SEARCHED)]
    close = get_close_matches(clean(typed[:100]), legal, n=10, cutoff=0.4)
    places = set(_PLACE.findall(clean(typed[:100])))
    there = [text for text in (*close, *sorted(legal, key=len)) if places & set(_PLACE.findall(text))]
    there.sort(key=lambda text: len(places - set(_PLACE.findall(text))))
    meant = (*readings(typed[:_LONGEST_QUOTED])[1:], *_beginnings(typed))
    first = next((move for text in meant if (move := _legal(session, text))), None)
    return list(dict.fromkeys((*beside, *([first] if first else []), *there, *close)))[:3]


def _example(session: Session, refused: Refusal) -> list[str]:
    """The legal move that the refusal itself names, if it does."""
    example = refused.fields.get("example")
    return [example] if isinstance(example, str) and _legal(session, example) == example else []


def _names(refused: Refusal, near: Sequence[str], speech: Speech) -> bool:
    """Whether the refusal itself says one of these moves."""
    return "{example}" in speech.template(refused.code) and refused.fields.get("example") in near


def _beginnings(typed: str) -> Iterator[str]:
    """The text without its last word, without its last two …"""
    words = typed[:_LONGEST_QUOTED].split()
    return (" ".join(words[:end]) for end in range(len(words) - 1, 0, -1))


def _legal(session: Session, text: str) -> str | None:
    with suppress(Refusal):
        return str(play(session.position, text).move)
    return None


def refused_picture(session: Session, typed: str, near: Sequence[str], speech: Speech) -> Scene | None:
    """The board with the move as it was meant, and the nearest legal one dashed, which is no hint; None for a text that
    means no move, or none that can be drawn."""
    move = _move_meant(session, typed)
    items = tuple(DRAWINGS[session.game].illegal_move(session.position, move)) if move is not None else ()
    if not items:
        return None
    scene = drawing(session, speech, next((_move_meant(session, text) for text in near), None), items)
    return replace(scene, alt=tuple(renamed(phrase, "picture-hint", "picture-nearest") for phrase in scene.alt))


def with_picture(message: Message, scene: Scene | None, session: Session, speech: Speech) -> Message:
    """A refusal with its picture, if there is one."""
    if scene is None:
        return message
    return replace(message, picture=shown(scene, session, speech))


def _move_meant(session: Session, text: str) -> AnyMove | None:
    with suppress(Refusal):
        return session.position.read(text)
    return None
