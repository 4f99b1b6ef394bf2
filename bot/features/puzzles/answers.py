"""Bare texts and sentences as answers to the lesson or puzzle that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.commands.command import is_my_game, is_my_turn
from bot.core.commands.finding import looks_like_a_move, only_reader
from bot.core.commands.playing import BareText
from bot.core.commands.questions import ShowRules
from bot.core.commands.read_back import game_within, text_in_all
from bot.core.commands.sentences import answers_within, wish_in
from bot.core.game.requests import Request
from bot.core.handlers.services import Interaction, Services
from bot.core.ports.platform import Message
from bot.core.view import refusals
from bot.features.puzzles.commands import Learn, PuzzleRequest, Solve, SolveDaily, SolveMine, Wish
from bot.features.puzzles.exercises import Exercise, OpenLesson, OpenMistake, OpenPuzzle, open_exercise
from bot.features.puzzles.lessons import LESSON_SECONDS, is_legal, question, read_answer
from engines import GAMES
from engines.game import AnyGame, AnyPosition
from engines.refusals import Refusal, Unreadable

_EXERCISE_WISHES = ("hint", "help", "resign", "moves", "turn", "board", "undo")


@dataclass(frozen=True)
class _Open:
    """A lesson or puzzle that waits for an answer: its position, the command that answers it, and its page."""

    game: AnyGame
    position: AnyPosition
    line: str
    page: Learn | PuzzleRequest


def _waiting_exercise(interaction: Interaction) -> _Open | None:
    opened = open_exercise(interaction)
    if isinstance(opened, OpenPuzzle) and not opened.is_solved:
        game, (position, _) = GAMES[opened.puzzle.game], opened.puzzle.position_after(len(opened.found))
        if opened.day:
            return _Open(game, position, f"/daily {opened.day}", SolveDaily(opened.day))
        return _Open(game, position, f"/puzzle {opened.number}", Solve(opened.number))
    if isinstance(opened, OpenLesson) and interaction.at - opened.at <= LESSON_SECONDS:
        page = Learn(opened.game, opened.step)
        if asked := question(page):
            return _Open(asked.game, asked.position, f"/learn {opened.game} {opened.step}", page)
    return None


async def answer_of(services: Services, request: BareText, interaction: Interaction) -> Request | None:
    """Return the request of a bare text about the open lesson or puzzle; None where a game has the first claim.

    It is an answer, or the label of a button. A game in this chat has the first claim, unless the text replies to the
    lesson, or the lesson was shown after the game's last move; then the game has it for a move that is legal only
    there, as a game elsewhere has it for its legal moves.
    """
    if interaction.known.replied_to:
        return None
    meant = _possible_answer(request.text, interaction) or _request_of_label(interaction)
    if meant and not interaction.incoming.replies_to and await _has_a_game_for(services, request, interaction):
        return None
    return meant


def _possible_answer(text: str, interaction: Interaction) -> Learn | PuzzleRequest | None:
    """Return the answer that a text can be to the open lesson or puzzle, even if the rules forbid it."""
    if isinstance(open_exercise(interaction), OpenMistake):
        return SolveMine(answer=text) if looks_like_a_move(text) else None
    waiting = _waiting_exercise(interaction)
    if waiting is None or not _can_mean(waiting.position, text):
        return None
    return replace(waiting.page, answer=text)


def _can_mean(position: AnyPosition, text: str) -> bool:
    """Return whether a text is an answer, even one that the rules forbid; a word is one only if it is legal."""
    try:
        read_answer(position, text)
    except Unreadable:
        return looks_like_a_move(text) and not text.isalpha()
    except Refusal:
        return not text.isalpha()
    return True


async def _has_a_game_for(services: Services, request: BareText, interaction: Interaction) -> bool:
    person, opened, waiting = interaction.incoming.person, open_exercise(interaction), _waiting_exercise(interaction)
    open_here = await services.games.open_sessions(interaction.known.games)
    here = [session for session in open_here if is_my_game(session, person)]
    if here and (opened is None or opened.at <= max(session.since for session in here)):
        return True
    if here and waiting and is_legal(waiting.position, request.text):
        return False
    elsewhere = await services.games.of(person) if interaction.incoming.in_private else here
    own = [session for session in elsewhere if is_my_turn(session, person)]
    return only_reader(own, request, legally=True) is not None


def understand(interaction: Interaction) -> Request | Message | None:
    """Return what a sentence means for the open lesson or puzzle; None for any other.

    That is an answer, as buttons, its hint, the exercise itself, or the rules of its game.
    """
    text = interaction.incoming.text
    waiting, wish = _waiting_exercise(interaction), wish_in(text)
    if waiting is None:
        return None
    if moves := answers_within(waiting.game, waiting.position, text):
        return refusals.did_you_mean(waiting.line, moves, interaction.words)
    if wish in _EXERCISE_WISHES or any(map(looks_like_a_move, text.split())):
        if isinstance(waiting.page, PuzzleRequest) and wish in ("hint", "help"):
            return replace(waiting.page, wish=Wish.HINT)
        return waiting.page
    return ShowRules(waiting.game.name) if wish == "rules" and not game_within(text) else None


def _request_of_label(interaction: Interaction) -> Request | None:
    """Return the request of the button below the open exercise whose label a text is, in any language."""
    opened = open_exercise(interaction)
    if opened is None:
        return None
    label = " ".join(interaction.incoming.text.casefold().split()).rstrip(".!")
    for code, request in _buttons(opened, interaction).items():
        if label in map(str.casefold, text_in_all(code)):
            return request
    return None


def _buttons(opened: Exercise, interaction: Interaction) -> Mapping[str, Request]:
    """Return the requests of the buttons below an exercise that lead on in it, by the codes of their labels."""
    if isinstance(opened, OpenMistake):
        return {"button-show-answer": SolveMine(wish=Wish.SHOW), "button-next": SolveMine(wish=Wish.NEXT)}
    if isinstance(opened, OpenLesson):
        return _pages_beside(opened) if interaction.at - opened.at <= LESSON_SECONDS else {}
    waiting = _waiting_exercise(interaction)
    page = waiting.page if waiting else None
    show = {"button-show-answer": replace(page, wish=Wish.SHOW)} if isinstance(page, PuzzleRequest) else {}
    onward = {} if opened.day else {"button-next": Solve(opened.number, game=opened.among, wish=Wish.NEXT)}
    return {**show, **onward}


def _pages_beside(opened: OpenLesson) -> Mapping[str, Request]:
    last = len(GAMES[opened.game].teaching.course) + 1
    beside = {"button-back": opened.step - 1, "button-next": opened.step + 1}
    return {code: Learn(opened.game, step) for code, step in beside.items() if 1 <= step <= last}
