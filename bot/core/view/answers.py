"""Private answers: the board in words, legal moves, records, menus of moves, rules, confirmations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core.commands.personal import SURE
from bot.core.commands.questions import RulesPart, ShowRules
from bot.core.game.people import Person, Sender
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech, language_names
from bot.core.ports.platform import IN_PLACE, PHOTOS, PRIVATE, SECRET, Button, Envelope, Incoming, Message
from bot.core.queues.rate_limit import SECONDS, Bucket
from bot.core.view import buttons
from bot.core.view.boards import drawing, in_sentences, picture
from bot.core.view.buttons import fits
from bot.core.view.examples import lesson
from bot.core.view.names import heading, in_words, level_names, move_in_words, names, title
from bot.core.view.news import news_since, result, standing, turn_in_words
from bot.core.view.options import options
from engines import GAMES
from engines.game import LEVELS, AnyMove, AnyPosition, Seat, advance
from engines.menus import Menu, Pick
from engines.notation import clean
from engines.phrases import Phrase
from engines.record import record_of, write
from engines.refusals import Unreadable
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.replay import Labels, Step, page

_MOST_LISTED = 120
_LONGEST_QUOTED = 40
_SHORT, _LONG = 5, 4
"""So many buttons stand in a row on a phone, of short labels and of others."""


def moves(session: Session, speech: Speech, part: str = "") -> Message:
    """List the legal moves grouped by first letter, at most 120 of them; with a `part`, only those that contain it.

    Raise `Unreadable` if no legal move contains `part`.
    """
    legal_moves = [text for text in map(str, session.position.moves()) if not part or _has_part(text, clean(part))]
    if part and not legal_moves:
        raise Unreadable("no-move-there", part=part[:_LONGEST_QUOTED])
    lines = [
        speech.say("moves", title=title(session, speech), n=len(legal_moves)),
        *_group_moves(legal_moves[:_MOST_LISTED], speech),
    ]
    if len(legal_moves) > _MOST_LISTED:
        example = legal_moves[_MOST_LISTED].split()[0]
        lines.append(speech.say("moves-more", n=len(legal_moves) - _MOST_LISTED, example=example))
    return Message("\n".join(lines), envelope=PRIVATE)


def _has_part(move: str, part: str) -> bool:
    return move.startswith(f"{part} ") or part in re.split("[ -]", move)


def _group_moves(texts: Sequence[str], speech: Speech) -> list[str]:
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text[:1], []).append(move_in_words(text, speech))
    return [" · ".join(group) for group in groups.values()]


def more_menu(session: Session, person: Person, speech: Speech) -> Message:
    """Render the less frequent actions on a board as buttons."""
    text = speech.say("more", title=title(session, speech))
    return Message(text, buttons=buttons.of_more(session, person, speech), envelope=PRIVATE)


def record(session: Session, speech: Speech) -> Message:
    """Return the game record so far as an attached file."""
    text = speech.say("record", title=title(session, speech))
    as_page = Button(speech.say("button-page"), f"/record {session.code} page")
    file = f"{session.game}-{session.code}.txt", f"{_record_text(session, speech)}\n"
    return Message(text, buttons=((as_page,),), file=file, envelope=PRIVATE)


def records(sessions: Sequence[Session], speech: Speech) -> Message:
    """Return all these games in one file, a record per line, or say that there are none."""
    if not sessions:
        return Message(speech.say("no-games-to-record"), envelope=PRIVATE)
    lines = (_record_text(session, speech).replace("\n", "; ") for session in sessions)
    text = speech.say("records", n=len(sessions))
    return Message(text, file=("games.txt", "".join(f"{line}\n" for line in lines)), envelope=PRIVATE)


def _record_text(session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    tags = {str(seat): seats[seat] for seat in Seat} | planned_tag(session)
    game_record = record_of(session.game, session.position, session.messages)
    result = str(session.status.outcome) if session.status.outcome else game_record.result
    return write(replace(game_record, tags=tags, result=result))


def replay_page(session: Session, speech: Speech) -> Message:
    """Return an HTML page that replays the game, with every board drawn and in words."""
    header = heading(session, speech)
    position = session.at(0).position
    steps = [_step(session, position, "", (), header, speech)]
    for turn in session.turns:
        position, forced_moves = advance(position, turn.move)
        steps.append(_step(session, position, str(turn.move), (turn.move, *forced_moves), header, speech))
    labels = Labels(
        f"{title(session, speech)}: {header.first} – {header.second}",
        speech.language,
        first=speech.say("replay-first"),
        back=speech.say("replay-back"),
        forward=speech.say("replay-forward"),
        last=speech.say("replay-last"),
        moves=speech.say("replay-moves"),
    )
    text = speech.say("replay-page", title=title(session, speech))
    return Message(text, file=(f"{session.game}-{session.code}.html", page(steps, labels)), envelope=PRIVATE)


def _step(
    session: Session, position: AnyPosition, text: str, last: tuple[AnyMove, ...], header: Header, speech: Speech
) -> Step:
    scene, seats = DRAWINGS[session.game].draw(position, last, None, header), names(session, speech)
    return Step(scene, text, " ".join(in_words(phrase, speech, seats) for phrase in scene.alt))


def planned_tag(session: Session) -> dict[str, str]:
    """Return the record tag that numbers the moves played from a plan; empty if there are none."""
    numbers = [str(number) for number, turn in enumerate(session.turns, 1) if turn.planned]
    return {"planned": ", ".join(numbers)} if numbers else {}


def move_menu(session: Session, menu: Menu, steps: Sequence[str], speech: Speech) -> Message:
    """Render one step of the move menu; each press goes one step on or plays."""
    all_buttons = [_pick_button(session, pick, steps, speech) for pick in menu.picks]
    back = (Button(speech.say("button-back"), f"/pick {buttons.tag(session)} {' '.join(steps[:-1])}".strip()),)
    wide = _SHORT if all(len(pick.label) < _SHORT for pick in menu.picks) else _LONG
    rows = buttons.rows(filter(buttons.fits, all_buttons), wide)
    fault = f"{_fault_in_words(menu.fault, speech)} " if menu.fault else ""
    question = Message(
        fault + speech.say(f"pick-{menu.question}"),
        buttons=(*rows, back) if steps else rows,
        envelope=Envelope(private=True, update=bool(steps)),
    )
    return with_partial_move(question, session, steps, speech)


def _fault_in_words(fault: Phrase, speech: Speech) -> str:
    """Describe an error in a half-composed move, spelled as on the buttons."""
    fields = ((key, move_in_words(value, speech) if isinstance(value, str) else value) for key, value in fault.fields)
    return in_words(Phrase(fault.code, **dict(fields)), speech, {})


def _pick_button(session: Session, pick: Pick, steps: Sequence[str], speech: Speech) -> Button:
    if pick.move:
        return Button(move_in_words(pick.label, speech), f"/move {buttons.tag(session)} {pick.move}")
    before = steps[:-1] if pick.replaces_last else steps
    label = speech.word("pick", pick.label)
    return Button(label, f"/pick {buttons.tag(session)} {' '.join((*before, pick.step))}")


def rate_limit_notice(bucket: Bucket, speech: Speech) -> Message:
    """Say whose rate limit is exhausted, and for how long requests are ignored."""
    match bucket:
        case Bucket.PERSON:
            text = speech.say("slow-down-person", seconds=SECONDS)
        case Bucket.CHAT:
            text = speech.say("slow-down-chat", seconds=SECONDS)
        case Bucket.ALL:
            text = speech.say("slow-down-all", seconds=SECONDS)
    return Message(text, envelope=PRIVATE)


def which_game(sessions: Sequence[Session], command: str, rest: str, speech: Speech) -> Message:
    """Ask which of several games a command means; each button repeats the command with a game's code."""
    all_buttons = [
        Button(f"{speech.say(f'game-{s.game}')} {s.code}", f"/{command} {buttons.tag(s)} {rest}".strip())
        for s in sessions[:10]
    ]
    fitting = filter(buttons.fits, all_buttons)
    players = (f"{title(s, speech)}: {' — '.join(names(s, speech).values())}" for s in sessions[:10])
    return Message(
        "\n".join((speech.say("which-of-games"), *players)), buttons=buttons.rows(fitting, 2), envelope=PRIVATE
    )


def rules(request: ShowRules, speech: Speech) -> Message:
    """Explain a game in a few words and one picture, or show its options or exact limits."""
    if not request.game:
        all_buttons = [
            Button(speech.say(f"game-{name}"), f"/rules {name} {request.part or ''}".strip()) for name in GAMES
        ]
        return Message(speech.say("rules-of-which"), buttons=buttons.rows(all_buttons, 2), envelope=PRIVATE)
    game = GAMES[request.game]
    first, *more = game.teaching.lessons
    answer = Message("", buttons=_rules_buttons(request, speech), envelope=PRIVATE)
    match request.part:
        case RulesPart.OPTIONS:
            return replace(answer, text="\n".join(options(game, speech)))
        case RulesPart.LIMITS:
            text, example = speech.say(f"limits-{game.name}"), lesson(game, (more or [first])[0], speech)
        case None:
            text, example = speech.say(f"rules-{game.name}"), lesson(game, first, speech)
    return replace(answer, text=text, picture=example)


def _rules_buttons(request: ShowRules, speech: Speech) -> tuple[buttons.Row, ...]:
    """Return buttons to the other parts of a game's rules and to ways of playing it."""
    parts = {
        None: Button(speech.say("button-rules"), f"/rules {request.game}"),
        RulesPart.OPTIONS: Button(speech.say("button-options"), f"/rules {request.game} {RulesPart.OPTIONS}"),
        RulesPart.LIMITS: Button(speech.say("button-limits"), f"/rules {request.game} {RulesPart.LIMITS}"),
    }
    start = Button(speech.say("button-play-it"), f"/setup {request.game}")
    learn = Button(speech.say("button-learn"), f"/learn {request.game}")
    return tuple(button for part, button in parts.items() if part is not request.part), (start, learn)


def which_level(challenge: str, speech: Speech) -> Message:
    """Ask for a level when a challenge to the bot names none; each button repeats the challenge with a level."""
    all_buttons = [Button(speech.say(f"level-{level}"), f"{challenge} {level}") for level in LEVELS]
    fitting = tuple(filter(buttons.fits, all_buttons))
    text = speech.say("which-level", levels=level_names(speech))
    return Message(text, buttons=(fitting,) if fitting else (), envelope=PRIVATE)


def language_menu(speech: Speech, for_chat: bool) -> Message:
    """List the available languages as buttons."""
    suffix = " chat" if for_chat else ""
    all_buttons = [Button(name, f"/language {code}{suffix}") for code, name in language_names().items()]
    return Message(speech.say("which-language"), buttons=(tuple(all_buttons),), envelope=PRIVATE)


def privacy(speech: Speech) -> Message:
    """Say what data is stored about people, with buttons that show or delete it."""
    row = (Button(speech.say("button-mydata"), "/mydata"), Button(speech.say("button-forgetme"), "/forgetme"))
    return Message(speech.say("privacy"), buttons=(row,), envelope=PRIVATE)


def confirm_forgetting(open_games: int, speech: Speech) -> Message:
    """Explain what deleting one's data means, with the button that does it."""
    row = (Button(speech.say("button-forget-me-now"), f"/forgetme {SURE} {open_games}"),)
    text = speech.say("sure-to-forget", n=open_games) if open_games else speech.say("sure-to-forget-idle")
    return Message(text, buttons=(row,), envelope=PRIVATE)


def data_copy(text: str, speech: Speech) -> Message:
    """Return everything stored about the reader as a file."""
    return Message(speech.say("mydata"), file=("tetradka.json", text), envelope=SECRET)


def notice(code: str, speech: Speech, **fields: str | int) -> Message:
    """Return one plain sentence for the reader alone."""
    return Message(speech.say(code, **fields), envelope=PRIVATE)


def sender_takes_no_seat(incoming: Incoming, speech: Speech) -> Message:
    """Return why a sender that is no person cannot play; an administrator who writes as the group may press to play."""
    if incoming.sender is Sender.AUTOMATIC:
        return Message(speech.say("only-people-play"))
    button = Button(speech.say("button-play-as-myself"), incoming.text)
    text = speech.say("group-takes-no-seat")
    envelope = Envelope(private=True, stays=True, refuses=True)
    return Message(text, buttons=((button,),) if fits(button) else (), envelope=envelope)


def confirm_resigning(session: Session, speech: Speech) -> Message:
    """Ask for confirmation of a resignation, with the button that resigns."""
    row = (Button(speech.say("button-resign"), f"/resign {buttons.tag(session)} yes"),)
    return Message(speech.say("sure-to-resign", title=title(session, speech)), buttons=(row,), envelope=PRIVATE)


def answer_to_wish(session: Session, wish: str, person: Person, speech: Speech) -> Message:
    """Answer a wish expressed in a sentence with buttons that fulfil it; a sentence alone changes nothing."""
    if wish == "resign":
        return confirm_resigning(session, speech)
    if wish == "language":
        return language_menu(speech, for_chat=False)
    is_theirs = session.seat_of(person) is session.position.turn
    if wish in ("hint", "help", "moves") and not is_theirs:
        wish = "turn"
    parts = [speech.say(f"led-{wish}")] if speech.knows(f"led-{wish}") else []
    if wish in ("turn", "board", "review", "thanks"):
        parts += [*_score(session, speech), standing(session, speech, person)]
    return Message(" ".join(parts), buttons=buttons.of_wish(session, wish, speech), envelope=PRIVATE)


def no_move_read(session: Session, part: str, example: str, speech: Speech) -> Message:
    """Show what a move looks like, in answer to a text that contains none."""
    text = speech.say("no-move-read", part=part, example=example)
    return Message(text, buttons=buttons.of_wish(session, "help", speech), envelope=PRIVATE)


def _score(session: Session, speech: Speech) -> Iterator[str]:
    """Return the score, in games that have one."""
    phrases = (phrase for phrase in drawing(session, speech).alt if phrase.code == "picture-score")
    return (in_words(phrase, speech, names(session, speech)) for phrase in phrases)


def after_last_game(code: str, speech: Speech) -> Message:
    """Answer a wish after the last game, given by its code, with ways to a new game and to a review."""
    again, review = (Button(speech.say(f"button-{word}"), f"/{line} {code}") for word, line in _AFTER)
    row = (again, review, Button(speech.say("button-choose-game"), "/setup"))
    return Message(speech.say("once-more"), buttons=(row,), envelope=PRIVATE)


_AFTER = (("rematch", "again"), ("review", "review"))


def resignation_notice(speech: Speech) -> Message:
    """Return the message that replaces the question after a resignation."""
    return Message(speech.say("you-resigned"), envelope=IN_PLACE)


def rights_in_words(codes: Sequence[str], speech: Speech) -> str:
    """Name the rights that the bot lacks, and say where an administrator grants them."""
    if PHOTOS in codes:
        return speech.say("photos-forbidden")
    return speech.say("rights-missing", rights=_right_names(codes, speech))


def thread_rights_in_words(codes: Sequence[str], speech: Speech) -> str:
    """Say which missing rights keep a game from getting its own thread."""
    return speech.say("rights-missing-for-thread", rights=_right_names(codes, speech))


def missing_rights_warning(missing: Sequence[str], challenge: str, speech: Speech) -> Message:
    """Warn about missing rights, with a button that starts the game anyway."""
    again = Button(speech.say("button-play-all-the-same"), challenge)
    text = "\n".join((*missing, speech.say("rights-then-again")))
    return Message(text, buttons=((again,),) if fits(again) else (), envelope=Envelope(private=True, stays=True))


def _right_names(codes: Sequence[str], speech: Speech) -> str:
    return ", ".join(speech.say(f"right-{code}") for code in codes)


_LONGEST_QUOTED = 40


def board_in_words(session: Session, speech: Speech) -> Message:
    """Describe the whole board, a sentence per line, enough to play without seeing."""
    seats = names(session, speech)
    sentences = in_sentences(session, speech)
    players = speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    lines = (title(session, speech), players, *sentences)
    return Message("\n".join(lines), buttons=buttons.of_text(session, speech), envelope=PRIVATE)


def board_in_characters(session: Session, speech: Speech) -> Message:
    """Draw the board in characters, below a legend of the signs."""
    seats = names(session, speech)
    legend = " ".join(in_words(phrase, speech, seats) for phrase in session.rules.text.legend(session.position))
    grid = session.rules.text.board(session.position)
    lines = (title(session, speech), _standing(session, speech), legend, grid)
    return Message("\n".join(line for line in lines if line), grid=grid, envelope=PRIVATE)


def board_changes(session: Session, seat: Seat | None, speech: Speech) -> Message:
    """Say what has happened since a seat's last turn, and whose turn it is now."""
    changes = list(news_since(seat, session, speech)) or [speech.say("nothing-new")]
    return Message("\n".join((title(session, speech), *changes, _standing(session, speech))), envelope=PRIVATE)


def _standing(session: Session, speech: Speech) -> str:
    """Return the result, or whose turn it is, worded for any reader."""
    return result(session, speech) if session.stage is Stage.OVER else turn_in_words(session, speech)


def place_in_words(session: Session, name: str, speech: Speech) -> Message:
    """Describe one place of the board, its neighbours and the legal moves there.

    Raise `Unreadable` if there is no such place.
    """
    phrases = session.rules.text.place(session.position, name)
    if not phrases:
        raise Unreadable("not-a-place", part=name[:_LONGEST_QUOTED])
    seats = names(session, speech)
    sentences = (in_words(phrase, speech, seats) for phrase in phrases)
    return Message("\n".join((title(session, speech), *sentences)), envelope=PRIVATE)


def with_partial_move(message: Message, session: Session, steps: Sequence[str], speech: Speech) -> Message:
    """Add a picture of the partly composed move to a menu step, in games that draw one."""
    items = tuple(DRAWINGS[session.game].partial_move(session.position, tuple(steps)))
    return replace(message, picture=picture(session, speech, over=items)) if items else message
