"""Sampled states agree in every game with what the seat sees, with the plays so far, and have finite weights."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from game.ai.briscola.search_model import BriscolaSearchModel
from game.ai.chiamata.bid_limits import compute_calls_log_likelihood
from game.ai.chiamata.search_model import ChiamataSearchModel
from game.ai.muscio.search_model import MuscioSearchModel, sample_trick_states
from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.sampling import IMPOSSIBLE_LOG_WEIGHT, systematic_resample
from game.ai.search import ONE_STATE, CardSearch, DeterminizedStates, SearchModel, compute_play_log_likelihood
from game.ai.spades.search_model import SpadesSearchModel
from game.ai.time_limit import no_time_limit
from game.core.cards import HIDDEN_CARD, parse_cards
from game.core.options import change_options
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call
from game.rules.chiamata.options import ChiamataOptions
from tests.helpers import TableSetup, list_masked_cards, play_random_actions
from tests.lanes import choose_count, choose_sample, long_test
from tests.pairwise_tables import make_pairwise_tables

SEARCH_MODELS: dict[str, SearchModel] = {
    "briscola": BriscolaSearchModel(),
    "chiamata": ChiamataSearchModel(),
    "spades": SpadesSearchModel(),
    "muscio": MuscioSearchModel(),
}
SAMPLE_COUNT = 30
POSITION_INTERVALS = {"briscola": 14, "chiamata": 14, "spades": 14, "muscio": 1}
"""The interval of the positions that are checked, by game."""


def iter_positions(table: TableSetup, seed: int) -> Iterator[Observation]:
    """Yield turns in the trick play of two deals, without those of a blind first trick, in which nothing is sampled."""
    for number, moment in enumerate(play_random_actions(table.create_match(seed % table.seats), seed, deal_count=2)):
        phase, seat = moment.match.phase, moment.match.turn
        if isinstance(phase, TrickPhase) and seat is not None and (number + seed) % POSITION_INTERVALS[table.game] == 0:
            view = observe(moment.match, seat)
            if view.legal_actions and not (table.game == "chiamata" and is_blind_first_trick(phase)):
                yield view


def is_blind_first_trick(phase: TrickPhase) -> bool:
    return phase.trump is None and getattr(phase, "called_card", None) is None and phase.contract.rank is not None  # type: ignore[attr-defined]


def assert_cards_fit(view: Observation, dealing: DeterminizedStates) -> None:
    """Raise AssertionError unless each state has each hidden card once, and the cards of the seat where they are."""
    phase, bits = view.phase, dealing.current_state.rule_tables.card_bits
    assert isinstance(phase, TrickPhase)
    open_cards = {*phase.trick.cards, *(card for taken in phase.completed_tricks for card in taken.trick.cards)}
    for state in range(0, dealing.hands.shape[1], 7):
        hands = [list_masked_cards(bits, int(hand)) for hand in dealing.hands[:, state]]
        for player, hand in zip(dealing.current_state.players, hands, strict=True):
            assert len(hand) == len(phase.hands[player])
            assert {*phase.hands[player]} - {HIDDEN_CARD} <= {*hand}
        stock = [card for bit in dealing.stock[:, state] for card in list_masked_cards(bits, int(bit))]
        placed_cards = [*stock, *(card for hand in hands for card in hand)]
        assert len({*placed_cards}) == len(placed_cards) and not {*placed_cards} & open_cards


@long_test
@pytest.mark.parametrize("game", GAMES)
def test_sampled_states_fit_what_is_seen_and_could_have_been_played(game: str) -> None:
    craft, looked = SEARCH_MODELS[game], 0
    for number, table in choose_sample([*enumerate(make_pairwise_tables(game))], 6):
        for seed in range(2 * number, 2 * number + 2):
            for view in iter_positions(table, seed):
                rng = np.random.default_rng(seed)
                dealing = craft.sample_states(view, rng, SAMPLE_COUNT)
                assert_cards_fit(view, dealing)
                played = compute_play_log_likelihood(CardSearch(view, craft, ONE_STATE, rng, no_time_limit), dealing)
                assert np.isfinite(dealing.log_weights).all() and np.isfinite(played).all(), view
                assert (played > IMPOSSIBLE_LOG_WEIGHT / 2).all(), view
                looked += 1
    assert looked > choose_count(25, 150)


def test_muscio_leader_of_highest_card_is_sampled_with_nothing_above_it() -> None:
    """Check docs/rules.md, Muscio: in the first two tricks of two, the leader plays the highest card of a suit."""
    table, seen = TableSetup("muscio", "gattorna", GAMES["muscio"].presets["gattorna"], 3), 0
    bits = get_card_bits(GAMES["muscio"].ranking)
    for seed in range(30):
        for view in iter_positions(table, seed):
            phase = view.phase
            assert isinstance(phase, TrickPhase) and view.seat is not None
            first = phase.completed_tricks[0].trick if phase.completed_tricks else phase.trick
            if len(first.seats) > 2 or not first.cards or first.seats[0] == view.seat:
                continue
            led = first.cards[0]
            ranks = bits.ranking[: bits.ranking.index(led.rank)]
            higher = bits.make_mask(
                number for number in bits.bit_by_card if number.suit == led.suit and number.rank in ranks
            )
            dealing = sample_trick_states(phase, view.seat, np.random.default_rng(seed), SAMPLE_COUNT)  # type: ignore[arg-type]
            held = dealing.initial_hands[dealing.current_state.players.index(first.seats[0])]
            assert not (held & np.uint64(higher)).any()
            seen += 1
    assert seen > 20


def test_call_not_allowed_by_hand_gets_impossible_weight() -> None:
    """Check that without in mano a caller does not have the called rank in all four suits."""
    options = change_options(ChiamataOptions(), {"in_hand": False})
    bits = get_card_bits(RANKING)
    hands = np.zeros((5, 1), np.uint64)
    hands[1] = bits.make_mask(parse_cards("Ad Ah As Ac 5d 5h 5s 5c"))
    log_weights = compute_calls_log_likelihood((Call(1, "A"),), options, 0, hands, 0)
    assert np.isfinite(log_weights).all() and (log_weights <= IMPOSSIBLE_LOG_WEIGHT).all()


def test_impossible_states_are_selected_only_without_alternatives() -> None:
    rng = np.random.default_rng(1)
    assert {*systematic_resample(np.full(5, IMPOSSIBLE_LOG_WEIGHT), rng, 5)} == {*range(5)}
    mixed = np.array([IMPOSSIBLE_LOG_WEIGHT, 3.0, IMPOSSIBLE_LOG_WEIGHT - 2.0, 3.0, IMPOSSIBLE_LOG_WEIGHT])
    assert set(systematic_resample(mixed, rng, 8)) == {1, 3}
