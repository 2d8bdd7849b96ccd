"""Facts that only the lessons of Briscola chiamata state."""

from __future__ import annotations

from game.core.cards import Rank
from game.lessons.lesson import LEARNER_SEAT, Fact, FactValue, LearnerKnowledge
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase


class LastCallFact(Fact, frozen=True):
    """The learner is to call or to pass, and the last call is of this rank; None if there was none."""

    last_rank: Rank | None

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        auction = knowledge.phase
        if not isinstance(auction, AuctionPhase) or auction.turn != LEARNER_SEAT:
            return False
        return (auction.last_call.rank if auction.last_call is not None else None) == self.last_rank

    def get_value(self, knowledge: LearnerKnowledge) -> FactValue:
        assert self.last_rank is not None
        return self.last_rank


class CallerFact(Fact, frozen=True):
    """The caller is this seat; a text may name the points that they need."""

    seat: int

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase = _get_trick_phase(knowledge)
        return phase is not None and phase.contract.caller == self.seat

    def get_value(self, knowledge: LearnerKnowledge) -> FactValue:
        phase = _get_trick_phase(knowledge)
        assert phase is not None
        return phase.contract.required_points


class CalledCardFact(Fact, frozen=True):
    """This card is called, and whose it was is open to this learner, or is not (``partner`` None)."""

    card_notation: str
    partner: int | None

    def is_true(self, knowledge: LearnerKnowledge) -> bool:
        phase = _get_trick_phase(knowledge)
        return (
            phase is not None and str(phase.called_card) == self.card_notation and phase.find_partner() == self.partner
        )

    def get_value(self, knowledge: LearnerKnowledge) -> FactValue:
        phase = _get_trick_phase(knowledge)
        assert phase is not None and phase.called_card is not None
        return phase.called_card


class SidePointsFact(Fact, frozen=True):
    """In a text, the card points that some seats have taken together."""

    seats: tuple[int, ...]

    def get_value(self, knowledge: LearnerKnowledge) -> FactValue:
        return sum(knowledge.phase.count_points()[seat] for seat in self.seats)


def _get_trick_phase(knowledge: LearnerKnowledge) -> ChiamataTrickPhase | None:
    """The play, as the learner may know it; also while the suit is named."""
    phase = knowledge.phase.trick_phase if isinstance(knowledge.phase, NamingPhase) else knowledge.phase
    return phase if isinstance(phase, ChiamataTrickPhase) else None
