"""Texts of teams: receipts of votes, the votes on the board, and the state of a vote."""

from __future__ import annotations

from bot.core.game.instants import Instant
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Message
from bot.core.ports.votes import Ballot, Casting
from bot.core.view.boards import BoardNotes
from bot.core.view.names import move_in_words
from bot.features.teams.ballots import Tally, quorum_of, tally

_MOST_GHOSTS = 5


def receipt(ballot: Ballot, choice: str, speech: Speech) -> Message:
    """Confirm a vote for a move to its voter alone."""
    move, n = move_in_words(choice, speech), len(ballot.votes)
    match ballot.outcome:
        case Casting.SAME:
            text = speech.say("team-vote-same", move=move, n=n)
        case _:
            text = speech.say("team-vote", move=move, n=n)
    return Message(text, envelope=PRIVATE)


def counted_before(speech: Speech) -> Message:
    """Say that a vote was counted when it arrived before."""
    return Message(speech.say("team-vote-counted"), envelope=PRIVATE)


def notes(session: Session, ballot: Ballot, now: Instant, speech: Speech) -> BoardNotes:
    """Return what a board shows of the votes for a move: the leading moves with their counts, drawn and in words."""
    counts, quorum = tally(ballot.votes.values()), quorum_of(session, session.position.turn, ballot)
    if counts:
        line = speech.say("team-votes", n=len(ballot.votes), moves=_counts_in_words(counts, speech))
        marks = tuple((str(count), session.position.read(choice)) for choice, count in counts[:_MOST_GHOSTS])
        return BoardNotes((line,), marks)
    if session.clocks and now >= session.clocks.deadline:
        return BoardNotes((speech.say("team-nobody-voted"),))
    return BoardNotes((speech.say("team-how", n=quorum),))


def _counts_in_words(counts: Tally, speech: Speech) -> str:
    shown = (f"{move_in_words(choice, speech)} ({count})" for choice, count in counts[:_MOST_GHOSTS])
    return ", ".join((*shown, *(["…"] if len(counts) > _MOST_GHOSTS else ())))
