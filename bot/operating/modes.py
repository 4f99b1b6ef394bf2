"""What @BotFather lets the bot do on Telegram, in words."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.settings import Settings

_NO_GROUPS = "groups cannot add the bot: /setjoingroups at @BotFather"
_PRIVACY = "privacy mode is {}: /setprivacy at @BotFather; on is enough, for commands, mentions and answers to the bot"
_INLINE = "inline mode (`@bot` in any chat) is {}: /setinline at @BotFather"
_FEEDBACK = "of /setinlinefeedback Telegram does not say whether it is on; it is not needed"
_GUEST = "guest mode (`@bot` is answered where it is no member) is {}: in @BotFather's app, under the bot's settings"


async def modes(settings: Settings) -> AsyncIterator[tuple[bool, str]]:
    """Whether each thing found is well, and what it is; all modes are a choice, so none has to be on."""
    if settings.telegram_token is None:
        return
    from bot.platforms.telegram.bot_profile import fetch_modes

    try:
        found = await fetch_modes(settings.telegram_token.get_secret_value(), settings.telegram_base_url)
    except ValueError as wrong:
        yield False, str(wrong)
        return
    if found is None:
        yield True, "Telegram does not answer now, so that nothing is known of the bot's modes"
        return
    if not found.groups:
        yield False, _NO_GROUPS
    yield True, _PRIVACY.format(_on(not found.reads_all))
    yield True, _INLINE.format(_on(found.inline))
    if found.inline:
        yield True, _FEEDBACK
    yield True, _GUEST.format(_on(found.guest))


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
