"""A conversation on Discord: a server's channels and private chats, slash commands, presses, replies to the board."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.results import to_discord_message

from bot.core.commands.playing import looks_like_a_move
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.store import Store
from bot.platforms.discord import Discord, client
from bot.platforms.discord.client import Client
from tests.bot.chats.comparing import Customs
from tests.bot.chats.house import BEGINNING, House, house
from tests.bot.chats.markup import read_aloud
from tests.bot.chats.script import Action, Hidden, Seen, met_before, people_in, places_in
from tests.bot.chats.slash import options_in
from tests.bot.chats.wording import leaving_out, rephrasings, saying
from tests.bot.platforms.discord.scripted import paint
from tests.bot.platforms.discord.seen import parts_of, text_of_message

_SERVERS = ("button-threads", "button-whole-server")
CUSTOMS = Customs(
    spares=(r"^You have no game here", *saying("rematch-offered")),
    adds=(r"^This game is over\.$", *saying("done"), r"^Thanks for playing!"),
    dresses=(
        *rephrasings("how-to-move-here", "how-to-move"),
        *rephrasings("start-here", "start"),
        *rephrasings("learn-answer-by-press", "learn-answer"),
        *rephrasings("how-to-move-by-command", "how-to-move"),
        *leaving_out("plans-overheard"),
        *leaving_out("settled-threads"),
        (r"\s?https://discord\.com/channels/\S+", ""),
        (r"^@\w+ ", ""),
        (r"@([a-z])", lambda handle: handle[1].upper()),
    ),
    buttons=frozenset(
        speech(language).say(button) for button in (*_SERVERS, "button-type", "button-share") for language in LANGUAGES
    ),
    shares_menus=True,
    chooses_on_boards=True,
)
"""Who is called is mentioned first; every command is answered, if only by "Done."; a pen opens a form to type in;
games may have threads, and servers settings."""
_CODE = re.compile(r"\b[BCDFGHJKMNPQRSTVWXZ]{6}\b")


@dataclass(frozen=True)
class _Shown:
    """A message as it stood at some time, with who alone saw it."""

    place: str
    alone: str
    message: discord.Message
    payload: dict[str, Any]


@dataclass
class DiscordChat:
    """People of a conversation in the channels of a server and in their private chats."""

    store: Store
    time: float = BEGINNING
    env: Any = None
    guild: Any = None
    people: dict[str, Any] = field(default_factory=dict)
    channels: dict[str, Any] = field(default_factory=dict)
    known: dict[int, Seen] = field(default_factory=dict)
    past: list[_Shown] = field(default_factory=list)
    language: str = "en"
    languages: dict[str, str] = field(default_factory=dict)
    _router: House | None = None

    def client(self) -> Client:
        """A process that has just started."""
        adapter = Discord("token", paint=paint)
        adapter.deletes = False  # the files are of adapters that leave a line
        self._router = house(self.store, adapter, lambda: self.time)
        return adapter.connect(self._router)

    async def act(self, action: Action) -> list[Seen]:
        """Does it, and returns what is seen for it."""
        assert self._router
        self.language = action.language
        if action.is_restart:
            await self.env.restart_bot(self.client())
        elif action.minutes:
            self.time += 60 * action.minutes
            await self._router.sweep()
        elif action.label:
            await self._press(action)
        else:
            await self._say(action)
        await self._router.wait_until_idle()
        await self.env.settle()
        return self._news()

    async def _say(self, action: Action) -> None:
        name, _, rest = action.text.removeprefix("/").partition(" ")
        options = options_in(name, rest, self._person) if action.text.startswith("/") else None
        if options is not None:
            await self._slash(action, *options)
        elif action.place == action.who:
            await self._greet(action)
            await self.people[action.who].user.send_dm(self._name_of(action.text))
        else:
            await self._greet(action)
            await self._type(action)

    async def _greet(self, action: Action) -> None:
        """Discord says in which language somebody reads only with a command or press, not with what they type."""
        if self.languages.get(action.who, "en") != action.language:
            await self.people[action.who].user.slash("help")
            self._news()
        self.languages[action.who] = action.language

    async def _type(self, action: Action) -> None:
        """A move in a channel is a reply to the board, or speaks to the bot; talk that nobody answers does neither."""
        channel, board = self._channel(action.place), self._board(action.place)
        is_answer = board is not None and board.interaction_metadata is not None
        if action.shown and (board is None or is_answer or action.text.startswith("/") or self._is_of_several(action)):
            await self.people[action.who].send(channel, f"<@{self.env.bot.user.id}> {self._name_of(action.text)}")
        else:
            await self.people[action.who].send(channel, action.text, reply_to=None if is_answer else board)

    def _is_of_several(self, action: Action) -> bool:
        """Whether the newest board may be another game's than the move's."""
        codes = {code for seen in self.known.values() for code in _CODE.findall(seen.text)}
        return len(codes) > 1 and looks_like_a_move(action.text)

    async def _slash(self, action: Action, name: str, options: dict[str, Any]) -> None:
        self.languages[action.who] = action.language
        if action.place == action.who:
            await self.people[action.who].user.slash(name, **options)
        else:
            await self.people[action.who].slash(self._channel(action.place), name, **options)

    async def _press(self, action: Action) -> None:
        """Presses the newest button with a label, or chooses it in a menu."""
        self.languages[action.who] = action.language
        message, part, is_there = self._part(action)
        actor = self.people[action.who].user if message.place == action.who else self.people[action.who]
        if not is_there:
            await self._press_late(action, message, part.custom_id)
        elif isinstance(part, discord.SelectMenu):
            chosen = next(option.value for option in part.options if option.label == action.label)
            await actor.select(message.message, [chosen], custom_id=part.custom_id)
        else:
            await actor.click(message.message, custom_id=part.custom_id)

    def _part(self, action: Action) -> tuple[_Shown, Any, bool]:
        """The newest with the label, and whether it is there; else as it was when the finger was on its way."""
        near = [message for message in reversed(self.past) if _sees(action, message)]
        newest = {message.message.id: message for message in reversed(near)}
        there = sorted(newest.values(), key=lambda message: -message.message.id)
        result = (
            (message, part, message is newest[message.message.id])
            for message in (*there, *near)
            for part in parts_of(message.message.components)
            if action.label in _labels([part])
        )
        if (first := next(result, None)) is None:
            raise Hidden
        return first

    async def _press_late(self, action: Action, post: _Shown, custom_id: str) -> None:
        """A press that was on its way when the button went."""
        backend = self.env.backend
        channel = self._channel(post.place)
        record, payload = interactions.base_payload(
            backend,
            type=discord.InteractionType.component.value,
            channel_id=channel.id,
            guild_id=channel.guild.id if channel.guild else None,
            user_id=self.people[action.who].id,
            data={"custom_id": custom_id, "component_type": discord.ComponentType.button.value},
        )
        record.source_message_id = post.message.id
        backend.emit("INTERACTION_CREATE", {**payload, "message": post.payload})
        await self.env.settle()

    def _person(self, handle: str) -> Any:
        """Somebody by `@name`, or the bot."""
        if handle == "bot":
            return simcord.UserHandle(self.env, self.env.backend.bot_user)
        return self.people.get(handle.removeprefix("@")) if handle.startswith("@") else None

    def _name_of(self, text: str) -> str:
        return re.sub(r"@(\w+)", lambda found: self.people[found[1]].mention, text)

    def _channel(self, place: str) -> Any:
        if place in self.people:
            return self.people[place].user.dm_channel
        if place not in self.channels:
            self.channels[place] = self.guild.create_text_channel(place or "games")
        return self.channels[place]

    def _board(self, place: str) -> discord.Message | None:
        post = (one.message for one in reversed(self.past) if one.place == place and not one.alone)
        return next((message for message in post if message.attachments), None)

    def _news(self) -> list[Seen]:
        """Return new and changed messages, channel by channel, in the order of the messages."""
        places = [*self.channels, *(who for who in self.people if who != "onlooker")]
        return [seen for place in places for seen in self._news_in(place)]

    def _news_in(self, place: str) -> Iterator[Seen]:
        readers: dict[int, list[str]] = {}
        messages: dict[int, discord.Message] = {}
        ids = {who: self.people[who].id for who in ([place] if place in self.people else self.people)}
        stored = self.env.backend.messages.get(self._channel(place).id, {})
        for number, message in stored.items():
            if message.author_id == self.env.bot.user.id:
                readers[number] = [who for who, id_ in ids.items() if message.visible_to(id_)]
                messages[number] = to_discord_message(self.env, message)
        for number, message in sorted(messages.items()):
            is_for_all = place in self.people or len(readers[number]) == len(self.people)
            seen = self._observe(place, "" if is_for_all else "+".join(readers[number]), message)
            if seen != self.known.get(number):
                self.past.append(_Shown(place, seen.alone, message, self._payload(message)))
                yield seen if number not in self.known else Seen(**{**vars(seen), "changed": True})
                self.known[number] = seen

    def _payload(self, message: discord.Message) -> dict[str, Any]:
        backend = self.env.backend
        return deepcopy(dict(serializers.message_payload(backend, backend.get_message(message.channel.id, message.id))))

    def _observe(self, place: str, alone: str, message: discord.Message) -> Seen:
        names = {actor.id: who for who, actor in self.people.items()}
        pictures = tuple(
            file.description or "" for file in message.attachments if file.filename.endswith((".png", ".gif"))
        )
        files = [file.filename for file in message.attachments if not file.filename.endswith((".png", ".gif"))]
        text = read_aloud(text_of_message(message), names)
        labels = tuple(_labels_of(list(parts_of(message.components))))
        return Seen(place, alone, text, labels, pictures, "".join(files))


def _sees(action: Action, message: _Shown) -> bool:
    return message.place in (action.place, action.who) and message.alone in ("", action.who)


def _labels_of(parts: list[discord.Component]) -> Iterator[str]:
    """The labels of a message: for the moves in a board's menus, that of the button which leads to them elsewhere."""
    pressed = [*_labels(part for part in parts if isinstance(part, discord.Button))]
    findings = [language for language in LANGUAGES if _buttons_by_moves(language) & {*pressed}]
    is_listed = any(isinstance(part, discord.SelectMenu) for part in parts)
    yield from (speech(findings[0]).say("button-pick"), *pressed) if findings and is_listed else _labels(parts)


def _buttons_by_moves(language: str) -> set[str]:
    """The labels that stand beside the moves of a game or of an exercise."""
    return {speech(language).say("button-more"), speech(language).say("button-show-answer")}


def _labels(parts: Any) -> Iterator[str]:
    for part in parts:
        if isinstance(part, discord.Button):
            yield part.label or ""
        elif isinstance(part, discord.SelectMenu):
            yield from (option.label for option in part.options)


async def _sync_nothing(*asked: object) -> Mapping[str, str]:
    """Lists of commands are no part of a chat, and take longer than most of it."""
    return {}


@asynccontextmanager
async def open_chat(store: Store, actions: tuple[Action, ...]) -> AsyncIterator[DiscordChat]:
    """The adapter, open to the people of a conversation and to one who only looks on."""
    chat = DiscordChat(store)
    make = interactions.base_payload

    def localized(*given: Any, **named: Any) -> Any:
        record, payload = make(*given, **named)
        return record, {**payload, "locale": {"en": "en-GB"}.get(chat.language, chat.language)}

    with patch.object(client, "keep_synced", _sync_nothing), patch.object(interactions, "base_payload", localized):
        async with simcord.run(chat.client(), settle_timeout=60, strict_sync=False) as env:
            names = (*people_in(actions), "onlooker")
            users = {name: env.create_user(name, global_name=name.capitalize()) for name in names}
            chat.env, chat.guild = env, env.create_guild(owner=users[names[0]])
            chat.people |= {name: chat.guild.add_member(user) for name, user in users.items()}
            for place in places_in(actions):
                await chat.act(Action("", names[0], place=place, text="/settings time=none"))
            for who, language in met_before(actions).items():
                await chat.act(Action("", who, language, who, "/help"))
            yield chat
