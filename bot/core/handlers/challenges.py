"""Challenges, answers to them, rematches, and invitations to chats that the bot has not joined."""

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial

from bot.core.boards.occasions import spot_of
from bot.core.boards.tidying import question_that_has_left
from bot.core.commands.challenges import Again, Challenge, read_challenge
from bot.core.commands.read_back import text_in_all
from bot.core.game.instants import MINUTE
from bot.core.game.people import INLINE, Chat, Person, Robot
from bot.core.game.referee import Accept, Cancel, Decline
from bot.core.game.requests import GameReference, Request, new_code
from bot.core.game.session import Session, Stage
from bot.core.handlers.beginnings import begin_challenge, begin_rematch, check_team_place
from bot.core.handlers.blocking import check_can_accept
from bot.core.handlers.changes import commit, expect_hints, outcome, receipt, show_again
from bot.core.handlers.chat_settings import check_game_allowed, rights_remarks, warn_of_missing_rights
from bot.core.handlers.finished_games import find_shared, speech_elsewhere
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import IN_PLACE, Elsewhere, Incoming, Invitation, Message
from bot.core.queues.user_queue import Ticket
from bot.core.view.answers import answer_to_wish, which_level
from bot.core.view.challenges import acceptance, expired_invitation, invitation_to_any, rematch_offered
from bot.core.view.challenges import invitation as shown_invitation
from bot.core.view.names import for_reader
from engines import GAMES
from engines.refusals import Illegal, Refusal

INVITATION_OVER = "invitation-over"
_DOUBLE_PRESS = 5.0
"""Seconds between presses of a button that are one; a later one asks for the board of the game that it began."""
_LONGEST_TYPED = 256
_MOST_WORDS = 8
_HANDLE = re.compile(r"@\w{1,32}")


async def challenge(services: Services, request: Challenge, interaction: Interaction) -> Answers:
    """Start a challenge in place of the menu that led to it, if any; a second press starts no second game."""
    if request.level_open and request.game in interaction.known.won_games:
        return (which_level(interaction.incoming.text, request.game, interaction.words),)
    if warning := await warn_of_missing_rights(services, request, interaction):
        return warning
    menu_message = interaction.incoming.replies_to
    if request.typed and menu_message:
        once = replace(interaction.incoming, cause=f"{interaction.incoming.chat.key} {menu_message} {request.typed}")
        interaction = replace(interaction, incoming=once)
    session = await begin_challenge(services, request, interaction)
    expect_hints(services, session)
    if interaction.incoming.pressed and interaction.at - session.start.at > _DOUBLE_PRESS:
        await show_again(services, session, interaction.incoming.chat)
    typed_line = (Message(request.typed, envelope=IN_PLACE),) if request.typed else ()
    return (*typed_line, *await rights_remarks(services, request, interaction))


class Join(Request):
    """The acceptance of an invitation with this `token` from the challenger with this `id`."""

    id: str
    token: str
    game: str

    takes_seat = True


def read_join(invitation: str, incoming: Incoming | None = None) -> Join:
    """Parse the ID of an invitation, as contained in its link."""
    challenger, _, rest = invitation.partition("-")
    token, _, game = rest.partition("-")
    return Join(challenger, token, game)


async def join(services: Services, request: Join, interaction: Interaction) -> Answers:
    """Join the game of an invitation, or say that the invitation has expired.

    A game against the bot needs no acceptance.
    """
    try:
        session = await begin_invited_game(services, request, interaction)
    except Illegal as error:
        facts = interaction.known
        is_unopened = interaction.incoming.chat.inline and not facts.games and facts.finished_game is None
        if error.code == INVITATION_OVER and is_unopened:
            return expired_invitation(interaction.words)
        raise
    if isinstance(session.opponent, Robot):
        return receipt(session, interaction, lambda: acceptance(session, interaction.words))
    return await accept(services, session, Accept(GameReference(session.code)), interaction)


async def rematch(services: Services, session: Session, request: Again, interaction: Interaction) -> Answers:
    """Start a rematch, or accept the opponent's; if one is typed during the game, ask first."""
    if session.stage is Stage.RUNNING and not (interaction.incoming.pressed or request.reference.code):
        return (answer_to_wish(session, "rematch", interaction.incoming.person, interaction.words),)
    session_after = await begin_rematch(services, session, request.level, interaction)
    if session_after.stage is Stage.OFFERED and not session_after.challenger.is_same(interaction.incoming.person):
        acceptance_request = Accept(GameReference(session_after.code))
        acceptance_request = await _with_chat(services, session_after, acceptance_request, interaction)
        session_after = await commit(services, session_after, acceptance_request, interaction.incoming)
    expect_hints(services, session_after)
    text_of = rematch_offered if session_after.stage is Stage.OFFERED else acceptance
    return receipt(session_after, interaction, lambda: text_of(session_after, interaction.words))


async def accept(services: Services, session: Session, request: Accept, interaction: Interaction) -> Answers:
    """Accept a challenge and replace its message, however the answer arrives and however often."""
    session_after = session
    if not session.follows_from(interaction.incoming.cause):
        check_team_place(session.terms, interaction.incoming)
        request = await _with_chat(services, session, request, interaction)
        games_here = interaction.known.games if request.chat else ()
        await check_can_accept(services, interaction.incoming.person, session, games_here)
        session_after = await _answer(services, session, request, interaction)
    return receipt(session_after, interaction, lambda: acceptance(session_after, interaction.words))


async def call_off(
    services: Services, session: Session, request: Decline | Cancel, interaction: Interaction
) -> Answers:
    """Decline or cancel a challenge, like `accept`; in a game, offer the other meanings of a typed “cancel”."""
    if session.stage is Stage.RUNNING and not (interaction.incoming.pressed or request.reference.code):
        return (answer_to_wish(session, "cancel", interaction.incoming.person, interaction.words),)
    is_repeated = session.follows_from(interaction.incoming.cause)
    session_after = session if is_repeated else await _answer(services, session, request, interaction)
    return receipt(session_after, interaction, lambda: outcome(session_after, interaction))


async def _answer(
    services: Services, session: Session, request: Accept | Decline | Cancel, interaction: Interaction
) -> Session:
    """Apply the answer, and update the chat that the challenge has left."""
    session_after = await commit(services, session, request, interaction.incoming)
    if session.places.second and session.places.second not in session_after.places.chats:
        spot = await spot_of(services, session_after, session.places.second)
        await services.delivery.tidying.begin(question_that_has_left(spot))
    expect_hints(services, session_after)
    return session_after


async def _with_chat(services: Services, session: Session, request: Accept, interaction: Interaction) -> Accept:
    """Add this chat to the acceptance if the challenge is not shown here, or if it asks the team of this chat.

    Raise `Illegal` if this chat does not allow the game.
    """
    team = await services.games.team_in(session, interaction.known.chat)
    is_team_asked = team is not None and session.seat_of(team) is session.seat.opponent
    if await services.games.is_in(session, interaction.known.chat) and not is_team_asked:
        return request
    check_game_allowed(session.game, interaction.known.settings)
    chat = interaction.incoming.chat
    await services.store.settings.remember_chat(interaction.known.chat, chat)
    return replace(request, chat=chat, language=interaction.known.chat_language or interaction.words.language)


def games_elsewhere(services: Services) -> Elsewhere:
    """Return the port for games in chats without the bot; the message of an invitation starts only one game."""
    open_invitation, find = partial(_open_invitation, services), partial(find_shared, services)
    return Elsewhere(partial(_offers, services), partial(_offer, services), open_invitation, find)


async def _offers(
    services: Services, person: Person, text: str, opponent: Person | None = None
) -> tuple[Invitation, ...]:
    """Return a stored invitation for each game that a text may mean, to `opponent` unless it names another."""
    if await services.rate_limit.takes(person.key, person.key) is not True:
        return ()
    words = await speech_elsewhere(services, person)
    opponent = None if person.is_same(opponent) else opponent
    requests = await asyncio.to_thread(possible_challenges, text[:_LONGEST_TYPED], person, opponent)
    if not requests:
        return ()
    shown_person, platform = for_reader(person, words.language), services.platforms[person.platform]
    token, seconds = new_code(services.random), services.patience.link_minutes * MINUTE
    fields = [asdict(shown_person), text[:_LONGEST_TYPED], services.now() + seconds, opponent and asdict(opponent)]
    await services.store.people.store_invitation(person.key, token, json.dumps(fields), seconds)
    return tuple(
        shown_invitation(
            request, shown_person, f"{person.id}-{token}-{game}", words, platform.invitation(f"rules-{game}")
        )
        for game, request in requests.items()
    )


async def _offer(services: Services, person: Person, text: str, opponent: Person | None = None) -> Invitation | None:
    """Return one invitation for all these games."""
    invitations = await _offers(services, person, text, opponent)
    if len(invitations) < 2:
        return next(iter(invitations), None)
    words = await speech_elsewhere(services, person)
    return invitation_to_any(invitations, for_reader(person, words.language), words)


async def _open_invitation(services: Services, chat: Chat, person: Person, invitation: str) -> None:
    """Start the game of an invitation that its challenger sent, open to everyone."""
    request = read_join(invitation)
    if request.id == person.id:
        with suppress(Refusal):
            facts = await services.store.settings.facts_for(chat.key, person.key)
            incoming = Incoming(chat, person, "")
            interaction = Interaction(incoming, speech(person.language), facts, Ticket(), services.now())
            await begin_invited_game(services, request, interaction)


async def begin_invited_game(services: Services, request: Join, interaction: Interaction) -> Session:
    """Start the game of an invitation's message on the challenger's behalf; raise `Refusal`."""
    if not interaction.incoming.chat.inline:
        raise Illegal(INVITATION_OVER)
    challenger, request_made = await _find_invitation(services, request, interaction.incoming.chat.platform)
    if isinstance(request_made.opponent, Robot) and not challenger.is_same(interaction.incoming.person):
        raise Illegal("invitation-to-the-bot", challenger=challenger.name)
    cause = f"invitation:{interaction.incoming.chat.thread}"
    incoming = replace(interaction.incoming, person=challenger, cause=cause, pressed=False)
    challenger_interaction = replace(interaction, incoming=incoming, words=speech(challenger.language))
    try:
        return await begin_challenge(services, request_made, challenger_interaction)
    except Illegal:
        if challenger.is_same(interaction.incoming.person):
            raise
        raise Illegal("invitation-not-now", challenger=challenger.name) from None


async def _find_invitation(services: Services, request: Join, platform: str) -> tuple[Person, Challenge]:
    """Return the challenger and the challenge; raise `Illegal` if the invitation has expired."""
    stored_invitation = await services.store.people.invitation(Person(platform, request.id, "").key, request.token)
    try:
        fields, text, until, *opponents = json.loads(stored_invitation or "")
        challenger, opponent = Person(**fields), next((Person(**each) for each in opponents if each), None)
        is_open = services.now() < float(until)
    except (ValueError, TypeError):
        raise Illegal(INVITATION_OVER) from None
    requests = await asyncio.to_thread(possible_challenges, str(text), challenger, opponent) if is_open else {}
    if request.game not in requests:
        raise Illegal(INVITATION_OVER)
    return challenger, requests[request.game]


def possible_challenges(text: str, person: Person, opponent: Person | None = None) -> Mapping[str, Challenge]:
    """Return the challenges by game that a partly typed text may mean.

    The text is a game with options, options of any game, or the beginning of a game's name; the opponent is used unless
    it names another.
    """
    words = text.split()[:_MOST_WORDS]
    for end in range(len(words), 0, -1):
        beginning = " ".join(words[:end])
        if exact_request := _read(beginning, person, opponent):
            return {exact_request.game: exact_request}
        candidates = {game: _read(f"{game} {beginning}", person, opponent) for game in GAMES}
        if requests := {game: request for game, request in candidates.items() if request}:
            return requests
    prefix = text.strip().casefold()
    names = ((game, name.casefold()) for game in GAMES for name in (game, *text_in_all(f"game-{game}")))
    matching_games = dict.fromkeys(game for game, name in names if prefix and name.startswith(prefix))
    return {game: Challenge(game, opponent=opponent) for game in matching_games or GAMES}


def _read(text: str, person: Person, opponent: Person | None) -> Challenge | None:
    """Return the challenge if it can start; one without options always can."""
    with suppress(Refusal):
        handles = filter(_HANDLE.fullmatch, text.split())
        mentions = {word: Person(person.platform, "", word, word[1:]) for word in handles}
        mentions |= {"reply": opponent} if opponent else {}
        request = read_challenge(text, Incoming(Chat(person.platform, INLINE), person, text, mentions=mentions))
        if isinstance(request, Challenge):
            game = GAMES[request.game]
            if request.settings:
                game.start(game.offer.defaults(request.settings), 0)
            return request
    return None
