"""A game in a chat: its board, picture, alt text, result, its thread's lines; and the board as it is pressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.playing import in_notation
from bot.core.game.audience import Audience, is_called, reads_in
from bot.core.game.clocks import for_seat
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.planning import plans_of
from bot.core.game.session import Session, Stage, play, turns_in_a_row
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Envelope, Message, Picture
from bot.core.ports.touching import Fit, Past, Touch, Touchable, Verdict
from bot.core.view import buttons
from bot.core.view.buttons import FinishedButtons, no_buttons
from bot.core.view.challenges import called_off, challenge, remarks, why_bot_begins
from bot.core.view.names import game_title, heading, in_words, move_in_words, name_of, names, span, title
from bot.core.view.news import (
    coaching,
    counted,
    how_to,
    last_run_in_words,
    news,
    offered,
    opponent_joined,
    paused,
    result,
    standing,
    threatened,
    whose_turn,
)
from bot.core.view.notices import ends_at, time_left, time_over, with_news
from engines.game import AnyMove, AnyPosition, Seat
from engines.menus import Press
from engines.refusals import Illegal, Refusal
from renderers import DRAWINGS, alt
from renderers.board_input import input_of
from renderers.header import INKS
from renderers.scene import Ink, Item, Scene


def player_to_mention(session: Session) -> Person | None:
    """The person to be called to the board: who is asked, but for who has just moved."""
    offered = session.offers.standing
    is_there = offered is None and (turns_in_a_row(session) > 0 or not is_called(session))
    return player if not is_there and isinstance(player := session.player_to_act, Person) else None


def public_message(
    session: Session, speech: Speech, here: Chat, link: str = "", more: FinishedButtons = no_buttons
) -> Message:
    """The newest state of a game for everybody in a chat; a `link` opens its challenge from elsewhere."""
    if session.stage is Stage.OFFERED:
        return challenge(session, speech, here, link)
    if session.stage is Stage.OFF:
        return called_off(session, speech)
    if session.stage is Stage.FILED:
        return filed(session, speech)
    if session.stage is Stage.OVER and session.deadline:
        return line_of_result(session, speech, more)
    return board(session, speech, here, more)


def board(session: Session, speech: Speech, here: Audience, more: FinishedButtons = no_buttons) -> Message:
    """The board as it is now, what was just played, and whose turn it is.

    It speaks one language, the chat's, whoever is asked; but no reader alone is asked.
    """
    player = player_to_mention(session)
    side = Ink.NEUTRAL if session.stage is Stage.OVER else INKS[session.position.turn]
    heading = standing(session, speech, here)
    typing = how_to(session, speech, here)
    small = "\n".join(filter(None, (title(session, speech), typing.says if typing else "")))
    return Message(
        "\n".join((heading, *_news(session, speech, here), small)),
        replace(picture(session, speech), side=side),
        buttons=buttons.of_board(session, speech, here, more),
        mention=player if reads_in(session, player, here) else None,
        heading=heading,
        small=small,
        typing=typing,
    )


def _news(session: Session, speech: Speech, here: Audience) -> Iterator[str]:
    """What stands between whose turn it is and the game's title: what was played, asked and said of it."""
    asks = reads_in(session, session.player_to_act, here)
    yield from filter(None, [" ".join(counted(session, speech))])
    yield from opponent_joined(session, speech, here)
    yield from _of_the_start(session, speech)
    yield from news(session, speech, asks)
    yield from paused(session, speech)
    yield from coaching(session, speech)
    yield from threatened(session, speech)


def _of_the_start(session: Session, speech: Speech) -> Iterator[str]:
    """Tell the challenger before their first move where an opening ends, and what is worth knowing against the bot."""
    if session.seat in {turn.seat for turn in session.turns}:
        return
    if session.start.opening:
        yield speech.say("begins-at-move", number=len(session.start.opening) + 1)
    elif isinstance(session.opponent, Robot):
        start, seats = session.at(0).position, names(session, speech)
        yield from remarks(session.rules, start, seats, speech)
        yield from why_bot_begins(session.rules, start, session.seat, seats, speech)


def with_page(board: Message, address: str, speech: Speech) -> Message:
    """A board with a button that opens the page inside its chat, if there is one."""
    if not (address and board.picture):
        return board
    return replace(board, buttons=(*board.buttons, (Button(speech.say("button-open-page"), "", opens=address),)))


def filed(session: Session, speech: Speech) -> Message:
    """A game filed away, for no player has moved for long."""
    player = name_of(session.player(session.position.turn), speech)
    said = speech.say("filed", title=title(session, speech), player=player, game=session.code)
    return Message(said, buttons=(buttons.to_wake(session, speech),))


def line_of_result(session: Session, speech: Speech, more: FinishedButtons = no_buttons) -> Message:
    """Return the line that stays of a game with a deadline, one of many in its chat."""
    row = buttons.after_round(session, speech, more)
    return Message(f"{title(session, speech)} — {result(session, speech)}", buttons=(row,))


def line_that_stays(session: Session, speech: Speech) -> str:
    """The line that stays of a board when the next one is posted: what was just played."""
    return " — ".join(filter(None, (title(session, speech), last_run_in_words(session, speech))))


def offer_line(session: Session, asked: Person, speech: Speech) -> Message:
    """The line that calls to a board on which something is asked of a player."""
    about = title(session, speech)
    nonce = Envelope(nonce=f"{session.code}-{session.version}o")
    return Message("\n".join((*offered(session, speech), about)), mention=asked, small=about, envelope=nonce)


def picture(session: Session, speech: Speech, hint: AnyMove | None = None, over: Sequence[Item] = ()) -> Picture:
    """The drawing of a game with its alt text."""
    return shown(drawing(session, speech, hint, over), session, speech)


def shown(scene: Scene, session: Session, speech: Speech) -> Picture:
    """A drawing of a game with its alt text, and the board in characters."""
    of = buttons.tag(session) if session.stage in (Stage.RUNNING, Stage.OVER) else ""
    grid = session.rules.text.board(session.position)
    return Picture(scene, alt_text(scene, session, speech), of=of, grid=grid)


def drawing(session: Session, speech: Speech, hint: AnyMove | None = None, over: Sequence[Item] = ()) -> Scene:
    """A game as it stands, with the moves of the last turn marked, perhaps a hint, and items laid over it all."""
    header = heading(session, speech, lambda seats: _note(session, seats, speech))
    last = tuple(move for turn in session.newest_turns for move in (turn.move, *turn.forced))
    scene = DRAWINGS[session.game].draw(session.position, last, hint, header)
    return replace(scene, items=(*scene.items, *over)) if over else scene


def _note(session: Session, seats: Mapping[Seat, str], speech: Speech) -> str:
    if session.stage is Stage.OVER:
        return speech.say("note-over")
    kind = DRAWINGS[session.game].turn_phrase(session.position)
    if kind.code == "picture-turn":
        return speech.say("note-turn", player=seats[session.position.turn])
    return in_words(kind, speech, seats).rstrip(".")


def uncertain_delivery(session: Session, speech: Speech) -> Message:
    """Return a line that leads to a board whose delivery is uncertain; it calls nobody, for the board may have."""
    show = Button(speech.say("button-show"), f"/board {session.code}@{session.ply}")
    return Message(speech.say("cut-off", title=title(session, speech)), buttons=((show,),))


_LAST = "picture-last"


def alt_text(scene: Scene, session: Session, speech: Speech) -> str:
    """The alt text of a game's picture: the newest moves with all that they led to; at the end no turn."""
    return " ".join(sentences(scene, session, speech))


def sentences(scene: Scene, session: Session, speech: Speech) -> Iterator[str]:
    """What the alt text is made of."""
    seats, outcome, turn = (
        names(session, speech),
        session.status.outcome,
        DRAWINGS[session.game].turn_phrase(session.position),
    )
    for phrase in scene.alt:
        if phrase.code == _LAST:
            yield from news(session, speech, asks=False)
        elif outcome is None or phrase != turn:
            yield in_words(phrase, speech, seats)
    if outcome is not None and not session.position.outcome:
        yield in_words(alt.result(outcome), speech, seats)


def aloud(message: Message, session: Session, speech: Speech) -> Message:
    """A board in words, for its only reader, instead of its picture: what is told beside it, then all that it shows."""
    if message.picture is None:
        return message
    outcome = session.status.outcome
    result_told = [in_words(alt.result(outcome), speech, names(session, speech))] if outcome else []
    told = (whose_turn(session, speech), message.text, *result_told)
    said = (sentence for sentence in in_sentences(session, speech) if not any(sentence in text for text in told))
    return replace(message, text="\n".join((message.text, *said)), picture=None)


def in_sentences(session: Session, speech: Speech) -> Iterator[str]:
    """All of the board in words: what its picture shows, then what a game adds for who plays without seeing."""
    yield from sentences(drawing(session, speech), session, speech)
    seats = names(session, speech)
    for phrase in session.rules.text.legend(session.position) if session.stage is Stage.RUNNING else ():
        if not phrase.code.startswith(_OF_SIGNS):
            yield in_words(phrase, speech, seats)


_OF_SIGNS = "legend-"
"""How the codes begin that say what the signs of a board in characters mean."""
_LONGEST_NAME = 100


def thread_line(session: Session, speech: Speech) -> Message:
    """Who plays what in the thread, or how it ended."""
    if session.stage is Stage.OFF:
        return called_off(session, speech)
    if session.stage is Stage.OVER:
        return Message(f"{title(session, speech)}: {result(session, speech)}")
    return Message(speech.say("in-own-thread", title=title(session, speech), players=_players(session, speech)))


def thread_name(session: Session, speech: Speech) -> str:
    """What the thread is called."""
    return f"{game_title(session.game, session.settings, speech)}: {_players(session, speech)}"[:_LONGEST_NAME]


def thread_greeting(session: Session, speech: Speech, called: Sequence[Person], thread: Chat) -> Message:
    """Calls players once, and says how a move is typed there."""
    way = speech.say("own-thread-bare") if thread.direct else speech.say("own-thread-addressed")
    said = speech.say("own-thread", title=title(session, speech))
    return Message(
        f"{said}\n{way}",
        mention=called[0] if called else None,
        envelope=Envelope(nonce=f"{session.code}-{session.version}t", besides=tuple(called[1:])),
    )


def _players(session: Session, speech: Speech) -> str:
    called = names(session, speech)
    return " — ".join(called[seat] for seat in Seat)


def with_time_left(message: Message, session: Session, now: Instant, speech: Speech) -> Message:
    """A message about a game, with how long is left after its title, as long as there is a clock or a deadline."""
    clocks, until = session.clocks, ends_at(session)
    if until is None:
        return message
    message = with_news(message, _absent(session, now, speech))
    if clocks and for_seat(clocks.return_times, clocks.turn) > now and not session.deadline:
        return message
    if clocks and now >= clocks.deadline:
        over = with_news(message, [time_over(session, speech)])
        claim = buttons.to_claim(session, speech)
        return replace(over, buttons=tuple(dict.fromkeys((*over.buttons, claim))))
    if now >= until:
        return message
    left = speech.say("time-left", span=span(until - now, speech))
    titled, *more = (message.small or message.text).split("\n")
    timed = "\n".join((f"{titled} · {left}", *more))
    text = message.text.removesuffix(message.small) + timed if message.small else timed
    small = timed if message.small else ""
    envelope = replace(message.envelope, due=time_left(left, until, speech))
    return replace(message, text=text, small=small, envelope=envelope)


def _absent(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """Who is away, and until when."""
    for seat, player in names(session, speech).items():
        left = for_seat(session.clocks.return_times, seat) - now if session.clocks else 0
        if left > 0:
            yield speech.say("player-away", player=player, span=span(left, speech))


def touchable(session: Session, reader: Person, speech: Speech) -> Touchable:
    """Where the board of a running game is touched."""
    seated = map(session.player, Seat)
    players = tuple(player.handle for player in seated if isinstance(player, Person))
    seat = session.seat_of(reader)
    about = Touchable(title(session, speech), (), players=players, turns=tuple(_turns(session, speech)))
    if session.stage is Stage.OVER:
        return about
    return replace(
        about,
        places=tuple(input_of(session.game).places(session.position)),
        words=tuple((move_in_words(word, speech), word) for word in _legal_words(session)),
        mine=seat is session.position.turn,
        asked=asked if isinstance(asked := session.player_to_act, Person) else None,
        planned=tuple(_planned(session, seat)) if seat else (),
    )


def _planned(session: Session, seat: Seat) -> Iterator[Item]:
    """The first turn of each plan, and the answer to it."""
    for turn, answer, *_ in plans_of(session, seat):
        for text in (turn, answer):
            with suppress(Refusal):
                yield from input_of(session.game).preview(session.position, session.position.read(text))


def _turns(session: Session, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    for turn in session.turns:
        yield f"{seats[turn.seat]}: {move_in_words(turn.text, speech)}"


def table(session: Session, speech: Speech) -> tuple[tuple[str, str], ...]:
    """Every place of the board by name, with the first thing to be said of it."""
    places = input_of(session.game).places(session.position)
    return tuple((place.name, next(_told(session, place.name, speech), "")) for place in places)


def past(session: Session, number: int, speech: Speech) -> Past:
    """A game as it stood after so many turns."""
    then = picture(session.at(number), speech)
    return Past(then.scene, then.alt)


def _legal_words(session: Session) -> Iterator[str]:
    """The moves that are a word."""
    for word in session.rules.text.words:
        try:
            play(session.position, word)
        except Refusal:
            continue
        yield word


def judged(session: Session, touch: Touch, speech: Speech) -> Verdict:
    """What would become of a move after all taps; and what is at the place asked about."""
    told = " ".join(_told(session, touch.about, speech)) if touch.about else ""
    try:
        pressed = _pressed(session, touch)
    except Refusal as refused:
        return Verdict(touch.text, Fit.UNREAD, in_words(refused.phrase, speech, names(session, speech)), told=told)
    if not pressed.is_complete or not pressed.text:
        asked = speech.say(f"pick-{pressed.question}") if pressed.question else ""
        ghost = tuple(input_of(session.game).selection(session.position, pressed.text))
        return Verdict(pressed.text, Fit.PART, asked, ghost, told=told)
    return _judged(session, pressed, told, speech)


def _pressed(session: Session, touch: Touch) -> Press:
    """A text that was typed is a move already, or nothing that can be shown."""
    held = input_of(session.game).drag(session.position, touch.at) if touch.at else ""
    pressed = Press(in_notation(touch.text))
    for place in filter(None, (*touch.taps, held)):
        pressed = session.rules.text.press(session.position, pressed.text, place)
    return pressed


def _told(session: Session, name: str, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    for phrase in session.rules.text.place(session.position, name):
        yield in_words(phrase, speech, seats)


def _judged(session: Session, pressed: Press, told: str, speech: Speech) -> Verdict:
    """A move that is whole, or may go on."""
    seats, position, touch = names(session, speech), session.position, input_of(session.game)
    try:
        played = play(position, pressed.text)
    except Illegal as refused:
        instead = next(iter(session.rules.similar_moves(position, pressed.text)), "")
        said, ghost = in_words(refused.phrase, speech, seats), tuple(_wrong(session, pressed.text, instead))
        return Verdict(pressed.text, Fit.WRONG, said, ghost, _handle(session, pressed.text), instead, told)
    except Refusal as refused:
        return Verdict(pressed.text, Fit.UNREAD, in_words(refused.phrase, speech, seats), told=told)
    brought = DRAWINGS[session.game].move_effects(position, played.move, played.position)
    said = " ".join([move_in_words(str(played.move), speech), *(in_words(phrase, speech, seats) for phrase in brought)])
    ghost, fit = tuple(touch.preview(position, played.move)), Fit.LEGAL if pressed.question else Fit.WHOLE
    return Verdict(pressed.text, fit, said, ghost, touch.handle(position, played.move), told=told)


def _wrong(session: Session, text: str, instead: str) -> Iterator[Item]:
    """A move as it was meant, and the nearest one that may be made."""
    position: AnyPosition = session.position
    if instead:
        yield from input_of(session.game).preview(position, position.read(instead))
    yield from DRAWINGS[session.game].illegal_move(position, position.read(text))


def _handle(session: Session, text: str) -> tuple[float, float] | None:
    return input_of(session.game).handle(session.position, session.position.read(text))
