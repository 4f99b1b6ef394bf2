"""The score between two players in a chat, and the command `/versus` that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from bot.core.chats import find_person
from bot.core.commands.command import GAME, Kind, Parameter, two_values
from bot.core.commands.read_back import game_called, to_typed_words
from bot.core.game.people import Person, Player, Robot
from bot.core.game.requests import Request, read_code
from bot.core.game.results import mark_of
from bot.core.game.session import Session, Stage
from bot.core.handlers.finished_games import chat_results, latest_players
from bot.core.handlers.handling import to
from bot.core.handlers.services import Answers, Extension, Interaction, Row, Services
from bot.core.ports.platform import Incoming, Message
from bot.core.ports.store import of_person
from bot.core.upkeep.reminding import zone_of
from bot.core.view.lists import with_unreadable_games
from bot.core.view.names import name_of
from bot.features.versus import score
from bot.features.versus.score import Meetings, Score
from engines.game import Level, Seat
from engines.refusals import Illegal, Unreadable

_BOT = "bot"
_MOST_LISTED, _MOST_NEWEST, _MOST_UNFINISHED = 10, 5, 3


class ShowScore(Request):
    """A request for the score against an opponent, in one `game` if it is named; without one, for all opponents.

    `named` has the words that name the opponent: a mention of the `person`, `bot` and perhaps a `level`, or the `code`
    of a game with them. No word names a person who is replied to.
    """

    named: tuple[str, ...] = ()
    person: Person | None = None
    level: Level | None = None
    code: str = ""
    game: str = ""

    @property
    def is_about_bot(self) -> bool:
        """Return whether the opponent is the bot."""
        return _BOT in self.named or self.level is not None


def read_versus(rest: str, incoming: Incoming) -> Request:
    """Parse an opponent and a game in any order; without an opponent, take the author of the answered message."""
    request = ShowScore()
    for word in to_typed_words(rest).split():
        folded_word, code = word.casefold(), read_code(word)
        if word in incoming.mentions:
            request = replace(_naming(request, word), person=incoming.mentions[word])
        elif folded_word in list(Level):
            request = replace(_naming(request, folded_word), level=Level(folded_word))
        elif folded_word == _BOT:
            request = _naming(request, _BOT)
        elif code:
            request = replace(_naming(request, code[0]), code=code[0])
        elif word[0] in "@<":
            raise Unreadable("unknown-person", part=word[:40])
        elif game := game_called(word):
            if request.game not in ("", game):
                raise two_values(request.game, word)
            request = replace(request, game=game)
        else:
            raise Unreadable("versus-whom", part=word[:40])
    return request if request.named else replace(request, person=incoming.mentions.get("reply"))


def _naming(request: ShowScore, word: str) -> ShowScore:
    """Return the request with one more word that names its opponent; raise `Unreadable` if it names another one."""
    words = {*request.named, word}
    levels = words - {_BOT}
    if len(words) > 1 and not (len(levels) == 1 and levels <= {*Level}):
        raise two_values(request.named[0], word)
    return replace(request, named=(*request.named, word))


async def versus(services: Services, request: ShowScore, interaction: Interaction) -> Answers:
    """Show the score of the sender against one opponent, or against each of their opponents in this chat."""
    person, words = interaction.incoming.person, interaction.words
    if request.person and (acquaintance := await find_person(services.store, request.person)):
        request = replace(request, person=acquaintance[0])
    if person.is_same(request.person):
        raise Illegal("versus-oneself")
    results, mark = await chat_results(services, interaction), mark_of(person)
    own_results = [each for each in results.found if mark in each.marks and request.game in ("", each.game)]
    meetings = Meetings(mark, sorted(own_results, key=attrgetter("at")))
    if request.named or request.person:
        message = await _score(services, request, meetings, interaction)
    else:
        marks = [*meetings.people][:_MOST_LISTED]
        players = await latest_players(services.games, meetings.results, marks)
        message = score.rivals(meetings, players, request.game, words)
    return (with_unreadable_games(message, results.unreadable, words),)


async def _score(services: Services, request: ShowScore, meetings: Meetings, interaction: Interaction) -> Message:
    """Show the score against the opponent that the request names."""
    person, words, now = interaction.incoming.person, interaction.words, interaction.at
    opponents = await latest_players(services.games, meetings.results, meetings.by_rival)
    open_games = await services.games.open_sessions(interaction.known.games)
    rival = _rival(request, meetings, opponents, [each for each in open_games if each.seat_of(person)])
    marks = [mark for mark, player in opponents.items() if _is_meant(player, rival, request)]
    running_games = [each for each in open_games if _is_between(each, person, rival, request)][:_MOST_UNFINISHED]
    is_any_level = isinstance(rival, Robot) and request.level is None and not request.code
    name = words.say("robot-short") if is_any_level else name_of(opponents[marks[0]] if marks else rival, words)
    if not marks:
        challenge = " ".join(filter(None, ("/challenge", *_spelling(request), request.game)))
        details = Score(name, meetings, unfinished=running_games)
        return score.never_met(details, request.game, challenge if _spelling(request) else "", words)
    with_rival = meetings.against(marks)
    codes = [each.code for each in with_rival.results[-_MOST_NEWEST:]]
    newest = sorted(await services.games.finished_sessions(codes), key=attrgetter("since"), reverse=True)
    zone = zone_of(await services.store.settings.choices(of_person(person)), person)
    return score.score(Score(name, with_rival, newest, running_games), zone, now, words)


def _rival(
    request: ShowScore, meetings: Meetings, opponents: Mapping[str, Player], open_games: Sequence[Session]
) -> Player:
    """Return the opponent that a request names; raise `Refusal` for a game that the sender does not play here."""
    if request.is_about_bot:
        return Robot(request.level or Level.STRONG)
    if request.person:
        return request.person
    players = (game.player(seat) for game in open_games if game.code == request.code for seat in Seat)
    if opponent := next((each for each in players if each and mark_of(each) != meetings.mark), None):
        return opponent
    result = next((each for each in meetings.results if each.code == request.code), None)
    if result is None:
        raise Unreadable("unknown-code", part=request.code)
    if (rival := opponents.get(meetings.rival(result))) is None:
        raise Illegal("versus-forgotten")
    return rival


def _is_meant(player: Player | None, rival: Player, request: ShowScore) -> bool:
    """Return whether a player is the opponent: the same person, or the bot at the level of the request, if any."""
    if isinstance(player, Robot) and isinstance(rival, Robot):
        return request.level in (None, player.level) if request.is_about_bot else player.level is rival.level
    return player is not None and rival.is_same(player)


def _is_between(session: Session, person: Person, rival: Player, request: ShowScore) -> bool:
    """Return whether a game of the person against this opponent goes on."""
    seat = session.seat_of(person)
    is_wanted = session.stage is Stage.RUNNING and request.game in ("", session.game)
    return is_wanted and seat is not None and _is_meant(session.player(seat.opponent), rival, request)


def _spelling(request: ShowScore) -> tuple[str, ...]:
    """Return the words that name the opponent in a challenge; none where they cannot be mentioned."""
    if request.person is None or any(word[0] in "@<" for word in request.named):
        return request.named
    return (f"@{request.person.handle}",) if request.person.handle else ()


FEATURE = Extension(
    rows=(
        Row(
            "versus",
            read_versus,
            parameters=(Parameter("rival", Kind.PERSON), Parameter("robot", Kind.WORD), GAME),
            after="me",
            handlers=to(ShowScore, versus),
        ),
    )
)
