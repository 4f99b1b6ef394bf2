"""Tournaments: entered in a chat, paired round by round, and played as games of that chat."""

from bot.core.commands.command import GAME, OPTIONS, word
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.features.tournaments import handlers, log
from bot.features.tournaments.events import System
from bot.features.tournaments.tasks import tend_tournaments

FEATURE = Extension(
    rows=(
        Row(
            "tournament",
            handlers.read_tournament,
            parameters=(word("do", *handlers.Step), GAME, word("system", *System), OPTIONS),
            after="settings",
            handlers={
                **to(handlers.AskTournament, handlers.tournament),
                **to(handlers.OpenTournament, handlers.open_tournament),
            },
        ),
    ),
    tick=tend_tournaments,
    logs=(log.TOURNAMENT_LOGS,),
    schedules=(log.TOURNAMENTS,),
    chat_choices=(log.KIND,),
    on_end=log.look_at_tournament,
    rebuild=log.list_all,
    export=log.export,
    leave=log.leave_all,
    forget=log.forget_entrant,
)
