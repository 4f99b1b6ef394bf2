"""Challenges: the question, its outcome and invitations, and the menu that composes a challenge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.core.commands.challenges import Challenge
from bot.core.commands.setup import (
    SEEDS,
    Setup,
    button_text,
    command_line,
    fitting_terms,
    is_for_team,
    is_to_chat,
    offered_terms,
    usual_seat,
)
from bot.core.game.clocks import TEAM, TIME, read_pace
from bot.core.game.people import Chat, Opponent, Person, Player, Robot, Team
from bot.core.game.session import Session
from bot.core.game.terms import NONE, PACES, TERM_SETTINGS, TICKING_PACES, with_term
from bot.core.language.speech import Speech
from bot.core.ports.platform import REFUSED, Button, Envelope, Invitation, Message, Picture
from bot.core.view import buttons
from bot.core.view.buttons import CHECK_MARK, Row, fits, rows, rows_that_fit
from bot.core.view.names import (
    beyond_choices,
    game_title,
    heading,
    heading_of,
    in_words,
    level_in_words,
    name_of,
    names,
    picture_in_words,
    setting_in_words,
    span,
    term_in_words,
    terms_in_words,
    title,
    typed_pace,
)
from bot.core.view.news import pause_lines
from bot.core.view.notices import time_left
from engines import GAMES
from engines.game import LEVELS, AnyGame, AnyPosition, Seat, Setting
from engines.phrases import Value
from renderers import DRAWINGS
from renderers.paper import Header


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
    if not session.places.find_chat(here.key):
        return replace(card, buttons=(*buttons.of_challenge(session, speech, is_invitation=True), (rules,)))
    opponent = session.opponent if isinstance(session.opponent, Person) else None
    is_for_one = opponent is not None or _is_for_team(session)
    pass_on = buttons.to_pass_on(link, speech) if not (is_for_one or is_inline) else ()
    instruction = speech.say("accept-elsewhere", game=session.code)
    text = f"{card.text}\n{instruction}" if not (is_for_one or link) else card.text
    answers = (*buttons.of_challenge(session, speech, is_invitation=_is_for_team(session)), (rules, *pass_on))
    return replace(card, text=text, buttons=answers, mention=opponent, envelope=_expiry_envelope(session, speech))


def _is_for_team(session: Session) -> bool:
    """Return whether a challenge asks the team of a certain chat."""
    return session.seat.opponent in session.places.teams and session.places.second is not None


def _card(session: Session, speech: Speech) -> Message:
    fields, seats = _fields(session, speech), names(session, speech)
    is_for_one = session.opponent is not None or _is_for_team(session)
    question = speech.say("challenge", **fields) if is_for_one else speech.say("challenge-open", **fields)
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
    code = "challenge-to-chats" if session.places.teams else code
    instruction = f"/accept {session.code}"
    ways = (instruction, link) if session.places.teams and link else (link or instruction,)
    text = "\n".join((speech.say(code, **_fields(session, speech)), *details, *ways))
    rows = tuple(filter(None, (buttons.to_pass_on(link, speech), cancel)))
    layout = replace(card.layout, grid="" if link and not session.places.teams else instruction)
    return replace(card, text=text, buttons=rows, envelope=envelope, layout=layout)


def _fields(session: Session, speech: Speech) -> dict[str, Value]:
    seats = (session.seat, session.seat.opponent)
    challenger, opponent = (
        map(session.player, seats) if _is_for_team(session) else (session.challenger, session.opponent)
    )
    return {
        "challenger": name_of(challenger, speech),
        "opponent": name_of(opponent, speech),
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
    """Yield remarks on a start (such as how fair a map is), and that the bot begins if its opponent prefers Second."""
    if game.offer.remark:
        yield from (in_words(phrase, speech, seats) for phrase in game.offer.remark(start))
    if seat_against_bot is Seat.SECOND and game.offer.seat(start.settings) is seat_against_bot:
        yield speech.say("bot-begins", player=seats[Seat.FIRST])


def cancelled_challenge(session: Session, speech: Speech) -> Message:
    """Say that a challenge or game ended without a result; older logs do not record who ended it."""
    fields = _fields(session, speech)
    if session.status.off == "idle":
        player = name_of(session.player(session.position.turn), speech)
        return Message(speech.say("challenge-idle", player=player, **fields))
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
    """Render an invitation to one game under its name; `rules` is a link to the rules."""
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
    """Render an invitation to several games, one of which the person who accepts picks."""
    all_buttons = (Button(offer.title, row[0].types) for offer in offers for row in offer.message.buttons[:1])
    text = speech.say("invitation-to-any", challenger=challenger.name)
    return Invitation("", text, "", Message(text, buttons=buttons.rows(all_buttons, 2)))


def expired_invitation(speech: Speech) -> tuple[Message, ...]:
    """Return the refusal of an expired invitation, and the message that replaces it."""
    refusal = Message(speech.say("invitation-over"), envelope=REFUSED)
    return refusal, refusal.with_delivery(private=False, update=True)


def game_choice(setup: Setup, owner: Person, speech: Speech) -> Message:
    """Ask for the game, keeping earlier choices."""
    all_buttons = (Button(speech.say(f"game-{name}"), button_text(replace(setup, game=name), owner)) for name in GAMES)
    envelope = Envelope(private=True, stays=True, update=setup.pressed)
    return Message(speech.say("which-game"), buttons=rows_that_fit(rows(all_buttons, 2)), envelope=envelope)


def menu(setup: Setup, start: AnyPosition, owner: Person, pace: str, speech: Speech, in_group: bool = True) -> Message:
    """Render the chosen game and its start above all options; `pace` applies unless another is chosen.

    Only the people `in_group` can be a team.
    """
    page = _SetupPage(replace(setup, newest=""), start, owner, pace, speech, in_group)
    button_rows, seats = rows_that_fit(page.values() if setup.listed else page.choices()), _seats(page)
    scene = DRAWINGS[setup.game].draw(start, (), None, _heading(page))
    return Message(
        "\n".join(_lines(page, seats)),
        Picture(scene, picture_in_words(scene, speech, seats)),
        buttons=button_rows,
        envelope=Envelope(private=True, stays=True, update=setup.pressed),
    )


def _lines(page: _SetupPage, seats: Mapping[Seat, str]) -> Iterator[str]:
    speech, setup = page.speech, page.setup
    yield game_title(setup.game, page.start.settings.items(), speech)
    if page.seat == "random":
        challenger, opponent = (name_of(player, speech) for player in page.players)
        yield speech.say("setup-random", challenger=challenger, opponent=opponent)
    else:
        yield speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    if isinstance(setup.opponent, Robot):
        yield level_in_words(setup.opponent.level, setup.game, speech)
    yield from terms_in_words(fitting_terms(setup), speech)
    seat_against_bot = page.seat if isinstance(setup.opponent, Robot) else None
    yield from start_remarks(page.game, page.start, seats, speech, seat_against_bot)
    line = command_line(setup)
    yield speech.say("setup-typed", line=line) if fits(page.begin) else speech.say("setup-too-long", line=line)
    if setup.listed:
        if more := beyond_choices(page.listed_setting):
            yield speech.say("setup-values", key=page.listed_setting.key, values=more)
    elif not (isinstance(setup.opponent, Person) or is_for_team(setup)):
        yield speech.say("setup-person", key=setup.game)


def _seats(page: _SetupPage) -> dict[Seat, str]:
    """Return the players by seat; if the draw is random, the seats' names."""
    if page.seat == "random":
        return {seat: page.speech.say(seat.value) for seat in Seat}
    challenger, opponent = (name_of(player, page.speech) for player in page.players)
    return {page.seat: challenger, page.seat.opponent: opponent}


def _heading(page: _SetupPage) -> Header:
    if page.seat == "random":
        return Header(*_seats(page).values())
    challenger, opponent = page.players
    return heading_of({page.seat: challenger, page.seat.opponent: opponent}, page.speech)


_VALUES_A_PAGE = 12
_LEADS_ON = " …"


@dataclass(frozen=True)
class _SetupPage:
    """The choices so far, the start position, the challenger, the chat's usual pace, the language, and the place."""

    setup: Setup
    start: AnyPosition
    owner: Person
    pace: str
    speech: Speech
    in_group: bool

    @property
    def game(self) -> AnyGame:
        return GAMES[self.setup.game]

    @property
    def listed_setting(self) -> Setting:
        return next(s for s in (*self.game.settings, *TERM_SETTINGS) if s.key == self.setup.listed)

    @property
    def seat(self) -> Seat | Literal["random"]:
        opponent = None if is_for_team(self.setup) else self.setup.opponent
        return self.setup.seat or usual_seat(self.game, opponent, self.start.settings)

    @property
    def players(self) -> tuple[Player, Player | None]:
        """Return the challenger and the opponent, either of which may be a chat."""
        if not is_for_team(self.setup):
            return self.owner, self.setup.opponent
        chat, is_rival = Chat("", ""), is_to_chat(self.setup)
        seats = (None, None) if self.seat == "random" or not is_rival else (self.seat, self.seat.opponent)
        return Team(chat, seats[0]), Team(chat, seats[1]) if is_rival else self.setup.opponent

    @property
    def begin(self) -> Button:
        return Button(self.speech.say("button-start"), button_text(self.setup, self.owner, begin=True))

    def choices(self) -> Iterator[Row]:
        yield tuple(self._opponent_button(Robot(level)) for level in LEVELS)
        opponent = self.setup.opponent if isinstance(self.setup.opponent, Person) else None
        yield tuple(self._opponent_button(player) for player in dict.fromkeys((None, opponent)))
        seats: dict[Seat | Literal["random"], str] = {seat: self.speech.say(seat.value) for seat in Seat}
        seats["random"] = self.speech.say("seat-random")
        yield tuple(self._button(seats[seat], replace(self.setup, seat=seat), seat == self.seat) for seat in seats)
        is_robot = isinstance(self.setup.opponent, Robot)
        paces = ((NONE, *TICKING_PACES),) if is_robot else ((NONE, *PACES[1:]), TICKING_PACES)
        yield from (tuple(map(self._pace_button, row)) for row in (() if is_for_team(self.setup) else paces))
        terms = (term for term in offered_terms(self.setup) if term.key != TIME and (term.key != TEAM or self.in_group))
        yield from rows((self._setting_button(setting) for setting in (*self.game.settings, *terms)), 2)
        other_game = self.speech.say("button-other-game")
        yield self.begin, self._button(other_game, replace(self.setup, game="", settings={}))

    def values(self) -> Iterator[Row]:
        setting, page = self.listed_setting, self.setup.page
        choices = setting.choices[page * _VALUES_A_PAGE : (page + 1) * _VALUES_A_PAGE]
        yield from rows(self._value_button(setting, choice) for choice in choices)
        page_labels = {page - 1: "‹", page + 1: "›"}
        pages = range((len(setting.choices) - 1) // _VALUES_A_PAGE + 1)
        page_buttons = (self._button(page_labels[n], replace(self.setup, page=n)) for n in pages if n in page_labels)
        yield self._button(self.speech.say("button-back"), replace(self.setup, listed="", page=0)), *page_buttons

    def _opponent_button(self, player: Opponent | None) -> Button:
        spelling = self.setup.mention if isinstance(player, Person) else ""
        setup = replace(self.setup, opponent=player, mention=spelling)
        is_other_chat = player is None and is_for_team(self.setup)
        label = self.speech.say("another-chat") if is_other_chat else name_of(player, self.speech)
        return self._button(label, setup, player == self.setup.opponent)

    def _pace_button(self, pace: str) -> Button:
        label = self.speech.say("time-none") if pace == NONE else typed_pace(read_pace(pace), self.speech)
        setup = replace(self.setup, terms=with_term(self.setup.terms, TIME, pace))
        usual = NONE if isinstance(self.setup.opponent, Robot) else self.pace
        return self._button(label, setup, fitting_terms(self.setup).get(TIME, usual) == pace)

    def _setting_button(self, setting: Setting) -> Button:
        """Return a button to an option's values; an option without a value shows its bounds."""
        label = self._in_words(setting, self._value(setting) or setting.span) + _LEADS_ON
        return self._button(label, replace(self.setup, listed=setting.key))

    def _value_button(self, setting: Setting, choice: str) -> Button:
        """Return a button that picks a value; for a random start, each press draws another one."""
        if setting in TERM_SETTINGS:
            setup = replace(self.setup, terms=with_term(self.setup.terms, setting.key, choice))
        else:
            settings = {**self.setup.settings, setting.key: choice}
            setup = replace(self.setup, seed=(self.setup.seed + 1) % SEEDS, settings=settings, newest=setting.key)
        label, is_chosen = self._in_words(setting, choice), choice == self._value(setting)
        return self._button(label, replace(setup, listed="", page=0), is_chosen)

    def _in_words(self, setting: Setting, value: str) -> str:
        in_words = term_in_words if setting in TERM_SETTINGS else setting_in_words
        return in_words(setting.key, value, self.speech)

    def _value(self, setting: Setting) -> str:
        if setting in TERM_SETTINGS:
            return self.setup.terms.get(setting.key, setting.default)
        return self.setup.settings.get(setting.key) or self.start.settings.get(setting.key, "")

    def _button(self, label: str, setup: Setup, is_chosen: bool = False) -> Button:
        return Button(f"{CHECK_MARK * is_chosen}{label}", button_text(setup, self.owner))
