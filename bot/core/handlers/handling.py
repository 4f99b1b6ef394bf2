"""From a request to its handler: the check of its type, and the search for the game that it is about."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import TypeVar

from bot.core.boards.occasions import occasion_of, spot_of
from bot.core.boards.tidying import recognize
from bot.core.commands.command import CODE, PLAIN, Fit, ToneOf, is_open_challenge, split_reference
from bot.core.commands.playing import BareText, ShowBoard, looks_like_a_move
from bot.core.commands.sentences import moves_within
from bot.core.game import referee
from bot.core.game.people import Player
from bot.core.game.requests import Action, GameRequest, Request, board_of
from bot.core.game.session import Session, Stage, play
from bot.core.handlers import changes
from bot.core.handlers.services import Answers, Handlers, Interaction, Row, Services
from bot.core.ports.platform import Incoming, Message
from bot.core.ports.store import Shown
from bot.core.view import answers
from engines.refusals import Illegal, Refusal, Unreadable

R = TypeVar("R", bound=Request)
A = TypeVar("A", bound=GameRequest)


class AmbiguousGameError(Exception):
    """A text that may refer to several games."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(len(sessions))
        self.sessions = sessions


async def handle(services: Services, request: Request | Message, interaction: Interaction) -> Answers:
    """Answer a request with the handler of its type; a message is an answer already."""
    if isinstance(request, Message):
        return (request,)
    return await services.handlers[type(request)](services, request, interaction)


def to(kind: type[R], handler: Callable[[Services, R, Interaction], Awaitable[Answers]]) -> Handlers:
    """Return the table entry of a handler for requests that concern no game."""

    async def answer(services: Services, request: Request, interaction: Interaction) -> Answers:
        assert isinstance(request, kind)
        return await handler(services, request, interaction)

    return {kind: answer}


def about_game(kind: type[A], handler: Callable[[Services, Session, A, Interaction], Awaitable[Answers]]) -> Handlers:
    """Return the table entry of a handler for requests about one game, which is found first."""

    async def answer(services: Services, request: Request, interaction: Interaction) -> Answers:
        assert isinstance(request, kind)
        is_command = interaction.incoming.text.startswith("/")
        if not is_command and (bare := await answer_bare(services, request, interaction)) is not None:
            return bare
        try:
            session = await find_game(services, request, interaction)
        except AmbiguousGameError as several:
            return (which_game(services, several.sessions, interaction),)
        if session is None:
            return await _without_game(services, request, interaction)
        changes.expect_hints(services, session)
        interaction = await recognize_board(services, session, interaction)
        if session.places.teams:
            interaction = await in_game(services, session, interaction)
            is_move = isinstance(request, referee.Play)  # which is first read, and refused on the board
            acted = None if is_move else await changes.act_for_player(services, session, request, interaction)
            if acted is not None:
                return acted
        return await handler(services, session, request, interaction)

    return {kind: answer}


def row_about(
    name: str,
    kind: type[A],
    handler: Callable[[Services, Session, A, Interaction], Awaitable[Answers]],
    *fits: Fit,
    listed: bool = True,
    tone: ToneOf = PLAIN,
    labels: tuple[tuple[str, str], ...] = (),
    after: str = "",
) -> Row:
    """Return the row of a command whose only parameter is a game's code."""

    def read(rest: str, incoming: Incoming) -> Request:
        """Parse a game's code into a request; raise `Unreadable` for any other word."""
        reference, rest = split_reference(rest)
        if rest:
            raise Unreadable("no-words-wanted", part=rest[:40], name=name)
        return kind(reference)

    handlers, parameters = about_game(kind, handler), (CODE,)
    return Row(name, read, fits, parameters, listed=listed, tone=tone, labels=labels, after=after, handlers=handlers)


async def in_game(services: Services, session: Session, interaction: Interaction) -> Interaction:
    """Return the interaction with the team of its chat, if that plays the game."""
    return replace(interaction, team=await services.games.team_in(session, interaction.known.chat))


async def _without_game(services: Services, request: GameRequest, interaction: Interaction) -> Answers:
    """Answer a bare word, such as `hint`, by an extension that understands it, or raise the request's refusal."""
    answer = await ask_extensions(services, interaction) if _is_bare(interaction) else None
    if answer is None and _is_bare(interaction) and interaction.incoming.alone:
        services.metrics.record_refusal(request.refusal_without_game.code)
        answer = answers.no_game(request.refusal_without_game, interaction.known.finished_game, interaction.words)
    if answer is None:
        raise request.refusal_without_game
    return await handle(services, answer, interaction)


async def answer_bare(services: Services, request: GameRequest, interaction: Interaction) -> Answers | None:
    """Return the answer of the first extension that claims a bare text; None if the text is for a game."""
    for extension in services.extensions if _is_bare(interaction) else ():
        if extension.read_bare and (answer := await extension.read_bare(services, request, interaction)):
            return await handle(services, answer, interaction)
    return None


def _is_bare(interaction: Interaction) -> bool:
    return not (interaction.incoming.pressed or interaction.incoming.text.startswith("/"))


async def ask_extensions(services: Services, interaction: Interaction) -> Request | Message | None:
    """Return the answer of the first extension that understands a sentence."""
    for extension in services.extensions:
        if extension.understand and (answer := await extension.understand(services, interaction)):
            return answer
    return None


async def recognize_board(services: Services, session: Session, interaction: Interaction) -> Interaction:
    """Record a pressed board whose delivery was uncertain, so that no answer replaces it."""
    incoming = interaction.incoming
    if not incoming.beside:
        return interaction
    chat_here = session.places.find_chat(incoming.chat.key)
    ply = board_of(session.code, incoming.beside) if chat_here and interaction.known.replied_to is None else None
    if chat_here is None or ply is None:
        return interaction
    is_newest = ply == session.ply
    version = session.version if is_newest else max(1, session.version - 1)
    posted_for = str(occasion_of(session)) if is_newest else ""
    pressed_board = Shown(chat_here.key, incoming.replies_to, session.code, version, posted_for, services.now())
    await services.delivery.tidying.begin(await recognize(await spot_of(services, session, chat_here), pressed_board))
    return replace(interaction, known=replace(interaction.known, replied_to=session.code))


def which_game(services: Services, sessions: Sequence[Session], interaction: Interaction) -> Message:
    """Ask which of several games is meant."""
    command, rest = services.commands.split(interaction.incoming.text)
    return answers.which_game(sessions, command, rest, interaction.words)


async def find_game(services: Services, request: GameRequest, interaction: Interaction) -> Session | None:
    """Return the game of a request, or None if no game here expects it.

    Raise `AmbiguousGameError`, and `Unreadable` for an unknown code.
    """
    code = request.reference.code or interaction.known.replied_to
    if not code:
        sessions_here = await services.games.open_sessions(interaction.known.games)
        if session_before := await _game_changed_before(services, request, interaction):
            return session_before
        fits = services.commands.by_request[type(request)].fits
        players: list[Player] = [interaction.incoming.person]
        for each in sessions_here:
            team = await services.games.team_in(each, interaction.known.chat) if each.places.teams else None
            players += [team] if team and not any(map(team.is_same, players)) else []
        session = match_game(sessions_here, request, fits, players)
        session = session or await _find_elsewhere(services, request, interaction)
        if session or interaction.known.finished_game is None:
            return session
        code = interaction.known.finished_game
        if not request.fits_finished_games:
            can_wake = isinstance(request, referee.Wake | referee.Play | BareText)
            last_game = await services.games.load(code) if can_wake else None
            return last_game if last_game and last_game.stage is Stage.FILED else None
    session = await services.games.load(code)
    if session is None or not await _is_known_to(services, session, request, interaction):
        raise Unreadable("unknown-code", part=code)
    return session


def match_game(
    sessions: Sequence[Session], request: GameRequest, fits: Sequence[Fit], players: Sequence[Player]
) -> Session | None:
    """Return the only game that passes one of the tests, tried in order, or the only one of several that reads a move.

    Raise `AmbiguousGameError` if several are left. Each test is tried for each of the `players` that the sender may be,
    for the person before their chat's team. If none passes, return the only running game, so that the refusal can name
    it. A move that the game cannot read goes to the only other game of theirs that can.
    """
    for test, player in product(fits, players):
        matches = [session for session in sessions if test(session, player)]
        if len(matches) > 1:
            if reader := only_reader(matches, request):
                return reader
            raise AmbiguousGameError(matches)
        if matches:
            return matches[0] if len(sessions) == 1 else _prefer_reader(matches[0], sessions, request, players)
    running = [session for session in sessions if session.stage is Stage.RUNNING]
    return running[0] if len(running) == 1 else None


def _prefer_reader(
    match: Session, sessions: Sequence[Session], request: GameRequest, players: Sequence[Player]
) -> Session:
    text, running = _move_of(request), [session for session in sessions if session.stage is Stage.RUNNING]
    others = [session for session in running if session is not match and any(map(session.seat_of, players))]
    if text is None or not others or _reads(match, text, Unreadable):
        return match
    readers = [session for session in others if _reads(session, text, Unreadable)]
    return readers[0] if len(readers) == 1 else match


def only_reader(sessions: Sequence[Session], request: GameRequest, legally: bool = False) -> Session | None:
    """Return the only game where a move is legal, or, unless `legally`, where the text is or contains a move."""
    text = _move_of(request)
    if text is None:
        return None
    legal_sessions = [session for session in sessions if _reads(session, text, Refusal)]
    if legally:
        return legal_sessions[0] if legal_sessions else None
    readers = legal_sessions or [session for session in sessions if _reads(session, text, Unreadable)]
    readers = readers or [session for session in sessions if moves_within(session, text)]
    return readers[0] if len(readers) == 1 else None


def _move_of(request: GameRequest) -> str | None:
    if isinstance(request, referee.Play | BareText):
        return request.text
    return request.lines[0][0] if isinstance(request, referee.Plan) and request.lines else None


def _reads(session: Session, text: str, fault: type[Refusal]) -> bool:
    """Return whether a game accepts a text as a move, or refuses it with an error other than `fault`."""
    try:
        play(session.position, text)
    except Refusal as refused:
        return not isinstance(refused, fault)
    return True


async def _game_changed_before(services: Services, request: GameRequest, interaction: Interaction) -> Session | None:
    """Return the game that this message changed in an earlier delivery; it may have ended since."""
    cause = interaction.incoming.cause
    if not (cause and isinstance(request, Action | BareText)):
        return None
    known = interaction.known  # a game that has just ended is still listed
    for code in filter(None, (*known.games, known.finished_game, known.cancelled_game)):
        session = services.games.from_cache(code)
        with suppress(Illegal):
            session = session or await services.games.load(code)
        if session and session.follows_from(cause):
            return session
    return None


async def _find_elsewhere(services: Services, request: GameRequest, interaction: Interaction) -> Session | None:
    """Return the game of a request among all games of a person in a private chat."""
    incoming = interaction.incoming
    is_alone = incoming.chat.direct and incoming.alone
    if not is_alone or (isinstance(request, BareText) and not looks_like_a_move(request.text)):
        return None
    games = await services.games.of(incoming.person)
    return match_game(games, request, services.commands.by_request[type(request)].fits, [incoming.person])


async def _is_known_to(services: Services, session: Session, request: GameRequest, interaction: Interaction) -> bool:
    """Return whether a person may open a game by its code: its players, its chat, and people it invites."""
    person = interaction.incoming.person
    takes_open_challenge = isinstance(request, referee.Accept | ShowBoard) and is_open_challenge(session, person)
    if session.involves(person) or takes_open_challenge:
        return True
    return await services.games.is_in(session, interaction.known.chat)
