"""A Telegram group full of voters, behind a stand-in that pushes updates to a webhook."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence

from aiohttp import web

from benchmarks.strain.voters import Answer, Reply, Step, button_for, meaning_of
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.pressed import Toast
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Post, Town

_PATIENCE = 30.0
_SOON = 0.05
_STARTING = ("getMe", "getUpdates", "getWebhookInfo", "setWebhook", "deleteWebhook")
_KINDS = {"answerCallbackQuery": "answers", "setMessageReaction": "reactions"}


class CountingTelegram(BotApi):
    """A Bot API server that counts the calls by kind, and shows voters the reactions to their messages."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.calls = Counter[str]()
        self.on_reaction: Callable[[int, str], None] = lambda message, emoji: None

    async def _call(self, method: str, request: web.Request) -> object:
        if method not in _STARTING and not method.startswith("setMy"):
            self.calls[_kind_of(method)] += 1
        result = await super()._call(method, request)
        if method == "setMessageReaction":
            parameters = await Parameters.of(request)
            self.on_reaction(parameters.number("message_id"), parameters.json("reaction")[0]["emoji"])
        return result

    async def bring_again(self, update: Json) -> None:
        """Deliver an update a second time, soon after the first."""
        await asyncio.sleep(_SOON)
        if self.webhook:
            await self.webhook.push(update, self.webhook.secret)


def _kind_of(method: str) -> str:
    """Return the kind of a call: an answer to a press, a reaction, a post, an edit, a deletion or a question."""
    for beginning, kind in (("send", "posts"), ("edit", "edits"), ("delete", "deletions")):
        if method.startswith(beginning):
            return kind
    return _KINDS.get(method, "questions")


class TelegramVoters:
    """The voters in one group (`voters.Place`), of whom every second has started the bot in private."""

    name = "Telegram"

    def __init__(self, api: CountingTelegram, count: int) -> None:
        self.calls = api.calls
        self.room = api.town.group("Team")
        self.room.is_run_by_bot = True  # as docs/teams.md advises: an administrator learns who leaves
        self._api = api
        self._people = [Human(api.town, f"Voter {number}") for number in range(count)]
        self._board: Json | None = None
        self._answers: defaultdict[int, list[str]] = defaultdict(list)
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._twice: set[int] = set()
        self._unanswered = 0
        self._tasks: set[asyncio.Task[None]] = set()
        api.on_reaction = self._see_reaction
        for human in self._people[::2]:
            human.starts()

    @property
    def buttons(self) -> Sequence[str]:
        """Return the texts that the buttons of the newest board type."""
        return tuple(Post(self._board).buttons.values()) if self._board else ()

    async def read(self) -> None:
        """Read what the bot shows in the group and in private, until cancelled."""
        async with asyncio.TaskGroup() as reading:
            reading.create_task(self._read_group())
            for human in self._people[::2]:
                reading.create_task(self._read_private(human))

    async def type_command(self, voter: int, text: str) -> None:
        """Type a command whose answer is not awaited."""
        self._people[voter].says(self.room, text)

    async def cast(self, voter: int, step: Step) -> Reply:
        """Cast a vote, by a press if the board has a button for it, and return the answer."""
        start, human = time.perf_counter(), self._people[voter]
        answer = asyncio.get_running_loop().create_future()
        if self._board and (text := button_for(self, step)):
            human.presses_what_types(text, {"message": self._board}).then(_show_in(answer))
        else:
            message = human.says(self.room, f"/move {step.move}")
            self._waiting[message["message_id"]] = answer
            self._twice |= {message["message_id"]} if step.is_twice else set()
        if step.is_twice:
            self._do(self._api.bring_again(self._api.town.all_updates[-1]))
        try:
            text = await asyncio.wait_for(answer, _PATIENCE)
        except TimeoutError:
            self._unanswered += 1
            return Reply(Answer.NONE, _PATIENCE)
        return Reply(meaning_of(text), time.perf_counter() - start, text)

    def count_unanswered(self) -> int:
        """Return the number of votes without an answer, as Telegram delivers an update until it is handled."""
        return self._unanswered

    def count_doubled(self) -> int:
        """Return the number of votes with more than one answer, without those that were delivered twice."""
        return sum(len(texts) > 1 for message, texts in self._answers.items() if message not in self._twice)

    async def _read_group(self) -> None:
        while True:
            post = await self.room.posts.get()
            if post.pictures and post.buttons:
                self._board = post.json
            if post.answers:
                self._show(int(post.answers), post.text)

    async def _read_private(self, human: Human) -> None:
        """Read private answers, each to the voter's newest text."""
        while True:
            post = await human.room.posts.get()
            typed = [number for number in self._waiting if self.room.messages[number]["from"]["id"] == human.id]
            if typed:
                self._show(typed[-1], post.text.rpartition("\n")[2])

    def _see_reaction(self, message: int, emoji: str) -> None:
        """See a reaction, which stands for the receipt and changes nothing when it comes a second time."""
        if (answer := self._waiting.get(message)) and not answer.done():
            answer.set_result(emoji)

    def _show(self, message: int, text: str) -> None:
        self._answers[message].append(text)
        if (answer := self._waiting.get(message)) and not answer.done():
            answer.set_result(text)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _show_in(answer: asyncio.Future[str]) -> Callable[[Toast], None]:
    def show(toast: Toast) -> None:
        if not answer.done():
            answer.set_result(toast.text)

    return show
