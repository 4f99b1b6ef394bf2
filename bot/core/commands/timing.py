"""The commands about time: claiming a game whose time is over, waking one that was filed away."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.commands.fits import filed_away, mine, owes_me_a_move
from bot.core.commands.row import Deed, about


@dataclass(frozen=True)
class Claim(Deed):
    """Winning a game in which the other player's time is over."""


@dataclass(frozen=True)
class Wake(Deed):
    """Going on with a game that was filed away."""


TIMING = (about("claim", Claim, owes_me_a_move, mine), about("wake", Wake, filed_away))
