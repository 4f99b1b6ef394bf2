"""Those with whom somebody plays without a clock are told of an absence too, once each."""

from __future__ import annotations

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, Stage

GROUP = Chat("stage", "group")


async def _playing(stage: Stage, whom: str, time: str, chat: Chat) -> None:
    await stage.type("ann", f"/challenge @{whom} dots 2x2 time={time}", chat)
    await stage.type(whom, stage.button("Accept").types, chat)


async def _type_and_collect_news(stage: Stage, text: str) -> tuple[list[tuple[str, str]], str]:
    """What others are told when Ann types a text: whom, and the last line; and what she is told."""
    before = len(stage.adapter.shown)
    [answer] = await stage.type("ann", text, GROUP)
    news = [message for _, _, message in stage.adapter.shown[before:] if not message.buttons]
    return [
        (wording.mention.name if wording.mention else "", wording.text.splitlines()[-1]) for wording in news
    ], answer.text


async def test_each_opponent_of_games_without_clocks_is_notified_once_in_each_chat(store: Store):
    stage = Stage(store)
    for chat in (CHAT, CHAT, GROUP):
        await _playing(stage, "bob", "none", chat)
    await stage.type("ann", "/challenge bot easy dots 2x2", CHAT)
    reply, answer = await _type_and_collect_news(stage, "/away 5d")
    assert reply == [("Bob", "Ann is away for 5\u00a0days.")] * 2
    assert answer.startswith("You’re away for 5\u00a0days, and your opponents know.")
    reply, _ = await _type_and_collect_news(stage, "/away off")
    assert reply == [("Bob", "Ann is back.")] * 2
    reply, answer = await _type_and_collect_news(stage, "/away off")
    assert reply == []
    assert answer.startswith("You aren’t away.")


async def test_an_opponent_notified_by_a_game_with_a_clock_is_not_notified_twice(store: Store):
    stage = Stage(store)
    await _playing(stage, "bob", "none", GROUP)
    await _playing(stage, "bob", "1d", GROUP)
    await _playing(stage, "carl", "none", GROUP)
    reply, answer = await _type_and_collect_news(stage, "/away 5d")
    assert sorted(reply) == [
        ("Bob", "Ann is away for another 5\u00a0days. Their clock is paused."),
        ("Carl", "Ann is away for 5\u00a0days."),
    ]
    assert "Your clock is paused in one game" in answer


async def test_a_person_without_games_reads_nothing_about_clocks(store: Store):
    stage = Stage(store)
    _, answer = await _type_and_collect_news(stage, "/away 5d")
    assert answer.startswith("You’re away for 5\u00a0days. Left this quarter")


async def test_an_absence_is_announced_in_the_language_of_the_chat(store: Store):
    stage = Stage(store)
    await _playing(stage, "bob", "none", GROUP)
    await stage.type("ann", "/settings language=uk", GROUP)
    answer, _ = await _type_and_collect_news(stage, "/away 5d")
    assert answer == [("Bob", "Ann у від’їзді: 5\u00a0днів.")]
