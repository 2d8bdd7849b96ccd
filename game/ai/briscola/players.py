"""The players of Briscola: heuristic ones (`choose_as_club`), and strong ones that search by rollouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

from game.ai.briscola import two_player_search
from game.ai.briscola.endgame import are_all_cards_known
from game.ai.briscola.heuristic import (
    CLUB_WEIGHTS,
    choose_as_club,
    choose_as_novice,
    choose_exchange_or_sign,
    find_due_sign,
    is_exchange_profitable,
)
from game.ai.briscola.search_model import BriscolaSearchModel, exchange_turned_card
from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.game_ai import GameAI, get_win_percentage
from game.ai.level_table import SearchTask
from game.ai.personas import Persona
from game.ai.search import DeterminizedStates, OpponentModel, search_actions
from game.ai.search_player import SearchPlayer
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play, Swap
from game.core.cards import Card
from game.core.messages import Reason
from game.core.trick_taking import replace
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.briscola.actions import Sign
from game.rules.briscola.phases import BriscolaTrickPhase


class BriscolaPlayer(SearchPlayer):
    """The levels of Briscola that search; an exchange or a sign that is due comes before the card."""

    def find_table(self, observation: Observation) -> str:
        """Return the entry of `LEVEL_TABLE` for two players, with or without a stock, partners, or each alone."""
        phase = get_phase(observation, BriscolaTrickPhase)
        if phase.seats == 2:
            name = "briscola2" if phase.stock else "briscola2 without stock"
            return "briscola2 last draw" if len(phase.stock) == phase.seats else name
        return "briscola each" if len(observation.sides) == observation.seats else "briscola"

    def find_due(self, observation: Observation) -> Action | None:
        """Return an exchange or a sign that is due."""
        return choose_exchange_or_sign(observation, CLUB_WEIGHTS)

    def estimate(
        self, level: str, observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona, *,
        repeats: bool = False,
    ) -> list[ActionEstimate]:  # fmt: skip
        """Return estimates of a due sign, each card, and the exchange, in this order.

        Value: the lead in points, plus a bonus for winning the deal. A sign is worth as much as the best card, which
        follows it. Empty if no card can be played. Raises TimeUp if the time is too short.
        """
        phase, seat = get_phase_and_seat(observation, BriscolaTrickPhase)
        if not any(isinstance(choice, Play) for choice in observation.legal_actions):
            return []
        estimates = super().estimate(level, observation, rng, time_limit, persona, repeats=repeats)
        if isinstance(estimates[-1].action, Swap) and not is_exchange_profitable(phase):
            estimates[-1] = _cap_exchange_estimate(estimates[-1], find_best_estimate(estimates[:-1]))
        best, due_sign = find_best_estimate(estimates), find_due_sign(phase, seat)
        due_signs = [
            replace(best, action=choice, standard_error=0.0)
            for choice in observation.legal_actions
            if isinstance(choice, Sign) and choice.sign == due_sign
        ]
        return [*due_signs, *estimates]

    def prepare_search(self, task: SearchTask) -> Callable[[], list[ActionEstimate]]:
        """Return a function that searches for a card, and evaluates an exchange last."""
        if task.step.cards is None:
            return super().prepare_search(task)
        observation, search = task.observation, self.make_card_search(task)
        phase = get_phase(observation, BriscolaTrickPhase)
        swap = next((choice for choice in observation.legal_actions if isinstance(choice, Swap)), None)
        pre_play_action = None if swap is None else partial(_exchange, phase, swap)
        if task.step.has_mixture:
            return partial(two_player_search.run_pass, search, pre_play_action)
        return partial(search_actions, search, OpponentModel(), pre_play_action)


def _cap_exchange_estimate(exchange_estimate: ActionEstimate, card_estimate: ActionEstimate) -> ActionEstimate:
    """Return the estimate of an unprofitable exchange, at most that of the best card.

    Rollouts may overrate an exchange for a lower trump.
    """
    return replace(
        exchange_estimate,
        value=min(exchange_estimate.value, card_estimate.value),
        win_probability=min(exchange_estimate.win_probability or 0.0, card_estimate.win_probability or 0.0),
    )


def _exchange(phase: BriscolaTrickPhase, swap: Swap, states: DeterminizedStates) -> tuple[Action, DeterminizedStates]:
    return swap, exchange_turned_card(phase, states)


def explain_action(
    observation: Observation, estimate: ActionEstimate, _estimates: Sequence[ActionEstimate]
) -> tuple[Reason, ...]:
    """Return the reasons for an exchange or a sign; () for an exchange that is not profitable."""
    phase = get_phase(observation, BriscolaTrickPhase)
    if not isinstance(estimate.action, Swap):
        return (Reason("why_sign"),)
    reason = Reason("why_exchange", {"taken": phase.turned_card, "given": phase.exchange_card})
    return (reason,) if is_exchange_profitable(phase) else ()


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Return KEEP, or NONE once both of two players know all cards.

    From then on the endgame is solved exactly.
    """
    is_solved = are_all_cards_known(get_phase(observation, BriscolaTrickPhase))
    return HighCardPreference.NONE if is_solved else HighCardPreference.KEEP


def list_distinct_cards(observation: Observation) -> tuple[Card, ...]:
    """Return the trump that may be exchanged for the turned card, if any."""
    phase = get_phase(observation, BriscolaTrickPhase)
    return () if phase.options.trump_exchange == "off" or not phase.stock else (phase.exchange_card,)


_SEARCH: Final = BriscolaPlayer("briscola", BriscolaSearchModel(), choose_as_club)
BRISCOLA_AI: Final = GameAI(
    game="briscola",
    players=_SEARCH.make_players(choose_as_novice),
    estimate_actions=partial(_SEARCH.estimate, "master"),
    explain_action=explain_action,
    equivalence_rules=EquivalenceRules(
        get_high_card_preference=get_high_card_preference, list_distinct_cards=list_distinct_cards
    ),
    get_additive_value=get_win_percentage,
    max_loss_per_choice=30.0,
)
