"""Seeking: an open challenge that every chat of the installation may be shown, taken by one press."""

from bot.core.commands.command import GAME, OPTIONS, word
from bot.core.game.instants import Instant
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.core.ports.store import Store
from bot.features.seeking import handlers
from bot.features.seeking.handlers import CANCEL, EndSeek, ListSeeks, Seek, SeekAgain, TakeSeek
from bot.features.seeking.places import NOTIFICATION, PLACES, POSTS, SETTING, list_places, settle_place
from bot.features.seeking.posts import forget_reader, list_posts
from bot.features.seeking.spreading import spread_seeks


async def rebuild(store: Store, now: Instant, everything: bool) -> None:
    """Rebuild the line of the places that are shown seeks, and the list of live posts."""
    await list_places(store, now)
    await list_posts(store, now)


FEATURE = Extension(
    rows=(
        Row(
            "seek",
            handlers.read_seek,
            parameters=(GAME, OPTIONS, word("do", CANCEL)),
            after="setup",
            tone=handlers.tone_of,
            labels=(("button-seek", ""), ("button-stop-seeking", CANCEL)),
            handlers={
                **to(Seek, handlers.seek),
                **to(TakeSeek, handlers.take),
                **to(SeekAgain, handlers.seek_again),
                **to(ListSeeks, handlers.list_seeks),
                **to(EndSeek, handlers.end_seek),
            },
        ),
    ),
    tick=spread_seeks,
    chat_settings=(SETTING,),
    settle=settle_place,
    notifications=(NOTIFICATION,),
    schedules=(PLACES, POSTS),
    buttons_in_welcome=handlers.welcome_buttons,
    rebuild=rebuild,
    forget=forget_reader,
)
