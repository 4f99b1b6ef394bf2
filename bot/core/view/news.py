"""Lines of a board: the newest moves and their effects, offers, the coach's remarks, whose turn it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest

from bot.core.game.audience import Audience, reads_in
from bot.core.game.pauses import LONG, seconds_paused
from bot.core.game.people import Chat, Robot
from bot.core.game.results import winning_idea
from bot.core.game.session import Session, Stage, Turn
from bot.core.language.speech import Speech
from bot.core.ports.platform import Typing
from bot.core.view.move_menus import first_choices, half_rows, menu_commands, session_menu
from bot.core.view.names import (
    MOST_WORDS,
    cost_in_words,
    in_words,
    move_in_words,
    name_of,
    names,
    reasons_in_words,
    span,
    title,
)
from engines import LADDERS
from engines.game import AnyGame, Outcome, Seat
from engines.phrases import Phrase
from engines.review import Judgement
from renderers import DRAWINGS


def news(session: Session, speech: Speech, asks: bool = True) -> Iterator[str]:
    """Yield the newest turns, then the open offers; `asks` means that the reader is to answer them."""
    yield from _turns_in_words(session.newest_turns, session, speech)
    yield from offer_lines(session, speech, asks)


def last_move_line(session: Session, speech: Speech) -> str:
    """Return the line that replaces a board: its player's latest turns, before the robot's reply, or the open offer."""
    shown = session.newest_turns
    moves = ", ".join(move_in_words(turn.text, speech) for turn in shown if turn.seat is shown[0].seat)
    if shown:
        latest = speech.say("played", player=name_of(session.player(shown[0].seat), speech), move=moves)
    else:
        latest = next(offer_lines(session, speech, asks=False), "")
    return " — ".join(filter(None, (title(session, speech), latest)))


def news_since(seat: Seat | None, session: Session, speech: Speech) -> Iterator[str]:
    """Yield the news since a seat's last turn, or the newest if that seat has just moved or is not given."""
    turns = session.turns
    last_turn = next((number for number in range(len(turns), 0, -1) if turns[number - 1].seat is seat), 0)
    if last_turn and last_turn < len(turns):
        yield from _forced_move_lines(turns[last_turn - 1], session, speech)
        yield from _turns_in_words(turns[last_turn:], session, speech)
    else:
        yield from _turns_in_words(session.newest_turns, session, speech)
    yield from offer_lines(session, speech)


def pause_lines(session: Session, speech: Speech) -> Iterator[str]:
    """Yield how long a game was paused, once per pause."""
    if seconds := seconds_paused(session):
        yield speech.say("paused", span=span(seconds, speech)) if seconds >= LONG else speech.say("paused-briefly")


def offer_lines(session: Session, speech: Speech, asks: bool = True) -> Iterator[str]:
    """Yield open and declined offers, and undone turns; `asks` means that the opponent is to answer."""
    offers, undone = session.offers, session.undone.turns
    if offers.draw is not None:
        text = speech.say("draw-offered", player=name_of(session.player(offers.draw), speech))
        yield _with_question(text, offers.draw, session, speech) if asks else text
    if offers.draw_declined is not None:
        yield speech.say("draw-declined", player=name_of(session.player(offers.draw_declined), speech))
    if undone:
        player = name_of(session.player(undone[0].seat), speech)
        yield speech.say("taken-back", player=player, moves=_moves_in_words(undone, session, speech))
    if offers.undo is not None:
        moves = _moves_in_words(session.turns_to_undo(offers.undo), session, speech)
        text = speech.say("undo-offered", player=name_of(session.player(offers.undo), speech), moves=moves)
        yield _with_question(text, offers.undo, session, speech) if asks else text
    if offers.undo_declined is not None:
        yield speech.say("undo-declined", player=name_of(session.player(offers.undo_declined), speech))


def _with_question(text: str, by: Seat, session: Session, speech: Speech) -> str:
    return f"{text} {speech.say('answer-asked', player=name_of(session.player(by.opponent), speech))}"


def _moves_in_words(turns: Sequence[Turn], session: Session, speech: Speech) -> str:
    """List the turns to take back, naming their players if there are several."""
    moves = [move_in_words(turn.text, speech) for turn in turns]
    if all(turn.seat is turns[0].seat for turn in turns):
        return ", ".join(moves)
    seat_names = names(session, speech)
    return ", ".join(f"{seat_names[turn.seat]} {move}" for turn, move in zip(turns, moves, strict=True))


def _turns_in_words(turns: Sequence[Turn], session: Session, speech: Speech) -> Iterator[str]:
    """Yield turns with their effects and the forced moves after them; a player's run is one sentence."""
    texts, effects, seats, drawing = list[str](), list[Phrase](), names(session, speech), DRAWINGS[session.game]
    for turn, later in zip_longest(turns, turns[1:]):
        move = move_in_words(turn.text, speech)
        texts.append(speech.say("planned-move", move=move) if turn.planned else move)
        before, after = turn.positions[:2]
        effects += drawing.move_effects(before, turn.move, after)
        forced_lines = [*_forced_move_lines(turn, session, speech)]
        if forced_lines or later is None or later.seat is not turn.seat:
            yield speech.say("played", player=seats[turn.seat], move=", ".join(texts))
            yield from (in_words(phrase, speech, seats) for phrase in _merge_phrases(effects))
            yield from forced_lines
            texts.clear()
            effects.clear()


def _merge_phrases(phrases: Iterable[Phrase]) -> list[Phrase]:
    """Merge adjacent phrases that differ only in a list and its length, such as captures in one run."""
    merged: list[Phrase] = []
    for phrase in phrases:
        fields = dict(phrase.fields)
        before = dict(merged[-1].fields) if merged and merged[-1].code == phrase.code else {}
        differing = [key for key, value in fields.items() if key != "count" and before.get(key) != value]
        if "count" in before and len(differing) == 1 and differing[0] in before:
            items = f"{before[differing[0]]} {fields[differing[0]]}"
            count = int(before["count"]) + int(fields["count"])
            merged[-1] = Phrase(phrase.code, **(before | {differing[0]: items, "count": count}))
        else:
            merged.append(phrase)
    return merged


def _forced_move_lines(turn: Turn, session: Session, speech: Speech) -> Iterator[str]:
    """Yield the moves that the rules forced, in order; some kinds have a special sentence."""
    for position, move in zip(turn.positions[1:], turn.forced, strict=False):
        due_phrase = DRAWINGS[session.game].turn_phrase(position)
        code = f"forced-{due_phrase.code}"
        fields = {**dict(due_phrase.fields), "player": str(position.turn), "move": str(move)}
        phrase = Phrase(code if speech.knows(code) else "forced-move", **fields)
        yield in_words(phrase, speech, names(session, speech))


_TIMES_SHOWN = 2


def standing(session: Session, speech: Speech, here: Audience) -> str:
    """Return the result, or whose turn it is and for which kind of move, worded for the reader."""
    if session.status.outcome is not None:
        return _verdict(session, session.status.outcome, speech)
    player = name_of(session.on_turn, speech)
    if isinstance(session.on_turn, Robot):
        return speech.say("robot-thinks", player=player)
    if not reads_in(session, session.on_turn, here):
        return turn_in_words(session, speech)
    due_phrase = DRAWINGS[session.game].turn_phrase(session.position)
    code = f"yours-{due_phrase.code}"
    if not speech.knows(code):
        return speech.say("your-turn", player=player)
    return in_words(Phrase(code, **dict(due_phrase.fields)), speech, names(session, speech))


def turn_in_words(session: Session, speech: Speech) -> str:
    """Return whose turn it is and for which kind of move, worded for anyone."""
    return in_words(DRAWINGS[session.game].turn_phrase(session.position), speech, names(session, speech))


def threat_lines(session: Session, speech: Speech) -> Iterator[str]:
    """Yield the threats and opportunities for the person who is to move."""
    if session.stage is Stage.RUNNING and not isinstance(session.on_turn, Robot):
        seats = names(session, speech)
        for phrase in DRAWINGS[session.game].threats(session.position):
            yield in_words(phrase, speech, seats)


def typing_help(session: Session, speech: Speech, here: Audience) -> Typing | None:
    """Return how the person to move types a move, with an example before their first moves of each kind."""
    chat = here if isinstance(here, Chat) else None
    if session.stage is not Stage.RUNNING or (chat and chat.inline) or not reads_in(session, session.on_turn, here):
        return None
    commands = menu_commands(session)
    typing = Typing(commands.plays, commands.picks, called=speech.say("button-type"))
    if menu := session_menu(session, speech):
        asks, choices = first_choices(menu, commands, speech)
        typing = replace(typing, asks=asks, moves=choices, halves=half_rows(session, menu, speech))
    turn_phrase, seat = DRAWINGS[session.game].turn_phrase, session.position.turn
    kind = turn_phrase(session.position).code
    own_turns = (turn for turn in session.turns if turn.seat is seat)
    earlier_turns = (turn for turn in own_turns if turn_phrase(turn.positions[0]).code == kind)
    if len(list(islice(earlier_turns, _TIMES_SHOWN))) == _TIMES_SHOWN:
        return typing
    example = move_in_words(str(next(iter(session.position.moves()))), speech)
    by_command = speech.say("how-to-move-by-command", example=example, button=typing.called)
    is_direct = (chat or session.places.chat).direct
    says = speech.say("how-to-move", example=example) if is_direct else speech.say("how-to-move-here", example=example)
    by_touch = speech.say("how-to-move-by-touch", example=example)
    return replace(typing, says=says, by_command=by_command, by_touch=by_touch)


def opponent_joined_lines(session: Session, speech: Speech, here: Audience) -> Iterable[str]:
    """Say who plays from the other chat, before the first move."""
    if not isinstance(here, Chat) or session.places.second is None or session.stage is not Stage.RUNNING or session.ply:
        return
    if session.places.is_second(here):
        yield speech.say("plays-elsewhere", player=name_of(session.player(session.seat), speech))
    elif not reads_in(session, opponent := session.player(session.seat.opponent), here):
        yield speech.say("accepted-elsewhere", player=name_of(opponent, speech))


def result(session: Session, speech: Speech) -> str:
    """Return the result of the game, the score, and the hints used."""
    assert session.status.outcome is not None
    return " ".join((_verdict(session, session.status.outcome, speech), *score_lines(session, speech)))


def score_lines(session: Session, speech: Speech) -> Iterator[str]:
    """Yield the score that the result does not say, the ladder progress and the hints used once the game is over."""
    if session.status.outcome is None:
        return
    seat_names, (first, second) = names(session, speech), session.position.score
    if (first or second) and session.rules.has_margin and not _is_decided_by_points(session):
        yield speech.say("result-score", first=first, second=second)
    if idea := winning_idea(session):
        number = [rung.idea.name for rung in LADDERS[session.game]].index(idea) + 1
        yield speech.say("ladder-won", idea=speech.say(f"ladder-{idea}"), path=ladder_path(session.game, number))
    if any(session.hints.counts):
        hint_counts = zip(Seat, session.hints.counts, strict=True)
        persons = ((seat, count) for seat, count in hint_counts if not isinstance(session.player(seat), Robot))
        yield speech.say("hints-taken", taken=", ".join(f"{seat_names[seat]} {count}" for seat, count in persons))


def ladder_path(game: str, climbed: int, is_next: bool = False) -> str:
    """Return a sign for each rung of a game's ladder: climbed, next (if being played), or later."""
    rungs = len(LADDERS[game])
    return "✓" * climbed + "●" * is_next + "○" * (rungs - climbed - is_next)


def _is_decided_by_points(session: Session) -> bool:
    """Return whether the game was played to its end and the points decide it, ties included."""
    outcome, (first, second) = session.position.outcome, session.position.score
    return outcome is not None and session.rules.has_margin and (outcome.winner is None) == (first == second)


def _verdict(session: Session, outcome: Outcome, speech: Speech) -> str:
    """Say how a game ended, with the winner's points first."""
    winner, seat_names = outcome.winner, names(session, speech)
    low, high = sorted(session.position.score)
    if winner is None:
        if _is_decided_by_points(session):
            return speech.say("result-draw-points", high=high, low=low)
        claimant = session.status.ended_by or session.position.turn.opponent
        loser, opponent = seat_names[claimant.opponent], seat_names[claimant]
        return speech.say("result-draw", outcome=speech.say(outcome.reason, loser=loser, opponent=opponent))
    if _is_decided_by_points(session):
        return speech.say("result-won-points", winner=seat_names[winner], high=high, low=low)
    loser = seat_names[winner.opponent]
    reason = speech.say(outcome.reason, loser=loser, high=high, low=low)
    return speech.say("result-won", winner=seat_names[winner], loser=loser, outcome=reason)


_LEAST_MARGIN, _LEAST_CHANCE = 0.5, 0.25


def remark(judgement: Judgement, game: AnyGame, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Return the remark: blame for a worse move, praise for a good one, doubt if only an estimate supports it."""
    faults = [each for each in judgement.reasons if not judgement.is_proved and each.code in game.text.faults]
    if round(judgement.loss, 1) >= (_LEAST_MARGIN if game.has_margin else _LEAST_CHANCE):
        return _blame(judgement, game, seats, speech)
    if faults:
        why = reasons_in_words(faults, seats, speech)
        return speech.say("coach-move", move=move_in_words(judgement.message, speech), why=why)
    return _praise(judgement, game, seats, speech)


def _blame(judgement: Judgement, game: AnyGame, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Say what is wrong with a move, else what the better one does or how the game ends, and the cost."""
    move, better = move_in_words(judgement.message, speech), better_move(judgement, game, speech)
    room = MOST_WORDS - len(better.split()) - len(move.split())
    why = reasons_in_words(judgement.reasons, seats, speech, room)
    instead = "" if why else reasons_in_words(judgement.than_reasons, seats, speech, room)
    if instead:
        return f"{move}? " + speech.say("coach-instead", better=better.removesuffix("."), why=instead)
    if not why and judgement.is_proved and judgement.reasons:
        why = in_words(judgement.reasons[0], speech, seats)
    return " ".join((speech.say("coach-worse", move=move, why=why) if why else f"{move}?", better))


def _praise(judgement: Judgement, game: AnyGame, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Say what a good move does, or else what the tempting alternative would have done."""
    than, praise, ending = move_in_words(judgement.than, speech), _grade(judgement, game, speech), ""
    if _is_lost(judgement, game):
        ending = speech.say("coach-lost")
    room = MOST_WORDS - len(praise.split()) - len(ending.split())
    if why := reasons_in_words(judgement.reasons, seats, speech, room):
        text = speech.say("coach-move", move=praise, why=why)
    elif why := reasons_in_words(judgement.than_reasons, seats, speech, room - len(than.split())):
        text = " ".join((f"{praise}.", speech.say("coach-worse", move=than, why=why)))
    else:
        text = f"{praise}."
    return f"{text} {ending}".rstrip()


def _grade(judgement: Judgement, game: AnyGame, speech: Speech) -> str:
    """Call a move best if that is proved; not if every move is as good, or loses, nor if it wins later."""
    move = move_in_words(judgement.message, speech)
    if not judgement.is_proved or judgement.loss:
        return speech.say("coach-good", move=move)
    if _is_lost(judgement, game) or game.text.reasoning.has_delay(judgement.reasons):
        return move
    if game.has_margin and not judgement.than:  # nothing is compared where every move is worth the same
        return speech.say("coach-equal", move=move)
    return speech.say("coach-best", move=move)


def _is_lost(judgement: Judgement, game: AnyGame) -> bool:
    """Return whether it is proved that every move loses."""
    return judgement.is_proved and not game.has_margin and judgement.best_value < 0


def better_move(judgement: Judgement, game: AnyGame, speech: Speech) -> str:
    """State the cost of a move, in points or in the result, and the best move; no cost if it is unproved."""
    best = move_in_words(judgement.best_message, speech)
    if not judgement.is_proved:
        return speech.say("coach-weaker", best=best)
    if game.has_margin:
        return speech.say("coach-costs", lost=cost_in_words(judgement.loss, game.name, speech), best=best)
    if judgement.best_value <= 0:
        return speech.say("coach-draw-gone", best=best)
    if judgement.value < 0:
        return speech.say("coach-won-to-lost", best=best)
    return speech.say("coach-win-gone", best=best)
