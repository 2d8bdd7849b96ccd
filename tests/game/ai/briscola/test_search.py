"""The searching players of Briscola: what they know and what they must not know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from game.ai import search_passes
from game.ai.briscola.card_counting import derive_card_knowledge
from game.ai.briscola.search_model import BriscolaSearchModel, find_winners, make_states
from game.ai.briscola.value_network import predict_points
from game.ai.models import load_model
from game.ai.rollout.rollout import Batch
from game.ai.search import SearchBudget, compute_play_log_likelihood
from game.ai.time_limit import TimeLimit
from game.core.actions import Deal, Play
from game.core.cards import HIDDEN_CARD, SUITS, Card, get_card
from game.match.match import Match, replace
from game.match.observation import observe
from game.rules.briscola.game import make_pack
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola.scoring import find_winning_side
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.ai.briscola.perfect_play import compute_perfect_play_value, list_play_actions
from tests.game.ai.briscola.twin_phases import make_twin_phase
from tests.helpers import TableSetup, choose_without_time_limit, deal_briscola, make_match, play_random_actions
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

SEARCH_MODEL = BriscolaSearchModel()
SEAT_COUNTS = (2, 3, 4, 5, 6)
HARDEST_RULES = {"trump_exchange": "seven", "show_partner_hand": True}


def iter_turns(seats: int, seed: int, **options: Any) -> Iterator[tuple[Match, BriscolaTrickPhase]]:
    """Yield each turn of a random deal."""
    for moment in play_random_actions(make_match(seats=seats, **options), seed, prefers_new_verbs=True):
        if isinstance(moment.match.phase, BriscolaTrickPhase):
            yield moment.match, moment.match.phase


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_hidden_cards_do_not_change_a_choice(seats: int) -> None:
    rng, differed = Random(seats), 0
    for index, (match, phase) in enumerate(iter_turns(seats, 1, **HARDEST_RULES)):
        if index % 4:
            continue
        seat = phase.trick.next_seat
        other = replace(match, phase=make_twin_phase(phase, seat, rng))
        differed += other != match
        for level in ("expert", "master"):
            assert choose_without_time_limit(level, observe(match, seat), Random(3)) == choose_without_time_limit(
                level, observe(other, seat), Random(3)
            )
    assert differed > 3


def test_first_samples_decide_when_time_runs_out() -> None:
    clock_values = iter(range(1000))
    hurried = TimeLimit(50, lambda: 0.004 * next(clock_values))
    effort = SearchBudget(rollouts=20_000, oversampling=1, max_exact_lines=0, max_tricks=1)
    view = observe(deal_briscola("7d", "Jd 4c Ac", "2h 4s 5s"), 0)
    assert isinstance(search_passes.choose_card_by_search(view, SEARCH_MODEL, effort, Random(1), hurried), Play)
    assert next(clock_values) < 20


@pytest.mark.slow
@check_rows("table", make_pairwise_tables("briscola"))
def test_strong_level_plays_a_deal_under_every_rule(table: TableSetup) -> None:
    rng = derive_random(0, "strong", str(table))
    match = table.create_match()
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    while match.is_deal_in_progress:
        view = observe(match, match.turn)
        action = choose_without_time_limit("expert", view, rng)
        assert action in view.legal_actions
        match = match.apply(action).match


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_two_player_end_game_is_played_perfectly(seed: int) -> None:
    for match, phase in iter_turns(2, seed):
        if not phase.stock:
            seat = phase.trick.next_seat
            action = choose_without_time_limit("master", observe(match, seat), Random(1))
            assert compute_perfect_play_value(phase, action, seat) == max(
                compute_perfect_play_value(phase, legal_action, seat) for legal_action in list_play_actions(phase)
            )


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("seed", range(3))
def test_sampled_states_never_contradict_observations(seats: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    for match, phase in iter_turns(seats, seed, **HARDEST_RULES):
        seat = phase.trick.next_seat
        view = observe(match, seat)
        masked = view.phase
        assert isinstance(masked, BriscolaTrickPhase)
        states = SEARCH_MODEL.sample_states(view, chance, 8)
        bits = states.current_state.rule_tables.card_bits
        for world in range(states.hands.shape[1]):
            hands = [bits.list_cards(int(hand)) for hand in states.hands[:, world]]
            stock = [bits.list_cards(int(card))[0] for card in states.stock[:, world]]
            assert [len(hand) for hand in hands] == [len(hand) for hand in phase.hands]
            for held, shown in zip(hands, masked.hands, strict=True):
                assert set(shown) - {HIDDEN_CARD} <= set(held)
            assert stock[-1:] == list(phase.stock[-1:])
            fallen = [*phase.trick.cards, *(card for taken in phase.completed_tricks for card in taken.trick.cards)]
            everything = [*(card for hand in hands for card in hand), *stock, *fallen]
            assert len(everything) == len(set(everything))
            assert set(everything) == set(make_pack(phase.options, seats))
        if phase.stock and seats == 2:
            assert np.isfinite(compute_play_log_likelihood(view, SEARCH_MODEL, states)).all()


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_actual_deal_is_always_possible(seats: int) -> None:
    for match, phase in iter_turns(seats, 4, **HARDEST_RULES):
        view = observe(match, phase.trick.next_seat)
        assert isinstance(view.phase, BriscolaTrickPhase)
        bits = SEARCH_MODEL.sample_states(view, np.random.default_rng(1), 1).current_state.rule_tables.card_bits
        hands = np.array([[bits.make_mask(hand)] for hand in phase.hands], np.uint64)
        stock = np.array([[bits.make_mask((card,))] for card in phase.stock], np.uint64).reshape(-1, 1)
        known = derive_card_knowledge(view.phase)
        log_weights = make_states(view.phase, known, hands, stock, np.random.default_rng(1))
        assert np.isfinite(log_weights.log_weights).all()
        assert np.isfinite(compute_play_log_likelihood(view, SEARCH_MODEL, log_weights)).all()
        replayed = Batch(log_weights.initial_state, log_weights.initial_hands, log_weights.initial_stock)
        for bit in log_weights.plays:
            replayed.play(bit)
        assert (replayed.hands.reshape(seats, 1) == hands).all()
        assert all(set(sure) <= set(hand) for sure, hand in zip(known.known_cards, phase.hands, strict=True))


def test_signed_card_is_believed_likely_but_not_certain() -> None:
    match = deal_briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    for text in ("play 6c", "play 6s", "play 4h", "play 5h", "sign asso", "play 2c"):
        action = next(legal_action for legal_action in match.legal_actions() if legal_action.text_without_seat == text)
        match = match.apply(action).match
    while match.turn != 2:
        match = match.apply(
            next(legal_action for legal_action in match.legal_actions() if isinstance(legal_action, Play))
        ).match
    states = SEARCH_MODEL.sample_states(observe(match, 2), np.random.default_rng(1), 1000)
    ace = np.uint64(states.current_state.rule_tables.card_bits.make_mask((Card("Ad"),)))
    assert 0.8 < ((states.hands[0] & ace) != 0).mean() < 0.95


def test_deal_winner_follows_the_rules() -> None:
    rng = np.random.default_rng(3)
    for rule in ("most_points", "over_60"):
        options = BriscolaOptions(deal_winner=rule)
        for points in rng.multinomial(120, (0.5, 0.25, 0.25), 300):
            winner, _why = find_winning_side(
                {(sample,): int(side_points) for sample, side_points in enumerate(points)}, options
            )
            winners = find_winners(points[:, None].astype(np.float32), rule == "over_60")[:, 0]
            assert [sample for sample in range(3) if winners[sample]] == list(winner or ())


@check_rows("seats", (2, 3))
def test_estimate_ignores_suit_names_and_distributes_all_points(seats: int) -> None:
    match, phase = next(iter(iter_turns(seats, 1)))
    other = {card: get_card(card.rank, SUITS[SUITS.index(card.suit) - 1]) for card in make_pack(BriscolaOptions(), 2)}
    net = load_model(f"briscola{seats}_promise")
    estimates = []
    for names in ({card: card for card in other}, other):
        turned = replace(
            phase, hands=tuple(tuple(names[card] for card in hand) for hand in phase.hands),
            stock=tuple(names[card] for card in phase.stock), turned_card=names[phase.turned_card],
            trump=names[phase.turned_card].suit,
        )  # fmt: skip
        start = SEARCH_MODEL.sample_states(
            observe(replace(match, phase=turned), phase.trick.next_seat), np.random.default_rng(1), 1
        ).current_state
        bits = start.rule_tables.card_bits
        hands = np.array([[bits.make_mask(hand)] for hand in turned.hands], np.uint64)
        stock = np.array([[bits.make_mask((card,))] for card in turned.stock], np.uint64)
        estimates.append(predict_points(Batch(start, hands, stock), net))
    assert estimates[0].sum() == pytest.approx(120, abs=6)
    assert np.abs(estimates[0] - estimates[1]).max() < 6
