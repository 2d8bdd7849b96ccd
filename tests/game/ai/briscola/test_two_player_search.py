"""Briscola for two: the heuristic batch plays like `club`, and the value network uses only what the player may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
import pytest

from game.ai.briscola.card_counting import derive_card_knowledge
from game.ai.briscola.endgame import find_best_card
from game.ai.briscola.heuristic import CLUB_WEIGHTS, evaluate_card
from game.ai.briscola.heuristic_batch import choose_best_cards, find_exchanged_card, score_cards
from game.ai.briscola.opponent_model import compute_heuristic_log_likelihood, make_heuristic_opponent_policy
from game.ai.briscola.response_network import (
    INPUT_SIZE,
    OPPONENT_TYPE_OFFSET,
    POINTS_OFFSET,
    OpponentType,
    encode_inputs,
    predict_best_outcome,
)
from game.ai.briscola.search_model import WIN_BONUS_WITHOUT_STOCK_POINTS, BriscolaSearchModel
from game.ai.briscola.two_player_search import (
    BLUNDER_RATE_BY_OPPONENT_TYPE,
    TwoPlayerSearchModel,
    compute_type_log_weights,
    split_rollouts_by_type,
)
from game.ai.models import load_model
from game.ai.search import compute_play_log_likelihood
from game.ai.time_limit import no_time_limit
from game.core.actions import Deal, Play
from game.core.cards import SUITS, Card, Rank, get_card
from game.match.match import Match, replace
from game.match.observation import Observation, observe
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase
from game.rules.briscola_family import PACK_POINTS, RANKING
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.ai.briscola.repeated_deals import BITS, iter_turns, repeat_dealt_cards
from tests.game.ai.briscola.twin_phases import make_twin_phase
from tests.helpers import choose_without_time_limit, make_match, play_random_actions
from tests.rows import check_rows

RESPONSE_NETWORK = load_model("briscola2_replies")
HEURISTIC_MODEL = TwoPlayerSearchModel(OpponentType.HEURISTIC, np.random.default_rng(1))
EXCHANGES = ("off", "seven", "two")


def observe_turn(match: Match, phase: BriscolaTrickPhase) -> tuple[Observation, BriscolaTrickPhase]:
    """Return the observation of the seat on turn, and its phase."""
    view = observe(match, phase.trick.next_seat)
    assert isinstance(view.phase, BriscolaTrickPhase)
    return view, view.phase


@pytest.mark.slow
@pytest.mark.parametrize("exchange", EXCHANGES)
def test_heuristic_batch_values_equal_club_values(exchange: str) -> None:
    exchanged = 0
    for seed in range(12):
        for match, phase in iter_turns(seed, exchange):
            view, masked = observe_turn(match, phase)
            known, public = derive_card_knowledge(masked), find_exchanged_card(view)
            exchanged += bool(public)
            values = score_cards(repeat_dealt_cards(phase), public)
            for bit, worth in zip(values.cards[:, 0].tolist(), values.scores[:, 0].tolist(), strict=True):
                (card,) = BITS.list_cards(bit)
                assert worth == pytest.approx(
                    evaluate_card(masked, phase.trick.next_seat, card, known, CLUB_WEIGHTS), abs=1e-9
                )
    assert bool(exchanged) == (exchange != "off")


def test_opponent_uses_own_estimates_and_acting_player_uses_given_policy() -> None:
    for match, phase in iter_turns(3):
        view, _masked = observe_turn(match, phase)
        play, batch = (
            make_heuristic_opponent_policy(view, lambda _batch, legal: legal & (~legal + np.uint64(1))),
            repeat_dealt_cards(phase),
        )
        lowest = min(phase.hands[phase.trick.next_seat], key=BITS.bit_by_card.__getitem__)
        played_masks = play(batch, batch.legal_cards())
        assert BITS.list_cards(int(played_masks[0])) == (lowest,)
        batch.play(played_masks)
        if batch.cards_in_trick and len(phase.stock) > 2:
            assert play(batch, batch.legal_cards()) == choose_best_cards(score_cards(batch))


def play_to_middle_of_deal(number: int, level: str = "club") -> tuple[Match, BriscolaTrickPhase]:
    """Return a deal of two players of this level, ten cards before the end of the stock."""
    match, rng = make_match(seats=2), derive_random(4, "close", number)
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    while True:
        phase = match.phase
        assert isinstance(phase, BriscolaTrickPhase)
        if len(phase.stock) == 10 and not phase.trick.cards:
            return match, phase
        match = match.apply(choose_without_time_limit(level, observe(match, match.turn), rng)).match


@pytest.mark.slow
def test_inferred_opponent_hands_fit_actions_better_than_uniform_samples() -> None:
    close, rough = list[float](), list[float]()
    for number in range(30):
        match, phase = play_to_middle_of_deal(number)
        view, _masked = observe_turn(match, phase)
        dealing = BriscolaSearchModel().sample_states(view, np.random.default_rng(number), 400)
        true = dealing.hands[1 - dealing.current_state.player_to_act] == BITS.make_mask(
            phase.hands[1 - dealing.current_state.player_to_act]
        )
        for states, weights in (
            (close, compute_heuristic_log_likelihood(view, dealing, no_time_limit)),
            (rough, compute_play_log_likelihood(view, BriscolaSearchModel(), dealing)),
        ):
            shares = np.exp(weights - weights.max())
            states.append(float(shares[true].sum() / shares.sum() / max(1, true.sum()) * len(shares)))
    assert np.mean(close) > 1.5
    assert np.mean(close) > np.mean(rough)


@pytest.mark.slow
def test_heuristic_opponent_is_recognized_and_random_one_is_not() -> None:
    def estimate_probability(level: str) -> float:
        return float(
            np.mean(
                [
                    estimate_opponent_models(*play_to_middle_of_deal(number, level))[OpponentType.HEURISTIC]
                    for number in range(12)
                ]
            )
        )

    assert estimate_probability("club") > 85
    assert estimate_probability("novice") < 15


@pytest.mark.slow
def test_random_opponent_is_recognized() -> None:
    def estimate_probability(level: str) -> float:
        return float(
            np.mean(
                [
                    estimate_opponent_models(*play_to_middle_of_deal(number, level))[OpponentType.RANDOM]
                    for number in range(12)
                ]
            )
        )

    assert estimate_probability("random") > 60
    assert estimate_probability("club") < 5


def estimate_opponent_models(match: Match, phase: BriscolaTrickPhase) -> list[int]:
    """Return in how many of a hundred states the seat on turn takes the opponent for each `OpponentType`."""
    view, _masked = observe_turn(match, phase)
    dealing = HEURISTIC_MODEL.sample_states(view, np.random.default_rng(1), 800)
    probabilities = split_rollouts_by_type(compute_type_log_weights(view, dealing), 100)
    assert sum(probabilities) == 100
    return probabilities


def test_estimate_depends_on_visible_cards_only() -> None:
    rng, differed = Random(1), 0
    for match, phase in iter_turns(5):
        other = make_twin_phase(phase, phase.trick.next_seat, rng)
        differed += other != phase
        first, two = (
            predict_best_outcome(repeat_dealt_cards(each), RESPONSE_NETWORK, OpponentType.HEURISTIC)
            for each in (phase, other)
        )
        assert (first.win_probability == two.win_probability).all() and (first.points == two.points).all()
        assert observe(match, phase.trick.next_seat) == observe(replace(match, phase=other), phase.trick.next_seat)
    assert differed > 20


def test_network_input_has_every_card_once_and_trumps_first() -> None:
    for _match, phase in iter_turns(6):
        features = encode_inputs(repeat_dealt_cards(phase), OpponentType.LEARNED)
        assert features.shape == (1, INPUT_SIZE)
        ace = 4 * (len(RANKING) - 1)
        held, unseen = features[0, ace], features[0, 40 + ace]
        assert held == (get_card("A", phase.trump) in phase.hands[phase.trick.next_seat])
        fallen = [
            *phase.trick.cards,
            *(card for taken in phase.completed_tricks for card in taken.trick.cards),
            phase.turned_card,
        ]
        assert unseen == (not held and get_card("A", phase.trump) not in fallen)
        assert features[0, :80].sum() == 40 - len(set(fallen))


def test_network_input_contains_opponent_model() -> None:
    _match, phase = next(iter_turns(6))
    features = {
        other: encode_inputs(repeat_dealt_cards(phase), other)[0, OPPONENT_TYPE_OFFSET:POINTS_OFFSET].tolist()
        for other in OpponentType
    }
    assert features == {OpponentType.HEURISTIC: [1, 0], OpponentType.RANDOM: [0, 1], OpponentType.LEARNED: [0, 0]}


def test_estimate_is_higher_against_random_opponent() -> None:
    against = {
        other: [
            predict_best_outcome(repeat_dealt_cards(phase), RESPONSE_NETWORK, other).win_probability[0]
            for _, phase in iter_turns(9)
        ]
        for other in OpponentType
    }
    assert np.mean(against[OpponentType.RANDOM]) > np.mean(against[OpponentType.HEURISTIC]) + 0.1


LOW_RANKS: Final[tuple[Rank, ...]] = ("2", "4", "5")
HIGH_RANKS: Final[tuple[Rank, ...]] = ("A", "3", "K")


def test_better_hand_has_higher_estimate() -> None:
    """Compare ace, three and king of trump with worthless cards, and twenty more points taken with none."""
    match, phase = next(iter_turns(1))
    view, _masked = observe_turn(match, phase)
    plain = [counted_suit for counted_suit in SUITS if counted_suit != phase.trump]
    poor = tuple(get_card(rank, suit) for rank, suit in zip(LOW_RANKS, plain, strict=True))
    rich = tuple(get_card(rank, phase.trump) for rank in HIGH_RANKS)
    estimates = [
        predict_best_outcome(
            repeat_dealt_cards(replace_hand(phase, view.seat or 0, hand)), RESPONSE_NETWORK, OpponentType.HEURISTIC
        )
        for hand in (poor, rich)
    ]
    assert estimates[1].win_probability[0] > estimates[0].win_probability[0] + 0.2
    assert estimates[1].points[0] > estimates[0].points[0] + 10


def replace_hand(phase: BriscolaTrickPhase, seat: int, hand: tuple[Card, ...]) -> BriscolaTrickPhase:
    """Return the phase with this hand; the cards that it takes are exchanged for those of the old hand."""
    swapped = {**dict(zip(hand, phase.hands[seat], strict=True)), **dict(zip(phase.hands[seat], hand, strict=True))}
    hands = tuple(tuple(swapped.get(card, card) for card in held) for held in phase.hands)
    return replace(
        phase, hands=hands, stock=tuple(swapped.get(card, card) for card in phase.stock),
        turned_card=swapped.get(phase.turned_card, phase.turned_card),
    )  # fmt: skip


def test_estimates_of_both_players_add_up_to_all_points() -> None:
    for match, phase in iter_turns(8):
        view, _masked = observe_turn(match, phase)
        batch = repeat_dealt_cards(phase, 3)
        if batch.cards_in_trick:
            batch.play(batch.legal_cards() & (~batch.legal_cards() + np.uint64(1)))
        sight = HEURISTIC_MODEL.make_encoder(view, batch, batch.hands.reshape(2, -1))
        assert HEURISTIC_MODEL.compute_points(view, batch, sight).sum(axis=0) == pytest.approx(120)
        won = HEURISTIC_MODEL.compute_win_shares(view, batch, sight)
        assert won.sum(axis=0) == pytest.approx(1)
        assert ((won >= 0) & (won <= 1)).all()
        assert HEURISTIC_MODEL.compute_values(view, batch, sight).sum(axis=0) == pytest.approx(0, abs=1e-3)


def iter_end_games(seeds: int) -> Iterator[tuple[Match, BriscolaTrickPhase]]:
    """Yield the turns of random deals when the stock is empty and no card is led."""
    for seed in range(seeds):
        for moment in play_random_actions(make_match(seats=2), seed):
            phase = moment.match.phase
            if isinstance(phase, BriscolaTrickPhase) and not phase.stock and not phase.trick.cards:
                yield moment.match, phase


class Unerring(TwoPlayerSearchModel):
    """An opponent model in which the opponent never makes a mistake."""

    def get_blunder_rates(self, _me: int) -> tuple[float, ...]:
        return 0.0, 0.0


def test_end_game_without_stock_is_solved_exactly() -> None:
    craft = Unerring(OpponentType.HEURISTIC, np.random.default_rng(1))
    for match, phase in iter_end_games(20):
        view, batch = observe(match, phase.trick.next_seat), repeat_dealt_cards(phase)
        points = craft.compute_points(view, batch, craft.make_encoder(view, batch, batch.hands.reshape(2, -1)))[:, 0]
        assert points.tolist() == list(compute_perfect_points(match))


@check_rows("other", OpponentType)
def test_opponent_errs_in_end_game_at_the_modeled_rate(other: OpponentType) -> None:
    craft = TwoPlayerSearchModel(other, np.random.default_rng(1))
    for match, phase in iter_end_games(8):
        seat, batch, view = phase.trick.next_seat, repeat_dealt_cards(phase), observe(match, phase.trick.next_seat)
        points, won = (
            ask(view, batch, craft.make_encoder(view, batch, batch.hands))
            for ask in (craft.compute_points, craft.compute_win_shares)
        )
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


def compute_perfect_points(match: Match) -> tuple[int, ...]:
    """Return the points at the end if both play perfectly."""
    while isinstance(phase := match.phase, BriscolaTrickPhase):
        seat, points, led = phase.trick.next_seat, phase.count_points(), phase.trick.cards[:1]
        best = find_best_card(
            phase.hands[seat], phase.hands[1 - seat], led[0] if led else None, phase.trump,
            (points[seat], points[1 - seat]), phase.hands[seat],
        )  # fmt: skip
        match = match.apply(Play(seat, best)).match
    return match.get_deal_result().points


def test_card_taken_in_exchange_is_known() -> None:
    for seed in range(40):
        for match, phase in iter_turns(seed, "seven"):
            if phase.exchange is not None:
                view, masked = observe_turn(match, phase)
                assert find_exchanged_card(view) == BITS.make_mask((phase.exchange[1],))
                other = 1 - phase.trick.next_seat
                if phase.exchange[0] == other and phase.exchange[1] in phase.hands[other]:
                    assert derive_card_knowledge(masked).compute_holding_probability(other, [phase.exchange[1]]) == 1
                return
    raise AssertionError("nobody exchanged")
