"""The cards of the pack that a seat has not seen, as it could count them itself."""

from __future__ import annotations

from game.engine.cards import HIDDEN, Card
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


def out_cards(view: View) -> frozenset[Card]:
    """What others hold or somebody will draw, as far as the view's seat can tell while cards are played: all that it
    has not seen, what lies open in other hands, and the turned card while it is to be drawn."""
    phase = view.phase
    assert isinstance(phase, Tricks)
    others = (one for seat, hand in enumerate(phase.hands) if seat != view.seat for one in hand if one is not HIDDEN)
    turned = phase.board().turned if phase.to_draw else None
    return frozenset((*unseen_cards(view), *others, *(() if turned is None else (turned,))))
