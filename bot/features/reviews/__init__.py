"""Reviews: a finished game analysed, shown step by step, as a film or as a record; also games from elsewhere."""

from __future__ import annotations

from bot.core.commands.command import CODE, Command, Kind, Parameter, is_my_game, is_my_turn, is_over, is_running
from bot.core.commands.questions import ALL
from bot.core.handlers.handling import about_game, to
from bot.core.handlers.services import Extension, Row
from bot.features.reviews.commands import (
    PAGE,
    ExportGames,
    ImportGame,
    Review,
    ShowFilm,
    ShowRecord,
    ShowStep,
    read_film,
    read_import,
    read_record,
    read_with_number,
)
from bot.features.reviews.handlers import export_games, import_game, review, show_film, show_record, show_step
from bot.features.reviews.view import buttons_after_game, to_review

_ANY_RUNNING = (is_my_turn, is_my_game, is_running)
FEATURE = Extension(
    buttons_after_game=buttons_after_game,
    buttons_for_last_game=lambda code, speech: (to_review(code, speech),),
    rows=(
        Row(
            Command(
                "record",
                read_record,
                _ANY_RUNNING,
                parameters=(CODE, Parameter("form", Kind.WORD, choices=(PAGE, ALL))),
                labels=(("button-record", ""),),
                after="tournament",
            ),
            about_game(ShowRecord, show_record),
            to(ExportGames, export_games),
        ),
        Row(
            Command(
                "review",
                read_with_number(lambda which, key: Review(which, key or 0)),
                (is_over,),
                parameters=(CODE,),
                after="record",
                in_menu=True,
            ),
            about_game(Review, review),
        ),
        Row(
            Command(
                "step",
                read_with_number(ShowStep),
                _ANY_RUNNING,
                parameters=(Parameter("number", Kind.WORD), CODE),
                after="review",
            ),
            about_game(ShowStep, show_step),
        ),
        Row(
            Command("import", read_import, parameters=(Parameter("text", Kind.WORD),), after="step", takes_file=True),
            to(ImportGame, import_game),
        ),
        Row(
            Command(
                "film",
                read_film,
                (*_ANY_RUNNING, is_over),
                parameters=(Parameter("range", Kind.WORD), CODE),
                after="import",
            ),
            about_game(ShowFilm, show_film),
        ),
    ),
)
