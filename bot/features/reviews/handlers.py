"""Commands of reviews, step-by-step boards, films, imports and records, and their handlers."""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.command import Reader, read_number, split_reference
from bot.core.commands.questions import ALL
from bot.core.commands.read_back import to_typed_words
from bot.core.game import events
from bot.core.game.events import LogEntry
from bot.core.game.instants import Instant
from bot.core.game.people import ELSEWHERE, Chat, Person
from bot.core.game.requests import GameReference, GameRequest, Request, codes_of
from bot.core.game.session import Session, Stage
from bot.core.handlers.changes import in_place_of_question
from bot.core.handlers.finished_games import GameReview, finished_sessions, judgements, review_game
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import Incoming, Message
from bot.core.ports.thinking import problem_of
from bot.core.queues.fair_turns import Urgency, give_way
from bot.core.view import lists
from bot.core.view.buttons import button, notice
from bot.core.view.names import heading, names, picture_in_words, title
from bot.features.reviews import view
from engines import importing
from engines.game import AnyMove, AnyPosition, Seat, advance
from engines.record import Record, record_of, replay, write
from engines.refusals import Illegal, Unreadable
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.replay import Labels, Step, page

PAGE = "page"
_MOST_NUMBER = 99_999
_SPAN = re.compile(r"(?:(\d{1,5})(?:[-–—](\d{1,5}))?)?")


class ShowRecord(GameRequest):
    """A request for a game as a file: its moves as text, or a page that replays it."""

    fits_finished_games = True

    as_page: bool = False


class ExportGames(Request):
    """A request for the records of all finished games of the chat."""


class Review(GameRequest):
    """A request for the key moves of a finished game, or for one of them, by its number in the game, from 1."""

    fits_finished_games = True

    key: int = 0

    @property
    def refusal_without_game(self) -> Illegal:
        """Return the refusal for a chat without a finished game."""
        return Illegal("no-games-to-record")


class ShowStep(GameRequest):
    """A request for a game after `number` turns; None is the current position."""

    fits_finished_games = True

    number: int | None = None


class ImportGame(Request):
    """A request to review a game played elsewhere, in one of the supported notations."""

    text: str


class ShowFilm(GameRequest):
    """A request for a film of a game between two turns, counted from 1; 0 is the end."""

    fits_finished_games = True

    first: int = 1
    last: int = 0


def read_record(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/record`."""
    which, form = split_reference(rest)
    if to_typed_words(form).casefold() == ALL and not which.code:
        return ExportGames()
    if form and to_typed_words(form).casefold() != PAGE:
        raise Unreadable("no-words-wanted", part=form[:40], name="record")
    return ShowRecord(which, as_page=bool(form))


def read_with_number(make_request: Callable[[GameReference, int | None], Request]) -> Reader:
    """Return a parser for a game code and an optional number."""

    def read(rest: str, incoming: Incoming) -> Request:
        which, number = split_reference(rest)
        value = read_number(number, _MOST_NUMBER)
        if number and value is None:
            raise Unreadable("not-a-number", part=number[:40])
        return make_request(which, value)

    return read


def read_import(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/import`."""
    text = incoming.attachment or rest
    if not text.strip():
        raise Unreadable("import-what")
    return ImportGame(text)


def read_film(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/film`."""
    which, part = split_reference(rest)
    match = _SPAN.fullmatch(part.replace(" ", ""))
    if match is None:
        raise Unreadable("not-a-span", part=part[:40])
    first, last = int(match[1] or 1), int(match[2] or match[1] or 0)
    return ShowFilm(which, max(1, first), last)


WHY_SECONDS = 1.0

_LONGEST_NAME = 40


async def review(services: Services, session: Session, request: Review, interaction: Interaction) -> Answers:
    """Show the graph and key moves of a finished game, or a key move with its reasons; raise `Illegal`."""
    if session.stage not in (Stage.OVER, Stage.OFF):
        raise Illegal("review-after-the-end", game=session.code)
    if not session.turns:
        raise Illegal("nothing-to-review", game=session.code)
    with services.heavy.admission(interaction.incoming.person):
        return await _review(services, session, request, interaction)


async def _review(services: Services, session: Session, request: Review, interaction: Interaction) -> Answers:
    services.thinking.expect(session.rules)
    interaction.ticket.leave()
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        game_review = await review_game(services, session, interaction.incoming.person)
        if not request.key:
            return (view.overview(session, game_review, interaction.words),)
        return (await _key_move(services, session, game_review, request.key, interaction),)


async def _key_move(
    services: Services, session: Session, game_review: GameReview, key: int, interaction: Interaction
) -> Message:
    number, keys = key - 1, game_review.key_moves
    if not keys:
        return view.overview(session, game_review, interaction.words)
    if number not in keys:
        raise Illegal("no-such-key-move", number=key, moves=", ".join(str(each + 1) for each in keys))
    session_then, turn = session.at(number), session.turns[number]
    share, problem = interaction.incoming.person.key, problem_of(session_then, WHY_SECONDS)
    problem = replace(problem, share=share, urgency=Urgency.LATER)
    explanation = await services.thinking.explain(problem, turn.move)
    judgement, reasoning = judgements(session, game_review.expectations)[number], session.rules.text.reasoning
    reasons = explanation.reasons
    if explanation.value >= explanation.best_value:  # worse all the same: the review has searched longer
        best_move = session_then.position.read(judgement.best_message)
        best_facts = (await services.thinking.explain(problem, best_move)).facts
        reasons = reasoning.faults(reasoning.difference(explanation.facts, best_facts), str(turn.seat))
    than_reasons = explanation.than_reasons if str(explanation.than) == judgement.best_message else ()
    judgement = replace(judgement, reasons=reasons, than_reasons=than_reasons)
    return view.key_move(session, number, judgement, keys, interaction.words)


async def show_step(services: Services, session: Session, request: ShowStep, interaction: Interaction) -> Answers:
    """Show a game after `number` turns; raise `Illegal` if there are fewer."""
    last = len(session.turns)
    number = last if request.number is None else request.number
    if number > last:
        raise Illegal("no-such-ply", number=number, last=last)
    return (view.step(session, number, interaction.words),)


async def import_game(services: Services, request: ImportGame, interaction: Interaction) -> Answers:
    """Store a game played elsewhere as a finished one and review it; raise `Refusal` with the offending line."""
    interaction.ticket.leave()
    incoming, cause, at = interaction.incoming, interaction.incoming.cause, services.now()
    with services.heavy.admission(incoming.person):
        record, positions = await services.heavy.run(incoming.person.key, partial(_read_record, request.text))
        for code in codes_of(f"import {cause}" if cause else "", services.random):
            imported_events = tuple(_imported_events(record, positions, code, incoming.chat, at, interaction.words))
            first_entry = LogEntry(imported_events, cause, over=True)
            session = await services.games.begin(code, first_entry, (interaction.known.chat,))
            if session is None and (existing := await services.games.load(code)) and existing.follows_from(cause):
                session = existing
            if session:
                return await _review(services, session, Review(GameReference(code)), interaction)
    raise Illegal("busy", game="")


def _read_record(text: str) -> tuple[Record, list[AnyPosition]]:
    record = importing.read(text, give_way)
    if not record.messages:
        raise Unreadable("import-without-moves")
    return record, replay(record)


def _imported_events(
    record: Record, positions: Sequence[AnyPosition], code: str, chat: Chat, at: Instant, speech: Speech
) -> Iterator[events.Event]:
    """Yield the events of an imported game; a game without a result is aborted."""
    seat_names = {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}
    tags = {seat: record.tags.get(str(seat), "")[:_LONGEST_NAME] or seat_names[seat] for seat in Seat}
    first, second = (Person(ELSEWHERE, str(seat), tags[seat]) for seat in Seat)
    settings = tuple(positions[0].settings.items())
    yield events.Challenged(at, code, record.game, settings, 0, chat, first, second, at)
    yield events.Accepted(at, second)
    for position, text in zip(positions, record.messages, strict=False):
        yield events.Moved(at, position.turn, str(position.read(text)))
    winner = record.result.partition(" ")[0]
    if positions[-1].outcome is None:
        loser = next((seat for seat in Seat if str(seat.opponent) == winner), None)
        yield events.Resigned(at, loser) if loser else events.Called(at, "aborted")


async def show_film(services: Services, session: Session, request: ShowFilm, interaction: Interaction) -> Answers:
    """Show the boards of a game as a film; raise `Illegal` for turns that do not exist."""
    last = len(session.turns)
    if not last:
        raise Illegal("nothing-to-review", game=session.code)
    if max(request.first, request.last) > last:
        raise Illegal("no-such-ply", number=max(request.first, request.last), last=last)
    numbers = range(request.first, (request.last or last) + 1)
    if not numbers:
        raise Illegal("span-backwards", first=request.first, last=request.last)
    person = interaction.incoming.person
    async with shows_thinking(services.platforms, interaction.incoming.chat):
        with services.heavy.admission(person):
            film = partial(view.film, session, numbers, interaction.words, person.key)
            return (await services.heavy.run(person.key, film),)


async def export_games(services: Services, request: ExportGames, interaction: Interaction) -> Answers:
    """Return the records of the chat's games in one file."""
    person = interaction.incoming.person
    interaction.ticket.leave()
    codes = await services.store.findings.finished_games(interaction.known.chat)
    sessions_found, unreadable = list[Session](), 0
    with services.heavy.admission(person):
        async for sessions, number in finished_sessions(services, codes):
            sessions_found, unreadable = [*sessions_found, *sessions], unreadable + number
        sessions_in_order = sorted(sessions_found, key=attrgetter("since"))
        message = await services.heavy.run(person.key, partial(records, sessions_in_order, interaction.words))
    return (lists.with_unreadable_games(message, unreadable, interaction.words),)


async def show_record(services: Services, session: Session, request: ShowRecord, interaction: Interaction) -> Answers:
    """Return a game as a file, as text or as a page."""
    person = interaction.incoming.person
    if not request.as_page:
        message = await asyncio.to_thread(record, session, interaction.words)
        return in_place_of_question((message,), request, interaction)
    with services.heavy.admission(person):  # every board of the game is drawn
        message = await services.heavy.run(person.key, partial(replay_page, session, interaction.words))
    return in_place_of_question((message,), request, interaction)


def record(session: Session, speech: Speech) -> Message:
    """Return the record of a game so far as an attached file."""
    file = f"{session.game}-{session.code}.txt", f"{_record_text(session, speech)}\n"
    as_page = button("page", f"/record {session.code} page", speech)
    return replace(notice("record", speech, as_page, title=title(session, speech)), file=file)


def records(sessions: Sequence[Session], speech: Speech) -> Message:
    """Return all these games in one file, one record per line, or say that there are none."""
    if not sessions:
        return notice("no-games-to-record", speech)
    lines = (_record_text(session, speech).replace("\n", "; ") for session in sessions)
    text = "".join(f"{line}\n" for line in lines)
    return replace(notice("records", speech, n=len(sessions)), file=("games.txt", text))


def _record_text(session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    planned_moves = [str(number) for number, turn in enumerate(session.turns, 1) if turn.planned]
    tags = {str(seat): seats[seat] for seat in Seat} | ({"planned": ", ".join(planned_moves)} if planned_moves else {})
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
    file = f"{session.game}-{session.code}.html", page(steps, labels)
    return replace(notice("replay-page", speech, title=title(session, speech)), file=file)


def _step(
    session: Session, position: AnyPosition, text: str, last: tuple[AnyMove, ...], header: Header, speech: Speech
) -> Step:
    scene = DRAWINGS[session.game].draw(position, last, None, header)
    return Step(scene, text, picture_in_words(scene, speech, names(session, speech)))
