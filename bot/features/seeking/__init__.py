"""Seeking: an open challenge that every chat of the installation may be shown, taken by one press."""

from __future__ import annotations

from bot.core.commands.command import Command, Kind, Parameter
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.features.seeking.commands import CANCEL, EndSeek, ListSeeks, Seek, TakeSeek, read_seek
from bot.features.seeking.handlers import end_seek, list_seeks, seek, take
from bot.features.seeking.places import NOTIFICATION, PLACES, SETTING, list_places, settle_place
from bot.features.seeking.posts import POSTS, tend_posts

FEATURE = Extension(
    rows=(
        Row(
            Command(
                "seek",
                read_seek,
                parameters=(
                    Parameter("game", Kind.GAME),
                    Parameter("options", Kind.OPTIONS),
                    Parameter("do", Kind.WORD, choices=(CANCEL,)),
                ),
                after="setup",
            ),
            to(Seek, seek),
            to(TakeSeek, take),
            to(ListSeeks, list_seeks),
            to(EndSeek, end_seek),
        ),
    ),
    tick=tend_posts,
    chat_settings=(SETTING,),
    settle=settle_place,
    notifications=(NOTIFICATION,),
    schedules=(PLACES, POSTS),
    rebuild=list_places,
)
