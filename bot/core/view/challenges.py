"""Messages of challenges and invitations, for each chat that sees them, and their replacements once answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.core.commands.challenges import Challenge
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import REFUSED, Button, Envelope, Invitation, Message, Picture
from bot.core.view import buttons
from bot.core.view.names import (
    game_title,
    heading,
    in_words,
    name_of,
    names,
    picture_in_words,
    span,
    terms_in_words,
    title,
)
from bot.core.view.news import pause_lines
from bot.core.view.notices import time_left
from engines.game import AnyGame, AnyPosition, Seat
from engines.phrases import Value
from renderers import DRAWINGS


def challenge(session: Session, speech: Speech, here: Chat, link: str = "") -> Message:
    """Render a challenge for the people who can accept it; a `link` opens it from elsewhere.

    In a chat where nobody can accept it, say who was challenged, or how to invite an opponent.
    """
    is_inline, card = here.inline, _card(session, speech)
    rules_link = f"{link.removesuffix(session.code)}rules-{session.game}" if link and is_inline else ""
    rules = buttons.to_rules(session.game, speech, rules_link)
    is_elsewhere = session.places.lonely or session.places.second is not None
    if is_elsewhere and here.key == session.places.chat.key:  # those who can accept read another chat
        return _to_challenger(card, session, speech, link)
    if here.key not in (chat.key for chat in session.places.chats):
        return replace(card, buttons=(*buttons.of_challenge(session, speech, is_invitation=True), (rules,)))
    opponent = session.opponent if isinstance(session.opponent, Person) else None
    pass_on = buttons.to_pass_on(link, speech) if not (opponent or is_inline) else ()
    instruction = speech.say("accept-elsewhere", game=session.code)
    text = f"{card.text}\n{instruction}" if not (opponent or link) else card.text
    answers = (*buttons.of_challenge(session, speech), (rules, *pass_on))
    return replace(card, text=text, buttons=answers, mention=opponent, envelope=_expiry_envelope(session, speech))


def _card(session: Session, speech: Speech) -> Message:
    fields, seats = _fields(session, speech), names(session, speech)
    question = speech.say("challenge", **fields) if session.opponent else speech.say("challenge-open", **fields)
    lines = (question, *_detail_lines(session, speech))
    scene = DRAWINGS[session.game].draw(session.position, (), None, heading(session, speech))
    return Message("\n".join(lines), Picture(scene, picture_in_words(scene, speech, seats)))


def _detail_lines(session: Session, speech: Speech) -> Iterator[str]:
    yield speech.say(f"pitch-{session.game}")
    yield from terms_in_words(session.terms, speech)
    yield from start_remarks(session.rules, session.position, names(session, speech), speech)
    yield from pause_lines(session, speech)


def _to_challenger(card: Message, session: Session, speech: Speech, link: str) -> Message:
    """Tell the challenger who was challenged, or what to send to an opponent."""
    details = tuple(_detail_lines(session, speech))[1:]
    cancel = (buttons.game_button("cancel", session, speech),)
    envelope = _expiry_envelope(session, speech)
    if session.places.second is not None and not session.places.unreached:
        text = speech.say("challenge-sent", **_fields(session, speech))
        return replace(card, text="\n".join((text, *details)), buttons=(cancel,), envelope=envelope)
    code = "challenge-to-pass-on" if session.opponent else "challenge-to-share"
    code = "challenge-unreached" if session.places.unreached else code
    instruction = f"/accept {session.code}"
    text = "\n".join((speech.say(code, **_fields(session, speech)), *details, link or instruction))
    rows = tuple(filter(None, (buttons.to_pass_on(link, speech), cancel)))
    return replace(card, text=text, buttons=rows, envelope=envelope, grid="" if link else instruction)


def _fields(session: Session, speech: Speech) -> dict[str, Value]:
    return {
        "challenger": session.challenger.name,
        "opponent": name_of(session.opponent, speech),
        "title": title(session, speech),
        "game": session.code,
        "time": _time(session, speech),
    }


def _time(session: Session, speech: Speech) -> str:
    return span(60.0 * round((session.start.expires - session.start.at) / 60), speech).replace(" ", "\u00a0")


def _expiry_envelope(session: Session, speech: Speech) -> Envelope:
    return Envelope(due=time_left(_time(session, speech), session.start.expires, speech))


def start_remarks(
    game: AnyGame,
    start: AnyPosition,
    seats: Mapping[Seat, str],
    speech: Speech,
    seat_against_bot: Seat | str | None = None,
) -> Iterator[str]:
    """Yield remarks on a start (how fair a map is), and that the bot begins if its opponent prefers the second seat."""
    if game.offer.remark:
        yield from (in_words(phrase, speech, seats) for phrase in game.offer.remark(start))
    if seat_against_bot is Seat.SECOND and game.offer.seat(start.settings) is seat_against_bot:
        yield speech.say("bot-begins", player=seats[Seat.FIRST])


def cancelled_challenge(session: Session, speech: Speech) -> Message:
    """Say that a challenge or game ended without a result; older logs do not name who ended it."""
    fields = _fields(session, speech)
    if session.status.ended_by is not None:
        player = name_of(session.player(session.status.ended_by), speech)
        return Message(speech.say("challenge-aborted-by", player=player, **fields))
    return Message(speech.say(f"challenge-{session.status.off}", **fields))


def acceptance(session: Session, speech: Speech) -> str:
    """Return the line that replaces a challenge once an opponent accepted it."""
    return speech.say("challenge-accepted", **_fields(session, speech))


def rematch_offered(session: Session, speech: Speech) -> str:
    """Say who was asked for a rematch."""
    return speech.say("rematch-offered", **_fields(session, speech))


def invitation(request: Challenge, challenger: Person, name: str, speech: Speech, rules: str = "") -> Invitation:
    """Render an invitation to one game under its name; `rules` is the address of the rules."""
    title, opponent = game_title(request.game, request.settings.items(), speech), name_of(request.opponent, speech)
    fields, terms = {"challenger": challenger.name, "title": title}, tuple(terms_in_words(request.terms, speech))
    if isinstance(request.opponent, Robot):
        question, description = speech.say("invitation-to-the-bot-asks", opponent=opponent, **fields), opponent
        play = buttons.button("play-bot", f"/join {name}", speech)
    else:
        to_one = speech.say("invitation-to", opponent=opponent, **fields)
        question = to_one if request.opponent else speech.say("invitation", **fields)
        description = " ".join(terms) or speech.say("invitation-description")
        play = buttons.button("accept", f"/join {name}", speech)
    row = (play, buttons.to_rules(request.game, speech, rules)) if rules else (play,)
    text = "\n".join((question, speech.say(f"pitch-{request.game}"), *terms))
    return Invitation(name, title, description, Message(text, buttons=(row,)))


def invitation_to_any(offers: Sequence[Invitation], challenger: Person, speech: Speech) -> Invitation:
    """Render an invitation to several games; the person who accepts picks one."""
    all_buttons = (Button(offer.title, row[0].types) for offer in offers for row in offer.message.buttons[:1])
    text = speech.say("invitation-to-any", challenger=challenger.name)
    return Invitation("", text, "", Message(text, buttons=buttons.rows(all_buttons, 2)))


def expired_invitation(speech: Speech) -> tuple[Message, ...]:
    """Return the refusal of an expired invitation, and the message that replaces it."""
    refusal = Message(speech.say("invitation-over"), envelope=REFUSED)
    return refusal, replace(refusal, envelope=replace(refusal.envelope, private=False, update=True))
