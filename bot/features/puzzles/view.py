"""Puzzles as messages: the position with the task, a step with its reply, and why another step is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import IN_PLACE, PRIVATE, Button, Envelope, Message, Picture, SharedLine, Typing
from bot.core.view.boards import picture, position_picture, seat_names
from bot.core.view.buttons import Row, button, ply_button, rows_that_fit, to_share
from bot.core.view.move_menus import MenuCommands, choice_rows, first_choices, menu_after, question_in_words
from bot.core.view.names import game_title, move_in_words, name_of, names, reasons_in_words, title
from bot.core.view.refusals import refusal
from bot.features.puzzles.commands import Wish
from bot.features.puzzles.exercises import Dailies, Found, OpenMistake, OpenPuzzle, tag, with_tag
from bot.features.puzzles.lessons import ways_to_answer, why_not, with_reply
from engines import GAMES
from engines.game import AnyExplanation, AnyGame, AnyPosition, Seat
from engines.phrases import Value
from engines.puzzles import Puzzle, puzzle_box
from engines.refusals import Refusal
from engines.review import Judgement, keeps_result
from renderers import DRAWINGS


def page(
    opened: OpenPuzzle, speech: Speech, said: str = "", picture: Picture | None = None, is_heard: bool = True
) -> Message:
    """Return a puzzle as far as it is solved, below a comment on the last step, in place of the previous page.

    If it `is_heard`, the bot receives texts without a command.
    """
    puzzle, day, step = opened.puzzle, opened.day, len(opened.found) + 1
    fields: dict[str, Value] = {"number": str(day or opened.number), "idea": idea(puzzle, speech), "step": step}
    fields |= {"title": game_title(puzzle.game, puzzle.settings.items(), speech), "last": puzzle.steps}
    if not opened.is_solved:
        heading = speech.say("daily", **fields) if day else speech.say("puzzle", **fields)
        how_to = Typing("", "") if said else ways_to_answer(is_heard, speech)
        lines = [said, heading, _task(puzzle, speech), how_to.says]
    else:
        lines = [said or (speech.say("daily-is-solved", **fields) if day else speech.say("puzzle-is-solved", **fields))]
    position, solver = puzzle.position_after(len(opened.found)), puzzle.position_after(0)[0].turn
    board = picture or position_picture(GAMES[puzzle.game], *position, speech, solver)
    board = board if opened.is_solved else with_tag(board, opened)
    envelope = Envelope(private=True, secret=bool(day), update=bool(said or opened.found))
    message = Message("\n".join(filter(None, lines)), board, buttons=_rows(opened, speech), envelope=envelope)
    return message if opened.is_solved else _with_moves(message, _stand(opened), how_to, speech)


def _task(puzzle: Puzzle, speech: Speech) -> str:
    """State whose side the solver plays, and what the only good move achieves."""
    first = puzzle.position_after(0)[0].turn is Seat.FIRST
    side = speech.say("puzzle-first") if first else speech.say("puzzle-second")
    return speech.say("puzzle-win", side=side) if puzzle.is_win else speech.say("puzzle-draw", side=side)


def _rows(opened: OpenPuzzle, speech: Speech) -> tuple[Row, ...]:
    line = f"/daily {opened.day}" if opened.day else f"/puzzle {opened.number}"
    onward = " ".join(filter(None, ("/puzzle", opened.among, str(opened.number), "next")))
    beside = () if opened.day else (button("next", onward, speech),)
    if opened.is_solved:
        return (beside,) if beside else ()
    hint = button("hint", f"{line} hint", speech)
    return ((hint, button("show-answer", f"{line} show {len(opened.found) + 1}", speech), *beside),)


@dataclass(frozen=True)
class _Stand:
    """The position of an exercise that awaits a move, and the command that answers it."""

    game: AnyGame
    position: AnyPosition
    line: str

    @property
    def commands(self) -> MenuCommands:
        return MenuCommands(self.line, f"{self.line} {Wish.PICK}")


def _stand(opened: OpenPuzzle) -> _Stand:
    position, _ = opened.puzzle.position_after(len(opened.found))
    return _Stand(GAMES[opened.puzzle.game], position, tag(opened))


def _with_moves(message: Message, stand: _Stand, how_to: Typing, speech: Speech) -> Message:
    """Add the button to the move menu; platforms with enough room list its first choices instead."""
    menu, commands = menu_after(stand.game, stand.position), stand.commands
    if menu is None:
        return replace(message, typing=how_to) if how_to.says else message
    (first, *rest), (asks, choices) = message.buttons, first_choices(menu, commands, speech)
    rows = (button("pick", commands.picks, speech), *first), *rest
    typing = replace(how_to, plays=commands.plays, picks=commands.picks, asks=asks, moves=choices)
    return replace(message, buttons=rows, typing=typing)


def choosing(opened: OpenPuzzle, steps: Sequence[str], speech: Speech) -> Message:
    """Return the page of a puzzle with the next choices of the move menu."""
    return _choosing(page(opened, speech), _stand(opened), steps, speech)


def mistake_choosing(session: Session, opened: OpenMistake, steps: Sequence[str], speech: Speech) -> Message:
    """Return the position of a mistake with the next choices of the move menu."""
    board = with_tag(picture(session.at(opened.number), speech), opened)
    message = _mistake([title(session, speech)], board, speech)
    return _choosing(message, _mistake_stand(session, opened), steps, speech)


def _choosing(message: Message, stand: _Stand, steps: Sequence[str], speech: Speech) -> Message:
    """Replace the buttons of an exercise by the next choices, and draw the chosen part."""
    menu, board = menu_after(stand.game, stand.position, steps), message.picture
    if menu is None:
        return message
    if board and steps:
        items = (*board.scene.items, *DRAWINGS[stand.game.name].partial_move(stand.position, tuple(steps)))
        board = replace(board, scene=replace(board.scene, items=items))
    text = "\n".join((message.text, question_in_words(menu, speech)))
    rows = choice_rows(menu, steps, stand.commands, speech)
    return replace(message, text=text, picture=board, buttons=rows, typing=None, envelope=IN_PLACE)


def with_way_to(message: Message, number: int, speech: Speech) -> Message:
    """Add a button to the puzzle whose number was read as an answer, if there is one."""
    if not 1 <= number <= len(puzzle_box()):
        return message
    way = Button(speech.say("button-open-puzzle", number=str(number)), f"/puzzle #{number}")
    text = "\n".join((message.text, speech.say("puzzle-number-answered", number=str(number))))
    return replace(message, text=text, buttons=(*message.buttons, (way,)))


def step_on(opened: OpenPuzzle, speech: Speech) -> Message:
    """Return the page after a step was found or board."""
    puzzle, done = opened.puzzle, 2 * len(opened.found)
    step = move_in_words(puzzle.solution[done - 2], speech)
    is_shown = opened.found[-1] is Found.SHOWN
    said = speech.say("puzzle-shown", move=step) if is_shown else speech.say("learn-right", move=step)
    if opened.is_solved:
        said += " " + speech.say("puzzle-solved", idea=idea(puzzle, speech))
    else:
        said += " " + speech.say("puzzle-reply", move=move_in_words(puzzle.solution[done - 1], speech))
    return page(opened, speech, said)


def wrong_step(opened: OpenPuzzle, explained: AnyExplanation, speech: Speech) -> Message:
    """Explain why a step is wrong, with a drawing of the reply."""
    game, position = GAMES[opened.puzzle.game], opened.puzzle.position_after(len(opened.found))[0]
    said = why_not(game, position, explained.move, explained, speech)
    return page(opened, speech, said, with_reply(game, position, explained, speech, is_puzzle=True))


def refuse(error: Refusal, speech: Speech) -> Message:
    """Return a refusal with the button to another puzzle."""
    return replace(refusal(error, speech), buttons=rows_that_fit([to_another(speech)]))


def to_another(speech: Speech) -> Row:
    """Return the button to another puzzle."""
    return (button("another-puzzle", "/puzzle next", speech),)


def refuse_step(opened: OpenPuzzle, error: Refusal, speech: Speech) -> Message:
    """Say why a text is no step, with the buttons of the puzzle."""
    return _refuse_beside(page(opened, speech), error, speech)


def refuse_mistake(session: Session, opened: OpenMistake, error: Refusal, speech: Speech) -> Message:
    """Say why a text is no answer, with the buttons of the mistake."""
    return _refuse_beside(_open_mistake(session, opened, (), Typing("", ""), speech), error, speech)


def _refuse_beside(message: Message, error: Refusal, speech: Speech) -> Message:
    typing = replace(message.typing, says="") if message.typing else None
    return replace(refusal(error, speech), buttons=message.buttons, typing=typing)


def is_over(number: int, speech: Speech) -> Message:
    """Say that the puzzle with this number is solved, with a button to continue."""
    opened = OpenPuzzle(number)
    return page(replace(opened, found=(Found.LATER,) * opened.puzzle.steps), speech)


def which_meant(line: str, move: str, error: Refusal | None, moves: Mapping[Session, str], speech: Speech) -> Message:
    """Ask whether a move is for the exercise that `line` answers or for a game; if illegal here, it is for a game."""
    words = {"/learn": "in-lesson", "/daily": "in-daily", "/puzzle": "in-puzzle"}
    own = (button(words[line.split(maxsplit=1)[0]], f"{line} {move}", speech),) if move else ()
    games = [ply_button("in-game", "move", session, speech, move) for session, move in moves.items()]
    if len(games) > 1:
        games = [replace(each, label=title(session, speech)) for each, session in zip(games, moves, strict=True)]
    asks = speech.say("where-meant", move=move_in_words(next(iter(moves.values())), speech))
    row, said = (*own, *games), refusal(error, speech).text if error else ""
    return Message(f"{said} {asks}".strip(), buttons=rows_that_fit([row]), asks=row, envelope=PRIVATE)


def idea(puzzle: Puzzle, speech: Speech) -> str:
    """Return the idea of a puzzle in words."""
    return speech.say(f"idea-{puzzle.game}-{puzzle.idea}")


def mistake(session: Session, opened: OpenMistake, told: Judgement, speech: Speech, is_heard: bool = True) -> Message:
    """Return a position of the person's game with the result lost there; `is_heard` is as in `page`."""
    how_to = ways_to_answer(is_heard, speech)
    return _open_mistake(session, opened, (_lost(session, opened, told, speech), how_to.says), how_to, speech)


def mistake_answered(
    session: Session, opened: OpenMistake, told: Judgement, explained: AnyExplanation, speech: Speech
) -> Message:
    """Return whether an answer keeps the result, and if not, why, with the reply to it."""
    then = session.at(opened.number)
    if not keeps_result(told):
        why = why_not(session.rules, then.position, explained.move, explained, speech)
        reply = with_reply(session.rules, then.position, explained, speech, is_puzzle=True)
        lines = (why, _lost(session, opened, told, speech))
        return _open_mistake(session, opened, lines, Typing("", ""), speech, reply)
    move = move_in_words(told.message, speech)
    why = reasons_in_words(explained.reasons, names(session, speech), speech)
    said = speech.say("mistake-why", move=move, why=why) if why else speech.say("learn-right", move=move)
    return _mistake([said], replace(picture(then, speech, explained.move), of=""), speech, is_over=True)


def mistake_shown(session: Session, opened: OpenMistake, told: Judgement, speech: Speech) -> Message:
    """Return the move that would have kept the result."""
    then, said = session.at(opened.number), speech.say("puzzle-shown", move=move_in_words(told.best_message, speech))
    board = replace(picture(then, speech, then.position.read(told.best_message)), of="")
    return _mistake([said], board, speech, is_over=True)


def _mistake_stand(session: Session, opened: OpenMistake) -> _Stand:
    return _Stand(session.rules, session.at(opened.number).position, tag(opened))


def _lost(session: Session, opened: OpenMistake, told: Judgement, speech: Speech) -> str:
    fields: dict[str, Value] = {"title": title(session, speech), "number": opened.number + 1}
    fields["move"] = move_in_words(session.turns[opened.number].text, speech)
    return speech.say("mistake-win", **fields) if told.best_value > 0 else speech.say("mistake-draw", **fields)


def _open_mistake(
    session: Session,
    opened: OpenMistake,
    lines: Sequence[str],
    how_to: Typing,
    speech: Speech,
    board: Picture | None = None,
) -> Message:
    """Return a position that awaits an answer; its `board` may show the reply to another one."""
    board = with_tag(board or picture(session.at(opened.number), speech), opened)
    return _with_moves(_mistake(lines, board, speech), _mistake_stand(session, opened), how_to, speech)


def _mistake(lines: Sequence[str], board: Picture, speech: Speech, is_over: bool = False) -> Message:
    show = () if is_over else (button("show-answer", "/puzzle mine show", speech),)
    row = (*show, button("next", "/puzzle mine next", speech))
    return Message("\n".join(lines), board, buttons=(row,), envelope=IN_PLACE)


_LONGEST_SIZE = 12
_SQUARES = {Found.AT_ONCE: "🟩", Found.LATER: "🟨", Found.SHOWN: "⬜"}


def _squares(opened: OpenPuzzle, streak: int, speech: Speech) -> str:
    """Return the progress in a daily as a square per step, without revealing the moves."""
    puzzle = opened.puzzle
    size = puzzle.settings.get("size") or puzzle.settings.get("map") or puzzle.settings.get("variant", "")
    name = size if len(size) <= _LONGEST_SIZE else speech.say(f"game-{puzzle.game}")
    return f"Tetradka {opened.day} · {name} · {''.join(map(_SQUARES.__getitem__, opened.found))} · 🔥{streak}"


def with_squares(
    said: Message, opened: OpenPuzzle, streak: int, can_post: bool, speech: Speech, is_alone: bool = False
) -> Message:
    """Return a solved daily with its line of squares, and buttons that lead on and show it to others.

    If the solver `is_alone` in the chat, the button that shares the line says where that is possible.
    """
    line = _squares(opened, streak, speech)
    post = (button("post", f"/daily {opened.day} post", speech),) if can_post else ()
    text = "\n".join((said.text, line, speech.say("daily-tomorrow")))
    row = (*to_another(speech), *post)
    shared_line = to_share(line, speech, f"/daily {opened.day} share" if is_alone else "")
    return replace(said, text=text, buttons=(row,), share=shared_line)


def shared_squares(opened: OpenPuzzle, streak: int, speech: Speech) -> Message:
    """Return the line of squares of a solved daily, for any chat, with the position that it began with."""
    line = _squares(opened, streak, speech)
    return Message(line, _start_picture(opened, speech), share=SharedLine(line))


def _start_picture(opened: OpenPuzzle, speech: Speech) -> Picture:
    """Return the position that a puzzle begins with, which gives nothing away."""
    start = replace(opened, found=())
    return with_tag(position_picture(GAMES[opened.puzzle.game], *opened.puzzle.position_after(0), speech), start)


def ways_to_share(day: int, chats: Mapping[str, str], speech: Speech) -> Message:
    """Say how to show a card above to others, with buttons that post it in the named chats, by their keys."""
    buttons = [
        Button(speech.say("button-post-in", chat=name), f"/daily {day} post {key}") for key, name in chats.items()
    ]
    text = speech.say("daily-forward-or-post") if buttons else speech.say("daily-forward")
    return Message(text, buttons=rows_that_fit([each] for each in buttons), envelope=PRIVATE)


def solved_line(opened: OpenPuzzle, streak: int, person: Person, speech: Speech) -> Message:
    """Return the line for the chat about a person who solved a daily, with its position and a button to it."""
    line = f"{name_of(person, speech)}: {_squares(opened, streak, speech)}"
    return Message(line, _start_picture(opened, speech), buttons=((button("daily", "/daily", speech),),))


def todays(day: int, names: Sequence[str], month: str, yesterday: str, speech: Speech) -> Message:
    """Return a chat's daily: its picture, the names of its solvers, the month's table, and yesterday's daily."""
    puzzle = Dailies().of(day).puzzle
    lines = [
        speech.say("daily-today", number=str(day), title=game_title(puzzle.game, puzzle.settings.items(), speech)),
        _task(puzzle, speech),
        *([speech.say("daily-solved-by", names=", ".join(names))] if names else []),
        *filter(None, [month]),
        yesterday,
    ]
    board = _start_picture(Dailies().of(day), speech)
    return Message("\n".join(lines), board, buttons=((button("todays", "/daily", speech),),))


_MOST_IN_TABLE = 10


def month_in_words(table: Sequence[tuple[str, int]], is_current: bool, speech: Speech) -> str:
    """Return how many dailies each person of a chat has solved in this month or the last; "" for nobody."""
    ranking = " · ".join(f"{name} {days}" for name, days in table[:_MOST_IN_TABLE])
    if not ranking:
        return ""
    return speech.say("daily-month", table=ranking) if is_current else speech.say("daily-last-month", table=ranking)


def yesterdays(day: int, names: Sequence[str], streak: int, why: AnyExplanation, speech: Speech) -> str:
    """Return who has solved the daily of a day, its answer, and why that is right."""
    puzzle, seats = Dailies().of(day).puzzle, seat_names(speech)
    line = "; ".join(move_in_words(step, speech) for step in puzzle.solution)
    lines = [
        speech.say("daily-yesterday", number=str(day), title=game_title(puzzle.game, puzzle.settings.items(), speech)),
        speech.say("daily-solved-by", names=", ".join(names)) if names else speech.say("daily-unsolved"),
        *([speech.say("daily-streak", days=streak)] if streak else []),
        speech.say("daily-answer", line=line, idea=idea(puzzle, speech)),
    ]
    if reasons := reasons_in_words(why.reasons, seats, speech):
        lines.append(speech.say("daily-why", move=move_in_words(puzzle.solution[0], speech), why=reasons))
    return "\n".join(lines)
