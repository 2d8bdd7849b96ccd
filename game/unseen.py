"""The cards of the pack that a seat has not seen, as it could count them itself."""

from __future__ import annotations

from game.engine.cards import Card
from game.engine.tricks import Tricks
from game.rules import GAMES
from game.view import View


def unseen_cards(view: View) -> tuple[Card, ...]:
    """What neither lies open nor has been open to the view's seat in this deal, while cards are played."""
    phase = view.phase
    assert isinstance(phase, Tricks)
    seen = {one for hand in phase.hands for one in hand} | set(phase.trick.cards)
    seen |= {one for taken in phase.done for one in taken.trick.cards} | set(phase.away)
    board = phase.board()
    if board.turned is not None:
        seen.add(board.turned)
    pack = GAMES[view.game].pack_for(view.options, view.seats)
    return tuple(one for one in pack if one not in seen)
