"""A coin: `/coin` throws it, and a minute later the chat sees how it has fallen."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.commands.settings import ChatSetting
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import Request
from bot.core.game.session import Session
from bot.core.handlers.handling import to
from bot.core.handlers.services import Answers, Extension, Interaction, Row, Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import PRIVATE, Button, Incoming, Message
from bot.core.ports.store import choices_of

COIN, COINS = "coin", "coins"
_SECONDS = 60.0


class ThrowCoin(Request):
    """A request to throw the coin."""


def _read(rest: str, incoming: Incoming) -> Request:
    return ThrowCoin()


async def throw(services: Services, request: ThrowCoin, interaction: Interaction) -> Answers:
    """Throw the coin, unless the chat wants none."""
    if interaction.known.settings.get(COIN) == "no":
        return (Message(interaction.words.say("coin-unwanted"), envelope=PRIVATE),)
    whose = choices_of(COIN, interaction.incoming.person.key)
    thrown = int((await services.store.settings.choices(whose)).get("thrown", "0"))
    await services.store.settings.choose(whose, {"thrown": str(thrown + 1)})
    await services.store.settings.remember_chat(interaction.known.chat, interaction.incoming.chat)
    await services.store.boards.schedule(COINS, interaction.known.chat, services.now() + _SECONDS)
    return (Message(interaction.words.say("coin-thrown", n=thrown + 1), envelope=PRIVATE),)


async def fall(context: Context, delivery: Delivery, now: Instant) -> None:
    """Show the chats whose coins have been in the air for a minute how they have fallen."""
    for chat in await context.store.boards.due_games(COINS, now):
        await context.store.boards.schedule(COINS, chat, None)
        place = await context.store.boards.place(chat, "")
        if place.described_chat and (platform := context.platforms.get(place.described_chat.platform)):
            await platform.show(place.described_chat, Message(speech(place.board_language or "en").say("coin-fallen")))


async def export(services: Services, person: Person) -> Mapping[str, object]:
    """Return how often a person has thrown the coin."""
    return {"coins": (await services.store.settings.choices(choices_of(COIN, person.key))).get("thrown", "0")}


async def forget(services: Services, person: Person) -> None:
    """Forget how often a person has thrown the coin."""
    await services.store.forgetting.forget_choices(choices_of(COIN, person.key))


def _buttons(session: Session, speech: Speech, is_brief: bool) -> tuple[Button, ...]:
    return () if is_brief else (Button(speech.say("button-coin"), "/coin"),)


def _setting(settled: Mapping[str, str], speech: Speech) -> str:
    return speech.say("settled-coin", value=speech.say(f"settled-{settled[COIN]}"))


def _setting_buttons(settled: Mapping[str, str], speech: Speech) -> tuple[Button, ...]:
    another = "no" if settled[COIN] == "yes" else "yes"
    return (Button(speech.say("button-coins"), f"/settings {COIN}={another}"),)


def _read_setting(text: str) -> str | None:
    return text if text in ("yes", "no") else None


FEATURE = Extension(
    rows=(Row(COIN, _read, handlers=to(ThrowCoin, throw)),),
    buttons_after_game=_buttons,
    chat_settings=(ChatSetting(COIN, "yes", _read_setting, "yes no", _setting, _setting_buttons),),
    tick=fall,
    schedules=(COINS,),
    export=export,
    forget=forget,
)
