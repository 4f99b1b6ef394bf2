"""Reviews: a finished game analysed, shown step by step, as a film or as a record; also games from elsewhere."""

from bot.core.commands.command import ANY_RUNNING, CODE, is_over, word
from bot.core.commands.questions import ALL
from bot.core.handlers.handling import about_game, to
from bot.core.handlers.services import Extension, Row
from bot.features.reviews import handlers
from bot.features.reviews.view import buttons_after_game, to_review

FEATURE = Extension(
    buttons_after_game=buttons_after_game,
    buttons_for_last_game=lambda code, speech: (to_review(code, speech),),
    rows=(
        Row(
            "record",
            handlers.read_record,
            ANY_RUNNING,
            (CODE, word("form", handlers.PAGE, ALL)),
            labels=(("button-record", ""),),
            after="tournament",
            handlers={
                **about_game(handlers.ShowRecord, handlers.show_record),
                **to(handlers.ExportGames, handlers.export_games),
            },
        ),
        Row(
            "review",
            handlers.read_with_number(lambda which, key: handlers.Review(which, key or 0)),
            (is_over,),
            (CODE,),
            after="record",
            in_menu=True,
            handlers=about_game(handlers.Review, handlers.review),
        ),
        Row(
            "step",
            handlers.read_with_number(handlers.ShowStep),
            ANY_RUNNING,
            (word("number"), CODE),
            after="review",
            handlers=about_game(handlers.ShowStep, handlers.show_step),
        ),
        Row(
            "import",
            handlers.read_import,
            parameters=(word("text"),),
            after="step",
            takes_file=True,
            handlers=to(handlers.ImportGame, handlers.import_game),
        ),
        Row(
            "film",
            handlers.read_film,
            (*ANY_RUNNING, is_over),
            (word("range"), CODE),
            after="import",
            handlers=about_game(handlers.ShowFilm, handlers.show_film),
        ),
    ),
)
