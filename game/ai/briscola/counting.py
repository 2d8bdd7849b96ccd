"""What a seat can know of Briscola cards by watching: which are still out, and who is likely to hold them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from game.engine.cards import HIDDEN, Card, Hand, Rank, card
from game.rules.briscola.actions import Word
from game.rules.briscola.game import pack_for
from game.rules.briscola.play import HAND_SIZE, BriscolaTricks
from game.rules.family import CARICHI

TRUST: Final = 0.8
"""How far a partner's sign is believed: it may be false."""

SIGNED: Final[Mapping[Word, Rank]] = {"asso": "A", "tre": "3", "re": "K", "cavallo": "Q", "fante": "J"}
"""The rank of trump that a sign speaks of; a carico and "nothing" speak of none."""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """Where the cards are, as far as one seat knows.

    ``unseen``: cards that may be in any other hand or in the stock; by seat ``known``: cards it surely holds,
    its own too; ``covered``: how many more it holds; ``signed``: trumps that a partner says he holds;
    ``carico``: whether he said that he holds a carico.
    """

    unseen: Hand
    known: tuple[Hand, ...]
    covered: tuple[int, ...]
    signed: tuple[Hand, ...]
    carico: tuple[bool, ...]

    def chance(self, seat: int, wanted: Collection[Card]) -> float:
        """How likely ``seat`` holds at least one of the ``wanted`` cards."""
        if any(one in wanted for one in self.known[seat]):
            return 1.0
        out = len(self.unseen)
        among = sum(one in wanted for one in self.unseen)
        lacks = 1.0
        for at in range(min(self.covered[seat], out)):
            lacks *= max(0, out - among - at) / (out - at)
        if any(one in wanted for one in self.signed[seat]):
            lacks *= 1 - TRUST
        return 1 - lacks


def count(phase: BriscolaTricks, *, memory: bool = True, signs: bool = True) -> Count:
    """What a seat knows in ``phase``, which is masked for it.

    Without ``memory`` it forgets the tricks that were taken, and who drew or exchanged the turned card; without
    ``signs`` it does not look at its partners.
    """
    known = [tuple(one for one in hand if one is not HIDDEN) for hand in phase.hands]
    seen = set(phase.trick.cards)
    if memory:
        seen.update(one for taken in phase.done for one in taken.trick.cards)
        holder = _drew_turned(phase)
        for seat, one in ((holder, phase.turned), phase.exchange or (None, HIDDEN)):
            if seat is not None and one not in seen and one not in known[seat]:
                known[seat] += (one,)
    if phase.stock:
        seen.add(phase.turned)
    seen.update(one for hand in known for one in hand)
    unseen = tuple(one for one in pack_for(phase.options, phase.seats) if one not in seen)
    return Count(
        unseen=unseen, known=tuple(known),
        covered=tuple(len(hand) - len(sure) for hand, sure in zip(phase.hands, known, strict=True)),
        carico=_carichi(phase) if signs else (False,) * phase.seats,
        signed=_signed(phase, unseen) if signs else ((),) * phase.seats,
    )  # fmt: skip


def _drew_turned(phase: BriscolaTricks) -> int | None:
    """Who drew the turned card: the last in the last round of drawing. Everybody saw it."""
    if phase.stock:
        return None
    rounds = len(pack_for(phase.options, phase.seats)) // phase.seats - HAND_SIZE
    return (phase.done[rounds - 1].winner - 1) % phase.seats


def _signed(phase: BriscolaTricks, unseen: Collection[Card]) -> tuple[Hand, ...]:
    """The trumps that partners signed and that have not fallen."""
    said: list[Hand] = [()] * phase.seats
    for _at, who, word in phase.signs:
        if word is not None and word in SIGNED:
            shown = card(SIGNED[word], phase.trump)
            if shown in unseen and shown not in said[who]:
                said[who] += (shown,)
    return tuple(said)


def _carichi(phase: BriscolaTricks) -> tuple[bool, ...]:
    """Which partners signed a carico last and have thrown none since."""
    last = {who: (at, word) for at, who, word in phase.signs}
    return tuple(
        seat in last and last[seat][1] == "carico" and not _threw_carico(phase, seat, last[seat][0])
        for seat in range(phase.seats)
    )


def _threw_carico(phase: BriscolaTricks, seat: int, since: int) -> bool:
    """Whether ``seat`` has played an ace or a three in trick number ``since`` or later."""
    tricks = (*(taken.trick for taken in phase.done[since:]), phase.trick)
    return any(who == seat and one.rank in CARICHI for trick in tricks for who, one in trick.plays())
