"""Tournaments: entered in a chat, paired round by round, and played as games of that chat."""

from __future__ import annotations

from bot.core.commands.command import Command, Kind, Parameter
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
            Command(
                "tournament",
                read_tournament,
                parameters=(
                    Parameter("do", Kind.WORD, choices=tuple(Step)),
                    Parameter("game", Kind.GAME),
                    Parameter("system", Kind.WORD, choices=tuple(System)),
                    Parameter("options", Kind.OPTIONS),
                ),
                after="settings",
            ),
            to(AskTournament, tournament),
            to(OpenTournament, open_tournament),
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
