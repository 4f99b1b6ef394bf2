"""Puzzles of the box, the daily puzzle and positions from own games, answered step by step for one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from bot.core.boards.bot_player import shows_thinking
from bot.core.game.problem import Problem
from bot.core.game.session import Session
from bot.core.handlers.analysis import judgements, review_expectations
from bot.core.handlers.finished_games import newest_games_of
from bot.core.handlers.services import Answers, Interaction, Services, store_exercise
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import of_person
from bot.core.view.lists import with_unreadable_games
from bot.core.view.refusals import refusal
from bot.features.puzzles import exercises, view
from bot.features.puzzles.commands import Solve, SolveDaily, SolveMine, Wish
from bot.features.puzzles.dailies import change_solvers
from bot.features.puzzles.exercises import Dailies, OpenMistake, OpenPuzzle, day_number, read_dailies, write_dailies
from bot.features.puzzles.lessons_view import EXPLAIN_SECONDS, read_answer
from bot.features.puzzles.settings import DAILY
from engines import GAMES
from engines.game import AnyMove, AnyPosition, advance
from engines.puzzles import puzzle_box
from engines.refusals import Illegal, Refusal
from engines.review import judge_move, losses


async def solve(services: Services, request: Solve, interaction: Interaction) -> Answers:
    """Show a puzzle as far as the asker has solved it, or what a step, a hint or the answer makes of it.

    What was asked last is what is answered: a number that is a legal move there is an answer. Raises `Refusal` for a
    step that is no legal move, and for a puzzle that is not there.
    """
    found, number = exercises.read(interaction.known.exercise), request.number
    is_answer = request.bare and not interaction.incoming.pressed and await _is_step(services, found, number)
    if is_answer:
        request = Solve(answer=str(number))
    is_about_the_last = bool(request.answer or request.wish in (Wish.HINT, Wish.SHOW)) and not request.number
    if isinstance(found, OpenMistake) and is_about_the_last and request.wish is not Wish.HINT:
        told = await solve_mine(services, SolveMine(request.answer, request.wish), interaction)
    elif isinstance(found, OpenPuzzle) and found.day and is_about_the_last:
        told = await solve_daily(services, SolveDaily(found.day, request.answer, request.wish), interaction)
    else:
        told = (await _solve(services, request, interaction),)
    return tuple(view.with_way_to(each, number, interaction.words) for each in told) if is_answer else told


async def _solve(services: Services, request: Solve, interaction: Interaction) -> Message:
    opened, told = _answer(services, _requested_puzzle(services, request, interaction), request, interaction)
    await _keep(services, opened, interaction)
    return await _reply(services, opened, told, interaction)


async def _is_step(services: Services, opened: exercises.Exercise | None, number: int) -> bool:
    """Return whether a number is a legal move in what is open."""
    if isinstance(opened, OpenPuzzle) and not opened.is_solved:
        return _is_legal(opened.puzzle.position_after(len(opened.found))[0], number)
    if isinstance(opened, OpenMistake):
        session = await services.games.load(opened.code)
        return session is not None and _is_legal(session.at(opened.number).position, number)
    return False


def _is_legal(position: AnyPosition, number: int) -> bool:
    try:
        read_answer(position, str(number))
    except Refusal:
        return False
    return True


def _answer(
    services: Services, opened: OpenPuzzle, request: Solve | SolveDaily, interaction: Interaction
) -> tuple[OpenPuzzle, Message | AnyMove]:
    """Return the puzzle after a request and the reply, or the wrong move that is to be explained."""
    services.thinking.expect(GAMES[opened.puzzle.game])
    if opened.is_solved or not (request.answer or request.wish in (Wish.HINT, Wish.SHOW)):
        return opened, view.page(opened, interaction.words, by_command=not interaction.incoming.chat.direct)
    if request.step not in (0, len(opened.found) + 1):
        return opened, view.step_is_over(opened, request.step, interaction.words)
    if request.wish is Wish.HINT:
        return opened, view.hint(opened, interaction.words)
    if request.wish is Wish.SHOW:
        opened = opened.a_step_on(shown=True)
        return opened, view.step_on(opened, interaction.words)
    return _take_step(opened, request.answer, interaction)


def _take_step(opened: OpenPuzzle, text: str, interaction: Interaction) -> tuple[OpenPuzzle, Message | AnyMove]:
    """Return the puzzle after a typed step, as `_answered`."""
    position, _ = opened.puzzle.position_after(len(opened.found))
    move = read_answer(position, text)
    after, _ = advance(position, move)
    right = position.read(opened.puzzle.solution[2 * len(opened.found)])
    if after == advance(position, right)[0]:
        opened = opened.a_step_on()
        return opened, view.step_on(opened, interaction.words)
    return opened.after_a_wrong_try(), move


async def _reply(services: Services, opened: OpenPuzzle, told: Message | AnyMove, interaction: Interaction) -> Message:
    """Return the reply, or explain a wrong step.

    The solver's next text does not wait for the explanation, so nothing is stored after it.
    """
    if isinstance(told, Message):
        return told
    interaction.ticket.leave()
    puzzle, game = opened.puzzle, GAMES[opened.puzzle.game]
    position, messages = puzzle.position_after(len(opened.found))[0], puzzle.messages(len(opened.found))
    problem = Problem(game, position, EXPLAIN_SECONDS, interaction.incoming.person.key, messages)
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        explained = await services.thinking.explain(problem, told)
    return view.wrong_step(opened, explained, interaction.words)


async def _keep(services: Services, opened: OpenPuzzle, interaction: Interaction, daily: str | None = None) -> None:
    kept = exercises.write(opened)
    if kept != interaction.known.exercise:
        await store_exercise(services, kept, exercises.KEPT_SECONDS, interaction, daily)


def _earlier_choice(interaction: Interaction) -> exercises.Exercise | None:
    """Return what this very text has opened already."""
    again = interaction.again
    return exercises.read(again.now) if again and again.newest and again.now != again.state_before.exercise else None


def _requested_puzzle(services: Services, request: Solve, interaction: Interaction) -> OpenPuzzle:
    """Return the puzzle of a request: by its number, else the open one, else another.

    Raise `Illegal` for an answer where none is open, and for a game that has no puzzles.
    """
    found = exercises.read(interaction.known.exercise)
    opened = found if isinstance(found, OpenPuzzle) and not found.day else None
    if request.number and request.wish is Wish.NEXT:
        if opened and opened.puzzle is not OpenPuzzle(request.number).puzzle:
            return opened  # a second press, after the first has led on
    elif request.number:
        meant = OpenPuzzle(request.number, among=opened.among if opened else "")
        return opened if opened and opened.puzzle is meant.puzzle else meant
    if request.answer or request.wish in (Wish.HINT, Wish.SHOW):
        if opened is None:
            raise Illegal("no-puzzle-open")
        return opened
    fits = opened and not opened.is_solved and request.game in ("", opened.puzzle.game)
    if opened and fits and request.wish is not Wish.NEXT:
        return opened
    others = [number for number, puzzle in enumerate(puzzle_box(), 1) if request.game in ("", puzzle.game)]
    if not others:
        raise Illegal("no-puzzles-of", game=request.game)
    if isinstance(chosen := _earlier_choice(interaction), OpenPuzzle) and not chosen.day:
        return chosen
    return OpenPuzzle(services.random.choice(others), among=request.game)


async def solve_mine(services: Services, request: SolveMine, interaction: Interaction) -> Answers:
    """Show a proved loss of the asker's own in a finished game of this chat, or what an answer makes of it.

    Raises `Refusal` for an answer that is no legal move.
    """
    found = exercises.read(interaction.known.exercise)
    opened = found if isinstance(found, OpenMistake) and request.wish is not Wish.NEXT else None
    session = await services.games.load(opened.code) if opened else None
    if opened is None or session is None:
        return await _open_mistake(services, found, interaction)
    return (await _mistake_page(services, session, opened, request, interaction),)


async def _open_mistake(services: Services, but: exercises.Exercise | None, interaction: Interaction) -> Answers:
    """Show another mistake of the asker's, or that none is known, and how many games could not be read."""
    newest, unreadable = await newest_games_of(services, interaction, _MOST_SEARCHED)
    chosen = await _another_mistake(services, but, newest, interaction)
    if chosen is None:
        services.metrics.record_refusal("no-mistakes")
        told = refusal(Illegal("no-mistakes"), interaction.words)
    else:
        opened, session = chosen
        await store_exercise(services, exercises.write(opened), exercises.KEPT_SECONDS, interaction)
        told = await _mistake_page(services, session, opened, SolveMine(), interaction)
    return (with_unreadable_games(told, unreadable, interaction.words),)


async def _mistake_page(
    services: Services, session: Session, opened: OpenMistake, request: SolveMine, interaction: Interaction
) -> Message:
    then, turn = session.at(opened.number), session.turns[opened.number]
    tried = read_answer(then.position, request.answer) if request.answer else turn.move
    interaction.ticket.leave()
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        explained = await services.thinking.explain(then.problem(EXPLAIN_SECONDS), tried)
    told = judge_move(session.rules, then.position, str(tried), explained)
    if request.answer:
        return view.mistake_answered(session, opened.number, told, explained, interaction.words)
    if request.wish is Wish.SHOW:
        return view.mistake_shown(session, opened.number, told, interaction.words)
    return view.mistake(session, opened.number, told, interaction.words, not interaction.incoming.chat.direct)


async def _another_mistake(
    services: Services, but: exercises.Exercise | None, newest: Sequence[Session], interaction: Interaction
) -> tuple[OpenMistake, Session] | None:
    """Pick one of the newest games' mistakes by chance; of games never looked over, one is."""
    person, found = interaction.incoming.person, list[tuple[OpenMistake, Session]]()
    has_looked = False
    for session in filter(attrgetter("turns"), newest):
        if not await services.store.findings.review(session.code):
            if has_looked:
                continue
            has_looked = True
        lost = losses(judgements(session, await review_expectations(services, session, interaction.incoming.person)))
        own_losses = (number for number in lost if session.turns[number].seat is session.seat_of(person))
        found += [(OpenMistake(session.code, number), session) for number in own_losses]
    chosen = _earlier_choice(interaction)
    others = [each for each in found if each[0] == chosen] or [each for each in found if each[0] != but] or found
    return services.random.choice(others) if others else None


_MOST_SEARCHED = 20


async def solve_daily(services: Services, request: SolveDaily, interaction: Interaction) -> Answers:
    """Show the daily puzzle as far as it is solved, judge a step, or post its line to the chat that asked for it last.

    A daily that was begun is the one that is answered, also after midnight. Raise `Refusal` as `solve`, and for a line
    that cannot be posted.
    """
    dailies = await _dailies(services, interaction)
    before = exercises.write(dailies.opened) if dailies.opened else None
    if not interaction.incoming.in_private and not interaction.incoming.chat.inline:
        dailies = replace(dailies, chat=interaction.incoming.chat)
    today = day_number(interaction.at)
    begun = dailies.opened.day if dailies.opened else today
    if request.wish is Wish.POST:
        return (await _post(services, dailies, request.day or begun, interaction),)
    if request.bare and not interaction.incoming.pressed and await _is_step(services, dailies.opened, request.day):
        request = SolveDaily(begun, str(request.day))
    is_step = bool(request.answer or request.wish in (Wish.HINT, Wish.SHOW))
    goes_on = is_step and not request.day and dailies.opened is not None and not dailies.opened.is_solved
    opened = dailies.of(begun if goes_on or request.day == begun else today)
    if is_step and opened.day != (request.day or begun):
        await _keep_dailies(services, dailies, opened, before, interaction)
        return (view.day_is_over(opened, request.day or begun, interaction.words),)
    await _keep_dailies(services, dailies, opened, before, interaction)
    opened, told = _answer(services, opened, request, interaction)
    dailies = await _keep_dailies(services, await _dailies(services, interaction), opened, before, interaction)
    said = await _reply(services, opened, told, interaction)
    if not opened.is_solved:
        return (said,)
    is_posted = dailies.chat is not None and (opened.day, dailies.chat.key) in dailies.posted
    return (view.with_squares(said, opened, dailies.streak, not is_posted, interaction.words),)


async def _dailies(services: Services, interaction: Interaction) -> Dailies:
    choices = await services.store.settings.choices(of_person(interaction.incoming.person))
    dailies = read_dailies(choices.get(DAILY, ""))
    if interaction.again is None:
        return dailies
    opened = exercises.read(interaction.again.state_before.daily)
    return replace(dailies, opened=opened if isinstance(opened, OpenPuzzle) else None)


async def _keep_dailies(
    services: Services, dailies: Dailies, opened: OpenPuzzle, before: str | None, interaction: Interaction
) -> Dailies:
    """Keep the asker's dailies with one as far as it is solved, of which so much was solved `before` this text."""
    dailies = dailies.with_daily(opened)
    await _keep(services, opened, interaction, before)
    await _write(services, dailies, interaction)
    return dailies


async def _write(services: Services, dailies: Dailies, interaction: Interaction) -> None:
    if interaction.again and not interaction.again.newest:
        return
    whose = of_person(interaction.incoming.person)
    choices = await services.store.settings.choices(whose)
    if choices.get(DAILY) != (kept := write_dailies(dailies)):
        await services.store.settings.choose(whose, {DAILY: kept})


async def _post(services: Services, dailies: Dailies, day: int, interaction: Interaction) -> Message:
    """Post the line of a solved day once; raise `Illegal` if there is nothing to post, or no chat for it."""
    opened, chat, person = dailies.of(day), dailies.chat, interaction.incoming.person
    if not opened.is_solved:
        raise Illegal("daily-not-solved")
    if chat is None:
        raise Illegal("daily-nowhere")
    cause = interaction.incoming.cause
    if (day, chat.key) in dailies.posted:
        if cause and cause == dailies.posting:
            return view.is_posted(interaction.words)
        raise Illegal("daily-posted-before")
    await _write(services, dailies.with_post(day, chat.key, cause), interaction)
    await change_solvers(services, services.writing, chat.key, lambda solvers: solvers.with_one(day, person))
    try:
        platform = services.platforms[chat.platform]
        await platform.show(chat, view.solved_line(opened, dailies.streak, person, interaction.words))
    except DeliveryError:
        await _write(services, dailies, interaction)
        await change_solvers(services, services.writing, chat.key, lambda solvers: solvers.without(day, person))
        raise Illegal("daily-not-taken") from None
    return view.is_posted(interaction.words)
