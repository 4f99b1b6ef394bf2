"""Sentences: the legal moves and the wishes in them, in any language, despite slang, typos and keyboard slips."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, partial
from itertools import combinations

from bot.core.commands.playing import (
    MOVE_WORDS,
    OTHER_KEYBOARD,
    OTHER_KEYBOARDS,
    by_number,
    in_notation,
    legal_readings,
)
from bot.core.commands.terms import consent_of
from bot.core.game.referee import Play
from bot.core.game.requests import GameReference
from bot.core.game.session import Session, play
from bot.core.game.terms import Consent
from bot.core.language.speech import ENGLISH, phrases, speech, word_meanings
from engines import GAMES
from engines.game import AnyGame, AnyPosition
from engines.notation import clean
from engines.refusals import Illegal, Refusal

_MOST_OFFERED = 3
_CELL = re.compile(r"[^\W\d_]\.?\d.*")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,-]\d+)*")
_SWAPPED = re.compile(r"(?<![\w.])(\d{1,2})([^\W\d_])(?![\w.])")
_NUMBERS, _LETTERS = tuple(map(str, range(1, 100))), tuple("abcdefghijklmnop")
_WAYS = ((0, 1), (0, -1), (-1, 0), (1, 0))
"""Steps up, down, left and right, in the order of the catalogues' `spoken-ways`."""
_PLAIN_CELL = re.compile(r"([a-p])(\d{1,2})")
_LATIN = re.compile(r"[a-z]")
_SIGNS = re.compile(r"[^\w+.,-]+|_+")
_FIGURES = dict(zip("li|!@#$%^&*(", "111123456789", strict=True))
_SLIP = re.compile(r"(?<![^\W_])([^\W\d_])([li|!@#$%^&*(])(?![^\W\d_])")
"""A column with a sign or letter in place of its row: `d!` with the shift key held, `dl` for `d1`."""
_MOST_BEFORE_DENIED, _CLAUSE_ENDS = 4, (",", ".", ";", ":", "!")
"""A `not` denies a word of the notation after at most so many words of the same clause: `i don't want to pass`."""
_DIGITS = re.compile(r"\d{1,2}(?:-.+)?")
LONGEST, MOST_WORDS = 200, 24
AROUND = "()[]{}<>«»“”„\"'`*_,;:!?…#№~|/\\^"
_REPEATED = re.compile(r"([^\W\d])\1{2,}")
_TONES = dict.fromkeys((*range(0x1F3FB, 0x1F400), 0xFE0F, 0x2019, 0x27, 0x2BC), "")
"""Tones of skin, marks of emoji, and apostrophes, which careless writers omit."""
_QUESTION_MARKS = frozenset("?？¿‽⁇⁈⁉❓❔")
_MOST_WORDS_OF_CONSENT = 6
_LONGEST_PHRASE_OF_CONSENT = 4
_SHORTEST_TYPO, _CLOSE = 4, 0.8
_SMILEY = re.compile(r"[:;=8xх>]['^-]*[)(\]\[dpрo3*<>|/\\]+|<3+|[+-]\d+|\d+[%)]", re.IGNORECASE)
CHOICES = tuple(range(5))
WISHES = tuple("language undo resign hint rules draw rematch moves board turn help thanks".split())
"""The core's wishes, in the order in which single words decide between them.

The catalogues have the phrases of each (`wish-undo`), and of those about a feature.
"""
_DENIAL, _WISH = "wish-not", "wish-"


Reading = Callable[[str], tuple[str, ...]]


def moves_within(session: Session, text: str) -> tuple[str, ...]:
    """Return at most three legal moves that a sentence names, except after a `not`; a number may be that of an idea."""
    return answers_within(session.rules, session.position, text, partial(_legal_moves_in_game, session))


def answers_within(game: AnyGame, position: AnyPosition, text: str, read: Reading | None = None) -> tuple[str, ...]:
    """Return at most three legal moves that a sentence names in a position, by the notation unless `read` is given."""
    read = read or partial(_legal_moves, position)
    words_of_text = _without_denied_moves(text[:LONGEST].casefold().split()[:MOST_WORDS])
    for words in (*_spellings(words_of_text), *_corrections(words_of_text)):
        places = [word for word in words if _is_of_a_move(game, position, word)]
        variant = _middle_last(places, game.text.inner_words)
        if moves := _read_together(read, places) or _read_together(read, variant) or _read_in_parts(read, places):
            return moves[:_MOST_OFFERED]
    return ()


def _middle_last(words: Sequence[str], inner: Sequence[str]) -> Sequence[str]:
    """Move `via` and its middle point after the other places; a sentence may contain `via` twice."""
    parts = [part for word in words for part in word.split("-")] if {*words} & {*inner} else words
    steps = [part for part, before in zip(parts, ("", *parts), strict=False) if part not in inner or part != before]
    at = next((at for at, word in enumerate(steps) if word in inner), len(steps))
    end = at + 3 if _NUMBER.fullmatch(" ".join(steps[at + 2 : at + 3])) else at + 2
    return [*steps[:at], *steps[end:], *steps[at:end]]


def illegal_move_within(session: Session, text: str) -> tuple[str, Illegal] | None:
    """Return the illegal move that a sentence names, and its refusal; None if it names none."""
    for words in _spellings(text[:LONGEST].casefold().split()[:MOST_WORDS]):
        places = " ".join(word for word in words if _is_of_a_move(session.rules, session.position, word))
        try:
            play(session.position, places)
        except Illegal as refused:
            return places, refused
        except Refusal:
            continue
    return None


def _spellings(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield `c3 up` as `c3-c4`, the words unchanged, numbers and letters as digits and symbols, and `1a` as `a1`."""
    clean_words = (in_notation(word.strip(AROUND)) for word in words)
    plain_words = [_words().get(word, word) for word in clean_words if word]
    parts = [part for word in plain_words for part in (word.split("-") if word.replace("-", "").isalpha() else (word,))]
    figures = [word_meanings("spoken-numbers", _NUMBERS).get(word, word) for word in parts]
    squares = _join_squares(figures)
    yield from _with_neighbour(squares)
    yield plain_words
    yield figures
    yield squares
    yield [_SWAPPED.sub(r"\2\1", word) for word in plain_words]


def _corrections(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the words without signs between places, and with keyboard slips corrected: `d!`, `dl`, `ф1`."""
    text = " ".join(words)
    yield _SIGNS.sub(" ", text).split()
    yield _SIGNS.sub(" ", _SLIP.sub(lambda slip: slip[1] + _FIGURES[slip[2]], text)).split()
    if not _LATIN.search(text):
        yield text.translate(OTHER_KEYBOARD).split()


def _join_squares(words: Sequence[str]) -> list[str]:
    squares: list[str] = []
    for word in words:
        letter = word_meanings("spoken-letters", _LETTERS).get(squares[-1], "") if squares else ""
        if squares and not letter and _LATIN.fullmatch(_latin(squares[-1])):
            letter = squares[-1]
        if letter and _DIGITS.fullmatch(word):
            squares[-1] = letter + word
        else:
            squares.append(word)
    return squares


def _with_neighbour(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the only cell with its neighbour in the only direction that the words name: `c3 up` as `c3-c4`."""
    cells = [cell for word in words if (cell := _PLAIN_CELL.fullmatch(_latin(word)))]
    ways = [way for word in words if (way := word_meanings("spoken-ways", _WAYS).get(word))]
    if len(cells) == len(ways) == 1:
        (column, row), (right, up) = cells[0].groups(), ways[0]
        yield [f"{cells[0][0]}-{chr(ord(column) + right)}{int(row) + up}"]


def _latin(word: str) -> str:
    with suppress(Refusal):
        return clean(word)
    return ""


def _is_of_a_move(game: AnyGame, position: AnyPosition, word: str) -> bool:
    """Return whether a word is a place, a word of the notation, or a complete move."""
    with suppress(Refusal):
        read = clean(word)
        if _CELL.match(read) or _NUMBER.fullmatch(read) or read in (*game.text.words, *game.text.inner_words):
            return True
        position.read(word)
        return True
    return False


def _read_together(read: Reading, places: Sequence[str]) -> tuple[str, ...]:
    """Return the moves that all places form together, or all cells without bare numbers."""
    cells = [word for word in places if not _NUMBER.fullmatch(word)]
    return read(" ".join(places)) or read(" ".join(cells))


def _read_in_parts(read: Reading, places: Sequence[str]) -> tuple[str, ...]:
    """Return the moves that runs of places form, ignoring runs inside a longer one."""
    runs: dict[tuple[int, int], tuple[str, ...]] = {}
    for start, end in sorted(combinations(range(len(places) + 1), 2), key=lambda run: run[0] - run[1]):
        inside = any(a <= start and end <= b for a, b in runs)
        if not inside and (moves := read(" ".join(places[start:end]))):
            runs[start, end] = moves
    return tuple(dict.fromkeys(move for run in sorted(runs) for move in runs[run]))


def _legal_moves_in_game(session: Session, text: str) -> tuple[str, ...]:
    """Return the legal moves that a text can mean in a game; a number may be that of an idea."""
    moves = _legal_moves(session.position, text)
    with suppress(Refusal):
        return moves or _legal_moves(session.position, by_number(session, Play(GameReference(), text)).text)
    return ()


def _legal_moves(position: AnyPosition, text: str) -> tuple[str, ...]:
    if not text:
        return ()
    with suppress(Refusal):
        return legal_readings(position, text) or (str(play(position, text).move),)
    return ()


def _without_denied_moves(words: Sequence[str]) -> list[str]:
    """Return the words without the places right after a `not`; a `no` only corrects a move."""
    denials = phrases(_DENIAL)
    denied_places = {
        place
        for at, word in enumerate(words)
        if (plain_word := word.strip(AROUND)) in denials and consent_of(plain_word) is not Consent.NO
        for place in _places_after(words, at + 1)
    }
    return [word for at, word in enumerate(words) if at not in denied_places]


def _places_after(words: Sequence[str], start: int) -> Iterator[int]:
    """Yield the indexes of two cells, a number, or a word of the notation; before the word others may stand."""
    plain_words = [word.strip(AROUND) for word in words[start : start + _MOST_BEFORE_DENIED]]
    cells = [at for at, word in enumerate(plain_words[:2], start) if _CELL.match(_latin(word))]
    yield from cells
    number = plain_words[0] if plain_words and not cells else ""
    if _NUMBER.fullmatch(word_meanings("spoken-numbers", _NUMBERS).get(number, number)):
        yield start
    for at, word in enumerate(map(in_notation, plain_words), start):
        if _words().get(word, word) in MOVE_WORDS:
            yield at
            return
        if words[at].endswith(_CLAUSE_ENDS):
            return


@cache
def _words() -> Mapping[str, str]:
    """Return the words of the notation by spoken form: `via` by `through`."""
    of_games = {word for game in GAMES.values() for word in (*game.text.words, *game.text.inner_words)}
    spoken_words = [word for word in of_games if speech("en").knows(f"spoken-{word}")]
    return {phrase: word for word in spoken_words for phrase in phrases(f"spoken-{word}")}


def consent_in(text: str, eagerly: bool = False) -> Consent | None:
    """Return the yes or no that a whole text says in any language, perhaps with thanks; None for any other text.

    `eagerly`, a text such as `go for it` counts too, which answers a question but may also be mere talk.
    """
    words, eager_words = words_of(text), phrases("consent-eager") if eagerly else ()
    if is_question(text) or len(words) > _MOST_WORDS_OF_CONSENT:
        return None
    answers = {*_consents(words, lambda phrase: Consent.YES if phrase in eager_words else consent_of(phrase))}
    answers.discard(Consent.UNSAID)
    return answers.pop() if len(answers) == 1 else None


def _consents(words: Sequence[str], read: Callable[[str], Consent | None]) -> Iterator[Consent | None]:
    """Yield what each phrase of a text says, the longest first: nothing for polite words, None for any other word."""
    at, polite = 0, phrases("consent-polite")
    while at < len(words):
        ends = range(min(len(words), at + _LONGEST_PHRASE_OF_CONSENT), at, -1)
        end = next((end for end in ends if read(" ".join(words[at:end]))), at + 1)
        yield read(" ".join(words[at:end])) or (Consent.UNSAID if words[at] in polite else None)
        at = end


def choice_in(text: str) -> int | None:
    """Return the number, from 0, of the offered button that a whole text chooses in any language: `the second one`."""
    words = words_of(text)
    content = [word for word in words if word not in phrases("choice-around")] or words
    return word_meanings("spoken-choices", CHOICES).get(content[0]) if len(content) == 1 else None


def is_question(text: str) -> bool:
    """Return whether a typed text asks a question."""
    return not _QUESTION_MARKS.isdisjoint(text)


def is_doubtful(text: str) -> bool:
    """Return whether to offer a typed move instead of playing it: in a question, or if it may be a smiley."""
    return is_question(text) or _SMILEY.fullmatch(text.strip()) is not None


def wish_in(text: str, generously: bool = False) -> str:
    """Return the wish of a sentence's longest phrase, thanks last, or ""; a question mark alone asks for help.

    `generously`, where no phrase fits, a single word decides, then the closest spelling, then the other keyboard.
    """
    words = words_of(text)
    if not words and is_question(text):
        return "help"
    wish = _wish_by_phrase(words)
    if wish or not generously:
        return wish
    return _wish_by_stem(words) or _wish_of_typos(words) or _wish_on_other_keyboard(words)


def words_of(text: str) -> list[str]:
    """Return the words of a text without punctuation, apostrophes, stretched letters and slang."""
    folded_text = _REPEATED.sub(r"\1", text[:LONGEST].casefold().translate(_TONES))
    words = (word for raw in folded_text.split() if (word := raw.strip(AROUND + ".") or raw.strip(".,!?")))
    return [each for word in words for each in _slang().get(word, word).split()][:MOST_WORDS]


def _wish_by_phrase(words: Sequence[str]) -> str:
    matches = [
        (wish != "thanks", end - start, wish)
        for start, end in combinations(range(len(words) + 1), 2)
        if (wish := _wish_of(words[start:end], len(words)))
        and not _is_denied(words, start, 2 if wish == "resign" else 1)
    ]
    return max(matches, key=lambda each: each[:2])[2] if matches else ""


def _wish_of(words: Sequence[str], among: int) -> str:
    """Return the wish of a phrase in a sentence of `among` words; some phrases count only as the whole sentence."""
    phrase = " ".join(words)
    return _wishes().get(f"={phrase}" if len(words) == among else "", "") or _wishes().get(phrase, "")


def _wish_by_stem(words: Sequence[str]) -> str:
    """Return the first wish with a stem among the words."""
    open_words = [word for at, word in enumerate(words) if not _is_denied(words, at, 2)]
    wishes = {_wishes().get(f"{word[:end]}*", "") for word in open_words for end in range(2, len(word) + 1)}
    of_features = sorted(wishes - {"", *WISHES})
    return next((wish for wish in (*of_features, *WISHES) if wish in wishes), "")


def _is_denied(words: Sequence[str], at: int, near: int) -> bool:
    """Return whether one of the `near` words before a place is a `not`."""
    return not phrases(_DENIAL).isdisjoint(words[max(0, at - near) : at])


def _wish_of_typos(words: Sequence[str]) -> str:
    typos = [word for word in words if len(word) >= _SHORTEST_TYPO and word not in _vocabulary()]
    corrections = {word: match for word in typos for match in get_close_matches(word, _vocabulary(), 1, _CLOSE)}
    corrected_words = [corrections.get(word, word) for word in words]
    return (_wish_by_phrase(corrected_words) or _wish_by_stem(corrected_words)) if corrections else ""


def _wish_on_other_keyboard(words: Sequence[str]) -> str:
    for table in OTHER_KEYBOARDS:
        typed_words = [word.translate(table) for word in words]
        if len("".join(typed_words)) >= _SHORTEST_TYPO and (wish := _wish_by_phrase(typed_words)):
            return wish
    return ""


@cache
def _wishes() -> Mapping[str, str]:
    """Return the wishes by phrase; `=phrase` counts only as a whole sentence, `stem*` begins a word."""
    codes = (code for code in speech(ENGLISH).counted if code.startswith(_WISH) and code != _DENIAL)
    return {phrase.translate(_TONES): code.removeprefix(_WISH) for code in codes for phrase in phrases(code)}


@cache
def _vocabulary() -> tuple[str, ...]:
    words = (word.strip("=*") for phrase in _wishes() for word in phrase.split())
    return tuple(dict.fromkeys(word for word in words if len(word) >= _SHORTEST_TYPO))


@cache
def _slang() -> Mapping[str, str]:
    """Return a map from slang to plain words."""
    pairs: Iterator[tuple[str, str, str]] = (entry.partition("=") for entry in sorted(phrases("spoken-slang")))
    return {word: meaning for word, _, meaning in pairs}
