"""Lessons: a step of a course, and what an answer to its question is worth."""

from __future__ import annotations

from bot.core.boards.bot_player import shows_thinking
from bot.core.game.problem import Problem
from bot.core.handlers.services import Answers, Interaction, Services, store_exercise
from bot.features.puzzles import exercises
from bot.features.puzzles.commands import Learn
from bot.features.puzzles.exercises import OpenLesson
from bot.features.puzzles.lessons_view import EXPLAIN_SECONDS, Question, learning, question, read_answer
from engines import GAMES
from engines.game import AnyExplanation, AnyMove


async def learn(services: Services, request: Learn, interaction: Interaction) -> Answers:
    """Show a step of a course, or judge an answer to its question.

    The step is then open to a bare answer, also after an answer that the rules forbid.
    """
    asks, move, is_right, explained = question(request), None, False, None
    if request.game:
        services.thinking.expect(GAMES[request.game])
    try:
        if asks and request.answer:
            move = read_answer(asks.position, request.answer)
            is_right = asks.is_right(move)
    finally:
        opened = exercises.write(OpenLesson(request.game, request.step + is_right, interaction.at))
        if request.game:
            await store_exercise(services, opened, LESSON_SECONDS, interaction)
    if asks and move and not is_right:
        explained = await _explain_answer(services, asks, move, interaction)
        if asks.is_right(move, explained):
            await _step_on(services, request, opened, interaction)
    return (learning(request, interaction.words, explained, not interaction.incoming.chat.direct),)


async def _step_on(services: Services, request: Learn, opened: str, interaction: Interaction) -> None:
    """Open the next step, unless something else is open by now or the learner is being forgotten."""
    next_one = exercises.write(OpenLesson(request.game, request.step + 1, interaction.at))
    await services.store.people.exchange_exercise(interaction.incoming.person.key, next_one, LESSON_SECONDS, opened)


LESSON_SECONDS = 3600.0


async def _explain_answer(
    services: Services, asks: Question, move: AnyMove, interaction: Interaction
) -> AnyExplanation:
    """Return why an answer is wrong; the learner's next text does not wait for it."""
    interaction.ticket.leave()
    example = asks.step.example
    problem = Problem(asks.game, asks.position, EXPLAIN_SECONDS, interaction.incoming.person.key, example.messages)
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        return await services.thinking.explain(problem, move)
