"""Texts of teams: receipts of votes, the votes on the board, and the state of a vote."""

from collections.abc import Iterator, Mapping

from bot.core.game.instants import Instant
from bot.core.game.people import Person, Team
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Message
from bot.core.ports.votes import Ballot, Casting
from bot.core.view.boards import BoardNotes
from bot.core.view.buttons import fits, notice, tag
from bot.core.view.names import move_in_words, name_of, span, title
from bot.features.teams.ballots import Kind, Tally, VoteState, tally, turn_ends, votes_needed, winner_of

_MOST_SHOWN = 5
NOTED, TOO_LATE = "✍", "🤷"
"""The reactions that can confirm a vote, without a judgement of its move, and say that others were late as well."""
_TURNS_EXPLAINED = 2


def receipt(ballot: Ballot, choice: str, speech: Speech) -> Message:
    """Confirm a vote for a move to its voter alone."""
    if ballot.outcome is Casting.REPEATED:
        return notice("team-vote-counted", speech)
    code = "team-vote-same" if ballot.outcome is Casting.SAME else "team-vote"
    return notice(code, speech, move=move_in_words(choice, speech), n=len(ballot.votes))


def action_receipt(ballot: Ballot, kind: Kind, choice: str, quorum: int, speech: Speech) -> Message:
    """Confirm a vote for something besides a move to its voter alone."""
    return notice("team-action-vote", speech, votes=_count_in_words(ballot, kind, choice, quorum, speech))


def _count_in_words(ballot: Ballot, kind: Kind, choice: str, quorum: int, speech: Speech) -> str:
    count, needed = dict(tally(ballot.votes.values())).get(choice, 0), votes_needed(quorum)
    return speech.say("team-action-votes", what=_action_in_words(kind, choice, speech), n=count, needed=needed)


def _action_in_words(kind: Kind, choice: str, speech: Speech) -> str:
    match kind, choice:
        case Kind.RESIGN, _:
            return speech.say("team-for-resigning")
        case Kind.HINT, _:
            return speech.say("team-for-hint")
        case Kind.DRAW, Consent.YES:
            return speech.say("team-for-accepting-draw")
        case Kind.DRAW, Consent.NO:
            return speech.say("team-for-declining-draw")
        case Kind.DRAW, _:
            return speech.say("team-for-draw")
        case _, Consent.YES:
            return speech.say("team-for-accepting-undo")
        case _, Consent.NO:
            return speech.say("team-for-declining-undo")
        case _:
            return speech.say("team-for-undo")


def notes(session: Session, state: VoteState, now: Instant, speech: Speech) -> BoardNotes:
    """Return what a board shows of a team's votes: the leading moves with their counts, drawn and in words."""
    lines = [*_action_lines(state, speech), *_lines_about_opponent(session, state, now, speech)]
    if session.position.turn is not state.seat:
        return BoardNotes(tuple(lines))
    counts = tally(state.move.votes.values())
    is_explained = [turn.seat for turn in session.turns].count(state.seat) < _TURNS_EXPLAINED
    quorum = (_quorum_in_words(state.quorum, speech),) if is_explained else ()
    if counts:
        voted = speech.say("team-votes", n=len(state.move.votes), moves=_moves_in_words(counts, speech))
        lines.insert(0, " ".join((voted, *quorum)))
    elif _has_second_time(session, now):
        lines.insert(0, speech.say("team-nobody-voted"))
    elif is_explained:
        lines.insert(0, " ".join((speech.say("team-how"), *quorum)))
    leading = counts[:_MOST_SHOWN]
    marks = tuple((str(count), session.position.read(choice)) for choice, count in leading)
    line = f"/move {tag(session)}"
    to_agree = (Button(_move_with_count(choice, count, speech), f"{line} {choice}") for choice, count in leading)
    return BoardNotes(tuple(lines), marks, tuple(filter(fits, to_agree)))


def _lines_about_opponent(session: Session, state: VoteState, now: Instant, speech: Speech) -> Iterator[str]:
    """Yield what keeps another team from voting: the bot can't post in its chat, or its time has run out once."""
    opponent = session.player(state.seat.opponent)
    if isinstance(opponent, Team) and opponent.chat.key in session.places.closed_chats:
        yield speech.say("team-unreached", player=name_of(opponent, speech))
    elif isinstance(session.on_turn, Team) and session.on_turn == opponent and _has_second_time(session, now):
        yield speech.say("team-opponent-late", player=name_of(opponent, speech))


def _has_second_time(session: Session, now: Instant) -> bool:
    return session.clocks is not None and now >= session.clocks.deadline


def _moves_in_words(counts: Tally, speech: Speech) -> str:
    moves = (_move_with_count(choice, count, speech) for choice, count in counts[:_MOST_SHOWN])
    return ", ".join((*moves, *(["…"] if len(counts) > _MOST_SHOWN else ())))


def _move_with_count(choice: str, count: int, speech: Speech) -> str:
    return f"{move_in_words(choice, speech)} ({count})"


def _action_lines(state: VoteState, speech: Speech) -> Iterator[str]:
    """Yield the votes for each action besides a move that some of the team want."""
    for kind, ballot in state.others.items():
        for choice, _ in tally(ballot.votes.values()) if not winner_of(ballot, state.quorum) else ():
            yield f"{_count_in_words(ballot, kind, choice, state.quorum, speech)}."


def withdrawal(actions: Mapping[Kind, str], speech: Speech) -> Message:
    """Tell a member which of their votes are withdrawn."""
    lines = (speech.say("team-vote-withdrawn", what=_action_in_words(*action, speech)) for action in actions.items())
    return Message("\n".join(lines), envelope=PRIVATE)


def vote_state(session: Session, state: VoteState, person: Person, now: Instant, speech: Speech) -> Message:
    """Tell a member what their team has voted, what ends the turn, and their own vote."""
    lines = [title(session, speech)]
    if session.position.turn is state.seat:
        counts, ends_at = tally(state.move.votes.values()), _deadline_shown(session, state, now)
        n = len(state.move.votes)
        lines.append(
            speech.say("team-votes", n=n, moves=_moves_in_words(counts, speech)) if n else speech.say("team-no-votes")
        )
        lines.append(_quorum_in_words(state.quorum, speech))
        if ends_at is not None and ends_at > now:
            lines.append(speech.say("team-turn-ends", span=span(ends_at - now, speech)))
        if vote := state.move.votes.get(person.key):
            lines.append(speech.say("team-your-vote", move=move_in_words(vote.choice, speech)))
    else:
        lines.append(speech.say("team-waits"))
    actions = state.actions_of(person.key)
    own_lines = (speech.say("team-your-action", what=_action_in_words(*action, speech)) for action in actions.items())
    withdraw = Button(speech.say("votes-withdraw-button"), f"/votes {session.code} withdraw")
    text = "\n".join((*lines, *_action_lines(state, speech), *own_lines))
    return Message(text, buttons=((withdraw,),) if actions else (), envelope=PRIVATE)


def _quorum_in_words(quorum: int, speech: Speech) -> str:
    return speech.say("team-first-vote") if quorum == 1 else speech.say("team-quorum", n=quorum)


def _deadline_shown(session: Session, state: VoteState, now: Instant) -> Instant | None:
    """Return the end of a turn's time as its board shows it: the time runs once more only after it is up."""
    if session.clocks and now < session.clocks.deadline:
        return session.clocks.deadline
    return turn_ends(session, state.move)
