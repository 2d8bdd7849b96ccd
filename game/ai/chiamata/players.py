"""The players of Briscola chiamata: heuristic ones (`choose_as_club`), and strong ones that search by rollouts."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.ai.chiamata.bidding_search import choose_call, estimate_calls, estimate_suits
from game.ai.chiamata.blind_first_trick import estimate_blind_cards
from game.ai.chiamata.explanations import explain_action, list_known_partners
from game.ai.chiamata.heuristic_bidding import choose_as_club, choose_as_novice
from game.ai.chiamata.partner_probabilities import estimate_secret_partners, list_likely_partners
from game.ai.chiamata.search_model import CARD_POINT_VALUE_MATCH_POINTS, ChiamataSearchModel
from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.ai.estimates import ActionEstimate
from game.ai.game_ai import GameAI
from game.ai.level_table import SearchTask
from game.ai.search_player import SearchPlayer
from game.core.actions import Action, Pass, Play
from game.core.cards import SUITS, Card, get_card
from game.match.observation import Observation, get_phase
from game.rules.briscola_family import HALF_PACK_POINTS
from game.rules.chiamata.actions import NameSuit
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase, NamingPhase


class ChiamataPlayer(SearchPlayer):
    """The levels of Briscola chiamata that search. Their unit is match points, with a small part for card points."""

    def is_card_choice(self, observation: Observation) -> bool:
        """Return whether a card is chosen while the trump is known to all."""
        return isinstance(observation.phase, ChiamataTrickPhase) and not observation.phase.is_trump_awaited

    def search_calls(self, task: SearchTask) -> list[ActionEstimate]:
        """Return estimates of each card of a blind first trick, each suit to name, or a pass and some calls."""
        phase = task.observation.phase
        if isinstance(phase, ChiamataTrickPhase):
            return estimate_blind_cards(task, phase)
        if isinstance(phase, AuctionPhase):
            return estimate_calls(task, phase)
        assert isinstance(phase, NamingPhase)
        return estimate_suits(task, phase)

    def pick_call(self, estimates: list[ActionEstimate]) -> Action:
        """Return the best action, and in an auction the highest call that is nearly as good."""
        return choose_call(estimates) if isinstance(estimates[0].action, Pass) else super().pick_call(estimates)


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Return KEEP, or NONE while the trump is unknown."""
    is_trump_awaited = get_phase(observation, ChiamataTrickPhase).is_trump_awaited
    return HighCardPreference.NONE if is_trump_awaited else HighCardPreference.KEEP


def list_distinct_cards(observation: Observation) -> tuple[Card, ...]:
    """Return the called card, which reveals the partner, or the cards that may become it."""
    phase = get_phase(observation, ChiamataTrickPhase)
    if phase.called_card is not None:
        return (phase.called_card,)
    rank = phase.contract.rank
    return () if rank is None else tuple(get_card(rank, suit) for suit in SUITS)


def get_match_points(estimate: ActionEstimate) -> float:
    """Return the expected match points of an action; without the card points, which only break ties."""
    has_card_points = isinstance(estimate.action, (Play, NameSuit)) and estimate.expected_points is not None
    card_points = (estimate.expected_points or 0.0) - HALF_PACK_POINTS if has_card_points else 0.0
    return estimate.expected_result - CARD_POINT_VALUE_MATCH_POINTS * card_points


_SEARCH: Final = ChiamataPlayer("chiamata", ChiamataSearchModel(), choose_as_club)
CHIAMATA_AI: Final = GameAI(
    game="chiamata",
    players=_SEARCH.make_players(choose_as_novice),
    estimate_actions=partial(_SEARCH.estimate, "master"),
    list_known_partners=list_known_partners,
    list_likely_partners=list_likely_partners,
    equivalence_rules=EquivalenceRules(
        get_high_card_preference=get_high_card_preference, list_distinct_cards=list_distinct_cards
    ),
    explain_action=explain_action,
    get_additive_value=get_match_points,
    max_loss_per_choice=4.0,
    estimate_secret_partners=estimate_secret_partners,
)
