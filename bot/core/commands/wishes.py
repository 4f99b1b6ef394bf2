"""Wishes in sentences: the command that a phrase asks for, in any language, despite slang, typos and slips."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import combinations

from bot.core.commands.terms import consent_of
from bot.core.game.terms import Consent
from bot.core.language.speech import ENGLISH, phrases, speech, word_meanings

LONGEST, MOST_WORDS = 200, 24
AROUND = "()[]{}<>«»“”„\"'`*_,;:!?…#№~|/\\^"
_REPEATED = re.compile(r"([^\W\d])\1{2,}")
_TONES = dict.fromkeys((*range(0x1F3FB, 0x1F400), 0xFE0F, 0x2019, 0x27, 0x2BC), "")
"""Tones of skin, marks of emoji, and apostrophes, which careless writers omit."""
_QUESTION_MARKS = frozenset("?？¿‽⁇⁈⁉❓❔")
_MOST_WORDS_OF_CONSENT = 6
_LONGEST_PHRASE_OF_CONSENT = 4
_SHORTEST_TYPO, _CLOSE = 4, 0.8


def consent_in(text: str) -> Consent | None:
    """Return the yes or no that a whole text says in any language, perhaps with thanks; None for any other text."""
    return _consent_in(text, consent_of)


def eager_consent_in(text: str) -> Consent | None:
    """Return the answer of a text such as `go for it`, which answers a question but may also be mere talk."""
    return _consent_in(text, _eager_consent_of)


def _eager_consent_of(phrase: str) -> Consent | None:
    return Consent.YES if phrase in phrases("consent-eager") else consent_of(phrase)


def _consent_in(text: str, read: Callable[[str], Consent | None]) -> Consent | None:
    if is_question(text):
        return None
    answers = {*_consents(words_of(text)[: _MOST_WORDS_OF_CONSENT + 1], read)} - {Consent.UNSAID}
    return answers.pop() if len(answers) == 1 else None


def _consents(words: Sequence[str], read: Callable[[str], Consent | None]) -> Iterator[Consent | None]:
    """Yield what each phrase of a text says, the longest first: nothing for polite words, None for any other word."""
    at, polite = 0, phrases("consent-polite")
    if len(words) > _MOST_WORDS_OF_CONSENT:
        yield None
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


CHOICES = tuple(range(5))


def is_question(text: str) -> bool:
    """Return whether a typed text asks a question."""
    return not _QUESTION_MARKS.isdisjoint(text)


_SMILEY = re.compile(r"[:;=8xх>]['^-]*[)(\]\[dpрo3*<>|/\\]+|<3+|[+-]\d+|\d+[%)]", re.IGNORECASE)


def is_doubtful(text: str) -> bool:
    """Return whether to offer a typed move instead of playing it: in a question, or if it may be a smiley."""
    return is_question(text) or _SMILEY.fullmatch(text.strip()) is not None


WISHES = tuple("resign undo draw hint help moves turn board rules rematch language thanks".split())
"""The core's wishes; the catalogues have the phrases of each (`wish-undo`), and of those about a feature."""
_BY_STEM = tuple("language undo resign hint rules draw rematch moves board turn help thanks".split())
"""The wishes in the order in which single words decide between them."""
_DENIAL, _WISH = "wish-not", "wish-"


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
    of_features = sorted(wishes - {"", *_BY_STEM})
    return next((wish for wish in (*of_features, *_BY_STEM) if wish in wishes), "")


def _is_denied(words: Sequence[str], at: int, near: int) -> bool:
    """Return whether one of the `near` words before a place is a `not`."""
    return not phrases(_DENIAL).isdisjoint(words[max(0, at - near) : at])


def _wish_of_typos(words: Sequence[str]) -> str:
    corrected_words = list(map(_corrected, words))
    return (_wish_by_phrase(corrected_words) or _wish_by_stem(corrected_words)) if corrected_words != words else ""


def _corrected(word: str) -> str:
    if len(word) < _SHORTEST_TYPO or word in _vocabulary():
        return word
    return next(iter(get_close_matches(word, _vocabulary(), n=1, cutoff=_CLOSE)), word)


_LATIN_KEYS, _CYRILLIC_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.", "ёйцукенгшщзхъфывапролджэячсмитьбю"
_UKRAINIAN_KEYS = "'йцукенгшщзхїфівапролджєячсмитьбю"
OTHER_KEYBOARD = str.maketrans(_CYRILLIC_KEYS + "іїє", _LATIN_KEYS + "s]'")
"""The Latin letters on the keys of Cyrillic ones."""
OTHER_KEYBOARDS = OTHER_KEYBOARD, *(str.maketrans(_LATIN_KEYS, keys) for keys in (_CYRILLIC_KEYS, _UKRAINIAN_KEYS))


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
    pairs: Iterator[tuple[str, str, str]] = (entry.partition("=") for entry in phrases("spoken-slang"))
    return {word: meaning for word, _, meaning in pairs}
