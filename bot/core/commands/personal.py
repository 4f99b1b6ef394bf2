"""The commands about what is kept of a person: what it is, a copy of it, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.commands.row import Command, Kind, Parameter, Request
from bot.core.ports import Incoming
from engines.refusals import Unreadable

SURE = "yes"


@dataclass(frozen=True)
class ShowPrivacy(Request):
    """Asking what is kept, where, and for how long."""


@dataclass(frozen=True)
class GiveCopy(Request):
    """Asking for all that is kept of oneself, as a file."""


@dataclass(frozen=True)
class Forget(Request):
    """Asking to be forgotten; only who is `sure` is."""

    sure: bool = False


def _forget(rest: str, incoming: Incoming) -> Request:
    if rest.casefold() not in ("", SURE):
        raise Unreadable("words-wanted", part=rest[:40], name="forgetme", expected=SURE)
    return Forget(bool(rest))


PERSONAL = (
    Command("privacy", ShowPrivacy, lambda rest, incoming: ShowPrivacy()),
    Command("mydata", GiveCopy, lambda rest, incoming: GiveCopy()),
    Command("forgetme", Forget, _forget, parameters=(Parameter("sure", Kind.WORD, choices=(SURE,)),)),
)
