"""Bare texts and sentences as answers to the lesson or puzzle that is open."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.commands.command import is_my_game, is_my_turn
from bot.core.commands.finding import looks_like_a_move, only_reader
from bot.core.commands.playing import BareText
from bot.core.commands.questions import ShowRules
from bot.core.commands.read_back import game_within
from bot.core.commands.sentences import answers_within, wish_in
from bot.core.game.requests import Request
from bot.core.handlers.services import Interaction, Services
from bot.core.ports.platform import Message
from bot.core.view import refusals
from bot.features.puzzles import exercises
from bot.features.puzzles.commands import Learn, Solve, SolveDaily, SolveMine, Wish
from bot.features.puzzles.exercises import OpenLesson, OpenMistake, OpenPuzzle
from bot.features.puzzles.lessons import LESSON_SECONDS
from bot.features.puzzles.lessons_view import question, read_answer
from engines import GAMES
from engines.game import AnyGame, AnyPosition
from engines.refusals import Refusal, Unreadable


async def answer_of(
    services: Services, request: BareText, interaction: Interaction
) -> Learn | Solve | SolveDaily | SolveMine | None:
    """Return the answer that a bare text gives to the open lesson or puzzle; None where a game has the first claim.

    A game in this chat has it, except for a reply to the lesson's message; a game elsewhere has it for its legal moves.
    """
    meant = None if interaction.known.replied_to else _answer_meant(request.text, interaction)
    if meant is None or (not interaction.incoming.replies_to and await _has_a_game_for(services, request, interaction)):
        return None
    return meant


def _answer_meant(text: str, interaction: Interaction) -> Learn | Solve | SolveDaily | SolveMine | None:
    """Return the answer that a text can be to the open lesson or puzzle, even if the rules forbid it."""
    opened = exercises.read(interaction.known.exercise)
    if isinstance(opened, OpenPuzzle):
        position, _ = opened.puzzle.position_after(len(opened.found))
        if opened.is_solved or not _can_mean(position, text):
            return None
        return SolveDaily(opened.day, text) if opened.day else Solve(answer=text)
    if isinstance(opened, OpenMistake):
        return SolveMine(text) if looks_like_a_move(text) else None
    if opened is None or interaction.at - opened.at > LESSON_SECONDS:
        return None
    answer = Learn(opened.game, opened.step, text)
    asks = question(answer)
    return answer if asks and _can_mean(asks.position, text) else None


_OF_EXERCISES = ("hint", "help", "resign", "moves", "turn", "board", "undo")


@dataclass(frozen=True)
class _Open:
    """A lesson or puzzle that waits for an answer: its position, the command that answers it, its page and its hint."""

    game: AnyGame
    position: AnyPosition
    line: str
    page: Request
    hint: Request


def _open_exercise(interaction: Interaction) -> _Open | None:
    opened = exercises.read(interaction.known.exercise)
    if isinstance(opened, OpenPuzzle) and not opened.is_solved:
        game, (position, _) = GAMES[opened.puzzle.game], opened.puzzle.position_after(len(opened.found))
        if day := opened.day:
            return _Open(game, position, f"/daily {day}", SolveDaily(day), SolveDaily(day, wish=Wish.HINT))
        number = opened.number
        return _Open(game, position, f"/puzzle {number}", Solve(number=number), Solve(number=number, wish=Wish.HINT))
    if isinstance(opened, OpenLesson) and interaction.at - opened.at <= LESSON_SECONDS:
        page = Learn(opened.game, opened.step)
        asks = question(page)
        if asks:
            return _Open(asks.game, asks.position, f"/learn {opened.game} {opened.step}", page, page)
    return None


async def _has_a_game_for(services: Services, request: BareText, interaction: Interaction) -> bool:
    person = interaction.incoming.person
    if any(is_my_game(session, person) for session in await services.games.open_sessions(interaction.known.games)):
        return True
    elsewhere = await services.games.of(person) if interaction.incoming.in_private else []
    own = [session for session in elsewhere if is_my_turn(session, person)]
    return only_reader(own, request, legally=True) is not None


def _can_mean(position: AnyPosition, text: str) -> bool:
    """Return whether a text is an answer, even one that the rules forbid."""
    try:
        read_answer(position, text)
    except Unreadable:
        return looks_like_a_move(text)
    except Refusal:
        return True
    return True


def understand(interaction: Interaction) -> Request | Message | None:
    """Return what a sentence means for the open lesson or puzzle; None for any other.

    That is an answer, as buttons, its hint, the exercise itself, or the rules of its game.
    """
    opened, wish = _open_exercise(interaction), wish_in(interaction.incoming.text)
    if opened is None:
        return None
    if meant := answers_within(opened.game, opened.position, interaction.incoming.text):
        return refusals.did_you_mean(opened.line, meant, interaction.words)
    if wish in _OF_EXERCISES or any(map(looks_like_a_move, interaction.incoming.text.split())):
        return opened.hint if wish in ("hint", "help") else opened.page
    return ShowRules(opened.game.name) if wish == "rules" and not game_within(interaction.incoming.text) else None
