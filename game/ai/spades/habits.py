"""When a higher card of Spades is worth keeping: who bid nil, or has what he bid where bags cost, gets rid of it."""

from __future__ import annotations

from typing import Final

from game.ai.natural import Bent, Habits
from game.rules.spades.play import SpadesTricks
from game.view import View


def bent(view: View) -> Bent:
    """Whether tricks are welcome; among others' nils, and with some to take and some not to, that depends."""
    phase, seat = view.phase, view.seat
    assert isinstance(phase, SpadesTricks) and seat is not None
    taken = phase.points()
    standing = [at for at in range(phase.seats) if phase.bids[at] == 0 == taken[at]]
    if seat in standing:
        return Bent.SHEDS
    if standing:
        return Bent.NEITHER
    need = phase.bids[seat] - taken[seat]
    if not phase.options.bags or need >= len(phase.hands[seat]):
        return Bent.KEEPS
    return Bent.NEITHER if need > 0 else Bent.SHEDS


HABITS: Final = Habits(bent=bent)
