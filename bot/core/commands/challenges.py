"""Challenges as people type them, in a command or a sentence, and the menu that leads to one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.core.commands.command import split_reference, two_values
from bot.core.commands.options import SEATS, WORDS, challenge_words, in_keys, join_denials, read_options, setting_called
from bot.core.commands.read_back import game_called, game_within, is_level_elsewhere, to_typed_words, unknown_game
from bot.core.commands.setup import Setup, command_line, fitting_terms, is_to_chat, read_button, seed_of
from bot.core.commands.terms import check_team_terms, clock_within, clocks_by_span, slow_time_refusal, split_terms
from bot.core.game.clocks import SECOND, TIME
from bot.core.game.people import Opponent, Person, Robot
from bot.core.game.requests import GameRequest, Request
from bot.core.game.terms import COACH, NONE, TERM_SETTINGS, Terms
from bot.core.language.speech import phrases
from bot.core.ports.platform import Incoming
from engines import GAMES, LADDERS
from engines.game import LEVELS, RUNGS, Level, Seat
from engines.refusals import Illegal, Unreadable


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


_SHORTEST_NAME = 3


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
    if rest and rest.casefold() not in LEVELS:
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
    terms, remaining = split_terms(join_denials(remaining, (*game.settings, *TERM_SETTINGS)))
    settings = read_options(game, remaining, incoming.attachment)
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
    for word in challenge_words(in_keys(to_typed_words(text))):
        more = _add_word(draft, word, incoming)
        if more is None:
            remaining.append(word)
            continue
        for part, value in more.parts.items():
            if value != draft.parts[part] and typed_parts.setdefault(part, word) != word:
                raise two_values(typed_parts[part], word)
        draft = more
    return draft, remaining


def _on_ladder(draft: _Draft, level: Level, settings: Mapping[str, str], terms: Terms) -> Challenge:
    """Return a challenge to a ladder opponent; raise `Unreadable` for a board or seat other than its rung's."""
    rung = LADDERS[draft.game][RUNGS.index(level)]
    is_kept = {**rung.settings, **settings} == rung.settings and draft.seat in (None, rung.seat)
    if not is_kept:
        raise Unreadable("rung-keeps-its-board", level=level.value, name=draft.game)
    return Challenge(draft.game, rung.settings, Robot(level), rung.seat, terms=terms)


def _add_word(draft: _Draft, word: str, incoming: Incoming) -> _Draft | None:
    """Return the draft with one more word; None for a word that only the game can parse."""
    word_folded = word.casefold()
    if word in incoming.mentions:
        return replace(draft, opponent=incoming.mentions[word])
    if (game := game_called(word)) and (not draft.game or _names_another_game(word, draft.game)):
        return replace(draft, game=game)
    if word_folded in list(Level):
        return replace(draft, level=Level(word_folded))
    if word_folded in SEATS:
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
        raise Unreadable("unknown-level", part=word, levels=", ".join(LEVELS), meant="|".join(LEVELS))
    return None


def _names_another_game(word: str, game: str) -> bool:
    """Return whether a word after a game's name is a game too, and neither an abbreviation nor an option."""
    return (word.casefold() in GAMES or len(word) > _SHORTEST_NAME) and setting_called(GAMES[game], word) is None


def _without_game(draft: _Draft, remaining: Sequence[str], incoming: Incoming) -> Setup:
    terms, remaining = split_terms(join_denials(remaining, TERM_SETTINGS))
    if remaining:
        raise unknown_game(remaining[0])
    if draft.level in RUNGS:
        raise Unreadable("challenge-needs-game", part=f"bot {draft.level}", games=", ".join(GAMES))
    opponent = _opponent(draft, {})
    terms = check_team_terms(terms, draft.is_to_chat, None if draft.is_to_chat else opponent or Robot())
    return _menu(Challenge("", {}, opponent, draft.seat, terms=terms, is_to_chat=draft.is_to_chat), incoming)


def _menu(challenge: Challenge, incoming: Incoming) -> Setup:
    """Return the menu with a challenge's choices.

    Raise `Refusal` for a challenge to the sender, or if buttons cannot mention the opponent.
    """
    setup = Setup(challenge.game, challenge.settings, seat=challenge.seat, terms=challenge.terms)
    setup, opponent = replace(setup, seed=seed_of(incoming.cause)), challenge.opponent
    if opponent is None:
        time = challenge.terms.get(TIME, NONE)
        has_slow_clock = time != NONE and not time.endswith(SECOND)  # on which the bot does not play
        return replace(setup, opponent=None) if challenge.is_to_chat or has_slow_clock else setup
    if incoming.person.is_same(opponent):
        raise Illegal("challenges-oneself")
    if isinstance(opponent, Robot):
        return replace(setup, opponent=opponent)
    words = (word for word, person in incoming.mentions.items() if person == opponent and word[0] in "@<")
    mention = next(words, f"@{opponent.handle}" if opponent.handle else "")
    if not mention:
        raise Unreadable("challenge-needs-game", part=opponent.name, games=", ".join(GAMES))
    return replace(setup, opponent=opponent, mention=mention)


def read_setup(rest: str, incoming: Incoming) -> Challenge | Setup:
    """Parse the words or the button of a challenge menu into its next page or the finished challenge."""
    words = WORDS.findall(rest)
    if any(word.startswith("~") for word in words):
        setup, begins = read_button(words, incoming)
        return _challenge_of(setup) if begins else setup
    request = read_challenge(rest, incoming)
    if isinstance(request, Setup) or (isinstance(request.opponent, Robot) and request.opponent.level not in LEVELS):
        return request
    if isinstance(request.opponent, Robot) and (error := slow_time_refusal(request.terms, incoming.text)):
        raise error
    return _menu(request, incoming)


def setup_within(text: str, incoming: Incoming, is_in_game: bool = False) -> Challenge | Setup | None:
    """Return the menu for the game, time, people, level and board that a sentence names, such as `dots 4x4 with @sam`.

    Return None if it names no game, time or person, or, during a game, no game with any of the rest. Raise `Refusal`
    for the writer, a person who is unknown, or two words that contradict each other.
    """
    game, (clock, _) = game_within(text) or "", clock_within(text)
    stripped_words = (word.strip(".,;:!?") for word in challenge_words(to_typed_words(text)))
    words = [word for word in stripped_words if word and not game_called(word)]
    people = [word for word in words if word[0] in "@<" and (word in incoming.mentions or word[:1] == "@" != word)]
    if not (game or clock or people):
        return None
    choices = [word for word in words if word.casefold() in LEVELS or (game and setting_called(GAMES[game], word))]
    terms = [f"{key}={value}" for key, value in clock.pairs] or clocks_by_span(text)
    if is_in_game and not (game and (people or choices or terms)):
        return None
    return read_setup(" ".join((game, *people, *choices, *terms)), incoming)


def _challenge_of(setup: Setup) -> Challenge:
    return Challenge(
        setup.game,
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
        settings_of_game = GAMES[draft.game].settings if draft.game else ()
        values = (s for s in settings_of_game if s.bare_pattern and draft.level in s.choices)
        if (setting := next(values, None)) is None:
            raise Unreadable("level-of-a-person", part=draft.level.value)
        if (value := settings.get(setting.key, draft.level)) != draft.level:
            raise two_values(draft.level.value, value)
        return draft.opponent
    return Robot(draft.level)
