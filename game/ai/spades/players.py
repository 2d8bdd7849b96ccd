"""The players of Spades: heuristic ones, and strong ones that evaluate bids and cards by rollouts."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.ai.estimates import ActionEstimate
from game.ai.game_ai import GameAI
from game.ai.level_table import LEVEL_TABLE, SearchTask
from game.ai.search import CardSearch, SearchBudget
from game.ai.search_player import SearchPlayer
from game.ai.spades.bidding_search import estimate_bids
from game.ai.spades.blind_nil import estimate_blind_nil
from game.ai.spades.explanations import explain_action
from game.ai.spades.heuristic import choose_as_club, choose_as_novice
from game.ai.spades.partners import get_model_variant, has_partners, remove_harmful_plays
from game.ai.spades.search_model import SpadesSearchModel, estimate_card_prior
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase

MAX_HAND_SIZE_WITHOUT_PRIOR: Final = 4
"""Up to this hand size the policy table is not added to the rollouts."""
MAX_HAND_SIZE_WITH_FULL_BUDGET: Final = 13
"""With larger hands, as with two or three seats, half the budget is used.

Rollouts take longer then.
"""


class SpadesPlayer(SearchPlayer):
    """The levels of Spades that search.

    The value is the lead over the mean of the others in points; near the end of a match also the probability to win it.
    """

    def find_table(self, observation: Observation) -> str:
        """Return the entry of `LEVEL_TABLE` for the number of seats and partners."""
        assert isinstance(observation.options, SpadesOptions)
        name = f"spades{get_model_variant(observation.options, observation.seats)}"
        return name if name in LEVEL_TABLE else "spades"

    def leave_out_harm(self, observation: Observation) -> Observation:
        """Return the observation without the cards that plainly harm the pair."""
        return remove_harmful_plays(observation)

    def make_card_search(self, task: SearchTask) -> CardSearch:
        """Return the search for a card, with a budget for the hand and with an estimate of the others' cards."""
        search = super().make_card_search(task)
        search = search._replace(budget=_adapt_budget_to_hand(task.observation, search.budget))
        return search._replace(model=SpadesSearchModel(estimate_card_prior(search, task.step.prior_rounds)))

    def calls_like_club(self, observation: Observation) -> bool:
        """Return whether pairs play: against strangers their searched bids lose points to those of "club"."""
        assert isinstance(observation.options, SpadesOptions)
        return has_partners(observation.options, observation.seats)

    def search_calls(self, task: SearchTask) -> list[ActionEstimate]:
        """Return estimates of the most promising bids, or of blind nil and a look at the hand."""
        phase = get_phase(task.observation, BiddingPhase)
        return estimate_blind_nil(task.observation) if phase.is_blind_nil_open else estimate_bids(task, phase)


def _adapt_budget_to_hand(observation: Observation, budget: SearchBudget) -> SearchBudget:
    """Return the budget for the size of the hand: half for a large one, and without the prior for a small one."""
    phase, seat = get_phase_and_seat(observation, SpadesTrickPhase)
    hand_size = len(phase.hands[seat])
    if hand_size > MAX_HAND_SIZE_WITH_FULL_BUDGET:
        values = {name: getattr(budget, name) for name in ("rollouts", "oversampling", "reweighted_states")}
        halved_values = {name: value // 2 or value for name, value in values.items()}
        return msgspec.structs.replace(budget, **halved_values)
    return msgspec.structs.replace(budget, prior_weight=0.0) if hand_size <= MAX_HAND_SIZE_WITHOUT_PRIOR else budget


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Return DISCARD with an unbroken nil, and with the contract made where bags cost; otherwise KEEP or NONE.

    It is NONE while another seat's nil is unbroken, while the side needs some of the tricks but not all, and if the
    seat's tricks do not count.
    """
    phase, seat = get_phase_and_seat(observation, SpadesTrickPhase)
    unbroken_nil_seats = phase.list_unbroken_nils()
    if seat in unbroken_nil_seats:
        return HighCardPreference.DISCARD
    if unbroken_nil_seats or not phase.is_trick_counted(seat):
        return HighCardPreference.NONE
    needed_tricks = phase.count_needed_tricks(phase.get_side_bid(seat))
    if not phase.options.bags or needed_tricks >= len(phase.hands[seat]):
        return HighCardPreference.KEEP
    return HighCardPreference.NONE if needed_tricks > 0 else HighCardPreference.DISCARD


_SEARCH: Final = SpadesPlayer("spades", SpadesSearchModel(), choose_as_club)
SPADES_AI: Final = GameAI(
    game="spades",
    players=_SEARCH.make_players(choose_as_novice),
    estimate_actions=partial(_SEARCH.estimate, "master"),
    explain_action=explain_action,
    equivalence_rules=EquivalenceRules(get_high_card_preference=get_high_card_preference),
    max_loss_per_choice=30.0,
)
