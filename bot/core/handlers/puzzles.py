"""Puzzles of the box, for the asker alone: a position, typed steps, and what each is worth."""

from __future__ import annotations

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.questions import Solve, Wish
from bot.core.game import exercises
from bot.core.game.exercises import OpenPuzzle
from bot.core.game.problem import Problem
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.platform import Message
from bot.core.view import puzzles as view
from bot.core.view.learning import EXPLAIN_SECONDS, answered
from engines import GAMES
from engines.game import AnyMove, advance
from engines.puzzles import box
from engines.refusals import Illegal


async def solve(services: Services, request: Solve, asked: Asked) -> Answers:
    """A puzzle as far as the asker has solved it, or what a step, a hint or the answer makes of it.

    Raises `Refusal` for a step that is no legal move, and for a puzzle that is not there.
    """
    opened = _opened(services, request, asked)
    services.thinking.expect(GAMES[opened.puzzle.game])
    if opened.is_solved or not (request.answer or request.wish in (Wish.HINT, Wish.SHOW)):
        said = view.page(opened, asked.words)
    elif request.wish is Wish.HINT:
        said = view.hint(opened, asked.words)
    elif request.wish is Wish.SHOW:
        opened = opened.a_step_on(shown=True)
        said = view.step_on(opened, asked.words)
    else:
        opened, said = await _stepped(services, opened, request.answer, asked)
    await _keep(services, opened, asked)
    return (said,)


async def _stepped(services: Services, opened: OpenPuzzle, text: str, asked: Asked) -> tuple[OpenPuzzle, Message]:
    """What a typed step makes of a puzzle, and what is said of it."""
    position, _ = opened.puzzle.reached(len(opened.found))
    move = answered(position, text)
    after, _ = advance(position, move)
    right = position.read(opened.puzzle.solution[2 * len(opened.found)])
    if after == advance(position, right)[0]:
        opened = opened.a_step_on()
        return opened, view.step_on(opened, asked.words)
    opened = opened.after_a_wrong_try()
    await _keep(services, opened, asked)
    return opened, await _explained(services, opened, move, asked)


async def _explained(services: Services, opened: OpenPuzzle, move: AnyMove, asked: Asked) -> Message:
    """Why a step is wrong; the solver's next text does not wait for it."""
    asked.ticket.leave()
    puzzle, game = opened.puzzle, GAMES[opened.puzzle.game]
    position, messages = puzzle.reached(len(opened.found))[0], puzzle.messages(len(opened.found))
    problem = Problem(game, position, EXPLAIN_SECONDS, asked.incoming.chat.key, messages)
    async with shows_thinking(services.platforms, asked.incoming.chat):
        explained = await services.thinking.explain(problem, move)
    return view.wrong(opened, explained, asked.words)


async def _keep(services: Services, opened: OpenPuzzle, asked: Asked) -> None:
    kept = exercises.write(opened)
    if kept != asked.known.exercise:
        await services.store.people.keep_exercise(asked.incoming.person.key, kept, exercises.KEPT_SECONDS)


def _opened(services: Services, request: Solve, asked: Asked) -> OpenPuzzle:
    """The puzzle that is meant: the one with that number, else the one that is open, else another.

    Raises `Illegal` for an answer where none is open, and for a game that has no puzzles.
    """
    found = exercises.read(asked.known.exercise)
    opened = found if isinstance(found, OpenPuzzle) else None
    if request.number:
        meant = OpenPuzzle(request.number, among=opened.among if opened else "")
        return opened if opened and opened.puzzle is meant.puzzle else meant
    if request.answer or request.wish in (Wish.HINT, Wish.SHOW):
        if opened is None:
            raise Illegal("no-puzzle-open")
        return opened
    fits = opened and not opened.is_solved and request.game in ("", opened.puzzle.game)
    if opened and fits and request.wish is not Wish.NEXT:
        return opened
    others = [number for number, puzzle in enumerate(box(), 1) if request.game in ("", puzzle.game)]
    if not others:
        raise Illegal("no-puzzles-of", game=request.game)
    return OpenPuzzle(services.random.choice(others), among=request.game)
