"""Private answers: the board in words, legal moves, menus of moves, rules, confirmations, late answers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from bot.core.commands.personal import SURE
from bot.core.commands.questions import RulesPart, ShowRules
from bot.core.commands.sentences import WISHES
from bot.core.game.people import Person, Player, Sender
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech, language_names
from bot.core.language.speech import speech as speech_of
from bot.core.ports.platform import OPEN, PHOTOS, PRIVATE, Button, Envelope, Incoming, Layout, Message
from bot.core.queues.user_queue import SECONDS, Bucket
from bot.core.view import buttons
from bot.core.view.boards import drawing, in_sentences, lesson, picture
from bot.core.view.buttons import button, notice, question
from bot.core.view.move_menus import BACK, HALF, choice_rows, menu_after, menu_commands, question_in_words
from bot.core.view.names import in_words, level_in_words, move_in_words, names, options, title
from bot.core.view.news import news_since, result, standing, turn_in_words
from bot.core.view.notices import with_news
from bot.core.view.refusals import refusal
from engines import GAMES
from engines.game import LEVELS, Seat
from engines.menus import Menu
from engines.notation import clean
from engines.refusals import Refusal, Unreadable
from renderers import DRAWINGS

_MOST_LISTED = 120
_LONGEST_QUOTED = 40


def moves(session: Session, speech: Speech, part: str = "") -> Message:
    """List up to 120 legal moves by first letter; with a `part`, only those that contain it, or raise `Unreadable`."""
    legal_moves, clean_part = list(map(str, session.position.moves())), clean(part) if part else ""
    if part:
        legal_moves = [
            text for text in legal_moves if text.startswith(f"{clean_part} ") or clean_part in re.split("[ -]", text)
        ]
    if part and not legal_moves:
        raise Unreadable("no-move-there", part=part[:_LONGEST_QUOTED])
    groups: dict[str, list[str]] = {}
    for text in legal_moves[:_MOST_LISTED]:
        groups.setdefault(text[:1], []).append(move_in_words(text, speech))
    lines = [speech.say("moves", title=title(session, speech), n=len(legal_moves)), *map(" · ".join, groups.values())]
    if len(legal_moves) > _MOST_LISTED:
        example = legal_moves[_MOST_LISTED].split()[0]
        lines.append(speech.say("moves-more", n=len(legal_moves) - _MOST_LISTED, example=example))
    return Message("\n".join(lines), envelope=PRIVATE)


def more_menu(session: Session, player: Player, speech: Speech) -> Message:
    """Render the less frequent actions on a board as buttons."""
    rows = buttons.of_more(session, player, speech)
    return Message(speech.say("more", title=title(session, speech)), buttons=rows, envelope=PRIVATE)


def move_menu(session: Session, menu: Menu, steps: Sequence[str], speech: Speech) -> Message:
    """Render one step of the move menu above the partial move, if that can be drawn; each press continues or plays."""
    partial_move = tuple(DRAWINGS[session.game].partial_move(session.position, tuple(steps)))
    return Message(
        question_in_words(menu, speech),
        picture(session, speech, over=partial_move) if partial_move else None,
        buttons=choice_rows(menu, steps, menu_commands(session), speech),
        envelope=Envelope(private=True, update=bool(steps)),
    )


def confirm_half(half: str, session: Session, speech: Speech, other: str = "") -> Message:
    """Confirm one half of a move and ask for the other one, perhaps in place of one that does not go with it."""
    then, label = menu_after(session.rules, session.position, (half,)), move_in_words(half, speech)
    menu = then or menu_after(session.rules, session.position)
    question = question_in_words(menu, speech) if menu else ""
    if other:
        text = speech.say("not-with-chosen", other=move_in_words(other, speech), chosen=label, question=question)
    else:
        text = speech.say("chosen-so-far", chosen=label, question=question)
    noted = Button(label, f"{menu_commands(session).picks} {HALF}{half}")
    return Message(text, asks=(noted,), envelope=Envelope(private=True, fleeting=True))


def menu_on_board(board: Message, session: Session, steps: Sequence[str], speech: Speech) -> Message:
    """Return a board with the next step of the move menu instead of its buttons, and the partial move drawn.

    Steps that lead nowhere, as the way back does, return the board.
    """
    menu, commands, shown = menu_after(session.rules, session.position, steps), menu_commands(session), board.picture
    in_place = replace(board, envelope=Envelope(update=True))
    if menu is None:
        return in_place
    if shown:
        partial_move = DRAWINGS[session.game].partial_move(session.position, tuple(steps))
        shown = replace(shown, scene=replace(shown.scene, items=(*shown.scene.items, *partial_move)))
    *choices, back = choice_rows(menu, steps, commands, speech, f"{commands.picks} {BACK}")
    rows = (*choices, (*back, buttons.game_button("more", session, speech)))
    return with_news(replace(in_place, picture=shown, buttons=rows, typing=None), [question_in_words(menu, speech)])


def rate_limit_notice(bucket: Bucket, speech: Speech) -> Message:
    """Say whose rate limit is exceeded, and how long requests will be ignored."""
    if bucket is Bucket.PERSON:
        return notice("slow-down-person", speech, seconds=SECONDS)
    if bucket is Bucket.CHAT:
        return notice("slow-down-chat", speech, seconds=SECONDS)
    return notice("slow-down-all", speech, seconds=SECONDS)


def which_game(sessions: Sequence[Session], command: str, rest: str, speech: Speech) -> Message:
    """Ask which of several games a command means; each button repeats the command with a game code."""
    all_buttons = (
        Button(f"{speech.say(f'game-{s.game}')} {s.code}", f"/{command} {buttons.tag(s)} {rest}".strip())
        for s in sessions[:10]
    )
    players = (f"{title(s, speech)}: {' — '.join(names(s, speech).values())}" for s in sessions[:10])
    text = "\n".join((speech.say("which-of-games"), *players))
    rows = buttons.rows(filter(buttons.fits, all_buttons), 2)
    return Message(text, buttons=rows, asks=tuple(chain(*rows)), envelope=PRIVATE)


def rules(request: ShowRules, speech: Speech, more: buttons.Row = ()) -> Message:
    """Explain a game in a few words and one picture, or show its options or exact limits; link to the other parts."""
    if not request.game:
        part = request.part or ""
        all_buttons = (Button(speech.say(f"game-{name}"), f"/rules {name} {part}".strip()) for name in GAMES)
        return replace(notice("rules-of-which", speech), buttons=buttons.rows(all_buttons, 2))
    game, line = GAMES[request.game], f"/rules {request.game}"
    parts = {
        None: button("rules", line, speech),
        RulesPart.OPTIONS: button("options", f"{line} {RulesPart.OPTIONS}", speech),
        RulesPart.LIMITS: button("limits", f"{line} {RulesPart.LIMITS}", speech),
    }
    ways = (button("play-it", f"/setup {game.name}", speech), *more)
    other_parts = tuple(to_part for part, to_part in parts.items() if part is not request.part)
    answer = Message("\n".join(options(game, speech)), buttons=(other_parts, ways), envelope=PRIVATE)
    if request.part is RulesPart.OPTIONS:
        return answer
    first, *others = game.teaching.lessons
    text, example = speech.say(f"rules-{game.name}"), first
    if request.part is RulesPart.LIMITS:
        text, example = speech.say(f"limits-{game.name}"), (others or [first])[0]
    return replace(answer, text=text, picture=lesson(game, example, speech))


def which_level(challenge: str, game: str, speech: Speech) -> Message:
    """Ask for the level of the bot that a challenge omits; each button repeats the challenge with a level."""
    all_buttons = (Button(speech.say(f"level-{level}"), f"{challenge} {level}") for level in LEVELS)
    message = notice("which-level", speech, *all_buttons)
    levels = (level_in_words(level, game, speech) for level in LEVELS)
    return replace(message, text="\n".join((message.text, *levels)))


def language_menu(speech: Speech, for_chat: bool) -> Message:
    """List the available languages as buttons."""
    suffix = " chat" if for_chat else ""
    all_buttons = (Button(name, f"/language {code}{suffix}") for code, name in language_names().items())
    return notice("which-language", speech, *all_buttons)


def privacy(speech: Speech) -> Message:
    """State which data is stored about people, with buttons that show or delete it."""
    return notice("privacy", speech, button("mydata", "/mydata", speech), button("forgetme", "/forgetme", speech))


def confirm_forgetting(open_games: int, speech: Speech) -> Message:
    """Explain the effects of deleting all personal data, with the button that does it."""
    forget = button("forget-me-now", f"/forgetme {SURE} {open_games}", speech)
    if open_games:
        return notice("sure-to-forget", speech, forget, n=open_games)
    return notice("sure-to-forget-idle", speech, forget)


def sender_takes_no_seat(incoming: Incoming, speech: Speech) -> Message:
    """Return why a sender who is not a person cannot play, and what an anonymous administrator can press instead."""
    if incoming.sender is Sender.AUTOMATIC:
        return Message(speech.say("only-people-play"))
    envelope = Envelope(private=True, stays=True, refuses=True)
    return notice("group-takes-no-seat", speech, button("play-as-myself", incoming.text, speech), envelope=envelope)


def confirm_resigning(session: Session, speech: Speech) -> Message:
    """Ask for confirmation of a resignation, with the button that resigns."""
    resign = buttons.ply_button("resign", "resign", session, speech, "yes")
    return question("sure-to-resign", speech, resign, title=title(session, speech))


def answer_to_wish(session: Session, wish: str, person: Person, speech: Speech, by_rules: buttons.Row = ()) -> Message:
    """Answer a wish in a sentence with buttons that fulfil it, since a sentence alone changes nothing."""
    if wish == "resign":
        return confirm_resigning(session, speech)
    if wish == "language":
        return language_menu(speech, for_chat=False)
    is_theirs = session.seat_of(person) is session.position.turn
    if wish in ("hint", "help", "moves") and not is_theirs:
        wish = "turn"
    parts = [speech.say(f"led-{wish}")] if speech.knows(f"led-{wish}") else []
    if wish in ("turn", "board", "thanks") or wish not in (*WISHES, "cancel"):
        score = (phrase for phrase in drawing(session, speech).alt if phrase.code == "picture-score")
        seats = names(session, speech)
        parts += [*(in_words(phrase, speech, seats) for phrase in score), standing(session, speech, person)]
    row = buttons.of_wish(session, wish, speech, by_rules)
    asks = row if wish in ("undo", "draw", "hint", "rules", "rematch", "cancel") else ()
    return Message(" ".join(parts), buttons=(row,), asks=asks, envelope=PRIVATE)


def no_game(error: Refusal, finished_game: str | None, speech: Speech) -> Message:
    """Say that there is no game, with buttons for a rematch of the last one and for a first game."""
    again = (button("rematch", f"/again {finished_game}", speech),) if finished_game else ()
    return replace(refusal(error, speech), buttons=((*again, buttons.to_first_game(speech)),))


def after_last_game(code: str, speech: Speech, more: buttons.Row) -> Message:
    """Answer a wish after the last game, by its code, with ways to a new game and `more` buttons of features."""
    again = button("rematch", f"/again {code}", speech)
    return notice("once-more", speech, again, *more, button("choose-game", "/setup", speech))


def rights_in_words(codes: Sequence[str], speech: Speech, for_thread: bool = False) -> str:
    """Name the rights that the bot lacks, perhaps `for_thread`, and where an administrator grants them."""
    rights = ", ".join(speech.say(f"right-{code}") for code in codes)
    if for_thread:
        return speech.say("rights-missing-for-thread", rights=rights)
    return speech.say("photos-forbidden") if PHOTOS in codes else speech.say("rights-missing", rights=rights)


def greeting(code: str, missing: Sequence[str], speech: Speech) -> Message:
    """Greet a group in the text of a code, with the rights that the bot lacks there and two ways to begin."""
    row = buttons.to_first_game(speech), button("challenge-somebody", "/setup", speech)
    message = notice(code, speech, *row, envelope=OPEN)
    return replace(message, text=f"{message.text}\n{rights_in_words(missing, speech)}") if missing else message


def missing_rights_warning(missing: Sequence[str], challenge: str, speech: Speech) -> Message:
    """Warn about missing rights, with a button that starts the game anyway."""
    again = button("play-all-the-same", challenge, speech)
    text = "\n".join((*missing, speech.say("rights-then-again")))
    return Message(text, buttons=buttons.rows_that_fit([[again]]), envelope=Envelope(private=True, stays=True))


def board_in_words(session: Session, speech: Speech) -> Message:
    """Describe the whole board, one sentence per line, enough to play without seeing it."""
    seats = names(session, speech)
    players = speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    characters = button("characters", f"/board characters {session.code}", speech)
    row = characters, button("changes", f"/board changes {session.code}", speech)
    lines = (title(session, speech), players, *in_sentences(session, speech))
    return Message("\n".join(lines), buttons=(row,), envelope=PRIVATE)


def board_in_characters(session: Session, speech: Speech) -> Message:
    """Draw the board in characters, below a legend of the signs."""
    seats = names(session, speech)
    legend = " ".join(in_words(phrase, speech, seats) for phrase in session.rules.text.legend(session.position))
    grid = session.rules.text.board(session.position)
    lines = (title(session, speech), _standing(session, speech), legend, grid)
    return Message("\n".join(line for line in lines if line), layout=Layout(grid=grid), envelope=PRIVATE)


def board_changes(session: Session, seat: Seat | None, speech: Speech) -> Message:
    """List the events since a seat's last turn, and whose turn it is now."""
    changes = list(news_since(seat, session, speech)) or [speech.say("nothing-new")]
    return Message("\n".join((title(session, speech), *changes, _standing(session, speech))), envelope=PRIVATE)


def _standing(session: Session, speech: Speech) -> str:
    return result(session, speech) if session.stage is Stage.OVER else turn_in_words(session, speech)


def place_in_words(session: Session, name: str, speech: Speech) -> Message:
    """Describe a place of the board, its neighbours and its legal moves; raise `Unreadable` for any other place."""
    phrases = session.rules.text.place(session.position, name)
    if not phrases:
        raise Unreadable("not-a-place", part=name[:_LONGEST_QUOTED])
    seats = names(session, speech)
    sentences = (in_words(phrase, speech, seats) for phrase in phrases)
    return Message("\n".join((title(session, speech), *sentences)), envelope=PRIVATE)


_SEE = "/see"
"""The command of a line that replaces an answer which came too late to be private; only its asker can open it."""


def answer_line(person: Person, text: str) -> Message | None:
    """Return the line for a late answer, or None if a button cannot hold the text or the text came from such a line."""
    words = speech_of(person.language)
    see = button("see", f"{_SEE} {person.id} {text}", words)
    if text.startswith(f"{_SEE} ") or not buttons.fits(see):
        return None
    return Message(words.say("answer-ready", player=person.name), buttons=((see,),), mention=person)


def read_late_question(incoming: Incoming) -> tuple[str, Incoming] | None:
    """Return the asker's ID, and the question as if the person who pressed had typed it; None for other texts."""
    command, _, rest = incoming.text.partition(" ")
    asker, _, text = rest.partition(" ")
    if command != _SEE or not (asker and text):
        return None
    return asker, replace(incoming, text=text, replies_to="")


def private_answers(answers: tuple[Message, ...], words: Speech) -> tuple[Message, ...]:
    """Return the private answers after a receipt that removes the line, so that none of them edits it."""
    receipt = Message(words.say("answer-opened"), envelope=Envelope(private=True, update=True, fleeting=True))
    return (receipt, *(each.with_delivery(update=False) for each in answers if each.envelope.private))
