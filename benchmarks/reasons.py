"""Reasons by difference: those that two compared moves share, those refuted, and texts that teach nothing.

Takes about half an hour of CPU time. `reasons:tupik` measures one game, `reasons:tupik:100` in so many positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from time import process_time

from benchmarks.figure import Figure
from bot.core.language.speech import speech
from bot.core.view.advice import reasons_of_hint
from bot.core.view.boards import example_position, seat_names
from bot.core.view.names import MOST_WORDS, in_words
from bot.core.view.news import remark
from bot.features.puzzles.lessons import Question, why_not
from bot.features.reviews.view import reasons_of_both
from engines import GAMES
from engines.explaining import advise, explain
from engines.game import AnyGame, AnyMove, AnyPosition, Level, Limit, Reason, Seat, advance
from engines.kernels.loading import warm
from engines.review import judge_move, key_moves
from tests.engines.refuting import refuted_reasons

POSITIONS, TEXTS, LINES, EVERY, ANSWERS, MOST_MOVES = 1000, 100, 30, 6, 12, 400
LIMIT, LIMIT_OF_TEXTS = Limit(0.05, clock=process_time), Limit(0.25, clock=process_time)
LEAST_TEACHING = 90
ENGLISH = speech("en")


@dataclass
class _Tally:
    """A tally of one kind of text: the total, those that teach nothing, and those that are too long."""

    count: int = 0
    empty: list[str] = field(default_factory=list)
    long: list[str] = field(default_factory=list)

    def add(self, game: AnyGame, text: str, reasons: Sequence[Reason], seats: Mapping[Seat, str]) -> None:
        """Count a text, which teaches if it gives a reason that names an idea, a place or a consequence."""
        self.count += 1
        if not teaches(game, text, reasons, seats):
            self.empty.append(text)
        if len(text.split()) > MOST_WORDS:
            self.long.append(text)

    @property
    def percent(self) -> float:
        """Return the percentage of texts that teach."""
        return 100 * (1 - len(self.empty) / max(1, self.count))


def teaches(game: AnyGame, text: str, reasons: Sequence[Reason], seats: Mapping[Seat, str]) -> bool:
    """Return whether a text with these names gives a reason that is neither a bare place nor a bare outcome."""
    instructive = (each for each in reasons if game.text.reasoning.has_told((each,)))
    return any(in_words(each, ENGLISH, seats) in text for each in instructive)


def figures(name: str = "", positions: str = str(POSITIONS)) -> Iterator[Figure]:
    """Yield for each game, or one, the shared and the refuted reasons, and the share and length of texts that teach."""
    most = int(positions)
    for game in (GAMES[name],) if name else GAMES.values():
        warm(game.name)
        yield from _comparisons(game, most)
        for kind, tally in (
            ("hints", _hints(game)),
            *zip(("remarks of the coach", "lines of reviews"), _judgements(game, most), strict=True),
            ("wrong answers in lessons", _answers(game)),
        ):
            title = f"{kind}, {game.name}, {tally.count}"
            yield Figure(f"{title}: teach", tally.percent, LEAST_TEACHING, "%", at_least=True, details=(*tally.empty,))
            yield Figure(
                f"{title}: longer than {MOST_WORDS} words", len(tally.long), 0, "texts", details=(*tally.long,)
            )


def _comparisons(game: AnyGame, positions: int) -> Iterator[Figure]:
    """Yield the reasons that a move shares with the one it is compared with, the false ones, and what lacks both."""
    overlaps, false, lacking, comparisons = list[str](), list[str](), list[str](), 0
    for position, move in islice(_moves(game), positions):
        explanation = explain(game, position, move, LIMIT)
        false += refuted_reasons(game, position, explanation)
        if explanation.than is not None:
            comparisons += 1
            other = explain(game, position, explanation.than, LIMIT)
            overlap = {*explanation.reasons} & {*other.reasons}
            overlaps += (f"{move} and {explanation.than}: {reason}" for reason in overlap)
        elif not explanation.is_proved and len([*islice(position.moves(), 2)]) > 1:
            lacking.append(f"{move} in {position}")
    name = f"{game.name}, {positions} positions"
    yield Figure(f"{name}: compared with another move", comparisons, 0, "moves", at_least=True)
    yield Figure(
        f"{name}: without a comparison, although no proof says that all are equally good",
        len(lacking),
        0,
        "moves",
        details=tuple(lacking),
    )
    yield Figure(f"{name}: reasons shared with that move", len(overlaps), 0, "reasons", details=tuple(overlaps))
    yield Figure(f"{name}: refuted by a slow reading", len(false), 0, "reasons", details=tuple(false))


def _moves(game: AnyGame) -> Iterator[tuple[AnyPosition, AnyMove]]:
    """Yield positions of seeded games with a move in each, random or by one of the weaker levels."""
    seed = 0
    while True:
        chance = Random(f"{game.name} {seed}")
        for ply, position in enumerate(seeded_positions(game, seed)):
            if (ply + seed) % EVERY == 0:
                level = chance.choice((Level.EASY, Level.CLASSIC, None))
                some = [*islice(position.moves(), MOST_MOVES)]
                yield (
                    position,
                    game.hint(position, replace(LIMIT, seed=ply), level).move if level else chance.choice(some),
                )
        seed += 1


def seeded_positions(game: AnyGame, seed: int) -> Iterator[AnyPosition]:
    """Yield the positions of a game that mixes easy, classic and random moves."""
    chance = Random(f"{game.name} {seed}")
    position = game.start(game.offer.defaults({}), seed)
    while position.outcome is None:
        yield position
        kind = chance.choice((Level.EASY, Level.CLASSIC, None))
        if kind is None:
            move = chance.choice([*islice(position.moves(), MOST_MOVES)])
        else:
            move = game.hint(position, replace(LIMIT, seed=chance.randrange(1000)), kind).move
        position, _ = advance(position, move)


def _hints(game: AnyGame) -> _Tally:
    tally, seats = _Tally(), seat_names(ENGLISH)
    for position, _ in islice(_moves(game), TEXTS):
        hint = advise(game, position, LIMIT_OF_TEXTS, Level.STRONG)
        tally.add(game, reasons_of_hint(hint, seats, ENGLISH), (*hint.reasons, *hint.than_reasons), seats)
    return tally


def _judgements(game: AnyGame, positions: int) -> tuple[_Tally, _Tally]:
    """Count the remarks of the coach, and the lines of reviews about moves that would be key moves.

    Where these are rare, look at more positions.
    """
    remarks, lines, seats = _Tally(), _Tally(), seat_names(ENGLISH)
    for position, move in islice(_moves(game), positions):
        if remarks.count >= TEXTS and lines.count >= LINES:
            break
        explanation = explain(game, position, move, LIMIT_OF_TEXTS)
        judgement = judge_move(game, position, str(move), explanation)
        reasons = (*judgement.reasons, *judgement.than_reasons)
        remarks.add(game, remark(judgement, game, seats, ENGLISH), reasons, seats)
        if key_moves([judgement], game.has_margin):
            lines.add(game, reasons_of_both(judgement, seats, ENGLISH), reasons, seats)
    return remarks, lines


def _answers(game: AnyGame) -> _Tally:
    """Count the replies to wrong answers in every lesson: the choices, and other random legal moves."""
    tally, chance = _Tally(), Random(game.name)
    for step in game.teaching.course:
        question, (position, _) = Question(game, step), example_position(game, step.example)
        options = [*position.moves()]
        choices = [position.read(text) for text in step.choices] + chance.sample(options, min(ANSWERS, len(options)))
        for move in dict.fromkeys(choices) if step.right_choices else ():
            explanation = explain(game, position, move, LIMIT_OF_TEXTS)
            if not question.is_right(move, explanation):
                text = why_not(game, position, move, explanation, ENGLISH)
                tally.add(game, text, explanation.facts, seat_names(ENGLISH, position.turn))
    return tally
