"""Rules, option menus, languages, lists of games and help: questions that concern no single game."""

import asyncio
from collections.abc import Iterable, Sequence

from bot.core.commands.challenges import setup_within
from bot.core.commands.questions import ListGames, SetLanguage, ShowHelp, ShowNext, ShowRules, ShowStats, Start
from bot.core.commands.read_back import game_called, game_within
from bot.core.commands.sentences import WISHES, wish_in
from bot.core.commands.setup import Setup, fitting_terms
from bot.core.commands.terms import clock_within
from bot.core.game.audience import chat_read_by, sole_reader
from bot.core.game.people import Person, Player
from bot.core.game.requests import Request
from bot.core.game.session import Session, Stage
from bot.core.handlers.beginnings import check_team_place, fitting_start, is_group
from bot.core.handlers.changes import show_again
from bot.core.handlers.chat_settings import administers, usual_pace
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Envelope, Message
from bot.core.view import answers, challenges, lists
from bot.core.view.buttons import Row, notice
from engines.refusals import Illegal, Unreadable


async def show_rules(services: Services, request: ShowRules, interaction: Interaction) -> Answers:
    """Show the rules of a game, a part of them, or a choice of games."""
    more = rules_buttons(services, request.game, interaction.words) if request.game else ()
    return (answers.rules(request, interaction.words, more),)


_STATS_DAYS = 7


async def show_stats(services: Services, request: ShowStats, interaction: Interaction) -> Answers:
    """Show last week's statistics to an operator."""
    key = interaction.incoming.person.key
    if key not in services.operators:
        services.metrics.record_refusal("not-the-operator")
        envelope = Envelope(private=True, secret=True, refuses=True)
        return (notice("not-the-operator", interaction.words, envelope=envelope, key=key),)
    return (lists.statistics(await services.metrics.days(_STATS_DAYS), interaction.words),)


async def start(services: Services, request: Start, interaction: Interaction) -> Answers:
    """Introduce the bot, with three ways to a first game."""
    return (welcome(services, interaction),)


def welcome(services: Services, interaction: Interaction) -> Message:
    """Return the bot's introduction, which depends on whether it receives bare moves in this chat."""
    return lists.welcome(interaction.words, _welcome_buttons(services, interaction.words))


def wish_of(services: Services, interaction: Interaction) -> Request | Message | None:
    """Return the answer to a wish outside a game: rules, a menu, a rematch or languages; None for others.

    A wish that the core does not know is a feature's, about the last game.
    """
    wish, game = wish_in(interaction.incoming.text, generously=True), game_within(interaction.incoming.text)
    if interaction.known.finished_game and wish and ((wish == "rematch" and not game) or wish not in WISHES):
        code, hooks = interaction.known.finished_game, (each.buttons_for_last_game for each in services.extensions)
        more = tuple(button for hook in hooks for button in hook(code, interaction.words))
        return answers.after_last_game(interaction.known.finished_game, interaction.words, more)
    if game and wish == "rules":
        return ShowRules(game)
    menu = setup_within(interaction.incoming.text, interaction.incoming)
    return menu or {"rematch": Setup(), "language": SetLanguage()}.get(wish)


def wish_for_clock(text: str) -> Setup | None:
    """Return the menu for a text that is only a clock, such as `3+2`, perhaps with a game; None for other texts."""
    try:
        terms, other_words = clock_within(text)
    except Unreadable:
        return None
    games = [game_called(word) for word in other_words]
    if not terms or len(games) > 1 or None in games:
        return None
    return Setup("".join(filter(None, games)), opponent=None, terms=terms)


async def show_setup(services: Services, setup_request: Setup, interaction: Interaction) -> Answers:
    """Show the challenge menu with its start position."""
    person, words = interaction.incoming.person, interaction.words
    check_team_place(fitting_terms(setup_request), interaction.incoming)
    if not setup_request.game:
        return (challenges.game_choice(setup_request, person, words),)
    incoming, pace = interaction.incoming, usual_pace(interaction.known.settings, interaction)
    setup_request, start = await fitting_start(services.thinking, setup_request, incoming.chat.key)
    return (challenges.menu(setup_request, start, person, pace, words, is_group(incoming)),)


async def set_language(services: Services, request: SetLanguage, interaction: Interaction) -> Answers:
    """Set the language, and show a board that nobody else reads here again in it."""
    if not request.language:
        return (answers.language_menu(interaction.words, request.for_chat),)
    message = await _keep_language(services, request, interaction)
    await _show_own_again(services, interaction)
    return (message.with_delivery(respoken=True),)


async def _keep_language(services: Services, request: SetLanguage, interaction: Interaction) -> Message:
    incoming, words = interaction.incoming, speech(request.language)
    if not request.for_chat:
        await services.store.settings.set_person_language(incoming.person.key, request.language)
        return notice("language-set", words)
    if not await administers(services, interaction):
        raise Illegal("administrators-only")
    await services.store.settings.set_chat_language(incoming.chat.key, request.language)
    return notice("language-set-chat", words)


async def _show_own_again(services: Services, interaction: Interaction) -> None:
    chat, person = interaction.incoming.chat, interaction.incoming.person
    sessions = await services.games.open_sessions(interaction.known.games)
    own_sessions = [session for session in sessions if sole_reader(session, chat) == person.key]
    if len(own_sessions) == 1 and own_sessions[0].stage is Stage.RUNNING and not chat.inline:
        await show_again(services, own_sessions[0], chat)


async def list_games(services: Services, request: ListGames, interaction: Interaction) -> Answers:
    """List the person's games, those awaiting their move first, then other games of this chat.

    Games elsewhere are listed only on request.
    """
    person = interaction.incoming.person
    all_own_games = await services.games.of(person)
    own_games = [session for session in all_own_games if request.everywhere or session.code in interaction.known.games]
    codes = {session.code for session in own_games}
    sessions_here = await services.games.open_sessions(interaction.known.games)
    other_games = [session for session in sessions_here if session.code not in codes]
    own_games.sort(key=lambda session: (not person.is_same(session.player_to_act), session.since))
    games_shown = [*own_games, *other_games]
    links = await asyncio.gather(*(_link(services, session, person) for session in games_shown[: lists.MOST]))
    links_by_code = {session.code: link for session, link in zip(games_shown, links, strict=False)}
    words, elsewhere = interaction.words, len(all_own_games) - len(own_games)
    message = lists.games(games_shown, elsewhere, links_by_code, person, interaction.at, words)
    unreadable = await _unreadable(services, person, interaction.known.games)
    return (lists.with_unreadable_games(message, unreadable, words),)


async def _unreadable(services: Services, person: Person, here: Sequence[str] = ()) -> int:
    """Return the number of unreadable open games of a person, and of those `here`."""
    return await services.games.count_unreadable((*here, *await services.store.people.games_of(*person.keys)))


async def show_next(services: Services, request: ShowNext, interaction: Interaction) -> Answers:
    """Show the board of the game that has waited longest, or of the one after another."""
    person = interaction.incoming.person
    waiting = _waiting(await _games_of_sender(services, interaction))
    codes = [session.code for session, _ in waiting]
    at = codes.index(request.after) + 1 if request.after in codes else 0
    message = notice("nothing-waits", interaction.words)
    if waiting:
        session, player = waiting[at % len(waiting)]
        link = await _link(services, session, player)
        message = lists.next_game(session, len(waiting), link, interaction.at, interaction.words)
    return (lists.with_unreadable_games(message, await _unreadable(services, person), interaction.words),)


async def show_help(services: Services, request: ShowHelp, interaction: Interaction) -> Answers:
    """Show what the person can do now, list all commands, or explain the time of games."""
    if request.everything:
        return (lists.all_commands(services.commands.listed, interaction.words),)
    if request.about_time:
        return (lists.help_with_time(interaction.words),)
    person = interaction.incoming.person
    games = await _games_of_sender(services, interaction)
    platform = services.platforms.get(interaction.incoming.chat.platform)
    mention = platform.mention_name() if platform else ""
    message = lists.help_(
        [session for session, _ in _waiting(games)],
        [session for session, _ in games],
        person,
        interaction.words,
        _welcome_buttons(services, interaction.words),
        mention,
        interaction.incoming.chat.direct,
    )
    return (lists.with_unreadable_games(message, await _unreadable(services, person), interaction.words),)


async def _games_of_sender(services: Services, interaction: Interaction) -> list[tuple[Session, Player]]:
    """Return the open games of the sender and of the team of this chat, with the player that they are in each."""
    person = interaction.incoming.person
    own_games = await services.games.of(person)
    own_games = [each for each in own_games if each.stage is not Stage.RUNNING or each.seat_of(person)]
    games: list[tuple[Session, Player]] = [(each, person) for each in own_games]
    for each in await services.games.open_sessions(interaction.known.games):
        team = await services.games.team_in(each, interaction.known.chat) if each.stage is Stage.RUNNING else None
        games += [(each, team)] if team else []
    return games


def _waiting(games: Iterable[tuple[Session, Player]]) -> list[tuple[Session, Player]]:
    """Return the games that wait for their player's move or answer, longest wait first."""
    waiting = (pair for pair in games if pair[1].is_same(pair[0].player_to_act))
    return sorted(waiting, key=lambda pair: pair[0].since)


async def _link(services: Services, session: Session, player: Player) -> str:
    """Return the link to a game's board where the player reads it, if the platform has links."""
    chat = chat_read_by(session, player)
    platform = services.platforms.get(chat.platform)
    if platform is None:
        return ""
    board_record = (await services.store.boards.place(chat.key, session.code)).shown
    return platform.link(chat, board_record.message) if board_record else ""


def rules_buttons(services: Services, game: str, speech: Speech) -> Row:
    """Return the buttons that features add to the rules of a game."""
    return tuple(button for each in services.extensions for button in each.buttons_by_rules(game, speech))


def _welcome_buttons(services: Services, speech: Speech) -> Row:
    return tuple(button for each in services.extensions for button in each.buttons_in_welcome(services, speech))
