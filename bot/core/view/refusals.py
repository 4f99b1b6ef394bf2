"""Why something is not done, on which part of what was typed, and what is legal that looks like it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import combinations, islice

from bot.core.commands.playing import in_notation
from bot.core.ports import Message
from bot.core.session import Session, Stage, play
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.names import in_words, names
from engines.notation import clean
from engines.phrases import Phrase
from engines.refusals import Refusal

_BETWEEN = re.compile(r"[\s\-–—:>]+")
_PLACE = re.compile(r"[a-z]?\d+")
_LONGEST_QUOTED = 100
_MOST_SEARCHED = 3000


def refusal(
    refused: Refusal, speech: Speech, session: Session | None = None, typed: str = "", spelled: str = ""
) -> Message:
    """Which rule, on which part as it was `spelled`; for a move, up to three legal ones near what was typed."""
    seats = names(session, speech) if session else {}
    said = in_words(_quoting(refused.phrase, spelled[:_LONGEST_QUOTED]), speech, seats)
    if not session or not typed or session.stage is not Stage.RUNNING:
        return Message(said, private=True)
    beside = session.rules.near(session.position, typed)
    near = _nearest(session, typed, beside)
    if not near:
        return Message(said, private=True)
    row = buttons.moves(session, near, speech)
    fitting = [speech.say("fits-instead", move=buttons.move_label(text, speech)) for text in beside[:1]]
    return Message(" ".join((said, *fitting, speech.say("did-you-mean"))), buttons=(row,) if row else (), private=True)


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
    """Three legal moves: those just beside it, the beginning of the message that is one, then those that name the same
    places, the most like it first."""
    legal = [str(move) for move in islice(session.position.moves(), _MOST_SEARCHED)]
    close = get_close_matches(clean(typed[:100]), legal, n=10, cutoff=0.4)
    places = set(_PLACE.findall(clean(typed[:100])))
    there = [text for text in (*close, *sorted(legal, key=len)) if places & set(_PLACE.findall(text))]
    return list(dict.fromkeys((*beside, *_legal_beginning(session, typed), *there, *close)))[:3]


def _legal_beginning(session: Session, typed: str) -> list[str]:
    words = typed[:_LONGEST_QUOTED].split()
    for end in range(len(words) - 1, 0, -1):
        with suppress(Refusal):
            return [str(play(session.position, " ".join(words[:end])).move)]
    return []
