"""Commands that start a game: `/challenge`, with its words in any order, `/setup`, `/accept`, `/join` and others."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from bot.core.commands.command import split_reference, two_values
from bot.core.commands.read_back import (
    close_words,
    game_called,
    game_within,
    in_keys,
    is_level_elsewhere,
    to_typed_words,
)
from bot.core.commands.setup import Setup, command_line, fitting_terms, is_to_chat, read_button, seed_of, setting_called
from bot.core.commands.terms import (
    check_team_terms,
    clock_meant,
    clock_within,
    consent_of,
    slow_time_refusal,
    spans_of_talk,
    split_terms,
)
from bot.core.game.clocks import SECOND, TIME
from bot.core.game.people import Opponent, Person, Robot
from bot.core.game.requests import GameRequest, Request
from bot.core.game.terms import COACH, NONE, TERM_SETTINGS, Consent, Terms
from bot.core.language.speech import phrases
from bot.core.ports.platform import Incoming
from engines import GAMES, LADDERS
from engines.game import LEVELS, RUNGS, AnyGame, Level, Seat, Setting
from engines.refusals import Illegal, Refusal, Unreadable


class Challenge(Request):
    """A game, its settings as typed, the opponent (None: anyone), and the challenger's seat (None: the usual one).

    `level_open`: the challenger named no level of the bot. `seed` numbers the start that the menu showed, and `typed`
    is the menu's command line. `terms` come on top of the game's settings. `is_to_chat`: to any other chat, as a team.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Opponent | None = None
    seat: Seat | Literal["random"] | None = None
    level_open: bool = False
    seed: int | None = None
    typed: str = ""
    terms: Terms = Terms()
    is_to_chat: bool = False

    takes_seat = True


class Again(GameRequest):
    """A rematch with the seats exchanged, possibly at another `level` of the bot."""

    level: Level | None = None

    fits_finished_games = True
    takes_seat = True


_WORDS = re.compile(r"""(?:[^\s"]|"[^"]*")+""")
LEVEL_WORDS = tuple(level.value for level in LEVELS)
_SEATS = tuple(seat.value for seat in Seat)


@dataclass(frozen=True)
class _Draft:
    """The parts of a challenge parsed so far."""

    opponent: Opponent | None
    game: str = ""
    level: Level | None = None
    seat: Seat | Literal["random"] | None = None
    is_to_chat: bool = False

    @property
    def parts(self) -> Mapping[str, object]:
        """Return the parts of which each has one value."""
        players = (self.opponent, self.is_to_chat)
        return {"opponent": players, "game": self.game, "level": self.level, "seat": self.seat}


def read_again(rest: str, incoming: Incoming) -> Again:
    """Parse a game's code and the level of the bot in a rematch; both may be missing."""
    reference, rest = split_reference(to_typed_words(rest))
    if rest and rest.casefold() not in LEVEL_WORDS:
        raise Unreadable("no-words-wanted", part=rest[:40], name="again")
    return Again(reference, Level(rest.casefold()) if rest else None)


def read_challenge(rest: str, incoming: Incoming) -> Challenge | Setup:
    """Parse a challenge: a game, a person or `bot`, a level, settings (`pie=3`) or their short forms (`4x4`).

    Raise `Unreadable` for a word that is none of these, and for two that contradict each other. Without a game, return
    the menu that leads to a challenge.
    """
    draft, remaining = _read_draft(_Draft(incoming.mentions.get("reply")), rest, incoming)
    if not draft.game:
        return _without_game(draft, remaining, incoming)
    game = GAMES[draft.game]
    terms, remaining = split_terms(_join_denials(remaining, (*game.settings, *TERM_SETTINGS)))
    settings = _settings(game, remaining, incoming.attachment)
    opponent = _opponent(draft, settings)
    if COACH in terms and not isinstance(opponent, Robot):
        raise Unreadable("coach-against-the-bot", name=draft.game)
    terms = check_team_terms(terms, draft.is_to_chat, opponent)
    if draft.level and draft.level.rung is not None:
        return _on_ladder(draft, draft.level, settings, terms)
    is_open = isinstance(opponent, Robot) and draft.level is None
    return Challenge(
        draft.game, settings, opponent, draft.seat, level_open=is_open, terms=terms, is_to_chat=draft.is_to_chat
    )


def _read_draft(draft: _Draft, text: str, incoming: Incoming) -> tuple[_Draft, list[str]]:
    """Return the draft with all its parts, and the words that only the game can parse."""
    typed_parts, remaining = dict[str, str](), list[str]()
    for word in _words(_in_keys(to_typed_words(text))):
        more = _add_word(draft, word, incoming)
        if more is None:
            remaining.append(word)
            continue
        for part, value in more.parts.items():
            if value != draft.parts[part] and typed_parts.setdefault(part, word) != word:
                raise two_values(typed_parts[part], word)
        draft = more
    return draft, remaining


def _join_denials(words: Iterable[str], settings: Sequence[Setting]) -> list[str]:
    """Join a `no` and the option after it, such as `no pie`, to a value of that option."""
    values = {s.key: next((each for each in _DENIALS if each in s.choices), "") for s in settings}
    joined_words = list[str]()
    for word in words:
        value = values.get(word.casefold(), "")
        if value and joined_words and consent_of(joined_words[-1]) is Consent.NO:
            joined_words[-1] = f"{word.casefold()}={value}"
        else:
            joined_words.append(word)
    return joined_words


_DENIALS = (str(Consent.NO), "0", NONE)
"""The values that turn an option off."""


def _on_ladder(draft: _Draft, level: Level, settings: Mapping[str, str], terms: Terms) -> Challenge:
    """Return a challenge to a ladder opponent; raise `Unreadable` for a board or seat other than its rung's."""
    rung = LADDERS[draft.game][RUNGS.index(level)]
    is_kept = {**rung.settings, **settings} == rung.settings and draft.seat in (None, rung.seat)
    if not is_kept:
        raise Unreadable("rung-keeps-its-board", level=level.value, name=draft.game)
    return Challenge(draft.game, rung.settings, Robot(level), rung.seat, terms=terms)


def _in_keys(text: str) -> str:
    """Rewrite options in words as `key=value`, except for the game's name, which may look like one (`digits 1-3`)."""
    word = next(filter(game_called, _words(text)), "")
    if not (word and (game := game_called(word))):
        return text
    before, name, after = text.partition(word)
    return f"{in_keys(game, before)}{name}{in_keys(game, after)}"


def _words(text: str) -> Iterator[str]:
    """Yield the words of a challenge without commas and quotes from copying; keep mentions unchanged."""
    words = _WORDS.findall(text)
    return (word for each in words if (word := each if each[0] in "@<" else each.rstrip(",;").strip("«»()")))


def _add_word(draft: _Draft, word: str, incoming: Incoming) -> _Draft | None:
    """Return the draft with one more word; None for a word that only the game can parse."""
    word_folded = word.casefold()
    if word in incoming.mentions:
        return replace(draft, opponent=incoming.mentions[word])
    if (game := game_called(word)) and (not draft.game or _names_another_game(word, draft.game)):
        return replace(draft, game=game)
    if word_folded in list(Level):
        return replace(draft, level=Level(word_folded))
    if word_folded in _SEATS:
        return replace(draft, seat=Seat(word_folded))
    if word_folded == "random":
        return replace(draft, seat="random")
    if word_folded in phrases("other-chat"):
        return replace(draft, is_to_chat=True, opponent=None)
    if word_folded == "bot":
        return replace(draft, opponent=Robot(Level.EASY))
    if word.startswith("@"):
        raise Unreadable("unknown-person", part=word[:40])
    if is_level_elsewhere(word_folded):
        raise Unreadable("unknown-level", part=word, levels=", ".join(LEVEL_WORDS), meant="|".join(LEVEL_WORDS))
    return None


def _names_another_game(word: str, game: str) -> bool:
    """Return whether a word after a game's name is a game too, and neither an abbreviation nor an option."""
    return (word.casefold() in GAMES or len(word) > _SHORTEST_NAME) and setting_called(GAMES[game], word) is None


_SHORTEST_NAME = 3


def _without_game(draft: _Draft, remaining: Sequence[str], incoming: Incoming) -> Setup:
    terms, remaining = split_terms(_join_denials(remaining, TERM_SETTINGS))
    if remaining:
        raise _unknown_game(remaining[0])
    if draft.level in RUNGS:
        raise Unreadable("challenge-needs-game", part=f"bot {draft.level}", games=", ".join(GAMES))
    opponent, setup = _opponent(draft, {}), Setup(seat=draft.seat, seed=seed_of(incoming.cause))
    terms = check_team_terms(terms, draft.is_to_chat, None if draft.is_to_chat else opponent or setup.opponent)
    is_open = draft.is_to_chat or _has_slow_clock(terms)
    setup = replace(setup, terms=terms, opponent=None if is_open else setup.opponent)
    return _against(opponent, setup, incoming)


def _has_slow_clock(terms: Terms) -> bool:
    """Return whether the terms have a clock that the bot does not play on."""
    return terms.get(TIME, NONE) != NONE and not terms[TIME].endswith(SECOND)


def read_setup(rest: str, incoming: Incoming) -> Challenge | Setup:
    """Parse the words or the button of a challenge menu into its next page or the finished challenge."""
    words = _WORDS.findall(rest)
    if code := next((word for word in words if word.startswith("~")), ""):
        return _read_menu_button(code, words, incoming)
    request = read_challenge(rest, incoming)
    if isinstance(request, Setup) or (isinstance(request.opponent, Robot) and request.opponent.level not in LEVELS):
        return request
    if isinstance(request.opponent, Robot) and (error := slow_time_refusal(request.terms, incoming.text)):
        raise error
    setup = Setup(request.game, request.settings, seat=request.seat, seed=seed_of(incoming.cause), terms=request.terms)
    setup = replace(setup, opponent=None) if request.is_to_chat or _has_slow_clock(request.terms) else setup
    return _against(request.opponent, setup, incoming)


def setup_within(text: str, incoming: Incoming, is_in_game: bool = False) -> Challenge | Setup | None:
    """Return the menu for the game, time, people, level and board that a sentence names, such as `dots 4x4 with @sam`.

    Return None if it names no game, time or person, or, during a game, no game with any of the rest. Raise `Refusal`
    for the writer, a person who is unknown, or two words that contradict each other.
    """
    game, (clock, _) = game_within(text) or "", clock_within(text)
    words = [word for raw in _words(to_typed_words(text)) if (word := raw.strip(".,;:!?")) and not game_called(word)]
    people = [word for word in words if word[0] in "@<" and (word in incoming.mentions or word[:1] == "@" != word)]
    if not (game or clock or people):
        return None
    choices = [word for word in words if word.casefold() in LEVEL_WORDS or (game and setting_called(GAMES[game], word))]
    terms = [f"{key}={value}" for key, value in clock.pairs] or _span_within(text)
    if is_in_game and not (game and (people or choices or terms)):
        return None
    return read_setup(" ".join((game, *people, *choices, *terms)), incoming)


def _span_within(text: str) -> list[str]:
    """Return the clock of a sentence with a span such as `3d` or `3 days`, if any; raise `Unreadable` for two."""
    spans = {clock: words for words in spans_of_talk(text) if (clock := clock_meant(words))}
    if len(spans) > 1:
        raise two_values(*list(spans.values())[:2])
    return list(spans)


def _against(opponent: Opponent | None, setup: Setup, incoming: Incoming) -> Setup:
    """Return the menu with an opponent, if any; raise `Refusal` for the sender, or if buttons cannot mention them."""
    if opponent is None:
        return setup
    if incoming.person.is_same(opponent):
        raise Illegal("challenges-oneself")
    if isinstance(opponent, Robot):
        return replace(setup, opponent=opponent)
    words = (word for word, person in incoming.mentions.items() if person == opponent and word[0] in "@<")
    mention = next(words, f"@{opponent.handle}" if opponent.handle else "")
    if not mention:
        raise Unreadable("challenge-needs-game", part=opponent.name, games=", ".join(GAMES))
    return replace(setup, opponent=opponent, mention=mention)


def _read_menu_button(code: str, words: Sequence[str], incoming: Incoming) -> Challenge | Setup:
    game = next((word for word in words if word in GAMES), "")
    mention = next((word for word in words if word.startswith(("@", "<"))), "")
    opponent = incoming.mentions.get(mention)
    if mention and opponent is None:
        raise Unreadable("unknown-person", part=mention[:40])
    pairs = (word.partition("=") for word in words if "=" in word and not word.startswith("~"))
    values = {key: value.strip('"') for key, _, value in pairs}
    setup, begins = read_button(code, game, incoming.person, opponent, mention, values)
    if not begins:
        return setup
    return Challenge(
        game,
        setup.settings,
        setup.opponent,
        setup.seat,
        seed=setup.seed,
        typed=command_line(setup),
        terms=fitting_terms(setup),
        is_to_chat=is_to_chat(setup),
    )


def _opponent(draft: _Draft, settings: Mapping[str, str]) -> Opponent | None:
    if draft.level is None:
        return draft.opponent
    if isinstance(draft.opponent, Person):
        # Classic is a level, and a variant of the L-game that may stand without its key.
        values = (s for s in GAMES[draft.game].settings if s.bare_pattern and draft.level in s.choices)
        if (setting := next(values, None)) is None:
            raise Unreadable("level-of-a-person", part=draft.level.value)
        if (value := settings.get(setting.key, draft.level)) != draft.level:
            raise two_values(draft.level.value, value)
        return draft.opponent
    return Robot(draft.level)


def _settings(game: AnyGame, words: Sequence[str], attachment: str) -> dict[str, str]:
    """Parse settings from `key=value` and bare words; join the bare words of one setting (a map in several words)."""
    settings, typed_words, by_key = dict[str, str](), dict[str, str](), {s.key: s for s in game.settings}
    for word in words:
        key, equals, value = word.partition("=")
        key, value = (key.casefold(), value.strip('"')) if equals else (setting_called(game, word) or "", word)
        if equals and key not in by_key:
            raise _unknown_option(game, key[:40])
        if not key:
            raise _unknown_word(game, word[:40], words)
        if key not in settings or (by_key[key].is_file and not equals and value not in by_key[key].choices):
            settings[key] = " ".join(filter(None, (settings.get(key), value)))
        elif not _is_same_start(game, key, settings[key], value):
            raise two_values(typed_words[key], word)
        typed_words.setdefault(key, word)
    if attachment and (file := next((s.key for s in game.settings if s.is_file), None)):
        if file in typed_words:
            raise Unreadable("file-and-option", part=typed_words[file][:40])
        settings[file] = attachment
    return settings


def _is_same_start(game: AnyGame, key: str, value: str, other: str) -> bool:
    """Return whether two values of an option mean the same, such as `yes` and `torus`."""
    with suppress(Refusal):
        return value == other or game.start({key: value}, 0) == game.start({key: other}, 0)
    return False


def _option_keys(game: AnyGame) -> list[str]:
    return [setting.key for setting in (*game.settings, *TERM_SETTINGS)]


def _unknown_option(game: AnyGame, key: str) -> Unreadable:
    keys = _option_keys(game)
    return Unreadable("unknown-option", option=key, expected=" ".join(keys), meant=close_words(key, keys))


def _unknown_word(game: AnyGame, word: str, words: Sequence[str]) -> Unreadable:
    """Return the error for a word that is not an option; suggest a size for a number, else the closest words."""
    for setting in game.settings:
        if word.casefold() == setting.key:
            if value := next((each for each in words if each.startswith(f"{word.casefold()}=")), ""):
                return two_values(word, value)
            example = f"{setting.key}={setting.choices[-1]}"
            return Unreadable("option-without-value", part=word, example=example, meant=example)
    choices = (choice for setting in game.settings for choice in setting.choices if choice[0].isalpha())
    close = close_words(word, (*choices, *LEVEL_WORDS, *_SEATS, *GAMES, "bot", "random"))
    square, options = f"{word}x{word}", ", ".join(_option_keys(game))
    is_size = "size" not in map(partial(setting_called, game), words) and setting_called(game, square) == "size"
    meant, levels = square if is_size else close or clock_meant(word), ", ".join(LEVEL_WORDS)
    return Unreadable("unknown-word", part=word, options=options, levels=levels, meant=meant)


def _unknown_game(word: str) -> Unreadable:
    return Unreadable("unknown-game", part=word[:40], games=", ".join(GAMES), meant=close_words(word, GAMES))


def require_game(word: str) -> str:
    """Return the game that a word names; raise `Unreadable` for any other word."""
    if (game := game_called(to_typed_words(word))) is None:
        raise _unknown_game(word)
    return game


class Join(Request):
    """The acceptance of an invitation with this `token` from the challenger with this `id`."""

    id: str
    token: str
    game: str

    takes_seat = True


def invitation_id(challenger: str, token: str, game: str) -> str:
    """Return the ID of an invitation, as contained in its link."""
    return f"{challenger}-{token}-{game}"


def read_join(rest: str, incoming: Incoming | None = None) -> Join:
    """Parse the ID of an invitation."""
    challenger, _, rest = rest.partition("-")
    token, _, game = rest.partition("-")
    return Join(challenger, token, game)
