"""Buttons under messages: labels, and the command that each button types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from bot.core.game.audience import Audience, reads_in
from bot.core.game.people import Person
from bot.core.game.requests import read_code
from bot.core.game.session import Session, Stage
from bot.core.game.terms import HINTS, IDEAS, Consent
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.view.names import move_in_words

Row = tuple[Button, ...]
CHECK_MARK = "✓ "
LONGEST_TEXT = 64
_MOST_SINGLE_MOVES = 6
_MOST_IN_A_ROW = 5


FinishedButtons = Callable[[Session, Speech, bool], Row]
"""The buttons that features add where a game is over; where that is told in one line, it asks for a brief choice."""


def all_buttons(sources: Sequence[FinishedButtons]) -> FinishedButtons:
    """Return the buttons of all features in their order."""
    return lambda session, speech, is_brief: tuple(
        button for source in sources for button in source(session, speech, is_brief)
    )


def no_buttons(session: Session, speech: Speech, is_brief: bool) -> Row:
    """Return no buttons of features."""
    return ()


def tag(session: Session) -> str:
    """Return a game's code and ply, which make buttons of older boards harmless."""
    return f"{session.code}@{session.ply}"


def board_of(code: str, typed: Sequence[str]) -> int | None:
    """Return the ply of the board of a running game under which buttons type this, -1 if no button tells it.

    None if they are under no board.
    """
    if f"/more {code}" not in typed:
        return None
    tags = (read_code(word) for text in typed for word in text.split())
    return next((ply for of, ply in filter(None, tags) if of == code and ply is not None), -1)


def moves(session: Session, texts: Iterable[str], speech: Speech) -> Row:
    """Return a button for each move that is short enough."""
    return moves_after(f"/move {tag(session)}", texts, speech)


def moves_after(line: str, texts: Iterable[str], speech: Speech) -> Row:
    """Return a button that types `line` and the move, for each move that is short enough."""
    all_buttons = (Button(move_in_words(text, speech), f"{line} {text}") for text in texts)
    return tuple(filter(fits, all_buttons))


def fits(button: Button) -> bool:
    """Return whether a button's text is short enough for all platforms."""
    return len(button.types.encode()) <= LONGEST_TEXT


def of_board(session: Session, speech: Speech, here: Audience, more: FinishedButtons = no_buttons) -> tuple[Row, ...]:
    """Return the row under a board: a way to move, a hint and more; after the game, a rematch.

    Offers that the reader should answer come in rows before it.
    """
    if session.stage is Stage.OVER:
        return after_game(session, speech, more)
    reads_turn, reads_request = reads_in(session, session.on_turn, here), reads_in(session, session.player_to_act, here)
    offers = _to_offers(session, speech) if reads_request else ()
    shortcuts = _shortcuts(session, speech) if reads_turn else ()
    has_hints = session.terms.get(HINTS) != "0"
    hint = (_button("hint", f"/hint {tag(session)}", speech),) if reads_turn and has_hints else ()
    last_buttons = (*hint, _about("more", session, speech))
    fits_one = len(shortcuts) + len(last_buttons) <= _MOST_IN_A_ROW
    return tuple(filter(None, (*offers, *(((*shortcuts, *last_buttons),) if fits_one else (shortcuts, last_buttons)))))


def of_more(session: Session, person: Person, speech: Speech) -> tuple[Row, ...]:
    """Return the less frequent actions: advice, the game in words, and ways to end it."""
    seat, board_tag = session.seat_of(person), tag(session)
    is_on_turn = seat is session.position.turn
    words = (_button("moves", f"/moves {board_tag}", speech), _button("as-text", f"/board text {board_tag}", speech))
    rules = Button(speech.say("button-rules"), f"/rules {session.game}")
    ends = () if seat is None else _to_end(session, speech)
    return tuple(filter(None, (_advice(session, speech) if is_on_turn else (), (*words, rules), ends)))


def of_inline(
    session: Session,
    speech: Speech,
    picks: tuple[Row, ...],
    is_on_the_way: bool,
    more: FinishedButtons = no_buttons,
) -> tuple[Row, ...]:
    """Return the rows under a board in an inline message, where every move is pressed with `picks`."""
    if session.stage is Stage.OVER:
        return after_game(session, speech, more)
    if is_on_the_way:
        return picks
    single, is_all = _single_moves(session, speech)
    hint, ideas = _button("hint", f"/hint {tag(session)}", speech), _ideas(session, speech)
    advice, offers = (hint, *ideas), _to_offers(session, speech)
    rows = (single, *(() if is_all else picks), *offers, advice, _to_end(session, speech))
    return tuple(filter(None, rows))


def _to_end(session: Session, speech: Speech) -> Row:
    """Return the buttons for a take-back, a draw offer and resignation."""
    back = _button("take-back", f"/undo {tag(session)}", speech)
    draw = _button("offer-draw", f"/draw {tag(session)}", speech)
    return back, draw, _button("give-up", f"/resign {tag(session)}", speech)


def of_wish(session: Session, wish: str, speech: Speech) -> tuple[Row, ...]:
    """Return the buttons that fulfil a wish."""
    hint, ideas = _button("hint", f"/hint {tag(session)}", speech), _advice(session, speech)
    pick = (_button("pick", f"/pick {tag(session)}", speech),) if session.rules.menu else ()
    rules = Button(speech.say("button-rules"), f"/rules {session.game}")
    rows_by_wish: dict[str, Row] = {
        "undo": (_button("take-back", f"/undo {tag(session)}", speech),),
        "draw": (_button("offer-draw", f"/draw {tag(session)}", speech),),
        "hint": (hint, *ideas),
        "help": (hint, *ideas[1:], _about("moves", session, speech), rules),
        "moves": (*pick, _about("moves", session, speech)),
        "rules": (rules, Button(speech.say("button-learn"), f"/learn {session.game}")),
        "rematch": (Button(speech.say("button-choose-game"), "/setup"),),
    }
    to_text = _button("as-text", f"/board text {session.code}", speech)
    return (rows_by_wish.get(wish, (_about("board", session, speech), to_text)),)


def back_to_board(session: Session, speech: Speech) -> Row:
    """Return the button that closes a question and brings the move menu back."""
    return (_button("back", f"/pick {tag(session)}", speech),)


def to_own_chat(link: str, speech: Speech) -> tuple[Row, ...]:
    """Return the button from an inline message to the private chat, where pictures and typed moves work."""
    return ((Button(speech.say("button-own-chat"), "", link),),) if link else ()


def after_game(session: Session, speech: Speech, more: FinishedButtons = no_buttons) -> tuple[Row, ...]:
    """Return buttons for a rematch, a review and the record."""
    return ((_button("rematch", f"/again {session.code}", speech), *more(session, speech, False)),)


def after_round(session: Session, speech: Speech, more: FinishedButtons = no_buttons) -> Row:
    """Return buttons to the board and the review of a game that shows only a result line."""
    return (_about("board", session, speech), *more(session, speech, True))


def of_text(session: Session, speech: Speech) -> tuple[Row, ...]:
    """Return buttons from the board in words to its characters and its changes."""
    characters = _button("characters", f"/board characters {session.code}", speech)
    return ((characters, _button("changes", f"/board changes {session.code}", speech)),)


def of_challenge(session: Session, speech: Speech) -> tuple[Row, ...]:
    """Return Accept and Decline; an open challenge has Cancel in place of Decline."""
    accept = _about("accept", session, speech)
    has_opponent = session.opponent is not None
    decline = _about("decline", session, speech) if has_opponent else _about("cancel", session, speech)
    return ((accept, decline),)


def of_invitation(session: Session, speech: Speech) -> tuple[Row, ...]:
    """Return the answers for a person who opened a challenge by its code."""
    has_opponent = session.opponent is not None
    accept = _about("accept", session, speech)
    return ((accept, _about("decline", session, speech)),) if has_opponent else ((accept,),)


def to_rules(game: str, speech: Speech, link: str = "") -> Button:
    """Return the rules button; in messages without private answers it opens `link`."""
    return Button(speech.say("button-rules"), f"/rules {game}" if not link else "", link)


def to_pass_on(link: str, speech: Speech) -> Row:
    """Return buttons that share or copy a challenge's link, if it has one."""
    if not link:
        return ()
    return Button(speech.say("button-share"), "", shares=link), Button(speech.say("button-copy"), "", copies=link)


def to_cancel(session: Session, speech: Speech) -> tuple[Row, ...]:
    """Return the Cancel button of a challenge that no opponent can answer yet."""
    return ((_about("cancel", session, speech),),)


def to_claim(session: Session, speech: Speech) -> Row:
    """Return the button that claims a win on time."""
    return (_button("claim", f"/claim {tag(session)}", speech),)


def to_board(session: Session, speech: Speech) -> Row:
    """Return the button that shows the board."""
    return (_about("board", session, speech),)


def to_wake(session: Session, speech: Speech) -> Row:
    """Return the button that resumes an archived game."""
    return (_about("wake", session, speech),)


def to_where(session: Session, speech: Speech) -> tuple[Row, ...]:
    """Return the button from a hint's idea to its region."""
    return ((_button("where", f"/hint {tag(session)} where", speech),),)


def to_move(session: Session, speech: Speech) -> tuple[Row, ...]:
    """Return the button from a hint's region to its move."""
    return ((_button("the-move", f"/hint {tag(session)} move", speech),),)


def rows(buttons: Iterable[Button], wide: int = 3) -> tuple[Row, ...]:
    """Split buttons into rows of at most `wide`."""
    remaining = iter(buttons)
    return tuple(iter(lambda: tuple(islice(remaining, wide)), ()))


def _shortcuts(session: Session, speech: Speech) -> Row:
    single, is_all = _single_moves(session, speech)
    return single if is_all or not session.rules.menu else (_button("pick", f"/pick {tag(session)}", speech), *single)


def _single_moves(session: Session, speech: Speech) -> tuple[Row, bool]:
    """Return a button for each of the few legal moves, and whether these are all; else those that are words."""
    texts = list(map(str, islice(session.position.moves(), 400)))
    is_all = len(texts) <= _MOST_SINGLE_MOVES and not session.rules.is_laborious
    return moves(session, texts if is_all else filter(str.isalpha, texts), speech), is_all


def menu_moves(session: Session, speech: Speech) -> tuple[str, Row]:
    """Return the move menu's question and all its moves, if one press plays each and the board has no buttons for them.

    Return nothing of either otherwise.
    """
    menu = session.rules.menu(session.position, ()) if session.rules.menu else None
    if menu is None or not all(pick.move for pick in menu.picks) or _single_moves(session, speech)[1]:
        return "", ()
    row = moves(session, [pick.move for pick in menu.picks], speech)
    return (speech.say(f"pick-{menu.question}"), row) if len(row) == len(menu.picks) else ("", ())


def _advice(session: Session, speech: Speech) -> Row:
    """Return buttons to a hint's idea and to several candidate moves."""
    return (_button("idea", f"/hint {tag(session)} idea", speech), *_ideas(session, speech))


def _ideas(session: Session, speech: Speech) -> Row:
    return () if session.terms.get(IDEAS) == Consent.NO else (_button("ideas", f"/ideas {tag(session)}", speech),)


def _to_offers(session: Session, speech: Speech) -> Iterator[Row]:
    """Yield yes and no to the open question, which they name: to a draw, or to taking moves back."""
    question = session.offers.questions
    if session.offers.draw:
        accept = _button("draw", f"/draw {tag(session)} yes {question}", speech)
        yield accept, _button("decline-draw", f"/draw {tag(session)} no {question}", speech)
    elif session.offers.undo:
        allow = _button("undo", f"/undo {tag(session)} yes {question}", speech)
        yield allow, _button("decline-undo", f"/undo {tag(session)} no {question}", speech)


def _about(word: str, session: Session, speech: Speech) -> Button:
    return _button(word, f"/{word} {session.code}", speech)


def _button(word: str, types: str, speech: Speech) -> Button:
    return Button(speech.say(f"button-{word}"), types)
