"""Typed texts as answers to the open lesson or puzzle, beside games that wait for a move; its board, touched."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.commands.command import is_my_game, is_my_turn, read_number
from bot.core.commands.playing import BareText, looks_like_a_move
from bot.core.commands.questions import ShowRules
from bot.core.commands.read_back import game_within, text_in_all
from bot.core.commands.sentences import answers_within, is_doubtful, wish_in
from bot.core.game.people import Person
from bot.core.game.referee import AskHint
from bot.core.game.requests import GameRequest, Request, read_code
from bot.core.game.session import Session
from bot.core.handlers.handling import only_reader
from bot.core.handlers.services import Interaction, Services
from bot.core.language.speech import Speech, phrases
from bot.core.ports.platform import Message
from bot.core.view import refusals
from bot.core.view.names import game_title, title
from bot.core.view.touched import Surface, exercise_surface
from bot.features.puzzles import exercises, view
from bot.features.puzzles.commands import Learn, PuzzleRequest, Solve, SolveDaily, SolveMine, Wish
from bot.features.puzzles.lessons import LESSON_SECONDS, question, read_answer
from engines import GAMES
from engines.game import AnyGame, AnyPosition
from engines.puzzles import puzzle_box, replay
from engines.refusals import Ambiguous, Refusal, Unreadable

_MOST_NUMBER = 99_999
_EXERCISE_WISHES = ("hint", "help", "resign", "moves", "turn", "board", "undo")


@dataclass(frozen=True)
class _Waiting:
    """A lesson or puzzle that awaits an answer: its position, the command that answers it, and its page."""

    game: AnyGame
    position: AnyPosition
    line: str
    page: Learn | PuzzleRequest


async def _waiting_exercise(services: Services, interaction: Interaction) -> _Waiting | None:
    opened = exercises.open_exercise(interaction)
    if isinstance(opened, exercises.OpenPuzzle) and not opened.is_solved:
        game, (position, _) = GAMES[opened.puzzle.game], opened.puzzle.position_after(len(opened.found))
        if opened.day:
            return _Waiting(game, position, f"/daily {opened.day}", SolveDaily(opened.day))
        return _Waiting(game, position, f"/puzzle {opened.number}", Solve(opened.number))
    if isinstance(opened, exercises.OpenLesson) and interaction.at - opened.at <= LESSON_SECONDS:
        page = Learn(opened.game, opened.step)
        if asked := question(page):
            return _Waiting(asked.game, asked.position, f"/learn {opened.game} {opened.step}", page)
    if isinstance(opened, exercises.OpenMistake) and (session := await services.games.load(opened.code)):
        return _Waiting(session.rules, session.at(opened.number).position, "/puzzle mine", SolveMine())
    return None


@dataclass(frozen=True)
class _Reading:
    """The reading of a text as an answer: the legal move, or the refusal."""

    move: str = ""
    refusal: Refusal | None = None

    @property
    def is_readable(self) -> bool:
        """Return whether the text is a move in the exercise's notation and on its board."""
        return not isinstance(self.refusal, Unreadable | Ambiguous)


def _read(position: AnyPosition, text: str) -> _Reading | None:
    """Return the reading of a text as an answer, even one that the rules forbid; a word is one only if it is legal."""
    try:
        return _Reading(str(read_answer(position, text)))
    except Unreadable as refusal:
        return _Reading(refusal=refusal) if looks_like_a_move(text) and not text.isalpha() else None
    except Refusal as refusal:
        return None if text.isalpha() else _Reading(refusal=refusal)


@dataclass(frozen=True)
class _GamesBeside:
    """The sender's games beside an exercise.

    `takers` are those that wait for the sender's move and where the text is one. A game here `reads_it` if it waits for
    a move and can read the text. `are_older`: the exercise was shown after the sender's last move in them.
    """

    takers: tuple[Session, ...]
    reads_it: bool
    are_older: bool


async def _games_beside(
    services: Services, opened: exercises.Exercise, request: GameRequest, interaction: Interaction
) -> _GamesBeside:
    person = interaction.incoming.person
    sessions = await services.games.open_sessions(interaction.known.games)
    here = [session for session in sessions if is_my_game(session, person)]
    everywhere = await services.games.of(person) if interaction.incoming.in_private else here
    awaiting = [session for session in everywhere if is_my_turn(session, person)]
    takers = tuple(each for each in awaiting if only_reader([each], request, legally=True))
    reads_it = any(only_reader([each], request) for each in here if is_my_turn(each, person))
    are_older = all(_last_acted(each, person) < opened.at for each in (*here, *takers))
    return _GamesBeside(takers, reads_it, are_older)


def _last_acted(session: Session, person: Person) -> float:
    """Return the instant of a person's last move in a game, else of its start."""
    seat = session.seat_of(person)
    return next((turn.at for turn in reversed(session.turns) if turn.seat is seat), session.start.at)


async def answer_of(services: Services, request: GameRequest, interaction: Interaction) -> Request | Message | None:
    """Return the request that a typed text makes of the open lesson or puzzle; None if it is for a game or nobody.

    What the sender turned to last has the first claim: the exercise, or a game. A text that only the other one can
    read goes there, and a move that is legal in both is asked about.
    """
    opened, incoming = exercises.open_exercise(interaction), interaction.incoming
    if interaction.known.replied_to or request.reference.code:
        return None
    if isinstance(request, BareText) and (by_number := _puzzle_by_number(incoming.text)):
        return by_number
    if isinstance(request, BareText) and (other := _for_shown_exercise(opened, request, interaction)):
        return other
    if opened is None:
        return None
    games = await _games_beside(services, opened, request, interaction)
    if not isinstance(request, BareText):
        return await understand(services, interaction) if isinstance(request, AskHint) and games.are_older else None
    waiting = await _waiting_exercise(services, interaction)
    reading = _read(waiting.position, request.text) if waiting else None
    if waiting is None or reading is None:
        return await _request_of_label(services, opened, waiting, interaction) if games.are_older else None
    answer = _answer(waiting, reading, request, interaction)
    if incoming.replies_to:
        return answer
    if games.takers:
        if not (games.are_older and reading.is_readable):
            return None
        moves = {session: str(read_answer(session.position, request.text)) for session in games.takers}
        return view.which_meant(waiting.line, reading.move, reading.refusal, moves, interaction.words)
    return answer if games.are_older or (reading.is_readable and not games.reads_it) else None


def _answer(waiting: _Waiting, reading: _Reading, request: BareText, interaction: Interaction) -> Request | Message:
    """Return the answer; for a question whether a move is right, ask back."""
    if reading.move and is_doubtful(interaction.incoming.text):
        return refusals.did_you_mean(waiting.line, [reading.move], interaction.words)
    return replace(waiting.page, answer=request.text)


_LINE = re.compile(r"/(puzzle|daily)(?: [a-z]+)? (\d+) (show|next|post)(?: (\d+))?")


def _for_shown_exercise(
    opened: exercises.Exercise | None, request: BareText, interaction: Interaction
) -> Request | Message | None:
    """Return the answer to the puzzle in the message replied to, if that is not the open one."""
    lines = [line for text in interaction.incoming.beside if (line := _LINE.fullmatch(text))]
    if not (lines and interaction.incoming.replies_to and looks_like_a_move(request.text)):
        return None
    is_daily, number = lines[0][1] == "daily", int(lines[0][2])
    if isinstance(opened, exercises.OpenPuzzle) and number == (opened.day if is_daily else opened.number):
        return None
    step = next((int(line[4]) for line in lines if line[3] == "show"), 0)
    if is_daily:
        return SolveDaily(number, answer=request.text, step=step)
    return Solve(number, answer=request.text, step=step) if step else view.is_over(number, interaction.words)


async def understand(services: Services, interaction: Interaction) -> Request | Message | None:
    """Return the request that a sentence makes of the open lesson or puzzle, or of another one; None for any other.

    That is an answer, as buttons, its hint, the exercise itself, or the rules of its game.
    """
    text = interaction.incoming.text
    waiting, wish = await _waiting_exercise(services, interaction), wish_in(text, generously=True)
    if waiting and (moves := answers_within(waiting.game, waiting.position, text)):
        return refusals.did_you_mean(waiting.line, moves, interaction.words)
    game = game_within(text) or ""
    wishes = {"puzzle": Solve(game=game), "next-puzzle": Solve(game=game, wish=Wish.NEXT), "daily": SolveDaily()}
    if request := (wishes | {"lesson": Learn(game)}).get(wish):
        return request
    if waiting is None:
        return None
    if wish in _EXERCISE_WISHES or any(map(looks_like_a_move, text.split())):
        if isinstance(waiting.page, Solve | SolveDaily) and wish in ("hint", "help"):
            return replace(waiting.page, wish=Wish.HINT)
        return waiting.page
    if wish == "rules" and not game:
        return ShowRules(waiting.game.name)
    exercise = exercises.open_exercise(interaction)
    is_fresh = exercise is not None and interaction.at - exercise.at <= LESSON_SECONDS
    return waiting.page if is_fresh and not (wish or game) else None


_PUZZLE_BY_NUMBER = re.compile(r"(\D{3,20}?)[\s#№]*(\d{1,5})[.!]*")


def _puzzle_by_number(text: str) -> Request | None:
    """Return the puzzle that a text such as `puzzle 6` names."""
    match = _PUZZLE_BY_NUMBER.fullmatch(text.casefold())
    return Solve(int(match[2])) if match and match[1] in phrases("word-puzzle") else None


async def _request_of_label(
    services: Services, opened: exercises.Exercise, waiting: _Waiting | None, interaction: Interaction
) -> Request | None:
    """Return the request of the open exercise's button with this label, in any language; `another one` means Next."""
    label = " ".join(interaction.incoming.text.casefold().split()).rstrip(".!")
    is_next = label in phrases("spoken-next")
    if is_next and (code := interaction.known.finished_game) and (session := await services.games.load(code)):
        is_next = _last_acted(session, interaction.incoming.person) < opened.at
    for code, request in _buttons(opened, waiting, interaction).items():
        if label in map(str.casefold, text_in_all(code)) or (is_next and code == "button-next"):
            return request
    return None


def _buttons(opened: exercises.Exercise, waiting: _Waiting | None, interaction: Interaction) -> Mapping[str, Request]:
    """Return the requests of the buttons that continue an exercise, by the codes of their labels."""
    if isinstance(opened, exercises.OpenMistake):
        return {"button-show-answer": SolveMine(wish=Wish.SHOW), "button-next": SolveMine(wish=Wish.NEXT)}
    if isinstance(opened, exercises.OpenLesson):
        is_fresh, last = interaction.at - opened.at <= LESSON_SECONDS, len(GAMES[opened.game].teaching.course) + 1
        beside = {"button-back": opened.step - 1, "button-next": opened.step + 1} if is_fresh else {}
        return {code: Learn(opened.game, step) for code, step in beside.items() if 1 <= step <= last}
    page = waiting.page if waiting else None
    show = {"button-show-answer": replace(page, wish=Wish.SHOW)} if isinstance(page, PuzzleRequest) else {}
    onward = {} if opened.day else {"button-next": Solve(opened.number, game=opened.among, wish=Wish.NEXT)}
    return {**show, **onward}


async def touch(services: Services, of: str, speech: Speech) -> Surface | None:
    """Return the position of an exercise by its tag; None for any other text and for a future daily."""
    match of.split():
        case ["/learn", game, typed_step] if game in GAMES and (step := read_number(typed_step, _MOST_NUMBER)):
            return _lesson(game, step, of, speech)
        case ["/puzzle", "mine", named]:
            return await _mistake(services, named, of, speech)
        case ["/puzzle" | "/daily" as command, named]:
            is_daily = command == "/daily"
            most = exercises.day_number(services.now()) if is_daily else len(puzzle_box())
            open_puzzle = exercises.Dailies().of if is_daily else exercises.OpenPuzzle
            number, step = (read_number(each, _MOST_NUMBER) for each in named.partition("@")[::2])
            return _puzzle(open_puzzle(number), step, of, speech) if number and step and number <= most else None
    return None


def _lesson(game: str, step: int, of: str, speech: Speech) -> Surface | None:
    if (asked := question(Learn(game, step))) is None:
        return None
    position, last = replay(asked.game, asked.step.example.settings, asked.step.example.messages)
    return exercise_surface(asked.game, position, last, speech.say(f"game-{game}"), of, speech, is_puzzle=False)


def _puzzle(opened: exercises.OpenPuzzle, step: int, of: str, speech: Speech) -> Surface | None:
    puzzle = opened.puzzle
    if step > puzzle.steps:
        return None
    called = game_title(puzzle.game, puzzle.settings.items(), speech)
    return exercise_surface(GAMES[puzzle.game], *puzzle.position_after(step - 1), called, of, speech)


async def _mistake(services: Services, named: str, of: str, speech: Speech) -> Surface | None:
    """Return the position of a finished game before a turn."""
    code, number = read_code(named) or ("", None)
    session = await services.games.load(code) if number else None
    if not session or not number or number > len(session.turns) or not session.status.outcome:
        return None
    then = session.at(number - 1)
    last = tuple(move for turn in then.newest_turns for move in (turn.move, *turn.forced))
    return exercise_surface(session.rules, then.position, last, title(session, speech), of, speech)
