"""States of Briscola that a seat cannot tell apart."""

from __future__ import annotations

from random import Random

from game.ai.briscola.card_counting import derive_card_knowledge
from game.match.match import replace
from game.rules.briscola.phases import BriscolaTrickPhase


def make_twin_phase(phase: BriscolaTrickPhase, seat: int, rng: Random) -> BriscolaTrickPhase:
    """Return the phase with the cards shuffled that ``seat`` cannot know."""
    known = derive_card_knowledge(phase.seen_by(seat), uses_signs=False)
    unseen = list(known.unseen_cards)
    rng.shuffle(unseen)
    hands = [
        (*sure, *(unseen.pop() for _card in range(known.unknown_counts[index])))
        for index, sure in enumerate(known.known_cards)
    ]
    hands[seat] = phase.hands[seat]
    return replace(phase, hands=tuple(hands), stock=(*unseen, phase.turned_card) if phase.stock else ())
