"""A game in a chat: its board, picture, alt text, result, thread lines, and the board as an input surface."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.core.game.audience import Audience, is_called, reads_in
from bot.core.game.clocks import Clocks, for_seat
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Robot, rung_of
from bot.core.game.session import Session, Stage, turns_in_a_row
from bot.core.language.speech import Speech
from bot.core.ports.platform import OPEN, Button, Due, Envelope, Layout, Message, Picture, SharedLine
from bot.core.view import buttons, news
from bot.core.view.buttons import FinishedButtons, button, game_button, no_buttons, notice
from bot.core.view.challenges import cancelled_challenge, challenge, start_remarks
from bot.core.view.names import (
    clock_time,
    fine_span,
    game_title,
    heading,
    in_words,
    name_of,
    names,
    picture_in_words,
    span,
    title,
    with_code,
)
from bot.core.view.notices import ends_at, time_left, time_left_of, time_up_in_words, with_news
from engines import LADDERS
from engines.game import AnyGame, AnyMove, AnyPosition, Example, Seat, advance
from engines.puzzles import replay
from renderers import DRAWINGS, alt
from renderers.header import INKS
from renderers.paper import Header
from renderers.scene import Ink, Item, Scene


def player_to_mention(session: Session) -> Person | None:
    """Return the person to mention at the board: the one who must act, unless they have just moved."""
    offer = session.offers.standing
    is_there = offer is None and (turns_in_a_row(session) > 0 or not is_called(session))
    return player if not is_there and isinstance(player := session.player_to_act, Person) else None


def public_message(
    session: Session, speech: Speech, here: Chat, link: str = "", more: FinishedButtons = no_buttons
) -> Message:
    """Return the public message for the newest state of a game; a `link` opens its challenge from elsewhere."""
    if session.stage is Stage.OFFERED:
        return challenge(session, speech, here, link)
    if session.stage is Stage.OFF:
        return cancelled_challenge(session, speech)
    if session.stage is Stage.FILED:
        wake, about = game_button("wake", session, speech), title(session, speech)
        player = name_of(session.player(session.position.turn), speech)
        return notice("filed", speech, wake, envelope=OPEN, title=about, player=player, game=session.code)
    if session.stage is Stage.OVER and session.deadline:  # one game of many in its chat
        row = game_button("board", session, speech), *more(session, speech, True)
        return Message(f"{title(session, speech)} — {news.result(session, speech)}", buttons=(row,))
    return board(session, speech, here, more)


def board(session: Session, speech: Speech, here: Audience, more: FinishedButtons = no_buttons) -> Message:
    """Render the board, the newest moves and whose turn it is, in the chat's language or its only reader's."""
    player = player_to_mention(session)
    side = Ink.NEUTRAL if session.stage is Stage.OVER else INKS[session.position.turn]
    heading = news.standing(session, speech, here)
    line = result_line(session, speech) if session.stage is Stage.OVER else ""
    sharing = f"/share {session.code}" if isinstance(here, Chat) and not here.direct else ""
    typing = news.typing_help(session, speech, here)
    small_print = "\n".join(filter(None, (title(session, speech), typing.says if typing else "")))
    return Message(
        "\n".join((heading, *_news(session, speech, here), small_print)),
        replace(picture(session, speech), side=side),
        buttons=buttons.of_board(session, speech, here, more),
        mention=player if reads_in(session, player, here) else None,
        layout=Layout(heading, small_print),
        typing=typing,
        share=buttons.to_share(line, speech, sharing) if line else None,
    )


def _news(session: Session, speech: Speech, here: Audience) -> Iterator[str]:
    """Yield the lines between the heading and the title: the result, moves, offers and comments."""
    asks = reads_in(session, session.player_to_act, here)
    yield from filter(None, [" ".join(news.score_lines(session, speech))])
    yield from news.opponent_joined_lines(session, speech, here)
    yield from _start_lines(session, speech)
    yield from news.news(session, speech, asks)
    yield from news.pause_lines(session, speech)
    if judgement := session.hints.judgement:
        yield news.remark(judgement, session.rules, names(session, speech), speech)
    yield from news.threat_lines(session, speech)


def _start_lines(session: Session, speech: Speech) -> Iterator[str]:
    """Tell the challenger before their first move where an opening ends, and what to expect of the bot."""
    if session.seat in {turn.seat for turn in session.turns}:
        return
    if session.start.opening:
        yield speech.say("begins-at-move", number=len(session.start.opening) + 1)
    if rung := rung_of(session.game, session.opponent):
        ladder = LADDERS[session.game]
        done, idea = ladder.index(rung), speech.say(f"ladder-{rung.idea.name}")
        path = news.ladder_path(session.game, done, is_next=True)
        yield speech.say("ladder-rung", number=done + 1, last=len(ladder), path=path, idea=idea)
    elif isinstance(session.opponent, Robot) and not session.start.opening:
        yield speech.say(f"pitch-{session.game}")
        start, seats = session.at(0).position, names(session, speech)
        yield from start_remarks(session.rules, start, seats, speech, session.seat)


@dataclass(frozen=True)
class BoardNotes:
    """An addition to a board: `lines` above its small print, `marks` drawn on moves such as a number, and `buttons`."""

    lines: tuple[str, ...] = ()
    marks: tuple[tuple[str, AnyMove], ...] = ()
    buttons: tuple[Button, ...] = ()


def with_notes(message: Message, session: Session, notes: BoardNotes) -> Message:
    """Add notes to a board, with buttons above its own for what those do not do."""
    types = {each.types for row in message.buttons for each in row}
    if row := tuple(each for each in notes.buttons if each.types not in types):
        message = replace(message, buttons=(row, *message.buttons))
    if message.picture and notes.marks:
        items = DRAWINGS[session.game].numbered_moves(session.position, notes.marks)
        scene = replace(message.picture.scene, items=(*message.picture.scene.items, *items))
        alt_text = " ".join((message.picture.alt, *notes.lines))
        message = replace(message, picture=replace(message.picture, scene=scene, alt=alt_text))
    return with_news(message, notes.lines) if notes.lines else message


def with_page(board: Message, address: str, speech: Speech) -> Message:
    """Add a button that opens the page inside its chat, if there is one."""
    if not (address and board.picture):
        return board
    return replace(board, buttons=(*board.buttons, (Button(speech.say("button-open-page"), "", opens=address),)))


def offer_line(session: Session, player: Person, speech: Speech) -> Message:
    """Return the line that pings a player about an offer on a board."""
    about = title(session, speech)
    text = "\n".join((*news.offer_lines(session, speech), about))
    nonce = Envelope(nonce=f"{session.code}-{session.version}o")
    return Message(text, mention=player, layout=Layout(small=about), envelope=nonce)


def picture(session: Session, speech: Speech, hint: AnyMove | None = None, over: Sequence[Item] = ()) -> Picture:
    """Draw a game, with its alt text."""
    return picture_of(drawing(session, speech, hint, over), session, speech)


def picture_of(scene: Scene, session: Session, speech: Speech) -> Picture:
    """Attach the alt text and the board in characters to a drawing of a game."""
    board_tag = buttons.tag(session) if session.stage in (Stage.RUNNING, Stage.OVER) else ""
    grid = session.rules.text.board(session.position)
    return Picture(scene, " ".join(sentences(scene, session, speech)), of=board_tag, grid=grid)


def drawing(session: Session, speech: Speech, hint: AnyMove | None = None, over: Sequence[Item] = ()) -> Scene:
    """Draw a game with its last moves marked, an optional hint, and `over` laid on top."""
    header = heading(session, speech, lambda seats: _note(session, seats, speech))
    header = replace(header, is_over=session.stage is Stage.OVER)
    last = tuple(move for turn in session.newest_turns for move in (turn.move, *turn.forced))
    scene = DRAWINGS[session.game].draw(session.position, last, hint, header)
    return replace(scene, items=(*scene.items, *over)) if over else scene


def _note(session: Session, seats: Mapping[Seat, str], speech: Speech) -> str:
    if session.stage is Stage.OVER:
        return speech.say("note-over")
    due_phrase = DRAWINGS[session.game].turn_phrase(session.position)
    if due_phrase.code == "picture-turn":
        return speech.say("note-turn", player=seats[session.position.turn])
    return in_words(due_phrase, speech, seats).rstrip(".")


def uncertain_delivery(session: Session, speech: Speech) -> Message:
    """Return a line that leads to a board whose delivery is uncertain, without mentioning anyone again."""
    show = button("show", f"/board {session.code}@{session.ply}", speech)
    return notice("cut-off", speech, show, envelope=OPEN, title=title(session, speech))


def sentences(scene: Scene, session: Session, speech: Speech) -> Iterator[str]:
    """Yield the sentences of a picture's alt text: the newest moves with their effects, and whose turn it is."""
    seats, outcome = names(session, speech), session.status.outcome
    turn = DRAWINGS[session.game].turn_phrase(session.position)
    for phrase in scene.alt:
        if phrase.code == "picture-last":
            yield from news.news(session, speech, asks=False)
        elif outcome is None or phrase != turn:
            yield in_words(phrase, speech, seats)
    if outcome is not None and not session.position.outcome:
        yield in_words(alt.result(outcome), speech, seats)


def as_words(message: Message, session: Session, speech: Speech) -> Message:
    """Replace the picture of a board by a full description, for a message with a single reader."""
    if message.picture is None:
        return message
    outcome = session.status.outcome
    result_lines = [in_words(alt.result(outcome), speech, names(session, speech))] if outcome else []
    shown_text = "\n".join((news.turn_in_words(session, speech), message.text, *result_lines))
    new_sentences = (sentence for sentence in in_sentences(session, speech) if sentence not in shown_text)
    return replace(message, text="\n".join((message.text, *new_sentences)), picture=None)


def in_sentences(session: Session, speech: Speech) -> Iterator[str]:
    """Yield the whole board in words: the content of the picture, then help for readers without it."""
    yield from sentences(drawing(session, speech), session, speech)
    seats = names(session, speech)
    for phrase in session.rules.text.legend(session.position) if session.stage is Stage.RUNNING else ():
        if not phrase.code.startswith(_OF_SIGNS):
            yield in_words(phrase, speech, seats)


_OF_SIGNS = "legend-"
"""The prefix of the codes that say what the signs of a board in characters mean."""
_LONGEST_NAME = 100


def thread_line(session: Session, speech: Speech) -> Message:
    """Name the players in the thread, or the result of its game."""
    if session.stage is Stage.OFF:
        return cancelled_challenge(session, speech)
    if session.stage is Stage.OVER:
        return Message(result_line(session, speech))
    return Message(speech.say("in-own-thread", title=title(session, speech), players=_players(session, speech)))


def result_line(session: Session, speech: Speech) -> str:
    """Return the result of a finished game in one line."""
    return f"{title(session, speech)}: {news.result(session, speech)}"


def shared_result(session: Session, speech: Speech) -> Message | None:
    """Return how a finished game ended, with its last board; None for a game that is not over."""
    if session.stage is not Stage.OVER:
        return None
    line, grid = result_line(session, speech), session.rules.text.board(session.position)
    return Message(f"{line}\n{grid}", picture(session, speech), layout=Layout(grid=grid), share=SharedLine(line))


def posted_result(session: Session, person: Person, speech: Speech) -> Message | None:
    """Return the result of a finished game as a person posts it, with its last board; None for one that is not over."""
    if session.stage is not Stage.OVER:
        return None
    first = speech.say("shared-result", player=name_of(person, speech))
    text = "\n".join((first, result_line(session, speech)))
    return Message(text, picture(session, speech), buttons=((buttons.to_first_game(speech),),))


def thread_name(session: Session, speech: Speech) -> str:
    """Return the name of a game's thread, at most 100 characters."""
    return f"{game_title(session.game, session.settings, speech)}: {_players(session, speech)}"[:_LONGEST_NAME]


def thread_greeting(session: Session, speech: Speech, players: Sequence[Person], thread: Chat) -> Message:
    """Mention the players once in a new thread and explain how to type a move there."""
    way = speech.say("own-thread-bare") if thread.direct else speech.say("own-thread-addressed")
    text = speech.say("own-thread", title=title(session, speech))
    return Message(
        f"{text}\n{way}",
        mention=players[0] if players else None,
        envelope=Envelope(nonce=f"{session.code}-{session.version}t", besides=tuple(players[1:])),
    )


def _players(session: Session, speech: Speech) -> str:
    return " — ".join(names(session, speech).values())


def with_time_left(message: Message, session: Session, now: Instant, speech: Speech) -> Message:
    """Add the time left to a message's title while a clock or a deadline runs."""
    clocks, until = session.clocks, ends_at(session)
    if until is None:
        return message
    if clocks and clocks.pace.ticks:
        return _with_ticking_clock(message, session, clocks, now, speech)
    if clocks and clocks.of_teams and now >= clocks.deadline:
        until, clocks = clocks.filing_time, None
    message = with_news(message, _absence_lines(session, now, speech))
    if clocks and for_seat(clocks.return_times, clocks.turn) > now and not session.deadline:
        return message
    if clocks and now >= clocks.deadline:
        message_over = with_news(message, [time_up_in_words(session, speech)])
        claim = buttons.to_claim(session, speech)
        return replace(message_over, buttons=tuple(dict.fromkeys((*message_over.buttons, claim))))
    if now >= until:
        return message
    return _with_due(message, time_left(speech.say("time-left", span=span(until - now, speech)), until, speech))


def time_in_words(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """Yield what both players have left on a clock that ticks, or the time left for the move or the game."""
    clocks = session.clocks
    if session.stage is Stage.RUNNING and clocks and clocks.pace.ticks:
        yield _clocks_line(session, clocks, now, speech)
    else:
        yield from (f"{text[:1].upper()}{text[1:]}" for text in time_left_of(session, now, speech))


def _clocks_line(session: Session, clocks: Clocks, now: Instant, speech: Speech) -> str:
    seats, (first, second) = names(session, speech), map(clock_time, clocks.remaining_at(now))
    return speech.say("clocks", first=seats[Seat.FIRST], second=seats[Seat.SECOND], left=first, other=second)


def _with_ticking_clock(message: Message, session: Session, clocks: Clocks, now: Instant, speech: Speech) -> Message:
    """Add what both players have left on a clock that ticks, or the time left for a first turn, which is free."""
    until, line = clocks.deadline, _clocks_line(session, clocks, now, speech)
    left_span = fine_span(until - now, speech)
    if clocks.is_first_turn:
        text, called = speech.say("first-turn-left", span=left_span), speech.say("first-turn")
        return _with_due(message, Due(text, until, called, line))
    due = time_left(speech.say("time-left", span=left_span), until, speech)
    return _with_due(with_news(message, [line]), replace(due, clocks=line))


def _with_due(message: Message, due: Due) -> Message:
    """Add a countdown to a message's title."""
    small_print = message.layout.small
    title_line, *more = (small_print or message.text).split("\n")
    new_text = "\n".join((f"{title_line} · {due.says}", *more))
    text = message.text.removesuffix(small_print) + new_text if small_print else new_text
    layout = replace(message.layout, small=new_text if small_print else "")
    return replace(message, text=text, layout=layout).with_delivery(due=due)


def _absence_lines(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    for seat, player in names(session, speech).items():
        seconds = for_seat(session.clocks.return_times, seat) - now if session.clocks else 0
        if seconds > 0:
            yield speech.say("player-away", player=player, span=span(seconds, speech))


def seat_names(speech: Speech, learner: Seat | None = None) -> dict[Seat, str]:
    """Return the names of the seats, for positions without players; against a `learner` their opponent plays."""
    names_by_seat = {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}
    return names_by_seat | ({learner.opponent: speech.say("your-opponent")} if learner else {})


def _header(speech: Speech, solver: Seat | None) -> Header:
    """Return the header of a position without players, where a `solver` is the reader."""
    seats = seat_names(speech)
    if solver:
        seats |= {solver: speech.say("solver"), solver.opponent: speech.say("opponent")}
    return Header(*seats.values())


def lesson(game: AnyGame, example: Example, speech: Speech) -> Picture:
    """Draw an example, with its alt text."""
    return position_picture(game, *example_position(game, example), speech)


def position_picture(
    game: AnyGame, position: AnyPosition, last: tuple[AnyMove, ...], speech: Speech, solver: Seat | None = None
) -> Picture:
    """Draw a position without players, after its last moves; a `solver` is the reader."""
    scene = DRAWINGS[game.name].draw(position, last, None, _header(speech, solver))
    return Picture(scene, picture_in_words(scene, speech, seat_names(speech)))


def answered_position(
    game: AnyGame, position: AnyPosition, answer: AnyMove, reply: AnyMove | None, speech: Speech, solver: Seat | None
) -> Picture:
    """Draw a position without players after an answer, with the reply dashed; a `solver` is the reader."""
    after, forced = advance(position, answer)
    scene = DRAWINGS[game.name].draw(after, (answer, *forced), reply, _header(speech, solver))
    scene = replace(scene, alt=tuple(with_code(phrase, "picture-hint", "picture-reply") for phrase in scene.alt))
    return Picture(scene, picture_in_words(scene, speech, seat_names(speech)))


def example_position(game: AnyGame, example: Example) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """Return the position an example leads to, and the moves of its last message."""
    return replay(game, example.settings, example.messages)
