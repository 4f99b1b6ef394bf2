"""The start of games by challenge or rematch; a repeated delivery leads to the game it already started."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from bot.core.boards.bot_player import shows_thinking
from bot.core.chats import find_person
from bot.core.commands.challenges import Challenge
from bot.core.commands.setup import Setup, setting_variants, usual_seat
from bot.core.commands.terms import slow_time_refusal
from bot.core.game.audience import chat_read_by
from bot.core.game.clocks import TEAM, TIME, pace_of
from bot.core.game.events import Accepted, Challenged, Event, LogEntry, SetUp
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Opponent, Person, Robot, Team, rung_of
from bot.core.game.requests import codes_of
from bot.core.game.results import streak_after
from bot.core.game.session import Session, Stage
from bot.core.game.terms import HINTS, IDEAS, NONE, STREAK, UNDO, Terms, agreed_terms, contest_terms
from bot.core.handlers.blocking import check_can_challenge
from bot.core.handlers.chat_settings import can_have_thread, check_challenge_allowed, check_game_allowed_in, usual_pace
from bot.core.handlers.services import Interaction, Services
from bot.core.ports.platform import Incoming
from bot.core.ports.thinking import Thinking
from engines import GAMES
from engines.game import AnyGame, AnyPosition, Level, Seat
from engines.refusals import Illegal, Unreadable

IsSame = Callable[[Session, Challenged, bool], bool]
"""A test of whether a challenge asks for a game that exists already, which teams may play in the same chats."""


async def begin_challenge(
    services: Services,
    request: Challenge,
    interaction: Interaction,
    minutes: float | None = None,
    replaces: Set[str] = frozenset(),
) -> Session:
    """Start the game of a challenge, or return the one it already started; raise `Refusal`.

    A challenge that has to be shared waits as long as its link is valid, unless `minutes` are given. It `replaces`
    others, which the caller ends.
    """
    incoming, games_here = interaction.incoming, interaction.known.games
    check_team_place(request.terms, incoming)
    is_press = incoming.pressed and incoming.cause and not request.typed
    press = f"press {incoming.chat.key} {incoming.replies_to} {incoming.person.key} {incoming.text}"  # of one button
    codes_of_press = [*codes_of(press)] if is_press else []
    if isinstance(request.opponent, Robot) and (error := slow_time_refusal(request.terms, incoming.text)):
        raise error
    if incoming.person.is_same(request.opponent):
        raise Illegal("challenges-oneself")
    is_new = not incoming.cause or set(games_here).isdisjoint((*codes_of_press, *codes_of(incoming.cause)))
    acquaintance = await _find_acquaintance(services, request, interaction) if incoming.in_private else None
    if acquaintance:
        request = replace(request, opponent=acquaintance[0])
    elif not incoming.in_private:
        request = replace(request, opponent=await _with_language(services, request.opponent))
    if is_new:
        await check_can_challenge(services, incoming.person, request.opponent, games_here, replaces)
        await check_challenge_allowed(services, request, interaction)
    challenge_event = await _challenge_event(services, request, interaction)
    is_lonely = request.is_to_chat or (incoming.in_private and not isinstance(request.opponent, Robot))
    agreed_pace = pace_of(Terms(challenge_event.terms))
    is_link = incoming.chat.inline or request.is_to_chat or (is_lonely and acquaintance is None)
    is_link = is_link and not (agreed_pace and agreed_pace.ticks)  # there both players are to be present
    expires = _expiry(services, challenge_event.at, is_link=is_link)
    expires = expires if minutes is None else challenge_event.at + MINUTE * minutes
    challenge_event = replace(challenge_event, lonely=is_lonely, expires=expires)
    if acquaintance:
        challenge_event = replace(challenge_event, asks_in=acquaintance[1], asks_language=acquaintance[0].language)
    codes = chain(codes_of_press, codes_of(incoming.cause, services.random))
    return await _begin(services, challenge_event, interaction, codes, _is_open if codes_of_press else _is_same_offer)


def check_team_place(terms: Mapping[str, str], incoming: Incoming) -> None:
    """Raise `Illegal` if chats play the game and this one has only one person in it."""
    if TEAM in terms and not is_group(incoming):
        raise Illegal("team-needs-group")


def is_group(incoming: Incoming) -> bool:
    """Return whether more than one person can read a chat that the bot belongs to."""
    return not (incoming.in_private or incoming.chat.inline)


async def _find_acquaintance(
    services: Services, request: Challenge, interaction: Interaction
) -> tuple[Person, Chat] | None:
    """Return the opponent and their private chat, if the bot knows them."""
    acquaintance = await find_person(services.store, request.opponent) if isinstance(request.opponent, Person) else None
    if acquaintance and acquaintance[0].is_same(interaction.incoming.person):
        raise Illegal("challenges-oneself")
    return acquaintance


async def _with_language(services: Services, opponent: Opponent | None) -> Opponent | None:
    """Return the opponent with their stored language, if their platform does not report it."""
    if not isinstance(opponent, Person) or opponent.language:
        return opponent
    acquaintance = await find_person(services.store, opponent)
    return replace(opponent, language=acquaintance[0].language) if acquaintance else opponent


async def begin_rematch(services: Services, session: Session, level: Level | None, interaction: Interaction) -> Session:
    """Start a rematch with exchanged seats, or join the opponent's; raise `Illegal` unless a player asks.

    The bot plays at `level` if one is given. Against a ladder opponent the seats stay. All rematches of a game
    share the same codes, so that two simultaneous requests meet. The chat's settings apply, but the first rematch
    does not wait for the cooldown of challenges.
    """
    seat = session.seat_of(interaction.player)
    if seat is None:
        raise Illegal("not-a-player", game=session.code)
    opponent, earlier_streak = session.player(seat.opponent), streak_after(session)
    is_to_chat, opponent = isinstance(opponent, Team), None if isinstance(opponent, Team) else opponent
    if level and not isinstance(opponent, Robot):
        raise Unreadable("level-of-a-person", part=level.value)
    seat_to_take = seat if rung_of(session.game, opponent) else seat.opponent
    streak_term = ((STREAK, str(earlier_streak)),) if earlier_streak and not level else ()
    contest = contest_terms(session.terms)
    kept_terms = session.terms.without(*contest, UNDO, HINTS, IDEAS) if contest else session.terms
    terms = Terms(((TIME, NONE), *kept_terms.without(STREAK).pairs, *streak_term))
    opponent = Robot(level) if level else opponent
    settings = dict(session.settings)
    request = Challenge(session.game, settings, opponent, seat_to_take, terms=terms, is_to_chat=is_to_chat)
    codes = [*codes_of(f"again {session.code} {level}" if level else f"again {session.code}")]
    if set(interaction.known.games).isdisjoint(codes):
        await check_can_challenge(services, interaction.incoming.person, opponent, interaction.known.games)
        is_rematch = await services.games.load(codes[0]) is None
        await check_challenge_allowed(services, request, interaction, is_rematch=is_rematch)
    fresh_codes = codes_of(interaction.incoming.cause, services.random)
    challenge_event = await _challenge_event(services, request, interaction)
    challenge_event = await _rematch_event(services, session, challenge_event, interaction)
    return await _begin(services, challenge_event, interaction, (*codes, *fresh_codes), _is_same_rematch)


async def _rematch_event(
    services: Services, session: Session, challenge_event: Challenged, interaction: Interaction
) -> Challenged:
    """Return the rematch's event with each player's previous chat and its language."""
    language = interaction.known.chat_language or session.places.language_in(challenge_event.chat)
    event, seat = replace(challenge_event, language=language), session.seat_of(interaction.player)
    opponent_chat = chat_read_by(session, session.player(seat.opponent) if seat else None)
    is_robot = isinstance(event.opponent, Robot)
    if is_robot or await services.store.settings.current_key(opponent_chat.key) == interaction.known.chat:
        return event
    await check_game_allowed_in(services, opponent_chat, session.game)
    is_private = interaction.incoming.in_private
    if event.teams:
        event = replace(event, expires=_expiry(services, event.at, is_link=True))
    asks_language = session.places.language_in(opponent_chat)
    return replace(event, lonely=is_private, asks_in=opponent_chat, asks_language=asks_language)


async def _challenge_event(services: Services, request: Challenge, interaction: Interaction) -> Challenged:
    """Return the first event of a game, without its code."""
    seed = services.random.getrandbits(32) if request.seed is None else request.seed
    game = GAMES[request.game]
    incoming = interaction.incoming
    async with shows_thinking(services.platforms, incoming.chat):
        start = await start_of(services.thinking, game, request.settings, seed, incoming.chat.key)
    now, is_robot = services.now(), isinstance(request.opponent, Robot)
    usual_time = NONE if is_robot or TEAM in request.terms else usual_pace(interaction.known.settings, interaction)
    has_thread = await can_have_thread(services, request, interaction)
    seat = _seat(services, request, start.settings)
    return Challenged(
        at=now,
        code="",
        game=request.game,
        settings=tuple(start.settings.items()),
        seed=seed,
        chat=incoming.chat,
        challenger=incoming.person,
        opponent=request.opponent,
        expires=_expiry(services, now, is_link=incoming.chat.inline),
        language=interaction.known.chat_language or interaction.words.language,
        seat=seat,
        terms=agreed_terms(request.terms, usual_time, has_thread).pairs,
        teams=tuple(Seat) if request.is_to_chat else (seat,) if TEAM in request.terms else (),
    )


def _expiry(services: Services, at: Instant, is_link: bool) -> Instant:
    return at + MINUTE * (services.patience.link_minutes if is_link else services.patience.minutes)


def _seat(services: Services, request: Challenge, settings: Mapping[str, str]) -> Seat:
    """Return the chosen seat, else First, or against the bot the seat that the game gives to people."""
    if request.seat == "random":
        return services.random.choice(tuple(Seat))
    if TEAM in request.terms:
        return request.seat or Seat.FIRST
    return request.seat or usual_seat(GAMES[request.game], request.opponent, settings)


async def _begin(
    services: Services, challenge_event: Challenged, interaction: Interaction, codes: Iterable[str], is_same: IsSame
) -> Session:
    """Start the game under the first free code, or return the game already started under one."""
    cause = interaction.incoming.cause
    second_chat = challenge_event.asks_in and await services.store.settings.current_key(challenge_event.asks_in.key)
    chats = (interaction.known.chat, *((second_chat,) if second_chat else ()))
    if not challenge_event.chat.inline:
        await services.store.settings.remember_chat(chats[0], challenge_event.chat)
    for code in codes:
        entries = [await services.store.boards.add(chat.key, code, services.now()) for chat in challenge_event.chats]
        first_entry = LogEntry(_first_events(replace(challenge_event, code=code)), cause)
        session = await services.games.begin(code, first_entry, chats)
        session = session or await _find_started_game(services, code, cause, challenge_event, chats, is_same)
        for entry in entries:
            if session:
                services.delivery.soon(entry)
            else:
                await services.store.boards.remove(entry)
        if session:
            return session
    raise Illegal("busy", game="")


async def _find_started_game(
    services: Services, code: str, cause: str, challenge_event: Challenged, chats: Sequence[str], is_same: IsSame
) -> Session | None:
    """Return the game that this text already started, or the same game of the two players, or of these `chats`."""
    with suppress(Illegal):
        session = await services.games.load(code)
        if session is None or session.follows_from(cause):
            return session
        has_same_chats = bool(session.places.teams) and {*chats} <= {*await services.games.current_chats(session)}
        return session if is_same(session, challenge_event, has_same_chats) else None
    return None


def _is_open(session: Session, challenge_event: Challenged, has_same_chats: bool) -> bool:
    """Return whether a game of the challenger waits for an answer or is running."""
    is_offered = session.stage is Stage.OFFERED and challenge_event.at < session.start.expires
    return (is_offered or session.stage is Stage.RUNNING) and session.challenger.is_same(challenge_event.challenger)


def _is_same_rematch(session: Session, challenge_event: Challenged, has_same_chats: bool) -> bool:
    """Return whether a rematch, which may be running, is the one asked for; it does not matter which player asks."""
    is_running = session.stage is Stage.RUNNING and _is_same_game(session, challenge_event, has_same_chats)
    return is_running or _is_same_offer(session, challenge_event, has_same_chats)


def _is_same_offer(session: Session, challenge_event: Challenged, has_same_chats: bool) -> bool:
    """Return whether a challenge that waits for an answer asks for the same game."""
    is_offered = session.stage is Stage.OFFERED and challenge_event.at < session.start.expires
    return is_offered and _is_same_game(session, challenge_event, has_same_chats)


def _is_same_game(session: Session, challenge_event: Challenged, has_same_chats: bool) -> bool:
    """Return whether a challenge asks for the game that the two players already have."""
    if challenge_event.teams:
        has_same_challenger = has_same_chats
        has_same_opponent = len(session.places.teams) > 1 or session.opponent == challenge_event.opponent
    elif isinstance(challenge_event.opponent, Person):
        both = (challenge_event.challenger, challenge_event.opponent)
        has_same_challenger = any(session.challenger.is_same(person) for person in both)
        has_same_opponent = any(person.is_same(session.opponent) for person in both)
    else:
        has_same_challenger = session.challenger.is_same(challenge_event.challenger)
        has_same_opponent = session.opponent is not None and session.opponent == challenge_event.opponent
    is_same = has_same_challenger and has_same_opponent
    wanted_key = challenge_event.game, challenge_event.settings, Terms(challenge_event.terms)
    return is_same and (session.game, session.settings, session.terms) == wanted_key


def _first_events(challenge_event: Challenged) -> tuple[Event, ...]:
    """Return the first events; the bot accepts at once and sets up the opening of its ladder rung."""
    if not isinstance(challenge_event.opponent, Robot):
        return (challenge_event,)
    at, rung = challenge_event.at, rung_of(challenge_event.game, challenge_event.opponent)
    acceptance = Accepted(at, challenge_event.opponent)
    if rung is None or (dict(rung.settings), rung.seat) != (dict(challenge_event.settings), challenge_event.seat):
        return challenge_event, acceptance
    opening = rung.opening(challenge_event.seed)
    return (challenge_event, acceptance, SetUp(at, opening)) if opening else (challenge_event, acceptance)


async def start_of(thinking: Thinking, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str) -> AnyPosition:
    """Return the start position that a challenge in a chat asks for."""
    all_settings = game.offer.defaults(settings)
    if game.offer.generated_option in all_settings:
        all_settings = await thinking.make_settings(game, all_settings, seed, chat)
    start: AnyPosition = game.start(all_settings, seed)
    return start


async def fitting_start(thinking: Thinking, setup: Setup, chat: str) -> tuple[Setup, AnyPosition]:
    """Return the choice without options that conflict with the newest one, and its start position."""
    game = GAMES[setup.game]
    for settings in setting_variants(setup):
        with suppress(Unreadable):
            return replace(setup, settings=settings), await start_of(thinking, game, settings, setup.seed, chat)
    return setup, await start_of(thinking, game, setup.settings, setup.seed, chat)
