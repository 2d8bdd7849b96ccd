"""Briscola for two: the heuristic opponent plays like `club`, and the last cards are valued exactly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from game.ai.briscola.card_counting import derive_card_knowledge
from game.ai.briscola.endgame import WIN_BONUS_WITHOUT_STOCK_POINTS
from game.ai.briscola.heuristic import find_exchanged_card, make_trick_knowledge, make_two_player_knowledge, score_cards
from game.ai.briscola.two_player_search import BLUNDER_RATE_BY_OPPONENT_TYPE, TwoPlayerSearchModel
from game.ai.card_scores import make_observed_batch
from game.ai.opponent_mixture import OpponentType
from game.core.actions import Play
from game.match.match import Match
from game.match.observation import Observation, observe
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase
from game.rules.briscola_family import PACK_POINTS
from tests.game.ai.briscola.repeated_deals import iter_turns, repeat_dealt_cards
from tests.helpers import choose_without_time_limit, make_match, play_random_actions
from tests.rows import check_rows

HEURISTIC_MODEL = TwoPlayerSearchModel(OpponentType.HEURISTIC, np.random.default_rng(1))
EXCHANGES = ("off", "seven", "two")


def observe_turn(match: Match, phase: BriscolaTrickPhase) -> tuple[Observation, BriscolaTrickPhase]:
    """Return the observation of the seat on turn, and its phase."""
    view = observe(match, phase.trick.next_seat)
    assert isinstance(view.phase, BriscolaTrickPhase)
    return view, view.phase


@pytest.mark.slow
@pytest.mark.parametrize("exchange", EXCHANGES)
def test_heuristic_opponent_in_a_state_values_cards_as_club_does_by_its_observation(exchange: str) -> None:
    exchanged = 0
    for seed in range(12):
        for match, phase in iter_turns(seed, exchange):
            view, masked = observe_turn(match, phase)
            known, public = derive_card_knowledge(masked), find_exchanged_card(view)
            exchanged += bool(public)
            batch, seen_batch = repeat_dealt_cards(phase), make_observed_batch(masked, masked.stock)
            complete = score_cards(batch, make_two_player_knowledge(batch, public))
            seen = score_cards(seen_batch, make_trick_knowledge(masked, phase.trick.next_seat, known))
            assert seen.cards.tolist() == complete.cards.tolist()
            assert seen.scores == pytest.approx(complete.scores, abs=1e-9)
    assert bool(exchanged) == (exchange != "off")


def test_estimates_of_both_players_add_up_to_all_points() -> None:
    for match, phase in iter_turns(8):
        view, _masked = observe_turn(match, phase)
        batch = repeat_dealt_cards(phase, 3)
        if batch.cards_in_trick:
            batch.play(batch.legal_cards() & (~batch.legal_cards() + np.uint64(1)))
        sight = HEURISTIC_MODEL.make_encoder(view, batch, batch.hands.reshape(2, -1))
        results = HEURISTIC_MODEL.evaluate(view, batch, sight)
        assert results.points.sum(axis=0) == pytest.approx(120)
        assert results.win_shares.sum(axis=0) == pytest.approx(1)
        assert ((results.win_shares >= 0) & (results.win_shares <= 1)).all()
        assert results.values.sum(axis=0) == pytest.approx(0, abs=1e-3)


def iter_end_games(seeds: int) -> Iterator[tuple[Match, BriscolaTrickPhase]]:
    """Yield the turns of random deals when the stock is empty and no card is led."""
    for seed in range(seeds):
        for moment in play_random_actions(make_match(seats=2), seed):
            phase = moment.match.phase
            if isinstance(phase, BriscolaTrickPhase) and not phase.stock and not phase.trick.cards:
                yield moment.match, phase


@check_rows("other", OpponentType)
def test_opponent_errs_in_end_game_at_the_modeled_rate(other: OpponentType) -> None:
    craft = TwoPlayerSearchModel(other, np.random.default_rng(1))
    for match, phase in iter_end_games(8):
        seat, batch, view = phase.trick.next_seat, repeat_dealt_cards(phase), observe(match, phase.trick.next_seat)
        _values, points, won = craft.evaluate(view, batch, craft.make_encoder(view, batch, batch.hands))
        value = 2 * points[seat, 0] - PACK_POINTS + WIN_BONUS_WITHOUT_STOCK_POINTS * won[seat, 0]
        assert value == pytest.approx(
            compute_value_against_erring_opponent(match, seat, BLUNDER_RATE_BY_OPPONENT_TYPE[other]), rel=1e-4, abs=0.01
        )


def compute_value_against_erring_opponent(match: Match, seat: int, astray: float) -> float:
    """Return the value of the end for ``seat``, who plays perfectly.

    ``astray``: the probability that the opponent plays a random card.
    """
    if not isinstance(match.phase, BriscolaTrickPhase):
        points = match.get_deal_result().points
        lead = points[seat] - points[1 - seat]
        return float(lead + WIN_BONUS_WITHOUT_STOCK_POINTS * (1 + np.sign(lead)) / 2)
    values = [
        compute_value_against_erring_opponent(match.apply(action).match, seat, astray)
        for action in match.legal_actions()
        if isinstance(action, Play)
    ]
    if match.turn == seat:
        return max(values)
    return (1 - astray) * min(values) + astray * sum(values) / len(values)


@pytest.mark.slow
def test_choice_among_equal_cards_exploits_mistakes_but_never_gives_up_a_win() -> None:
    better = 0
    for match, phase in iter_end_games(60):
        seat = phase.trick.next_seat
        if len(phase.hands[seat]) < HAND_SIZE:
            continue
        chosen = choose_without_time_limit("master", observe(match, seat), Random(1))
        after = {action: match.apply(action).match for action in match.legal_actions()}
        sure, hope = (
            {action: compute_value_against_erring_opponent(then, seat, often) for action, then in after.items()}
            for often in (0.0, 0.03)
        )
        won = {action: value > WIN_BONUS_WITHOUT_STOCK_POINTS / 3 for action, value in sure.items()}
        assert won[chosen] == any(won.values())
        assert hope[chosen] >= max(hope.values()) - 30
        better += hope[chosen] > hope[max(sure, key=sure.__getitem__)] + 1
    assert better
