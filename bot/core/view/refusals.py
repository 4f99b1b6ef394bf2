"""Refusals in words: the rule, the part at fault, the picture, and buttons with likely intended moves."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from itertools import chain, combinations, islice

from bot.core.commands.playing import in_notation, readings
from bot.core.game.session import Session, Stage, play
from bot.core.language.speech import Speech
from bot.core.ports.platform import REFUSED, Button, Message
from bot.core.view import buttons
from bot.core.view.boards import drawing, picture_of
from bot.core.view.names import in_words, move_in_words, names, with_code
from engines import GAMES
from engines.game import AnyMove, Level, Seat
from engines.notation import clean
from engines.phrases import Phrase
from engines.refusals import Refusal
from renderers import DRAWINGS
from renderers.scene import Scene

_BETWEEN = re.compile(r"[\s\-–—:>]+")
_PLACE = re.compile(r"[a-z]?\d+")
_LONGEST_QUOTED = 100
_MOST_SEARCHED = 3000


def refusal(
    error: Refusal,
    speech: Speech,
    session: Session | None = None,
    typed_text: str = "",
    spelling: str = "",
    meant_moves: Sequence[str] = (),
) -> Message:
    """Explain a refusal by its rule and the offending part, quoted from `spelling`.

    For a move, offer the legal `meant_moves`, or up to three moves close to the typed text.
    """
    seats = names(session, speech) if session else {}
    quoted_phrase = _quote_as_typed(error.phrase, spelling[:_LONGEST_QUOTED])
    explanation = _at_line(error, in_words(quoted_phrase, speech, seats), speech)
    if not session or not typed_text or session.stage is not Stage.RUNNING:
        return Message(explanation, envelope=REFUSED)
    similar_moves = session.rules.text.similar_moves(session.position, typed_text)
    near_moves = meant_moves or _nearest_moves(session, typed_text, similar_moves) or _example(session, error)
    scene = refusal_scene(session, typed_text, near_moves[:1], speech)
    suggestion = [speech.say("fits-instead", move=move_in_words(text, speech)) for text in similar_moves[:1]]
    names_a_move = "{example}" in speech.template(error.code) and error.fields.get("example") in near_moves
    is_plain = not near_moves or suggestion or names_a_move
    question = () if is_plain else (speech.say("did-you-mean"),)
    row = buttons.moves(session, near_moves, speech)
    return Message(
        " ".join((explanation, *(suggestion if near_moves else ()), *question)),
        picture_of(scene, session, speech) if scene else None,
        buttons=buttons.rows_that_fit([row]),
        asks=row if suggestion or question else (),
        envelope=REFUSED,
    )


def _at_line(error: Refusal, text: str, speech: Speech) -> str:
    line = error.fields.get("line")
    if isinstance(number := error.fields.get("at_move"), int):
        return speech.say("at-move", at_move=number, said=text)
    return speech.say("at-line", line=line, said=text) if isinstance(line, int) else text


def command_refusal(error: Refusal, speech: Speech, typed_text: str) -> Message:
    """Explain why a command is not understood, with buttons that correct it."""
    if error.code == "two-values":
        return _choose_value(error, speech, typed_text)
    explanation = _at_line(error, in_words(error.phrase, speech, {}), speech)
    fields = error.fields
    part = next((str(fields[name]) for name in ("part", "value", "option") if name in fields), "")
    match = re.search(rf"(?<![\w@]){_pattern(part)}(?!\w)", typed_text, re.IGNORECASE) if part else None
    parts = (typed_text[: match.start()], typed_text[match.end() :]) if match else ()
    values = [word for word in str(fields.get("expected", "")).split() if ".." not in word]  # not 1..9, but a value
    close = get_close_matches(part.casefold(), values, n=2)
    suggestions = str(fields["meant"]).split("|") if fields.get("meant") else close
    others = [meant for meant in suggestions if meant.casefold() != part.casefold()]
    texts = {meant: meant.join(parts) for meant in others} if parts else {}
    rows = buttons.rows_that_fit([[Button(speech.word("level", meant), text) for meant, text in texts.items()]])
    text = f"{explanation} {speech.say('did-you-mean')}" if rows else explanation
    return Message(text, buttons=rows, asks=tuple(chain(*rows)), envelope=REFUSED)


def _choose_value(error: Refusal, speech: Speech, typed_text: str) -> Message:
    """Name two typed words that contradict each other, with a button for the command with only one of them."""
    first, second = words = [str(error.fields[name]) for name in ("part", "other")]
    labels = {word: _typed_word(word, speech) for word in words}
    texts = {word: _without(typed_text, (rival, labels[rival])) for word, rival in (words, words[::-1])}
    row = [Button(labels[word], text) for word, text in texts.items()] if all(texts.values()) else ()
    message = buttons.question("two-values", speech, *row, part=labels[first], other=labels[second])
    return replace(message, envelope=REFUSED)


def _pattern(word: str) -> str:
    """Return the pattern of a word that may have been typed with spaces around its signs, such as `time = 3 + 2`."""
    return re.sub(r"(=|\\\+|\\\|)", r"\\s*\1\\s*", re.escape(word))


def _typed_word(word: str, speech: Speech) -> str:
    """Return a typed level, game or seat by its name in the reader's language; any other word unchanged."""
    if word in (*GAMES, *Level):
        return speech.word("game" if word in GAMES else "level", word)
    return speech.say(word) if word in (seat.value for seat in Seat) else word


def _without(text: str, words: Sequence[str]) -> str:
    """Return the text without the first of some words in it; "" if it has none."""
    patterns = (rf"(?<![^\s,]){_pattern(word)}(?![^\s,])" for word in words)
    match = next(filter(None, (re.search(pattern, text, re.IGNORECASE) for pattern in patterns)), None)
    return " ".join((text[: match.start()] + text[match.end() :]).split()) if match else ""


def which_reading(session: Session, texts: tuple[str, ...], speech: Speech) -> Message:
    """Offer a button for each legal move that a text can mean."""
    moves = " · ".join(move_in_words(text, speech) for text in texts)
    return buttons.question("two-readings", speech, *buttons.moves(session, texts, speech), moves=moves)


def did_you_mean(line: str, texts: Sequence[str], speech: Speech) -> Message:
    """Offer a button after a command for each legal move in a sentence, without playing any yet."""
    row, moves = buttons.moves_after(line, texts, speech), [move_in_words(text, speech) for text in texts]
    if len(moves) == 1:
        return buttons.question("move-meant", speech, *row, move=moves[0])
    return buttons.question("moves-meant", speech, *row, moves=" · ".join(moves))


def _quote_as_typed(phrase: Phrase, spelling: str) -> Phrase:
    """Return the phrase with the offending part as the person typed it."""
    fields, words = dict(phrase.fields), spelling.split()
    part = fields.get("part")
    if isinstance(part, str) and part:
        runs = (" ".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2))
        fields["part"] = next((run for run in (*runs, *_BETWEEN.split(spelling)) if _read(run) == _read(part)), part)
    return Phrase(phrase.code, **fields)


def _read(text: str) -> str:
    return clean(in_notation(text)).replace("-", " ")


def _nearest_moves(session: Session, typed_text: str, similar_moves: Sequence[str]) -> list[str]:
    """Return up to three legal moves close to a text.

    In order: similar moves, the other reading of Cyrillic letters or a legal beginning, then moves at the same places
    and close spellings.
    """
    text, places_in = clean(typed_text[:100]), partial(re.findall, _PLACE)
    legal_moves = [str(move) for move in islice(session.position.moves(), _MOST_SEARCHED)]
    close_moves, places = get_close_matches(text, legal_moves, n=10, cutoff=0.4), {*places_in(text)}
    moves_there = [move for move in (*close_moves, *sorted(legal_moves, key=len)) if places & {*places_in(move)}]
    moves_there.sort(key=lambda move: len(places - {*places_in(move)}))
    words = typed_text[:_LONGEST_QUOTED].split()
    beginnings = (" ".join(words[:end]) for end in range(len(words) - 1, 0, -1))
    other_readings = (*readings(typed_text[:_LONGEST_QUOTED])[1:], *beginnings)
    legal_reading = next(filter(None, (_read_legal_move(session, reading) for reading in other_readings)), None)
    nearest = (*similar_moves, *([legal_reading] if legal_reading else []), *moves_there, *close_moves)
    return list(dict.fromkeys(nearest))[:3]


def _example(session: Session, error: Refusal) -> list[str]:
    example = error.fields.get("example")
    return [example] if isinstance(example, str) and _read_legal_move(session, example) == example else []


def _read_legal_move(session: Session, text: str) -> str | None:
    with suppress(Refusal):
        return str(play(session.position, text).move)
    return None


def refusal_scene(session: Session, typed_text: str, near_moves: Sequence[str], speech: Speech) -> Scene | None:
    """Draw the intended move and the nearest legal one, dashed; None if the text contains no drawable move."""
    move = _move_meant(session, typed_text)
    items = tuple(DRAWINGS[session.game].illegal_move(session.position, move)) if move is not None else ()
    if not items:
        return None
    scene = drawing(session, speech, next((_move_meant(session, text) for text in near_moves), None), items)
    return replace(scene, alt=tuple(with_code(phrase, "picture-hint", "picture-nearest") for phrase in scene.alt))


def _move_meant(session: Session, text: str) -> AnyMove | None:
    with suppress(Refusal):
        return session.position.read(text)
    return None
