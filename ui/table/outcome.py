"""How a deal ended, as values: who has what, the cards and the tricks that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.engine.cards import HIDDEN, SUITS, Card, Hand, Rank
from game.engine.phases import DealResult, Over, Turning
from game.engine.tricks import PlayedOut, Taken
from game.view import View


class Party(NamedTuple):
    """A side at the end of a deal: what it is called besides its names, what it has, whether that is good.

    ``cards``: those it took that count; ``tricks``: how many it took and how many it wanted, where those count.
    """

    seats: tuple[int, ...]
    role: str
    figure: str
    good: bool | None
    cards: Hand = ()
    tricks: tuple[int, int] | None = None


class Moment(NamedTuple):
    """Something worth showing large: its word, what it means, whose it is, whether that is good for them; its cards."""

    title: str
    words: str
    seats: tuple[int, ...]
    good: bool | None = None
    cards: Hand = ()


def worth(done: tuple[Taken, ...], side: Sequence[int], values: Mapping[Rank, int]) -> Hand:
    """The cards that ``side`` took and that count, the dearest first."""
    cards = (card for taken in done if taken.winner in side for card in taken.trick.cards)
    return tuple(sorted((card for card in cards if card.rank in values), key=lambda card: _place(card, values)))


def _place(card: Card, values: Mapping[Rank, int]) -> tuple[int, int]:
    return -values[card.rank], SUITS.index(card.suit)


def tricks_of(view: View) -> tuple[Taken, ...]:
    """All tricks of the deal, once it is played out; none before, and none of a deal that was not."""
    return view.phase.done if isinstance(view.phase, PlayedOut) else ()


def shown_hands(view: View) -> tuple[tuple[int, Hand], ...]:
    """The hands that lie open because they decided the deal: a gatta, a hand that annuls."""
    if not isinstance(view.phase, Over):
        return ()
    hands = view.board.hands
    return tuple((seat, hands[seat]) for seat in view.phase.shown if hands[seat] and HIDDEN not in hands[seat])


def turnings(result: DealResult) -> tuple[Turning, ...]:
    """The tricks that a deal turned on."""
    return tuple(one for one in result.why if isinstance(one, Turning))
