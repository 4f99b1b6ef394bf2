"""Review of a finished game: the graph of its value, its key moves with reasons, and boards step by step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.core.game.session import Session
from bot.core.handlers.finished_games import GameReview, judgements
from bot.core.language.speech import Speech
from bot.core.ports.platform import IN_PLACE, Button, Message, Picture
from bot.core.view.boards import picture
from bot.core.view.buttons import Row, button, rows
from bot.core.view.names import MOST_WORDS, cost_in_words, heading, move_in_words, names, reasons_in_words, title
from bot.core.view.news import better_move, result
from engines.game import Seat
from engines.phrases import Value
from engines.review import Expectation, Judgement, accuracy, chance, drop
from renderers import DRAWINGS, graph
from renderers.header import NOTE
from renderers.paper import Standing
from renderers.scene import Disc, Ink, Label, Scene

_GRAVE = 0.3
"""The loss of winning chances that makes a move a mistake; a smaller loss is an inaccuracy."""


def overview(session: Session, review: GameReview, speech: Speech) -> Message:
    """Return the graph with the key moves, a line and a button for each."""
    looked, keys = review.expectations, review.key_moves
    judged = judgements(session, looked)
    lines = [title(session, speech), *_ending(session, speech), *_accuracies(session, judged, speech)]
    lines += [_key_line(number, judged[number], session, speech) for number in keys]
    if not keys and review.is_final:
        is_proved = all(each.is_proved for each in judged)
        lines.append(speech.say("review-no-keys") if is_proved else speech.say("review-no-keys-seen"))
    if not review.is_final:
        lines.append(speech.say("review-further"))
    drawn = Picture(_graph(session, looked, judged, keys, speech), " ".join(lines))
    to_keys = rows((_to_key_move(str(number + 1), number, session) for number in keys), 6)
    replay = button("step", f"/step {session.code} {len(session.turns)}", speech)
    on = replay, button("page", f"/record {session.code} page", speech)
    return Message("\n".join(lines), drawn, buttons=(*to_keys, on), envelope=IN_PLACE)


def _graph(
    session: Session, looked: Sequence[Expectation], judged: Sequence[Judgement], keys: Sequence[int], speech: Speech
) -> Scene:
    points = max(3.0, *(abs(each.first_value) for each in looked)) if session.rules.has_margin else None
    score = session.position.score if session.rules.has_margin else None
    header = heading(session, speech, lambda seats: speech.say("review-note", player=seats[Seat.FIRST]))
    values = [graph.Value(each.first_value, each.is_proved) for each in looked]
    marked = {number + 1: judged[number].seat for number in keys}
    return graph.draw(values, marked, points, header, Standing(None, score))


def _ending(session: Session, speech: Speech) -> Iterator[str]:
    """Yield the result of a game that did not end on the board: on time, by resignation or by agreement."""
    if session.status.outcome and session.position.outcome is None:
        yield result(session, speech)


def _accuracies(session: Session, judged: Sequence[Judgement], speech: Speech) -> Iterator[str]:
    """Yield each player's accuracy, if all their moves are judged by proofs."""
    for seat in Seat:
        percent = accuracy(judged, seat)
        if percent is not None:
            yield speech.say("review-accuracy", player=names(session, speech)[seat], percent=percent)


def _to_key_move(label: str, number: int, session: Session) -> Button:
    """Return the button to a key move by its number in the game, since a review may gain key moves before it."""
    return Button(label, f"/review {session.code} {number + 1}")


def _key_line(number: int, judged: Judgement, session: Session, speech: Speech) -> str:
    """Return the line of a key move, with its cost, and how many of a team had voted for the best one."""
    player, move = names(session, speech)[judged.seat], move_in_words(judged.message, speech)
    cost, tally = _cost(judged, session, speech), dict(session.turns[number].tally)
    line = speech.say("review-key", number=number + 1, player=player, move=move, cost=cost)
    if tally and judged.best_message != judged.message:
        count, total = tally.get(judged.best_message, 0), sum(tally.values())
        votes = speech.say("review-votes", count=count, total=total)
        line = f"{line} {votes}"
    return line


def _cost(judged: Judgement, session: Session, speech: Speech) -> str:
    """Return the cost of a move and the better move: points or result if proved, else the change in chances."""
    if judged.is_proved:
        return _proved_cost(judged, session, speech)
    before, after = (chance(worth, session.rules.has_margin) for worth in (judged.best_value, judged.value))
    fields: dict[str, Value] = {"before": round(100 * before), "after": round(100 * after)}
    fields["best"] = move_in_words(judged.best_message, speech)
    if drop(judged, session.rules.has_margin) >= _GRAVE - 1e-9:
        return speech.say("review-mistake", **fields)
    return speech.say("review-inaccuracy", **fields)


def _proved_cost(judged: Judgement, session: Session, speech: Speech) -> str:
    """Return the points that a move lost and the better move keeps, or how the result changed."""
    if session.rules.has_margin and judged.best_value >= 0:
        lost = cost_in_words(judged.loss, session.game, speech)
        best = move_in_words(judged.best_message, speech)
        if judged.best_value == 0:
            return speech.say("review-costs-draw", lost=lost, best=best)
        if judged.value <= 0:
            return speech.say("review-costs-win", lost=lost, best=best)
    return better_move(judged, session.rules, speech)


def key_move(session: Session, number: int, judged: Judgement, keys: Sequence[int], speech: Speech) -> Message:
    """Return a key move on the position before it: "?" at the move, "!" at the better one, its cost and reasons."""
    before = session.at(number)
    lines = [_key_line(number, judged, session, speech)]
    if told := reasons_of_both(judged, names(session, speech), speech):
        lines.append(told)
    best = before.position.read(judged.best_message) if judged.best_message != judged.message else None
    place = keys.index(number)
    neighbours = ("‹", keys[:place][-1:]), ("›", keys[place + 1 :][:1])
    to_others = tuple(_to_key_move(sign, each, session) for sign, neighbour in neighbours for each in neighbour)
    marked = [("?", session.turns[number].move), *([("!", best)] if best else [])]
    over = [*DRAWINGS[session.game].numbered_moves(before.position, marked)]
    drawn, envelope = picture(before, speech, best, over), IN_PLACE
    return Message("\n".join(lines), drawn, buttons=((*to_others, to_review(session.code, speech)),), envelope=envelope)


def reasons_of_both(judged: Judgement, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Say what a key move does, and if it fits, what the better one does."""
    told, room = list[str](), MOST_WORDS
    for message, reasons in ((judged.message, judged.reasons), (judged.best_message, judged.than_reasons)):
        move = move_in_words(message, speech)
        if why := reasons_in_words(reasons, seats, speech, room - len(move.split())):
            told.append(speech.say("coach-move", move=move, why=why))
            room -= len(told[-1].split())
    return " ".join(told)


def step(session: Session, number: int, speech: Speech) -> Message:
    """Return a game after a number of messages, with buttons to the positions before and after."""
    then, last = session.at(number), len(session.turns)
    said = speech.say("step-start", last=last)
    if number:
        turn = session.turns[number - 1]
        player, move = names(session, speech)[turn.seat], move_in_words(turn.text, speech)
        said = speech.say("step", number=number, last=last, player=player, move=move)
    turning = _turning(f"/step {session.code}", number, last)
    ending = _ending(session, speech) if number == last else ()
    said = "\n".join((title(session, speech), said, *ending))
    return Message(said, picture(then, speech), buttons=(turning,), envelope=IN_PLACE)


MOST_FRAMES = 60


def film(session: Session, shown: range, speech: Speech, share: str = "") -> Message:
    """Return the boards after the given numbers of messages in one film; if there are too many, an even selection.

    It is painted for the person of the key `share`, who waits for those who have asked for fewer.
    """
    every = -(-len(shown) // MOST_FRAMES)
    numbers = [*reversed(range(shown[-1], shown[0] - 1, -every))]
    *earlier, last = [_frame(session, number, speech) for number in numbers]
    said = speech.say("film", title=title(session, speech), first=shown[0], last=shown[-1])
    return Message(said, Picture(replace(last, earlier=tuple(earlier)), said, share=share))


def _frame(session: Session, number: int, speech: Speech) -> Scene:
    """Return a frame of the film, with the move in its heading and a ringed number if it was planned."""
    turn = session.turns[number - 1]
    header = heading(session, speech, lambda seats: move_in_words(turn.text, speech))
    scene = DRAWINGS[session.game].draw(turn.positions[-1], (turn.move, *turn.forced), None, header)
    count = Label(str(number), _NUMBERED, NOTE, Ink.TEXT, bold=True)
    ring = (Disc(_NUMBERED, 0.8 * NOTE, outline=Ink.HINT, width=4),) if turn.planned else ()
    return replace(scene, items=(*scene.items, count, *ring), alt=())


_NUMBERED = (62.0, 90.0)


def _turning(line: str, number: int, last: int) -> Row:
    """Return the buttons to the first, previous, next and last board, if they exist."""
    back = (("«", 0), ("‹", number - 1)) if number > 0 else ()
    on = (("›", number + 1), ("»", last)) if number < last else ()
    return tuple(Button(sign, f"{line} {each}") for sign, each in (*back, *on))


def to_review(code: str, speech: Speech) -> Button:
    """Return the button to the review of a game."""
    return button("review", f"/review {code}", speech)


def buttons_after_game(session: Session, speech: Speech, is_brief: bool) -> Row:
    """Return the button to the review of a game with moves, and to its record unless it `is_brief`."""
    record = button("record", f"/record {session.code}", speech)
    return (*((to_review(session.code, speech),) if session.turns else ()), *(() if is_brief else (record,)))
