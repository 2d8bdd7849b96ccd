"""Card counting in Briscola: the cards still out, and how likely each seat holds some of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from game.core.cards import HIDDEN_CARD, Card, Hand, Rank, get_card
from game.rules.briscola.actions import SignName
from game.rules.briscola.game import make_pack
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase
from game.rules.briscola_family import CARICHI

SIGN_TRUST_PROBABILITY: Final = 0.8
"""The assumed probability that a partner's sign is true."""

RANK_BY_SIGN: Final[Mapping[SignName, Rank]] = {"asso": "A", "tre": "3", "re": "K", "cavallo": "Q", "fante": "J"}
"""The rank of trump that each sign names; "carico" and "niente" name none."""


class CardKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """Knowledge of one seat about the locations of cards.

    ``unseen_cards``: cards that may be in any other hand or in the stock. The other fields are by seat:
    ``known_cards``: the cards that it surely holds, for the knowing seat its own hand; ``unknown_counts``: how many
    more it holds; ``signed_trumps``: trumps that a partner has signed; ``has_signed_carico``: whether a partner has
    signed a carico.
    """

    unseen_cards: Hand
    known_cards: tuple[Hand, ...]
    unknown_counts: tuple[int, ...]
    signed_trumps: tuple[Hand, ...]
    has_signed_carico: tuple[bool, ...]


def derive_card_knowledge(
    phase: BriscolaTrickPhase, *, has_memory: bool = True, uses_signs: bool = True
) -> CardKnowledge:
    """Return the knowledge of the seat that ``phase`` is masked for.

    Without ``has_memory`` the seat forgets the completed tricks and the drawer or exchanger of the turned card; without
    ``uses_signs`` it ignores its partners' signs.
    """
    known_cards = [tuple(seen_card for seen_card in hand if seen_card is not HIDDEN_CARD) for hand in phase.hands]
    seen_cards = set(phase.trick.cards)
    if has_memory:
        seen_cards.update(seen_card for completed in phase.completed_tricks for seen_card in completed.trick.cards)
        holder = _find_drawer_of_turned_card(phase)
        for seat, seen_card in ((holder, phase.turned_card), phase.exchange or (None, HIDDEN_CARD)):
            if seat is not None and seen_card not in seen_cards and seen_card not in known_cards[seat]:
                known_cards[seat] += (seen_card,)
    if phase.stock:
        seen_cards.add(phase.turned_card)
    seen_cards.update(seen_card for hand in known_cards for seen_card in hand)
    unseen = tuple(seen_card for seen_card in make_pack(phase.options, phase.seats) if seen_card not in seen_cards)
    return CardKnowledge(
        unseen_cards=unseen,
        known_cards=tuple(known_cards),
        unknown_counts=tuple(
            len(hand) - len(known_hand) for hand, known_hand in zip(phase.hands, known_cards, strict=True)
        ),
        has_signed_carico=_find_signed_carichi(phase) if uses_signs else (False,) * phase.seats,
        signed_trumps=_find_signed_trumps(phase, unseen) if uses_signs else ((),) * phase.seats,
    )


def _find_drawer_of_turned_card(phase: BriscolaTrickPhase) -> int | None:
    """Return the seat that drew the turned card, as all saw; None before that.

    It was the last to draw in the last round of drawing.
    """
    if phase.stock:
        return None
    rounds = len(make_pack(phase.options, phase.seats)) // phase.seats - HAND_SIZE
    return (phase.completed_tricks[rounds - 1].winner - 1) % phase.seats


def _find_signed_trumps(phase: BriscolaTrickPhase, unseen: Collection[Card]) -> tuple[Hand, ...]:
    """Return by seat the trumps that it signed and that are still unseen."""
    signed_trumps: list[Hand] = [()] * phase.seats
    for _trick, signer, sign in phase.signs:
        if sign is not None and sign in RANK_BY_SIGN:
            signed_card = get_card(RANK_BY_SIGN[sign], phase.trump)
            if signed_card in unseen and signed_card not in signed_trumps[signer]:
                signed_trumps[signer] += (signed_card,)
    return tuple(signed_trumps)


def _find_signed_carichi(phase: BriscolaTrickPhase) -> tuple[bool, ...]:
    """Return by seat whether its last sign was a carico and it has played none since."""
    last_signs = {signer: (trick_number, sign) for trick_number, signer, sign in phase.signs}
    return tuple(
        seat in last_signs
        and last_signs[seat][1] == "carico"
        and not _has_played_carico(phase, seat, last_signs[seat][0])
        for seat in range(phase.seats)
    )


def _has_played_carico(phase: BriscolaTrickPhase, seat: int, first_trick: int) -> bool:
    """Return whether ``seat`` has played an ace or a three since ``first_trick``.

    ``first_trick``: the number of the first trick that counts, from 0.
    """
    plays = (play for trick in phase.all_tricks[first_trick:] for play in trick.list_plays())
    return any(player == seat and played_card.rank in CARICHI for player, played_card in plays)
