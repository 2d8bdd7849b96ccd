"""A limit of a rate that lets bursts through."""

from __future__ import annotations

from collections.abc import Callable


class TokenBucket:
    """An amount that may be spent at once, and grows with time up to that bound.

    ``rate``: by how much it grows in a second. ``clock``: returns seconds and never goes back.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._amount, self._updated_at = burst, clock()

    def spend(self, amount: float) -> float:
        """Spend an amount; return the seconds after which the limit allows it."""
        now = self._clock()
        self._amount = min(self._burst, self._amount + (now - self._updated_at) * self._rate) - amount
        self._updated_at = now
        return max(0.0, -self._amount / self._rate)
