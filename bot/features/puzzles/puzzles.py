"""Puzzles of the box, the daily puzzle and positions from the asker's games, answered step by step."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter

from bot.core.game.session import Session
from bot.core.handlers.finished_games import judgements, newest_games_of, review_game
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.platform import Message
from bot.core.ports.thinking import Problem, problem_of
from bot.core.view.lists import with_unreadable_games
from bot.features.puzzles import exercises, sharing, view
from bot.features.puzzles.commands import PuzzleRequest, Solve, SolveDaily, SolveMine, Wish
from bot.features.puzzles.lessons import EXPLAIN_SECONDS, explain, is_legal, read_answer
from engines import GAMES
from engines.game import AnyMove, advance
from engines.puzzles import puzzle_box
from engines.refusals import Illegal, Refusal
from engines.review import judge_move, losses

_MOST_SEARCHED = 20


async def solve(services: Services, request: Solve, interaction: Interaction) -> Answers:
    """Show a puzzle as far as the asker solved it, or the result of a step, a hint or an answer.

    What was asked last is what is answered: a number that is a legal move there is an answer. A puzzle that is not
    there is refused, with a way to another one.
    """
    try:
        return await _solve(services, request, interaction)
    except Refusal as error:
        services.metrics.record_refusal(error.code)
        return (view.refuse(error, interaction.words),)


async def _solve(services: Services, request: Solve, interaction: Interaction) -> Answers:
    exercise, number = exercises.open_exercise(interaction), request.number
    is_answer = await _is_step(services, exercise, request, interaction)
    if is_answer:
        request = Solve(answer=str(number))
    is_about_the_last = request.is_attempt and not request.number
    if isinstance(exercise, exercises.OpenMistake) and is_about_the_last and request.wish is not Wish.HINT:
        answers = await solve_mine(services, SolveMine(answer=request.answer, wish=request.wish), interaction)
    elif isinstance(exercise, exercises.OpenPuzzle) and exercise.day and is_about_the_last:
        answers = await solve_daily(services, SolveDaily(exercise.day, request.answer, request.wish), interaction)
    else:
        opened, result = _answer(services, _requested_puzzle(services, request, interaction), request, interaction)
        await exercises.store_exercise(services, opened, interaction)
        answers = (await _reply(services, opened, result, interaction),)
    return tuple(view.with_way_to(each, number, interaction.words) for each in answers) if is_answer else answers


async def _is_step(
    services: Services, opened: exercises.Exercise | None, request: PuzzleRequest, interaction: Interaction
) -> bool:
    """Return whether a lone number is a legal move in the open puzzle."""
    if not request.bare or interaction.incoming.pressed:
        return False
    if isinstance(opened, exercises.OpenPuzzle) and not opened.is_solved:
        return is_legal(opened.puzzle.position_after(len(opened.found))[0], str(request.number))
    if isinstance(opened, exercises.OpenMistake) and (session := await services.games.load(opened.code)):
        return is_legal(session.at(opened.number).position, str(request.number))
    return False


def _answer(
    services: Services, opened: exercises.OpenPuzzle, request: PuzzleRequest, interaction: Interaction
) -> tuple[exercises.OpenPuzzle, Message | AnyMove]:
    """Return the puzzle after a request and the reply, or the wrong move to explain."""
    speech = interaction.words
    services.thinking.expect(GAMES[opened.puzzle.game])
    if _repeats_last_step(opened, request):
        return opened, view.step_on(opened, speech)
    if opened.is_solved or not request.is_attempt:
        return opened, view.page(opened, speech, is_heard=interaction.incoming.chat.direct)
    if request.step not in (0, len(opened.found) + 1):
        is_over = request.step <= len(opened.found)
        return opened, view.page(opened, speech, speech.say("puzzle-step-over", step=request.step) if is_over else "")
    if request.wish is Wish.PICK:
        return opened, view.choosing(opened, request.picked, speech)
    if request.wish is Wish.HINT:
        return opened, view.page(opened, speech, speech.say("puzzle-hint", idea=view.idea(opened.puzzle, speech)))
    if request.wish is not Wish.SHOW:
        position, _ = opened.puzzle.position_after(len(opened.found))
        try:
            move = read_answer(position, request.answer)
        except Refusal as error:
            services.metrics.record_refusal(error.code)
            return opened, view.refuse_step(opened, error, speech)
        right = position.read(opened.puzzle.solution[2 * len(opened.found)])
        if advance(position, move)[0] != advance(position, right)[0]:
            return replace(opened, tried=True), move
    opened = opened.a_step_on(shown=request.wish is Wish.SHOW)
    return opened, view.step_on(opened, speech)


def _repeats_last_step(opened: exercises.OpenPuzzle, request: PuzzleRequest) -> bool:
    """Return whether a request, such as a second press, leads to what the last step has shown."""
    if not opened.found or request.step != len(opened.found):
        return False
    if request.wish is Wish.SHOW:
        return opened.found[-1] is exercises.Found.SHOWN
    position, _ = opened.puzzle.position_after(request.step - 1)
    right = opened.puzzle.solution[2 * (request.step - 1)]
    with suppress(Refusal):
        return bool(request.answer) and read_answer(position, request.answer) == position.read(right)
    return False


async def _reply(
    services: Services, opened: exercises.OpenPuzzle, result: Message | AnyMove, interaction: Interaction
) -> Message:
    """Return the reply, or explain a wrong step while the solver's next text is already handled."""
    if isinstance(result, Message):
        return result
    puzzle, game = opened.puzzle, GAMES[opened.puzzle.game]
    position, messages = puzzle.position_after(len(opened.found))[0], puzzle.messages(len(opened.found))
    problem = Problem(game, position, EXPLAIN_SECONDS, interaction.incoming.person.key, messages)
    return view.wrong_step(opened, await explain(services, problem, result, interaction), interaction.words)


def _requested_puzzle(services: Services, request: Solve, interaction: Interaction) -> exercises.OpenPuzzle:
    """Return the puzzle by number, else the open one, else a new one; raise `Illegal` if there is none."""
    exercise, chosen = exercises.open_exercise(interaction), exercises.earlier_choice(interaction)
    opened = exercise if isinstance(exercise, exercises.OpenPuzzle) and not exercise.day else None
    if request.number:
        wanted = exercises.OpenPuzzle(request.number, among=opened.among if opened else "").reopened_at(request.step)
        is_open = opened is not None and opened.puzzle is wanted.puzzle
        if request.wish is not Wish.NEXT:
            return opened if opened and is_open else wanted
        if opened and not is_open:
            return opened  # a second press, after the first has led on
    if request.is_attempt:
        if opened is None:
            raise Illegal("no-puzzle-open")
        return opened
    fits = opened and not opened.is_solved and request.game in ("", opened.puzzle.game)
    if opened and fits and request.wish is not Wish.NEXT:
        return opened
    others = [number for number, puzzle in enumerate(puzzle_box(), 1) if request.game in ("", puzzle.game)]
    if not others:
        raise Illegal("no-puzzles-of", game=request.game)
    if isinstance(chosen, exercises.OpenPuzzle) and not chosen.day:
        return chosen
    return exercises.OpenPuzzle(services.random.choice(others), among=request.game)


async def solve_mine(services: Services, request: SolveMine, interaction: Interaction) -> Answers:
    """Show a proved loss by the asker in a finished game of this chat, or judge an answer; raise `Refusal`."""
    exercise = exercises.open_exercise(interaction)
    opened = exercise if isinstance(exercise, exercises.OpenMistake) and request.wish is not Wish.NEXT else None
    session = await services.games.load(opened.code) if opened else None
    if opened and request.code and (request.code, request.number) != (opened.code, opened.number + 1):
        request = SolveMine()  # an answer on a board of another position
    if opened and session:
        return (await _mistake_page(services, session, opened, request, interaction),)
    newest, unreadable = await newest_games_of(services, interaction, _MOST_SEARCHED)
    chosen = await _another_mistake(services, exercise, newest, interaction)
    if chosen is None:
        services.metrics.record_refusal("no-mistakes")
        page = view.refuse(Illegal("no-mistakes"), interaction.words)
    else:
        opened, session = chosen
        await exercises.store_exercise(services, opened, interaction)
        page = await _mistake_page(services, session, opened, SolveMine(), interaction)
    return (with_unreadable_games(page, unreadable, interaction.words),)


async def _mistake_page(
    services: Services, session: Session, opened: exercises.OpenMistake, request: SolveMine, interaction: Interaction
) -> Message:
    then, turn = session.at(opened.number), session.turns[opened.number]
    if request.wish is Wish.PICK:
        return view.mistake_choosing(session, opened, request.picked, interaction.words)
    try:
        tried = read_answer(then.position, request.answer) if request.answer else turn.move
    except Refusal as error:
        services.metrics.record_refusal(error.code)
        return view.refuse_mistake(session, opened, error, interaction.words)
    explained = await explain(services, problem_of(then, EXPLAIN_SECONDS), tried, interaction)
    judgement = judge_move(session.rules, then.position, str(tried), explained)
    if request.answer:
        return view.mistake_answered(session, opened, judgement, explained, interaction.words)
    if request.wish is Wish.SHOW:
        return view.mistake_shown(session, opened, judgement, interaction.words)
    return view.mistake(session, opened, judgement, interaction.words, interaction.incoming.chat.direct)


async def _another_mistake(
    services: Services, but: exercises.Exercise | None, newest: Sequence[Session], interaction: Interaction
) -> tuple[exercises.OpenMistake, Session] | None:
    """Pick a random mistake from the newest games; analyse at most one game without a review."""
    person, mistakes = interaction.incoming.person, list[tuple[exercises.OpenMistake, Session]]()
    has_looked = False
    for session in filter(attrgetter("turns"), newest):
        if not await services.store.findings.review(session.code):
            if has_looked:
                continue
            has_looked = True
        review = await review_game(services, session, interaction.incoming.person)
        lost = losses(judgements(session, review.expectations))
        own_losses = (number for number in lost if session.turns[number].seat is session.seat_of(person))
        mistakes += [(exercises.OpenMistake(session.code, number), session) for number in own_losses]
    chosen = exercises.earlier_choice(interaction)
    others = [each for each in mistakes if each[0] == chosen] or [each for each in mistakes if each[0] != but]
    return services.random.choice(others or mistakes) if mistakes else None


async def solve_daily(services: Services, request: SolveDaily, interaction: Interaction) -> Answers:
    """Show the daily puzzle as far as it is solved, judge a step, or post its line to the chat that asked last.

    A daily that was begun is the one that is answered, also after midnight. Raise `Refusal` as `solve`, and for a line
    that cannot be posted.
    """
    dailies, speech = await exercises.load_dailies(services, interaction), interaction.words
    before = exercises.write(dailies.opened) if dailies.opened else None
    if not interaction.incoming.in_private and not interaction.incoming.chat.inline:
        dailies = replace(dailies, chat=interaction.incoming.chat)
    today = exercises.day_number(interaction.at)
    begun = dailies.opened.day if dailies.opened else today
    if request.wish is Wish.SHARE and interaction.incoming.in_private:
        return await sharing.share(services, dailies, request.number or begun, interaction)
    if request.wish in (Wish.POST, Wish.SHARE):
        return (await sharing.post(services, dailies, request, request.number or begun, interaction),)
    if await _is_step(services, dailies.opened, request, interaction):
        request = SolveDaily(begun, str(request.number))
    wanted = request.number or begun
    goes_on = request.is_attempt and not request.number and dailies.opened and not dailies.opened.is_solved
    opened = dailies.of(begun if goes_on or request.number == begun else today)
    await _store_dailies(services, dailies, opened, before, interaction)
    if opened.day != wanted and (request.is_attempt or 0 < request.number < opened.day):
        return (view.page(opened, speech, speech.say("daily-is-over", number=str(wanted))),)
    opened, result = _answer(services, opened, request, interaction)
    dailies = await exercises.load_dailies(services, interaction)
    dailies = await _store_dailies(services, dailies, opened, before, interaction)
    page = await _reply(services, opened, result, interaction)
    if not opened.is_solved:
        return (page,)
    can_post = dailies.chat is not None and (opened.day, dailies.chat.key) not in dailies.posted
    is_alone = interaction.incoming.in_private
    return (view.with_squares(page, opened, dailies.streak, can_post, speech, is_alone=is_alone),)


async def _store_dailies(
    services: Services,
    dailies: exercises.Dailies,
    opened: exercises.OpenPuzzle,
    before: str | None,
    interaction: Interaction,
) -> exercises.Dailies:
    """Store the asker's dailies with new progress in one; `before` is its progress before this text."""
    dailies = dailies.with_daily(opened)
    await exercises.store_exercise(services, opened, interaction, daily=before)
    await exercises.store_dailies(services, dailies, interaction)
    return dailies
