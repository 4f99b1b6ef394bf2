"""Private answers: the board in words, legal moves, records, menus of moves, rules, questions before a deed."""

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
from bot.core.view.news import news_since, result, standing, whose_turn
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
    """The legal moves, grouped by how they begin, cut with a count where there are hundreds; or those with a part.

    Raises `Unreadable` for a part that no legal move has.
    """
    legal = [text for text in map(str, session.position.moves()) if not part or _has(text, clean(part))]
    if part and not legal:
        raise Unreadable("no-move-there", part=part[:_LONGEST_QUOTED])
    lines = [speech.say("moves", title=title(session, speech), n=len(legal)), *_grouped(legal[:_MOST_LISTED], speech)]
    if len(legal) > _MOST_LISTED:
        example = legal[_MOST_LISTED].split()[0]
        lines.append(speech.say("moves-more", n=len(legal) - _MOST_LISTED, example=example))
    return Message("\n".join(lines), envelope=PRIVATE)


def _has(move: str, part: str) -> bool:
    return move.startswith(f"{part} ") or part in re.split("[ -]", move)


def _grouped(texts: Sequence[str], speech: Speech) -> list[str]:
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text[:1], []).append(move_in_words(text, speech))
    return [" · ".join(group) for group in groups.values()]


def more(session: Session, person: Person, speech: Speech) -> Message:
    """What stands under a board no more, for the asker alone."""
    said = speech.say("more", title=title(session, speech))
    return Message(said, buttons=buttons.of_more(session, person, speech), envelope=PRIVATE)


def record(session: Session, speech: Speech) -> Message:
    """The game so far as a record text, attached as a file."""
    said = speech.say("record", title=title(session, speech))
    as_page = Button(speech.say("button-page"), f"/record {session.code} page")
    file = f"{session.game}-{session.code}.txt", f"{_record_text(session, speech)}\n"
    return Message(said, buttons=((as_page,),), file=file, envelope=PRIVATE)


def records(sessions: Sequence[Session], speech: Speech) -> Message:
    """Each of these games as a record on a line of its own, in one file; or that there is none."""
    if not sessions:
        return Message(speech.say("no-games-to-record"), envelope=PRIVATE)
    lines = (_record_text(session, speech).replace("\n", "; ") for session in sessions)
    said = speech.say("records", n=len(sessions))
    return Message(said, file=("games.txt", "".join(f"{line}\n" for line in lines)), envelope=PRIVATE)


def _record_text(session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    tags = {str(seat): seats[seat] for seat in Seat} | planned(session)
    made = record_of(session.game, session.position, session.messages)
    result = str(session.status.outcome) if session.status.outcome else made.result
    return write(replace(made, tags=tags, result=result))


def replay_page(session: Session, speech: Speech) -> Message:
    """The game as a page that replays it, attached as a file: every board drawn and in words."""
    header = heading(session, speech)
    position = session.at(0).position
    steps = [_step(session, position, "", (), header, speech)]
    for turn in session.turns:
        position, forced = advance(position, turn.move)
        steps.append(_step(session, position, str(turn.move), (turn.move, *forced), header, speech))
    labels = Labels(
        f"{title(session, speech)}: {header.first} – {header.second}",
        speech.language,
        first=speech.say("replay-first"),
        back=speech.say("replay-back"),
        forward=speech.say("replay-forward"),
        last=speech.say("replay-last"),
        moves=speech.say("replay-moves"),
    )
    said = speech.say("replay-page", title=title(session, speech))
    return Message(said, file=(f"{session.game}-{session.code}.html", page(steps, labels)), envelope=PRIVATE)


def _step(
    session: Session, position: AnyPosition, text: str, last: tuple[AnyMove, ...], header: Header, speech: Speech
) -> Step:
    scene, seats = DRAWINGS[session.game].draw(position, last, None, header), names(session, speech)
    return Step(scene, text, " ".join(in_words(phrase, speech, seats) for phrase in scene.alt))


def planned(session: Session) -> dict[str, str]:
    """A record's tag with the numbers of those moves that were planned before what they answer."""
    numbers = [str(number) for number, turn in enumerate(session.turns, 1) if turn.planned]
    return {"planned": ", ".join(numbers)} if numbers else {}


def picks(session: Session, menu: Menu, steps: Sequence[str], speech: Speech) -> Message:
    """One step of the menu that leads to a move; each press leads on, or plays."""
    made = [_pick(session, pick, steps, speech) for pick in menu.picks]
    back = (Button(speech.say("button-back"), f"/pick {buttons.tag(session)} {' '.join(steps[:-1])}".strip()),)
    wide = _SHORT if all(len(pick.label) < _SHORT for pick in menu.picks) else _LONG
    rows = buttons.rows(filter(buttons.fits, made), wide)
    fault = f"{_respelled(menu.fault, speech)} " if menu.fault else ""
    asked = Message(
        fault + speech.say(f"pick-{menu.question}"),
        buttons=(*rows, back) if steps else rows,
        envelope=Envelope(private=True, update=bool(steps)),
    )
    return composed(asked, session, steps, speech)


def _respelled(fault: Phrase, speech: Speech) -> str:
    """What is wrong with a move in the making, which is spelled as on the buttons, for it was not typed."""
    fields = ((key, move_in_words(value, speech) if isinstance(value, str) else value) for key, value in fault.fields)
    return in_words(Phrase(fault.code, **dict(fields)), speech, {})


def _pick(session: Session, pick: Pick, steps: Sequence[str], speech: Speech) -> Button:
    if pick.move:
        return Button(move_in_words(pick.label, speech), f"/move {buttons.tag(session)} {pick.move}")
    before = steps[:-1] if pick.replaces_last else steps
    label = speech.word("pick", pick.label)
    return Button(label, f"/pick {buttons.tag(session)} {' '.join((*before, pick.step))}")


def slow_down(empty: Bucket, speech: Speech) -> Message:
    """Who or what has asked for too much, and how long there is silence now."""
    match empty:
        case Bucket.PERSON:
            said = speech.say("slow-down-person", seconds=SECONDS)
        case Bucket.CHAT:
            said = speech.say("slow-down-chat", seconds=SECONDS)
        case Bucket.ALL:
            said = speech.say("slow-down-all", seconds=SECONDS)
    return Message(said, envelope=PRIVATE)


def which(sessions: Sequence[Session], command: str, rest: str, speech: Speech) -> Message:
    """Several games fit: a button for each types the command again, with the game's code."""
    made = [
        Button(f"{speech.say(f'game-{s.game}')} {s.code}", f"/{command} {buttons.tag(s)} {rest}".strip())
        for s in sessions[:10]
    ]
    fitting = filter(buttons.fits, made)
    whose_turn = (f"{title(s, speech)}: {' — '.join(names(s, speech).values())}" for s in sessions[:10])
    return Message(
        "\n".join((speech.say("which-of-games"), *whose_turn)), buttons=buttons.rows(fitting, 2), envelope=PRIVATE
    )


def rules(asked: ShowRules, speech: Speech) -> Message:
    """How a game is played, in a few words and one picture; or a part of it that few need: options, exact limits."""
    if not asked.game:
        made = [Button(speech.say(f"game-{name}"), f"/rules {name} {asked.part or ''}".strip()) for name in GAMES]
        return Message(speech.say("rules-of-which"), buttons=buttons.rows(made, 2), envelope=PRIVATE)
    game = GAMES[asked.game]
    first, *more = game.teaching.lessons
    answer = Message("", buttons=_around_rules(asked, speech), envelope=PRIVATE)
    match asked.part:
        case RulesPart.OPTIONS:
            return replace(answer, text="\n".join(options(game, speech)))
        case RulesPart.LIMITS:
            said, shown = speech.say(f"limits-{game.name}"), lesson(game, (more or [first])[0], speech)
        case None:
            said, shown = speech.say(f"rules-{game.name}"), lesson(game, first, speech)
    return replace(answer, text=said, picture=shown)


def _around_rules(asked: ShowRules, speech: Speech) -> tuple[buttons.Row, ...]:
    """The other parts of a game's rules, and the ways to play it."""
    parts = {
        None: Button(speech.say("button-rules"), f"/rules {asked.game}"),
        RulesPart.OPTIONS: Button(speech.say("button-options"), f"/rules {asked.game} {RulesPart.OPTIONS}"),
        RulesPart.LIMITS: Button(speech.say("button-limits"), f"/rules {asked.game} {RulesPart.LIMITS}"),
    }
    start = Button(speech.say("button-play-it"), f"/setup {asked.game}")
    learn = Button(speech.say("button-learn"), f"/learn {asked.game}")
    return tuple(button for part, button in parts.items() if part is not asked.part), (start, learn)


def which_level(challenge: str, speech: Speech) -> Message:
    """A challenge to the bot without a level, by a person who has won: a button for each level types it again."""
    made = [Button(speech.say(f"level-{level}"), f"{challenge} {level}") for level in LEVELS]
    fitting = tuple(filter(buttons.fits, made))
    said = speech.say("which-level", levels=level_names(speech))
    return Message(said, buttons=(fitting,) if fitting else (), envelope=PRIVATE)


def languages(speech: Speech, for_chat: bool) -> Message:
    """The languages to choose from."""
    suffix = " chat" if for_chat else ""
    made = [Button(name, f"/language {code}{suffix}") for code, name in language_names().items()]
    return Message(speech.say("which-language"), buttons=(tuple(made),), envelope=PRIVATE)


def privacy(speech: Speech) -> Message:
    """What is kept of people, and the two commands that follow from it."""
    row = (Button(speech.say("button-mydata"), "/mydata"), Button(speech.say("button-forgetme"), "/forgetme"))
    return Message(speech.say("privacy"), buttons=(row,), envelope=PRIVATE)


def sure_to_forget(open_games: int, speech: Speech) -> Message:
    """What being forgotten means, and the button that does it."""
    row = (Button(speech.say("button-forget-me-now"), f"/forgetme {SURE} {open_games}"),)
    said = speech.say("sure-to-forget", n=open_games) if open_games else speech.say("sure-to-forget-idle")
    return Message(said, buttons=(row,), envelope=PRIVATE)


def copy(text: str, speech: Speech) -> Message:
    """All that is kept of the asker, as a file."""
    return Message(speech.say("mydata"), file=("tetradka.json", text), envelope=SECRET)


def said(code: str, speech: Speech, **fields: str | int) -> Message:
    """One plain sentence for the asker."""
    return Message(speech.say(code, **fields), envelope=PRIVATE)


def sender_takes_no_seat(incoming: Incoming, speech: Speech) -> Message:
    """Return why a sender that is no person cannot play; an administrator who writes as the group may press to play."""
    if incoming.sender is Sender.AUTOMATIC:
        return Message(speech.say("only-people-play"))
    button = Button(speech.say("button-play-as-myself"), incoming.text)
    said = speech.say("group-takes-no-seat")
    envelope = Envelope(private=True, stays=True, refuses=True)
    return Message(said, buttons=((button,),) if fits(button) else (), envelope=envelope)


def sure_to_resign(session: Session, speech: Speech) -> Message:
    """What resigning means, and the button that does it."""
    row = (Button(speech.say("button-resign"), f"/resign {buttons.tag(session)} yes"),)
    return Message(speech.say("sure-to-resign", title=title(session, speech)), buttons=(row,), envelope=PRIVATE)


def led(session: Session, wish: str, person: Person, speech: Speech) -> Message:
    """To a wish in a sentence: what does it, as buttons; nothing is done by a sentence alone."""
    if wish == "resign":
        return sure_to_resign(session, speech)
    if wish == "language":
        return languages(speech, for_chat=False)
    is_theirs = session.seat_of(person) is session.position.turn
    if wish in ("hint", "help", "moves") and not is_theirs:
        wish = "turn"
    parts = [speech.say(f"led-{wish}")] if speech.knows(f"led-{wish}") else []
    if wish in ("turn", "board", "review", "thanks"):
        parts += [*_score(session, speech), standing(session, speech, person)]
    return Message(" ".join(parts), buttons=buttons.of_wish(session, wish, speech), envelope=PRIVATE)


def no_move_read(session: Session, part: str, example: str, speech: Speech) -> Message:
    """How a move looks, to text in which none was found, and what helps to one."""
    said = speech.say("no-move-read", part=part, example=example)
    return Message(said, buttons=buttons.of_wish(session, "help", speech), envelope=PRIVATE)


def _score(session: Session, speech: Speech) -> Iterator[str]:
    """The score, in games that have one."""
    shown = (phrase for phrase in drawing(session, speech).alt if phrase.code == "picture-score")
    return (in_words(phrase, speech, names(session, speech)) for phrase in shown)


def after_the_last(over: str, speech: Speech) -> Message:
    """To a wish after the last game, by its code: what begins another, and what went wrong in it."""
    again, review = (Button(speech.say(f"button-{word}"), f"/{line} {over}") for word, line in _AFTER)
    row = (again, review, Button(speech.say("button-choose-game"), "/setup"))
    return Message(speech.say("once-more"), buttons=(row,), envelope=PRIVATE)


_AFTER = (("rematch", "again"), ("review", "review"))


def resigned(speech: Speech) -> Message:
    """What takes the place of the question."""
    return Message(speech.say("you-resigned"), envelope=IN_PLACE)


def lacking(codes: Sequence[str], speech: Speech) -> str:
    """The rights by their names, and where an administrator gives them."""
    if PHOTOS in codes:
        return speech.say("photos-forbidden")
    return speech.say("rights-missing", rights=_named(codes, speech))


def lacking_for_thread(codes: Sequence[str], speech: Speech) -> str:
    """Why a game has no thread of its own, if rights for that are missing."""
    return speech.say("rights-missing-for-thread", rights=_named(codes, speech))


def before_a_game(missing: Sequence[str], challenge: str, speech: Speech) -> Message:
    """What is missing, and a button that asks for the game all the same."""
    again = Button(speech.say("button-play-all-the-same"), challenge)
    text = "\n".join((*missing, speech.say("rights-then-again")))
    return Message(text, buttons=((again,),) if fits(again) else (), envelope=Envelope(private=True, stays=True))


def _named(codes: Sequence[str], speech: Speech) -> str:
    return ", ".join(speech.say(f"right-{code}") for code in codes)


_LONGEST_QUOTED = 40


def board_in_words(session: Session, speech: Speech) -> Message:
    """All of the board in words, a sentence a line: enough to play without seeing."""
    seats = names(session, speech)
    said = in_sentences(session, speech)
    who = speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    lines = (title(session, speech), who, *said)
    return Message("\n".join(lines), buttons=buttons.of_text(session, speech), envelope=PRIVATE)


def board_in_characters(session: Session, speech: Speech) -> Message:
    """What the signs mean, then the board drawn in them."""
    seats = names(session, speech)
    legend = " ".join(in_words(phrase, speech, seats) for phrase in session.rules.text.legend(session.position))
    grid = session.rules.text.board(session.position)
    lines = (title(session, speech), _standing(session, speech), legend, grid)
    return Message("\n".join(line for line in lines if line), grid=grid, envelope=PRIVATE)


def board_changes(session: Session, seat: Seat | None, speech: Speech) -> Message:
    """What has happened since the last turn of a seat, and whose turn it is now."""
    whose_turn = list(news_since(seat, session, speech)) or [speech.say("nothing-new")]
    return Message("\n".join((title(session, speech), *whose_turn, _standing(session, speech))), envelope=PRIVATE)


def _standing(session: Session, speech: Speech) -> str:
    """Who is to do what, or how the game ended, to any reader."""
    return result(session, speech) if session.stage is Stage.OVER else whose_turn(session, speech)


def place_in_words(session: Session, name: str, speech: Speech) -> Message:
    """What is at one place, what touches it, and what is legal there; raises `Unreadable` for what is no place."""
    found = session.rules.text.place(session.position, name)
    if not found:
        raise Unreadable("not-a-place", part=name[:_LONGEST_QUOTED])
    seats = names(session, speech)
    said = (in_words(phrase, speech, seats) for phrase in found)
    return Message("\n".join((title(session, speech), *said)), envelope=PRIVATE)


def composed(message: Message, session: Session, steps: Sequence[str], speech: Speech) -> Message:
    """A step of a menu with the move as far as it has come; as it is where a game draws none."""
    items = tuple(DRAWINGS[session.game].partial_move(session.position, tuple(steps)))
    return replace(message, picture=picture(session, speech, over=items)) if items else message
