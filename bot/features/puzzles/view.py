"""Puzzles as messages: the position with what is asked for, a step with the reply to it, why another is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, Picture
from bot.core.view.boards import picture
from bot.core.view.examples import position_picture, seat_names
from bot.core.view.names import game_title, main_reasons_in_words, move_in_words, name_of, names, title
from bot.features.puzzles.exercises import Dailies, Found, OpenPuzzle
from bot.features.puzzles.lessons import why_not, with_reply
from engines import GAMES
from engines.game import AnyExplanation, Seat
from engines.phrases import Value
from engines.puzzles import Puzzle, puzzle_box
from engines.review import Judgement, keeps_result


def page(
    opened: OpenPuzzle, speech: Speech, said: str = "", picture: Picture | None = None, by_command: bool = False
) -> Message:
    """Return a puzzle as far as it is solved, below a comment on the last step; it replaces the page before it.

    It asks for a step `by_command` where nothing else reaches the bot.
    """
    puzzle = opened.puzzle
    lines = [said] if said else []
    how_to = _how_to(opened.day, by_command, speech)
    if not opened.is_solved:
        lines += [_heading(opened, speech), _task(puzzle, speech), *([] if said else [how_to])]
    elif not said:
        lines.append(_already(opened, speech))
    shown = picture or position_picture(GAMES[puzzle.game], *puzzle.position_after(len(opened.found)), speech)
    row = tuple(_buttons(opened, speech))
    envelope = Envelope(private=True, secret=bool(opened.day), update=bool(said or opened.found))
    return Message("\n".join(lines), shown, buttons=(row,) if row else (), envelope=envelope)


def _heading(opened: OpenPuzzle, speech: Speech) -> str:
    puzzle, step, number = opened.puzzle, len(opened.found) + 1, str(opened.day or opened.number)
    fields: dict[str, Value] = {"number": number, "title": game_title(puzzle.game, puzzle.settings.items(), speech)}
    fields |= {"step": step, "last": puzzle.steps}
    return speech.say("daily", **fields) if opened.day else speech.say("puzzle", **fields)


def _how_to(day: int, by_command: bool, speech: Speech) -> str:
    if by_command:
        return speech.say("daily-type-by-command") if day else speech.say("puzzle-type-by-command")
    return speech.say("daily-type") if day else speech.say("puzzle-type")


def _already(opened: OpenPuzzle, speech: Speech) -> str:
    fields = {"number": str(opened.day or opened.number), "idea": idea(opened.puzzle, speech)}
    return speech.say("daily-is-solved", **fields) if opened.day else speech.say("puzzle-is-solved", **fields)


def _task(puzzle: Puzzle, speech: Speech) -> str:
    """Whose part the solver has, and what only one move does."""
    first = puzzle.position_after(0)[0].turn is Seat.FIRST
    side = speech.say("puzzle-first") if first else speech.say("puzzle-second")
    return speech.say("puzzle-win", side=side) if puzzle.is_win else speech.say("puzzle-draw", side=side)


def _buttons(opened: OpenPuzzle, speech: Speech) -> Iterator[Button]:
    line = f"/daily {opened.day}" if opened.day else f"/puzzle {opened.number}"
    if not opened.is_solved:
        yield Button(speech.say("button-hint"), f"{line} hint")
        yield Button(speech.say("button-show-answer"), f"{line} show {len(opened.found) + 1}")
    if not opened.day:
        yield Button(
            speech.say("button-next"), " ".join(filter(None, ("/puzzle", opened.among, str(opened.number), "next")))
        )


def with_way_to(message: Message, number: int, speech: Speech) -> Message:
    """Add the way to the puzzle with a number that was read as an answer, if there is one."""
    if not 1 <= number <= len(puzzle_box()):
        return message
    way = Button(speech.say("button-open-puzzle", number=str(number)), f"/puzzle #{number}")
    text = "\n".join((message.text, speech.say("puzzle-number-answered", number=str(number))))
    return replace(message, text=text, buttons=(*message.buttons, (way,)))


def step_on(opened: OpenPuzzle, speech: Speech) -> Message:
    """Return the page after a step was found or shown."""
    puzzle, done = opened.puzzle, 2 * len(opened.found)
    step = move_in_words(puzzle.solution[done - 2], speech)
    shown = opened.found[-1] is Found.SHOWN
    said = speech.say("puzzle-shown", move=step) if shown else speech.say("learn-right", move=step)
    if opened.is_solved:
        said += " " + speech.say("puzzle-solved", idea=idea(puzzle, speech))
    else:
        said += " " + speech.say("puzzle-reply", move=move_in_words(puzzle.solution[done - 1], speech))
    return page(opened, speech, said)


def wrong_step(opened: OpenPuzzle, explained: AnyExplanation, speech: Speech) -> Message:
    """Why a step is not the one, with the reply to it drawn."""
    game, position = GAMES[opened.puzzle.game], opened.puzzle.position_after(len(opened.found))[0]
    said = why_not(game, explained.move, explained, speech)
    return page(opened, speech, said, with_reply(game, position, explained, speech))


def idea(puzzle: Puzzle, speech: Speech) -> str:
    """Return the idea of a puzzle in words."""
    return speech.say(f"idea-{puzzle.game}-{puzzle.idea}")


def mistake(session: Session, number: int, told: Judgement, speech: Speech, by_command: bool = False) -> Message:
    """Return a position of the person's own game with what was lost there; `by_command` is as in `page`."""
    return _mistake(session, number, told, None, speech, how_to=_how_to(0, by_command, speech))


def mistake_answered(
    session: Session, number: int, told: Judgement, explained: AnyExplanation, speech: Speech
) -> Message:
    """Return whether an answer keeps the result, and if not, why, with the reply to it."""
    then = session.at(number)
    if not keeps_result(told):
        said = why_not(session.rules, explained.move, explained, speech)
        shown = with_reply(session.rules, then.position, explained, speech)
        return _mistake(session, number, told, shown, speech, said)
    move = move_in_words(told.message, speech)
    why = main_reasons_in_words(explained.reasons, names(session, speech), speech)
    said = speech.say("mistake-why", move=move, why=why) if why else speech.say("learn-right", move=move)
    return Message(said, picture(then, speech, explained.move), buttons=(_next_mistake(speech),), envelope=_OPENED)


def mistake_shown(session: Session, number: int, told: Judgement, speech: Speech) -> Message:
    """Return the move that would have kept the result."""
    then, said = session.at(number), speech.say("puzzle-shown", move=move_in_words(told.best_message, speech))
    shown = picture(then, speech, then.position.read(told.best_message))
    return Message(said, shown, buttons=(_next_mistake(speech),), envelope=_OPENED)


def _mistake(
    session: Session,
    number: int,
    told: Judgement,
    shown: Picture | None,
    speech: Speech,
    said: str = "",
    how_to: str = "",
) -> Message:
    fields: dict[str, Value] = {"title": title(session, speech), "number": number + 1}
    fields["move"] = move_in_words(session.turns[number].text, speech)
    asks = speech.say("mistake-win", **fields) if told.best_value > 0 else speech.say("mistake-draw", **fields)
    lines = filter(None, (said, asks, how_to))
    show = Button(speech.say("button-show-answer"), "/puzzle mine show")
    rows = ((show, *_next_mistake(speech)),)
    return Message("\n".join(lines), shown or picture(session.at(number), speech), buttons=rows, envelope=_OPENED)


def _next_mistake(speech: Speech) -> tuple[Button]:
    return (Button(speech.say("button-next"), "/puzzle mine next"),)


_OPENED = Envelope(private=True, update=True)
_SQUARES = {Found.AT_ONCE: "🟩", Found.LATER: "🟨", Found.SHOWN: "⬜"}


def _squares(opened: OpenPuzzle, streak: int, speech: Speech) -> str:
    """Return how a daily went without giving it away: a square for each step."""
    puzzle = opened.puzzle
    size = puzzle.settings.get("size") or puzzle.settings.get("map") or puzzle.settings.get("variant", "")
    told = size if len(size) <= _LONGEST_SIZE else speech.say(f"game-{puzzle.game}")
    return f"Tetradka {opened.day} · {told} · {''.join(_SQUARES[step] for step in opened.found)} · 🔥{streak}"


_LONGEST_SIZE = 12


def with_squares(said: Message, opened: OpenPuzzle, streak: int, can_post: bool, speech: Speech) -> Message:
    """Return a solved daily with its line of squares and the button that posts it."""
    line = _squares(opened, streak, speech)
    post = (Button(speech.say("button-post"), f"/daily {opened.day} post"),) if can_post else ()
    text = "\n".join((said.text, line, speech.say("daily-tomorrow")))
    return replace(said, text=text, buttons=(post,) if post else ())


def solved_line(opened: OpenPuzzle, streak: int, person: Person, speech: Speech) -> Message:
    """Return the line of a person who has solved a daily, for the chat, with the way to the daily."""
    line = f"{name_of(person, speech)}: {_squares(opened, streak, speech)}"
    return Message(line, buttons=((Button(speech.say("button-daily"), "/daily"),),))


def is_posted(speech: Speech) -> Message:
    """Return the receipt of a press that has posted a line."""
    return Message(speech.say("daily-posted"), envelope=PRIVATE)


def yesterdays(day: int, names: Sequence[str], streak: int, why: AnyExplanation, speech: Speech) -> Message:
    """Return the daily of a day, its solvers, why its answer is right, and the way to the next one."""
    opened = Dailies().of(day)
    puzzle = opened.puzzle
    game, seats = GAMES[puzzle.game], seat_names(speech)
    line = "; ".join(move_in_words(step, speech) for step in puzzle.solution)
    lines = [
        speech.say("daily-yesterday", number=str(day), title=game_title(puzzle.game, puzzle.settings.items(), speech)),
        speech.say("daily-solved-by", names=", ".join(names)) if names else speech.say("daily-unsolved"),
        *([speech.say("daily-streak", days=streak)] if streak else []),
        speech.say("daily-answer", line=line, idea=idea(puzzle, speech)),
    ]
    if reasons := main_reasons_in_words(why.reasons, seats, speech):
        lines.append(speech.say("daily-why", move=move_in_words(puzzle.solution[0], speech), why=reasons))
    position, last = puzzle.position_after(0)
    shown = position_picture(game, position, last, speech)
    return Message("\n".join(lines), shown, buttons=((Button(speech.say("button-todays"), "/daily"),),))
