"""Tournaments: entered in a chat, paired round by round, and played as games of that chat."""

from bot.core.commands.command import GAME, OPTIONS, word
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.features.tournaments.events import System
from bot.features.tournaments.handlers import (
    AskTournament,
    OpenTournament,
    Step,
    open_tournament,
    read_tournament,
    tournament,
)
from bot.features.tournaments.log import (
    KIND,
    TOURNAMENT_LOGS,
    TOURNAMENTS,
    export,
    forget_entrant,
    leave_all,
    list_all,
    look_at_tournament,
)
from bot.features.tournaments.tasks import tend_tournaments

FEATURE = Extension(
    rows=(
        Row(
            "tournament",
            read_tournament,
            parameters=(word("do", *Step), GAME, word("system", *System), OPTIONS),
            after="settings",
            handlers={**to(AskTournament, tournament), **to(OpenTournament, open_tournament)},
        ),
    ),
    tick=tend_tournaments,
    logs=(TOURNAMENT_LOGS,),
    schedules=(TOURNAMENTS,),
    chat_choices=(KIND,),
    on_end=look_at_tournament,
    rebuild=list_all,
    export=export,
    leave=leave_all,
    forget=forget_entrant,
)
