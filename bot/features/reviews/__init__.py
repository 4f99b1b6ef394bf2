"""Reviews: a finished game analysed, shown step by step, as a film or as a record; also games from elsewhere."""

from bot.core.commands.command import ANY_RUNNING, CODE, is_over, word
from bot.core.commands.questions import ALL
from bot.core.handlers.handling import about_game, to
from bot.core.handlers.services import Extension, Row
from bot.features.reviews.handlers import (
    PAGE,
    ExportGames,
    ImportGame,
    Review,
    ShowFilm,
    ShowRecord,
    ShowStep,
    export_games,
    import_game,
    read_film,
    read_import,
    read_record,
    read_with_number,
    review,
    show_film,
    show_record,
    show_step,
)
from bot.features.reviews.view import buttons_after_game, to_review

FEATURE = Extension(
    buttons_after_game=buttons_after_game,
    buttons_for_last_game=lambda code, speech: (to_review(code, speech),),
    rows=(
        Row(
            "record",
            read_record,
            ANY_RUNNING,
            (CODE, word("form", PAGE, ALL)),
            labels=(("button-record", ""),),
            after="tournament",
            handlers={**about_game(ShowRecord, show_record), **to(ExportGames, export_games)},
        ),
        Row(
            "review",
            read_with_number(lambda which, key: Review(which, key or 0)),
            (is_over,),
            (CODE,),
            after="record",
            in_menu=True,
            handlers=about_game(Review, review),
        ),
        Row(
            "step",
            read_with_number(ShowStep),
            ANY_RUNNING,
            (word("number"), CODE),
            after="review",
            handlers=about_game(ShowStep, show_step),
        ),
        Row(
            "import",
            read_import,
            parameters=(word("text"),),
            after="step",
            takes_file=True,
            handlers=to(ImportGame, import_game),
        ),
        Row(
            "film",
            read_film,
            (*ANY_RUNNING, is_over),
            (word("range"), CODE),
            after="import",
            handlers=about_game(ShowFilm, show_film),
        ),
    ),
)
