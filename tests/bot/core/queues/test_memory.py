"""Caches of bounded bytes, and the budget that they share."""

from __future__ import annotations

from bot.core.queues.caches import Memory, SizedDict


def test_the_values_that_were_used_longest_ago_give_way():
    dropped = list[str]()
    cache = SizedDict[str, str](10, len, dropped.append)
    cache.put("a", "aaaa")
    cache.put("b", "bbbb")
    assert cache.get("a") == "aaaa"
    cache.put("c", "cccc")
    assert (dropped, cache.get("b"), cache.bytes, len(cache)) == (["bbbb"], None, 8, 2)


def test_a_value_that_is_measured_again_counts_once():
    cache = SizedDict[str, list[int]](10, len)
    grown = [1, 2]
    cache.put("a", grown)
    grown += [3]
    cache.put("a", grown)
    assert cache.bytes == 3
    assert cache.pop("a") is grown
    assert cache.bytes == 0


def test_the_newest_value_stays_however_large():
    cache = SizedDict[str, str](3, len)
    cache.put("a", "aaaa")
    assert cache.get("a") == "aaaa"


def test_caches_get_what_the_rest_of_the_process_leaves_of_the_budget():
    memory = Memory(1000)
    pictures: SizedDict[int, str] = memory.cache("pictures", len)
    for number in range(7):
        pictures.put(number, "four")
    assert (pictures.most, pictures.bytes) == (20, 20)
    assert memory.fit(600) == 0
    assert memory.fit(750 + 20) == 8, (
        "of 900 that may be filled, searches take 750, and caches 150, a tenth of it pictures"
    )
    assert (pictures.most, pictures.bytes, pictures.get(6)) == (15, 12, "four")
    memory.fit(5000)
    assert (pictures.most, pictures.bytes) == (3, 4), "the newest stays"
    memory.fit(300)
    assert pictures.most == 20, "what the searches give back is for the caches again"
