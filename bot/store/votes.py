"""Votes on Redis: ballots beside a game's log, on the same node of a cluster."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from bot.core.game.instants import Instant
from bot.core.ports.votes import Ballot, Casting, Vote, Votes
from bot.store import keys
from bot.store.connection import Answer, Command, Wire, delete_key, pairs_in
from bot.store.keys import script_command
from bot.store.logs import MESSAGE_SECONDS

_BALLOT, _NOTE, _CLOSED = "ballot ", "note ", "closed"
# KEYS: the game's register, the ballot, the causes of all votes, and the voters.
_CAST = """
local outcome = 'counted'
local at = redis.call('HGET', KEYS[1], 'ballot ' .. ARGV[1])
local before = redis.call('HGET', KEYS[2], ARGV[2])
local read, vote = pcall(cjson.decode, before or '')
if ARGV[4] ~= '' and redis.call('HEXISTS', KEYS[3], ARGV[4]) == 1 then
  outcome = 'repeated'
elseif at == 'closed' then
  outcome = 'late'
elseif read and type(vote) == 'table' and vote[1] == ARGV[3] then
  outcome = 'same'
else
  local number = redis.call('HINCRBY', KEYS[1], 'number', 1)
  redis.call('HSET', KEYS[2], ARGV[2], cjson.encode({ARGV[3], number, tonumber(ARGV[5])}))
  redis.call('HSETNX', KEYS[1], 'ballot ' .. ARGV[1], 'open')
  redis.call('SADD', KEYS[4], ARGV[2])
end
if (outcome == 'counted' or outcome == 'same') and ARGV[4] ~= '' then redis.call('HSET', KEYS[3], ARGV[4], ARGV[1]) end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[6]) end
return {outcome, redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}
"""
_CLOSE = """
redis.call('HSET', KEYS[1], 'ballot ' .. ARGV[1], 'closed')
redis.call('EXPIRE', KEYS[1], ARGV[2])
return {'', redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}
"""
_WITHDRAW = """
local is_new = ARGV[2] == '' or redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[1]) == 1
if is_new and redis.call('HGET', KEYS[1], 'ballot ' .. ARGV[1]) ~= 'closed' then
  for i = 4, #ARGV do redis.call('HDEL', KEYS[2], ARGV[i]) end
end
if ARGV[2] ~= '' then redis.call('EXPIRE', KEYS[3], ARGV[3]) end
return {'', redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}
"""
# A vote in a closed ballot stays, without its voter.
_FORGET = """
local vote = redis.call('HGET', KEYS[2], ARGV[2])
if not vote then return 0 end
redis.call('HDEL', KEYS[2], ARGV[2])
if redis.call('HGET', KEYS[1], 'ballot ' .. ARGV[1]) == 'closed' then
  redis.call('HSET', KEYS[2], '~' .. redis.call('HINCRBY', KEYS[1], 'number', 1), vote)
end
return 1
"""
# An instant far in the future was written before the system clock was set back.
_TAKE_TURN = """
local next = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0') or 0
local now, pause = tonumber(ARGV[2]), tonumber(ARGV[3])
if next > now and next <= now + pause then return redis.call('HGET', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
return ARGV[2]
"""


class RedisVotes(Votes):
    """`Votes` on Redis: a register for each game, a hash for each ballot, and a set of games for each voter."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def cast(self, game: str, ballot: str, voter: str, choice: str, cause: str, at: Instant) -> Ballot:
        voted = keys.voted(voter)
        names = (keys.votes(game), keys.ballot(game, ballot), keys.vote_causes(game), keys.voters(game))
        casting = script_command(_CAST, names, ballot, voter, choice, cause, repr(at), MESSAGE_SECONDS)
        listing: list[Command] = [("SADD", voted, game), ("EXPIRE", voted, MESSAGE_SECONDS)]
        return _read_ballot(ballot, await self._wire.write_durably(listing, casting))

    async def ballot(self, game: str, ballot: str, cause: str = "") -> Ballot:
        register, votes, is_repeated = await self._wire.answers(
            ("HGETALL", keys.votes(game)),
            ("HGETALL", keys.ballot(game, ballot)),
            ("HEXISTS", keys.vote_causes(game), cause),
        )
        return _ballot_of(ballot, register or {}, votes or {}, Casting.REPEATED if is_repeated else None)

    async def close(self, game: str, ballot: str) -> Ballot:
        closing = script_command(_CLOSE, (keys.votes(game), keys.ballot(game, ballot)), ballot, MESSAGE_SECONDS)
        return _read_ballot(ballot, await self._wire.write_durably([], closing))

    async def withdraw(self, game: str, ballot: str, voters: Sequence[str], cause: str = "") -> Ballot:
        names = keys.votes(game), keys.ballot(game, ballot), keys.vote_causes(game)
        withdrawal = script_command(_WITHDRAW, names, ballot, cause, MESSAGE_SECONDS, *voters)
        return _read_ballot(ballot, await self._wire.write_durably([], withdrawal))

    async def voters(self, game: str, ballots: Sequence[str]) -> frozenset[str]:
        answers = await self._wire.answers(*(("HKEYS", keys.ballot(game, each)) for each in ballots))
        return frozenset(voter for voters in answers for voter in voters or ())

    async def note(self, game: str, notes: Mapping[str, str], drop: Sequence[str] = ()) -> None:
        fields = [text for name, value in notes.items() for text in (f"{_NOTE}{name}", value)]
        storing: tuple[Command, ...] = (
            (("HSET", keys.votes(game), *fields), ("EXPIRE", keys.votes(game), MESSAGE_SECONDS)) if fields else ()
        )
        await self._wire.answers(*storing, *(delete_key(keys.ballot(game, each)) for each in drop))

    async def turn(self, game: str, name: str, now: Instant, pause: float) -> Instant:
        field, later = f"turn {name}", repr(now + pause)
        taking = script_command(_TAKE_TURN, (keys.votes(game),), field, repr(now), pause, later)
        return float(await self._wire.one(taking) or now)

    async def note_membership(self, chat: str, person: str, is_member: bool, seconds: float) -> None:
        await self._wire.one(("SET", keys.membership(chat, person), int(is_member), "EX", round(seconds)))

    async def memberships(self, chat: str, people: Sequence[str]) -> Mapping[str, bool]:
        answers = await self._wire.answers_by({person: ("GET", keys.membership(chat, person)) for person in people})
        return {person: each == "1" for person, each in answers.items() if each is not None}

    async def end(self, game: str) -> None:
        register, voters = await self._wire.answers(("HGETALL", keys.votes(game)), ("SMEMBERS", keys.voters(game)))
        if not register and not voters:
            return
        await self._wire.answers(*(("SREM", keys.voted(voter), game) for voter in voters or ()))
        own_keys = (keys.votes(game), keys.vote_causes(game), keys.voters(game))
        ballots = (keys.ballot(game, name) for name in _names(register or {}))
        await self._wire.answers(*map(delete_key, (*ballots, *own_keys)))

    async def votes_of(self, voter: str) -> Mapping[str, Mapping[str, Vote]]:
        votes = dict[str, dict[str, Vote]]()
        for game in sorted(await self._wire.one(("SMEMBERS", keys.voted(voter))) or ()):
            names = _names(await self._wire.one(("HGETALL", keys.votes(game))) or {})
            texts = await self._wire.answers_by({name: ("HGET", keys.ballot(game, name), voter) for name in names})
            votes[game] = _read_votes(texts)
        return votes

    async def forget(self, voter: str) -> None:
        for game in await self._wire.one(("SMEMBERS", keys.voted(voter))) or ():
            register = await self._wire.one(("HGETALL", keys.votes(game)))
            ballots = (
                script_command(_FORGET, (keys.votes(game), keys.ballot(game, name)), name, voter)
                for name in _names(register or {})
            )
            await self._wire.answers(*ballots, ("SREM", keys.voters(game), voter))
        await self._wire.one(delete_key(keys.voted(voter)))


def _read_ballot(name: str, answer: Answer) -> Ballot:
    """Return the ballot in a script's answer: an outcome, and the register and the ballot as flat lists."""
    outcome, register, votes = answer or ("", (), ())
    kind = Casting(outcome) if outcome else None
    return _ballot_of(name, dict(pairs_in(register)), dict(pairs_in(votes)), kind)


def _ballot_of(name: str, register: Mapping[str, str], votes: Mapping[str, str], outcome: Casting | None) -> Ballot:
    return Ballot(
        votes=_read_votes(votes),
        is_closed=register.get(f"{_BALLOT}{name}") == _CLOSED,
        notes={key.removeprefix(_NOTE): value for key, value in register.items() if key.startswith(_NOTE)},
        names=tuple(_names(register)),
        outcome=outcome,
    )


def _names(register: Iterable[str]) -> list[str]:
    return [field.removeprefix(_BALLOT) for field in register if field.startswith(_BALLOT)]


def _read_votes(texts: Mapping[str, str | None]) -> dict[str, Vote]:
    """Return the stored votes, without those that are missing or corrupt."""
    votes = dict[str, Vote]()
    for name, text in texts.items():
        with suppress(ValueError, TypeError):
            choice, number, at = json.loads(text or "")
            votes[name] = Vote(str(choice), int(number), float(at))
    return votes
