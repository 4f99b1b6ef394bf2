"""The command `/seek` and its handlers: open a seek, take another person's, list them, and end the sender's."""

from collections.abc import Sequence
from dataclasses import replace

from bot.core.commands.challenges import Challenge, read_challenge
from bot.core.commands.command import Tone, read_number
from bot.core.commands.read_back import text_in_all, to_typed_words
from bot.core.commands.terms import consent_of
from bot.core.game.clocks import TEAM, TIME
from bot.core.game.referee import Accept, Cancel
from bot.core.game.requests import GameReference, Request, read_code
from bot.core.game.session import Session, Stage
from bot.core.game.terms import NONE, STREAK, Consent, Terms, contest_terms
from bot.core.handlers import challenges
from bot.core.handlers.beginnings import begin_challenge
from bot.core.handlers.changes import commit, expect_hints
from bot.core.handlers.chat_settings import rights_remarks
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech, phrases
from bot.core.ports.platform import Incoming
from bot.core.ports.store import of_chat
from bot.core.view.buttons import Row, button
from bot.features.seeking import view
from bot.features.seeking.places import FRONT, PLACES, SEEKS, are_apart, plays
from bot.features.seeking.posts import is_post
from bot.features.seeking.seeks import forget_seeks, is_open, most_seeks, note_seek, open_seeks
from engines import GAMES
from engines.refusals import Illegal, Unreadable

TAKE, AGAIN, MORE, CANCEL = "take", "again", "more", "cancel"

_MOST_PAGES = 999


class Seek(Request):
    """A request to look for an opponent in every chat that allows it, for the game that a challenge describes."""

    challenge: Challenge

    takes_seat = True


class TakeSeek(Request):
    """A request to play the game of another person's seek, by its code."""

    code: str

    takes_seat = True


class SeekAgain(Request):
    """A request to look for an opponent again, for the game of the sender's earlier seek, by its code."""

    code: str

    takes_seat = True


class ListSeeks(Request):
    """A request to see who is looking for an opponent: a page of the list, the first is 1."""

    page: int = 1


class EndSeek(Request):
    """A request to stop looking for an opponent."""


def read_seek(rest: str, incoming: Incoming) -> Request:
    """Parse a game with its options, `take` or `again` with a code, `more PAGE`, `cancel`, or nothing.

    Raise `Refusal` for anything else.
    """
    words = to_typed_words(rest).split()
    if not words:
        return ListSeeks()
    if len(words) == 1 and _is_end(words[0].casefold()):
        return EndSeek()
    verb, rest_of_words = words[0].casefold(), words[1:]
    if verb == MORE:
        return ListSeeks(read_number("".join(rest_of_words), _MOST_PAGES) or 1)
    if verb in (TAKE, AGAIN) and not rest_of_words:
        return ListSeeks()
    if verb in (TAKE, AGAIN):
        code = read_code(rest_of_words[0]) if len(rest_of_words) == 1 else None
        if code is None:
            raise Unreadable("unknown-code", part=" ".join(rest_of_words)[:40])
        return TakeSeek(code[0]) if verb == TAKE else SeekAgain(code[0])
    # a reply names no opponent here
    mentions = {word: person for word, person in incoming.mentions.items() if word != "reply"}
    challenge = read_challenge(rest, replace(incoming, mentions=mentions))
    if not isinstance(challenge, Challenge):
        raise Unreadable("seek-of-what")
    if challenge.opponent is not None:
        raise Illegal("seek-for-anyone")
    if challenge.is_to_chat or TEAM in challenge.terms:
        raise Illegal("seek-without-team")
    return Seek(challenge)


def _is_end(word: str) -> bool:
    is_cancel = word == CANCEL or word in map(str.casefold, text_in_all(f"do-{CANCEL}"))
    return is_cancel or word in phrases("seek-off") or consent_of(word) is Consent.NO


def tone_of(words: Sequence[str]) -> Tone:
    """Return the tone of a button that takes a seek, ends one, or opens one."""
    return {TAKE: Tone.AGREES, CANCEL: Tone.ENDS}.get(words[0] if words else "", Tone.PLAIN)


MOST_LISTED, MOST_BESIDES = 8, 3
"""The most seeks of other people on a page of the list, and in the answer to who begins one."""


async def seek(services: Services, request: Seek, interaction: Interaction) -> Answers:
    """Open a seek: an open challenge in the sender's chat that other chats are shown; it ends their earlier one.

    The answer offers the seeks of other people, the same game first, as two who look for each other only wait.
    """
    if interaction.incoming.chat.inline:
        raise Illegal("seek-needs-chat")
    await _check_has_room(services, interaction)
    earlier_codes = {each.code for each in await _seeks_of_sender(services, interaction)}
    session = await begin_challenge(
        services, request.challenge, interaction, minutes=services.patience.minutes, replaces=earlier_codes
    )
    expect_hints(services, session)
    if is_open(session, interaction.at):
        await note_seek(services, session)
        earlier_seeks = [each for each in await _seeks_of_sender(services, interaction) if each.code != session.code]
        await _end(services, earlier_seeks, interaction)
    others = await _others(services, interaction)
    others = sorted(others, key=lambda each: each.game != session.game)[:MOST_BESIDES]
    remarks = await rights_remarks(services, request.challenge, interaction)
    return (view.opening(session, others, interaction.words), *remarks)


async def _check_has_room(services: Services, interaction: Interaction) -> None:
    """Raise `Illegal` if the operator allows no seeks, or if as many as allowed are open besides the sender's."""
    most = most_seeks(services)
    if most == 0:
        raise Illegal("seeks-off")
    person = interaction.incoming.person
    if sum(not each.challenger.is_same(person) for each in await open_seeks(services)) >= most:
        raise Illegal("too-many-seeks", most=most)


async def seek_again(services: Services, request: SeekAgain, interaction: Interaction) -> Answers:
    """Open a seek for the game of an earlier one of the sender, without terms that no seek can have."""
    session = await services.games.load(request.code)
    if session is None or not session.challenger.is_same(interaction.incoming.person):
        raise Illegal("seek-not-yours")
    if TEAM in session.terms:
        raise Illegal("seek-without-team")
    terms = Terms(((TIME, NONE), *session.terms.without(STREAK, *contest_terms(session.terms)).pairs))
    challenge = Challenge(session.game, dict(session.settings), None, session.seat, terms=terms)
    return await seek(services, Seek(challenge), interaction)


async def take(services: Services, request: TakeSeek, interaction: Interaction) -> Answers:
    """Seat the sender in the game of a seek, in this chat, and end their own; of two who press at once, one plays."""
    person = interaction.incoming.person
    session = await services.games.load(request.code)
    if session is None:
        return await _too_late(services, None, interaction)
    if not session.follows_from(interaction.incoming.cause):
        if session.challenger.is_same(person) and is_open(session, interaction.at):
            return (view.own_seek(session, interaction.words),)
        if not is_open(session, interaction.at):
            return await _too_late(services, session, interaction)
        if await are_apart(services.store, person, session.challenger):
            raise Illegal("seek-not-for-you")
    try:
        answers = await challenges.accept(services, session, Accept(GameReference(session.code)), interaction)
    except Illegal:
        newest = await services.games.load(session.code)
        if newest is None or newest.stage is Stage.OFFERED:
            raise
        return await _too_late(services, newest, interaction)
    await forget_seeks(services, session.code)
    await _end(services, await _seeks_of_sender(services, interaction), interaction)
    if interaction.known.settings.get(SEEKS) == Consent.YES:  # people here do accept: this chat is shown the next one
        await services.store.boards.schedule(PLACES, of_chat(interaction.known.chat), FRONT)
    if await is_post(services.store, interaction.incoming.chat, person, interaction.incoming.replies_to):
        return tuple(each.with_delivery(update=False) for each in answers)
    return answers


async def list_seeks(services: Services, request: ListSeeks, interaction: Interaction) -> Answers:
    """Show a page of the people who are looking for an opponent, with a button for each."""
    if most_seeks(services) == 0:
        raise Illegal("seeks-off")
    others = await _others(services, interaction)
    pages = [others[start : start + MOST_LISTED] for start in range(0, len(others), MOST_LISTED)] or [others]
    number = min(max(1, request.page), len(pages))
    own_seeks, games = await _seeks_of_sender(services, interaction), _games_here(interaction)
    left = len(others) - MOST_LISTED * number
    answer = view.seek_list(pages[number - 1], own_seeks, games, left, number + 1, interaction.words)
    return (answer.with_delivery(update=interaction.incoming.pressed),)


def welcome_buttons(services: Services, speech: Speech) -> Row:
    """Return the button that shows who is looking for an opponent, unless the operator allows no seeks."""
    return (button("seek", "/seek", speech),) if most_seeks(services) else ()


async def end_seek(services: Services, request: EndSeek, interaction: Interaction) -> Answers:
    """End the sender's seek."""
    own_seeks = await _seeks_of_sender(services, interaction)
    if not any(each.stage is Stage.OFF for each in await _end(services, own_seeks, interaction)):
        raise Illegal("no-seek-to-end")
    return (view.ending(_games_here(interaction), interaction.words),)


async def _seeks_of_sender(services: Services, interaction: Interaction) -> list[Session]:
    return [each for each in await open_seeks(services) if each.challenger.is_same(interaction.incoming.person)]


def _games_here(interaction: Interaction) -> tuple[str, ...]:
    return tuple(game for game in GAMES if plays(game, interaction.known.settings))


async def _others(services: Services, interaction: Interaction) -> list[Session]:
    """Return the seeks that the sender may take here, newest first."""
    person, games, others = interaction.incoming.person, _games_here(interaction), list[Session]()
    for session in await open_seeks(services):
        is_for_sender = session.game in games and not session.challenger.is_same(person)
        if is_for_sender and not await are_apart(services.store, person, session.challenger):
            others.append(session)
    return others


async def _end(services: Services, sessions: list[Session], interaction: Interaction) -> list[Session]:
    """End seeks, and return what has become of them; one that was taken meanwhile goes on."""
    sessions_after = list[Session]()
    for session in sessions:
        request, incoming = Cancel(GameReference(session.code)), interaction.incoming
        after = await commit(services, session, request, incoming, is_kept=lambda it: it.stage is not Stage.OFFERED)
        sessions_after.append(after)
        await forget_seeks(services, session.code)
    return sessions_after


async def _too_late(services: Services, session: Session | None, interaction: Interaction) -> Answers:
    if session and session.stage not in (Stage.OFFERED, Stage.OFF) and session.seat_of(interaction.incoming.person):
        return (view.own_game(session, interaction.words),)
    others = (await _others(services, interaction))[:MOST_LISTED]
    return (view.too_late(session, others, _games_here(interaction), interaction.words),)
