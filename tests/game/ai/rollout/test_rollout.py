"""The playout engine plays by the readable rules: at every table, in many worlds side by side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, mask_below_highest, select_lowest, select_nth
from game.ai.rollout.endgame import count_endgame_lines, solve_endgame
from game.ai.rollout.policy import Scores, make_uniform_policy, unpack_cards
from game.ai.rollout.rollout import Batch, IndexArray, make_public_state
from game.ai.rollout.rule_tables import compile_tables, get_rule_tables
from game.ai.rollout.sampling import HiddenCards, sample_hidden_cards
from game.core.cards import SUITS, Card
from game.core.phase import Phase
from game.core.trick_taking import TrickPhase, replace
from game.match.match import Match
from game.rules import GAMES
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random
from tests.helpers import TableSetup, deal_briscola, deal_chiamata, play, play_random_actions
from tests.pairwise_tables import PAIRWISE_TABLES

SAMPLE_COUNT = 5


def play_first_cards(table: TableSetup, count: int) -> Iterator[TrickPhase]:
    """The first moments of trick play at this table; a blind first trick is over by then."""
    for seed in range(40):
        for moment in play_random_actions(table.create_match(seed % table.seats), seed):
            phase = moment.match.phase
            if isinstance(phase, TrickPhase) and not (isinstance(phase, ChiamataTrickPhase) and is_named_later(phase)):
                yield phase
                count -= 1
                break
        if not count:
            return


def is_named_later(phase: ChiamataTrickPhase) -> bool:
    return phase.called_card is None and phase.contract.rank is not None


def redeal_hidden_cards(phase: TrickPhase, rng: Random) -> TrickPhase:
    """The same public moment with other cards in the hands and the stock."""
    stock = phase.stock if isinstance(phase, BriscolaTrickPhase) else ()
    seats = sorted(phase.trick.seats)
    cards = [card for seat in seats for card in phase.hands[seat]] + list(stock[:-1])
    rng.shuffle(cards)
    rest = iter(cards)
    hands = tuple(
        tuple(next(rest) for _card in hand) if seat in seats else hand for seat, hand in enumerate(phase.hands)
    )
    other = replace(phase, hands=hands)
    if isinstance(other, BriscolaTrickPhase) and stock:
        return replace(other, stock=(*rest, stock[-1]))
    return other


def bit(phase: TrickPhase, card: Card) -> int:
    return 1 << get_card_bits(phase.ranking).bit_by_card[card]


def make_batch(phases: list[TrickPhase]) -> Batch:
    """A batch whose worlds are these phases, all of one public moment."""
    start = make_public_state(phases[0])
    hands = [[start.rule_tables.card_bits.make_mask(phase.hands[seat]) for phase in phases] for seat in start.players]
    stocks = [[bit(phase, card) for card in getattr(phase, "stock", ())] for phase in phases]
    stock = np.array(stocks, np.uint64).reshape(len(phases), -1).T
    return Batch(start, np.array(hands, np.uint64), stock)


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRWISE_TABLES, ids=str)
def test_batch_rollout_follows_readable_rules(table: TableSetup) -> None:
    """design.md, point 9: legal cards, whose turn, who takes a trick, what has been taken, at every state."""
    compared = 0
    for number, phase in enumerate(play_first_cards(table, 2)):
        rng = Random(f"{table}-{number}")
        worlds: list[Phase] = [redeal_hidden_cards(phase, rng) for _world in range(SAMPLE_COUNT)]
        batch = make_batch([world for world in worlds if isinstance(world, TrickPhase)])
        players = batch.public_state.players
        while batch.cards_left:
            legal, turns, points = batch.legal_cards(), batch.players_to_act(), batch.points()
            chosen = []
            for sample, world in enumerate(worlds):
                assert isinstance(world, TrickPhase)
                assert players[int(turns[sample])] == world.turn
                plays = [action for action in world.legal_actions() if action.verb == "play"]
                cards = [action.card for action in plays]  # type: ignore[attr-defined]
                assert set(batch.rule_tables.card_bits.list_cards(int(legal[sample]))) == set(cards)
                taken = world.count_points()
                assert [int(index) for index in points[:, sample]] == [taken[seat] for seat in players]
                index = rng.randrange(len(plays))
                chosen.append(bit(phase, cards[index]))
                worlds[sample] = world.apply_unchecked(plays[index]).phase
            batch.play(np.array(chosen, np.uint64))
            compared += 1
        for sample, world in enumerate(worlds):
            assert world.result is not None
            assert [int(index) for index in batch.points()[:, sample]] == [
                world.count_points()[seat] for seat in players
            ]
    assert compared > 5


EXPECTED_RULE_TABLES = {
    "briscola": (False, False, False, 0, 0),
    "chiamata": (False, False, False, 0, 0),
    "spades": (True, False, True, 0, 0),
    "muscio of two": (True, True, False, 0, 2),
    "muscio": (True, True, False, 2, 0),
}
"""Suit followed, trump where it cannot be, trumps not led before one fell, tricks of trumps, of high leads."""


def test_rule_tables_are_compiled_from_rules() -> None:
    table_names = set()
    for table in PAIRWISE_TABLES:
        for phase in play_first_cards(table, 2):
            name = table.game + (" of two" if table.game == "muscio" and len(phase.trick.seats) == 2 else "")
            tables_again = get_rule_tables(phase)
            duties = (
                tables_again.must_follow_suit,
                tables_again.must_trump,
                tables_again.must_break_trump,
                tables_again.trump_trick_count,
                tables_again.high_lead_trick_count,
            )
            assert duties == EXPECTED_RULE_TABLES[name]
            table_names.add(name)
    assert table_names == set(EXPECTED_RULE_TABLES)


@pytest.mark.slow
def test_resumed_deal_has_same_duties_as_from_first_card() -> None:
    """The process may be new in the middle of a deal: what it then finds out must not be of fewer tricks."""
    checked_count = 0
    for table in PAIRWISE_TABLES:
        name = table.game
        for moment in play_random_actions(table.create_match(0), 3, deal_count=1):
            phase = moment.match.phase
            if not isinstance(phase, TrickPhase):
                continue
            tables = compile_tables(phase)
            duties = (
                tables.must_follow_suit,
                tables.must_trump,
                tables.must_break_trump,
                tables.trump_trick_count,
                tables.high_lead_trick_count,
            )
            two = " of two" if name == "muscio" and len(phase.trick.seats) == 2 else ""
            assert duties == EXPECTED_RULE_TABLES[name + two]
            checked_count += 1
    assert checked_count > 500


def test_copied_columns_change_independently() -> None:
    first, *_more = PAIRWISE_TABLES
    batch = make_batch(
        [
            redeal_hidden_cards(phase, Random(index))
            for index, phase in enumerate(play_first_cards(first, 1))
            for _ in range(3)
        ]
    )
    before = batch.hands.copy()
    other = batch.copy(np.array([2, 0, 0]))
    other.play_out(make_uniform_policy(np.random.default_rng(1)))
    assert not other.cards_left and batch.cards_left
    assert (batch.hands == before).all()
    assert (other.points().sum(axis=0) == 120).all()


def test_cards_are_selected_and_unpacked_from_lowest_up() -> None:
    rng = np.random.default_rng(2)
    masks: CardMasks = rng.integers(1, 2**60, 300).astype(np.uint64)
    listed = unpack_cards(masks)
    count = np.bitwise_count(masks)
    assert (np.bitwise_or.reduce(listed, axis=0) == masks).all()
    assert (listed[0] == select_lowest(masks)).all()
    for number in range(int(count.max())):
        there = count > number
        assert (select_nth(masks, np.full(300, number, np.uint8))[there] == listed[number][there]).all()


def test_cards_below_highest_are_masked_per_suit() -> None:
    ranking = GAMES["briscola"].ranking
    bits = get_card_bits(ranking)
    mask = bits.make_mask(Card(name) for name in ("Ad", "2d", "Kh", "4s", "5s"))
    below = set(bits.list_cards(mask & int(mask_below_highest(np.array([mask], np.uint64))[0])))
    assert below == {Card("2d"), Card("4s")}
    assert {bits.card_by_bit[1 << 0].suit} <= set(SUITS)


@pytest.mark.parametrize("seed", range(6))
def test_solved_endgame_equals_perfect_play_by_rules(seed: int) -> None:
    """Five players, the last two tricks, each for his side."""
    match = play(deal_chiamata(annul_poor_hand="off"), "0 call A", "1 pass", "2 pass", "3 pass", "4 pass", "0 name d")
    phase = play_until_last_tricks(match, seed)
    side = {phase.contract.caller, phase.find_partner()}

    def get_value(ended: Batch, _worlds: IndexArray) -> Scores:
        side_points = sum(ended.points()[seat] for seat in range(5) if seat in side)
        return np.stack([side_points if seat in side else -side_points for seat in range(5)]).astype(np.float32)

    values = solve_endgame(make_batch([phase]), get_value)
    assert values[0, 0] == (1 if 0 in side else -1) * compute_perfect_points(phase, side)
    assert count_endgame_lines((2, 2), 0) == 4


def play_until_last_tricks(match: Match, seed: int) -> ChiamataTrickPhase:
    rng = derive_random(seed, "end")
    phase: Phase | None = match.phase
    while isinstance(phase, ChiamataTrickPhase) and len(phase.completed_tricks) < 6:
        phase = phase.apply_unchecked(rng.choice(phase.legal_actions())).phase
    assert isinstance(phase, ChiamataTrickPhase)
    return phase


def compute_perfect_points(phase: Phase, side: set[int | None]) -> int:
    """The points of the caller's side if all play perfectly, with all cards open."""
    if not isinstance(phase, ChiamataTrickPhase):
        return sum(points for seat, points in enumerate(phase.count_points()) if seat in side)
    values = [compute_perfect_points(phase.apply_unchecked(action).phase, side) for action in phase.legal_actions()]
    return max(values) if phase.turn in side else min(values)


def test_sampled_states_have_every_card_once_at_an_allowed_location() -> None:
    may = np.ones((3, 9))
    may[0, :4] = 0
    hidden = HiddenCards(card_bits=tuple(range(9)), capacities=(3, 4, 2), location_weights=may)
    worlds = sample_hidden_cards(hidden, np.random.default_rng(3), 200)
    held = worlds.cards_by_location
    assert (np.bitwise_or.reduce(held, axis=0) == (1 << 9) - 1).all()
    assert (np.bitwise_count(held) == np.array([[3], [4], [2]])).all()
    assert not (held[0] & np.uint64(0b1111)).any()


def test_sampled_states_have_the_probability_of_the_deal() -> None:
    """A place that may hold few of the cards: by weight, each world that agrees is equally likely."""
    may = np.array([[1, 1, 0, 0], [1, 1, 1, 1]], float)
    worlds = sample_hidden_cards(
        HiddenCards(card_bits=(0, 1, 2, 3), capacities=(1, 3), location_weights=may), np.random.default_rng(4), 4000
    )
    picked = worlds.cards_by_location[0, worlds.systematic_resample(np.random.default_rng(5), 4000)]
    assert abs((picked == ONE).mean() - 0.5) < 0.03


def test_impossible_card_locations_are_reported() -> None:
    hidden = HiddenCards(card_bits=(0, 1), capacities=(1, 1), location_weights=np.array([[1.0, 1.0], [0.0, 0.0]]))
    with pytest.raises(ValueError, match="no world"):
        sample_hidden_cards(hidden, np.random.default_rng(6), 10)


def test_trump_wins_over_later_high_cards() -> None:
    """rules.md, Briscola 7: led 7h, then Kh, 2d, Ah: the third seat takes it."""
    match = play(
        deal_briscola("7d", "7h 4c 5c", "Kh 4s 5s", "2d 3c 5h", "Ah 6s 6h"), "0 play 7h", "1 play Kh", "2 play 2d"
    )
    phase = match.phase
    assert isinstance(phase, TrickPhase)
    batch = make_batch([phase])
    assert not int(batch.winning_mask[0]) & bit(phase, Card("Ah"))
    batch.play(np.array([bit(phase, Card("Ah"))], np.uint64))
    assert int(batch.players_to_act()[0]) == 2


def test_rule_tables_do_not_depend_on_first_requested_state() -> None:
    """A process that first sees a deal of Spades when a spade has fallen knows all the same that one had to."""
    table = next(table for table in PAIRWISE_TABLES if table.game == "spades")
    phases = [moment.match.phase for moment in play_random_actions(table.create_match(), 3)]
    seen = [phase for phase in phases if isinstance(phase, TrickPhase)]
    broken = next(phase for phase in seen if make_public_state(phase).is_trump_broken)
    late = compile_tables(broken)
    assert late == compile_tables(seen[0]) and late.must_break_trump
