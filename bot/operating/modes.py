"""Which ways into chats where the bot is not are open on Telegram, in words."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.settings import Settings

_INLINE = "inline mode (`@bot` in any chat) is {}: /setinline at @BotFather"
_GUEST = "guest mode (`@bot` is answered where it is no member) is {}: in @BotFather's app, under the bot's settings"


async def modes(settings: Settings) -> AsyncIterator[tuple[bool, str]]:
    """Whether each thing found is well, and what it is; both modes are a choice, so neither has to be on."""
    if settings.telegram_token is None:
        return
    from bot.platforms.telegram.modes import ask

    try:
        found = await ask(settings.telegram_token.get_secret_value(), settings.telegram_base_url)
    except ValueError as wrong:
        yield False, str(wrong)
        return
    if found is None:
        yield True, "Telegram does not answer now, so that nothing is known of inline and guest mode"
        return
    yield True, _INLINE.format(_on(found.inline))
    yield True, _GUEST.format(_on(found.guest))


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
