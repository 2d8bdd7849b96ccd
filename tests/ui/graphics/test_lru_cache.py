"""Pictures stay in the cache while there is space, so that memory stays bounded whatever sizes a window has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.graphics.canvas import ByteBoundedLRUCache

CACHE_SIZE = 10


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 6)), min_size=1))
def test_cache_never_exceeds_its_size(given_: list[tuple[int, int]]) -> None:
    cache = ByteBoundedLRUCache[int, int](CACHE_SIZE, lambda value: value)
    for key, value in given_:
        cache[key] = value
        assert cache[key] == value
        held = {number: cache[number] for number in range(6) if number in cache}
        assert cache.used_bytes == sum(held.values()) <= CACHE_SIZE
        assert len(cache) == len(held)


def test_least_recently_used_item_is_evicted_first() -> None:
    cache = ByteBoundedLRUCache[str, int](CACHE_SIZE, lambda value: value)
    cache["a"], cache["b"] = 4, 4
    assert cache["a"] == 4
    cache["c"] = 4
    assert "a" in cache and "c" in cache and "b" not in cache


def test_item_larger_than_the_cache_is_kept_alone() -> None:
    cache = ByteBoundedLRUCache[str, int](CACHE_SIZE, lambda value: value)
    cache["a"], cache["b"] = 4, 40
    assert "b" in cache and "a" not in cache
