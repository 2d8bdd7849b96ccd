"""What cards of Briscola come to the same, and when the better one is worth keeping."""

from __future__ import annotations

from typing import Final

from game.ai.briscola.craft import given_for
from game.ai.briscola.endgame import is_open
from game.ai.natural import Bent, Habits
from game.engine.cards import Card
from game.rules.briscola.play import BriscolaTricks
from game.view import View


def bent(view: View) -> Bent:
    """Tricks are welcome, until both of two know all cards: then it is found out."""
    assert isinstance(view.phase, BriscolaTricks)
    return Bent.NEITHER if is_open(view.phase) else Bent.KEEPS


def apart(view: View) -> tuple[Card, ...]:
    """The trump that may be exchanged for the turned card, while there is one."""
    phase = view.phase
    assert isinstance(phase, BriscolaTricks)
    return () if phase.options.trump_exchange == "off" or not phase.stock else (given_for(phase),)


HABITS: Final = Habits(bent=bent, apart=apart)
