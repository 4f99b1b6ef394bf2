"""Lessons: the steps of a game's course on a board, each with a question and comments on answers; then a game."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.playing import legal_readings
from bot.core.game.session import play
from bot.core.game.terms import COACH
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import IN_PLACE, Button, Envelope, Message, Picture, Typing
from bot.core.ports.thinking import Problem
from bot.core.view.boards import answered_position, example_position, lesson, seat_names
from bot.core.view.buttons import Row, button, notice, rows
from bot.core.view.names import MOST_WORDS, cost_in_words, in_words, move_in_words, reasons_in_words
from bot.core.view.refusals import refusal
from bot.features.puzzles import exercises
from bot.features.puzzles.commands import Learn
from bot.features.puzzles.exercises import OpenLesson, store_exercise, with_tag
from engines import GAMES, LADDERS
from engines.game import RUNGS, AnyExplanation, AnyGame, AnyMove, AnyPosition, Level, Step, is_as_good
from engines.refusals import Refusal

LESSON_SECONDS = 3600.0
EXPLAIN_SECONDS = 0.6
"""The longest wait of a learner for the reason why an answer is wrong."""


def read_answer(position: AnyPosition, text: str) -> AnyMove:
    """Return the legal move in an answer, or raise `Refusal`."""
    readings = legal_readings(position, text)
    return play(position, readings[0] if len(readings) == 1 else text).move


def is_legal(position: AnyPosition, text: str) -> bool:
    """Return whether a text is a legal move."""
    try:
        read_answer(position, text)
    except Refusal:
        return False
    return True


@dataclass(frozen=True)
class Question:
    """A step of a course with a question: the game, and the question."""

    game: AnyGame
    step: Step

    def is_right(self, move: AnyMove, explained: AnyExplanation | None = None) -> bool:
        """Return whether a move answers the question; a move outside the choices needs an explanation."""
        right, choices = self.step.right_choices, self.step.choices
        if str(move) in right or set(right) == set(choices):
            return True
        return explained is not None and str(move) not in choices and self.step.accepts_move(explained)

    @property
    def position(self) -> AnyPosition:
        """Return the position in question."""
        return example_position(self.game, self.step.example)[0]


def question(request: Learn) -> Question | None:
    """Return the question of a step; None if it has none."""
    if not request.game or request.step > len(GAMES[request.game].teaching.course):
        return None
    step = GAMES[request.game].teaching.course[request.step - 1]
    return Question(GAMES[request.game], step) if step.right_choices else None


async def learn(services: Services, request: Learn, interaction: Interaction) -> Answers:
    """Show a step of a course, or judge an answer; after a refusal the step accepts the next bare answer."""
    asked, move, is_right, explained = question(request), None, False, None
    if request.game:
        services.thinking.expect(GAMES[request.game])
    try:
        if asked and request.answer:
            move = read_answer(asked.position, request.answer)
            is_right = asked.is_right(move)
    except Refusal as error:
        services.metrics.record_refusal(error.code)
        page = _page(GAMES[request.game], request.step, interaction.words, is_heard=True)
        return (replace(refusal(error, interaction.words), buttons=page.buttons),)
    finally:
        opened = OpenLesson(request.game, request.step + is_right, interaction.at)
        if request.game:
            await store_exercise(services, opened, interaction, LESSON_SECONDS)
    if asked and move and not is_right:
        person = interaction.incoming.person.key
        problem = Problem(asked.game, asked.position, EXPLAIN_SECONDS, person, asked.step.example.messages)
        explained = await explain(services, problem, move, interaction)
        if asked.is_right(move, explained):  # opens the next step, unless something else is open by now
            next_step, before = exercises.write(replace(opened, step=request.step + 1)), exercises.write(opened)
            await services.store.people.store_exercise(person, next_step, LESSON_SECONDS, instead=before)
    return (learning(request, interaction.words, explained, interaction.incoming.chat.direct),)


async def explain(services: Services, problem: Problem, move: AnyMove, interaction: Interaction) -> AnyExplanation:
    """Return why an answer is right or wrong; the sender's next text need not wait for it."""
    interaction.ticket.leave()
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        return await services.thinking.explain(problem, move)


def to_lessons(speech: Speech, game: str = "") -> Button:
    """Return the button to the lessons of a game, or to the choice of a game."""
    return button("learn", f"/learn {game}".strip(), speech)


def learning(request: Learn, speech: Speech, explained: AnyExplanation | None = None, is_heard: bool = True) -> Message:
    """Return the list of lessons, a step of a course, or the reply to an answer; a wrong answer is `explained`.

    If it `is_heard`, the bot receives texts without a command.
    """
    if not request.game:
        games = [Button(speech.say(f"game-{name}"), f"/learn {name}") for name in GAMES]
        return replace(notice("learn-which", speech), buttons=rows(games, 2))
    game, asked = GAMES[request.game], question(request)
    if not request.answer or asked is None:
        return _page(game, request.step, speech, is_heard)
    move = read_answer(asked.position, request.answer)
    if asked.is_right(move, explained):
        praise = speech.say("learn-right", move=move_in_words(str(move), speech))
        return _page(game, request.step + 1, speech, is_heard, praise)
    page = _page(game, request.step, speech, is_heard, why_not(game, asked.position, move, explained, speech))
    if explained is None:
        return page
    reply = with_reply(game, asked.position, explained, speech)
    return replace(page, picture=with_tag(reply, OpenLesson(game.name, request.step, 0.0)))


def why_not(
    game: AnyGame, position: AnyPosition, move: AnyMove, explained: AnyExplanation | None, speech: Speech
) -> str:
    """Say why a move is the wrong answer: what it gives away, and what the reply takes."""
    named = move_in_words(str(move), speech)
    if explained and is_as_good(explained) and not game.text.reasoning.has_delay(explained.facts):
        if gains := reasons_in_words(explained.facts, seat_names(speech, position.turn), speech, _ROOM_OF_GAINS):
            return speech.say("learn-as-good-why", move=named, why=gains)
        return speech.say("learn-as-good", move=named)
    why = _faults(game, position, explained, speech) if explained else ""
    return speech.say("learn-other", move=named, why=why) if why else speech.say("learn-no", move=named)


_ROOM, _ROOM_OF_GAINS = MOST_WORDS - 8, MOST_WORDS - 13
"""The words that are left for the reasons in the sentences around them."""


def _faults(game: AnyGame, position: AnyPosition, explained: AnyExplanation, speech: Speech) -> str:
    """Return the faults of a move with its proved cost, else the end of the game, else the reply."""
    seats, reasons = seat_names(speech, position.turn), explained.reasons
    if explained.value >= explained.best_value:  # known to be wrong, though no search shows it
        reasons = game.text.reasoning.faults(explained.facts, str(position.turn))
    reasons = tuple(sorted(reasons, key=lambda each: each.code in game.text.faults))  # a rule of thumb comes last
    faults = [reasons_in_words(reasons, seats, speech, _ROOM)]
    lost = explained.best_value - explained.value
    if explained.is_proved and game.has_margin and lost:
        faults.append(speech.say("learn-costs", lost=cost_in_words(lost, game.name, speech)))
    elif explained.is_proved and not faults[0]:
        faults += (in_words(each, speech, seats) for each in reasons[:1])
    if any(faults):
        return "; ".join(filter(None, faults))
    return speech.say("learn-reply", move=move_in_words(str(explained.reply[0]), speech)) if explained.reply else ""


def with_reply(
    game: AnyGame, position: AnyPosition, explained: AnyExplanation, speech: Speech, is_puzzle: bool = False
) -> Picture:
    """Return the board after an answer, with the reply dashed; that of a puzzle names the reader."""
    reply = explained.reply[0] if explained.reply else None
    solver = position.turn if is_puzzle else None
    return answered_position(game, position, explained.move, reply, speech, solver)


def _page(game: AnyGame, number: int, speech: Speech, is_heard: bool, comment: str = "") -> Message:
    """Return a step, below a comment on the last answer, in place of the previous step."""
    last = len(game.teaching.course) + 1
    title = speech.say(f"game-{game.name}")
    heading = speech.say("learn-step", title=title, step=number, last=last)
    turning = _turning(game, number, last, speech)
    if number >= last:
        text = "\n".join(filter(None, (comment, heading, speech.say("learn-end"))))
        return Message(text, buttons=(*_ways_to_play(game, speech), turning), envelope=IN_PLACE)
    step = game.teaching.course[number - 1]
    how_to = ways_to_answer(is_heard, speech) if step.choices else None
    lines = (comment, heading, speech.say(f"learn-{game.name}-{step.name}"), how_to.says if how_to else "")
    choices = [Button(move_in_words(move, speech), f"/learn {game.name} {number} {move}") for move in step.choices]
    board = lesson(game, step.example, speech)
    return Message(
        "\n".join(filter(None, lines)),
        with_tag(board, OpenLesson(game.name, number, 0.0)) if step.right_choices else board,
        buttons=(*rows(choices), turning),
        typing=how_to,
        envelope=Envelope(private=True, update=bool(comment) or number > 1),
    )


def ways_to_answer(is_heard: bool, speech: Speech) -> Typing:
    """Return how a question on a board is answered, where the board itself does not ask for a touch.

    If it `is_heard`, the bot receives texts without a command.
    """
    by_press = speech.say("learn-answer-by-press")
    says = speech.say("learn-answer") if is_heard else by_press
    return Typing("", "", says=says, by_command=by_press)


def _ways_to_play(game: AnyGame, speech: Speech) -> Iterator[Row]:
    settings = (f"{key}={value}" for key, value in game.teaching.first_settings.items())
    first_game = " ".join(("/challenge bot", Level.EASY, game.name, *settings, f"{COACH}=yes"))
    yield button("play-bot", first_game, speech), button("rules", f"/rules {game.name}", speech)
    if game.name in LADDERS:
        yield (button("ladder", f"/challenge bot {RUNGS[0]} {game.name}", speech),)


def _turning(game: AnyGame, number: int, last: int, speech: Speech) -> Row:
    """Return the buttons to the previous and next step, if they exist."""
    pages = {"back": number - 1, "next": number + 1}
    own_pages = {word: page for word, page in pages.items() if 1 <= page <= last}
    return tuple(button(word, f"/learn {game.name} {page}", speech) for word, page in own_pages.items())
