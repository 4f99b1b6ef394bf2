"""Lines of a board: the newest moves and what they brought about, offers, the coach's words, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest

from bot.core.game.audience import Audience, reads_in
from bot.core.game.outages import LONG
from bot.core.game.pauses import seconds_paused
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.results import winning_idea
from bot.core.game.session import Session, Stage, Turn
from bot.core.language.speech import Speech
from bot.core.ports.platform import Typing
from bot.core.view import buttons
from bot.core.view.names import cost_in_words, in_words, move_in_words, name_of, names, span, teaching, telling
from engines import LADDERS
from engines.game import RUNGS, Outcome, Seat
from engines.phrases import Phrase
from engines.review import Judgement
from renderers import DRAWINGS


def news(session: Session, speech: Speech, asks: bool = True) -> Iterator[str]:
    """The newest turns, then what the players ask of one another; if it `asks`, the one who is to answer reads it."""
    yield from _turns_in_words(session.newest_turns, session, speech)
    yield from offered(session, speech, asks)


def last_run_in_words(session: Session, speech: Speech) -> str:
    """What a player has played in a row, in one line; before a robot's answer, what it answers; else what is asked."""
    newest = session.newest_turns
    turns = [turn for turn in newest if turn.seat is newest[0].seat]
    if not turns:
        return next(offered(session, speech, asks=False), "")
    moves = ", ".join(move_in_words(turn.text, speech) for turn in turns)
    return speech.say("played", player=name_of(session.player(turns[0].seat), speech), move=moves)


def news_since(seat: Seat | None, session: Session, speech: Speech) -> Iterator[str]:
    """What has come after the last turn of a seat, as `news`; for who has just moved or has no seat, the newest."""
    turns = session.turns
    own = next((number for number in range(len(turns), 0, -1) if turns[number - 1].seat is seat), 0)
    if own and own < len(turns):
        yield from _forced(turns[own - 1], session, speech)
        yield from _turns_in_words(turns[own:], session, speech)
    else:
        yield from _turns_in_words(session.newest_turns, session, speech)
    yield from offered(session, speech)


def paused(session: Session, speech: Speech) -> Iterator[str]:
    """For how long a game was paused, told once."""
    if seconds := seconds_paused(session):
        yield speech.say("paused", span=span(seconds, speech)) if seconds >= LONG else speech.say("paused-briefly")


def offered(session: Session, speech: Speech, asks: bool = True) -> Iterator[str]:
    """What the players ask of one another, and what became of it; if it `asks`, the other one is asked to answer."""
    if session.offers.draw is not None:
        said = speech.say("draw-offered", player=name_of(session.player(session.offers.draw), speech))
        yield _asked(said, session.offers.draw, session, speech) if asks else said
    if session.offers.draw_declined is not None:
        yield speech.say("draw-declined", player=name_of(session.player(session.offers.draw_declined), speech))
    yield from _going_back(session, speech, asks)


def _asked(said: str, by: Seat, session: Session, speech: Speech) -> str:
    """What a seat asks for, and the question to the other one."""
    return f"{said} {speech.say('answer-asked', player=name_of(session.player(by.opponent), speech))}"


def _going_back(session: Session, speech: Speech, asks: bool) -> Iterator[str]:
    """Who wants to take which turns back, or has, or may not."""
    if session.undone.turns:
        player = name_of(session.player(session.undone.turns[0].seat), speech)
        yield speech.say("taken-back", player=player, moves=_listed(session.undone.turns, session, speech))
    if session.offers.undo is not None:
        player = name_of(session.player(session.offers.undo), speech)
        moves = _listed(session.turns_to_undo(session.offers.undo), session, speech)
        said = speech.say("undo-offered", player=player, moves=moves)
        yield _asked(said, session.offers.undo, session, speech) if asks else said
    if session.offers.undo_declined is not None:
        yield speech.say("undo-declined", player=name_of(session.player(session.offers.undo_declined), speech))


def _listed(turns: Sequence[Turn], session: Session, speech: Speech) -> str:
    """The turns that go back, with whose they are if they are not all of the one who wants them back."""
    moves = [move_in_words(turn.text, speech) for turn in turns]
    if all(turn.seat is turns[0].seat for turn in turns):
        return ", ".join(moves)
    called = names(session, speech)
    return ", ".join(f"{called[turn.seat]} {move}" for turn, move in zip(turns, moves, strict=True))


def _turns_in_words(turns: Sequence[Turn], session: Session, speech: Speech) -> Iterator[str]:
    """Turns, each with what it brought about and what the rules played after it; those of one player in one breath."""
    texts, told, seats, drawing = list[str](), list[Phrase](), names(session, speech), DRAWINGS[session.game]
    for turn, later in zip_longest(turns, turns[1:]):
        move = move_in_words(turn.text, speech)
        texts.append(speech.say("planned-move", move=move) if turn.planned else move)
        before, after = turn.positions[:2]
        told += drawing.move_effects(before, turn.move, after)
        followed = [*_forced(turn, session, speech)]
        if followed or later is None or later.seat is not turn.seat:
            yield speech.say("played", player=seats[turn.seat], move=", ".join(texts))
            yield from (in_words(phrase, speech, seats) for phrase in _joined(told))
            yield from followed
            texts.clear()
            told.clear()


def _joined(told: Iterable[Phrase]) -> list[Phrase]:
    """Neighbours that differ in a list and its length alone, as one: what was taken in a run is told once."""
    joined: list[Phrase] = []
    for phrase in told:
        before = dict(joined[-1].fields) if joined and joined[-1].code == phrase.code else {}
        unlike = [key for key, value in phrase.fields if key not in before or (before[key] != value and key != "count")]
        if before and len(unlike) == 1 and "count" in before:
            (key,) = unlike
            more = dict(phrase.fields)
            listed = f"{before[key]} {more[key]}"
            count = int(before["count"]) + int(more["count"])
            joined[-1] = Phrase(phrase.code, **(before | {key: listed, "count": count}))
        else:
            joined.append(phrase)
    return joined


def _forced(turn: Turn, session: Session, speech: Speech) -> Iterator[str]:
    """What the rules played, in order, each with its owner; a kind of move may have a sentence of its own."""
    for position, move in zip(turn.positions[1:], turn.forced, strict=False):
        due = DRAWINGS[session.game].turn_phrase(position)
        code = f"forced-{due.code}"
        fields = {**dict(due.fields), "player": str(position.turn), "move": str(move)}
        phrase = Phrase(code if speech.knows(code) else "forced-move", **fields)
        yield in_words(phrase, speech, names(session, speech))


_LEAST_MARGIN = 0.5
_LEAST_CHANCE = 0.25


def coaching(session: Session, speech: Speech) -> Iterator[str]:
    """What is said of the newest judged move, if a coach looks on: what it gives and takes, and what was better."""
    judged = session.hints.judgement
    if judged is None:
        return
    move, seats = move_in_words(judged.message, speech), names(session, speech)
    is_worse = round(judged.loss, 1) >= (_LEAST_MARGIN if session.rules.has_margin else _LEAST_CHANCE)
    faults = [] if judged.is_proved else [each for each in judged.reasons if each.code in session.rules.text.faults]
    good = teaching(judged.reasons) or judged.reasons
    why = telling(judged.reasons if is_worse else faults or good[:1], seats, speech)
    if is_worse or faults:
        said = what_was_better(judged, session, speech) if is_worse else ""
        yield " ".join(filter(None, (speech.say("coach-move", move=move, why=why) if why else f"{move}:", said)))
        return
    is_best = judged.is_proved and not judged.loss
    praise = speech.say("coach-best", move=move) if is_best else speech.say("coach-good", move=move)
    yield speech.say("coach-move", move=praise, why=why) if why else f"{praise}."


def what_was_better(judged: Judgement, session: Session, speech: Speech) -> str:
    """What a move has cost, in points or in the result, and the best one."""
    best = move_in_words(judged.best_message, speech)
    if session.rules.has_margin:
        fields = {"lost": cost_in_words(judged.loss, session.game, speech), "best": best}
        return speech.say("review-costs", **fields) if judged.is_proved else speech.say("coach-costs-about", **fields)
    if not judged.is_proved:
        return speech.say("coach-weaker", best=best)
    if judged.best_value > 0:
        is_lost = judged.value < 0
        return speech.say("coach-won-to-lost", best=best) if is_lost else speech.say("coach-win-gone", best=best)
    return speech.say("coach-draw-gone", best=best)


_TIMES_SHOWN = 2


def standing(session: Session, speech: Speech, here: Audience) -> str:
    """Who won, and why; else whose turn it is and for what kind of move, said to that player if they read it."""
    if session.status.outcome is not None:
        return _verdict(session.status.outcome, names(session, speech), speech)
    player = name_of(session.on_turn, speech)
    if isinstance(session.on_turn, Robot):
        return speech.say("robot-thinks", player=player)
    if not reads_in(session, session.on_turn, here):
        return whose_turn(session, speech)
    due = DRAWINGS[session.game].turn_phrase(session.position)
    yours = f"yours-{due.code}"
    if not speech.knows(yours):
        return speech.say("your-turn", player=player)
    return in_words(Phrase(yours, **dict(due.fields)), speech, names(session, speech))


def whose_turn(session: Session, speech: Speech) -> str:
    """Who is to do what, to any reader."""
    return in_words(DRAWINGS[session.game].turn_phrase(session.position), speech, names(session, speech))


def threatened(session: Session, speech: Speech) -> Iterator[str]:
    """What a game knows to be in danger, or to be had, for the person who is to move."""
    if session.stage is Stage.RUNNING and not isinstance(session.on_turn, Robot):
        seats = names(session, speech)
        for phrase in DRAWINGS[session.game].threats(session.position):
            yield in_words(phrase, speech, seats)


def how_to(session: Session, speech: Speech, here: Audience) -> Typing | None:
    """How the person who is to move types that; it is said with a legal move before their first moves of each kind,
    later it would be in the way."""
    chat = here if isinstance(here, Chat) else None
    if session.stage is not Stage.RUNNING or (chat and chat.inline) or not reads_in(session, session.on_turn, here):
        return None
    asks, listed = buttons.listed_moves(session, speech)
    way = Typing(buttons.tag(session), "", "", speech.say("button-type"), asks, listed)
    if _is_used_to_it(session):
        return way
    example = move_in_words(str(next(iter(session.position.moves()))), speech)
    by_command = speech.say("how-to-move-by-command", example=example, button=way.called)
    if (chat or session.places.chat).direct:
        return replace(way, says=speech.say("how-to-move", example=example), by_command=by_command)
    return replace(way, says=speech.say("how-to-move-here", example=example), by_command=by_command)


def _is_used_to_it(session: Session) -> bool:
    due, seat = DRAWINGS[session.game].turn_phrase, session.position.turn
    kind = due(session.position).code
    same = (turn for turn in session.turns if turn.seat is seat and due(turn.positions[0]).code == kind)
    return len(list(islice(same, _TIMES_SHOWN))) == _TIMES_SHOWN


def opponent_joined(session: Session, speech: Speech, here: Audience) -> Iterable[str]:
    """Who plays from the other chat, before the first move: the challenger is told that the other has accepted."""
    if not isinstance(here, Chat) or session.places.second is None or session.stage is not Stage.RUNNING or session.ply:
        return
    if session.places.is_second(here):
        yield speech.say("plays-elsewhere", player=name_of(session.challenger, speech))
    elif not reads_in(session, session.opponent, here):
        yield speech.say("accepted-elsewhere", player=name_of(session.opponent, speech))


def result(session: Session, speech: Speech) -> str:
    """How the game ended, with what score, and how many hints were taken."""
    assert session.status.outcome is not None
    return " ".join((_verdict(session.status.outcome, names(session, speech), speech), *counted(session, speech)))


def counted(session: Session, speech: Speech) -> Iterator[str]:
    """The score (steps still to go, where the rules ended the game), and how many hints were taken, once it is over."""
    if session.status.outcome is None:
        return
    called, (first, second) = names(session, speech), session.position.score
    own = f"result-score-{session.game}"
    if speech.knows(own) and session.position.outcome:
        yield speech.say(own, score=f"{first}:{second}")
    elif (first or second) and not speech.knows(own):
        yield speech.say("result-score", score=f"{first}:{second}")
    if idea := winning_idea(session):
        yield speech.say("ladder-won", idea=speech.say(f"ladder-{idea}"))
        number = [rung.idea.name for rung in LADDERS[session.game]].index(idea) + 1
        if number < len(LADDERS[session.game]):
            yield speech.say("ladder-next", line=f"/challenge bot {RUNGS[number]} {session.game}")
    if any(session.hints.counts):
        taken = zip(Seat, session.hints.counts, strict=True)
        persons = ((seat, count) for seat, count in taken if isinstance(session.player(seat), Person))
        yield speech.say("hints-taken", taken=", ".join(f"{called[seat]} {count}" for seat, count in persons))


def _verdict(outcome: Outcome, called: Mapping[Seat, str], speech: Speech) -> str:
    reason, winner = _reason(outcome, speech), outcome.winner
    if winner is None:
        return speech.say("result-draw", outcome=reason)
    return speech.say("result-won", winner=called[winner], loser=called[winner.opponent], outcome=reason)


def _reason(outcome: Outcome, speech: Speech) -> str:
    """Why a game ended; what decides by more of something reads differently in a draw."""
    drawn = f"drawn-{outcome.reason}"
    return speech.say(drawn if outcome.winner is None and speech.knows(drawn) else outcome.reason)
