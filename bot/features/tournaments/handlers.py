"""Commands of tournaments, and their handlers."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from enum import StrEnum
from functools import cache, partial
from typing import TypeVar

from bot.core.chats import next_time
from bot.core.commands.challenges import Challenge, read_challenge
from bot.core.commands.command import split_reference, two_values
from bot.core.commands.personal import SURE
from bot.core.commands.read_back import to_typed_words
from bot.core.commands.settings import ZONE
from bot.core.commands.terms import LONGEST, span_in
from bot.core.game.clocks import pace_of
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import Request, code_of, new_code
from bot.core.game.terms import COACH, NONE, agreed_terms
from bot.core.handlers.beginnings import start_of
from bot.core.handlers.chat_settings import can_have_thread, check_challenge_allowed
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import PRIVATE, Incoming, Message
from bot.core.ports.store import choices_of
from bot.core.view.buttons import notice
from bot.features.tournaments import tournament as tournaments
from bot.features.tournaments import view
from bot.features.tournaments.events import Events, Opened, System
from bot.features.tournaments.log import KIND, append, change, load
from bot.features.tournaments.tournament import MOST, Phase, Tournament
from engines import GAMES
from engines.refusals import Illegal, Unreadable

USUAL_SECONDS: Instant = 3 * 86400
_SHORTEST: Instant = 600
_SURE = re.compile(rf"{SURE}(?: ([0-9]{{1,3}}))?")
E = TypeVar("E", bound=StrEnum)
_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


class Step(StrEnum):
    """An action on an existing tournament."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CANCEL = "cancel"
    SHOW = "show"


class OpenTournament(Request):
    """A request to open a tournament of the games that a challenge describes.

    It has `rounds` (0: the usual number) of `seconds` each, and starts after so many seconds or at a time of day, if
    `starts` is given.
    """

    challenge: Challenge
    system: System = System.SWISS
    rounds: int = 0
    seconds: Instant = USUAL_SECONDS
    starts: Instant | time | None = None


class AskTournament(Request):
    """A request about the tournament of this chat or with this code: to show it, or to take a step.

    `sure` confirms the cost of leaving; a button asks about one `round` (0: the current one).
    """

    step: Step = Step.SHOW
    code: str = ""
    sure: bool = False
    round: int = 0

    @property
    def takes_seat(self) -> bool:
        """Return whether the sender joins as a player."""
        return self.step is Step.JOIN


def read_tournament(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/tournament`."""
    which, words = split_reference(rest)
    request_text = words.casefold() or Step.SHOW.value
    if step := _by_name(Step, "do").get(request_text):
        return AskTournament(step, which.code)
    first, *rest_words = request_text.split()
    sure = _SURE.fullmatch(" ".join(rest_words))
    if sure and _by_name(Step, "do").get(first) is Step.LEAVE:
        return AskTournament(Step.LEAVE, which.code, sure=True, round=int(sure[1] or 0))
    if first in list(Step):
        raise Unreadable("no-words-wanted", part=rest_words[0][:40], name="tournament")
    return _read_opening(rest, incoming)


@cache
def _by_name(kind: type[E], prefix: str) -> Mapping[str, E]:
    """Return the members of a kind by their values, and by their names in all languages."""
    names = ((speech(language).say(f"{prefix}-{each}").casefold(), each) for language in LANGUAGES for each in kind)
    return {each.value: each for each in kind} | dict(names)


def _read_opening(rest: str, incoming: Incoming) -> OpenTournament:
    values, typed_words, other_words = dict[str, str](), dict[str, str](), list[str]()
    for word in rest.split():
        key, equals, value = word.partition("=")
        if system := _by_name(System, "tournament").get(word.casefold()):
            key, value = "system", system
        elif not equals or key.casefold() not in ("rounds", "deadline", "start"):
            other_words.append(word)
            continue
        if values.setdefault(key.casefold(), value) != value:
            raise two_values(typed_words[key.casefold()], word)
        typed_words.setdefault(key.casefold(), word)
    challenge = read_challenge(to_typed_words(" ".join(other_words)), incoming)
    if not isinstance(challenge, Challenge):
        raise Unreadable("tournament-of-what")
    if challenge.opponent is not None:
        raise Illegal("tournament-for-all")
    return OpenTournament(
        challenge,
        System(values.get("system", System.SWISS)),
        _rounds(values["rounds"]) if "rounds" in values else 0,
        _span(values["deadline"], "deadline", _SHORTEST, "10m..30d") if "deadline" in values else USUAL_SECONDS,
        _read_start(values["start"]) if "start" in values else None,
    )


def _rounds(value: str) -> int:
    if not (re.fullmatch("[0-9]{1,4}", value) and 1 <= int(value) < MOST):
        raise Unreadable("bad-term", part=value[:40], key="rounds", expected=f"1..{MOST - 1}")
    return int(value)


def _span(value: str, key: str, shortest: Instant, expected: str) -> Instant:
    seconds = span_in(value)
    if seconds is None or not shortest <= seconds <= LONGEST:
        raise Unreadable("bad-term", part=value[:40], key=key, expected=expected)
    return seconds


def _read_start(value: str) -> Instant | time:
    match = _TIME_OF_DAY.fullmatch(value)
    return time(int(match[1]), int(match[2])) if match else _span(value, "start", 1, "18:00 2h")


_NEWEST = "newest"


async def open_tournament(services: Services, request: OpenTournament, interaction: Interaction) -> Answers:
    """Open a tournament in the chat; its message follows. Raise `Illegal` while another one is in progress."""
    _check_is_group_chat(interaction)
    newest_code = await _newest_code(services, interaction)
    newest = await load(services, newest_code) if newest_code else None
    code = code_of(interaction.incoming.cause) if interaction.incoming.cause else new_code(services.random)
    if newest is None or newest.code != code:  # otherwise this message, sent again, has already opened it
        if newest is not None and newest.phase in (Phase.OPEN, Phase.RUNNING):
            raise Illegal("tournament-goes-on", tournament=newest.code)
        await check_challenge_allowed(services, request.challenge, interaction, is_rematch=True)
        opening = await _opening_event(services, request, interaction, code)
        await _remember(services, code, interaction)
        await append(services, code, None, (opening,))
    return ()


def _check_is_group_chat(interaction: Interaction) -> None:
    if interaction.incoming.in_private or interaction.incoming.chat.inline:
        raise Illegal("tournament-in-chats")


async def _newest_code(services: Services, interaction: Interaction) -> str:
    """Return the code of the latest tournament of the chat, or ""."""
    return (await services.store.settings.choices(choices_of(KIND, interaction.known.chat))).get(_NEWEST, "")


async def _remember(services: Services, code: str, interaction: Interaction) -> None:
    """Store a tournament as the latest of the chat."""
    await services.store.settings.remember_chat(interaction.known.chat, interaction.incoming.chat)
    await services.store.settings.choose(choices_of(KIND, interaction.known.chat), {_NEWEST: code})


def _language(interaction: Interaction) -> str:
    return interaction.known.chat_language or interaction.words.language


async def _opening_event(services: Services, request: OpenTournament, interaction: Interaction, code: str) -> Opened:
    challenge, chat = request.challenge, interaction.incoming.chat
    seed = services.random.getrandbits(32)
    start = await start_of(services.thinking, GAMES[challenge.game], challenge.settings, seed, chat.key)
    terms = agreed_terms(challenge.terms, NONE, await can_have_thread(services, challenge, interaction))
    if COACH in terms:
        raise Illegal("tournament-for-all")
    if (pace := pace_of(terms)) and pace.ticks:
        raise Illegal("no-clock-in-tournament")
    return Opened(
        at=interaction.at,
        code=code,
        game=challenge.game,
        settings=tuple(start.settings.items()),
        seed=seed,
        terms=terms.pairs,
        system=request.system,
        rounds=request.rounds,
        seconds=request.seconds,
        starts=_starts(request.starts, interaction),
        chat=chat,
        opener=interaction.incoming.person,
        language=_language(interaction),
    )


def _starts(start: Instant | time | None, interaction: Interaction) -> Instant | None:
    if isinstance(start, time):
        zone = interaction.known.settings.get(ZONE) or interaction.words.say("usual-timezone")
        return next_time(interaction.at, zone, start)
    return None if start is None else interaction.at + start


async def tournament(services: Services, request: AskTournament, interaction: Interaction) -> Answers:
    """Take the requested step; raise `Illegal` if the person may not or it is too late."""
    code = request.code or await _newest_code(services, interaction)
    before = await load(services, code) if code else None
    if before is None:
        raise Illegal("tournament-none")
    step, incoming, speech = request.step, interaction.incoming, interaction.words
    if step is Step.SHOW:
        return (replace(view.table(before, interaction.at, speech, incoming.person), envelope=PRIVATE),)
    if step is Step.JOIN:
        _check_is_group_chat(interaction)
    elif step is not Step.LEAVE:
        await _check_may_decide(services, before, incoming.person)
    elif request.round not in (0, len(before.rounds)) and incoming.cause not in before.causes:
        raise Illegal("question-gone")
    elif not request.sure and (warning := view.confirm_leaving(before, incoming.person, speech)):
        return (warning,)
    after = await change(services, code, partial(_decide, step, interaction), incoming.cause)
    if step is Step.JOIN and incoming.chat.key != after.opened.chat.key:
        await _remember(services, code, interaction)
    return (_receipt(step, after, interaction),)


async def _check_may_decide(services: Services, tournament: Tournament, person: Person) -> None:
    """Raise `Illegal` unless the person opened the tournament or administers its chat."""
    opened_in = tournament.opened.chat
    chat = (await services.store.boards.place(opened_in.key, "")).current_chat(opened_in)
    platform = services.platforms.get(chat.platform)
    is_admin = person.platform == chat.platform and platform and await platform.administers(chat, person)
    if not (is_admin or tournament.opened.opener.is_same(person)):
        raise Illegal("tournament-of-another")


def _decide(step: Step, interaction: Interaction, tournament: Tournament) -> Events:
    chat, person, at = interaction.incoming.chat, interaction.incoming.person, interaction.at
    match step:
        case Step.JOIN:
            return tournaments.join(tournament, person, chat, _language(interaction), at)
        case Step.LEAVE:
            return tournaments.leave(tournament, person, at)
        case Step.START:
            return tournaments.begin(tournament, at)
        case _:
            return tournaments.call_off(tournament, at)


def _receipt(step: Step, after: Tournament, interaction: Interaction) -> Message:
    speech, person = interaction.words, interaction.incoming.person
    match step:
        case Step.JOIN:
            number = after.number_of(person) if after.phase is Phase.RUNNING else None
            is_late = number is not None and tournaments.match_of(after, number) is None
            return notice("tournament-back", speech) if is_late else notice("tournament-in", speech)
        case Step.LEAVE:
            return view.departure(after, person, speech)
        case Step.START:
            return notice("tournament-started", speech)
        case _:
            return notice("tournament-off", speech)
