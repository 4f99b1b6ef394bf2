"""Messages of challenges and invitations: the question, as each chat is asked it, and what takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.core.commands.challenges import Challenge
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import REFUSED, Button, Envelope, Invitation, Message, Picture
from bot.core.view import buttons
from bot.core.view.names import game_title, heading, in_words, name_of, names, picture_in_words, span, title
from bot.core.view.news import paused
from bot.core.view.notices import time_left
from bot.core.view.options import agreed
from engines.game import AnyGame, AnyPosition, Seat
from engines.phrases import Value
from renderers import DRAWINGS


def challenge(session: Session, speech: Speech, here: Chat, link: str = "") -> Message:
    """The question to the person who is challenged, or to all who read it: a card that says what the game is; a `link`
    opens it from elsewhere.

    Where no reader can answer it, it says who has been asked, or how an opponent is invited.
    """
    is_inline, card = here.inline, _card(session, speech)
    rules = buttons.to_rules(session.game, speech, _rules_link(session, link) if is_inline else "")
    if _asks_elsewhere(session, here):
        return _to_challenger(card, session, speech, link)
    if here.key not in (chat.key for chat in session.places.chats):
        return replace(card, buttons=(*buttons.of_invitation(session, speech), (rules,)))
    asked = session.opponent if isinstance(session.opponent, Person) else None
    pass_on = buttons.to_pass_on(link, speech) if not (asked or is_inline) else ()
    way = speech.say("accept-elsewhere", game=session.code)
    said = f"{card.text}\n{way}" if not (asked or link) else card.text
    answers = (*buttons.of_challenge(session, speech), (rules, *pass_on))
    return replace(card, text=said, buttons=answers, mention=asked, envelope=_due(session, speech))


def _card(session: Session, speech: Speech) -> Message:
    """The question, the game in one sentence and in a picture, and what is agreed on."""
    fields, seats = _fields(session, speech), names(session, speech)
    question = speech.say("challenge", **fields) if session.opponent else speech.say("challenge-open", **fields)
    said = (question, *_worth_knowing(session, speech))
    scene = DRAWINGS[session.game].draw(session.position, (), None, heading(session, speech))
    return Message("\n".join(said), Picture(scene, picture_in_words(scene, speech, seats)))


def _worth_knowing(session: Session, speech: Speech) -> Iterator[str]:
    yield speech.say(f"pitch-{session.game}")
    yield from agreed(session.terms, speech)
    yield from remarks(session.rules, session.position, names(session, speech), speech)
    yield from paused(session, speech)


def _to_challenger(card: Message, session: Session, speech: Speech, link: str) -> Message:
    """Who has been asked; else what the challenger may send to an opponent, who then is."""
    told = tuple(_worth_knowing(session, speech))[1:]
    cancel, due = buttons.to_cancel(session, speech), _due(session, speech)
    if session.places.second is not None and not session.places.unreached:
        said = speech.say("challenge-sent", **_fields(session, speech))
        return replace(card, text="\n".join((said, *told)), buttons=cancel, envelope=due)
    code = "challenge-to-pass-on" if session.opponent else "challenge-to-share"
    code = "challenge-unreached" if session.places.unreached else code
    way = f"/accept {session.code}"
    said = "\n".join((speech.say(code, **_fields(session, speech)), *told, link or way))
    rows = (*filter(None, (buttons.to_pass_on(link, speech),)), *cancel)
    return replace(card, text=said, buttons=rows, envelope=due, grid="" if link else way)


def _asks_elsewhere(session: Session, here: Chat) -> bool:
    """Whether those who may accept read another chat than this one of the challenger's."""
    is_elsewhere = session.places.lonely or session.places.second is not None
    return is_elsewhere and here.key == session.places.chat.key


def _rules_link(session: Session, link: str) -> str:
    """The address of the rules beside that of a challenge."""
    return f"{link.removesuffix(session.code)}rules-{session.game}" if link else ""


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


def _due(session: Session, speech: Speech) -> Envelope:
    """With how long the question waits."""
    return Envelope(due=time_left(_time(session, speech), session.start.expires, speech))


def remarks(game: AnyGame, start: AnyPosition, seats: Mapping[Seat, str], speech: Speech) -> Iterable[str]:
    """What is worth knowing before the first move (how fair a map is)."""
    return (in_words(phrase, speech, seats) for phrase in game.offer.remark(start)) if game.offer.remark else ()


def why_bot_begins(
    game: AnyGame, start: AnyPosition, person: Seat | str, seats: Mapping[Seat, str], speech: Speech
) -> Iterator[str]:
    """Name the bot as the one to begin where its opponent sits Second because that seat is the better one."""
    if person is Seat.SECOND and game.offer.seat(start.settings) is person:
        yield speech.say("bot-begins", player=seats[person.opponent])


def called_off(session: Session, speech: Speech) -> Message:
    """A challenge that came to nothing, or a game without a result; older logs do not say who ended it."""
    fields = _fields(session, speech)
    if session.status.ended_by is not None:
        player = name_of(session.player(session.status.ended_by), speech)
        return Message(speech.say("challenge-aborted-by", player=player, **fields))
    return Message(speech.say(f"challenge-{session.status.off}", **fields))


def accepted(session: Session, speech: Speech) -> str:
    """What takes the place of the question when an opponent has accepted."""
    fields = _fields(session, speech)
    return speech.say("challenge-accepted", **fields)


def rematch_offered(session: Session, speech: Speech) -> str:
    """Who has been asked for one more game."""
    return speech.say("rematch-offered", **_fields(session, speech))


def invitation(request: Challenge, challenger: Person, name: str, speech: Speech, rules: str = "") -> Invitation:
    """To one game, by the invitation's name; `rules` is their address."""
    title = game_title(request.game, request.settings.items(), speech)
    is_robot = isinstance(request.opponent, Robot)
    label = speech.say("button-play-bot") if is_robot else speech.say("button-accept")
    question = _invitation_question(request, challenger, title, speech)
    said = "\n".join((question, speech.say(f"pitch-{request.game}"), *agreed(request.terms, speech)))
    about = (buttons.to_rules(request.game, speech, rules),) if rules else ()
    message = Message(said, buttons=((Button(label, f"/join {name}"), *about),))
    return Invitation(name, title, _description(request, speech), message)


def invitation_to_any(offers: Sequence[Invitation], challenger: Person, speech: Speech) -> Invitation:
    """To any of several games: the person who accepts chooses."""
    made = (Button(offer.title, row[0].types) for offer in offers for row in offer.message.buttons[:1])
    said = speech.say("invitation-to-any", challenger=challenger.name)
    return Invitation("", said, "", Message(said, buttons=buttons.rows(made, 2)))


def invitation_over(speech: Speech) -> tuple[Message, ...]:
    """That it counts no longer: to who presses it, and in its place."""
    said = Message(speech.say("invitation-over"), envelope=REFUSED)
    return said, replace(said, envelope=replace(said.envelope, private=False, update=True))


def _invitation_question(request: Challenge, challenger: Person, title: str, speech: Speech) -> str:
    if isinstance(request.opponent, Robot):
        robot = name_of(request.opponent, speech)
        return speech.say("invitation-to-the-bot-asks", challenger=challenger.name, opponent=robot, title=title)
    if request.opponent:
        opponent = name_of(request.opponent, speech)
        return speech.say("invitation-to", challenger=challenger.name, opponent=opponent, title=title)
    return speech.say("invitation", challenger=challenger.name, title=title)


def _description(request: Challenge, speech: Speech) -> str:
    terms: Iterable[str] = agreed(request.terms, speech)
    if isinstance(request.opponent, Robot):
        return name_of(request.opponent, speech)
    return " ".join(terms) or speech.say("invitation-description")
