"""What cards of Briscola chiamata come to the same. The called card tells who the partner is: none is like it."""

from __future__ import annotations

from typing import Final

from game.ai.natural import Bent, Habits
from game.engine.cards import SUITS, Card, card
from game.rules.chiamata.play import ChiamataTricks
from game.view import View


def is_blind(phase: ChiamataTricks) -> bool:
    """Whether the suit is still to be named: any card may be a trump, and any of the called rank the called one."""
    return phase.called is None and phase.contract.rank is not None


def bent(view: View) -> Bent:
    """Tricks are welcome, where it is known what takes them."""
    assert isinstance(view.phase, ChiamataTricks)
    return Bent.NEITHER if is_blind(view.phase) else Bent.KEEPS


def apart(view: View) -> tuple[Card, ...]:
    """The called card, or those that may become it."""
    phase = view.phase
    assert isinstance(phase, ChiamataTricks)
    if phase.called is not None:
        return (phase.called,)
    rank = phase.contract.rank
    return () if rank is None else tuple(card(rank, suit) for suit in SUITS)


HABITS: Final = Habits(bent=bent, apart=apart)
