"""Puzzles, the daily puzzle and lessons: a position, typed answers, and why a wrong one is wrong."""

from bot.core.commands.command import GAME, word
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.features.puzzles import dailies
from bot.features.puzzles.answers import answer_of, touch, understand
from bot.features.puzzles.commands import Learn, Solve, SolveDaily, SolveMine, read_daily, read_learn, read_solve
from bot.features.puzzles.exercises import DAILY, reopen_earlier
from bot.features.puzzles.lessons import learn, to_lessons
from bot.features.puzzles.puzzles import solve, solve_daily, solve_mine
from bot.features.puzzles.sharing import find_shared

FEATURE = Extension(
    rows=(
        Row(
            "learn",
            read_learn,
            parameters=(GAME, word("step"), word("answer")),
            after="settings",
            on_page=True,
            handlers=to(Learn, learn),
        ),
        Row(
            "puzzle",
            read_solve,
            parameters=(GAME, word("move")),
            after="learn",
            on_page=True,
            handlers={**to(Solve, solve), **to(SolveMine, solve_mine)},
        ),
        Row(
            "daily",
            read_daily,
            parameters=(word("move"),),
            after="puzzle",
            on_page=True,
            handlers=to(SolveDaily, solve_daily),
        ),
    ),
    buttons_in_welcome=lambda _, speech: (to_lessons(speech),),
    buttons_by_rules=lambda game, speech: (to_lessons(speech, game),),
    read_bare=answer_of,
    understand=understand,
    on_unseen=reopen_earlier,
    touch=touch,
    find_shared=find_shared,
    tick=dailies.tell_dailies,
    chat_settings=(dailies.DAILY_SETTING,),
    settle=dailies.schedule_dailies,
    schedules=(dailies.DAILIES,),
    chat_choices=(DAILY,),
    rebuild=dailies.list_dailies,
    forget=dailies.forget_solver,
)
