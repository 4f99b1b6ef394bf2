"""A primary is believed while it has its replica, and as long as none is known to have taken over from it."""

from __future__ import annotations

from typing import Any

from bot.store.durability import Replication


def _info(history: str, replicas: int = 0, role: str = "master") -> dict[str, Any]:
    following = {f"slave{number}": {"state": "online"} for number in range(replicas)}
    return {"role": role, "master_replid": history, "connected_slaves": replicas, **following}


def test_a_server_without_replicas_needs_no_proof():
    replication = Replication()
    assert replication.update(_info("a"), 0)
    assert not replication.is_watched


def test_a_write_without_acknowledgement_is_not_proved():
    replication = Replication()
    replication.update(_info("a", replicas=1), 0)
    assert replication.waits
    assert replication.proves(True, [1, _info("a", replicas=1)], 1)
    assert not replication.proves(True, [0, _info("a", replicas=1)], 2)


def test_a_primary_that_lost_its_replica_is_trusted_after_a_while():
    replication = Replication()
    replication.update(_info("a", replicas=1), 0)
    assert not replication.update(_info("a"), 1)
    assert not replication.proves(True, [0, _info("a")], 3)
    assert replication.update(_info("a"), 10)
    assert replication.proves(replication.waits, [0, _info("a")], 11)


def test_a_new_primary_is_trusted_at_once_and_the_old_one_not_any_more():
    replication = Replication()
    replication.update(_info("a", replicas=1), 0)
    assert replication.update(_info("b"), 1)
    assert replication.history == "b"
    assert not replication.update(_info("a"), 2)
    assert not replication.proves(False, [1, _info("a", replicas=1)], 20)
    assert not replication.update(_info("b", role="slave"), 21)
    assert replication.history == "b"
