"""Buttons under messages, and sentences with buttons: labels, and the command that each button types."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.core.game.audience import Audience, reads_in
from bot.core.game.people import Player, Robot
from bot.core.game.results import level_to_try, winning_idea
from bot.core.game.session import Session, Stage
from bot.core.game.terms import HINTS, IDEAS, Consent
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, SharedLine
from bot.core.view.names import move_in_words
from engines import LADDERS
from engines.game import RUNGS, Level
from engines.phrases import Value

Row = tuple[Button, ...]
CHECK_MARK = "✓ "
LONGEST_TEXT = 64
FIRST_GAME = "/challenge bot easy dots 3x3 second"
"""The command that begins a newcomer's first game, which Second can always win."""
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


def button(word: str, types: str, speech: Speech, link: str = "") -> Button:
    """Return a button with the label `button-WORD`."""
    return Button(speech.say(f"button-{word}"), types, link)


def game_button(word: str, session: Session, speech: Speech) -> Button:
    """Return a button that types the command of its name for a game, at any ply."""
    return button(word, f"/{word} {session.code}", speech)


def ply_button(word: str, command: str, session: Session, speech: Speech, rest: object = "") -> Button:
    """Return a button that types a command and its arguments for this position of a game."""
    return button(word, f"/{command} {tag(session)} {rest}".rstrip(), speech)


def notice(code: str, speech: Speech, *row: Button, envelope: Envelope = PRIVATE, **fields: Value) -> Message:
    """Return one sentence above those of the buttons that fit."""
    return Message(speech.say(code, **fields), buttons=rows_that_fit([row]), envelope=envelope)


def question(code: str, speech: Speech, *row: Button, **fields: Value) -> Message:
    """Return a notice that asks something; a typed yes presses its only button."""
    message = Message(speech.say(code, **fields), buttons=rows_that_fit([row]), envelope=PRIVATE)
    return replace(message, asks=tuple(button for each in message.buttons for button in each))


def fits(button: Button) -> bool:
    """Return whether a button's text is short enough for all platforms."""
    return len(button.types.encode()) <= LONGEST_TEXT


def rows_that_fit(all_rows: Iterable[Iterable[Button]]) -> tuple[Row, ...]:
    """Return the rows without the buttons whose texts are too long."""
    return tuple(filter(None, (tuple(filter(fits, row)) for row in all_rows)))


def rows(buttons: Iterable[Button], wide: int = 3) -> tuple[Row, ...]:
    """Split buttons into rows of at most `wide` buttons."""
    remaining = iter(buttons)
    return tuple(iter(lambda: tuple(islice(remaining, wide)), ()))


def moves(session: Session, texts: Iterable[str], speech: Speech) -> Row:
    """Return a button for each move that is short enough."""
    return moves_after(f"/move {tag(session)}", texts, speech)


def moves_after(line: str, texts: Iterable[str], speech: Speech) -> Row:
    """Return a button that types `line` and the move, for each move that is short enough."""
    return tuple(filter(fits, (Button(move_in_words(text, speech), f"{line} {text}") for text in texts)))


def of_board(session: Session, speech: Speech, here: Audience, more: FinishedButtons = no_buttons) -> tuple[Row, ...]:
    """Return the row under a board: a way to move, a hint and more, below offers to answer; at the end, a rematch."""
    if session.stage is Stage.OVER:
        return after_game(session, speech, more)
    reads_turn = reads_in(session, session.on_turn, here)
    offers = to_offers(session, speech) if reads_in(session, session.player_to_act, here) else ()
    shortcuts, is_all = single_moves(session, speech) if reads_turn else ((), True)
    pick = () if is_all or not session.rules.menu else (ply_button("pick", "pick", session, speech),)
    has_hint = reads_turn and session.terms.get(HINTS) != "0"
    hint = (ply_button("hint", "hint", session, speech),) if has_hint else ()
    first, last = (*pick, *shortcuts), (*hint, game_button("more", session, speech))
    fits_one = len(first) + len(last) <= _MOST_IN_A_ROW
    return tuple(filter(None, (*offers, *(((*first, *last),) if fits_one else (first, last)))))


def of_more(session: Session, player: Player, speech: Speech) -> tuple[Row, ...]:
    """Return the less frequent actions: advice, the game in words, and ways to end it."""
    seat = session.seat_of(player)
    as_text = button("as-text", f"/board text {tag(session)}", speech)
    words = ply_button("moves", "moves", session, speech), as_text, button("rules", f"/rules {session.game}", speech)
    advice = _advice(session, speech) if seat is session.position.turn else ()
    return tuple(filter(None, (advice, words, () if seat is None else _to_end(session, speech))))


def of_inline(
    session: Session, speech: Speech, picks: tuple[Row, ...], is_on_the_way: bool, more: FinishedButtons = no_buttons
) -> tuple[Row, ...]:
    """Return the rows under a board in an inline message, where every move is pressed with `picks`."""
    if session.stage is Stage.OVER:
        return after_game(session, speech, more)
    if is_on_the_way:
        return picks
    single, is_all = single_moves(session, speech)
    advice = ply_button("hint", "hint", session, speech), *_advice(session, speech)[1:]
    rows = (single, *(() if is_all else picks), *to_offers(session, speech), advice, _to_end(session, speech))
    return tuple(filter(None, rows))


def _to_end(session: Session, speech: Speech) -> Row:
    return (
        ply_button("take-back", "undo", session, speech),
        ply_button("offer-draw", "draw", session, speech),
        ply_button("give-up", "resign", session, speech),
    )


def of_wish(session: Session, wish: str, speech: Speech, by_rules: Row = ()) -> Row:
    """Return the buttons that fulfil a wish; those of features appear next to the rules."""
    hint, (idea, *ideas) = ply_button("hint", "hint", session, speech), _advice(session, speech)
    pick = (ply_button("pick", "pick", session, speech),) if session.rules.menu else ()
    rules, legal_moves = button("rules", f"/rules {session.game}", speech), game_button("moves", session, speech)
    back, draw, give_up = _to_end(session, speech)
    rows_by_wish: dict[str, Row] = {
        "undo": (back,),
        "draw": (draw,),
        "cancel": (back, give_up),
        "hint": (hint, idea, *ideas),
        "help": (hint, *ideas, legal_moves, rules),
        "moves": (*pick, legal_moves),
        "rules": (rules, *by_rules),
        "rematch": (button("rematch", f"/again {session.code}", speech), button("choose-game", "/setup", speech)),
    }
    as_text = button("as-text", f"/board text {session.code}", speech)
    return rows_by_wish.get(wish, (game_button("board", session, speech), as_text))


def after_game(session: Session, speech: Speech, more: FinishedButtons) -> tuple[Row, ...]:
    """Return buttons for a rematch, perhaps at another level, a review and the record, below the next rung."""
    level, again = level_to_try(session), f"/again {session.code}"
    another_level = (button(f"try-{level}", f"{again} {level}", speech),) if level else ()
    row = button("rematch", again, speech), *another_level, *more(session, speech, False)
    return tuple(filter(None, (_next_rung(session, speech), row)))


def _next_rung(session: Session, speech: Speech) -> Row:
    """Return the button to the next rung, after a first game or once one of the ladder is climbed by its idea."""
    ideas = [rung.idea.name for rung in LADDERS.get(session.game, ())]
    size = dict(session.settings).get("size")
    if (session.game, size, session.opponent) == ("dots", "3x3", Robot(Level.EASY)):
        return (button("ladder", f"/challenge bot {RUNGS[0]} {session.game}", speech),)
    number = ideas.index(idea) + 1 if (idea := winning_idea(session)) else 0
    if not 0 < number < len(ideas):
        return ()
    return (button("next-rung", f"/challenge bot {RUNGS[number]} {session.game}", speech),)


def of_challenge(session: Session, speech: Speech, is_invitation: bool = False) -> tuple[Row, ...]:
    """Return Accept and Decline; an open challenge has Cancel instead of Decline, except as an invitation."""
    accept = game_button("accept", session, speech)
    if session.opponent is not None:
        return ((accept, game_button("decline", session, speech)),)
    return ((accept,),) if is_invitation else ((accept, game_button("cancel", session, speech)),)


def to_first_game(speech: Speech) -> Button:
    """Return the button that leads a newcomer to a board they can win."""
    return button("play", FIRST_GAME, speech)


def to_rules(game: str, speech: Speech, link: str) -> Button:
    """Return the rules button; in messages without private answers it opens `link`."""
    return button("rules", "" if link else f"/rules {game}", speech, link)


def to_share(line: str, speech: Speech, types: str = "") -> SharedLine:
    """Return a line with the button that shows it in a chat of the presser's choice, or `types` what posts it."""
    return SharedLine(line, Button(speech.say("button-share"), types, inline=line))


def to_pass_on(link: str, speech: Speech) -> Row:
    """Return buttons that share or copy a challenge's link, if it has one."""
    share, copy = speech.say("button-share"), speech.say("button-copy")
    return (Button(share, "", shares=link), Button(copy, "", copies=link)) if link else ()


def to_claim(session: Session, speech: Speech) -> Row:
    """Return the button that claims a win on time."""
    return (ply_button("claim", "claim", session, speech),)


def single_moves(session: Session, speech: Speech) -> tuple[Row, bool]:
    """Return a button for each of the few legal moves, and whether these are all; else those that are words."""
    texts = list(map(str, islice(session.position.moves(), 400)))
    is_all = len(texts) <= _MOST_SINGLE_MOVES and not session.rules.is_laborious
    return moves(session, texts if is_all else filter(str.isalpha, texts), speech), is_all


def _advice(session: Session, speech: Speech) -> Row:
    """Return buttons to a hint's idea and to several candidate moves."""
    ideas = () if session.terms.get(IDEAS) == Consent.NO else (ply_button("ideas", "ideas", session, speech),)
    return (ply_button("idea", "hint", session, speech, "idea"), *ideas)


def to_offers(session: Session, speech: Speech) -> Iterator[Row]:
    """Yield yes and no to the open question, which they name: to a draw, or to taking moves back."""
    yes, no = f"yes {session.offers.questions}", f"no {session.offers.questions}"
    if session.offers.draw:
        accept = ply_button("draw", "draw", session, speech, yes)
        yield accept, ply_button("decline-draw", "draw", session, speech, no)
    elif session.offers.undo:
        allow = ply_button("undo", "undo", session, speech, yes)
        yield allow, ply_button("decline-undo", "undo", session, speech, no)
