"""Seeking: an open challenge that every chat of the installation may be shown, taken by one press."""

from bot.core.commands.command import GAME, OPTIONS, word
from bot.core.game.instants import Instant
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.core.ports.store import Store
from bot.features.seeking.commands import CANCEL, EndSeek, ListSeeks, Seek, SeekAgain, TakeSeek, read_seek, tone_of
from bot.features.seeking.handlers import end_seek, list_seeks, seek, seek_again, take, welcome_buttons
from bot.features.seeking.places import NOTIFICATION, PLACES, POSTS, SETTING, list_places, settle_place
from bot.features.seeking.posts import forget_reader, list_posts
from bot.features.seeking.spreading import spread_seeks


async def rebuild(store: Store, now: Instant, everything: bool) -> None:
    """Rebuild the line of the places that are shown seeks, and the list of live posts."""
    await list_places(store, now, everything)
    await list_posts(store, now, everything)


FEATURE = Extension(
    rows=(
        Row(
            "seek",
            read_seek,
            parameters=(GAME, OPTIONS, word("do", CANCEL)),
            after="setup",
            tone=tone_of,
            labels=(("button-seek", ""), ("button-stop-seeking", CANCEL)),
            handlers={
                **to(Seek, seek),
                **to(TakeSeek, take),
                **to(SeekAgain, seek_again),
                **to(ListSeeks, list_seeks),
                **to(EndSeek, end_seek),
            },
        ),
    ),
    tick=spread_seeks,
    chat_settings=(SETTING,),
    settle=settle_place,
    notifications=(NOTIFICATION,),
    schedules=(PLACES, POSTS),
    buttons_in_welcome=welcome_buttons,
    rebuild=rebuild,
    forget=forget_reader,
)
