"""What people see at an adapter, held against what a conversation file says they see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from bot.core.language.speech import LANGUAGES, speech
from tests.bot.chats.script import Action, Seen

_CODE = re.compile(r"\b[BCDFGHJKMNPQRSTVWXZ]{6}\b")
_LABELS = [speech(language).say(code) for language in LANGUAGES for code in ("deadline", "first-turn")]
_LIVING = re.compile(f"(?:{'|'.join(_LABELS)}) ‹[^›]*›")

_PICKS = {speech(language).say("button-pick") for language in LANGUAGES}


@dataclass(frozen=True)
class Customs:
    """How an adapter differs: messages that it spares, patterns that it shows besides, and what it puts around a text,
    and `buttons` of its own.

    Where it `keeps_pictures`, a message that becomes one line keeps its own; where it `shares_menus`, a menu that was
    asked for by typing is seen by all (and obeys only who asked); where it `chooses_on_boards`, a board turns into the
    menu of its choices; where it `shows_once`, what one alone was told
    already is not told again, for it stands there, until its buttons go with its game.
    """

    spares: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    dresses: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = ()
    buttons: frozenset[str] = frozenset()
    keeps_pictures: bool = False
    shares_menus: bool = False
    chooses_on_boards: bool = False
    shows_once: bool = False

    def plain(self, text: str) -> str:
        """A text as any adapter would put it."""
        for pattern, instead in self.dresses:
            text = re.sub(pattern, instead, text)
        lines = _CODE.sub("CODE", text).splitlines()
        return "\n".join(line.strip() for line in lines).strip()

    def undress(self, observation: Seen) -> Seen:
        """What is seen as any adapter would show it."""
        labels = (self.plain(label) for label in observation.labels if label not in self.buttons)
        return replace(observation, text=self.plain(observation.text), labels=tuple(sorted(labels)))

    def is_ignored(self, observation: Seen) -> bool:
        return any(re.search(pattern, observation.text) for pattern in self.spares)

    def is_addition(self, observation: Seen) -> bool:
        return any(re.search(pattern, observation.text) for pattern in self.adds)


@dataclass
class Comparison:
    """Holds what is seen against what is written."""

    customs: Customs
    differences: list[str] = field(default_factory=list)
    _stand: list[Seen] = field(default_factory=list)

    def add(self, action: Action, observations: Sequence[Seen] | None) -> None:
        """Notes what is missing, seen by others than it should be, or said besides; None: it could not be done.

        Then it is a press of a button that the adapter does not show them, and they are told as much where others do.
        """
        if observations is None:
            self.differences += [
                _describe_seen(action, "missing", one) for one in action.shown if one.alone != action.who
            ]
            return
        result = list(map(self.customs.undress, action.shown))
        outcome = _join_pages(list(map(self.customs.undress, observations)), {one.text for one in result})
        missing, besides = self._without_matches(result, outcome)
        answer = [one.text for one in result if not one.alone]
        missing = [one for one in missing if not (_is_receipt(action, one, answer) or self.customs.is_ignored(one))]
        missing = [
            one for one in missing if not (self.customs.shows_once and replace(one, changed=False) in self._stand)
        ]
        self._stand += [replace(one, changed=False) for one in result if one.alone]
        besides = [one for one in besides if not (_is_receipt(action, one, answer) or self.customs.is_addition(one))]
        if self.customs.shows_once:
            texts = {one.text for one in self._stand} | {""}
            besides = [one for one in besides if one.labels or not (one.alone and one.changed and one.text in texts)]
        self.differences += [_describe_seen(action, "missing", one) for one in missing]
        self.differences += [_describe_seen(action, "besides", one) for one in besides]

    def _without_matches(self, result: list[Seen], observations: list[Seen]) -> tuple[list[Seen], list[Seen]]:
        missing, besides = [], list(observations)
        for one in result:
            fitting = next((another for another in besides if _is_same(one, another, self.customs)), None)
            if fitting is None:
                missing.append(one)
            else:
                besides.remove(fitting)
        return missing, besides


def _join_pages(observations: list[Seen], texts: Set[str]) -> list[Seen]:
    """What is seen, the two pages that an adapter made of a long text being one again."""
    for number, (one, another) in enumerate(pairwise(observations)):
        if (whole := f"{one.text}\n{another.text}") in texts:
            return [
                *observations[:number],
                replace(another, text=whole),
                *_join_pages(observations[number + 2 :], texts),
            ]
    return observations


def _is_receipt(action: Action, observation: Seen, answer: Sequence[str]) -> bool:
    """Whether it says to who did something what others are told too, perhaps among more."""
    line = observation.text.partition(" — ")[2] or observation.text
    return (
        action.who in (observation.alone, observation.place)
        and not observation.labels
        and any(line in text for text in answer)
    )


def _is_same(result: Seen, observation: Seen, customs: Customs) -> bool:
    if customs.chooses_on_boards and _is_menu_on_board(result, observation):
        return True
    return (
        _fits(observation.text, result.text)
        and _has_buttons(result, observation, customs)
        and _has_pictures(result, observation, customs)
        and result.file == observation.file
        and (observation.place, observation.alone) in _rooms(result, customs)
    )


def _has_buttons(result: Seen, observation: Seen, customs: Customs) -> bool:
    """Return whether the same buttons are there; the choices may stand where a button would lead to them."""
    leads_to_choices = customs.chooses_on_boards and not _PICKS.isdisjoint(result.labels)
    others, choices = {*result.labels} - _PICKS, {*observation.labels}
    return result.labels == observation.labels or (leads_to_choices and others < choices and choices.isdisjoint(_PICKS))


def _is_menu_on_board(result: Seen, observation: Seen) -> bool:
    """Return whether a menu for one person stands on a board, or a board stands again instead of its first menu."""
    if not (result.alone and result.labels and observation.changed) or observation.alone:
        return False
    is_menu = result.text in observation.text and {*result.labels} <= {*observation.labels}
    return is_menu or any(label in observation.labels for label in _PICKS)


def _fits(result: str, outcome: str) -> bool:
    """A time between `‹›` is kept up to date by the adapter, and may say the same in other words."""
    pattern = ".+".join(map(re.escape, _LIVING.split(result)))
    return result == outcome or ("‹" in result and re.fullmatch(pattern, outcome) is not None)


def _has_pictures(result: Seen, observation: Seen, customs: Customs) -> bool:
    if observation.changed and customs.keeps_pictures and not result.pictures:
        return True
    pairs = zip(result.pictures, observation.pictures, strict=False)
    return len(result.pictures) == len(observation.pictures) and all(_tells(alt, answer) for alt, answer in pairs)


def _tells(alt: str, answer: str) -> bool:
    """Whether a picture's words are what is told of it, as far as an adapter takes them."""
    return alt.startswith(answer.partition(" … ")[0].removesuffix("…"))


def _rooms(result: Seen, customs: Customs) -> Iterator[tuple[str, str]]:
    """What is for one person alone may as well be said in their private chat, and the other way round."""
    yield result.place, result.alone
    yield (result.alone, "") if result.alone else ("", result.place)
    if customs.shares_menus and result.labels:
        yield result.place, ""


def _describe_seen(action: Action, what: str, observation: Seen) -> str:
    where = f"in {observation.place or 'the group'}" + (f" for {observation.alone} alone" if observation.alone else "")
    message = f"{observation.text!r} {list(observation.pictures) or ''} {list(observation.labels)} {observation.file}"
    return f"{action.line} | {what}: {where}: {message}".rstrip()
